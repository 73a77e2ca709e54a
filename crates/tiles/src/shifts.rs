//! Moves between the ranks of positions, without the positions: what a census of all of them runs on.
//!
//! A rank is the place of the blank and the order of the tiles, read line by line along the shorter side of the board with
//! the blank left out. Hence
//!
//! - a move along a line changes the blank's place alone, and the rank by a constant;
//! - a move across lines of `w` cells carries one tile past `w - 1` others: it turns `w` tiles that follow each other. The
//!   order is written as digits of the factorial number system, each the rank of a tile among those that come after it.
//!   Tiles before the `w` have the same ones after them as before, and so have those behind: `w` digits change, and what
//!   they become depends on them alone. One table for each pair of places tells it, by a division and a lookup.
//!
//! The last two digits are not written; the parity of the others tells them. Where they are among the `w`, the table is asked
//! for either parity of the digits before.

use std::marker::PhantomData;

use fewest_search::capability::Ranked;
use fewest_search::census::{RankGraph, chosen};

use crate::{Cells, Metric, Tiles};

/// The most cells of a board for which there are tables.
const MOST_CELLS: usize = 16;

/// The moves of a board between ranks.
///
/// ```
/// use fewest_search::{Limits, census::Census};
/// use fewest_search::capability::Ranked;
/// use fewest_tiles::{Goal, Mtm, Nibbles, Shifts, Tiles};
///
/// let space = Tiles::<Nibbles, Mtm>::new(&Goal::BlankLast.position("3x3".parse()?)?)?;
/// let shifts = Shifts::new(&space).expect("the board is small");
/// let counted = Census::default().run(&shifts, &[space.rank(space.goal())], &[], &Limits::default(), &mut ());
/// assert_eq!((counted.layers.len() - 1, counted.total()), (24, 181_440));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shifts<M> {
    count: u64,
    /// Ranks for one place of the blank.
    arrangements: u64,
    /// Cells of a line.
    stride: usize,
    /// How far the blank can go from each place.
    reach: Vec<Reach>,
    /// Between each place and the one across from it in the next line.
    turns: Vec<Turn>,
    metric: PhantomData<M>,
}

/// The places that the blank can go to in each direction: back and forth along its line, and to lines before and after.
#[derive(Clone, Copy, Debug)]
struct Reach {
    back: u64,
    forth: u64,
    up: usize,
    down: usize,
}

/// What a move of the blank across lines does to the order of the tiles, from one place to the next and back.
#[derive(Clone, Debug)]
struct Turn {
    /// Divides what comes behind the changing digits away.
    low: Divisor,
    /// Divides the changing digits from those before.
    middle: Divisor,
    /// What is added to a rank, by the changing digits; twice as many where parity matters.
    down: Vec<i64>,
    up: Vec<i64>,
    parity: Option<PrefixParity>,
}

/// The parity of the sum of the first digits.
#[derive(Clone, Debug)]
struct PrefixParity {
    split: Divisor,
    /// By the digits before the split, and by those behind.
    outer: Vec<u8>,
    inner: Vec<u8>,
}

/// Division by a constant as a multiplication, exact where dividend times divisor is below 2^64.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    by: u64,
    /// 2^64 over the divisor, rounded up; 0 for 1.
    inverse: u64,
    /// All bits for 1, none else.
    whole: u64,
}

impl Divisor {
    /// Divides numbers below `bound`.
    fn new(by: u64, bound: u64) -> Self {
        assert!(bound.checked_mul(by).is_some(), "the quotient would not be exact");
        match by {
            1 => Self { by, inverse: 0, whole: u64::MAX },
            _ => Self { by, inverse: (u64::MAX / by) + 1, whole: 0 },
        }
    }

    #[inline]
    fn divide(self, number: u64) -> u64 {
        let quotient = ((u128::from(number) * u128::from(self.inverse)) >> 64) as u64;
        quotient + (number & self.whole)
    }

