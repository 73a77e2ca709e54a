//! Exploring sliding tiles: every position counted.

use fewest_engine::kit::{CensusSubject, CensusTask, Side};
use fewest_engine::{Cancel, EngineError, Event, Exploration, ExploreRequest, Faults};
use fewest_search::capability::Ranked;
use fewest_search::census::{ByRank, RankGraph};
use fewest_tiles::{
    Bytes, Cells, Metric as Counting, Mtm, Nibbles, Position, Shifts, Solvability, Stm, Tiles, solvability,
};

use crate::{Asked, INFO, Metric, read_goal, read_size};

/// Explores a board; where there is no position, from the goal alone.
pub(crate) fn explore(
    request: &ExploreRequest,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Exploration, EngineError> {
    let puzzle = &request.puzzle;
    let (start, goal) = if puzzle.position().trim().is_empty() {
        let Some(size) = puzzle.text("size") else {
            return Err(EngineError::Position(Faults::of(["there is neither a position nor a size, such as 3x4"])));
        };
        (None, read_goal(puzzle, read_size(size)?)?)
    } else {
        let Asked { start, goal, .. } = Asked::read(puzzle)?;
        (Some(start), goal)
    };
    let size = goal.size();
    let metric = Metric::of(puzzle)?;
    let subject = CensusSubject {
        kind: &INFO,
        what: format!("{}×{} tiles", size.width(), size.height()),
        metric: metric.name(),
        start: start.as_ref().map(ToString::to_string),
        goal: goal.to_string(),
    };
    let task = CensusTask { subject, request, cancel, sink };
    let count = match (metric, size.cells()) {
        (Metric::Stm, ..=16) => count::<Nibbles, Stm>,
        (Metric::Stm, _) => count::<Bytes<256>, Stm>,
        (Metric::Mtm, ..=16) => count::<Nibbles, Mtm>,
        (Metric::Mtm, _) => count::<Bytes<256>, Mtm>,
    };
    count(task, start.as_ref(), &goal)
}

fn count<C: Cells, M: Counting>(
    task: CensusTask<'_>,
    start: Option<&Position>,
    goal: &Position,
) -> Result<Exploration, EngineError> {
    let space = |origin: &Position| Tiles::<C, M>::new(origin).map_err(EngineError::internal);
    let is_solvable = |start: &Position| solvability(start, goal) == Solvability::Solvable;
    let homeward = space(goal)?;
    let outward = start.map(space).transpose()?;
    let from_goal = start.is_none_or(is_solvable).then_some(&homeward);
    let goal = from_goal.map(|_| goal);
    if let Some(back) = Shifts::new(&homeward) {
        let out = outward.as_ref().and_then(|space| Some(side(space, Shifts::new(space)?, goal)));
        let back = from_goal.map(|space| side(space, back, None));
        return task.explore(out.as_ref(), back.as_ref());
    }
    // Beyond the tables: boards of one line, which have few positions, and those that nobody counts.
    let back = ByRank::new(&homeward).ok_or_else(|| task.uncountable())?;
    let out = outward.as_ref().and_then(|space| Some(side(space, ByRank::new(space)?, goal)));
    let back = from_goal.map(|space| side(space, back, None));
    task.explore(out.as_ref(), back.as_ref())
}

/// Counting from the goal of a space.
fn side<'a, C: Cells, M: Counting, G: RankGraph>(
    space: &'a Tiles<C, M>,
    graph: G,
    other: Option<&Position>,
) -> Side<'a, G> {
    Side {
        graph,
        origin: space.rank(space.goal()),
        other: other.and_then(|other| space.board(other).ok()).map(|board| space.rank(&board)),
        text: Box::new(|rank| space.position(&space.unrank(rank)).to_string()),
    }
}
