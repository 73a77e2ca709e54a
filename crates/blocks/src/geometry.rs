//! Squares of the board and the ways across it.

use std::fmt;

/// The widest and the highest board.
pub const MAX_SIDE: usize = 16;

/// A square of the board: column and row from the upper left corner, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The row; the first field, so that squares sort in reading order.
    pub y: u16,
    /// The column.
    pub x: u16,
}

impl Square {
    /// The square in this column and row.
    pub const fn new(x: u16, y: u16) -> Self {
        Self { y, x }
    }

    /// The neighbour in a direction; `None` above the first row or left of the first column.
    ///
    /// ```
    /// use fewest_blocks::{Direction, Square};
    /// assert_eq!(Square::new(2, 0).step(Direction::Left), Some(Square::new(1, 0)));
    /// assert_eq!(Square::new(2, 0).step(Direction::Up), None);
    /// ```
    pub fn step(self, direction: Direction) -> Option<Self> {
        let Self { x, y } = self;
        match direction {
            Direction::Up => Some(Self::new(x, y.checked_sub(1)?)),
            Direction::Down => Some(Self::new(x, y.checked_add(1)?)),
            Direction::Left => Some(Self::new(x.checked_sub(1)?, y)),
            Direction::Right => Some(Self::new(x.checked_add(1)?, y)),
        }
    }
}

/// Every square of a rectangle at the upper left corner, in reading order.
pub(crate) fn squares(width: u16, height: u16) -> impl Iterator<Item = Square> + Clone {
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

impl fmt::Display for Square {
    /// For people, who count from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", u32::from(self.y) + 1, u32::from(self.x) + 1)
    }
}

/// A way a piece can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
}

impl Direction {
    /// All four; a direction's place here is its number.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The way back.
    pub const fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// `U`, `L`, `R` or `D`.
    pub const fn letter(self) -> char {
        ['U', 'L', 'R', 'D'][self as usize]
    }

    /// The direction of a letter, large or small.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_uppercase())
    }

    /// `up`, `left`, `right` or `down`.
    pub const fn word(self) -> &'static str {
        ["up", "left", "right", "down"][self as usize]
    }

    /// The direction of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.word() == word)
    }

    /// Whether this goes along a row.
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// Which ways a piece may go at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lock {
    /// Every way.
    #[default]
    Free,
    /// Along its row alone.
    Horizontal,
    /// Along its column alone.
    Vertical,
    /// Nowhere.
    Fixed,
}

impl Lock {
    /// All four, in the order of their words.
    pub const ALL: [Self; 4] = [Self::Free, Self::Horizontal, Self::Vertical, Self::Fixed];

    /// The lock of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lock| lock.word() == word)
    }

    /// Whether a piece so locked may go this way.
    pub const fn allows(self, direction: Direction) -> bool {
        match self {
            Self::Free => true,
            Self::Horizontal => direction.is_horizontal(),
            Self::Vertical => !direction.is_horizontal(),
            Self::Fixed => false,
        }
    }

    /// The lock of Rush Hour: a piece longer than wide goes along its length, any other is free.
    pub fn rail(cells: &[Square]) -> Self {
        let side = |coordinate: fn(&Square) -> u16| {
            let all = || cells.iter().map(coordinate);
            all().max().zip(all().min()).map_or(0, |(most, least)| most - least)
        };
        match side(|cell| cell.x).cmp(&side(|cell| cell.y)) {
            std::cmp::Ordering::Less => Self::Vertical,
            std::cmp::Ordering::Equal => Self::Free,
            std::cmp::Ordering::Greater => Self::Horizontal,
        }
    }

    /// `free`, `horizontal`, `vertical` or `fixed`.
    pub const fn word(self) -> &'static str {
        ["free", "horizontal", "vertical", "fixed"][self as usize]
    }
}
