//! Which cube, and how its turns are counted.

use std::fmt;
use std::str::FromStr;

/// A cube that this crate knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// The 2×2×2: eight corners, no centres.
    Two,
    /// The 3×3×3.
    Three,
}

impl Size {
    /// How many cubies an edge of the cube has.
    pub fn side(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
        }
    }

    /// How many stickers there are.
    pub fn facelets(self) -> usize {
        6 * self.side() * self.side()
    }

    /// How many positions can be reached, where 64 bits count them; a 2×2×2 that is only held otherwise is the same position.
    ///
    /// ```
    /// assert_eq!(fewest_cube::Size::Two.positions(), Some(3_674_160));
    /// ```
    pub fn positions(self) -> Option<u64> {
        match self {
            Self::Two => Some(3_674_160),
            Self::Three => None,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Two => "2×2×2",
            Self::Three => "3×3×3",
        })
    }
}

/// A size that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a size; write 3x3x3 or 2x2x2")]
pub struct SizeError(String);

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        match text.trim().replace(['×', 'X'], "x").as_str() {
            "2x2x2" | "2x2" | "2" => Ok(Self::Two),
            "3x3x3" | "3x3" | "3" => Ok(Self::Three),
            _ => Err(SizeError(text.chars().take(40).collect())),
        }
    }
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metric {
    /// A turn of a face by any angle.
    Htm,
    /// A turn of a face by a quarter.
    Qtm,
    /// A turn of any layer, the middle ones included, by any angle.
    Stm,
}

impl Metric {
    /// All of them, the usual one first.
    pub const ALL: [Self; 3] = [Self::Htm, Self::Qtm, Self::Stm];

    /// The name to write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Htm => "htm",
            Self::Qtm => "qtm",
            Self::Stm => "stm",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
