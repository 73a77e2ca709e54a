//! Is this string of moves a solution?

use fewest_tiles::{Slide, format_slides, parse_slides};
use serde::{Deserialize, Serialize};

use crate::error::EngineError;
use crate::request::{Notation, TilesPuzzle};
use crate::tiles::read;

/// What a string of moves does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// The position in normal form.
    pub position: String,
    /// The goal in normal form.
    pub goal: String,
    /// The moves in normal form, up to the first illegal one.
    pub moves: String,
    /// Which move, counted from 1, cannot be made, and why.
    pub illegal: Option<(usize, String)>,
    /// The position behind the last legal move.
    pub end: String,
    /// Whether all moves are legal and the end is the goal.
    pub solves: bool,
    /// The length in single steps.
    pub stm: u64,
    /// The length in slides.
    pub mtm: u64,
}

/// Makes the moves one by one.
///
/// ```
/// use fewest_engine::{Notation, TilesPuzzle, verify};
/// let found = verify(&TilesPuzzle::new("0 2 3/1 5 6/4 7 8"), "U2 L2", Notation::Tile)?;
/// assert!(found.solves && found.stm == 4 && found.mtm == 2);
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// # Errors
/// What is wrong with the position, the goal or the writing of the moves. Illegal moves are part of the answer.
pub fn verify(puzzle: &TilesPuzzle, moves: &str, notation: Notation) -> Result<Verification, EngineError> {
    let (start, goal) = read(puzzle)?;
    let slides = parse_slides(moves, notation.into())?;
    let mut end = start.clone();
    let mut illegal = None;
    let mut legal: Vec<Slide> = Vec::new();
    for (index, &slide) in slides.iter().enumerate() {
        if let Err(error) = end.try_slide(slide) {
            illegal = Some((index + 1, error.to_string()));
            break;
        }
        legal.push(slide);
    }
    Ok(Verification {
        position: start.to_string(),
        goal: goal.to_string(),
        moves: format_slides(&legal, notation.into()),
        solves: illegal.is_none() && end == goal,
        illegal,
        end: end.to_string(),
        stm: legal.iter().map(|slide| u64::from(slide.length)).sum(),
        mtm: legal.chunk_by(|a, b| a.direction == b.direction).count() as u64,
    })
}
