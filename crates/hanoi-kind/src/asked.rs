//! What is asked about: start and goal, read and checked, and moves that are made from there.

use fewest_engine::kit::Subject;
use fewest_engine::stage::Picture;
use fewest_engine::{EngineError, Faults, KindInfo, Notation, Puzzle, Result};
use fewest_hanoi::{Goal, Position, Setup, Size, Transfer, draw, format_transfers, parse_transfers};

use crate::{INFO, USUAL_GOAL, USUAL_PEGS};

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
}

impl Subject for Asked {
    type Position = Position;
    type Move = Transfer;

    fn kind(&self) -> &'static KindInfo {
        &INFO
    }

    fn what(&self) -> String {
        self.start.size().to_string()
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn goal(&self) -> String {
        self.goal.to_string()
    }

    fn is_solved(&self, position: &Position) -> bool {
        *position == self.goal
    }

    fn read_moves(moves: &str, _: Notation) -> Result<Vec<Transfer>, String> {
        parse_transfers(moves).map_err(|error| error.to_string())
    }

    fn write_moves(moves: &[Transfer], _: Notation) -> String {
        format_transfers(moves)
    }

    fn make(position: &mut Position, transfer: &Transfer) -> Result<(), String> {
        position.try_move(*transfer).map_err(|illegal| illegal.to_string())
    }

    fn draw(&self, position: &Position, width: usize, _: bool) -> Picture {
        Picture::plain(draw(position, width))
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
        None => Err(EngineError::Position(Faults::of(["give a position or a number of discs"]))),
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
