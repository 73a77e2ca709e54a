//! Solving Towers of Hanoi.

use web_time::Instant;

use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Reporter, Subject, Unready, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, KindInfo, Request, Result, Sink};
use fewest_hanoi::heuristics::OutAndBack;
use fewest_hanoi::{Discs, Hanoi, Move, Transfer, format_transfers};
use fewest_search::capability::Ranked;
use fewest_search::{Heuristic as _, LimitKind, Limits, Outcome, Proof, Run, StateSpace, Stats};

use crate::asked::Asked;
use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::{Visitor, Words, space, with_space};
use crate::{INFO, METRIC};

/// Solves Towers of Hanoi.
pub(crate) fn solve(request: &Request, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
    let asked = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let reporter = Reporter::of(request, sink);
    with_space(&asked.goal, Solver { asked: &asked, request, limits: &limits, reporter })
}

impl Subject for Asked {
    type Move = Transfer;

    fn kind(&self) -> &'static KindInfo {
        &INFO
    }

    fn position(&self) -> String {
        self.start.to_string()
    }

    fn goal(&self) -> String {
        self.goal.to_string()
    }

    fn metric(&self) -> &'static str {
        METRIC
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

/// One puzzle to be solved.
struct Solver<'a, 's> {
    asked: &'a Asked,
    request: &'a Request,
    limits: &'a Limits,
    reporter: Reporter<'s>,
}

impl Visitor for Solver<'_, '_> {
    type Output = Answer;

    fn visit<D: Discs>(mut self, space: &Hanoi<D>) -> Result<Answer> {
        let start = space.state(&self.asked.start).map_err(EngineError::internal)?;
        let advice = Advice {
            positions: space.rank_count(),
            key_bytes: size_of::<D>(),
            heuristic: Named::DiscGroups.info(),
            because: "exact distances of groups of discs add up",
            beyond_memory: (
                Algorithm::AStarIdaStar,
                "not all positions fit into memory, and each is reached in many ways",
            ),
            no_goals: None,
        };
        let choice = Choice::make(&INFO, self.request, &advice, self.limits.memory)?;
        self.reporter.send(Event::chosen(&choice));
        let run = subject::timed(|| match self.search(space, &start, &choice) {
            Ok(run) => Ok(run),
            Err(Unready::Refused(error)) => Err(error),
            Err(Unready::Stopped(limit)) => Ok(without_tables(space, &start, limit)),
        })?;
        self.reporter.finish();
        let transfers = |moves: Vec<Move>| moves.iter().map(|mv| mv.transfer()).collect();
        subject::answer(self.asked, self.request, &choice, run, transfers)
    }
}

impl Solver<'_, '_> {
    /// Makes the heuristic, and searches with what the tables leave of the limits.
    fn search<D: Discs>(&mut self, space: &Hanoi<D>, start: &D, choice: &Choice) -> Result<Run<Move>, Unready> {
        let begun = Instant::now();
        let limits = self.limits;
        let rest = |tables: u64| Limits {
            time: limits.time.map(|time| time.saturating_sub(begun.elapsed())),
            memory: limits.memory.saturating_sub(tables),
            ..limits.clone()
        };
        let named = Named::of(choice.heuristic);
        let back = (choice.algorithm == Algorithm::Nbs).then(|| self::space(&self.asked.start)).transpose()?;
        let forward = AnyHeuristic::new(named, space, limits)?;
        let mut tables = forward.bytes();
        let backward = back.as_ref().map(|back| AnyHeuristic::new(named, back, &rest(tables))).transpose()?;
        tables += backward.as_ref().map_or(0, AnyHeuristic::bytes);
        let (limits, reporter) = (rest(tables), &mut self.reporter);
        let drive = Drive { space, start, words: &Words, choice, limits: &limits, reporter };
        Ok(drive.run(&forward, backward.as_ref())?)
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