    /// Quotient and remainder.
    #[inline]
    fn split(self, number: u64) -> (u64, u64) {
        let quotient = self.divide(number);
        (quotient, number - quotient * self.by)
    }
}

impl PrefixParity {
    /// Of the first `count` digits, where the digit `i` is below `tiles - i`.
    fn new(tiles: usize, count: usize) -> Self {
        let combinations = |digits: std::ops::Range<usize>| digits.map(|digit| (tiles - digit) as u64).product::<u64>();
        let at = (0..count).find(|&at| combinations(0..at) >= combinations(at..count)).unwrap_or(count);
        let parities = |digits: std::ops::Range<usize>| {
            let mut parities = vec![0];
            for digit in digits {
                let each = |&parity: &u8| (0..tiles - digit).map(move |value| parity ^ u8::from(value % 2 == 1));
                parities = parities.iter().flat_map(each).collect();
            }
            parities
        };
        let split = Divisor::new(combinations(at..count), combinations(0..count));
        Self { split, outer: parities(0..at), inner: parities(at..count) }
    }

    #[inline]
    fn of(&self, digits: u64) -> u8 {
        let (outer, inner) = self.split.split(digits);
        self.outer[index(outer)] ^ self.inner[index(inner)]
    }
}

impl Turn {
    /// The rank of the tiles after a move, by its table.
    #[inline]
    fn apply(&self, order: u64, table: &[i64]) -> u64 {
        let (before, middle) = self.middle.split(self.low.divide(order));
        let place = match &self.parity {
            Some(parity) => u64::from(parity.of(before)) * self.middle.by + middle,
            None => middle,
        };
        order.wrapping_add_signed(table[index(place)])
    }
}

/// A number that names a place in a table.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the table is in memory")]
fn index(number: u64) -> usize {
    number as usize
}

impl<M: Metric> Shifts<M> {
    /// The moves of a space; `None` for a board of more than 16 cells, whose positions nobody counts.
    pub fn new<C: Cells>(space: &Tiles<C, M>) -> Option<Self> {
        let size = space.size();
        if size.cells() > MOST_CELLS {
            return None;
        }
        let count = space.rank_count()?;
        let arrangements = count / size.cells() as u64;
        let (stride, lines) = (size.width().min(size.height()), size.width().max(size.height()));
        let longest = usize::from(M::longest_move(size));
        let reach = (0..size.cells()).map(|place| {
            let (line, column) = (place / stride, place % stride);
            Reach {
                back: column.min(longest) as u64,
                forth: (stride - 1 - column).min(longest) as u64,
                up: line.min(longest),
                down: (lines - 1 - line).min(longest),
            }
        });
        let order = Order::new(space, stride);
        let turns = (0..size.cells() - stride).map(|place| order.turn(place, arrangements));
        let (reach, turns) = (reach.collect(), turns.collect());
        Some(Self { count, arrangements, stride, reach, turns, metric: PhantomData })
    }
}

impl<M: Metric> RankGraph for Shifts<M> {
    fn count(&self) -> u64 {
        self.count
    }

    #[inline]
    fn for_each_next(&self, first: u64, which: u32, mut visit: impl FnMut(u64)) {
        let arrangements = self.arrangements;
        // Ranks that follow each other mostly share the place of the blank.
        let (mut blank, mut begin, mut end) = (0, 0, 0);
        for rank in chosen(first, which) {
            if rank >= end {
                blank = index(rank / arrangements);
                begin = blank as u64 * arrangements;
                end = begin + arrangements;
            }
            let reach = self.reach[blank];
            for steps in 1..=reach.back {
                visit(rank - steps * arrangements);
            }
            for steps in 1..=reach.forth {
                visit(rank + steps * arrangements);
            }
            let across = self.stride as u64 * arrangements;
            let (mut order, mut base) = (rank - begin, begin);
            for step in 1..=reach.up {
                let turn = &self.turns[blank - step * self.stride];
                order = turn.apply(order, &turn.up);
                base -= across;
                visit(base + order);
            }
            (order, base) = (rank - begin, begin);
            for step in 0..reach.down {
                let turn = &self.turns[blank + step * self.stride];
                order = turn.apply(order, &turn.down);
                base += across;
                visit(base + order);
            }
        }
    }
}

