//! Depth-first searches with tables of lines, in a space where slides along rows and columns take turns.
//!
//! There the tables are strongest: what they know is how far it is when the next slide takes one axis or the other. Other
//! searches use them in the ordinary space, where the lesser of the two counts.

use fewest_engine::EngineError;
use fewest_engine::kit::{Algorithm, Choice, Drive, Reporter, Stock};
use fewest_search::{Limits, Outcome, Run, Solution};
use fewest_tiles::pdb::LinePdb;
use fewest_tiles::{Cells, Move, Mtm, Position, Turn, Turns};

use super::plan::{MOST_FULL, Planned};
use crate::heuristics::Ground;
use crate::trace::Words;

/// A search that may run in turns.
pub(crate) struct InTurns<'a, 's> {
    pub(crate) start: &'a Position,
    pub(crate) choice: &'a Choice,
    /// What is left of the limits.
    pub(crate) rest: &'a dyn Fn() -> Limits,
    pub(crate) reporter: &'a mut Reporter<'s>,
}

impl InTurns<'_, '_> {
    /// Runs it, where it is depth first and the tables beside the space are of lines.
    pub(crate) fn run<C: Cells>(self, ground: &Ground<C, Mtm>) -> Option<Result<Run<Move>, EngineError>> {
        let is_depth_first = matches!(self.choice.algorithm, Algorithm::IdaStar | Algorithm::ParallelIdaStar);
        let stock = ground.stock().ok()?;
        if !is_depth_first || !stock.set.is_of_lines() {
            return None;
        }
        let turns = Turns::new(ground.space.clone());
        Some(match stock.set.plan.partitions() {
            1 => self.run_with::<C, 1>(&turns, stock),
            2 => self.run_with::<C, 2>(&turns, stock),
            4 => self.run_with::<C, 4>(&turns, stock),
            _ => self.run_with::<C, MOST_FULL>(&turns, stock),
        })
    }

    fn run_with<C: Cells, const N: usize>(
        self,
        turns: &Turns<C>,
        stock: &Stock<Planned>,
    ) -> Result<Run<Move>, EngineError> {
        let heuristic = LinePdb::<C, N>::new(turns.tiles(), &stock.set.plan, &stock.tables);
        let heuristic = heuristic.map_err(EngineError::internal)?;
        let start = turns.start(self.start).map_err(EngineError::internal)?;
        let (choice, limits, reporter) = (self.choice, (self.rest)(), self.reporter);
        let Run { outcome, stats } =
            Drive { space: turns, start: &start, words: &Words, choice, limits: &limits, reporter }
                .run_bound(&heuristic)?;
        Ok(Run { outcome: without_turns(outcome), stats })
    }
}

/// The same slides, without a word on whether one was the first.
fn without_turns(outcome: Outcome<Turn>) -> Outcome<Move> {
    let slides = |turns: Vec<Turn>| turns.into_iter().map(|turn| turn.slide).collect();
    match outcome {
        Outcome::Solved { moves, cost, proof } => Outcome::Solved { moves: slides(moves), cost, proof },
        Outcome::Unsolvable { proof } => Outcome::Unsolvable { proof },
        Outcome::LimitReached { limit, lower_bound, best_known } => {
            let best_known = best_known.map(|known| Solution { moves: slides(known.moves), cost: known.cost });
            Outcome::LimitReached { limit, lower_bound, best_known }
        }
    }
}
