//! Estimates of Towers of Hanoi, taken apart.

use fewest_hanoi::{Bytes, Hanoi};
use fewest_search::{Heuristic as _, Limits};

use crate::catalog::Heuristic;
use crate::error::{EngineError, Unready};
use crate::explain::{Explained, Part};
use crate::hanoi::heuristics::AnyHeuristic;
use crate::hanoi::read;
use crate::memory::default_memory_limit;
use crate::request::HanoiPuzzle;
use crate::view::count;

/// Explains an estimate: the discs that are away from their goals, and those that must make way.
pub(crate) fn explain(puzzle: &HanoiPuzzle, asked: Option<Heuristic>) -> Result<Explained, EngineError> {
    let (start, goal) = read(puzzle)?;
    let heuristic = asked.unwrap_or(Heuristic::DiscGroups);
    let space = Hanoi::<Bytes>::new(&goal).map_err(EngineError::internal)?;
    let state = space.state(&start).map_err(EngineError::internal)?;
    let limits = Limits { memory: default_memory_limit(), ..Limits::default() };
    let value = match AnyHeuristic::new(heuristic, &space, &limits) {
        Ok(estimator) => estimator.estimate(&state),
        Err(Unready::Refused(error)) => return Err(error),
        Err(Unready::Stopped(limit)) => return Err(EngineError::Stopped { limit: limit.to_string() }),
    };
    let pegs = start.pegs_of_discs().into_iter().zip(goal.pegs_of_discs()).zip(1..);
    let away: Vec<Part> = pegs.filter(|((at, home), _)| at != home).map(|(_, disc)| Part::of_tile(disc, 1)).collect();
    let parts = match heuristic {
        Heuristic::DiscsAway => away,
        Heuristic::OutAndBack => {
            let others = value.unwrap_or(0).saturating_sub(count(away.len()));
            away.into_iter().chain([Part::share("making way", others)]).collect()
        }
        _ => Vec::new(),
    };
    Ok((heuristic, value, parts))
}
