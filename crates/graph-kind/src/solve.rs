//! Solving tiles on a graph.

use fewest_graph::{Bytes, GraphPuzzle as Space, Labels, Nibbles, Position, Solvability, format_moves};
use fewest_search::{Cancel, Limits, Stats};

use crate::answer::Answer;
use crate::catalog::{Algorithm, Heuristic};
use crate::choice::{Advice, Choice};
use crate::drive::Drive;
use crate::error::EngineError;
use crate::event::Event;
use crate::graph::heuristics::AnyHeuristic;
use crate::graph::{METRIC, read, why_not};
use crate::reporter::Reporter;
use crate::request::{GraphPuzzle, Kind, Request};
use crate::subject::{self, Subject};

/// Solves tiles on a graph.
pub(crate) fn solve(
    puzzle: &GraphPuzzle,
    request: &Request,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Answer, EngineError> {
    let (start, goal) = read(puzzle)?;
    let limits = request.limits.for_search(cancel);
    let vertices = start.graph().vertices();
    let task = Task { start, goal, request, limits: &limits };
    let mut reporter = Reporter::of(request, sink);
    match vertices {
        0..=16 => task.solve_in::<Nibbles>(&mut reporter),
        _ => task.solve_in::<Bytes<64>>(&mut reporter),
    }
}

/// One puzzle to be solved.
struct Task<'a> {
    start: Position,
    goal: Position,
    request: &'a Request,
    limits: &'a Limits,
}

impl Subject for Task<'_> {
    /// The tile that moves.
    type Move = u8;

    const KIND: Kind = Kind::Graph;

    fn position(&self) -> String {
        self.start.to_string()
    }

    fn goal(&self) -> String {
        self.goal.to_string()
    }

    fn edges(&self) -> Option<String> {
        Some(self.start.graph().to_string())
    }

    fn metric(&self) -> String {
        METRIC.to_owned()
    }

    fn replay(&self, tiles: &[u8], _: &Request) -> Result<(String, u64), String> {
        let mut position = self.start.clone();
        for &tile in tiles {
            position.try_move(tile).map_err(|illegal| illegal.to_string())?;
        }
        if position != self.goal {
            return Err(format!("a solution leads to {position}"));
        }
        Ok((format_moves(tiles), tiles.len() as u64))
    }
}

impl Task<'_> {
    fn solve_in<L: Labels>(&self, reporter: &mut Reporter<'_>) -> Result<Answer, EngineError> {
        let space = Space::<L>::new(&self.goal).map_err(EngineError::internal)?;
        let start = space.board(&self.start).map_err(EngineError::internal)?;
        let advice = Advice {
            positions: space.class().count().and_then(|count| u64::try_from(count).ok()),
            key_bytes: size_of::<L>(),
            heuristic: Heuristic::Errands,
            because: "it is the strongest heuristic for graphs",
            beyond_memory: (Algorithm::IdaStar, "not all positions fit into memory, and it needs none"),
            no_goals: None,
        };
        let choice = Choice::make(self.request, &advice, self.limits.memory)?;
        if let Solvability::Unsolvable(obstacles) = space.class().solvability(&self.start) {
            return Ok(subject::unsolvable(self, self.request, &choice, why_not(&obstacles), Stats::default()));
        }
        reporter.send(Event::chosen(&choice));
        let back = match choice.algorithm {
            Algorithm::Nbs => Some(Space::<L>::new(&self.start).map_err(EngineError::internal)?),
            _ => None,
        };
        let run = subject::timed(|| {
            let forward = AnyHeuristic::new(choice.heuristic, &space)?;
            let backward = back.as_ref().map(|back| AnyHeuristic::new(choice.heuristic, back)).transpose()?;
            let drive =
                Drive { space: &space, start: &start, choice: &choice, limits: self.limits, reporter: &mut *reporter };
            drive.run(&forward, backward.as_ref())
        })?;
        reporter.finish();
        subject::answer(self, self.request, &choice, run, |moves| space.tiles_moved(&start, &moves))
    }
}
