//! Solving sliding blocks.

use std::sync::Arc;

use fewest_blocks::exhaustive::{Exhaustive, Spill};
use fewest_blocks::{Bits, Blocks, Metric, Position, Puzzle, Shift, format_shifts};
use fewest_search::{Cancel, Limits};

use crate::answer::{Answer, Outcome};
use crate::blocks::heuristics::AnyHeuristic;
use crate::blocks::packing::{Packing, Visitor, with_space};
use crate::blocks::{exhausted, goal, read};
use crate::catalog::{Algorithm, Heuristic, Parameter};
use crate::choice::{Advice, Choice};
use crate::drive::Drive;
use crate::error::{EngineError, Faults};
use crate::event::Event;
use crate::reporter::Reporter;
use crate::request::{BlocksPuzzle, Kind, Request};
use crate::subject::{self, Subject};

/// Up to so many goals, a search from both ends meets far fewer positions than one from the start.
const FEW_GOALS: usize = 64;
/// The bits of a packed position from which on there may be more of them than memory holds.
const MANY_BITS: u32 = 40;

/// Solves sliding blocks.
pub(crate) fn solve(
    puzzle: &BlocksPuzzle,
    request: &Request,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Answer, EngineError> {
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::of(request, sink);
    let metric = puzzle.metric.into();
    let puzzle = read(&puzzle.position, puzzle.format.as_deref())?;
    let task = Task { puzzle: puzzle.clone(), metric, request, limits: &limits };
    with_space(&puzzle, metric, Solver { task: &task, reporter: &mut reporter })
}

/// One puzzle to be solved.
struct Task<'a> {
    puzzle: Arc<Puzzle>,
    metric: Metric,
    request: &'a Request,
    limits: &'a Limits,
}

impl Subject for Task<'_> {
    type Move = Shift;

    const KIND: Kind = Kind::Blocks;

    fn position(&self) -> String {
        self.puzzle.to_string()
    }

    fn goal(&self) -> String {
        goal(&self.puzzle)
    }

    fn metric(&self) -> String {
        self.metric.to_string()
    }

    fn replay(&self, shifts: &[Shift], _: &Request) -> Result<(String, u64), String> {
        let mut position = Position::start(self.puzzle.clone());
        for shift in shifts {
            position.try_shift(shift, self.metric).map_err(|illegal| illegal.to_string())?;
        }
        if !position.is_goal() {
            return Err(format!("a solution leads to {position}"));
        }
        Ok((format_shifts(shifts), shifts.len() as u64))
    }
}

/// The algorithm that serves best, and why. What the request asks for beside it must have an effect.
fn usual<B: Bits, K: Packing>(request: &Request, space: &Blocks<B, K>) -> (Algorithm, &'static str) {
    let wants_exhaustive =
        request.options.spill.is_some() || request.options.threads.is_some_and(|threads| threads > 1);
    if request.trace_depths || request.trace_tree.is_some() {
        (Algorithm::BreadthFirst, "its expansions can be told one by one")
    } else if !K::IS_SHORT {
        (Algorithm::AStar, "positions of this puzzle take too many bits for an exhaustive search")
    } else if !wants_exhaustive && space.bits() > MANY_BITS && space.goals_within(FEW_GOALS).is_ok() {
        (Algorithm::BidirectionalBreadthFirst, "there may be very many positions, and few of them are goals")
    } else {
        (Algorithm::Exhaustive, "it looks at millions of positions a second in a few bytes each")
    }
}

/// Why a search from both ends cannot be, where one is asked for: to list the goals takes a while.
fn no_goals<B: Bits, K: Packing>(request: &Request, space: &Blocks<B, K>) -> Option<String> {
    let is_asked = Algorithm::named(&request.algorithm).is_ok_and(|algorithm| algorithm.info().needs_goals);
    let listed = is_asked.then(|| space.goals_within(Blocks::<B, K>::MOST_GOALS))?;
    listed.err().map(|many| format!("more than {} positions are goals", many.limit))
}

/// Refuses what would only be found out when memory is full, or not at all.
fn check_exhaustive<B: Bits, K: Packing>(request: &Request, space: &Blocks<B, K>) -> Result<(), EngineError> {
    if !K::IS_SHORT {
        let bits = space.bits();
        let fault =
            format!("a position takes {bits} bits, and the exhaustive search serves 128 at most; choose A* or BFS");
        return Err(EngineError::Position(Faults::of([fault])));
    }
    match &request.options.spill {
        Some(folder) if !folder.is_dir() => Err(EngineError::ParameterValue {
            parameter: Parameter::Spill,
            value: folder.display().to_string(),
            right: "name a folder that is there".to_owned(),
        }),
        _ => Ok(()),
    }
}

struct Solver<'a, 's> {
    task: &'a Task<'a>,
    reporter: &'a mut Reporter<'s>,
}

impl Visitor for Solver<'_, '_> {
    type Output = Answer;

    fn visit<B: Bits, K: Packing>(self, space: &Blocks<B, K>) -> Result<Answer, EngineError> {
        let Self { task, reporter } = self;
        let start = space.start();
        let advice = Advice {
            positions: None,
            key_bytes: size_of::<K>(),
            heuristic: Heuristic::ModifiedConflict,
            because: "it is the strongest that serves every puzzle",
            beyond_memory: usual(task.request, space),
            no_goals: no_goals(task.request, space),
        };
        let choice = Choice::make(task.request, &advice, task.limits.memory)?;
        if choice.algorithm == Algorithm::Exhaustive {
            check_exhaustive(task.request, space)?;
        }
        reporter.send(Event::chosen(&choice));
        let spill = task.request.options.spill.as_ref().map(Spill::new);
        let exhaustive = Exhaustive { threads: choice.settings.threads, spill, ..Exhaustive::default() };
        let run = subject::timed(|| {
            if choice.algorithm == Algorithm::Exhaustive {
                return Ok(K::exhaust(&exhaustive, space, task.limits, &mut *reporter));
            }
            let forward = AnyHeuristic::new(choice.heuristic, space, task.limits)?;
            let backward = match choice.heuristic {
                Heuristic::Zero => AnyHeuristic::new(Heuristic::Zero, space, task.limits)?,
                _ => AnyHeuristic::from_start(space, &start),
            };
            let drive = Drive { space, start: &start, choice: &choice, limits: task.limits, reporter: &mut *reporter };
            drive.run(&forward, Some(&backward))
        })?;
        reporter.finish();
        let position = Position::start(task.puzzle.clone());
        let mut answer = subject::answer(task, task.request, &choice, run, |moves| {
            space.shifts(&position, &moves).expect("the moves begin at the start of this puzzle")
        })?;
        if answer.outcome == Outcome::Unsolvable && choice.algorithm == Algorithm::Exhaustive {
            answer.reason = Some(exhausted(K::count(&exhaustive, space, task.limits)));
        }
        let failure = exhaustive.spill.as_ref().and_then(Spill::failure);
        answer.notices.extend(failure.map(|failure| format!("the search could not go on in files: {failure}")));
        Ok(answer)
    }
}
