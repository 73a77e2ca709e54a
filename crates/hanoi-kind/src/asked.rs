//! What is asked about: start and goal, read and checked, and moves that are made from there.

use std::collections::BTreeMap;

use fewest_engine::kit::make_all;
use fewest_engine::{EngineError, Faults, Puzzle, Result};
use fewest_hanoi::{Goal, Position, Setup, Size, Transfer, parse_transfers};

use crate::{METRIC, USUAL_GOAL, USUAL_PEGS};

/// A puzzle that was read.
pub(crate) struct Asked {
    pub(crate) start: Position,
    pub(crate) goal: Position,
}

impl Asked {
    /// Reads start and goal.
    pub(crate) fn read(puzzle: &Puzzle) -> Result<Self> {
        let start = match position(puzzle) {
            Some(text) => read_start(text, puzzle)?,
            None => Position::stacked(read_size(puzzle)?),
        };
        let goal = read_goal(puzzle, start.size())?;
        Ok(Self { start, goal })
    }

    /// Moves all of which can be made.
    pub(crate) fn legal_moves(&self, moves: &str) -> Result<Vec<Transfer>> {
        let Replay { made, illegal, .. } = self.replay(moves)?;
        match illegal {
            Some((number, reason)) => Err(EngineError::Notation(format!("move {number}: {reason}"))),
            None => Ok(made),
        }
    }

    /// Makes moves one by one.
    pub(crate) fn replay(&self, moves: &str) -> Result<Replay> {
        let mut made = parse_transfers(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
        let mut end = self.start.clone();
        let (legal, illegal) = make_all(&made, |&transfer| end.try_move(transfer));
        made.truncate(legal);
        Ok(Replay { made, illegal, end })
    }
}

/// What came of making moves.
pub(crate) struct Replay {
    /// Those that were made.
    pub(crate) made: Vec<Transfer>,
    /// Which one, from 1, cannot be made, and why.
    pub(crate) illegal: Option<(usize, String)>,
    /// Where they lead.
    pub(crate) end: Position,
}

impl Replay {
    /// How many moves were made, by metric.
    pub(crate) fn lengths(&self) -> BTreeMap<String, u64> {
        BTreeMap::from([(METRIC.to_owned(), self.made.len() as u64)])
    }
}

/// The position of a puzzle, where it has one.
pub(crate) fn position(puzzle: &Puzzle) -> Option<&str> {
    Some(puzzle.position()).filter(|text| !text.trim().is_empty())
}

fn read_start(text: &str, puzzle: &Puzzle) -> Result<Position> {
    let position_faults = |faults: fewest_hanoi::Faults| EngineError::Position(Faults::of(faults.iter()));
    let (discs, pegs) = (puzzle.number("discs")?, puzzle.number("pegs")?);
    let at_least = pegs.unwrap_or(USUAL_PEGS);
    // Before as many are made.
    size(1, at_least)?;
    let mut setup = Setup::parse(text).map_err(position_faults)?;
    // Pegs at the end that are empty need not be written.
    setup.pegs.resize_with(setup.pegs.len().max(at_least), Vec::new);
    let start = setup.validate(None).map_err(position_faults)?;
    let size = size(discs.unwrap_or(start.size().discs()), pegs.unwrap_or(setup.pegs.len()))?;
    setup.validate(Some(size)).map_err(position_faults)
}

/// The size of a puzzle without a position.
pub(crate) fn read_size(puzzle: &Puzzle) -> Result<Size> {
    let pegs = puzzle.number("pegs")?.unwrap_or(USUAL_PEGS);
    match puzzle.number("discs")? {
        Some(discs) => size(discs, pegs),
        None => Err(EngineError::Position(Faults::of(["there is neither a position nor a number of discs"]))),
    }
}

fn size(discs: usize, pegs: usize) -> Result<Size> {
    Size::new(discs, pegs).map_err(|error| EngineError::Position(Faults::of([error])))
}

/// The goal of a puzzle of a known size.
pub(crate) fn read_goal(puzzle: &Puzzle, size: Size) -> Result<Position> {
    let goal = puzzle.goal().unwrap_or(USUAL_GOAL).parse::<Goal>().and_then(|mut goal| {
        if let Goal::Arrangement(setup) = &mut goal {
            setup.pegs.resize_with(setup.pegs.len().max(size.pegs()), Vec::new);
        }
        goal.position(size)
    });
    goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))
}
