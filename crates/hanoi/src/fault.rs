//! What can be wrong with a position, said so that it can be mended.

use std::fmt;

use fewest_text::{Listed, plural};

use crate::setup::MAX_TEXT;
use crate::size::{MAX_DISCS, MAX_PEGS, MIN_PEGS, Peg, Size};

/// One thing that is wrong. Pegs are numbered from 0, and places on a peg from 1, the bottom; long words are cut short.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Fault {
    /// No disc anywhere.
    #[error("there are no discs: write each peg's discs from bottom to top, such as `3 2 1/-/-`")]
    Empty,
    /// More text than any position needs.
    #[error("the text is longer than {MAX_TEXT} bytes; no position needs that many")]
    TooLong,
    /// Fewer pegs than make a puzzle.
    #[error(
        "there {}, but at least {MIN_PEGS} pegs are needed: put `/` between pegs and `-` for an empty one, such as `3 2 1/-/-`",
        pegs(*found)
    )]
    TooFewPegs { found: usize },
    /// More pegs than have letters.
    #[error("there are {found} pegs, but at most {MAX_PEGS} are possible")]
    TooManyPegs { found: usize },
    /// More or fewer pegs than the size says.
    #[error("there {}, but there must be {}", pegs(*found), size.pegs())]
    PegCount { found: usize, size: Size },
    /// A goal on a peg that is not there.
    #[error("there is no peg {peg}: {size} have the pegs A to {}", size.last_peg())]
    NoSuchPeg { peg: Peg, size: Size },
    /// A word that is no disc.
    #[error(
        "peg {}, place {place}: {word:?} is not a disc; write a number from 1, or `-` alone for an empty peg",
        Column(*peg)
    )]
    NotADisc { word: String, peg: usize, place: usize },
    /// A number that no disc of this puzzle has.
    #[error("peg {}, place {place}: disc {disc} is out of range; discs are numbered 1 to {largest} here", Column(*peg))]
    OutOfRange { disc: String, peg: usize, place: usize, largest: usize },
    /// A disc on a smaller one.
    #[error("peg {}: disc {upper} lies on disc {lower}, which is smaller; list each peg from bottom to top", Column(*peg))]
    LargerOnSmaller { peg: usize, upper: usize, lower: usize },
    /// A disc that is in more than one place.
    #[error("disc {disc} appears {count} times")]
    Doubled { disc: u16, count: usize },
    /// Discs that are nowhere.
    #[error("missing: {} {}", plural(discs.len(), "disc", "discs"), Listed(discs))]
    Missing { discs: Vec<u16> },
}

fn pegs(count: usize) -> String {
    format!("{} {count} {}", plural(count, "is", "are"), plural(count, "peg", "pegs"))
}

const _: () = assert!(MAX_DISCS < 1 << 8, "discs are stored as bytes");

/// A peg that may be beyond the letters: its letter, or its number from 1.
struct Column(usize);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Peg::new(self.0) {
            Some(peg) => write!(f, "{peg}"),
            None => write!(f, "number {}", self.0 + 1),
        }
    }
}

/// Everything that is wrong with a position; never empty.
pub type Faults = fewest_text::Faults<Fault>;
