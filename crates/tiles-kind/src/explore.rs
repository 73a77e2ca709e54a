//! Exploring sliding tiles: every position counted.

use fewest_engine::kit::{CensusSubject, CensusTask, CountFrom};
use fewest_engine::{Cancel, EngineError, Exploration, ExploreRequest, Faults, Result, Sink};
use fewest_search::capability::Ranked;
use fewest_search::census::{ByRank, RankGraph};
use fewest_tiles::{Bytes, Mtm, Position, Shifts, Solvability, Stm, solvability};

use crate::game::Game;
use crate::{Asked, INFO, Metric, read_goal, read_size};

/// Explores a board; where there is no position, from the goal alone.
pub(crate) fn explore(request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
    let puzzle = &request.puzzle;
    let (start, goal) = if puzzle.position().trim().is_empty() {
        let Some(size) = puzzle.text("size") else {
            return Err(EngineError::Position(Faults::of(["give a position or a size, such as 3x4"])));
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
    let game = |origin: &Position| Game::<Bytes<256>>::new(origin, metric);
    let is_solvable = |start: &Position| solvability(start, &goal) == Solvability::Solvable;
    let homeward = game(&goal)?;
    let outward = start.as_ref().map(game).transpose()?;
    let back = side(&homeward, None).ok_or_else(|| task.uncountable())?;
    let back = start.as_ref().is_none_or(is_solvable).then_some(back);
    let out = outward.as_ref().and_then(|game| side(game, back.as_ref().map(|_| &goal)));
    task.explore(out.as_ref(), back.as_ref())
}

/// Positions by their numbers.
enum Ranks<'a> {
    Steps(Shifts<Stm>),
    Slides(Shifts<Mtm>),
    /// Beyond the tables: boards of one line, which have few positions, and those that nobody counts.
    Other(ByRank<'a, Game<Bytes<256>>>),
}

impl RankGraph for Ranks<'_> {
    fn count(&self) -> u64 {
        match self {
            Self::Steps(shifts) => shifts.count(),
            Self::Slides(shifts) => shifts.count(),
            Self::Other(ranks) => ranks.count(),
        }
    }

    #[inline]
    fn for_each_next(&self, first: u64, which: u32, visit: impl FnMut(u64)) {
        match self {
            Self::Steps(shifts) => shifts.for_each_next(first, which, visit),
            Self::Slides(shifts) => shifts.for_each_next(first, which, visit),
            Self::Other(ranks) => ranks.for_each_next(first, which, visit),
        }
    }
}

/// Counting from the goal of a game; `None` where its positions have no numbers.
fn side<'a>(game: &'a Game<Bytes<256>>, other: Option<&Position>) -> Option<CountFrom<'a, Ranks<'a>>> {
    let shifts = match game.metric {
        Metric::Stm => Shifts::new(&game.steps).map(Ranks::Steps),
        Metric::Mtm => Shifts::new(&game.slides).map(Ranks::Slides),
    };
    Some(CountFrom {
        graph: shifts.or_else(|| ByRank::new(game).map(Ranks::Other))?,
        origin: game.rank(game.steps.goal()),
        other: other.and_then(|other| game.board(other).ok()).map(|board| game.rank(&board)),
        text: Box::new(|rank| game.steps.position(&game.unrank(rank)).to_string()),
    })
}
