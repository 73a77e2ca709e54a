//! What can be wrong with a cube, said so that it can be mended.

use std::fmt;

use crate::notation::NotationFault;
use crate::setup::MAX_TEXT;
use crate::size::Size;

/// One thing that is wrong. Places are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Fault {
    /// Nothing at all.
    #[error(
        "there is no cube: write a scramble such as `R U2 F'`, or the stickers of the faces U R F D L B, row by row"
    )]
    Empty,
    /// More text than any cube needs.
    #[error("the text is longer than {MAX_TEXT} bytes; no cube needs that many")]
    TooLong,
    /// Something in a scramble.
    #[error("{0}")]
    Notation(NotationFault),
    /// A letter that is no colour.
    #[error(
        "sticker {place}: {found:?} is not a colour; write the face that it belongs to, U R F D L B, or W Y G O R B"
    )]
    NotAColour { found: char, place: usize },
    /// Too many or too few stickers.
    #[error("there are {found} stickers; the 3×3×3 has 54 and the 2×2×2 has 24")]
    Count { found: usize },
    /// Stickers of another cube than was asked for.
    #[error("there are {found} stickers, but the {size} has {}", size.facelets())]
    Size { found: usize, size: Size },
    /// A colour that is too frequent or too rare.
    #[error("the colour {colour} is on {found} stickers; each colour is on {expected}")]
    Colour { colour: char, found: usize, expected: usize },
    /// Centres as no cube has them.
    #[error("the centres of U R F D L B show {centres}: the cube cannot be held that way")]
    Centres { centres: String },
    /// A corner that no cube has.
    #[error("the corner {place} shows {colours}: no corner of the cube has these colours in this order")]
    NoCorner { place: String, colours: String },
    /// An edge that no cube has.
    #[error("the edge {place} shows {colours}: no edge of the cube has these colours")]
    NoEdge { place: String, colours: String },
    /// A piece that is in more than one place.
    #[error("the piece {piece} is at {}, but the cube has it only once", places.join(" and at "))]
    Doubled { piece: String, places: Vec<String> },
    /// Pieces that are nowhere.
    #[error("missing: {}", pieces.join(", "))]
    Missing { pieces: Vec<String> },
    /// A goal that names nothing.
    #[error(
        "{found:?} is not a goal; write `solved`, {known}, a cube, or 54 stickers of the solved cube with `.` for \
         stickers of any colour"
    )]
    NoGoal { found: String, known: String },
    /// A partial goal for a cube that has none.
    #[error("partial goals such as {found:?} are for the 3×3×3; write `solved` or a cube")]
    NoMask { found: String },
    /// A partial goal that is not a part of the solved cube.
    #[error(
        "sticker {place} of the goal is {found}, but on the solved cube it is {right}, and a goal with `.` shows \
         stickers of the solved cube"
    )]
    NotSolved { place: usize, found: char, right: char },
}

/// Everything that is wrong with a cube; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, or nothing wrong.
    pub(crate) fn check(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }

    /// The faults in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl From<Vec<Fault>> for Faults {
    fn from(faults: Vec<Fault>) -> Self {
        Self(faults)
    }
}

impl fmt::Display for Faults {
    /// All faults, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl std::error::Error for Faults {}
