//! What is asked about: start and goal, read and checked, and flips that are made from there.

use std::collections::BTreeMap;

use fewest_engine::kit::make_all;
use fewest_engine::{EngineError, Faults, Puzzle, Result};
use fewest_pancake::{Flip, Goal, Position, Setup, Size, parse_flips};

use crate::{METRIC, USUAL_GOAL};

/// A puzzle that was read.
pub(crate) struct Asked {
    pub(crate) start: Position,
    pub(crate) goal: Position,
}

impl Asked {
    /// Reads start and goal.
    pub(crate) fn read(puzzle: &Puzzle) -> Result<Self> {
        let faults = |faults: fewest_pancake::Faults| EngineError::Position(Faults::of(faults.iter()));
        let size = read_size(puzzle)?;
        let start = Setup::parse(puzzle.position()).and_then(|setup| setup.validate(size)).map_err(faults)?;
        let goal = read_goal(puzzle, start.size())?;
        Ok(Self { start, goal })
    }

    /// Flips all of which can be made.
    pub(crate) fn legal_flips(&self, moves: &str) -> Result<Vec<Flip>> {
        let Replay { made, illegal, .. } = self.replay(moves)?;
        match illegal {
            Some((number, reason)) => Err(EngineError::Notation(format!("move {number}: {reason}"))),
            None => Ok(made),
        }
    }

    /// Makes flips one by one.
    pub(crate) fn replay(&self, moves: &str) -> Result<Replay> {
        let mut made = parse_flips(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
        let mut end = self.start.clone();
        let (legal, illegal) = make_all(&made, |&flip| end.try_flip(flip));
        made.truncate(legal);
        Ok(Replay { made, illegal, end })
    }
}

/// What came of making flips.
pub(crate) struct Replay {
    /// Those that were made.
    pub(crate) made: Vec<Flip>,
    /// Which one, from 1, cannot be made, and why.
    pub(crate) illegal: Option<(usize, String)>,
    /// Where they lead.
    pub(crate) end: Position,
}

impl Replay {
    /// How many flips were made, by metric.
    pub(crate) fn lengths(&self) -> BTreeMap<String, u64> {
        BTreeMap::from([(METRIC.to_owned(), self.made.len() as u64)])
    }
}

/// The size of a puzzle, where it is given.
pub(crate) fn read_size(puzzle: &Puzzle) -> Result<Option<Size>> {
    let size = puzzle.fields.get("size").map(|size| size.to_string().parse::<Size>()).transpose();
    size.map_err(|error| EngineError::Size(error.to_string()))
}

/// The goal of a puzzle of a known size.
pub(crate) fn read_goal(puzzle: &Puzzle, size: Size) -> Result<Position> {
    let goal = puzzle.goal().unwrap_or(USUAL_GOAL).parse::<Goal>().and_then(|goal| goal.position(size));
    goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))
}

/// The goal of a puzzle without a position: of the size that is given, or that a goal which is written out has.
pub(crate) fn read_goal_alone(puzzle: &Puzzle) -> Result<Position> {
    let of_goal = || puzzle.goal().and_then(|goal| goal.parse::<Position>().ok()).map(|goal| goal.size());
    match read_size(puzzle)?.or_else(of_goal) {
        Some(size) => read_goal(puzzle, size),
        None => {
            Err(EngineError::Position(Faults::of(["there is neither a position nor a size, such as 8 or 8 burnt"])))
        }
    }
}
