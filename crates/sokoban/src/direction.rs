//! The four directions.

/// A way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// To the left.
    Left,
    /// Up.
    Up,
    /// To the right.
    Right,
    /// Down.
    Down,
}

impl Direction {
    /// All four, in the order of their name: LURD.
    pub const ALL: [Self; 4] = [Self::Left, Self::Up, Self::Right, Self::Down];

    /// The way back.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// `l`, `u`, `r` or `d`.
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'l',
            Self::Up => 'u',
            Self::Right => 'r',
            Self::Down => 'd',
        }
    }
}
