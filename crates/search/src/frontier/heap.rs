//! A binary heap from which any node can be removed: each node knows its place.

use crate::closed::{Arena, NodeId};
use crate::{Cost, LimitKind, Meter, Observer};

/// The place of a node that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// How good a node is: the least promise first, and of several the deepest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    pub(crate) promise: Cost,
    /// Less for deeper nodes.
    shallowness: u32,
}

impl Rank {
    /// The rank of a node that promises a solution of this cost, so many moves below the start.
    pub(crate) fn new(promise: Cost, depth: u32) -> Self {
        Self { promise, shallowness: u32::MAX - depth }
    }
}

/// Nodes by rank, the least or the greatest first. Memory is claimed by [`reserve`](Self::reserve); nothing else can
/// fail.
#[derive(Debug)]
pub(crate) struct IndexedHeap {
    greatest_first: bool,
    entries: Arena<(Rank, NodeId)>,
    /// By node number.
    places: Arena<u32>,
    len: usize,
}

impl IndexedHeap {
    /// An empty heap that yields the least rank first.
    pub(crate) fn least_first() -> Self {
        Self { greatest_first: false, entries: Arena::default(), places: Arena::default(), len: 0 }
    }

    /// An empty heap that yields the greatest rank first.
    pub(crate) fn greatest_first() -> Self {
        Self { greatest_first: true, ..Self::least_first() }
    }

    /// Makes room for the nodes `0..count`.
    pub(crate) fn reserve<O: Observer>(&mut self, count: usize, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        while self.entries.len() < count {
            self.entries.push((Rank::default(), NodeId::MAX), meter)?;
        }
        while self.places.len() < count {
            self.places.push(ABSENT, meter)?;
        }
        Ok(())
    }

    pub(crate) fn peek(&self) -> Option<(Rank, NodeId)> {
        (self.len > 0).then(|| self.entries[0])
    }

    /// Adds a node for which room was reserved, or moves it to a new rank.
    pub(crate) fn set(&mut self, node: NodeId, rank: Rank) {
        let place = match self.places[node as usize] {
            ABSENT => {
                self.len += 1;
                self.len - 1
            }
            place => place as usize,
        };
        self.put(place, (rank, node));
        self.restore(place);
    }

    /// Removes a node, where it is there.
    pub(crate) fn remove(&mut self, node: NodeId) {
        let place = self.places[node as usize];
        if place == ABSENT {
            return;
        }
        self.places[node as usize] = ABSENT;
        self.len -= 1;
        let place = place as usize;
        if place < self.len {
            self.put(place, self.entries[self.len]);
            self.restore(place);
        }
    }

    fn put(&mut self, place: usize, entry: (Rank, NodeId)) {
        self.entries[place] = entry;
        self.places[entry.1 as usize] = u32::try_from(place).expect("there are fewer places than node numbers");
    }

    fn comes_first(&self, a: Rank, b: Rank) -> bool {
        if self.greatest_first { a > b } else { a < b }
    }

    /// Moves the entry at `place` up or down to where it belongs.
    fn restore(&mut self, mut place: usize) {
        let entry = self.entries[place];
        while place > 0 {
            let above = self.entries[(place - 1) / 2];
            if !self.comes_first(entry.0, above.0) {
                break;
            }
            self.put(place, above);
            place = (place - 1) / 2;
        }
        loop {
            let left = 2 * place + 1;
            if left >= self.len {
                break;
            }
            let right = left + 1;
            let right_first = right < self.len && self.comes_first(self.entries[right].0, self.entries[left].0);
            let below = if right_first { right } else { left };
            if !self.comes_first(self.entries[below].0, entry.0) {
                break;
            }
            self.put(place, self.entries[below]);
            place = below;
        }
        self.put(place, entry);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::limits::Limits;

    #[test]
    fn agrees_with_a_sorted_map() {
        for greatest_first in [false, true] {
            let mut meter = Meter::for_test(Limits::default());
            let mut heap = if greatest_first { IndexedHeap::greatest_first() } else { IndexedHeap::least_first() };
            heap.reserve(200, &mut meter).unwrap();
            let mut plain: BTreeMap<NodeId, Rank> = BTreeMap::new();
            let mut random = 5u64;
            for _ in 0..100_000 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let node = ((random >> 33) % 200) as u32;
                if (random >> 43).is_multiple_of(3) {
                    heap.remove(node);
                    plain.remove(&node);
                } else {
                    let rank = Rank::new(((random >> 45) % 30) as u32, ((random >> 52) % 30) as u32);
                    heap.set(node, rank);
                    plain.insert(node, rank);
                }
                let expected = if greatest_first { plain.values().max() } else { plain.values().min() };
                assert_eq!(heap.peek().map(|(rank, _)| rank), expected.copied());
                if let Some((rank, node)) = heap.peek() {
                    assert_eq!(plain[&node], rank);
                }
            }
        }
    }

    #[test]
    fn the_deepest_of_equal_promise_is_best() {
        assert!(Rank::new(5, 9) < Rank::new(5, 8));
        assert!(Rank::new(5, 0) < Rank::new(6, 9));
        assert_eq!(Rank::new(7, 3).promise, 7);
    }
}
