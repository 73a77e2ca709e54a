//! Solving Towers of Hanoi.

use web_time::Instant;

use fewest_hanoi::heuristics::OutAndBack;
use fewest_hanoi::{Bytes, Discs, Hanoi, Move, Position, Transfer, Word64, format_transfers};
use fewest_search::capability::Ranked;
use fewest_search::{Cancel, Heuristic as _, LimitKind, Limits, Outcome, Proof, Run, StateSpace, Stats};

use crate::answer::Answer;
use crate::catalog::{Algorithm, Heuristic};
use crate::choice::{Advice, Choice};
use crate::drive::Drive;
use crate::error::{EngineError, Unready};
use crate::event::Event;
use crate::hanoi::heuristics::AnyHeuristic;
use crate::hanoi::{METRIC, read};
use crate::reporter::Reporter;
use crate::request::{HanoiPuzzle, Kind, Request};
use crate::subject::{self, Subject};

/// Solves Towers of Hanoi.
pub(crate) fn solve(
    puzzle: &HanoiPuzzle,
    request: &Request,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Answer, EngineError> {
    let (start, goal) = read(puzzle)?;
    let limits = request.limits.for_search(cancel);
    let size = start.size();
    let task = Task { start, goal, request, limits: &limits };
    let mut reporter = Reporter::of(request, sink);
    if Word64::<2>::fits(size) {
        task.solve_in::<Word64<2>>(&mut reporter)
    } else {
        task.solve_in::<Bytes>(&mut reporter)
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
    type Move = Transfer;

    const KIND: Kind = Kind::Hanoi;

    fn position(&self) -> String {
        self.start.to_string()
    }

    fn goal(&self) -> String {
        self.goal.to_string()
    }

    fn metric(&self) -> String {
        METRIC.to_owned()
    }

    fn replay(&self, moves: &[Transfer], _: &Request) -> Result<(String, u64), String> {
        let mut position = self.start.clone();
        for &transfer in moves {
            position.try_move(transfer).map_err(|illegal| illegal.to_string())?;
        }
        if position != self.goal {
            return Err(format!("a solution leads to {position}"));
        }
        Ok((format_transfers(moves), moves.len() as u64))
    }
}

impl Task<'_> {
    fn solve_in<D: Discs>(&self, reporter: &mut Reporter<'_>) -> Result<Answer, EngineError> {
        let space = Hanoi::<D>::new(&self.goal).map_err(EngineError::internal)?;
        let start = space.state(&self.start).map_err(EngineError::internal)?;
        let advice = Advice {
            positions: space.rank_count(),
            key_bytes: size_of::<D>(),
            heuristic: Heuristic::DiscGroups,
            because: "exact distances of groups of discs add up",
            beyond_memory: (
                Algorithm::AStarIdaStar,
                "not all positions fit into memory, and each is reached in many ways",
            ),
            no_goals: None,
        };
        let choice = Choice::make(self.request, &advice, self.limits.memory)?;
        reporter.send(Event::chosen(&choice));
        let run = subject::timed(|| match self.search(&space, &start, &choice, reporter) {
            Ok(run) => Ok(run),
            Err(Unready::Refused(error)) => Err(error),
            Err(Unready::Stopped(limit)) => Ok(without_tables(&space, &start, limit)),
        })?;
        reporter.finish();
        subject::answer(self, self.request, &choice, run, |moves| moves.iter().map(|mv| mv.transfer()).collect())
    }
    /// Makes the heuristic, and searches with what the tables leave of the limits.
    fn search<D: Discs>(
        &self,
        space: &Hanoi<D>,
        start: &D,
        choice: &Choice,
        reporter: &mut Reporter<'_>,
    ) -> Result<Run<Move>, Unready> {
        let begun = Instant::now();
        let rest = |tables: u64| Limits {
            time: self.limits.time.map(|time| time.saturating_sub(begun.elapsed())),
            memory: self.limits.memory.saturating_sub(tables),
            ..self.limits.clone()
        };
        let back = match choice.algorithm {
            Algorithm::Nbs => {
                let back = Hanoi::<D>::new(&self.start).map_err(EngineError::internal);
                Some(back.map_err(Unready::Refused)?)
            }
            _ => None,
        };
        let forward = AnyHeuristic::new(choice.heuristic, space, self.limits)?;
        let mut tables = forward.bytes();
        let backward =
            back.as_ref().map(|back| AnyHeuristic::new(choice.heuristic, back, &rest(tables))).transpose()?;
        tables += backward.as_ref().map_or(0, AnyHeuristic::bytes);
        let limits = rest(tables);
        let drive = Drive { space, start, choice, limits: &limits, reporter };
        drive.run(&forward, backward.as_ref()).map_err(Unready::Refused)
    }
}

/// What is known when a limit came before the tables were done.
fn without_tables<D: Discs>(space: &Hanoi<D>, start: &D, limit: LimitKind) -> Run<Move> {
    let lower_bound = OutAndBack::new(space).estimate(start).unwrap_or_default();
    let outcome = if space.is_goal(start) {
        Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal }
    } else {
        Outcome::LimitReached { limit, lower_bound, best_known: None }
    };
    Run { outcome, stats: Stats::default() }
}
