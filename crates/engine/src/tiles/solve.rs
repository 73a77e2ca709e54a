//! Solving: the one place that turns names into types.

use fewest_search::algorithms::{AStar, BreadthFirst, IdaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Cancel, Incremental, Limits, Outcome, Proof, Run, Search, Solution, Stats, UnsolvableProof, Zero};
use fewest_tiles::heuristics::{LinearConflict, Manhattan, Misplaced};
use fewest_tiles::{
    Bytes, Cells, Metric, Move, Mtm, Nibbles, Position, Slide, Solvability, Stm, Tiles, TilesError, format_slides,
    solvability,
};

use crate::answer::{self, Answer};
use crate::catalog::{Algorithm, Heuristic};
use crate::choice::{Advice, Choice};
use crate::error::EngineError;
use crate::event::Event;
use crate::reporter::Reporter;
use crate::request::{self, Request, SCHEMA_VERSION, TilesPuzzle};
use crate::tiles::read;

/// What a search that remembers positions needs for each, beside the packed position: parent, cost, a place in the
/// queue, and slots of the index with the room that growing leaves.
const BYTES_BESIDE_KEY: u64 = 24;

/// Solves a sliding-tile puzzle.
pub(crate) fn solve(
    puzzle: &TilesPuzzle,
    request: &Request,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Answer, EngineError> {
    let (start, goal) = read(puzzle)?;
    let limits = request.limits.for_search(cancel);
    let task = Task { puzzle, start: &start, goal: &goal, request, limits: &limits };
    let mut reporter = Reporter::new(sink, request.trace_depths);
    match start.size().cells() {
        0..=16 => task.solve_in::<Nibbles>(&mut reporter),
        17..=25 => task.solve_in::<Bytes<25>>(&mut reporter),
        26..=64 => task.solve_in::<Bytes<64>>(&mut reporter),
        _ => task.solve_in::<Bytes<256>>(&mut reporter),
    }
}

/// One puzzle to be solved.
struct Task<'a> {
    puzzle: &'a TilesPuzzle,
    start: &'a Position,
    goal: &'a Position,
    request: &'a Request,
    limits: &'a Limits,
}

