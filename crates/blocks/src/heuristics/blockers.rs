//! What is in the way of a piece that cannot leave its line: the bound for Rush Hour.
//!
//! Every free piece in the sweep of a locked piece must move. Among these take one that is locked too: to clear the way it
//! must go one way or the other, past whatever lies there, and each such piece must move as well. The worst of these is
//! added; their sum would count pieces twice that block two of them.

use fewest_search::{Cost, Guarantees, Heuristic};

use crate::bits::Bits;
use crate::geometry::Lock;
use crate::heuristics::distances::GoalDistances;
use crate::heuristics::lines::Lines;
use crate::key::Key;
use crate::kind::NOWHERE;
use crate::metric::Metric;
use crate::space::{Blocks, Board};

/// Distances, the pieces in the way of those that are locked to their line, and the least that blocks one of these.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::{Blocks, Metric, Puzzle, heuristics::Blockers};
/// use fewest_search::Heuristic;
/// // `b` is in the way of `a`, and `c` in the way of `b`.
/// let puzzle: Puzzle = "rail:\n...b..\naa.b..\n...b..\n..ccc.\n......\n\n......\n....aa\n......\n......\n......".parse()?;
/// let space = Blocks::<u64, u64>::new(Arc::new(puzzle), Metric::Move)?;
/// assert_eq!(Blockers::new(&space).estimate(&space.start()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Blockers<'a, B, K> {
    space: &'a Blocks<B, K>,
    goals: Vec<(GoalDistances, Lines<B>)>,
}

impl<'a, B: Bits, K: Key> Blockers<'a, B, K> {
    /// For the goals of `space`.
    pub fn new(space: &'a Blocks<B, K>) -> Self {
        let goals = space.goals.iter().map(|goal| (GoalDistances::new(space, goal), Lines::new(space, goal)));
        Self { space, goals: goals.collect() }
    }

    fn lock(&self, kind: usize) -> Lock {
        self.space.puzzle.pieces()[self.space.kinds[kind].pieces[0]].lock
    }

    fn goal(&self, (distances, lines): &(GoalDistances, Lines<B>), key: &K) -> Option<Cost> {
        let distance = distances.estimate(self.space, key)?;
        if self.space.metric() == Metric::Group {
            return Some(distance);
        }
        let mut spots = [0; 256];
        let mut sweep = B::EMPTY;
        for traveller in lines.travellers.iter().filter(|traveller| self.lock(traveller.kind) != Lock::Free) {
            let spot = self.space.spots_of(key, traveller.kind, &mut spots)[0];
            // A locked piece has no way but the straight one.
            sweep = sweep | traveller.lines[usize::from(spot)].map_or(B::EMPTY, |line| line.sweep);
        }
        let mut blocking = B::EMPTY;
        let mut count = 0;
        self.for_each_free(lines, key, |_, _, cells| {
            if cells.meets(sweep) {
                count += 1;
                blocking = blocking | cells;
            }
        });
        let mut second = 0;
        if count > 0 {
            self.for_each_free(lines, key, |kind, spot, cells| {
                if cells.meets(sweep) && self.lock(kind) != Lock::Free {
                    second = second.max(self.least_to_clear(lines, key, (kind, spot), sweep, blocking));
                }
            });
        }
        Some(distance + count + second)
    }

    /// Calls `visit` with kind, spot and squares of every piece that the goal does not name.
    fn for_each_free(&self, lines: &Lines<B>, key: &K, mut visit: impl FnMut(usize, u16, B)) {
        let mut spots = [0; 256];
        for &kind in &lines.free {
            for &spot in self.space.spots_of(key, kind, &mut spots) {
                visit(kind, spot, self.space.kinds[kind].spots[usize::from(spot)].cells);
            }
        }
    }

    /// How many free pieces that do not count yet must move before a locked piece can clear the sweep, whichever way.
    fn least_to_clear(&self, lines: &Lines<B>, key: &K, (kind, spot): (usize, u16), sweep: B, counted: B) -> Cost {
        let spots = &self.space.kinds[kind].spots;
        let way_out = |way: usize| {
            let (mut here, mut entered) = (spot, B::EMPTY);
            while spots[usize::from(here)].cells.meets(sweep) {
                entered = entered | spots[usize::from(here)].enters[way];
                here = spots[usize::from(here)].next[way];
                if here == NOWHERE {
                    return None;
                }
            }
            let mut count = 0;
            self.for_each_free(lines, key, |_, _, cells| {
                count += Cost::from(cells.meets(entered) && !cells.meets(counted));
            });
            Some(count)
        };
        (0..4).filter_map(way_out).min().unwrap_or(0)
    }
}

impl<B: Bits, K: Key> Heuristic<Blocks<B, K>> for Blockers<'_, B, K> {
    fn estimate(&self, state: &Board<B, K>) -> Option<Cost> {
        self.goals.iter().filter_map(|goal| self.goal(goal, &state.key)).min()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::ADMISSIBLE
    }
}

super::incremental!(Blockers);
