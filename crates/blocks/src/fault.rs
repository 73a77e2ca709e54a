//! What can be wrong with a puzzle, said so that it can be mended.

use std::fmt;

use crate::geometry::{Direction, MAX_SIDE, Square};
use crate::text::MAX_TEXT;

/// One thing that is wrong. Rows and columns are counted from 1, as people do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// More text than any puzzle needs.
    #[error("the text is longer than {MAX_TEXT} bytes; no puzzle needs so many")]
    TooLong,
    /// No grid, or one without squares.
    #[error("the board has no squares: write it as a grid, one character a square, such as `aa.` above `b..`")]
    NoSquares,
    /// More rows or columns than a board may have.
    #[error("the board is {width} wide and {height} high where at most {MAX_SIDE} by {MAX_SIDE} is possible")]
    TooLarge {
        /// Its columns.
        width: usize,
        /// Its rows.
        height: usize,
    },
    /// The list of squares does not fit the size.
    #[error("the board lists {found} squares where its size says {expected}")]
    SquareCount {
        /// How many there are.
        found: usize,
        /// Width times height.
        expected: usize,
    },
    /// A line that is neither a grid's row nor an option.
    #[error("line {line}: {found:?} {problem}")]
    Line {
        /// Which line of the text, from 1.
        line: usize,
        /// What stands there, cut short where it is long.
        found: String,
        /// What is wrong with it and what would be right.
        problem: &'static str,
    },
    /// A place in a text of another format that cannot be read.
    #[error("line {line}, column {column}: {problem}")]
    Text {
        /// Which line, from 1.
        line: usize,
        /// Which character of the line, from 1.
        column: usize,
        /// What is wrong with it and what would be right.
        problem: String,
    },
    /// A text that cannot be read as a whole.
    #[error("{problem}")]
    Unreadable {
        /// What is wrong with it and what would be right.
        problem: String,
    },
    /// No piece at all.
    #[error("there are no pieces: write each as a letter on every square it covers")]
    NoPieces,
    /// A label that means something else in a grid.
    #[error("{label:?} cannot be a piece's label: it must be a visible character other than `.`, `#`, `:` and `;`")]
    Label {
        /// The label.
        label: char,
    },
    /// Two pieces with one label.
    #[error("two pieces have the label `{label}`; each needs its own")]
    LabelTwice {
        /// The label.
        label: char,
    },
    /// A piece that covers nothing.
    #[error("piece `{label}` covers no square")]
    NoCells {
        /// The piece.
        label: char,
    },
    /// Something that lies off the board.
    #[error("{what} is off the board at {square}")]
    OffBoard {
        /// What lies there.
        what: Thing,
        /// Where.
        square: Square,
    },
    /// Something that lies on a wall or outside.
    #[error("{what} lies on a wall at {square}; only floor can be used")]
    OnWall {
        /// What lies there.
        what: Thing,
        /// Where.
        square: Square,
    },
    /// Two pieces on one square.
    #[error("pieces `{first}` and `{second}` overlap at {square}")]
    Overlap {
        /// One piece.
        first: char,
        /// The other.
        second: char,
        /// The first square that both cover.
        square: Square,
    },
    /// A piece that does not hang together.
    #[error("piece `{label}` does not hang together: no way over its own squares leads from {from} to {to}")]
    Disconnected {
        /// The piece.
        label: char,
        /// Its first square.
        from: Square,
        /// The first one that cannot be reached.
        to: Square,
    },
    /// A label without a piece.
    #[error("{what} names piece `{label}`, which is not on the board")]
    UnknownPiece {
        /// What names it.
        what: Thing,
        /// The label.
        label: char,
    },
    /// Two pieces that are said to be alike and are not.
    #[error("pieces `{first}` and `{second}` cannot be alike: they differ in {difference}")]
    NotAlike {
        /// One piece.
        first: char,
        /// The other.
        second: char,
        /// In what.
        difference: &'static str,
    },
    /// A piece in two groups of alike pieces.
    #[error("piece `{label}` is in two groups of alike pieces; name each once")]
    AlikeTwice {
        /// The piece.
        label: char,
    },
    /// A square in two gates.
    #[error("{square} belongs to two gates; list a square in one, with all pieces that may enter")]
    GateTwice {
        /// The square.
        square: Square,
    },
    /// A piece that starts where it may not be.
    #[error("piece `{label}` starts on a gate at {square} that it may not enter")]
    StartOnGate {
        /// The piece.
        label: char,
        /// Where.
        square: Square,
    },
    /// Two exits of one name.
    #[error("two exits are called {name:?}; each needs its own name")]
    ExitTwice {
        /// The name.
        name: String,
    },
    /// An exit without squares, or a name that cannot be written.
    #[error("exit {name:?} {problem}")]
    Exit {
        /// The exit.
        name: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// An exit in the middle of the board.
    #[error("exit {name:?} does not lead off the board at {square}: there is floor {} of it", side(*direction))]
    ExitInside {
        /// The exit.
        name: String,
        /// The square.
        square: Square,
        /// The way out.
        direction: Direction,
    },
    /// Nothing to reach.
    #[error("there is no goal: write a second grid that shows where some pieces should be")]
    NoGoal,
    /// A goal that asks for nothing.
    #[error("goal {goal} asks for nothing: show at least one piece in its grid")]
    EmptyGoal {
        /// Which goal, from 1.
        goal: usize,
    },
    /// A goal that names a piece twice.
    #[error("goal {goal} says twice where piece `{label}` should be")]
    GoalTwice {
        /// Which goal, from 1.
        goal: usize,
        /// The piece.
        label: char,
    },
    /// A goal whose squares do not have the shape of the piece.
    #[error("goal {goal}: the squares shown for piece `{label}`, from {square} on, are not of its shape")]
    GoalShape {
        /// Which goal, from 1.
        goal: usize,
        /// The piece.
        label: char,
        /// The first square shown.
        square: Square,
    },
    /// A goal within which the piece does not fit.
    #[error("goal {goal}: piece `{label}` does not fit within the squares shown for it")]
    GoalTooSmall {
        /// Which goal, from 1.
        goal: usize,
        /// The piece.
        label: char,
    },
    /// A goal on a gate that is shut for the piece.
    #[error("goal {goal}: piece `{label}` may not enter the gate at {square}")]
    GoalOnGate {
        /// Which goal, from 1.
        goal: usize,
        /// The piece.
        label: char,
        /// Where.
        square: Square,
    },
    /// A goal that puts two things on one square.
    #[error("goal {goal} cannot be: it wants {first} and {second} at {square}")]
    GoalOverlap {
        /// Which goal, from 1.
        goal: usize,
        /// One thing.
        first: Thing,
        /// The other.
        second: Thing,
        /// Where.
        square: Square,
    },
    /// A goal that names an exit which is not there.
    #[error("goal {goal} names the exit {name:?}, which is not there")]
    UnknownExit {
        /// Which goal, from 1.
        goal: usize,
        /// The name.
        name: String,
    },
    /// An exit that the piece cannot pass.
    #[error("goal {goal}: piece `{label}` cannot leave through exit {name:?}: {problem}")]
    CannotLeave {
        /// Which goal, from 1.
        goal: usize,
        /// The piece.
        label: char,
        /// The exit.
        name: String,
        /// Why not.
        problem: &'static str,
    },
}

