//! The ways to turn a board, and the names of pieces.

use crate::geometry::Square;

/// One of the eight ways to lay a board down: mirrored left to right, top to bottom, and along its diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    across: bool,
    down: bool,
    diagonal: bool,
}

impl Symmetry {
    /// All eight, that which changes nothing first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self { across: bits & 1 != 0, down: bits & 2 != 0, diagonal: bits & 4 != 0 })
    }

    /// Whether columns become rows.
    pub(crate) fn is_diagonal(self) -> bool {
        self.diagonal
    }

    /// Where a square of a board of this size goes.
    pub(crate) fn square(self, (width, height): (u16, u16), square: Square) -> Square {
        let x = if self.across { width - 1 - square.x } else { square.x };
        let y = if self.down { height - 1 - square.y } else { square.y };
        if self.diagonal { Square::new(y, x) } else { Square::new(x, y) }
    }
}

/// Labels for pieces.
pub(crate) fn labels() -> impl Iterator<Item = char> {
    let plain = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    plain.chain(('À'..='ʯ').chain('Α'..='Ͽ').chain('Ѐ'..='ӿ').filter(|c| c.is_alphabetic()))
}
