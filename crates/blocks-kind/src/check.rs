//! What can be said of a puzzle of sliding blocks soon.

use std::time::Duration;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Bits, Blocks, Metric, Packing};
use fewest_engine::kit::Subject as _;
use fewest_engine::{Bound, Check, Result};
use fewest_search::{Heuristic as _, Limits, Outcome};

use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::with_space;
use crate::{Asked, exhausted};

/// How long it is looked for a solution: no theorem says whether there is one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Checks a puzzle. Whether it can be solved is told where a short search finds out.
pub(crate) fn check(asked: &Asked, limits: &Limits) -> Result<Check> {
    let puzzle = &asked.puzzle;
    let (solvable, reason) = with_space!(puzzle, Metric::Step, |space| Ok(decide(space, limits)))?;
    let mut lower_bounds = Vec::new();
    if solvable != Some(false) {
        for metric in Metric::ALL {
            // Moves in groups are not possible for very many pieces.
            lower_bounds.extend(with_space!(puzzle, metric, |space| Ok(bounds(space, limits))).unwrap_or_default());
        }
    }
    Ok(Check { size: Some((puzzle.width(), puzzle.height())), solvable, reason, lower_bounds, ..asked.checked() })
}

/// Whether there is a solution, where that is soon known, and why not.
fn decide<B: Bits, K: Packing<B>>(space: &Blocks<B, K>, limits: &Limits) -> (Option<bool>, Option<String>) {
    let limits = Limits { time: Some(limits.time.map_or(PATIENCE, |time| time.min(PATIENCE))), ..limits.clone() };
    let search = Exhaustive::default();
    let run = K::solve(&search, space, &limits, &mut ());
    match run.outcome {
        Outcome::Solved { .. } => (Some(true), None),
        Outcome::Unsolvable { .. } => (Some(false), Some(exhausted(K::count(&search, space, &limits)))),
        Outcome::LimitReached { .. } => (None, Some("a short search did not decide it; `fewest solve` may".to_owned())),
    }
}

/// Lower bounds by every heuristic.
fn bounds<B: Bits, K: Packing<B>>(space: &Blocks<B, K>, limits: &Limits) -> Vec<Bound> {
    let named = [Named::Manhattan, Named::LinearConflict, Named::ModifiedConflict, Named::Blockers];
    let bound = |name: Named| {
        let moves = AnyHeuristic::new(name, space, limits).ok()?.estimate(&space.start())?;
        Some(Bound::new(name.info(), space.metric().word(), moves))
    };
    named.into_iter().filter_map(bound).collect()
}