impl Task<'_> {
    fn solve_in<C: Cells>(&self, reporter: &mut Reporter<'_>) -> Result<Answer, EngineError> {
        match self.puzzle.metric {
            request::Metric::Stm => self.solve_by::<C, Stm>(reporter),
            request::Metric::Mtm => self.solve_by::<C, Mtm>(reporter),
        }
    }

    fn solve_by<C: Cells, M: Metric>(&self, reporter: &mut Reporter<'_>) -> Result<Answer, EngineError>
    where
        for<'h> Manhattan<'h, C, M>: Incremental<Tiles<C, M>>,
        for<'h> LinearConflict<'h, C, M>: Incremental<Tiles<C, M>>,
    {
        let impossible = |error: TilesError| EngineError::Internal(error.to_string());
        let space = Tiles::<C, M>::new(self.goal).map_err(impossible)?;
        let start = space.board(self.start).map_err(impossible)?;
        let (heuristic, because) = match self.puzzle.metric {
            request::Metric::Stm => (Heuristic::LinearConflict, "it is the strongest heuristic that needs no table"),
            request::Metric::Mtm => (Heuristic::Manhattan, "under mtm conflicts add less than they cost"),
        };
        let advice = Advice {
            positions: space.rank_count(),
            bytes_a_position: size_of::<C>() as u64 + BYTES_BESIDE_KEY,
            heuristic,
            because,
        };
        let choice = Choice::make(self.request, &advice, self.limits.memory)?;
        if let Solvability::Unsolvable(obstacle) = solvability(self.start, self.goal) {
            return Ok(self.unsolvable(&choice, obstacle.to_string(), Stats::default()));
        }
        reporter.send(Event::Chosen {
            algorithm: choice.algorithm.info().name.to_owned(),
            heuristic: choice.heuristic.info().name.to_owned(),
            because: choice.because.clone(),
        });
        let run = match choice.heuristic {
            Heuristic::Zero => self.search(&space, &start, &Zero, choice.algorithm, reporter),
            Heuristic::Misplaced => self.search(&space, &start, &Misplaced::new(&space), choice.algorithm, reporter),
            Heuristic::Manhattan => self.search(&space, &start, &Manhattan::new(&space), choice.algorithm, reporter),
            Heuristic::LinearConflict => {
                self.search(&space, &start, &LinearConflict::new(&space), choice.algorithm, reporter)
            }
        };
        reporter.finish();
        self.answer(&choice, run, |mv| space.layout().slide(mv))
    }

    fn search<C: Cells, M: Metric, H: Incremental<Tiles<C, M>>>(
        &self,
        space: &Tiles<C, M>,
        start: &fewest_tiles::Board<C>,
        heuristic: &H,
        algorithm: Algorithm,
        reporter: &mut Reporter<'_>,
    ) -> Run<Move> {
        match algorithm {
            Algorithm::BreadthFirst => BreadthFirst.run(space, start, heuristic, self.limits, reporter),
            Algorithm::AStar => {
                let algorithm = AStar { tie_break: self.request.tie_break.into() };
                algorithm.run(space, start, heuristic, self.limits, reporter)
            }
            Algorithm::IdaStar => IdaStar::default().run(space, start, heuristic, self.limits, reporter),
        }
    }

    /// Turns a search's result into an answer, having replayed its solution.
    fn answer(&self, choice: &Choice, run: Run<Move>, slide: impl Fn(Move) -> Slide) -> Result<Answer, EngineError> {
        let Run { outcome, stats } = run;
        match outcome {
            Outcome::Unsolvable { proof } => {
                let reason = match proof {
                    UnsolvableProof::Exhausted => "every position that can be reached was looked at",
                    UnsolvableProof::DeadEnd => "the heuristic proves that the goal is out of reach",
                };
                Ok(self.unsolvable(choice, reason.to_owned(), stats))
            }
            Outcome::Solved { moves, cost, proof } => {
                let moves = self.replay(&moves, slide, cost)?;
                let (proof, lower_bound) = match proof {
                    Proof::Optimal => (answer::Proof::Optimal, cost),
                    Proof::Bounded { lower_bound } => (answer::Proof::Bounded, lower_bound),
                    Proof::None => (answer::Proof::None, 0),
                };
                let mut answer = self.blank_answer(choice, answer::Outcome::Solved, stats);
                (answer.length, answer.moves, answer.proof) = (Some(cost), Some(moves), proof);
                answer.lower_bound = Some(lower_bound);
                Ok(answer)
            }
            Outcome::LimitReached { limit, lower_bound, best_known } => {
                let mut answer = self.blank_answer(choice, answer::Outcome::Limit, stats);
                answer.lower_bound = Some(lower_bound);
                answer.reason = Some(limit.to_string());
                if let Some(Solution { moves, cost }) = best_known {
                    answer.moves = Some(self.replay(&moves, slide, cost)?);
                    (answer.length, answer.proof) = (Some(cost), answer::Proof::Bounded);
                }
                Ok(answer)
            }
        }
    }

    /// Makes the moves by the rules of [`Position`], which the search knows nothing of, and writes them down if they
    /// lead to the goal at the cost that the search claims.
    fn replay(&self, moves: &[Move], slide: impl Fn(Move) -> Slide, cost: u32) -> Result<String, EngineError> {
        let slides: Vec<Slide> = moves.iter().map(|&mv| slide(mv)).collect();
        let mut position = self.start.clone();
        for slide in &slides {
            position.try_slide(*slide).map_err(|illegal| EngineError::Internal(illegal.to_string()))?;
        }
        let counted = match self.puzzle.metric {
            request::Metric::Stm => slides.iter().map(|slide| u64::from(slide.length)).sum(),
            request::Metric::Mtm => slides.len() as u64,
        };
        if position != *self.goal || counted != u64::from(cost) {
            let claim = format!("a solution of {cost} moves has {counted} and leads to {position}");
            return Err(EngineError::Internal(claim));
        }
        Ok(format_slides(&slides, self.request.notation.into()))
    }

    fn unsolvable(&self, choice: &Choice, reason: String, stats: Stats) -> Answer {
        let reason = Some(reason);
        Answer { reason, ..self.blank_answer(choice, answer::Outcome::Unsolvable, stats) }
    }

    /// An answer without a solution.
    fn blank_answer(&self, choice: &Choice, outcome: answer::Outcome, stats: Stats) -> Answer {
        Answer {
            version: SCHEMA_VERSION,
            puzzle: "tiles".to_owned(),
            position: self.start.to_string(),
            goal: self.goal.to_string(),
            metric: self.puzzle.metric,
            outcome,
            length: None,
            proof: answer::Proof::None,
            lower_bound: None,
            moves: None,
            notation: self.request.notation,
            reason: None,
            algorithm: choice.algorithm.info().name.to_owned(),
            heuristic: choice.heuristic.info().name.to_owned(),
            chosen_because: choice.because.clone(),
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            iterations: stats.iterations,
            seconds: stats.elapsed.as_secs_f64(),
            peak_memory_bytes: stats.peak_memory,
            expanded_by_depth: stats.expanded_by_depth,
        }
    }
}
