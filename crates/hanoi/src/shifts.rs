//! Moves between the ranks of arrangements, without the arrangements: what a census of all of them runs on.
//!
//! A rank is the number whose digits are the pegs of the discs, the smallest last. A move changes one digit. The last digits
//! tell the discs on top, mostly after a few: no more are read than it takes to meet every peg.

use fewest_search::census::{RankGraph, chosen};

use crate::size::{MAX_PEGS, Size};

/// The moves of a puzzle between ranks.
///
/// ```
/// use fewest_search::{Limits, census::Census};
/// use fewest_hanoi::{Shifts, Size};
///
/// // From all discs on the first peg, whose rank is 0: the farthest are all on another.
/// let shifts = Shifts::new(Size::new(8, 3)?).expect("it is small");
/// let counted = Census::default().run(&shifts, &[0], &[], &Limits::default(), &mut ());
/// assert_eq!((counted.layers.len() - 1, counted.total()), (255, 6561));
/// # Ok::<(), fewest_hanoi::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shifts {
    size: Size,
    count: u64,
    /// What a step of each disc from a peg to the next adds.
    powers: Vec<u64>,
}

impl Shifts {
    /// The moves of a size; `None` where 64 bits do not count the arrangements.
    pub fn new(size: Size) -> Option<Self> {
        let pegs = size.pegs() as u64;
        let count = (0..size.discs()).try_fold(1u64, |count, _| count.checked_mul(pegs))?;
        let powers = std::iter::successors(Some(1), |power| Some(power * pegs)).take(size.discs()).collect();
        Some(Self { size, count, powers })
    }

    /// The smallest disc of each peg, or the number of discs where it has none.
    #[inline]
    fn tops(&self, rank: u64) -> [usize; MAX_PEGS] {
        let (discs, pegs) = (self.size.discs(), self.size.pegs());
        let mut tops = [discs; MAX_PEGS];
        let (mut rest, mut missing) = (rank, pegs);
        for disc in 0..discs {
            #[expect(clippy::cast_possible_truncation, reason = "a digit is below the number of pegs")]
            let peg = (rest % pegs as u64) as usize;
            rest /= pegs as u64;
            if tops[peg] == discs {
                tops[peg] = disc;
                missing -= 1;
                if missing == 0 {
                    break;
                }
            }
        }
        tops
    }
}

impl RankGraph for Shifts {
    fn count(&self) -> u64 {
        self.count
    }

    fn for_each_next(&self, first: u64, which: u32, mut visit: impl FnMut(u64)) {
        for rank in chosen(first, which) {
            let tops = self.tops(rank);
            let tops = &tops[..self.size.pegs()];
            for (from, &disc) in tops.iter().enumerate() {
                for (to, &top) in tops.iter().enumerate() {
                    if disc < top {
                        let power = self.powers[disc];
                        visit(rank - from as u64 * power + to as u64 * power);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fewest_search::census::ByRank;

    use super::*;
    use crate::discs::Bytes;
    use crate::position::Position;
    use crate::space::Hanoi;

    /// A changed digit is what making, moving and numbering an arrangement says, for every one.
    #[test]
    fn shifts_are_moves() {
        for (discs, pegs) in [(1, 3), (6, 3), (5, 4), (4, 5), (3, 7), (2, 26)] {
            let size = Size::new(discs, pegs).expect("a size");
            let space = Hanoi::<Bytes>::new(&Position::stacked(size)).expect("it fits");
            let shifts = Shifts::new(size).expect("it is small");
            let slow = ByRank::new(&space).expect("it is small");
            assert_eq!(shifts.count(), slow.count());
            for rank in 0..slow.count() {
                let (mut fast_next, mut slow_next) = (Vec::new(), Vec::new());
                shifts.for_each_next(rank, 1, |next| fast_next.push(next));
                slow.for_each_next(rank, 1, |next| slow_next.push(next));
                fast_next.sort_unstable();
                slow_next.sort_unstable();
                assert_eq!(fast_next, slow_next, "{size}: {rank}");
            }
        }
        assert!(Shifts::new(Size::new(64, 3).expect("a size")).is_none());
    }
}
