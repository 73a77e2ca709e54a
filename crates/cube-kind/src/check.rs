//! What can be said of a cube at once: whether it can be solved, and how an estimate comes about.

use std::sync::Arc;

use fewest_cube::heuristics::Patterns;
use fewest_cube::{Goal, Metric, Size};
use fewest_engine::explain::Part;
use fewest_engine::kit::{ExplainRequest, Explained, Subject as _};
use fewest_engine::{Check, EngineError, Result};
use fewest_search::Heuristic as _;

use crate::asked::{Aim, Asked};
use crate::heuristics::{AnyHeuristic, Named};
use crate::sets::{Extent, Set, Wanted};

/// Checks a cube. Solvability is decided by what turns cannot change.
pub(crate) fn check(asked: &Asked) -> Check {
    let Aim { size, goal, metric } = &asked.aim;
    let reasons = goal.explain_obstacle(&asked.start);
    let is_solvable = reasons.is_empty();
    Check {
        solvable: Some(is_solvable),
        reason: (!is_solvable).then(|| reasons.join("; ")),
        positions: if matches!(goal, Goal::Cube(_)) { size.positions() } else { None },
        upper_bound: is_solvable.then(|| farthest(*size, *metric).into()),
        ..asked.checked()
    }
}

/// No cube is farther from a goal (Rokicki, Kociemba, Davidson and Dethridge 2010; Rokicki and Davidson 2014). A turn of a face
/// is one of a layer, so the first holds in `stm` too.
pub(crate) fn farthest(size: Size, metric: Metric) -> u32 {
    match (size, metric) {
        (Size::Two, Metric::Qtm) => 14,
        (Size::Two, _) => 11,
        (Size::Three, Metric::Qtm) => 26,
        (Size::Three, _) => 20,
    }
}

/// Refuses a heuristic that a goal does not have.
pub(crate) fn admit(named: Named, aim: &Aim) -> Result<()> {
    if !matches!(named, Named::Cosets | Named::Inverse) || aim.is_whole_three() {
        return Ok(());
    }
    let reason = match aim.size {
        Size::Two => "the 2×2×2 has no edges; pdb is its exact distance",
        Size::Three => "it is about whole cubes, but the goal is a part of one; pdb serves it",
    };
    Err(EngineError::HeuristicUnavailable { name: named.info().name, reason: reason.to_owned() })
}

/// The heuristic that serves a goal best.
pub(crate) fn advised(aim: &Aim) -> Named {
    if aim.is_whole_three() { Named::Inverse } else { Named::Pdb }
}

/// Explains an estimate. Large tables are used where they are at hand; small ones are built.
pub(crate) fn explain(puzzle: &Asked, asked: &ExplainRequest<'_>) -> Result<Explained> {
    let aim = &puzzle.aim;
    let named = asked.heuristic.map_or(advised(aim), Named::of);
    admit(named, aim)?;
    let explained = |value, parts| Ok(Explained { heuristic: named.info(), value, parts });
    if named == Named::Zero {
        return explained(Some(0), Vec::new());
    }
    if !aim.goal.explain_obstacle(&puzzle.start).is_empty() {
        return explained(None, Vec::new());
    }
    let (session, limits) = (asked.session, asked.limits);
    let set: Arc<Set> = match (named, Wanted::of(asked.options)?) {
        (Named::Pdb, wanted) => Set::patterns(wanted, aim)?,
        _ => Set::best_cosets(session, aim.metric, Extent::Small, limits.memory),
    };
    let stock = session.obtain(&set, limits, &mut |_| ())?.stock;
    let space = aim.space();
    let state = space.state(&puzzle.start);
    let heuristic = AnyHeuristic::new(named, Some(&stock))?;
    let value = heuristic.estimate(&state);
    let parts = match &heuristic {
        AnyHeuristic::Exact(_) => value.map(|value| Part::share("all corners", value)).into_iter().collect(),
        AnyHeuristic::Patterns(patterns) => greatest(patterns, &state).into_iter().collect(),
        AnyHeuristic::Cosets(cosets) => {
            cosets.parts(&state).into_iter().map(|(name, value)| Part::share(name, value)).collect()
        }
        AnyHeuristic::Zero(_) | AnyHeuristic::Towards(_) => Vec::new(),
    };
    explained(value, parts)
}

/// The pattern that takes the most moves.
fn greatest(patterns: &Patterns<'_>, state: &fewest_cube::Cubies) -> Option<Part> {
    let (shape, value) = patterns.parts(state).into_iter().max_by_key(|(_, value)| *value)?;
    Some(Part::share(&shape.words(), value))
}
