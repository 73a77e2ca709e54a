//! Two bits a position, and which parts of the table are worth a look.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::closed::discard;
use crate::{Cost, LimitKind, Meter, Observer};

/// Positions in a word.
pub(super) const PER_WORD: u64 = 32;
/// Words that share a flag.
pub(super) const STRIDE: usize = 32;
/// Words that share a word of flags.
pub(super) const SPAN: usize = STRIDE * 64;
/// The lower bits of all pairs.
const LOW: u64 = 0x5555_5555_5555_5555;
/// Words that are made ready between two looks at the limits.
const PERIOD: usize = 1 << 20;

/// Two bits a position: 00 not met, 11 done; 01 is a layer of even depth and 10 one of odd depth, so that what is "next"
/// becomes "now" without a change.
///
/// A flag stands for [`STRIDE`] words and says that some of them have a position of a layer. Puzzles whose layers are many
/// and small need not be looked through for each.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<AtomicU64>,
    /// For layers of even and of odd depth.
    flags: [Vec<AtomicU64>; 2],
}

/// Which kind of layer a depth has.
#[inline]
fn turn(depth: Cost) -> usize {
    (depth % 2) as usize
}

impl Table {
    /// The bytes of a table for so many positions.
    pub(super) fn bytes(positions: u64) -> u64 {
        let words = positions.div_ceil(PER_WORD);
        words.saturating_mul(8).saturating_add(words.div_ceil(SPAN as u64).saturating_mul(16))
    }

    /// A table that has met none of so many positions.
    pub(super) fn new<O: Observer>(positions: u64, meter: &mut Meter<'_, O>) -> Result<Self, LimitKind> {
        meter.claim(Self::bytes(positions))?;
        let words = usize::try_from(positions.div_ceil(PER_WORD)).map_err(|_| LimitKind::Memory)?;
        let spans = words.div_ceil(SPAN);
        let flags = [zeros(spans, meter)?, zeros(spans, meter)?];
        Ok(Self { words: zeros(words, meter)?, flags })
    }

    /// How many words of flags there are: the pieces of work of a layer.
    pub(super) fn spans(&self) -> usize {
        self.flags[0].len()
    }

    pub(super) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// Enters a position that was not met into the layer of a depth; whether it was not met.
    #[inline]
    pub(super) fn mark(&self, place: u64, depth: Cost) -> bool {
        let (index, shift) = (index(place / PER_WORD), 2 * (place % PER_WORD));
        let word = &self.words[index];
        if word.load(Ordering::Relaxed) >> shift & 3 != 0 {
            return false;
        }
        // All who come here at one time write the same; the first to write has met it.
        let turn = turn(depth);
        if word.fetch_or(1 << turn << shift, Ordering::Relaxed) >> shift & 3 != 0 {
            return false;
        }
        self.flag(index, turn);
        true
    }

    /// Notes that a word has a position of a layer.
    #[inline]
    fn flag(&self, word: usize, turn: usize) {
        let (flags, bit) = (&self.flags[turn][word / SPAN], 1 << (word / STRIDE % 64));
        if flags.load(Ordering::Relaxed) & bit == 0 {
            flags.fetch_or(bit, Ordering::Relaxed);
        }
    }

    pub(super) fn is_met(&self, place: u64) -> bool {
        self.words[index(place / PER_WORD)].load(Ordering::Relaxed) >> (2 * (place % PER_WORD)) & 3 != 0
    }

    /// The flags of a span for the layer of a depth, which are taken away.
    pub(super) fn take_flags(&self, span: usize, depth: Cost) -> u64 {
        self.flags[turn(depth)][span].swap(0, Ordering::Relaxed)
    }

    /// The positions of a word in the layer of a depth, a bit for each. They are done from now on.
    #[inline]
    pub(super) fn take(&self, word: usize, depth: Cost) -> u32 {
        let turn = turn(depth);
        let bits = self.words[word].load(Ordering::Relaxed);
        let (this, other) = (bits >> turn, bits >> (1 - turn));
        let layer = this & !other & LOW;
        if layer == 0 {
            return 0;
        }
        self.words[word].fetch_or(layer << (1 - turn), Ordering::Relaxed);
        gather(layer)
    }

    /// Puts back a word of a table that was in a file, where the layer of this depth comes next.
    pub(super) fn restore(&self, word: usize, bits: u64, depth: Cost) {
        self.words[word].store(bits, Ordering::Relaxed);
        let turn = turn(depth);
        if bits >> turn & !(bits >> (1 - turn)) & LOW != 0 {
            self.flag(word, turn);
        }
    }

    /// Forgets all positions, but for the flags.
    pub(super) fn clear<O: Observer>(&self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        for words in self.words.chunks(PERIOD) {
            meter.poll()?;
            for word in words {
                word.store(0, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    pub(super) fn clear_flags(&self) {
        self.flags.iter().flatten().for_each(|flags| flags.store(0, Ordering::Relaxed));
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let words = std::mem::take(&mut self.words);
        let bytes = size_of_val(words.as_slice());
        discard(words, bytes);
    }
}

fn zeros<O: Observer>(count: usize, meter: &mut Meter<'_, O>) -> Result<Vec<AtomicU64>, LimitKind> {
    let mut words = Vec::new();
    words.try_reserve_exact(count).map_err(|_| LimitKind::Memory)?;
    while words.len() < count {
        meter.poll()?;
        words.resize_with(count.min(words.len() + PERIOD), AtomicU64::default);
    }
    Ok(words)
}

/// The number of a word, in a table that is in memory.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the table is in memory")]
fn index(word: u64) -> usize {
    word as usize
}

/// The lower bits of all pairs, side by side.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is what was gathered")]
fn gather(pairs: u64) -> u32 {
    let mut bits = pairs;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn table(positions: u64) -> Table {
        let limits = Limits::default();
        Table::new(positions, &mut Meter::start(&limits, &mut ())).expect("it is small")
    }

    #[test]
    fn a_position_is_met_once_and_taken_once() {
        for depth in [4, 7] {
            let table = table(1 << 17);
            for place in [0, 1, 31, 32, 1023, 1024, 65_535, 65_536, (1 << 17) - 1] {
                assert!(!table.is_met(place));
                assert!(table.mark(place, depth) && !table.mark(place, depth) && !table.mark(place, depth + 1));
                assert!(table.is_met(place));
            }
            assert_eq!((table.take(0, depth + 1), table.take(0, depth)), (0, 1 | 1 << 1 | 1 << 31));
            assert_eq!((table.take(0, depth), table.take_flags(0, depth + 1)), (0, 0));
            assert_eq!((table.take_flags(0, depth), table.take_flags(0, depth)), (0b11 | 1 << 63, 0));
            assert!(table.is_met(31) && !table.mark(31, depth + 1) && !table.mark(31, depth + 2));
            table.clear(&mut Meter::start(&Limits::default(), &mut ())).expect("no limit comes");
            table.clear_flags();
            assert!(!table.is_met(31) && table.take(0, depth) == 0 && table.take_flags(1, depth) == 0);
        }
    }

    #[test]
    fn bits_are_gathered_in_order() {
        for bit in 0..32 {
            assert_eq!(gather(1 << (2 * bit)), 1 << bit);
        }
        assert_eq!(gather(LOW), u32::MAX);
    }
}