/// What a fault is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A piece at the start.
    Piece(char),
    /// The group of alike pieces of this number, from 1.
    Alike(usize),
    /// The gate of this number, from 1.
    Gate(usize),
    /// The exit of this name.
    Exit(String),
    /// The goal of this number, from 1.
    Goal(usize),
    /// What the goal of this number shows for a piece.
    GoalPiece(usize, char),
    /// A square that should be empty.
    Nothing,
    /// A line of options.
    Option(&'static str),
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Piece(label) => write!(f, "piece `{label}`"),
            Self::Alike(number) => write!(f, "group {number} of alike pieces"),
            Self::Gate(number) => write!(f, "gate {number}"),
            Self::Exit(name) => write!(f, "exit {name:?}"),
            Self::Goal(number) => write!(f, "goal {number}"),
            Self::GoalPiece(number, label) => write!(f, "goal {number} for piece `{label}`"),
            Self::Nothing => f.write_str("no piece"),
            Self::Option(word) => write!(f, "the option `{word}`"),
        }
    }
}

fn side(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "above",
        Direction::Left => "to the left",
        Direction::Right => "to the right",
        Direction::Down => "below",
    }
}

/// Everything that is wrong with a puzzle; never empty.
pub type Faults = fewest_text::Faults<Fault>;
