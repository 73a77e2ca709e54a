//! A transposition table (Reinefeld and Marsland 1994): what a depth-first search remembers of the states it has
//! expanded, in memory of a fixed size.
//!
//! Entries hold whole keys, so that no state is ever taken for another. They lie in sets of four; a full set gives up
//! an entry of an earlier round or else the one furthest from the start, below which least was searched.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use crate::closed::discard::discard;
use crate::closed::table::home;
use crate::{Cost, LimitKind, Meter, Observer};

/// Entries of a set.
const WAYS: usize = 4;
/// Bytes that are filled between two looks at the clock.
const FILL: usize = 1 << 20;
/// The hash needs no secret: it must only be the same on every machine.
const HASHER_SEED: u64 = 0x7ab1_e0f7_5eed_5a3d;

/// A state that was expanded in a round, at this cost and after this trace.
#[derive(Clone, Copy, Debug)]
struct Entry<K, T> {
    key: K,
    trace: T,
    cost: Cost,
    /// 0: the entry is empty.
    round: u16,
}

#[derive(Debug)]
pub(crate) struct Transpositions<K: Send + 'static, T: Send + 'static> {
    entries: Vec<Entry<K, T>>,
    round: u16,
    hasher: FixedState,
}

impl<K: Copy + Eq + Hash + Send + 'static, T: Copy + PartialEq + Send + 'static> Transpositions<K, T> {
    /// A table of at most `bytes`, and of one set at least. Any key and trace will do to fill it.
    ///
    /// # Errors
    /// [`LimitKind::Memory`] where it does not fit; another limit that was reached while it was filled.
    pub(crate) fn new<O: Observer>(bytes: u64, key: K, trace: T, meter: &mut Meter<'_, O>) -> Result<Self, LimitKind> {
        let size = size_of::<Entry<K, T>>();
        let sets = usize::try_from(bytes).map_err(|_| LimitKind::Memory)? / (WAYS * size);
        let len = sets.max(1) * WAYS;
        meter.claim((len * size) as u64)?;
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).map_err(|_| LimitKind::Memory)?;
        while entries.len() < len {
            entries.resize(len.min(entries.len() + FILL.div_ceil(size)), Entry { key, trace, cost: 0, round: 0 });
            meter.poll()?;
        }
        Ok(Self { entries, round: 0, hasher: FixedState::with_seed(HASHER_SEED) })
    }

    /// Forgets everything.
    pub(crate) fn begin_round(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.entries.iter_mut().for_each(|entry| entry.round = 0);
            self.round = 1;
        }
    }

    /// Whether the state of this key was expanded in this round at no greater cost, after the same trace or, where
    /// traces do not matter, after any. If not, notes that it will be now.
    pub(crate) fn covers(&mut self, key: K, trace: T, any_trace: bool, cost: Cost) -> bool {
        let round = self.round;
        let set = home(self.hasher.hash_one(key), self.entries.len() / WAYS);
        let set = &mut self.entries[set * WAYS..][..WAYS];
        let same =
            |entry: &Entry<K, T>| entry.round == round && entry.key == key && (any_trace || entry.trace == trace);
        let place = match set.iter().position(same) {
            Some(place) if set[place].cost <= cost => return true,
            Some(place) => place,
            None => {
                let worth = |entry: &Entry<K, T>| (entry.round == round, Cost::MAX - entry.cost);
                (0..WAYS).min_by_key(|&place| worth(&set[place])).expect("a set has entries")
            }
        };
        set[place] = Entry { key, trace, cost, round };
        false
    }
}

impl<K: Send + 'static, T: Send + 'static> Drop for Transpositions<K, T> {
    fn drop(&mut self) {
        let bytes = self.entries.len() * size_of::<Entry<K, T>>();
        discard(std::mem::take(&mut self.entries), bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed::Colliding;
    use crate::limits::Limits;

    fn table<K: Copy + Eq + Hash + Send>(bytes: u64, key: K) -> Result<Transpositions<K, u8>, LimitKind> {
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let mut observer = ();
        Transpositions::new(bytes, key, 0, &mut Meter::start(&limits, &mut observer))
    }

    #[test]
    fn only_what_was_expanded_as_cheaply_in_this_round_is_covered() {
        let mut table = table(1 << 16, 7u64).unwrap();
        table.begin_round();
        assert!(!table.covers(7, 0, true, 0), "what fills an empty table is in no round");
        assert!(!table.covers(8, 1, false, 5));
        assert!(table.covers(8, 1, false, 5) && table.covers(8, 1, false, 6));
        assert!(!table.covers(8, 1, false, 4), "a cheaper path leads further");
        assert!(table.covers(8, 1, false, 4));
        assert!(!table.covers(8, 2, false, 9) && table.covers(8, 3, true, 9));
        table.begin_round();
        assert!(!table.covers(8, 1, false, 4));
    }

    #[test]
    fn a_full_set_gives_up_what_is_old_and_then_what_is_deep() {
        let mut table = table(1 << 16, Colliding(0)).unwrap();
        table.begin_round();
        for key in 1..=4 {
            assert!(!table.covers(Colliding(key), 0, true, key));
        }
        assert!(!table.covers(Colliding(5), 0, true, 3), "a collision is not taken for equality");
        let kept: Vec<_> = table.entries.iter().filter(|entry| entry.round == 1).map(|entry| entry.key.0).collect();
        assert_eq!(kept, [1, 2, 3, 5], "4 was the deepest");
        table.begin_round();
        assert!(!table.covers(Colliding(6), 0, true, 99));
        assert!(!table.covers(Colliding(7), 0, true, 98), "there is room where the last round's entries are");
        assert!(table.covers(Colliding(6), 0, true, 99));
    }

    #[test]
    fn rounds_beyond_counting_forget_too() {
        let mut table = table(0, 7u64).unwrap();
        table.begin_round();
        assert!(!table.covers(8, 0, true, 1));
        for _ in 0..u16::MAX {
            table.begin_round();
        }
        assert!(!table.covers(8, 0, true, 1));
    }

    #[test]
    fn a_table_takes_what_it_was_given_and_no_more_than_there_is() {
        let table_of = |bytes| table(bytes, 0u64).map(|table| table.entries.len() * size_of::<Entry<u64, u8>>());
        assert_eq!(table_of(1000), Ok(960));
        assert_eq!(table_of(1 << 20), Ok(1 << 20));
        assert_eq!(table_of(1 << 21), Err(LimitKind::Memory));
    }
}
