//! Paths of a piece beyond its first step, where all spots are in one word: see [`sieve`](super::sieve).
//!
//! Most pieces that can make a step can then make no other but back. So first steps are taken as they are where only steps count,
//! and only those pieces that can go on from one are looked at one by one.
//!
//! Here too one order is enough of two moves that do not touch each other. What a piece of an earlier kind can reach without entering
//! the trail of the last move is left out; to go where it must cross the trail, it had to wait.

use crate::bits::Bits;
use crate::exhaustive::pack::{Expander, Spare};
use crate::exhaustive::scratch::{CHUNK, Scratch, Step};
use crate::exhaustive::sieve::Sieve;
use crate::exhaustive::states::States;
use crate::exhaustive::word::Word;

/// The way and the distance of a path that is not a line.
const CROOKED: u8 = 0;

impl<B: Bits, K: Word> Expander<'_, B, K> {
    /// Adds what comes of every piece that made a step, or could have, going on from there.
    #[inline]
    pub(super) fn roam<const MIRRORED: bool>(
        &self,
        sieve: &Sieve<B, K>,
        spares: &[Spare],
        scratch: &Scratch<B, K>,
        out: &mut States<K>,
    ) {
        let mut goes_on = [0u64; CHUNK];
        let steps = &scratch.steps[..scratch.step_count];
        let quiet_steps = &scratch.quiet_steps[..scratch.quiet_count];
        for &step in steps.iter().chain(quiet_steps) {
            let others = scratch.taken[step.owner() % CHUNK].without(self.spots[step.from()].cells);
            let ways = self.open(step.to(), others) & !(1 << (3 - step.way()));
            goes_on[step.owner() % CHUNK] |= u64::from(ways != 0) << (step.from() % 64);
        }
        for (state, (&pieces, &spare)) in goes_on.iter().zip(spares).enumerate() {
            let mut left = pieces;
            while left != 0 {
                let from = left.trailing_zeros() as usize;
                left &= left - 1;
                let others = scratch.taken[state].without(self.spots[from].cells);
                let trail = sieve.trail(spare);
                let mut reached = self.reach(from, others);
                if trail.before >> from & 1 != 0 {
                    reached &= !self.reach(from, others | trail.cells);
                }
                let mut put = |to: usize, last: u8| {
                    #[expect(clippy::cast_possible_truncation, reason = "at most 64 spots")]
                    let step = Step::new(state as u16, from as u16, to as u16, 0);
                    let (key, spare) =
                        self.put::<MIRRORED>(scratch.keys[state], scratch.twins[state], step, 0b1111, last);
                    out.push(key, spare);
                };
                reached &= !(1 << from);
                for way in 0..4 {
                    let mut to = from;
                    for distance in 1u8.. {
                        if self.spots[to].enters[way].meets(others) {
                            break;
                        }
                        to = usize::from(self.spots[to].next[way]);
                        // First steps were taken before.
                        if distance > 1 && reached >> to & 1 != 0 {
                            #[expect(clippy::cast_possible_truncation, reason = "one of four")]
                            put(to, way as u8 | distance << 2);
                        }
                        reached &= !(1 << to);
                    }
                }
                while reached != 0 {
                    put(reached.trailing_zeros() as usize, CROOKED);
                    reached &= reached - 1;
                }
            }
        }
    }

    /// The ways in which a piece can make a step among others, a bit for each.
    #[inline]
    pub(super) fn open(&self, place: usize, others: B) -> u8 {
        let spot = &self.spots[place];
        // Where there is no step, it would enter every square, and some are taken by others: there is more than one piece.
        let is_open = |way: usize| u8::from(!spot.enters[way].meets(others)) << way;
        is_open(0) | is_open(1) | is_open(2) | is_open(3)
    }

    /// The spots that a piece can reach among others that stay.
    #[inline]
    fn reach(&self, from: usize, others: B) -> u64 {
        let mut seen = 1u64 << from;
        let mut waiting = seen;
        while waiting != 0 {
            let spot = &self.spots[waiting.trailing_zeros() as usize];
            waiting &= waiting - 1;
            for way in 0..4 {
                let is_open = u64::from(!spot.enters[way].meets(others));
                let new = is_open << (spot.next[way] % 64) & !seen;
                seen |= new;
                waiting |= new;
            }
        }
        seen
    }
}
