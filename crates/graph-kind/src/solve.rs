//! Solving tiles on a graph.

use fewest_engine::kit::optima::{Decision, list};
use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Reporter, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, Request, Result, Sink};
use fewest_graph::{GraphPuzzle, Labels, Solvability};
use fewest_search::{Limits, Stats};

use crate::INFO;
use crate::asked::Asked;
use crate::check::why_not;
use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::{Words, space, with_space};

/// Solves tiles on a graph.
pub(crate) fn solve(request: &Request, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
    let asked = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::of(request, sink);
    with_space!(&asked.goal, |space| search(space, &asked, request, &limits, &mut reporter))
}

fn search<L: Labels>(
    space: &GraphPuzzle<L>,
    asked: &Asked,
    request: &Request,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<Answer> {
    let start = space.board(&asked.start).map_err(EngineError::internal)?;
    let advice = Advice {
        positions: space.class().count().and_then(|count| u64::try_from(count).ok()),
        key_bytes: size_of::<L>(),
        heuristic: Named::Errands.info(),
        because: "it is the strongest heuristic for graphs",
        beyond_memory: (Algorithm::IdaStar, "not all positions fit into memory, and it needs almost none"),
        no_goals: None,
    };
    let choice = Choice::make(&INFO, request, &advice, limits.memory)?;
    if let Solvability::Unsolvable(obstacles) = space.class().solvability(&asked.start) {
        return Ok(subject::unsolvable(asked, request, &choice, why_not(&obstacles), Stats::default()));
    }
    reporter.send(Event::chosen(&choice));
    let back = (choice.algorithm == Algorithm::Nbs).then(|| self::space(&asked.start)).transpose()?;
    let mut all = None;
    let run = subject::timed(|| {
        let named = Named::of(choice.heuristic);
        let forward = AnyHeuristic::new(named, space);
        let backward = back.as_ref().map(|back| AnyHeuristic::new(named, back));
        let drive = Drive { space, start: &start, words: &Words, choice: &choice, limits, reporter: &mut *reporter };
        let mut run = drive.run(&forward, backward.as_ref())?;
        all = list(request, &mut run, space, &start, &forward, &Decision::NONE, limits, reporter)?;
        Ok(run)
    })?;
    reporter.finish();
    let tiles = |moves: Vec<_>| space.tiles_moved(&start, &moves);
    let answer = subject::answer(asked, request, &choice, run, tiles)?;
    subject::with_all(answer, asked, request, all.map(|all| all.map(tiles)))
}
