//! Each named piece's way to its goal, as if it were alone: Manhattan distance, made aware of walls, gates, locks and the
//! metric.
//!
//! Alike pieces share what they are wanted for: the cheapest assignment counts (Kuhn 1955). A single move changes the
//! distances of one piece by at most one each, so it changes the cost of every assignment by at most one, and that of the
//! cheapest: the bound is consistent.

use std::collections::VecDeque;

use fewest_search::{Cost, Guarantees, Heuristic};

use crate::bits::Bits;
use crate::goal::{Goal, Wish};
use crate::key::Key;
use crate::kind::{Kind, NOWHERE};
use crate::metric::Metric;
use crate::space::{Blocks, Board};

/// No way leads there.
const FAR: u16 = u16::MAX;
/// Up to so many wishes about alike pieces, all sets of them are tried.
const FEW: usize = 4;
/// More than any sum of distances: what an assignment costs that cannot be.
const NEVER: i32 = 1 << 20;

/// The sum of the distances of all pieces that a goal names; where alike pieces share a goal, by the cheapest assignment.
/// A group moves several pieces at once: there the greatest distance counts.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::{Blocks, Metric, Puzzle, heuristics::Distances};
/// use fewest_search::Heuristic;
/// let puzzle: Arc<Puzzle> = Arc::new("a.#.\nb...\n\n...a\n...b".parse()?);
/// let bound = |metric| -> Result<_, fewest_blocks::BlocksError> {
///     let space = Blocks::<u64, u64>::new(puzzle.clone(), metric)?;
///     Ok(Distances::new(&space).estimate(&space.start()))
/// };
/// // `a` must go round the wall: five steps, three slides, one move.
/// assert_eq!(bound(Metric::Step)?, Some(5 + 3));
/// assert_eq!(bound(Metric::Slide)?, Some(3 + 1));
/// assert_eq!(bound(Metric::Move)?, Some(1 + 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distances<'a, B, K> {
    space: &'a Blocks<B, K>,
    goals: Vec<GoalDistances>,
}

/// For each wish of a goal and each wanted piece, the distance from every spot.
#[derive(Clone, Debug)]
pub(crate) struct GoalDistances {
    wishes: Vec<(usize, Vec<Vec<u16>>)>,
    is_greatest: bool,
}

impl<'a, B: Bits, K: Key> Distances<'a, B, K> {
    /// For the goals of `space`.
    pub fn new(space: &'a Blocks<B, K>) -> Self {
        Self { space, goals: space.goals.iter().map(|goal| GoalDistances::new(space, goal)).collect() }
    }

    /// From `start` to any other state: what a search from both ends needs on its way back. There, consistent means
    /// that along a move the bound grows by no more than the move costs. Every piece has a place at the start, so this
    /// bound is mostly much greater than the other.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_blocks::{Blocks, Metric, library, heuristics::Distances};
    /// use fewest_search::{Limits, Search, algorithms::Nbs};
    /// let century = library::find("century").expect("it is there").puzzle();
    /// let space = Blocks::<u64, u64>::new(Arc::new(century), Metric::Step)?;
    /// let backward = Distances::from_start(&space, &space.start());
    /// let search = Nbs { backward: &backward };
    /// let run = search.run(&space, &space.start(), &Distances::new(&space), &Limits::default(), &mut ());
    /// assert_eq!(run.outcome.cost(), Some(131));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_start(space: &'a Blocks<B, K>, start: &Board<B, K>) -> Self {
        Self { space, goals: vec![GoalDistances::from_start(space, start)] }
    }
}

/// The goal that wants all pieces that can move where they are in a state.
pub(crate) fn everything<B: Bits, K: Key>(space: &Blocks<B, K>, state: &Board<B, K>) -> Goal<B, K> {
    let mut spots = [0; 256];
    let kinds = (0..space.kinds.len()).filter(|&kind| space.kinds[kind].spots.len() > 1);
    let wishes = kinds.map(|kind| {
        let spots = space.spots_of(&state.key, kind, &mut spots);
        Wish { kind, spots: spots.iter().map(|&spot| vec![spot]).collect() }
    });
    Goal { wishes: wishes.collect(), empty: B::EMPTY, exact: None }
}

/// Which way distances are measured. It matters for what leaves the board alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// To the targets.
    To,
    /// From them.
    From,
}

