//! What can be said of an arrangement at once: bounds, and how an estimate comes about.

use fewest_engine::explain::Part;
use fewest_engine::kit::{ExplainRequest, Explained, Subject as _, Unready};
use fewest_engine::view::count;
use fewest_engine::{Bound, Check, EngineError, Result};
use fewest_hanoi::Bytes;
use fewest_search::{Heuristic as _, Limits};

use crate::METRIC;
use crate::asked::Asked;
use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::space;
use crate::recursive::route;

/// A check answers at once: beyond this it leaves the bound out whose tables take a second or more.
const MOST_POSITIONS_FOR_TABLES: u64 = 1 << 20;

/// Checks a position. Every arrangement can be reached from every other.
pub(crate) fn check(asked: &Asked, limits: &Limits) -> Result<Check> {
    let size = asked.start.size();
    let positions = u32::try_from(size.discs()).ok().and_then(|discs| (size.pegs() as u64).checked_pow(discs));
    let has_small_tables = positions.is_some_and(|positions| positions <= MOST_POSITIONS_FOR_TABLES);
    let mut lower_bounds = Vec::new();
    for named in [Named::DiscsAway, Named::OutAndBack].into_iter().chain(has_small_tables.then_some(Named::DiscGroups))
    {
        let estimate = match estimate(asked, named, limits) {
            Ok(estimate) => estimate,
            Err(Unready::Stopped(_)) => None,
            Err(Unready::Refused(error)) => return Err(error),
        };
        lower_bounds.extend(estimate.map(|moves| Bound::new(named.info(), METRIC, moves)));
    }
    let route = route(asked)?;
    Ok(Check {
        solvable: Some(true),
        positions,
        lower_bounds,
        optimum: route.is_shortest().then(|| route.length()),
        upper_bound: Some(route.length()),
        ..asked.checked()
    })
}

/// Explains an estimate: the discs that are away from their goals, and those that must make way.
pub(crate) fn explain(puzzle: &Asked, asked: &ExplainRequest<'_>) -> Result<Explained> {
    let named = asked.heuristic.map_or(Named::DiscGroups, Named::of);
    let value = estimate(puzzle, named, asked.limits)?;
    let pegs = puzzle.start.pegs_of_discs().into_iter().zip(puzzle.goal.pegs_of_discs()).zip(1..);
    let away: Vec<Part> = pegs.filter(|((at, home), _)| at != home).map(|(_, disc)| Part::of_tile(disc, 1)).collect();
    let parts = match named {
        Named::DiscsAway => away,
        Named::OutAndBack => {
            let others = value.unwrap_or(0).saturating_sub(count(away.len()));
            away.into_iter().chain([Part::share("making way", others)]).collect()
        }
        Named::Zero | Named::DiscGroups => Vec::new(),
    };
    Ok(Explained { heuristic: named.info(), value, parts })
}

/// What a heuristic says of the start.
fn estimate(asked: &Asked, named: Named, limits: &Limits) -> Result<Option<u32>, Unready> {
    let space = space::<Bytes>(&asked.goal)?;
    let state = space.state(&asked.start).map_err(EngineError::internal)?;
    Ok(AnyHeuristic::new(named, &space, limits)?.estimate(&state))
}
