//! Is this string of moves a solution?

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::EngineError;
use crate::request::{Notation, Puzzle};
use crate::{blocks, graph, hanoi, sokoban, tiles};

/// What a string of moves does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The length of the legal moves in every metric of the puzzle.
    pub lengths: BTreeMap<String, u64>,
}

/// Makes the moves one by one.
///
/// ```
/// use fewest_engine::{Notation, Puzzle, TilesPuzzle, verify};
/// let puzzle = Puzzle::Tiles(TilesPuzzle::new("0 2 3/1 5 6/4 7 8"));
/// let found = verify(&puzzle, "U2 L2", Notation::Tile)?;
/// assert!(found.solves && found.lengths["stm"] == 4 && found.lengths["mtm"] == 2);
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// # Errors
/// What is wrong with the puzzle or the writing of the moves. Illegal moves are part of the answer.
pub fn verify(puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Verification, EngineError> {
    match puzzle {
        Puzzle::Tiles(puzzle) => tiles::verify(puzzle, moves, notation),
        Puzzle::Hanoi(puzzle) => hanoi::verify(puzzle, moves),
        Puzzle::Graph(puzzle) => graph::verify(puzzle, moves),
        Puzzle::Blocks(puzzle) => blocks::verify(puzzle, moves),
        Puzzle::Sokoban(puzzle) => sokoban::verify(puzzle, moves),
    }
}

/// Makes moves until one is illegal; that one's number from 1 and the reason, and how many were made.
pub(crate) fn make_all<M, E: ToString>(
    moves: &[M],
    mut make: impl FnMut(&M) -> Result<(), E>,
) -> (usize, Option<(usize, String)>) {
    for (index, mv) in moves.iter().enumerate() {
        if let Err(error) = make(mv) {
            return (index, Some((index + 1, error.to_string())));
        }
    }
    (moves.len(), None)
}
