//! Solving: from text to the compiled search and back.

use std::time::Instant;

use fewest_search::capability::Ranked;
use fewest_search::{Cancel, Incremental, LimitKind, Limits, Outcome, Proof, Run, Search, Stats};
use fewest_tiles::construct::{Anytime, Construct};
use fewest_tiles::{
    Board, Bytes, Cells, Move, Mtm, Nibbles, Position, Size, Slide, Solvability, Stm, Tiles, format_slides, solvability,
};

use crate::answer::Answer;
use crate::catalog::{Algorithm, Heuristic};
use crate::choice::{Advice, Choice};
use crate::drive::{Drive, is_heuristic_bound};
use crate::error::EngineError;
use crate::event::Event;
use crate::reporter::Reporter;
use crate::request::{Kind, Metric, Request, TilesPuzzle};
use crate::subject::{self, Subject};
use crate::tiles::heuristics::{Counted, Ground, Visit};
use crate::tiles::read;

/// Boards of up to so many cells are solved optimally unless something else is asked for.
const OPTIMAL_CELLS: usize = 16;

/// Successors judged on a larger board before its optimum is given up: about a tenth of a second.
const ATTEMPT: usize = 2_000_000;

/// With less memory than this, no tables are made that nobody asked for.
const MEMORY_FOR_TABLES: u64 = 32 << 20;

/// On packings of up to so many cells, searches that live by their heuristic are compiled for each one.
const COMPILED_CELLS: usize = 16;

/// Solves a sliding-tile puzzle.
pub(crate) fn solve(
    puzzle: &TilesPuzzle,
    request: &Request,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Answer, EngineError> {
    let (start, goal) = read(puzzle)?;
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::new(sink, request.trace_depths);
    let cells = start.size().cells();
    let task = Task { metric: puzzle.metric, start, goal, request, limits: &limits };
    match cells {
        0..=16 => task.solve_in::<Nibbles>(&mut reporter),
        17..=25 => task.solve_in::<Bytes<25>>(&mut reporter),
        _ => task.solve_in::<Bytes<256>>(&mut reporter),
    }
}

/// One puzzle to be solved.
struct Task<'a> {
    metric: Metric,
    start: Position,
    goal: Position,
    request: &'a Request,
    limits: &'a Limits,
}

impl Subject for Task<'_> {
    type Move = Slide;

    const KIND: Kind = Kind::Tiles;

    fn position(&self) -> String {
        self.start.to_string()
    }

    fn goal(&self) -> String {
        self.goal.to_string()
    }

    fn metric(&self) -> String {
        self.metric.to_string()
    }

    fn replay(&self, slides: &[Slide], request: &Request) -> Result<(String, u64), String> {
        let mut position = self.start.clone();
        for slide in slides {
            position.try_slide(*slide).map_err(|illegal| illegal.to_string())?;
        }
        if position != self.goal {
            return Err(format!("a solution leads to {position}"));
        }
        let length = match self.metric {
            Metric::Stm => slides.iter().map(|slide| u64::from(slide.length)).sum(),
            Metric::Mtm => slides.len() as u64,
        };
        Ok((format_slides(slides, request.notation.into()), length))
    }
}

