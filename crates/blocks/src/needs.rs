//! How large a packing a puzzle needs.

use crate::kind::{self, Kind, Squares};
use crate::puzzle::Puzzle;

/// How large a packing a puzzle needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Floor squares.
    pub squares: usize,
    /// Bits of the packed state, where fields may cross words.
    pub bits: u32,
    /// Pieces that can move at all, were they alone.
    pub movable: usize,
}

impl Needs {
    /// The needs of a puzzle.
    ///
    /// ```
    /// use fewest_blocks::{Needs, Puzzle};
    /// let klotski: Puzzle = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.".parse()?;
    /// assert_eq!(Needs::of(&klotski), Needs { squares: 20, bits: 44, movable: 10 });
    /// # Ok::<(), fewest_blocks::Faults>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Self {
        let squares = Squares::new(puzzle);
        let kinds = kind::kinds::<crate::Bits256>(puzzle, &squares);
        let movable = || kinds.iter().filter(|kind| kind.spots.len() > 1);
        let bits = |kind: &Kind<_>| u32::from(width(kind.spots.len())) * slots_of(kind);
        Self {
            squares: squares.count,
            bits: movable().map(bits).sum(),
            movable: movable().map(|kind| kind.pieces.len()).sum(),
        }
    }
}

pub(crate) fn slots_of<B>(kind: &Kind<B>) -> u32 {
    u32::try_from(kind.pieces.len()).expect("at most 256 pieces")
}

/// How many bits number so many spots.
pub(crate) fn width(spots: usize) -> u8 {
    u8::try_from((spots - 1).ilog2() + 1).expect("at most nine bits")
}
