//! The exact distances of a group of discs, with all other discs taken away.
//!
//! A disc is held up only by smaller discs, and by no disc that is not there: the moves of a group in any solution solve
//! the puzzle of the group alone. So its distance is a lower bound on the moves of these discs, and the bounds of
//! disjoint groups add up, since a move moves one disc (Felner, Korf and Hanan 2004).

use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind, Limits};

use crate::size::{MAX_PEGS, MIN_PEGS};

/// What a table is about: how many pegs there are, and where the discs of the group, the smallest first, belong. Only
/// the order of the discs counts, not their sizes, so groups with equal patterns can share a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    pegs: usize,
    goal: Vec<u8>,
}

/// A pattern that no group has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum PatternError {
    /// Too few pegs or too many.
    #[error("a pattern on {0} pegs is not possible: there are {MIN_PEGS} to {MAX_PEGS} pegs")]
    Pegs(usize),
    /// A goal on a peg that is not there.
    #[error("the goal of a disc is peg number {peg}, but pegs are numbered 0 to {}", pegs - 1)]
    Goal { peg: u8, pegs: usize },
    /// So many discs that their arrangements cannot be indexed by 32 bits.
    #[error("a group of {discs} discs on {pegs} pegs has more than 2^32 arrangements: choose smaller groups")]
    TooLarge { discs: usize, pegs: usize },
}

impl Pattern {
    /// A group whose discs, the smallest first, belong on these pegs.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(pegs: usize, goal: Vec<u8>) -> Result<Self, PatternError> {
        if !(MIN_PEGS..=MAX_PEGS).contains(&pegs) {
            return Err(PatternError::Pegs(pegs));
        }
        if let Some(&peg) = goal.iter().find(|&&peg| usize::from(peg) >= pegs) {
            return Err(PatternError::Goal { peg, pegs });
        }
        let discs = goal.len();
        let entries = goal.iter().try_fold(1u32, |entries, _| entries.checked_mul(u32::try_from(pegs).ok()?));
        entries.map(|_| Self { pegs, goal }).ok_or(PatternError::TooLarge { discs, pegs })
    }

    /// How many pegs there are.
    pub fn pegs(&self) -> usize {
        self.pegs
    }

    /// Where the discs belong, the smallest first.
    pub fn goal(&self) -> &[u8] {
        &self.goal
    }

    /// How many arrangements the group has.
    pub fn entries(&self) -> usize {
        self.goal.iter().map(|_| self.pegs).product()
    }

    /// The index of an arrangement: the number whose digits, the smallest disc last, are the pegs.
    pub fn index(&self, pegs_of_discs: impl DoubleEndedIterator<Item = usize>) -> usize {
        pegs_of_discs.rev().fold(0, |index, peg| index * self.pegs + peg)
    }

    /// By how much the index grows when a disc of the group moves one peg on.
    pub fn weight(&self, disc: usize) -> usize {
        self.goal[..disc].iter().map(|_| self.pegs).product()
    }
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum TableError {
    /// A limit came first.
    #[error("the table of {entries} entries was not finished: {limit}")]
    Limit { limit: LimitKind, entries: usize },
    /// Distances that do not fit 16 bits.
    #[error(
        "some of the table's {entries} arrangements are more than 65,534 moves from the goal: choose smaller groups"
    )]
    TooDeep { entries: usize },
}

/// All distances of a pattern in memory: a byte each, or two where a byte is not enough.
#[derive(Clone, Debug)]
pub struct DiscTable(Entries);

#[derive(Clone, Debug)]
enum Entries {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
}

impl DiscTable {
    /// Finds every distance by breadth-first search from the goal.
    ///
    /// ```
    /// use fewest_hanoi::heuristics::{DiscTable, Pattern};
    /// use fewest_search::Limits;
    /// let pattern = Pattern::new(3, vec![2, 2, 2])?; // three discs on three pegs that belong on the last
    /// let table = DiscTable::build(&pattern, &Limits::default())?;
    /// assert_eq!(table.distance(pattern.index([0, 0, 0].into_iter())), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TableError::Limit`] where time, memory or the cancel flag ends it, [`TableError::TooDeep`] where distances do
    /// not fit: on three pegs, beyond 15 discs.
    pub fn build(pattern: &Pattern, limits: &Limits) -> Result<Self, TableError> {
        let mut observer = ();
        let mut meter = Meter::start(limits, &mut observer);
        // Dividing by a number of pegs that the compiler knows is several times as fast.
        match pattern.pegs {
            3 => Builder::<3>::new(pattern).run(&mut meter),
            4 => Builder::<4>::new(pattern).run(&mut meter),
            5 => Builder::<5>::new(pattern).run(&mut meter),
            _ => Builder::<0>::new(pattern).run(&mut meter),
        }
    }