impl Task<'_> {
    fn solve_in<C: Cells>(&self, reporter: &mut Reporter<'_>) -> Result<Answer, EngineError> {
        match self.metric {
            Metric::Stm => self.solve_by::<C, Stm>(reporter),
            Metric::Mtm => self.solve_by::<C, Mtm>(reporter),
        }
    }

    fn solve_by<C: Cells, M: Counted<C>>(&self, reporter: &mut Reporter<'_>) -> Result<Answer, EngineError> {
        let ground = Ground::<C, M>::new(&self.goal).map_err(EngineError::internal)?;
        let space = &ground.space;
        let start = space.board(&self.start).map_err(EngineError::internal)?;
        let choice = Choice::make(self.request, &self.advice(space), self.limits.memory)?;
        if let Solvability::Unsolvable(obstacle) = solvability(&self.start, &self.goal) {
            return Ok(subject::unsolvable(self, self.request, &choice, obstacle.to_string(), Stats::default()));
        }
        let hunt = Hunt { task: self, ground: &ground, start: &start };
        let mut choice = choice;
        let run = subject::timed(|| match choice.algorithm {
            Algorithm::Construct if self.request.is_auto() => hunt.attempt(&mut choice, reporter),
            _ => hunt.run(&choice, self.limits, reporter),
        })?;
        reporter.finish();
        subject::answer(self, self.request, &choice, run, |moves| {
            moves.into_iter().map(|mv| space.layout().slide(mv)).collect()
        })
    }

    /// What to do where A* does not fit: a small board always has an answer in the end; of a large one a good solution
    /// is wanted now, or the best that can be had within a limit.
    fn beyond_memory(&self) -> (Algorithm, &'static str) {
        let has_limit = self.limits.time.is_some() || self.limits.expansions.is_some();
        if self.start.size().cells() <= OPTIMAL_CELLS {
            (Algorithm::IdaStar, "not all positions fit into memory, and it needs none")
        } else if has_limit {
            (Algorithm::Anytime, "the board is large, and the limit leaves room to improve a solution")
        } else {
            (Algorithm::Construct, "the board is large; anytime goes on to improve the solution")
        }
    }

    /// What is known of boards of this size.
    fn advice<C: Cells, M: Counted<C>>(&self, space: &Tiles<C, M>) -> Advice {
        let size = space.size();
        let (heuristic, because) = match self.metric {
            Metric::Stm if has_small_tables(size, self.limits.memory) => {
                (Heuristic::WalkingConflict, "it is the strongest whose tables are made at once")
            }
            Metric::Mtm if has_small_tables(size, self.limits.memory) => {
                (Heuristic::WalkingDistance, "under mtm it is the quickest of the strong ones")
            }
            Metric::Stm => (Heuristic::LinearConflict, "it is the strongest that needs no table"),
            Metric::Mtm => (Heuristic::Manhattan, "under mtm conflicts add less than they cost"),
        };
        Advice {
            positions: space.rank_count(),
            key_bytes: size_of::<C>(),
            heuristic,
            because,
            beyond_memory: self.beyond_memory(),
            no_goals: None,
        }
    }
}

/// A space and a start in it.
struct Hunt<'a, C: Cells, M> {
    task: &'a Task<'a>,
    ground: &'a Ground<C, M>,
    start: &'a Board<C>,
}