impl GoalDistances {
    pub(crate) fn new<B: Bits, K: Key>(space: &Blocks<B, K>, goal: &Goal<B, K>) -> Self {
        Self::measured(space, goal, Way::To)
    }

    /// From where all pieces are in a state.
    pub(crate) fn from_start<B: Bits, K: Key>(space: &Blocks<B, K>, start: &Board<B, K>) -> Self {
        Self::measured(space, &everything(space, start), Way::From)
    }

    fn measured<B: Bits, K: Key>(space: &Blocks<B, K>, goal: &Goal<B, K>, way: Way) -> Self {
        let tables = |wish: &Wish| {
            let kind = &space.kinds[wish.kind];
            (wish.kind, wish.spots.iter().map(|targets| lone_distances(kind, targets, space.metric(), way)).collect())
        };
        Self { wishes: goal.wishes.iter().map(tables).collect(), is_greatest: space.metric() == Metric::Group }
    }

    /// The bound for this goal, or `None` where it cannot be met.
    pub(crate) fn estimate<B: Bits, K: Key>(&self, space: &Blocks<B, K>, key: &K) -> Option<Cost> {
        let mut spots = [0; 256];
        let mut total: Cost = 0;
        for (kind, tables) in &self.wishes {
            let spots = space.spots_of(key, *kind, &mut spots);
            let distance = match (tables.as_slice(), spots) {
                ([table], [spot]) => Some(table[usize::from(*spot)]).filter(|distance| *distance != FAR)?.into(),
                (tables, spots) if self.is_greatest => greatest(tables, spots)?,
                (tables, spots) if tables.len() <= FEW => assigned_by_sets(tables, spots)?,
                (tables, spots) => assigned(tables, spots)?,
            };
            total = if self.is_greatest { total.max(distance) } else { total + distance };
        }
        Some(total)
    }
}

/// The distance between each spot of a kind and the nearest of some, for a piece that is alone.
fn lone_distances<B: Bits>(kind: &Kind<B>, targets: &[u16], metric: Metric, way: Way) -> Vec<u16> {
    // What is one move before, or after, each spot? Only what has left cannot come back.
    let mut near: Vec<Vec<u16>> = vec![Vec::new(); kind.spots.len()];
    for from in 0..kind.spots.len() {
        let number = u16::try_from(from).expect("spots are numbered by 16 bits");
        for direction in 0..4 {
            let mut to = kind.spots[from].next[direction];
            while to != NOWHERE {
                match way {
                    Way::To => near[usize::from(to)].push(number),
                    Way::From => near[from].push(to),
                }
                to = if metric == Metric::Step || metric == Metric::Move {
                    NOWHERE
                } else {
                    kind.spots[usize::from(to)].next[direction]
                };
            }
        }
    }
    let mut distances = vec![FAR; kind.spots.len()];
    for &target in targets {
        distances[usize::from(target)] = 0;
    }
    let mut waiting: VecDeque<u16> = targets.iter().copied().collect();
    while let Some(spot) = waiting.pop_front() {
        for &next in &near[usize::from(spot)] {
            if distances[usize::from(next)] == FAR {
                distances[usize::from(next)] = distances[usize::from(spot)] + 1;
                waiting.push_back(next);
            }
        }
    }
    if metric == Metric::Move {
        // Any path is one move.
        distances.iter_mut().filter(|distance| **distance != FAR).for_each(|distance| *distance = (*distance).min(1));
    }
    distances
}

/// The cheapest way to give each table a piece of its own: sets of tables that are served, piece by piece.
fn assigned_by_sets(tables: &[Vec<u16>], spots: &[u16]) -> Option<Cost> {
    let mut cheapest = [Cost::MAX; 1 << FEW];
    let all = (1 << tables.len()) - 1;
    cheapest[0] = 0;
    for &spot in spots {
        // From large sets to small ones, so that no piece serves twice.
        for set in (0..all).rev() {
            let cost = cheapest[set];
            if cost == Cost::MAX {
                continue;
            }
            for (index, table) in tables.iter().enumerate() {
                let distance = table[usize::from(spot)];
                if set & 1 << index == 0 && distance != FAR {
                    let with = &mut cheapest[set | 1 << index];
                    *with = (*with).min(cost + Cost::from(distance));
                }
            }
        }
    }
    Some(cheapest[all]).filter(|cost| *cost != Cost::MAX)
}

