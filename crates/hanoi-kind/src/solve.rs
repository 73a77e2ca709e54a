//! Solving Towers of Hanoi.

use web_time::Instant;

use fewest_engine::kit::optima::{Decision, Optima, list};
use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Reporter, Unready, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, Request, Result, Sink};
use fewest_hanoi::heuristics::OutAndBack;
use fewest_hanoi::{Discs, Hanoi, Move};
use fewest_search::capability::Ranked;
use fewest_search::{Heuristic as _, Limits, Run, StateSpace};

use crate::INFO;
use crate::asked::Asked;
use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::{Words, space, with_space};
use crate::recursive;

/// Solves Towers of Hanoi.
pub(crate) fn solve(request: &Request, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
    let asked = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let reporter = Reporter::of(request, sink);
    let solver = Solver { asked: &asked, request, limits: &limits, reporter };
    with_space!(&asked.goal, |space| solver.solve(space))
}

/// One puzzle to be solved.
struct Solver<'a, 's> {
    asked: &'a Asked,
    request: &'a Request,
    limits: &'a Limits,
    reporter: Reporter<'s>,
}

impl Solver<'_, '_> {
    fn solve<D: Discs>(mut self, space: &Hanoi<D>) -> Result<Answer> {
        let start = space.state(&self.asked.start).map_err(EngineError::internal)?;
        let advice = Advice {
            positions: space.rank_count(),
            key_bytes: size_of::<D>(),
            heuristic: Named::DiscGroups.info(),
            because: "it adds exact distances of groups of discs",
            beyond_memory: (
                Algorithm::AStarIdaStar,
                "not all positions fit into memory, and each can be reached in many ways",
            ),
            no_goals: None,
        };
        let choice = self.choose(&advice)?;
        if choice.algorithm == Algorithm::Recursive {
            return recursive::solve(self.asked, self.request, &choice, self.reporter);
        }
        self.reporter.send(Event::chosen(&choice));
        let mut all = None;
        let known = || (space.is_goal(&start), OutAndBack::new(space).estimate(&start).unwrap_or_default());
        let (mut run, setup) =
            subject::timed(|| subject::unless_stopped(self.search(space, &start, &choice, &mut all), known))?;
        recursive::improve(self.asked, self.request, &mut run.outcome)?;
        self.reporter.finish();
        let transfers = |moves: Vec<Move>| moves.iter().map(|mv| mv.transfer()).collect();
        let answer = subject::answer(self.asked, self.request, &choice, (run, setup), transfers)?;
        subject::with_all(answer, self.asked, self.request, all.map(|all| all.map(transfers)))
    }

    /// What is to be done: no search where none is needed, and on four pegs where it would take more memory than there is.
    fn choose(&self, advice: &Advice) -> Result<Choice> {
        let choice = Choice::make(&INFO, self.request, advice, self.limits.memory)?;
        if choice.algorithm == Algorithm::Recursive {
            recursive::admit(self.asked)?;
            return Ok(choice);
        }
        let is_three = self.asked.start.size().pegs() == 3;
        let is_open = recursive::is_free(self.request) && (is_three || choice.algorithm == advice.beyond_memory.0);
        if !is_open || !recursive::route(self.asked)?.is_shortest() {
            return Ok(choice);
        }
        let mut choice = Choice::make(&INFO, &recursive::named(self.request), advice, self.limits.memory)?;
        choice.reasons = vec![recursive::because(self.asked)];
        Ok(choice)
    }

    /// Makes the heuristic, and searches with what the tables leave of the limits.
    fn search<D: Discs>(
        &mut self,
        space: &Hanoi<D>,
        start: &D,
        choice: &Choice,
        all: &mut Option<Optima<Move>>,
    ) -> Result<Run<Move>, Unready> {
        let begun = Instant::now();
        let rest = |tables: u64| subject::rest(self.limits, begun, tables);
        let named = Named::of(choice.heuristic);
        let back = (choice.algorithm == Algorithm::Nbs).then(|| self::space(&self.asked.start)).transpose()?;
        let forward = AnyHeuristic::new(named, space, self.limits)?;
        let mut tables = forward.bytes();
        let backward = back.as_ref().map(|back| AnyHeuristic::new(named, back, &rest(tables))).transpose()?;
        tables += backward.as_ref().map_or(0, AnyHeuristic::bytes);
        let (limits, reporter) = (rest(tables), &mut self.reporter);
        let drive = Drive { space, start, words: &Words, choice, limits: &limits, reporter: &mut *reporter };
        let mut run = drive.run(&forward, backward.as_ref())?;
        *all = list(self.request, &mut run, space, start, &forward, &Decision::NONE, &limits, reporter)?;
        Ok(run)
    }
}
