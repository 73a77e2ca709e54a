//! Exploring Towers of Hanoi: every arrangement counted.

use fewest_hanoi::{Bytes, Hanoi, Position, Shifts, Size};
use fewest_search::Cancel;
use fewest_search::capability::Ranked;

use crate::census::{Side, Subject, Task};
use crate::error::{EngineError, Faults};
use crate::event::Event;
use crate::explore::{Exploration, ExploreRequest};
use crate::hanoi::{METRIC, USUAL_PEGS, read, read_goal};
use crate::request::{HanoiPuzzle, Kind};

/// Explores a puzzle; where there is no position, from the goal alone.
pub(crate) fn explore(
    puzzle: &HanoiPuzzle,
    request: &ExploreRequest,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Exploration, EngineError> {
    let (start, goal) = if let (None, Some(discs)) = (&puzzle.position, puzzle.discs) {
        let size = Size::new(discs, puzzle.pegs.unwrap_or(USUAL_PEGS));
        let size = size.map_err(|error| EngineError::Position(Faults::of([error])))?;
        (None, read_goal(&puzzle.goal, size)?)
    } else {
        let (start, goal) = read(puzzle)?;
        (Some(start), goal)
    };
    let size = goal.size();
    let subject = Subject {
        kind: Kind::Hanoi,
        what: size.to_string(),
        metric: METRIC.to_owned(),
        start: start.as_ref().map(ToString::to_string),
        goal: goal.to_string(),
    };
    let space = Hanoi::<Bytes>::new(&goal).map_err(EngineError::internal)?;
    let rank =
        |position: &Position| space.state(position).map(|state| space.rank(&state)).map_err(EngineError::internal);
    let task = Task { subject, request, cancel, sink };
    let shifts = Shifts::new(size).ok_or_else(|| task.uncountable())?;
    let side = |origin: u64, other: Option<u64>| Side {
        graph: shifts.clone(),
        origin,
        other,
        text: Box::new(|rank| space.position(&space.unrank(rank)).to_string()),
    };
    let goal = rank(&goal)?;
    let start = start.as_ref().map(rank).transpose()?.map(|start| side(start, Some(goal)));
    task.explore(start.as_ref(), Some(&side(goal, None)))
}