/// How the order of the tiles is written as digits.
struct Order {
    tiles: usize,
    stride: usize,
    /// Digits that are written: all but the last two, or none on a line, where the order never changes.
    written: usize,
    /// The parity of all digits where the blank is in the first line.
    parity: usize,
}

impl Order {
    fn new<C: Cells, M: Metric>(space: &Tiles<C, M>, stride: usize) -> Self {
        let order: Vec<usize> = space.reading_order(space.goal()).filter(|&tile| tile != 0).collect();
        let tiles = order.len();
        let inversions = (0..tiles).flat_map(|at| (at + 1..tiles).map(move |after| (at, after)));
        let inversions = inversions.filter(|&(at, after)| order[at] > order[after]).count();
        let blank = space.reading_order(space.goal()).position(|tile| tile == 0).expect("a board has a blank");
        let parity = inversions + blank / stride * (stride - 1);
        Self { tiles, stride, written: if stride == 1 { 0 } else { tiles - 2 }, parity }
    }

    /// Between a place and the one across from it in the next line.
    fn turn(&self, place: usize, arrangements: u64) -> Turn {
        let (begin, end) = (place.min(self.written), (place + self.stride).min(self.written));
        let base = |digit: usize| (self.tiles - digit) as u64;
        let low: u64 = (end..self.written).map(base).product();
        let middle: u64 = (begin..end).map(base).product();
        let needs_parity = self.stride > 1 && place + self.stride > self.written;
        let line = place / self.stride;
        let table = |line: usize, turn: fn(&mut [usize])| {
            let each = |parity: usize| (0..middle).map(move |digits| (parity, digits));
            let all = (0..=usize::from(needs_parity)).flat_map(each);
            all.map(move |(parity, digits)| {
                let parity = parity + self.parity + line * (self.stride - 1);
                let after = self.turned(place, digits, parity, turn);
                (after.cast_signed() - digits.cast_signed()) * low.cast_signed()
            })
        };
        Turn {
            low: Divisor::new(low, arrangements),
            middle: Divisor::new(middle, arrangements / low),
            down: table(line, |tiles| tiles.rotate_right(1)).collect(),
            up: table(line + 1, |tiles| tiles.rotate_left(1)).collect(),
            parity: needs_parity.then(|| PrefixParity::new(self.tiles, begin)),
        }
    }

    /// The digits of the tiles from a place on after these are turned. `parity` is that of all digits less those before.
    fn turned(&self, place: usize, digits: u64, parity: usize, turn: fn(&mut [usize])) -> u64 {
        if self.stride == 1 {
            return digits;
        }
        let end = (place + self.stride).min(self.written);
        let mut window = vec![0; self.stride];
        let mut rest = digits;
        for at in (place..end).rev() {
            let base = (self.tiles - at) as u64;
            window[at - place] = index(rest % base);
            rest /= base;
        }
        // The last digit but one is what the parity of the others leaves; the last is 0.
        if let Some(decided) = self.tiles.checked_sub(2 + place).filter(|&at| at < self.stride) {
            window[decided] = (parity + window[..decided].iter().sum::<usize>()) % 2;
        }
        let mut unused: Vec<usize> = (place..self.tiles).collect();
        let mut tiles: Vec<usize> = window.iter().map(|&digit| unused.remove(digit)).collect();
        turn(&mut tiles);
        let digit = |at: usize| tiles[at] - place - tiles[..at].iter().filter(|&&tile| tile < tiles[at]).count();
        (place..end).fold(0, |digits, at| digits * (self.tiles - at) as u64 + digit(at - place) as u64)
    }
}

#[cfg(test)]
mod tests {
    use fewest_search::StateSpace;
    use fewest_search::census::ByRank;

