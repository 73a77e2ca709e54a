//! What can be said of a puzzle of sliding blocks soon.

use std::time::Duration;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Bits, Blocks, Metric};
use fewest_search::{Heuristic as _, Limits, Outcome};

use crate::blocks::heuristics::AnyHeuristic;
use crate::blocks::packing::{Packing, Visitor, with_space};
use crate::blocks::{exhausted, goal, read, what};
use crate::catalog::Heuristic;
use crate::check::{Bound, Check};
use crate::error::EngineError;
use crate::memory::default_memory_limit;
use crate::request::{BlocksPuzzle, Kind};

/// How long it is looked for a solution: no theorem says whether there is one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Checks a puzzle. Whether it can be solved is told where a short search finds out.
pub(crate) fn check(puzzle: &BlocksPuzzle) -> Result<Check, EngineError> {
    let puzzle = read(&puzzle.position, puzzle.format.as_deref())?;
    let (solvable, reason) = with_space(&puzzle, Metric::Step, Decide)?;
    let mut lower_bounds = Vec::new();
    if solvable != Some(false) {
        for metric in Metric::ALL {
            // Moves in groups are not possible for very many pieces.
            lower_bounds.extend(with_space(&puzzle, metric, Bounds).unwrap_or_default());
        }
    }
    Ok(Check {
        what: Some(what(&puzzle)),
        position: Some(puzzle.to_string()),
        goal: Some(goal(&puzzle)),
        size: Some((puzzle.width(), puzzle.height())),
        solvable,
        reason,
        lower_bounds,
        ..Check::nothing(Kind::Blocks)
    })
}

/// Whether there is a solution, where that is soon known, and why not.
struct Decide;

impl Visitor for Decide {
    type Output = (Option<bool>, Option<String>);

    fn visit<B: Bits, K: Packing>(self, space: &Blocks<B, K>) -> Result<Self::Output, EngineError> {
        let limits = Limits { time: Some(PATIENCE), memory: default_memory_limit(), ..Limits::default() };
        let search = Exhaustive::default();
        let run = K::exhaust(&search, space, &limits, &mut ());
        Ok(match run.outcome {
            Outcome::Solved { .. } => (Some(true), None),
            Outcome::Unsolvable { .. } => (Some(false), Some(exhausted(K::count(&search, space, &limits)))),
            Outcome::LimitReached { .. } => {
                (None, Some("a short search did not find out; `fewest solve` searches on".to_owned()))
            }
        })
    }
}

/// Lower bounds by every heuristic.
struct Bounds;

impl Visitor for Bounds {
    type Output = Vec<Bound>;

    fn visit<B: Bits, K: Packing>(self, space: &Blocks<B, K>) -> Result<Vec<Bound>, EngineError> {
        let named = [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::ModifiedConflict, Heuristic::Blockers];
        let made =
            named.into_iter().filter_map(|name| Some((name, AnyHeuristic::new(name, space, &Limits::default()).ok()?)));
        let bound = |(name, heuristic): (Heuristic, AnyHeuristic<'_, B, K>)| {
            let moves = heuristic.estimate(&space.start())?;
            let metric = space.metric().to_string();
            Some(Bound { heuristic: name.info().name.to_owned(), metric, moves })
        };
        Ok(made.filter_map(bound).collect())
    }
}
