//! A puzzle that is known to make sense.

use std::fmt;
use std::str::FromStr;

use crate::fault::Faults;
use crate::geometry::{Direction, Lock, Square, squares};
use crate::setup::{Ground, Setup};
use crate::text;

/// A piece: its shape, where it starts and which ways it may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The character by which grids name it.
    pub label: char,
    /// What people call it, if anything.
    pub name: Option<String>,
    /// The squares it covers, seen from the upper left corner of the smallest rectangle around it; in reading order.
    pub shape: Vec<Square>,
    /// Where that corner is at the start.
    pub start: Square,
    /// Which ways it may go.
    pub lock: Lock,
}

impl Piece {
    /// The squares it covers when its corner is here.
    pub fn cells_at(&self, corner: Square) -> impl Iterator<Item = Square> + '_ {
        self.shape.iter().map(move |cell| Square::new(corner.x + cell.x, corner.y + cell.y))
    }
}

/// Squares that some pieces alone may enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate<P = usize> {
    /// The squares.
    pub cells: Vec<Square>,
    /// The pieces that may enter, by number.
    pub pieces: Vec<P>,
}

/// An opening in the frame through which pieces leave the board.
///
/// A piece that moves towards the exit and cannot go on within the board leaves, as one step, if every row (or column) it
/// covers ends in a square of the exit with nothing in between. It is then gone for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit<P = usize> {
    /// What goals call it.
    pub name: String,
    /// The way out.
    pub direction: Direction,
    /// The squares of the board that lie at the opening: behind each, in the direction, the board ends.
    pub cells: Vec<Square>,
    /// The pieces that may leave here, by number; `None` for all.
    pub pieces: Option<Vec<P>>,
}

impl Exit {
    /// Whether a piece, by number, may leave here.
    pub fn admits(&self, piece: usize) -> bool {
        self.pieces.as_ref().is_none_or(|pieces| pieces.contains(&piece))
    }
}

/// Where a goal wants a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Its corner is here.
    At(Square),
    /// All of it lies within these squares, which are in reading order.
    Within(Vec<Square>),
    /// It has left through the exit of this number.
    Leaves(usize),
}

/// One thing that a goal asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A piece, by number, is somewhere; of an alike group, some piece for each condition on one of the group.
    Piece(usize, Target),
    /// No piece lies on these squares.
    Empty(Vec<Square>),
}

/// A puzzle that is known to make sense. It prints as the two grids that [`Setup::parse`] reads.
///
/// Which metric counts its moves is no part of it: see [`Metric`](crate::Metric).
///
/// ```
/// use fewest_blocks::Puzzle;
/// let puzzle: Puzzle = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.".parse()?;
/// assert_eq!((puzzle.width(), puzzle.height(), puzzle.pieces().len()), (4, 5, 10));
/// assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
/// # Ok::<(), fewest_blocks::Faults>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub(crate) setup: Setup,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) alike: Vec<Vec<usize>>,
    pub(crate) gates: Vec<Gate>,
    pub(crate) exits: Vec<Exit>,
    pub(crate) goals: Vec<Vec<Condition>>,
}

impl Puzzle {
    /// As it was written, with all that can be in reading order.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What it is called, if anything.
    pub fn title(&self) -> Option<&str> {
        self.setup.title.as_deref()
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.setup.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.setup.height
    }

    /// The pieces, in reading order of their first squares; a piece's place here is its number.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Groups of pieces, by number, that are interchangeable although goals name them.
    pub fn alike(&self) -> &[Vec<usize>] {
        &self.alike
    }

    /// Squares that some pieces alone may enter.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Openings in the frame.
    pub fn exits(&self) -> &[Exit] {
        &self.exits
    }

    /// Goals, each of which is enough; all conditions of one must hold at once.
    pub fn goals(&self) -> &[Vec<Condition>] {
        &self.goals
    }

    /// What a square is; `None` off the board.
    pub fn ground(&self, square: Square) -> Option<Ground> {
        self.setup.ground_at(square)
    }

    /// Every square of the board, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        squares(as_coordinate(self.width()), as_coordinate(self.height()))
    }

    /// Whether a piece, by number, may lie on a square as far as board and gates are concerned.
    pub fn may_enter(&self, piece: usize, square: Square) -> bool {
        let is_floor = self.ground(square) == Some(Ground::Floor);
        let gate = self.gates.iter().find(|gate| gate.cells.contains(&square));
        is_floor && gate.is_none_or(|gate| gate.pieces.contains(&piece))
    }

    /// The number of the piece with this label.
    pub fn piece(&self, label: char) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.label == label)
    }
}

/// A coordinate of a board that was checked.
pub(crate) fn as_coordinate(value: usize) -> u16 {
    u16::try_from(value).expect("a board has at most 16 rows and columns")
}

impl FromStr for Puzzle {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Self, Faults> {
        Setup::parse(text)?.validate()
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(&self.setup, f)
    }
}
