//! Each named piece's way to its goal, as if it were alone: Manhattan distance, made aware of walls, gates, locks and the
//! metric.

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
/// For wishes about more alike pieces than this, the greatest distance counts instead of the cheapest assignment.
const MOST_ASSIGNED: usize = 8;

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

    pub(crate) fn space(&self) -> &'a Blocks<B, K> {
        self.space
    }
}

impl GoalDistances {
    pub(crate) fn new<B: Bits, K: Key>(space: &Blocks<B, K>, goal: &Goal<B, K>) -> Self {
        let tables = |wish: &Wish| {
            let kind = &space.kinds[wish.kind];
            (wish.kind, wish.spots.iter().map(|targets| lone_distances(kind, targets, space.metric())).collect())
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
                (tables, spots) if tables.len() <= MOST_ASSIGNED && !self.is_greatest => assigned(tables, spots)?,
                (tables, spots) => greatest(tables, spots)?,
            };
            total = if self.is_greatest { total.max(distance) } else { total + distance };
        }
        Some(total)
    }
}

/// The distance from each spot of a kind to the nearest of some, for a piece that is alone.
fn lone_distances<B: Bits>(kind: &Kind<B>, targets: &[u16], metric: Metric) -> Vec<u16> {
    // Backward: where does one move lead here from? Only what has left cannot come back.
    let mut before: Vec<Vec<u16>> = vec![Vec::new(); kind.spots.len()];
    for from in 0..kind.spots.len() {
        let number = u16::try_from(from).expect("spots are numbered by 16 bits");
        for way in 0..4 {
            let mut to = kind.spots[from].next[way];
            while to != NOWHERE {
                before[usize::from(to)].push(number);
                to = if metric == Metric::Step || metric == Metric::Move {
                    NOWHERE
                } else {
                    kind.spots[usize::from(to)].next[way]
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
        for &from in &before[usize::from(spot)] {
            if distances[usize::from(from)] == FAR {
                distances[usize::from(from)] = distances[usize::from(spot)] + 1;
                waiting.push_back(from);
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
fn assigned(tables: &[Vec<u16>], spots: &[u16]) -> Option<Cost> {
    let mut cheapest = [Cost::MAX; 1 << MOST_ASSIGNED];
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
