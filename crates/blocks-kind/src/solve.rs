//! Solving sliding blocks.

use fewest_blocks::exhaustive::{Exhaustive, Spill};
use fewest_blocks::sat::SatEncoding;
use fewest_blocks::{Bits, Blocks, Packing};
use fewest_engine::kit::optima::{Decision, list};
use fewest_engine::kit::{Advice, Algorithm, Choice, Drive, Parameter, Reporter, Subject as _, sat, subject};
use fewest_engine::{Answer, Cancel, EngineError, Event, Outcome, Request, Result, Sink};
use fewest_search::Limits;

use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::with_space;
use crate::trace::Words;
use crate::{Asked, INFO, exhausted, wrong};

/// Up to so many goals, a search from both ends meets far fewer positions than one from the start.
const FEW_GOALS: usize = 64;
/// The bits of a packed position from which on there may be more of them than memory holds.
const MANY_BITS: u32 = 40;

/// Solves sliding blocks.
pub(crate) fn solve(request: &Request, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Answer> {
    let asked = Asked::read(&request.puzzle)?;
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::of(request, sink);
    with_space!(&asked.puzzle, asked.metric, |space| search(space, &asked, request, &limits, &mut reporter))
}

/// The algorithm that serves best, and why. What the request asks for beside it must have an effect.
fn usual<B: Bits, K: Packing<B>>(request: &Request, space: &Blocks<B, K>) -> (Algorithm, &'static str) {
    let wants_exhaustive =
        request.options.spill.is_some() || request.options.threads.is_some_and(|threads| threads > 1);
    if request.trace_depths || request.trace_tree.is_some() {
        (Algorithm::BreadthFirst, "its expansions can be reported one by one")
    } else if !K::IS_SHORT {
        (Algorithm::AStar, "positions of this puzzle take too many bits for an exhaustive search")
    } else if !wants_exhaustive && space.bits() > MANY_BITS && space.count_goals(FEW_GOALS).is_ok() {
        (Algorithm::BidirectionalBreadthFirst, "there may be very many positions, of which few are goals")
    } else {
        (Algorithm::Exhaustive, "it examines millions of positions per second, with a few bytes for each")
    }
}

/// Why a search from both ends cannot be, where one is asked for: to list the goals takes a while.
fn no_goals<B: Bits, K: Packing<B>>(request: &Request, space: &Blocks<B, K>) -> Option<String> {
    let is_asked = Algorithm::named(&request.algorithm).is_ok_and(|algorithm| algorithm.info().needs_goals());
    let listed = is_asked.then(|| space.count_goals(Blocks::<B, K>::MOST_GOALS))?;
    listed.err().map(|many| format!("more than {} positions are goals", many.limit))
}

/// Refuses what would only be found out when memory is full, or not at all.
fn check_exhaustive<B: Bits, K: Packing<B>>(request: &Request, space: &Blocks<B, K>) -> Result<()> {
    if !K::IS_SHORT {
        let bits = space.bits();
        return Err(wrong([format!(
            "a position takes {bits} bits, but the exhaustive search supports at most 128; choose A* or BFS"
        )]));
    }
    match &request.options.spill {
        Some(folder) if !folder.is_dir() => Err(EngineError::ParameterValue {
            parameter: Parameter::Spill,
            value: folder.display().to_string(),
            right: "name a folder that exists".to_owned(),
        }),
        _ => Ok(()),
    }
}

/// Writes formulas instead of searching.
fn satisfy(
    asked: &Asked,
    request: &Request,
    choice: &Choice,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<Answer> {
    let mut formula = None;
    let run = subject::timed(|| {
        let puzzle = SatEncoding::new(&asked.puzzle, asked.metric);
        let (run, last) = sat::run(&puzzle, choice.algorithm, choice.settings.sat, limits, &mut *reporter)?;
        formula = Some(last);
        Ok(run)
    })?;
    reporter.finish();
    let answer = subject::answer(asked, request, choice, run, |shifts| shifts)?;
    Ok(Answer { formula, ..answer })
}

/// Solves in the space that holds the puzzle.
fn search<B: Bits, K: Packing<B>>(
    space: &Blocks<B, K>,
    asked: &Asked,
    request: &Request,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<Answer> {
    let start = space.start();
    let advice = Advice {
        positions: None,
        key_bytes: size_of::<K>(),
        heuristic: Named::ModifiedConflict.info(),
        because: "it is the strongest heuristic that supports every puzzle",
        beyond_memory: usual(request, space),
        no_goals: no_goals(request, space),
    };
    let choice = Choice::make(&INFO, request, &advice, limits.memory)?;
    if choice.algorithm == Algorithm::Exhaustive {
        check_exhaustive(request, space)?;
    }
    reporter.send(Event::chosen(&choice));
    if let Algorithm::Sat | Algorithm::SatAny = choice.algorithm {
        return satisfy(asked, request, &choice, limits, reporter);
    }
    let spill = request.options.spill.as_ref().map(Spill::new);
    let exhaustive = Exhaustive { threads: choice.settings.threads, spill, ..Exhaustive::default() };
    let mut all = None;
    let run = subject::timed(|| {
        let named = Named::of(choice.heuristic);
        if choice.algorithm == Algorithm::Exhaustive {
            let mut run = K::solve(&exhaustive, space, limits, &mut *reporter);
            if request.all.is_some() {
                let forward = AnyHeuristic::new(Named::ModifiedConflict, space, limits)?;
                all = list(request, &mut run, space, &start, &forward, &Decision::NONE, limits, reporter)?;
            }
            return Ok(run);
        }
        let forward = AnyHeuristic::new(named, space, limits)?;
        let backward = match named {
            Named::Zero => AnyHeuristic::Zero(fewest_search::Zero),
            _ => AnyHeuristic::from_start(space, &start),
        };
        let drive = Drive { space, start: &start, words: &Words, choice: &choice, limits, reporter: &mut *reporter };
        let mut run = drive.run(&forward, Some(&backward))?;
        all = list(request, &mut run, space, &start, &forward, &Decision::NONE, limits, reporter)?;
        Ok(run)
    })?;
    reporter.finish();
    let shifts =
        |moves: Vec<_>| space.shifts(&asked.start(), &moves).expect("the moves begin at the start of this puzzle");
    let answer = subject::answer(asked, request, &choice, run, shifts)?;
    let mut answer = subject::with_all(answer, asked, request, all.map(|all| all.map(shifts)))?;
    if answer.outcome == Outcome::Unsolvable && choice.algorithm == Algorithm::Exhaustive {
        answer.reason = Some(exhausted(K::count(&exhaustive, space, limits)));
    }
    let failure = exhaustive.spill.as_ref().and_then(Spill::failure);
    answer.notices.extend(failure.map(|failure| format!("the search could not continue in files: {failure}")));
    Ok(answer)
}
