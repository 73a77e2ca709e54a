//! Towers of Hanoi at the dynamic edge: from text to the compiled search and back.

mod explain;
mod explore;
mod heuristics;
mod library;
mod solve;
mod trace;
mod view;

use std::collections::BTreeMap;

pub(crate) use explain::explain;
pub(crate) use explore::explore;
use fewest_hanoi::random::Shuffler;
use fewest_hanoi::{Goal, Hanoi, Position, Setup, Size, format_transfers, frame_stewart, parse_transfers};
use fewest_search::{Heuristic as _, Limits};
pub(crate) use library::library;
pub(crate) use solve::solve;
pub(crate) use view::view;

use crate::catalog::Heuristic;
use crate::check::{Bound, Check};
use crate::error::{EngineError, Faults, Unready};
use crate::hanoi::heuristics::AnyHeuristic;
use crate::random::RandomPositions;
use crate::request::{HanoiPuzzle, Kind};
use crate::verify::{Verification, make_all};

/// What counts as one move.
const METRIC: &str = "moves";
/// The pegs of a puzzle that does not say how many it has.
const USUAL_PEGS: usize = 3;

/// Reads start and goal.
fn read(puzzle: &HanoiPuzzle) -> Result<(Position, Position), EngineError> {
    let position_faults = |faults: fewest_hanoi::Faults| EngineError::Position(Faults::of(faults.iter()));
    let fault = |fault: String| EngineError::Position(Faults::of([fault]));
    let pegs = puzzle.pegs.unwrap_or(USUAL_PEGS);
    // Before as many are made.
    Size::new(1, pegs).map_err(|error| fault(error.to_string()))?;
    let start = match &puzzle.position {
        None => {
            let Some(discs) = puzzle.discs else {
                return Err(fault("there is neither a position nor a number of discs".to_owned()));
            };
            let size = Size::new(discs, pegs).map_err(|error| fault(error.to_string()))?;
            Position::stacked(size)
        }
        Some(text) => {
            let mut setup = Setup::parse(text).map_err(position_faults)?;
            // Pegs at the end that are empty need not be written.
            setup.pegs.resize_with(setup.pegs.len().max(pegs), Vec::new);
            let start = setup.validate(None).map_err(position_faults)?;
            let size = Size::new(puzzle.discs.unwrap_or(start.size().discs()), puzzle.pegs.unwrap_or(setup.pegs.len()))
                .map_err(|error| fault(error.to_string()))?;
            setup.validate(Some(size)).map_err(position_faults)?
        }
    };
    let goal = read_goal(&puzzle.goal, start.size())?;
    Ok((start, goal))
}

fn read_goal(goal: &str, size: Size) -> Result<Position, EngineError> {
    let goal = goal.parse::<Goal>().and_then(|mut goal| {
        if let Goal::Arrangement(setup) = &mut goal {
            setup.pegs.resize_with(setup.pegs.len().max(size.pegs()), Vec::new);
        }
        goal.position(size)
    });
    goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))
}

/// A check answers at once: beyond this it leaves the bound out whose tables take a second or more.
const MOST_POSITIONS_FOR_TABLES: u64 = 1 << 20;

/// Checks a position. Every arrangement can be reached from every other.
pub(crate) fn check(puzzle: &HanoiPuzzle) -> Result<Check, EngineError> {
    let (start, goal) = read(puzzle)?;
    let size = start.size();
    let mut lower_bounds = Vec::new();
    let space = Hanoi::<fewest_hanoi::Bytes>::new(&goal).map_err(EngineError::internal)?;
    let state = space.state(&start).map_err(EngineError::internal)?;
    let positions = u32::try_from(size.discs()).ok().and_then(|discs| (size.pegs() as u64).checked_pow(discs));
    let has_small_tables = positions.is_some_and(|positions| positions <= MOST_POSITIONS_FOR_TABLES);
    let tables = has_small_tables.then_some(Heuristic::DiscGroups);
    for heuristic in [Heuristic::DiscsAway, Heuristic::OutAndBack].into_iter().chain(tables) {
        let estimate = match AnyHeuristic::new(heuristic, &space, &Limits::default()) {
            Ok(estimator) => estimator.estimate(&state),
            Err(Unready::Stopped(_)) => None,
            Err(Unready::Refused(error)) => return Err(error),
        };
        lower_bounds.extend(estimate.map(|moves| Bound {
            heuristic: heuristic.info().name.to_owned(),
            metric: METRIC.to_owned(),
            moves,
        }));
    }
    Ok(Check {
        what: Some(size.to_string()),
        position: Some(start.to_string()),
        goal: Some(goal.to_string()),
        solvable: Some(true),
        positions,
        lower_bounds,
        upper_bound: upper_bound(&start, &goal),
        ..Check::nothing(Kind::Hanoi)
    })
}

/// How many moves are enough to take a whole tower to another peg.
fn upper_bound(start: &Position, goal: &Position) -> Option<u64> {
    let is_tower = |position: &Position| {
        position.size().each_peg().any(|peg| position.stack(peg).len() == position.size().discs())
    };
    if !is_tower(start) || !is_tower(goal) {
        return None;
    }
    if start == goal {
        return Some(0);
    }
    let size = start.size();
    let moves = frame_stewart(u32::try_from(size.discs()).ok()?, u32::try_from(size.pegs()).ok()?)?;
    u64::try_from(moves).ok()
}

/// Makes the moves one by one.
pub(crate) fn verify(puzzle: &HanoiPuzzle, moves: &str) -> Result<Verification, EngineError> {
    let (start, goal) = read(puzzle)?;
    let transfers = parse_transfers(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
    let mut end = start.clone();
    let (made, illegal) = make_all(&transfers, |&transfer| end.try_move(transfer));
    Ok(Verification {
        position: start.to_string(),
        goal: goal.to_string(),
        moves: format_transfers(&transfers[..made]),
        solves: illegal.is_none() && end == goal,
        illegal,
        end: end.to_string(),
        lengths: BTreeMap::from([(METRIC.to_owned(), made as u64)]),
    })
}

/// Random arrangements.
pub(crate) fn random(
    discs: usize,
    pegs: usize,
    goal: &str,
    shuffle: Option<u64>,
    seed: u64,
) -> Result<RandomPositions, EngineError> {
    let size = Size::new(discs, pegs).map_err(|error| EngineError::Position(Faults::of([error])))?;
    let goal = read_goal(goal, size)?;
    let mut shuffler = Shuffler::new(seed);
    Ok(RandomPositions::new(move || {
        let position = match shuffle {
            Some(moves) => shuffler.walk(&goal, moves),
            None => shuffler.uniform(size),
        };
        position.to_string()
    }))
}
