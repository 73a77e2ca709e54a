//! A set of hashes: which boards a stage of the beam has met.

use fewest_search::{LimitKind, Meter, Observer};

/// A free place. The board whose hash this is counts as met before it is: one in 2^64 boards is lost.
const FREE: u64 = 0;

/// Hashes in an open-addressing table that is at most half full. It knows boards by their hash alone; where two share one,
/// the second is lost to the beam, which loses most boards anyway.
#[derive(Debug, Default)]
pub(super) struct Seen {
    slots: Vec<u64>,
    len: usize,
}

impl Seen {
    /// Forgets everything, and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.slots.fill(FREE);
        self.len = 0;
    }

    /// Adds a hash; whether it is new.
    pub(super) fn insert<O: Observer>(&mut self, hash: u64, meter: &mut Meter<'_, O>) -> Result<bool, LimitKind> {
        if 2 * self.len >= self.slots.len() {
            self.grow(meter)?;
        }
        let is_new = place(&mut self.slots, hash);
        self.len += usize::from(is_new);
        Ok(is_new)
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<u64>()) as u64
    }

    #[cold]
    fn grow<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let before = self.bytes();
        let slots = (2 * self.slots.len()).max(1 << 10);
        meter.claim((slots * size_of::<u64>()) as u64)?;
        let old = std::mem::replace(&mut self.slots, vec![FREE; slots]);
        for hash in old.into_iter().filter(|&hash| hash != FREE) {
            place(&mut self.slots, hash);
        }
        meter.release(before);
        Ok(())
    }
}

/// Puts a hash into a table with a free place; whether it was not there.
#[inline]
fn place(slots: &mut [u64], hash: u64) -> bool {
    let mask = slots.len() - 1;
    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are kept")]
    let mut at = hash as usize & mask;
    loop {
        if slots[at] == hash {
            return false;
        }
        if slots[at] == FREE {
            slots[at] = hash;
            return true;
        }
        at = (at + 1) & mask;
    }
}

#[cfg(test)]
mod tests {
    use fewest_search::Limits;

    use super::*;

    #[test]
    fn a_hash_is_new_once_until_all_is_forgotten() {
        let limits = Limits::default();
        let mut observer = ();
        let mut meter = Meter::start(&limits, &mut observer);
        let mut seen = Seen::default();
        for _ in 0..2 {
            for hash in 1..5000u64 {
                assert_eq!(seen.insert(hash * 1024, &mut meter), Ok(true));
                assert_eq!(seen.insert(hash * 1024, &mut meter), Ok(false));
            }
            seen.clear();
        }
        assert!(!meter.fits(limits.memory - seen.bytes() + 1) && meter.fits(limits.memory - seen.bytes()));
    }

    #[test]
    fn no_more_is_held_than_allowed() {
        let limits = Limits { memory: 3 << 13, ..Limits::default() };
        let mut observer = ();
        let mut meter = Meter::start(&limits, &mut observer);
        let mut seen = Seen::default();
        let full = (1..).find_map(|hash| seen.insert(hash, &mut meter).err().map(|limit| (hash, limit)));
        assert_eq!(full, Some((1025, LimitKind::Memory)));
    }
}
