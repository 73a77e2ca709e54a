//! The states met, while they are few: whole, in one table that stays near the processor.
//!
//! What is new is hard to foretell. So every state is written at the end of the next layer, which is lengthened if it was new, and
//! the place in the table is written in any case, with what was there or with the state.

use crate::exhaustive::pack::Spare;
use crate::exhaustive::scratch::add_if;
use crate::exhaustive::states::States;
use crate::exhaustive::table::{Phase, Scramble, probe};
use crate::exhaustive::word::Word;

/// Places of a new table, as a power of two, and the most that there can be.
const FIRST_PLACE_BITS: u32 = 13;
const MOST_PLACE_BITS: u32 = 16;
/// The most bits of a state that leave room for its phase.
pub(super) const MOST_BITS: u32 = u64::BITS - 2;

/// A table of whole states, found by linear probing.
#[derive(Clone, Debug)]
pub(super) struct SmallTable {
    places: Vec<u64>,
    /// The bits of a scrambled state behind those of its place.
    rest_bits: u32,
    count: usize,
}

impl SmallTable {
    fn sized(scramble: Scramble, place_bits: u32) -> Self {
        Self { places: vec![0; 1 << place_bits], rest_bits: scramble.bits - place_bits, count: 0 }
    }

    /// An empty table for states that are scrambled like this; `None` where they are too long.
    pub(super) fn new(scramble: Scramble) -> Option<Self> {
        (scramble.bits <= MOST_BITS).then(|| Self::sized(scramble, FIRST_PLACE_BITS))
    }

    pub(super) const FIRST_BYTES: u64 = 8 << FIRST_PLACE_BITS;

    pub(super) fn bytes(&self) -> u64 {
        self.places.len() as u64 * 8
    }

    /// Whether so many more states may come in: half of the places stay empty.
    #[inline]
    pub(super) fn has_room(&self, more: usize) -> bool {
        2 * (self.count + more) <= self.places.len()
    }

    /// The next size at which so many more have room, as a power of two; `None` where that is too large.
    pub(super) fn next_place_bits(&self, more: usize) -> Option<u32> {
        let needed = (2 * (self.count + more)).next_power_of_two().ilog2();
        (needed <= MOST_PLACE_BITS).then(|| needed.max(self.places.len().ilog2() + 2).min(MOST_PLACE_BITS))
    }

    pub(super) fn grow(&mut self, scramble: Scramble, place_bits: u32) {
        let mut grown = Self::sized(scramble, place_bits);
        // Which places are empty is hard to foretell, so those that are not are listed first.
        for places in self.places.chunks(256) {
            let mut entries = [0; 257];
            let mut count = 0;
            for &entry in places {
                add_if(&mut entries, &mut count, entry, entry != 0);
            }
            for &entry in &entries[..count] {
                let place = grown.find(entry >> 2, entry & !3);
                grown.places[place] = entry;
            }
        }
        grown.count = self.count;
        *self = grown;
    }

    #[inline]
    fn find(&self, scrambled: u64, entry: u64) -> usize {
        probe(&self.places, scrambled >> self.rest_bits, entry)
    }

    /// Notes states, for which there is room, and adds those that are new to `next`.
    #[inline]
    pub(super) fn insert<K: Word>(&mut self, batch: &States<K>, scrambled: &[u64], phase: Phase, next: &mut States<K>) {
        let before = next.len();
        let mut count = before;
        next.keys.resize(before + batch.len(), K::ZERO);
        next.spares.resize(before + batch.len(), Spare::NONE);
        let (keys, spares) = (&mut next.keys[..], &mut next.spares[..]);
        for ((&key, &spare), &scrambled) in batch.keys.iter().zip(&batch.spares).zip(scrambled) {
            let entry = scrambled << 2;
            let place = self.find(scrambled, entry);
            let old = self.places[place];
            let is_new = old == 0;
            self.places[place] = if is_new { entry | phase.bits() } else { old };
            keys[count] = key;
            spares[count] = spare;
            count += usize::from(is_new);
        }
        next.keys.truncate(count);
        next.spares.truncate(count);
        self.count += count - before;
    }

    /// The phase of a state, or `None` where it is not there.
    pub(super) fn phase(&self, scrambled: u64) -> Option<Phase> {
        Phase::from_bits(self.places[self.find(scrambled, scrambled << 2)])
    }

    /// Every state as it was scrambled, and its phase.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, Phase)> + '_ {
        self.places.iter().filter_map(|&entry| Some((entry >> 2, Phase::from_bits(entry)?)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// What is put in is there, once, with the phase it came with first, at every size.
    #[test]
    fn a_near_table_holds_what_was_put_in() {
        for bits in [32, 44, 62] {
            let scramble = Scramble::new(bits);
            let mut table = SmallTable::new(scramble).expect("short enough");
            let mut truth: HashMap<u64, Phase> = HashMap::new();
            let mut next = States::<u64>::default();
            let mut word = 1u64;
            for round in 0..100u32 {
                let mut batch = States::default();
                for _ in 0..250 {
                    word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    batch.push(((word >> 40) % 30_000) << (bits - 20), Spare::NONE);
                }
                let scrambled: Vec<u64> = batch.keys.iter().map(|&key| scramble.apply(key)).collect();
                while !table.has_room(batch.len()) {
                    let place_bits = table.next_place_bits(batch.len()).expect("few");
                    table.grow(scramble, place_bits);
                }
                next.clear();
                table.insert(&batch, &scrambled, Phase::of(round), &mut next);
                let mut new = Vec::new();
                for (&key, &scrambled) in batch.keys.iter().zip(&scrambled) {
                    if truth.insert(scrambled, Phase::of(round)).is_none() {
                        new.push(key);
                    } else {
                        truth.insert(scrambled, table.phase(scrambled).expect("it is there"));
                    }
                }
                assert_eq!(next.keys, new);
            }
            assert_eq!(table.iter().collect::<HashMap<_, _>>(), truth);
            assert_eq!(table.count, truth.len());
            assert!((0..1000).all(|index| !truth.contains_key(&index) || table.phase(index).is_some()));
        }
    }

    #[test]
    fn states_without_room_for_a_phase_are_refused() {
        assert!(SmallTable::new(Scramble::new(MOST_BITS)).is_some());
        assert!(SmallTable::new(Scramble::new(MOST_BITS + 1)).is_none());
    }
}
