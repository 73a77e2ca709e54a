//! The ways to turn a board.

use crate::geometry::Square;

/// One of the eight ways to lay a board down: mirrored left to right, top to bottom, and along its diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    across: bool,
    down: bool,
    /// Whether columns become rows.
    pub(crate) diagonal: bool,
}

impl Symmetry {
    /// All eight, that which changes nothing first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self { across: bits & 1 != 0, down: bits & 2 != 0, diagonal: bits & 4 != 0 })
    }

    /// Where a square of a board of this size goes.
    pub(crate) fn square(self, (width, height): (u16, u16), square: Square) -> Square {
        let x = if self.across { width - 1 - square.x } else { square.x };
        let y = if self.down { height - 1 - square.y } else { square.y };
        if self.diagonal { Square::new(y, x) } else { Square::new(x, y) }
    }
}
