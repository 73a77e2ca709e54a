//! An append-only list that never moves what it holds, so that growing needs no second copy.

use std::ops::{Index, IndexMut};

use crate::closed::discard::discard;
use crate::{LimitKind, Meter, Observer};

/// Bytes of a segment, about: enough that there are few segments, few enough that the last one wastes little.
const SEGMENT_BYTES: usize = 1 << 18;

/// Items in segments of fixed address. Memory is claimed from the meter a segment at a time.
#[derive(Debug)]
pub(crate) struct Arena<T: Send + 'static> {
    segments: Vec<Vec<T>>,
    len: usize,
}

impl<T: Send + 'static> Default for Arena<T> {
    fn default() -> Self {
        Self { segments: Vec::new(), len: 0 }
    }
}

impl<T: Send + 'static> Arena<T> {
    /// Items in a segment: a power of two, so that an index splits by shifting.
    const SEGMENT: usize = 1 << (SEGMENT_BYTES / size_of::<T>()).ilog2();

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends an item; its index is the length before.
    #[inline]
    pub(crate) fn push<O: Observer>(&mut self, item: T, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        if self.len.is_multiple_of(Self::SEGMENT) && self.len / Self::SEGMENT == self.segments.len() {
            self.add_segment(meter)?;
        }
        self.segments[self.len / Self::SEGMENT].push(item);
        self.len += 1;
        Ok(())
    }

    /// Removes every item and keeps the memory for others.
    pub(crate) fn clear(&mut self) {
        self.segments.iter_mut().for_each(Vec::clear);
        self.len = 0;
    }

    /// The items in the order they were pushed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.segments.iter().flatten()
    }

    #[cold]
    #[inline(never)]
    fn add_segment<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        meter.claim((Self::SEGMENT * size_of::<T>() + size_of::<Vec<T>>()) as u64)?;
        let mut segment = Vec::new();
        segment.try_reserve_exact(Self::SEGMENT).map_err(|_| LimitKind::Memory)?;
        self.segments.push(segment);
        Ok(())
    }
}

impl<T: Send + 'static> Drop for Arena<T> {
    fn drop(&mut self) {
        let bytes = self.segments.len() * SEGMENT_BYTES;
        discard(std::mem::take(&mut self.segments), bytes);
    }
}

impl<T: Send + 'static> Index<usize> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.segments[index / Self::SEGMENT][index % Self::SEGMENT]
    }
}

impl<T: Send + 'static> IndexMut<usize> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.segments[index / Self::SEGMENT][index % Self::SEGMENT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn items_keep_their_index_and_memory_is_bounded() {
        let limits =
            Limits { memory: (3 * Arena::<u64>::SEGMENT * 8 + 3 * size_of::<Vec<u64>>()) as u64, ..Limits::default() };
        let mut observer = ();
        let mut meter = Meter::start(&limits, &mut observer);
        let mut arena = Arena::default();
        let mut pushed = 0u64;
        while arena.push(pushed * pushed, &mut meter).is_ok() {
            pushed += 1;
        }
        assert_eq!(pushed, 3 * Arena::<u64>::SEGMENT as u64);
        assert!((0..pushed).all(|i| arena[usize::try_from(i).unwrap()] == i * i));
        assert_eq!(arena.iter().count(), arena.len());
    }
}