    /// The fewest moves that take the group from an arrangement to its goal, by [`Pattern::index`].
    #[inline]
    pub fn distance(&self, index: usize) -> Cost {
        match &self.0 {
            Entries::Bytes(entries) => Cost::from(entries[index]),
            Entries::Shorts(entries) => Cost::from(entries[index]),
        }
    }

    /// How many bytes the distances take.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Entries::Bytes(entries) => entries.len(),
            Entries::Shorts(entries) => 2 * entries.len(),
        }
    }
}

/// A number that can stand for a distance.
trait Entry: Copy + Eq {
    const UNKNOWN: Self;

    fn of(distance: u16) -> Self;
}

impl Entry for u8 {
    const UNKNOWN: Self = Self::MAX;

    fn of(distance: u16) -> Self {
        Self::try_from(distance).unwrap_or(Self::UNKNOWN)
    }
}

impl Entry for u16 {
    const UNKNOWN: Self = Self::MAX;

    fn of(distance: u16) -> Self {
        distance
    }
}

/// Indices between two looks at the clock.
const POLL: usize = 1 << 12;

/// A breadth-first search over the arrangements of a group on `PEGS` pegs; 0 for any other number.
struct Builder<'a, const PEGS: usize> {
    pattern: &'a Pattern,
    weights: Vec<u32>,
    layer: Vec<u32>,
    next: Vec<u32>,
}

impl<'a, const PEGS: usize> Builder<'a, PEGS> {
    fn new(pattern: &'a Pattern) -> Self {
        let weight = |disc| u32::try_from(pattern.weight(disc)).expect("a pattern has at most 2^32 entries");
        let weights = (0..pattern.goal.len()).map(weight).collect();
        Self { pattern, weights, layer: Vec::new(), next: Vec::new() }
    }

    fn run(mut self, meter: &mut Meter<'_, ()>) -> Result<DiscTable, TableError> {
        let entries = self.pattern.entries();
        let end = self.search(meter);
        end.map_err(|limit| TableError::Limit { limit, entries })?.map(DiscTable).ok_or(TableError::TooDeep { entries })
    }

    /// All distances, or `None` where they do not fit 16 bits.
    fn search(&mut self, meter: &mut Meter<'_, ()>) -> Result<Option<Entries>, LimitKind> {
        let goal = self.pattern.index(self.pattern.goal.iter().map(|&peg| usize::from(peg)));
        let mut bytes: Vec<u8> = self.unknown(meter)?;
        bytes[goal] = 0;
        self.push_next(u32::try_from(goal).expect("an index fits 32 bits"), meter)?;
        let Some(depth) = self.spread(&mut bytes, 1, meter)? else { return Ok(Some(Entries::Bytes(bytes))) };
        let mut shorts: Vec<u16> = self.unknown(meter)?;
        for (short, &byte) in shorts.iter_mut().zip(&bytes).filter(|(_, byte)| **byte != u8::UNKNOWN) {
            *short = u16::from(byte);
        }
        meter.release(bytes.len() as u64);
        drop(bytes);
        let is_too_deep = self.spread(&mut shorts, depth, meter)?.is_some();
        Ok((!is_too_deep).then_some(Entries::Shorts(shorts)))
    }

    /// Room for every distance, claimed first.
    fn unknown<E: Entry>(&self, meter: &mut Meter<'_, ()>) -> Result<Vec<E>, LimitKind> {
        let entries = self.pattern.entries();
        meter.claim((entries * size_of::<E>()) as u64)?;
        let mut table = Vec::new();
        table.try_reserve_exact(entries).map_err(|_| LimitKind::Memory)?;
        table.resize(entries, E::UNKNOWN);
        Ok(table)
    }

    /// Goes on from the layer before `depth` until there is no further one, or returns the depth that does not fit.
    fn spread<E: Entry>(
        &mut self,
        table: &mut [E],
        mut depth: u16,
        meter: &mut Meter<'_, ()>,
    ) -> Result<Option<u16>, LimitKind> {
        while !self.next.is_empty() {
            let entry = E::of(depth);
            if entry == E::UNKNOWN {
                return Ok(Some(depth));
            }
            std::mem::swap(&mut self.layer, &mut self.next);
            self.next.clear();
            for at in 0..self.layer.len() {
                if at % POLL == 0 {
                    meter.poll()?;
                }
                self.expand(self.layer[at], table, entry, meter)?;
            }
            depth += 1;
        }
        Ok(None)
    }

