//! Solving the pancake puzzle.

use std::sync::Arc;

use web_time::Instant;

use fewest_engine::kit::optima::{Decision, Optima, list};
use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Reporter, Stock, Unready, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, Request, Result, Session, Sink};
use fewest_pancake::heuristics::Gap;
use fewest_pancake::{Flip, Packing, Pancakes};
use fewest_search::capability::Ranked;
use fewest_search::{Heuristic as _, Limits, Run, StateSpace};

use crate::INFO;
use crate::asked::Asked;
use crate::heuristics::{AnyHeuristic, Named, Patterns};
use crate::packing::{Words, with_space};

/// Solves the pancake puzzle.
pub(crate) fn solve(request: &Request, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
    let asked = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let reporter = Reporter::of(request, sink);
    let solver = Solver { asked: &asked, request, session, limits: &limits, reporter, notices: Vec::new() };
    with_space!(&asked.goal, |space| solver.solve(space))
}

/// One puzzle to be solved.
struct Solver<'a, 's> {
    asked: &'a Asked,
    request: &'a Request,
    session: &'a Session,
    limits: &'a Limits,
    reporter: Reporter<'s>,
    notices: Vec<String>,
}

impl Solver<'_, '_> {
    fn solve<P: Packing>(mut self, space: &Pancakes<P>) -> Result<Answer> {
        let start = space.state(&self.asked.start).map_err(EngineError::internal)?;
        let advice = Advice {
            positions: space.rank_count(),
            key_bytes: size_of::<P>(),
            heuristic: if space.size().is_burnt() { Named::GapAhead } else { Named::Gap }.info(),
            because: "it is nearly exact and needs no table",
            beyond_memory: (Algorithm::IdaStar, "not all positions fit into memory, and it needs almost none"),
            no_goals: None,
        };
        let choice = Choice::make(&INFO, self.request, &advice, self.limits.memory)?;
        self.reporter.send(Event::chosen(&choice));
        let mut all = None;
        let known = || (space.is_goal(&start), Gap::new(space).estimate(&start).unwrap_or_default());
        let run = subject::timed(|| subject::unless_stopped(self.search(space, &start, &choice, &mut all), known))?;
        self.reporter.finish();
        let answer = subject::answer(self.asked, self.request, &choice, run, |flips| flips)?;
        let answer = subject::with_all(answer, self.asked, self.request, all)?;
        Ok(Answer { notices: self.notices, ..answer })
    }

    /// Makes the heuristic, and searches with what the tables leave of the limits.
    fn search<P: Packing>(
        &mut self,
        space: &Pancakes<P>,
        start: &P,
        choice: &Choice,
        all: &mut Option<Optima<Flip>>,
    ) -> Result<Run<Flip>, Unready> {
        let begun = Instant::now();
        let limits = self.limits;
        let rest = |tables: u64| subject::rest(limits, begun, tables);
        let named = Named::of(choice.heuristic);
        let stock = self.stock(named, &rest(0))?;
        let tables = stock.as_ref().map_or(0, |stock| stock.bytes_in_memory());
        let forward = AnyHeuristic::new(named, space, stock.as_deref())?;
        let is_nbs = choice.algorithm == Algorithm::Nbs;
        let backward = is_nbs.then(|| AnyHeuristic::towards(named, space, start));
        let (limits, reporter) = (rest(tables), &mut self.reporter);
        let drive = Drive { space, start, words: &Words, choice, limits: &limits, reporter: &mut *reporter };
        let mut run = drive.run(&forward, backward.as_ref())?;
        *all = list(self.request, &mut run, space, start, &forward, &Decision::NONE, &limits, reporter)?;
        Ok(run)
    }

    /// The tables of pattern databases, where these are asked for.
    fn stock(&mut self, named: Named, limits: &Limits) -> Result<Option<Arc<Stock<Patterns>>>, Unready> {
        if named != Named::Pdb {
            return Ok(None);
        }
        let patterns = Patterns::new(&self.asked.goal, limits.memory)?;
        let reporter = &mut self.reporter;
        let obtained = self.session.obtain(&patterns, limits, &mut |event| reporter.send(event))?;
        self.notices.extend(obtained.notices);
        Ok(Some(obtained.stock))
    }
}