    use super::*;
    use crate::{Bytes, Mtm, Nibbles, Position, Stm};

    fn next_ranks(graph: &impl RankGraph, rank: u64) -> Vec<u64> {
        let mut ranks = Vec::new();
        graph.for_each_next(rank, 1, |next| ranks.push(next));
        ranks.sort_unstable();
        ranks
    }

    fn agrees<M: Metric>(goal: &str, every: usize) {
        let goal: Position = goal.parse().expect("a position");
        let space = Tiles::<Nibbles, M>::new(&goal).expect("it is small");
        let shifts = Shifts::new(&space).expect("it is small");
        let slow = ByRank::new(&space).expect("it is small");
        assert_eq!(shifts.count(), slow.count());
        assert!(space.is_goal(&space.unrank(space.rank(space.goal()))));
        for rank in (0..slow.count()).step_by(every) {
            assert_eq!(next_ranks(&shifts, rank), next_ranks(&slow, rank), "{goal}: {rank}");
        }
    }

    /// The tables say what making, moving and numbering positions says: on small boards for every one.
    #[test]
    fn shifts_are_moves() {
        for goal in ["0", "1/0", "3/1/0/2", "1 2/3 0", "3 2/0 1", "1 2 3/4 5 0", "1 2/0 3/5 4", "4 2 0/1 5 3"] {
            agrees::<Stm>(goal, 1);
            agrees::<Mtm>(goal, 1);
        }
        for goal in ["1 2 3/4 5 6/7 8 0", "4 7 1/2 0 5/8 6 3"] {
            agrees::<Stm>(goal, 1);
            agrees::<Mtm>(goal, 5);
        }
        for goal in ["1 2/3 4/5 6/7 8/9 0", "2 0 1 3 4/9 8 7 6 5"] {
            agrees::<Stm>(goal, 97);
            agrees::<Mtm>(goal, 101);
        }
        for goal in ["1 2 3 4/5 6 7 8/9 10 11 0", "3 2 1/6 0 4/5 7 8/9 10 11", "0 1/2 3/4 5/6 7/8 9/11 10/13 12"] {
            agrees::<Stm>(goal, 100_003 * if goal.contains("13") { 100 } else { 1 });
            agrees::<Mtm>(goal, 100_019 * if goal.contains("13") { 100 } else { 1 });
        }
        agrees::<Mtm>("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 5_000_000_029);
        agrees::<Stm>("1 2 3/4 5 6/7 8 9/11 10 12/13 14 0", 300_000_007);
    }

    #[test]
    fn a_bit_stands_for_a_rank() {
        let goal: Position = "1 2 3/4 5 0".parse().expect("a position");
        let space = Tiles::<Nibbles, Stm>::new(&goal).expect("it is small");
        let shifts = Shifts::new(&space).expect("it is small");
        let mut together = Vec::new();
        // 60 ranks share a place of the blank: these do not.
        shifts.for_each_next(40, 0x8010_0001, |next| together.push(next));
        together.sort_unstable();
        let mut single: Vec<u64> = [40, 60, 71].into_iter().flat_map(|rank| next_ranks(&shifts, rank)).collect();
        single.sort_unstable();
        assert_eq!(together, single);
    }

    #[test]
    fn large_boards_have_no_tables() {
        let goal: Position = "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 0".parse().expect("a position");
        let space = Tiles::<Bytes<25>, Stm>::new(&goal).expect("it fits");
        assert!(Shifts::new(&space).is_none());
    }

    #[test]
    fn division_is_exact() {
        for divisor in [1, 2, 3, 7, 990, 20_160] {
            let by = Divisor::new(divisor, 1 << 40);
            for number in
                [0, 1, divisor - 1, divisor, divisor + 1, 1_000_003, (1 << 40) - 1, (1 << 40) / divisor * divisor]
            {
                assert_eq!(by.split(number), (number / divisor, number % divisor));
            }
        }
    }
}
