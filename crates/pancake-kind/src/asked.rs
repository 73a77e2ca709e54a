//! What is asked about: start and goal, read and checked, and flips that are made from there.

use fewest_engine::kit::Subject;
use fewest_engine::stage::Picture;
use fewest_engine::{EngineError, Faults, KindInfo, Notation, Puzzle, Result};
use fewest_pancake::{Flip, Goal, Position, Setup, Size, draw, format_flips, parse_flips};

use crate::{INFO, USUAL_GOAL};

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
}

impl Subject for Asked {
    type Position = Position;
    type Move = Flip;

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

    fn read_moves(moves: &str, _: Notation) -> Result<Vec<Flip>, String> {
        parse_flips(moves).map_err(|error| error.to_string())
    }

    fn write_moves(flips: &[Flip], _: Notation) -> String {
        format_flips(flips)
    }

    fn make(position: &mut Position, flip: &Flip) -> Result<(), String> {
        position.try_flip(*flip).map_err(|illegal| illegal.to_string())
    }

    fn draw(&self, position: &Position, width: usize, _: bool) -> Picture {
        Picture::plain(draw(position, width))
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
        None => Err(EngineError::Position(Faults::of(["give a position or a size, such as `8` or `8 burnt`"]))),
    }
}
