//! Exploring Towers of Hanoi: every arrangement counted.

use fewest_engine::kit::{CensusSubject, CensusTask, CountFrom, list_by_rank};
use fewest_engine::{Cancel, EngineError, Exploration, ExploreRequest, Result, Sink};
use fewest_hanoi::{Bytes, Position, Shifts, Size};
use fewest_search::capability::Ranked;

use crate::asked::{Asked, position, read_goal, read_size};
use crate::packing::space;
use crate::{INFO, METRIC};

/// Explores a puzzle; where there is no position, from the goal alone.
pub(crate) fn explore(request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
    let puzzle = &request.puzzle;
    let (start, goal) = if position(puzzle).is_some() {
        let Asked { start, goal } = Asked::read(puzzle)?;
        (Some(start), goal)
    } else {
        (None, read_goal(puzzle, read_size(puzzle)?)?)
    };
    let size = goal.size();
    let subject = CensusSubject {
        kind: &INFO,
        what: size.to_string(),
        metric: METRIC,
        start: start.as_ref().map(ToString::to_string),
        goal: goal.to_string(),
    };
    let space = space::<Bytes>(&goal)?;
    let rank =
        |position: &Position| space.state(position).map(|state| space.rank(&state)).map_err(EngineError::internal);
    let task = CensusTask { subject, request, cancel, sink };
    let shifts = Shifts::new(size).ok_or_else(|| task.uncountable())?;
    let side = |origin: u64, other: Option<u64>| CountFrom {
        graph: shifts.clone(),
        origin,
        other,
        text: Box::new(|rank| space.position(&space.unrank(rank)).to_string()),
    };
    let goal = rank(&goal)?;
    let start = start.as_ref().map(rank).transpose()?.map(|start| side(start, Some(goal)));
    task.explore(start.as_ref(), Some(&side(goal, None)))
}

/// Every arrangement, by rank.
pub(crate) fn every(size: Size, limit: u64, most: usize) -> Result<Vec<String>> {
    let space = space::<Bytes>(&Position::stacked(size))?;
    list_by_rank(space.rank_count(), limit, most, |rank| space.position(&space.unrank(rank)).to_string())
}