impl<C: Cells, M: Counted<C>> Hunt<'_, C, M> {
    /// Runs what was chosen.
    fn run(&self, choice: &Choice, limits: &Limits, reporter: &mut Reporter<'_>) -> Result<Run<Move>, EngineError> {
        let Self { task, ground, start } = *self;
        let space = &ground.space;
        reporter.send(Event::chosen(choice));
        let begun = Instant::now();
        let tables = ground.table_bytes(choice.heuristic, limits.memory)?;
        let rest = || Limits {
            time: limits.time.map(|time| time.saturating_sub(begun.elapsed())),
            memory: limits.memory.saturating_sub(tables),
            ..limits.clone()
        };
        match choice.algorithm {
            Algorithm::Construct => {
                let heuristic = M::any(choice.heuristic, ground)?;
                Ok(Construct::default().run(space, start, &heuristic, &rest(), reporter))
            }
            Algorithm::Anytime => {
                let heuristic = M::any(choice.heuristic, ground)?;
                Ok(Anytime::default().run(space, start, &heuristic, &rest(), reporter))
            }
            algorithm => {
                if C::CAPACITY <= COMPILED_CELLS && is_heuristic_bound(algorithm) {
                    return M::with(choice.heuristic, ground, Compiled { space, start, choice, rest, reporter })?;
                }
                let back = match algorithm {
                    Algorithm::Nbs => Some(Ground::<C, M>::new(&task.start).map_err(EngineError::internal)?),
                    _ => None,
                };
                let forward = M::any(choice.heuristic, ground)?;
                let backward = back.as_ref().map(|back| M::any(choice.heuristic, back)).transpose()?;
                let drive = Drive { space, start, choice, limits: &rest(), reporter };
                drive.run(&forward, backward.as_ref())
            }
        }
    }

    /// Looks for the optimum of a large board for a moment, because the goal may be near; then does what was chosen.
    fn attempt(&self, choice: &mut Choice, reporter: &mut Reporter<'_>) -> Result<Run<Move>, EngineError> {
        let optimal = Choice {
            algorithm: Algorithm::IdaStar,
            because: "IDA*, because the goal is near enough on a large board".to_owned(),
            ..choice.clone()
        };
        let size = self.ground.space.size();
        let successors = match self.task.metric {
            Metric::Stm => 4,
            Metric::Mtm => size.width() + size.height(),
        };
        let limits = Limits { expansions: Some((ATTEMPT / successors) as u64), ..self.task.limits.clone() };
        let attempt = self.run(&optimal, &limits, reporter)?;
        let lower_bound = match attempt.outcome {
            Outcome::LimitReached { limit: LimitKind::Expansions, lower_bound, .. } => lower_bound,
            Outcome::LimitReached { .. } => return Ok(attempt),
            Outcome::Solved { .. } | Outcome::Unsolvable { .. } => {
                *choice = optimal;
                return Ok(attempt);
            }
        };
        let mut run = self.run(choice, self.task.limits, reporter)?;
        match &mut run.outcome {
            Outcome::Solved { proof: Proof::Bounded { lower_bound: known }, .. }
            | Outcome::LimitReached { lower_bound: known, .. } => *known = lower_bound.max(*known),
            _ => {}
        }
        run.stats = together(&attempt.stats, &run.stats);
        Ok(run)
    }
}

/// Whether the tables of walking distance are made within some milliseconds, and the board is large enough to be worth
/// them.
fn has_small_tables(size: Size, memory: u64) -> bool {
    size.width() <= 4 && size.height() <= 4 && size.cells() > 9 && memory >= MEMORY_FOR_TABLES
}

/// What two searches did, one after the other.
fn together(first: &Stats, second: &Stats) -> Stats {
    let depths = first.expanded_by_depth.len().max(second.expanded_by_depth.len());
    let at = |stats: &Stats, depth: usize| stats.expanded_by_depth.get(depth).copied().unwrap_or_default();
    Stats {
        expanded: first.expanded + second.expanded,
        generated: first.generated + second.generated,
        reopened: first.reopened + second.reopened,
        iterations: first.iterations + second.iterations,
        peak_memory: first.peak_memory.max(second.peak_memory),
        expanded_by_depth: (0..depths).map(|depth| at(first, depth) + at(second, depth)).collect(),
        elapsed: first.elapsed + second.elapsed,
    }
}

/// A search compiled for its heuristic.
struct Compiled<'a, 's, C: Cells, M, R> {
    space: &'a Tiles<C, M>,
    start: &'a Board<C>,
    choice: &'a Choice,
    /// What is left of the limits once the heuristic is made.
    rest: R,
    reporter: &'a mut Reporter<'s>,
}

impl<C: Cells, M: Counted<C>, R: Fn() -> Limits> Visit<C, M> for Compiled<'_, '_, C, M, R> {
    type Output = Result<Run<Move>, EngineError>;

    fn visit<H>(self, heuristic: &H) -> Self::Output
    where
        H: Incremental<Tiles<C, M>> + Sync,
        H::Memo: Send + Sync,
    {
        let Self { space, start, choice, rest, reporter } = self;
        Drive { space, start, choice, limits: &rest(), reporter }.run_bound(heuristic)
    }
}
