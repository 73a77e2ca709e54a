//! Flips between the ranks of stacks, without the stacks: what a census of all of them runs on.
//!
//! The order of a stack is numbered by digits, that of a place worth `place!`; see [`Ranked`](fewest_search::capability::Ranked)
//! for [`Pancakes`](crate::Pancakes). The last k digits, a number below k!, tell the order of the top k pancakes among
//! themselves, whichever they are, and a flip of the top k changes them alone: one lookup in a table of k! numbers. Flips
//! of many pancakes have no table; there the digits are worked out.

use fewest_search::census::{RankGraph, chosen};

use crate::size::Size;

/// Flips of up to so many pancakes have tables: 46,232 numbers in all.
const MOST_IN_TABLES: usize = 8;

/// The most pancakes whose stacks 64 bits can number.
const MOST: usize = 20;

/// The flips of a puzzle between ranks.
///
/// ```
/// use fewest_pancake::{Reversals, Size};
/// use fewest_search::{Limits, census::Census};
///
/// // From the sorted stack, whose rank is 0: all 5,040 stacks of seven pancakes, the farthest 8 flips away.
/// let reversals = Reversals::new(Size::plain(7)?).expect("they are few");
/// let counted = Census::default().run(&reversals, &[0], &[], &Limits::default(), &mut ());
/// assert_eq!(counted.layers, [1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
/// # Ok::<(), fewest_pancake::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reversals {
    size: Size,
    count: u64,
    /// By the number of pancakes: the number of the reversed order of each order.
    tables: Vec<Vec<u32>>,
}

impl Reversals {
    /// The flips of a size; `None` where 64 bits do not count the stacks.
    pub fn new(size: Size) -> Option<Self> {
        let count = size.stacks()?;
        let table = |pancakes: usize| {
            let orders = 0..factorial(pancakes);
            let reversed = |order| Digits::new(order, pancakes).reversed(pancakes);
            orders.map(|order| u32::try_from(reversed(order)).expect("below 8!")).collect()
        };
        let tables = (0..=size.pancakes().min(MOST_IN_TABLES)).map(table).collect();
        Some(Self { size, count, tables })
    }

    /// Visits the orders that flips of a given order lead to, with the number of pancakes of each flip.
    #[inline]
    fn for_each_order(&self, order: u64, mut visit: impl FnMut(usize, u64)) {
        let pancakes = self.size.pancakes();
        // Divisors that the compiler knows make a division a multiplication.
        let eight = order % factorial(MOST_IN_TABLES);
        for count in 1..=MOST_IN_TABLES {
            if count > pancakes {
                return;
            }
            let top = eight % factorial(count);
            #[expect(clippy::cast_possible_truncation, reason = "below 8!")]
            let reversed = self.tables[count][top as usize];
            visit(count, order - top + u64::from(reversed));
        }
        if pancakes > MOST_IN_TABLES {
            let mut digits = Digits::new(order, pancakes);
            for count in (MOST_IN_TABLES + 1..=pancakes).rev() {
                let top = order % factorial(count);
                visit(count, order - top + digits.reversed(count));
                digits.leave_out(count - 1);
            }
        }
    }
}

impl RankGraph for Reversals {
    fn count(&self) -> u64 {
        self.count
    }

    fn for_each_next(&self, first: u64, which: u32, mut visit: impl FnMut(u64)) {
        let pancakes = self.size.pancakes();
        for rank in chosen(first, which) {
            if !self.size.is_burnt() {
                self.for_each_order(rank, |count, next| {
                    if count > 1 {
                        visit(next);
                    }
                });
                continue;
            }
            let sides = rank & ((1 << pancakes) - 1);
            self.for_each_order(rank >> pancakes, |count, next| {
                let top = (1 << count) - 1;
                let turned = !sides.reverse_bits() >> (64 - count);
                visit(next << pancakes | sides & !top | turned);
            });
        }
    }
}

/// n!, for what 64 bits can number.
const fn factorial(n: usize) -> u64 {
    let (mut product, mut factor) = (1, 2);
    while factor <= n {
        product *= factor as u64;
        factor += 1;
    }
    product
}

/// An order taken apart.
struct Digits {
    /// For each place, how many pancakes above belong below.
    digits: [u8; MOST],
    /// For each place, how many of the pancakes that are looked at belong above.
    values: [u8; MOST],
}

impl Digits {
    /// The digits of the order of so many pancakes.
    #[inline]
    fn new(order: u64, pancakes: usize) -> Self {
        let (mut digits, mut values) = ([0; MOST], [0; MOST]);
        let mut rest = order;
        for place in 0..pancakes {
            let base = place as u64 + 1;
            #[expect(clippy::cast_possible_truncation, reason = "a digit is below 20")]
            let digit = (rest % base) as u8;
            rest /= base;
            digits[place] = digit;
            // Of those so far, which are numbered without gaps, so many belong below this one.
            #[expect(clippy::cast_possible_truncation, reason = "below 20")]
            let value = place as u8 - digit;
            for above in &mut values[..place] {
                *above += u8::from(*above >= value);
            }
            values[place] = value;
        }
        Self { digits, values }
    }

    /// The number of the order of the top `count` pancakes, reversed; just these are looked at.
    #[inline]
    fn reversed(&self, count: usize) -> u64 {
        let mut order = 0;
        let mut worth = 1;
        for turned in 0..count {
            let place = count - 1 - turned;
            // Those that belong below: all that do, without those above, which come to lie below.
            let digit = count - 1 - usize::from(self.values[place]) - usize::from(self.digits[place]);
            worth *= turned.max(1) as u64;
            order += worth * digit as u64;
        }
        order
    }

    /// Looks at one pancake less, the lowest.
    #[inline]
    fn leave_out(&mut self, place: usize) {
        let gone = self.values[place];
        for value in &mut self.values[..place] {
            *value -= u8::from(*value > gone);
        }
    }
}

#[cfg(test)]
mod tests {
    use fewest_search::census::ByRank;

    use super::*;
    use crate::packing::Bytes;
    use crate::position::Position;
    use crate::space::Pancakes;

    /// What is looked up and worked out is what making, flipping and numbering a stack says.
    #[test]
    fn reversals_are_flips() {
        let sizes = [Size::plain(1), Size::plain(2), Size::plain(6), Size::plain(10), Size::plain(13), Size::plain(20)];
        let burnt = [Size::burnt(1), Size::burnt(2), Size::burnt(5), Size::burnt(9), Size::burnt(12), Size::burnt(16)];
        for size in sizes.into_iter().chain(burnt).map(|size| size.expect("a size")) {
            let space = Pancakes::<Bytes>::new(&Position::sorted(size)).expect("it fits");
            let reversals = Reversals::new(size).expect("they can be numbered");
            let slow = ByRank::new(&space).expect("they can be numbered");
            assert_eq!(reversals.count(), slow.count());
            // Every rank where they are few, else some all over.
            let stride = usize::try_from(slow.count() / 5000 + 1).expect("it is smaller");
            for rank in (0..slow.count()).step_by(stride) {
                let (mut fast_next, mut slow_next) = (Vec::new(), Vec::new());
                reversals.for_each_next(rank, 1, |next| fast_next.push(next));
                slow.for_each_next(rank, 1, |next| slow_next.push(next));
                fast_next.sort_unstable();
                slow_next.sort_unstable();
                assert_eq!(fast_next, slow_next, "{size}: {rank}");
            }
        }
        assert!(Reversals::new(Size::plain(21).expect("a size")).is_none());
        assert!(Reversals::new(Size::burnt(17).expect("a size")).is_none());
    }
}
