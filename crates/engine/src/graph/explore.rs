//! Exploring tiles on a graph: every position counted.

use fewest_graph::{Bytes, Class, GraphPuzzle as Space, Labels, Nibbles, Position, Setup};
use fewest_search::Cancel;
use fewest_search::capability::Ranked;
use fewest_search::census::ByRank;

use crate::census::{self, Side, Subject};
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
    let task = Task { subject, start, goal, request, cancel, sink };
    match graph.vertices() {
        0..=16 => task.count::<Nibbles>(),
        _ => task.count::<Bytes<64>>(),
    }
}

struct Task<'a> {
    subject: Subject,
    start: Option<Position>,
    goal: Position,
    request: &'a ExploreRequest,
    cancel: &'a Cancel,
    sink: &'a mut dyn FnMut(Event),
}

impl Task<'_> {
    fn count<L: Labels>(self) -> Result<Exploration, EngineError> {
        let space = |origin: &Position| Space::<L>::new(origin).map_err(EngineError::internal);
        let homeward = space(&self.goal)?;
        let outward = self.start.as_ref().map(space).transpose()?;
        let class = Class::of(&self.goal);
        let is_solvable = self.start.as_ref().is_none_or(|start| class.contains(start));
        let goal = is_solvable.then_some(&self.goal);
        let uncountable = || EngineError::Uncountable { what: self.subject.what.clone() };
        let out = outward.as_ref().map(|space| side(space, goal).ok_or_else(uncountable)).transpose()?;
        let back = goal.map(|_| side(&homeward, None).ok_or_else(uncountable)).transpose()?;
        census::explore(&self.subject, out.as_ref(), back.as_ref(), self.request, self.cancel, self.sink)
    }
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
