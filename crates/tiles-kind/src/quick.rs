//! A search that needs little code: IDA* with one heuristic, for boards that fit into a register.
//!
//! All searches of tiles together are megabytes of code, which a page loads for seconds. Most puzzles that people play
//! are easy enough for this one, which comes with the rules.

use std::time::Duration;

use fewest_engine::kit::{Advice, Algorithm, Choice, subject};
use fewest_engine::{Answer, EngineError, Puzzle, Request, Result};
use fewest_search::algorithms::{IdaStar, Plain};
use fewest_search::{Limits, Outcome, Search as _};
use fewest_tiles::heuristics::LinearConflict;
use fewest_tiles::{Move, Nibbles, Solvability, Stm, Tiles, solvability};

use crate::heuristics::Named;
use crate::{Asked, INFO, Metric};

/// Boards of so many cells fit into a register.
const MOST_CELLS: usize = 16;
/// About a quarter of a second in a browser on a slow device.
const EXPANSIONS: u64 = 400_000;
const BECAUSE: &str = "the puzzle is easy enough for it";

/// A solution that is proven optimal, if it is found soon.
pub(crate) fn quick(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Answer>> {
    let asked = Asked::read(puzzle)?;
    let Asked { start, goal, metric } = &asked;
    let is_small = *metric == Metric::Stm && start.size().cells() <= MOST_CELLS;
    if !is_small || matches!(solvability(start, goal), Solvability::Unsolvable(_)) {
        return Ok(None);
    }
    let space = Tiles::<Nibbles, Stm>::new(goal).map_err(EngineError::internal)?;
    let board = space.board(start).map_err(EngineError::internal)?;
    let few = limits.expansions.map_or(EXPANSIONS, |most| most.min(EXPANSIONS));
    let limits = Limits { expansions: Some(few), ..limits.clone() };
    let run = Plain(IdaStar::default()).run(&space, &board, &LinearConflict::new(&space), &limits, &mut ());
    if !matches!(run.outcome, Outcome::Solved { .. }) {
        return Ok(None);
    }
    let heuristic = Named::LinearConflict.info();
    let advice = Advice {
        positions: None,
        key_bytes: size_of::<Nibbles>(),
        heuristic,
        because: BECAUSE,
        beyond_memory: (Algorithm::IdaStar, BECAUSE),
        no_goals: None,
    };
    let request = Request::new(puzzle.clone());
    let choice = Choice::make(&INFO, &request, &advice, limits.memory)?;
    let slides = |moves: Vec<Move>| moves.into_iter().map(|mv| space.layout().slide(mv)).collect();
    subject::answer(&asked, &request, &choice, (run, Duration::ZERO), slides).map(Some)
}
