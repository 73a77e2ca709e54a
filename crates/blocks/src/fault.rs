//! What can be wrong with a puzzle, said so that it can be mended.

use crate::geometry::{Direction, MAX_SIDE, Square};
use crate::text::MAX_TEXT;

/// One thing that is wrong. Its message says what the fields are, in their order. Lines, rows, columns and goals are counted
/// from 1, as people do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// More text than any puzzle needs.
    #[error("the text is longer than {MAX_TEXT} bytes; no puzzle needs that many")]
    TooLong,
    /// No grid, or one without squares.
    #[error("the board has no squares: write it as a grid with one character per square, such as `aa.` above `b..`")]
    NoSquares,
    /// More rows or columns than a board may have.
    #[error("the board is {0} wide and {1} high, but at most {MAX_SIDE} by {MAX_SIDE} is possible")]
    TooLarge(usize, usize),
    /// The list of squares does not fit the size.
    #[error("the board lists {0} squares, but its size says {1}")]
    SquareCount(usize, usize),
    /// A line that is neither a grid's row nor an option.
    #[error("line {0}: {1:?} {2}")]
    Line(usize, String, &'static str),
    /// A place in a text of another format that cannot be read.
    #[error("line {0}, column {1}: {2}")]
    Text(usize, usize, String),
    /// A text that cannot be read as a whole.
    #[error("{0}")]
    Unreadable(String),
    /// No piece at all.
    #[error("there are no pieces: write each as a letter on every square it covers")]
    NoPieces,
    /// A label that means something else in a grid or between labels.
    #[error("{0:?} cannot be a piece's label: it must be a visible character other than `.`, `,`, `#`, `:` and `;`")]
    Label(char),
    /// Two pieces with one label.
    #[error("two pieces have the label `{0}`; each needs its own")]
    LabelTwice(char),
    /// A piece that covers nothing.
    #[error("piece `{0}` covers no square")]
    NoCells(char),
    /// Something that lies off the board.
    #[error("{0} is off the board at {1}")]
    OffBoard(String, Square),
    /// Something that lies on a wall or outside.
    #[error("{0} lies on a wall at {1}; only floor can be used")]
    OnWall(String, Square),
    /// Two pieces on one square.
    #[error("pieces `{0}` and `{1}` overlap at {2}")]
    Overlap(char, char, Square),
    /// A piece that does not hang together.
    #[error(
        "piece `{0}` is not connected: no path over its own squares leads from {1} to {2}; write `tied: {0}` if its \
         parts move as one"
    )]
    Disconnected(char, Square, Square),
    /// A label without a piece.
    #[error("{0} names piece `{1}`, which is not on the board")]
    UnknownPiece(String, char),
    /// Two pieces that are said to be alike and are not.
    #[error("pieces `{0}` and `{1}` cannot be alike: they differ in {2}")]
    NotAlike(char, char, &'static str),
    /// A piece in two groups of alike pieces.
    #[error("piece `{0}` is in two groups of alike pieces; name each once")]
    AlikeTwice(char),
    /// A square in two gates.
    #[error("{0} belongs to two gates; list a square in one, with all pieces that may enter")]
    GateTwice(Square),
    /// A piece that starts where it may not be.
    #[error("piece `{0}` starts on a gate at {1} that it may not enter")]
    StartOnGate(char, Square),
    /// Two exits of one name.
    #[error("two exits are called {0:?}; each needs its own name")]
    ExitTwice(String),
    /// An exit without squares, or a name that cannot be written.
    #[error("exit {0:?} {1}")]
    Exit(String, &'static str),
    /// An exit in the middle of the board.
    #[error("exit {0:?} does not lead off the board at {1}: there is floor {side} of it", side = side(*.2))]
    ExitInside(String, Square, Direction),
    /// Nothing to reach.
    #[error("there is no goal: write a second grid that shows where some pieces should be")]
    NoGoal,
    /// A goal that asks for nothing.
    #[error("goal {0} requires nothing: show at least one piece in its grid")]
    EmptyGoal(usize),
    /// A goal that names a piece twice.
    #[error("goal {0} gives two places for piece `{1}`")]
    GoalTwice(usize, char),
    /// A goal whose squares do not have the shape of the piece.
    #[error("goal {0}: the squares shown for piece `{1}`, from {2} on, are not of its shape")]
    GoalShape(usize, char, Square),
    /// A goal within which the piece does not fit.
    #[error("goal {0}: piece `{1}` does not fit within the squares shown for it")]
    GoalTooSmall(usize, char),
    /// A goal on a gate that is shut for the piece.
    #[error("goal {0}: piece `{1}` may not enter the gate at {2}")]
    GoalOnGate(usize, char, Square),
    /// A goal that puts two things on one square.
    #[error("goal {0} is not possible: it requires {1} and {2} at {3}")]
    GoalOverlap(usize, String, String, Square),
    /// A goal that names an exit which is not there.
    #[error("goal {0} names the exit {1:?}, which does not exist")]
    UnknownExit(usize, String),
    /// An exit that the piece cannot pass.
    #[error("goal {0}: piece `{1}` cannot leave through exit {2:?}: {3}")]
    CannotLeave(usize, char, String, &'static str),
}

fn side(direction: Direction) -> &'static str {
    ["above", "to the left", "to the right", "below"][direction as usize]
}

/// Everything that is wrong with a puzzle; never empty.
pub type Faults = fewest_text::Faults<Fault>;
