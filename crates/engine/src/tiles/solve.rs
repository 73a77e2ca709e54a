//! Solving: from text to the compiled search and back.

use fewest_search::capability::Ranked;
use fewest_search::{Cancel, Incremental, Limits, Run, Stats};
use fewest_tiles::construct::{Anytime, Construct};
use fewest_tiles::{
    Board, Bytes, Cells, Move, Mtm, Nibbles, Position, Slide, Solvability, Stm, Tiles, TilesError, format_slides,
    solvability,
};

use crate::answer::Answer;
use crate::catalog::{Algorithm, Heuristic};
use crate::choice::{Advice, Choice};
use crate::drive::Drive;
use crate::error::EngineError;
use crate::event::Event;
use crate::reporter::Reporter;
use crate::request::{Kind, Metric, Request, TilesPuzzle};
use crate::subject::{self, Subject};
use crate::tiles::heuristics::{Counted, Visit};
use crate::tiles::read;

/// What a search that remembers positions needs for each, beside the packed position: parent, cost, a place in the
/// queue, and slots of the index with the room that growing leaves.
const BYTES_BESIDE_KEY: u64 = 24;

/// Boards of up to so many cells are solved optimally unless something else is asked for.
const OPTIMAL_CELLS: usize = 16;

/// What a larger board may cost before its optimum is given up: some tenths of a second.
const ATTEMPT: u64 = 2_000_000;

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
        26..=64 => task.solve_in::<Bytes<64>>(&mut reporter),
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
    fn solve_in<C: Cells + Sync>(&self, reporter: &mut Reporter<'_>) -> Result<Answer, EngineError> {
        match self.metric {
            Metric::Stm => self.solve_by::<C, Stm>(reporter),
            Metric::Mtm => self.solve_by::<C, Mtm>(reporter),
        }
    }

    fn solve_by<C: Cells + Sync, M: Counted<C>>(&self, reporter: &mut Reporter<'_>) -> Result<Answer, EngineError> {
        let impossible = |error: TilesError| EngineError::Internal(error.to_string());
        let space = Tiles::<C, M>::new(&self.goal).map_err(impossible)?;
        let start = space.board(&self.start).map_err(impossible)?;
        let choice = Choice::make(self.request, &self.advice(&space), self.limits.memory)?;
        if let Solvability::Unsolvable(obstacle) = solvability(&self.start, &self.goal) {
            return Ok(subject::unsolvable(self, self.request, &choice, obstacle.to_string(), Stats::default()));
        }
        reporter.send(Event::chosen(&choice));
        let run = Hunt { task: self, space: &space, start: &start, choice: &choice, reporter }.run()?;
        reporter.finish();
        subject::answer(self, self.request, &choice, run, |mv| space.layout().slide(mv))
    }

    /// What is known of boards of this size.
    fn advice<C: Cells, M: Counted<C>>(&self, space: &Tiles<C, M>) -> Advice {
        let (heuristic, because) = match self.metric {
            Metric::Stm => (Heuristic::LinearConflict, "it is the strongest heuristic that needs no table"),
            Metric::Mtm => (Heuristic::Manhattan, "under mtm conflicts add less than they cost"),
        };
        Advice {
            positions: space.rank_count(),
            bytes_a_position: size_of::<C>() as u64 + BYTES_BESIDE_KEY,
            heuristic,
            because,
            beyond_memory: (Algorithm::IdaStar, "not all positions fit into memory, and it needs none"),
            no_goals: None,
        }
    }
}

/// A search that is about to begin.
struct Hunt<'a, 's, C: Cells, M> {
    task: &'a Task<'a>,
    space: &'a Tiles<C, M>,
    start: &'a Board<C>,
    choice: &'a Choice,
    reporter: &'a mut Reporter<'s>,
}

impl<C: Cells + Sync, M: Counted<C>> Hunt<'_, '_, C, M> {
    fn run(self) -> Result<Run<Move>, EngineError> {
        let Self { task, space, start, choice, reporter } = self;
        let limits = task.limits;
        match choice.algorithm {
            Algorithm::Construct => {
                let heuristic = M::any(choice.heuristic, space)?;
                Ok(Construct::default().run(space, start, &heuristic, limits, reporter))
            }
            Algorithm::Anytime => {
                let heuristic = M::any(choice.heuristic, space)?;
                Ok(Anytime::default().run(space, start, &heuristic, limits, reporter))
            }
            algorithm => {
                let drive = Drive { space, start, choice, limits, reporter };
                if C::CAPACITY <= COMPILED_CELLS && is_heuristic_bound(algorithm) {
                    return M::with(choice.heuristic, space, Compiled(drive))?;
                }
                let forward = M::any(choice.heuristic, space)?;
                if algorithm != Algorithm::Nbs {
                    return drive.run(&forward, None);
                }
                let back = Tiles::<C, M>::new(&task.start).map_err(|error| EngineError::Internal(error.to_string()))?;
                let backward = M::any(choice.heuristic, &back)?;
                drive.run(&forward, Some(&backward))
            }
        }
    }
}

/// A search compiled for its heuristic.
struct Compiled<'a, 's, C: Cells, M: Metric>(Drive<'a, 's, Tiles<C, M>>);

impl<C: Cells + Sync, M: Metric> Visit<C, M> for Compiled<'_, '_, C, M> {
    type Output = Result<Run<Move>, EngineError>;

    fn visit<H>(self, heuristic: &H) -> Self::Output
    where
        H: Incremental<Tiles<C, M>> + Sync,
        H::Memo: Send + Sync,
    {
        self.0.run_bound(heuristic)
    }
}
