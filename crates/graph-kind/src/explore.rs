//! Exploring tiles on a graph: every position counted.

use fewest_graph::{Bytes, Class, GraphPuzzle as Space, Labels, Nibbles, Position, Setup};
use fewest_search::Cancel;
use fewest_search::capability::Ranked;
use fewest_search::census::ByRank;

use crate::census::{Side, Subject, Task};
use crate::error::{EngineError, Faults};
use crate::event::Event;
use crate::explore::{Exploration, ExploreRequest};
use crate::graph::{METRIC, read_goal, read_graph, what};
use crate::request::{GraphPuzzle, Kind};

/// Explores a graph; where there is no position, from the goal alone.
pub(crate) fn explore(
    puzzle: &GraphPuzzle,
    request: &ExploreRequest,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Exploration, EngineError> {
    let graph = read_graph(&puzzle.edges)?;
    let goal = read_goal(&puzzle.goal, &graph)?;
    let start = Some(puzzle.position.trim()).filter(|position| !position.is_empty()).map(|position| {
        let start = Setup::parse(position).and_then(|setup| setup.validate(&graph));
        start.map_err(|faults| EngineError::Position(Faults::of(faults.iter())))
    });
    let start = start.transpose()?;
    let subject = Subject {
        kind: Kind::Graph,
        what: what(&graph),
        metric: METRIC.to_owned(),
        start: start.as_ref().map(ToString::to_string),
        goal: goal.to_string(),
    };
    let task = Task { subject, request, cancel, sink };
    let count = if graph.vertices() <= 16 { count::<Nibbles> } else { count::<Bytes<64>> };
    count(task, start.as_ref(), &goal)
}

fn count<L: Labels>(task: Task<'_>, start: Option<&Position>, goal: &Position) -> Result<Exploration, EngineError> {
    let space = |origin: &Position| Space::<L>::new(origin).map_err(EngineError::internal);
    let homeward = space(goal)?;
    let outward = start.map(space).transpose()?;
    let class = Class::of(goal);
    let is_solvable = start.is_none_or(|start| class.contains(start));
    let goal = is_solvable.then_some(goal);
    let uncountable = || task.uncountable();
    let out = outward.as_ref().map(|space| side(space, goal).ok_or_else(uncountable)).transpose()?;
    let back = goal.map(|_| side(&homeward, None).ok_or_else(uncountable)).transpose()?;
    task.explore(out.as_ref(), back.as_ref())
}

/// Counting from the goal of a space, if its positions can be counted.
fn side<'a, L: Labels>(space: &'a Space<L>, other: Option<&Position>) -> Option<Side<'a, ByRank<'a, Space<L>>>> {
    Some(Side {
        graph: ByRank::new(space)?,
        origin: space.rank(space.goal()),
        other: other.and_then(|other| space.board(other).ok()).map(|board| space.rank(&board)),
        text: Box::new(|rank| space.position(&space.unrank(rank)).to_string()),
    })
}