/// The cheapest way to give each table a piece of its own, by augmenting paths (Kuhn 1955, Munkres 1957): table after
/// table takes a piece, and where another has it, that one takes the next best.
fn assigned(tables: &[Vec<u16>], spots: &[u16]) -> Option<Cost> {
    const NOBODY: usize = 256;
    // What tables and pieces pay, so that no distance is less than both pay together; the last piece is a stand-in.
    let (mut table_pays, mut piece_pays) = ([0i32; 256], [0i32; NOBODY + 1]);
    let mut owner = [NOBODY; NOBODY + 1];
    let distance = |table: usize, piece: usize| match tables[table][usize::from(spots[piece])] {
        FAR => NEVER,
        distance => i32::from(distance),
    };
    for newcomer in 0..tables.len() {
        let mut slack = [(i32::MAX, NOBODY); 256];
        let mut seen = [false; NOBODY + 1];
        owner[NOBODY] = newcomer;
        let mut here = NOBODY;
        while owner[here] != NOBODY {
            seen[here] = true;
            let table = owner[here];
            let (mut least, mut next) = (i32::MAX, NOBODY);
            for piece in (0..spots.len()).filter(|&piece| !seen[piece]) {
                let over = distance(table, piece) - table_pays[table] - piece_pays[piece];
                if over < slack[piece].0 {
                    slack[piece] = (over, here);
                }
                if slack[piece].0 < least {
                    (least, next) = (slack[piece].0, piece);
                }
            }
            if next == NOBODY {
                return None;
            }
            for piece in (0..spots.len()).chain([NOBODY]) {
                if seen[piece] {
                    table_pays[owner[piece]] += least;
                    piece_pays[piece] -= least;
                } else {
                    slack[piece].0 -= least;
                }
            }
            here = next;
        }
        while here != NOBODY {
            let before = slack[here].1;
            owner[here] = owner[before];
            here = before;
        }
    }
    let costs = (0..spots.len()).filter(|&piece| owner[piece] != NOBODY).map(|piece| distance(owner[piece], piece));
    let total: i32 = costs.sum();
    (total < NEVER).then(|| Cost::try_from(total).expect("distances are not negative"))
}

/// The greatest of the distances at which the tables' nearest pieces are.
fn greatest(tables: &[Vec<u16>], spots: &[u16]) -> Option<Cost> {
    let nearest =
        |table: &Vec<u16>| spots.iter().map(|&spot| table[usize::from(spot)]).min().filter(|&least| least != FAR);
    tables.iter().map(nearest).try_fold(0, |most, least| Some(most.max(Cost::from(least?))))
}

impl<B: Bits, K: Key> Heuristic<Blocks<B, K>> for Distances<'_, B, K> {
    fn estimate(&self, state: &Board<B, K>) -> Option<Cost> {
        self.goals.iter().filter_map(|goal| goal.estimate(self.space, &state.key)).min()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

super::incremental!(Distances);

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest assignment by trying all.
    fn by_trying(tables: &[Vec<u16>], spots: &[u16]) -> Option<Cost> {
        let Some((table, rest)) = tables.split_first() else { return Some(0) };
        let one = |index: usize| {
            let distance = table[usize::from(spots[index])];
            let others: Vec<u16> = [&spots[..index], &spots[index + 1..]].concat();
            (distance != FAR).then(|| Some(Cost::from(distance) + by_trying(rest, &others)?))?
        };
        (0..spots.len()).filter_map(one).min()
    }

    #[test]
    fn assignments_are_the_cheapest() {
        let mut random = 1u64;
        let mut below = |bound: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % bound
        };
        let mut impossible = 0;
        for round in 0..3_000u64 {
            let pieces = 1 + round % 6;
            let count = 1 + usize::try_from(below(pieces)).unwrap();
            let mut distance = || if below(5) == 0 { FAR } else { u16::try_from(below(9)).unwrap() };
            let tables: Vec<Vec<u16>> = (0..count).map(|_| (0..8).map(|_| distance()).collect()).collect();
            let spots: Vec<u16> = (0..pieces).map(|_| u16::try_from(below(8)).unwrap()).collect();
            let truth = by_trying(&tables, &spots);
            assert_eq!(assigned(&tables, &spots), truth, "{tables:?} {spots:?}");
            if tables.len() <= FEW {
                assert_eq!(assigned_by_sets(&tables, &spots), truth, "{tables:?} {spots:?}");
            }
            impossible += usize::from(truth.is_none());
        }
        assert!(impossible > 50, "{impossible}: dead ends must be tried too");
    }
}
