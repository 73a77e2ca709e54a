//! Exploring sliding tiles: every position counted.

use fewest_search::Cancel;
use fewest_search::capability::Ranked;
use fewest_search::census::{ByRank, RankGraph};
use fewest_tiles::{
    Bytes, Cells, Metric as Counting, Mtm, Nibbles, Position, Shifts, Size, Solvability, Stm, Tiles, solvability,
};

use crate::census::{self, Side, Subject};
use crate::error::{EngineError, Faults};
use crate::event::Event;
use crate::explore::{Exploration, ExploreRequest};
use crate::request::{Kind, Metric, TilesPuzzle};
use crate::tiles::{read, read_goal};

/// Explores a board; where there is no position, from the goal alone.
pub(crate) fn explore(
    puzzle: &TilesPuzzle,
    request: &ExploreRequest,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Exploration, EngineError> {
    let (start, goal) = if puzzle.position.trim().is_empty() {
        let Some(size) = &puzzle.size else {
            return Err(EngineError::Position(Faults::of(["there is neither a position nor a size, such as 3x4"])));
        };
        (None, read_goal(&puzzle.goal, size.parse::<Size>()?)?)
    } else {
        let (start, goal) = read(puzzle)?;
        (Some(start), goal)
    };
    let size = goal.size();
    let task = Task {
        subject: Subject {
            kind: Kind::Tiles,
            what: format!("{}×{} tiles", size.width(), size.height()),
            metric: puzzle.metric.to_string(),
            start: start.as_ref().map(ToString::to_string),
            goal: goal.to_string(),
        },
        start,
        goal,
        request,
        cancel,
        sink,
    };
    match (puzzle.metric, size.cells()) {
        (Metric::Stm, ..=16) => task.count::<Nibbles, Stm>(),
        (Metric::Stm, _) => task.count::<Bytes<256>, Stm>(),
        (Metric::Mtm, ..=16) => task.count::<Nibbles, Mtm>(),
        (Metric::Mtm, _) => task.count::<Bytes<256>, Mtm>(),
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
    fn count<C: Cells, M: Counting>(self) -> Result<Exploration, EngineError> {
        let space = |origin: &Position| Tiles::<C, M>::new(origin).map_err(EngineError::internal);
        let is_solvable = |start: &Position| solvability(start, &self.goal) == Solvability::Solvable;
        let homeward = space(&self.goal)?;
        let outward = self.start.as_ref().map(space).transpose()?;
        let from_goal = self.start.as_ref().is_none_or(is_solvable).then_some(&homeward);
        let goal = from_goal.map(|_| &self.goal);
        if let (Some(back), outward) = (Shifts::new(&homeward), outward.as_ref()) {
            let out = outward.and_then(|space| Some(side(space, Shifts::new(space)?, goal)));
            let back = from_goal.map(|space| side(space, back, None));
            return census::explore(&self.subject, out.as_ref(), back.as_ref(), self.request, self.cancel, self.sink);
        }
        // Beyond the tables: boards of one line, which have few positions, and those that nobody counts.
        let uncountable = || EngineError::Uncountable { what: self.subject.what.clone() };
        let back = ByRank::new(&homeward).ok_or_else(uncountable)?;
        let out = outward.as_ref().and_then(|space| Some(side(space, ByRank::new(space)?, goal)));
        let back = from_goal.map(|space| side(space, back, None));
        census::explore(&self.subject, out.as_ref(), back.as_ref(), self.request, self.cancel, self.sink)
    }
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
