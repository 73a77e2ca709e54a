//! A Rush Hour board.

use std::fmt;
use std::str::FromStr;

use crate::fault::Faults;
use crate::formats::rush;
use crate::geometry::{Lock, Square, squares};
use crate::puzzle::Puzzle;
use crate::setup::{ConditionSetup, Ground, PieceSetup, Setup, TargetSetup};

use super::lines::MAX_LINE;

/// A car: it moves along its length alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Car {
    /// Its uppermost or leftmost square.
    pub first: Square,
    /// How many squares it covers, two or more.
    pub length: u16,
    /// Whether it stands in a column; otherwise it lies in a row.
    pub upright: bool,
}

impl Car {
    /// The squares it covers.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let Self { first: Square { x, y }, length, upright } = self;
        (0..length).map(move |at| if upright { Square::new(x, y + at) } else { Square::new(x + at, y) })
    }
}

/// A Rush Hour board of at most 8×8 squares. The red car wants to the right edge.
///
/// It prints as one line, row by row: `A` is the red car, `B`, `C` and so on are the others in reading order, `x` is a
/// wall. Boards that are not square say their size in front.
///
/// ```
/// use fewest_blocks::design::rush::RushBoard;
/// let board: RushBoard = "BBH..G.HCCGAAI.DD.IJEEFFJ".parse()?;
/// assert_eq!((board.width, board.height, board.others.len()), (5, 5, 9));
/// assert_eq!(board.to_string(), "BBC..D.CEEDAAF.GG.FHIIJJH");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RushBoard {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// The red car; it lies in a row.
    pub red: Car,
    /// The other cars, in reading order of their first squares.
    pub others: Vec<Car>,
    /// The walls, in reading order.
    pub walls: Vec<Square>,
}

/// Why a text is no board for the design of Rush Hour puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text is none of a Rush Hour board.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The board is too large.
    #[error("a board of {0}×{1} squares is too large to design: at most 8×8")]
    Size(usize, usize),
}

impl RushBoard {
    /// The puzzle that the board is.
    ///
    /// # Errors
    /// What [`Setup::validate`] finds: cars that overlap or lie outside.
    pub fn puzzle(&self) -> Result<Puzzle, Faults> {
        let mut ground = vec![Ground::Floor; usize::from(self.width) * usize::from(self.height)];
        for wall in &self.walls {
            if let Some(square) = ground.get_mut(usize::from(wall.y) * usize::from(self.width) + usize::from(wall.x)) {
                *square = Ground::Wall;
            }
        }
        let piece = |(car, label): (&Car, char)| PieceSetup {
            label,
            name: None,
            cells: car.squares().collect(),
            lock: if car.upright { Lock::Vertical } else { Lock::Horizontal },
        };
        let pieces = std::iter::once(&self.red).chain(&self.others).zip(labels()).map(piece).collect();
        let home = Car { first: Square::new(self.width - self.red.length, self.red.first.y), ..self.red };
        let target = TargetSetup::On(home.squares().collect());
        Setup {
            width: usize::from(self.width),
            height: usize::from(self.height),
            ground,
            pieces,
            goals: vec![vec![ConditionSetup::Piece { label: 'A', target }]],
            ..Setup::default()
        }
        .validate()
    }

    /// Upside down.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let turn = |square: Square, height| Square::new(square.x, self.height - height - square.y);
        let car = |car: &Car| Car { first: turn(car.first, if car.upright { car.length } else { 1 }), ..*car };
        let mut board = self.clone();
        board.red = car(&self.red);
        board.others = self.others.iter().map(car).collect();
        board.walls = self.walls.iter().map(|&wall| turn(wall, 1)).collect();
        board.tidy();
        board
    }

    /// The board or the same upside down, whichever comes first: boards that differ by nothing else have it in common.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let flipped = self.flipped();
        if flipped < *self { flipped } else { self.clone() }
    }

    pub(crate) fn tidy(&mut self) {
        self.others.sort_unstable_by_key(|car| car.first);
        self.walls.sort_unstable();
    }
}

impl FromStr for RushBoard {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let setup = rush::read(text)?.setup;
        if setup.width > MAX_LINE || setup.height > MAX_LINE {
            return Err(BoardError::Size(setup.width, setup.height));
        }
        setup.validate()?;
        let short = |value: usize| u16::try_from(value).expect("at most eight");
        let (width, height) = (short(setup.width), short(setup.height));
        let is_red = |piece: &&PieceSetup| {
            setup
                .goals
                .iter()
                .flatten()
                .any(|goal| matches!(goal, ConditionSetup::Piece { label, .. } if *label == piece.label))
        };
        let car = |piece: &PieceSetup| Car {
            first: piece.cells.iter().copied().min().expect("a car has squares"),
            length: short(piece.cells.len()),
            upright: piece.lock == Lock::Vertical,
        };
        let red = setup.pieces.iter().find(is_red).map(car).expect("readers of boards find the red car");
        let mut board = Self {
            width,
            height,
            red,
            others: setup.pieces.iter().filter(|piece| !is_red(piece)).map(car).collect(),
            walls: squares(width, height).filter(|&square| setup.ground_at(square) == Some(Ground::Wall)).collect(),
        };
        board.tidy();
        Ok(board)
    }
}

impl fmt::Display for RushBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = usize::from(self.width);
        let mut cells = vec!['.'; width * usize::from(self.height)];
        let mut put = |square: Square, sign: char| {
            if let Some(cell) = cells.get_mut(usize::from(square.y) * width + usize::from(square.x)) {
                *cell = sign;
            }
        };
        for &wall in &self.walls {
            put(wall, 'x');
        }
        for (car, label) in std::iter::once(&self.red).chain(&self.others).zip(labels()) {
            car.squares().for_each(|square| put(square, label));
        }
        if self.width != self.height {
            write!(f, "{}x{} ", self.width, self.height)?;
        }
        cells.into_iter().try_for_each(|cell| write!(f, "{cell}"))
    }
}

/// Letters and digits for cars: those that stand for something else, or for a red car, are left out.
fn labels() -> impl Iterator<Item = char> {
    ('A'..='Z').chain('0'..='9').chain('a'..='z').filter(|label| !matches!(label, 'X' | 'o' | 'x'))
}