    /// Gives every neighbour of an arrangement that is still unknown its distance.
    #[inline]
    fn expand<E: Entry>(
        &mut self,
        index: u32,
        table: &mut [E],
        entry: E,
        meter: &mut Meter<'_, ()>,
    ) -> Result<(), LimitKind> {
        let (pegs, discs) = (if PEGS == 0 { self.pattern.pegs } else { PEGS }, self.weights.len());
        // The smallest disc of each peg; an empty one counts as holding a disc larger than all.
        let mut tops = [discs; MAX_PEGS];
        #[expect(clippy::cast_possible_truncation, reason = "there are at most 26 pegs")]
        let (mut rest, mut bare, base) = (index, pegs, pegs as u32);
        for disc in 0..discs {
            let peg = (rest % base) as usize;
            rest /= base;
            if tops[peg] == discs {
                tops[peg] = disc;
                bare -= 1;
                if bare == 0 {
                    break;
                }
            }
        }
        for (from, &disc) in tops[..pegs].iter().enumerate().filter(|(_, disc)| **disc < discs) {
            for (to, _) in tops[..pegs].iter().enumerate().filter(|(_, top)| disc < **top) {
                #[expect(clippy::cast_possible_truncation, reason = "there are at most 26 pegs")]
                let steps = (to as u32).wrapping_sub(from as u32);
                let next = index.wrapping_add(steps.wrapping_mul(self.weights[disc]));
                let known = &mut table[next as usize];
                if *known == E::UNKNOWN {
                    *known = entry;
                    self.push_next(next, meter)?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn push_next(&mut self, index: u32, meter: &mut Meter<'_, ()>) -> Result<(), LimitKind> {
        if self.next.len() == self.next.capacity() {
            let more = self.next.len().max(1 << 10);
            meter.claim((more * size_of::<u32>()) as u64)?;
            self.next.try_reserve_exact(more).map_err(|_| LimitKind::Memory)?;
        }
        self.next.push(index);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn tower(pegs: usize, discs: usize) -> Pattern {
        Pattern::new(pegs, vec![0; discs]).unwrap()
    }

    #[test]
    fn patterns_are_checked() {
        assert_eq!(Pattern::new(2, vec![0]), Err(PatternError::Pegs(2)));
        assert_eq!(Pattern::new(27, vec![0]), Err(PatternError::Pegs(27)));
        assert_eq!(Pattern::new(3, vec![0, 3]), Err(PatternError::Goal { peg: 3, pegs: 3 }));
        assert_eq!(Pattern::new(4, vec![0; 16]), Err(PatternError::TooLarge { discs: 16, pegs: 4 }));
        assert!(Pattern::new(4, vec![0; 15]).is_ok());
    }

    #[test]
    fn an_index_follows_its_discs() {
        let pattern = tower(5, 4);
        let index = |pegs: [usize; 4]| pattern.index(pegs.into_iter());
        assert_eq!(index([4, 1, 0, 3]), 4 + 5 + 3 * 125);
        for disc in 0..4 {
            let mut moved = [1, 2, 3, 0];
            moved[disc] += 1;
            assert_eq!(index(moved), index([1, 2, 3, 0]) + pattern.weight(disc));
        }
    }

    #[test]
    fn distances_outgrow_a_byte() {
        for discs in [7, 8, 9, 10] {
            let pattern = tower(3, discs);
            let table = DiscTable::build(&pattern, &Limits::default()).unwrap();
            assert_eq!(table.bytes(), pattern.entries() * if discs < 8 { 1 } else { 2 });
            for index in 0..pattern.entries() {
                // The largest disc that is not on its peg needs all smaller ones on the third.
                let (mut target, mut moves) = (0, 0);
                for disc in (0..discs).rev() {
                    let peg = index / pattern.weight(disc) % 3;
                    if peg != target {
                        moves += 1 << disc;
                        target = 3 - peg - target;
                    }
                }
                assert_eq!(table.distance(index), moves, "{index}");
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let pattern = tower(4, 8);
        let limited = |limits: &Limits| match DiscTable::build(&pattern, limits).unwrap_err() {
            TableError::Limit { limit, entries: 65_536 } => limit,
            error => panic!("{error}"),
        };
        for memory in [0, 65_535, 65_536 + 4096] {
            assert_eq!(limited(&Limits { memory, ..Limits::default() }), LimitKind::Memory);
        }
        assert_eq!(limited(&Limits { time: Some(Duration::ZERO), ..Limits::default() }), LimitKind::Time);
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(limited(&limits), LimitKind::Cancelled);
    }
}
