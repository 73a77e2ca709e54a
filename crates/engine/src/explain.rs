//! Why a heuristic says what it says: its estimate for a position, taken apart.
//!
//! The estimate is the search's own. The parts are found by other means, by looking at the board, and add up to it.

use serde::{Deserialize, Serialize};

use crate::catalog::Heuristic;
use crate::error::EngineError;
use crate::request::{Options, Puzzle};
use crate::session::Session;
use crate::view::Cell;
use crate::{blocks, graph, hanoi, sokoban, tiles};

/// An estimate, taken apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The heuristic's name.
    pub heuristic: String,
    /// What counts as one move.
    pub metric: String,
    /// The estimate; absent where the goal is known to be out of reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// What adds up to it; empty where it is not taken apart.
    pub parts: Vec<Part>,
}

/// A part of an estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "part", rename_all = "kebab-case")]
pub enum Part {
    /// The way of one tile, or box, to its goal, as if it were alone.
    Vector {
        /// The tile, or the number of the box.
        tile: u32,
        /// Where it is.
        from: Cell,
        /// Where it belongs.
        to: Cell,
        /// The moves that takes.
        distance: u32,
    },
    /// Tiles that stand in their goal line in the wrong order.
    Conflict {
        /// Those that must leave the line and come back.
        tiles: Vec<u32>,
        /// Whether the line is a row or a column.
        axis: Axis,
        /// Which one, from 0.
        line: u32,
        /// The moves that takes beyond all ways.
        adds: u32,
    },
    /// Tiles that are looked up, or counted, together.
    Pattern {
        /// The tiles.
        tiles: Vec<u32>,
        /// The moves that they take.
        value: u32,
        /// What else is to be said of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Any other summand.
    Share {
        /// What it counts, in a word or two.
        name: String,
        /// How much.
        value: u32,
    },
}

/// A way across a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
}

impl Part {
    /// What it adds to the estimate.
    pub fn value(&self) -> u32 {
        match self {
            Self::Vector { distance, .. } => *distance,
            Self::Conflict { adds, .. } => *adds,
            Self::Pattern { value, .. } | Self::Share { value, .. } => *value,
        }
    }

    /// A summand by its name.
    pub(crate) fn share(name: &str, value: u32) -> Self {
        Self::Share { name: name.to_owned(), value }
    }

    /// One tile that is counted.
    pub(crate) fn of_tile(tile: u32, value: u32) -> Self {
        Self::Pattern { tiles: vec![tile], value, name: None }
    }
}

/// Explains the estimate of a heuristic, by its name or `auto`, for the start of a puzzle. Tables are built where they are
/// small; larger ones are used where the session has them.
///
/// ```
/// use fewest_engine::explain::{Part, explain};
/// use fewest_engine::{Options, Puzzle, Session, TilesPuzzle};
/// let puzzle = Puzzle::Tiles(TilesPuzzle::new("2 1 3/4 5 6/7 8 0"));
/// let found = explain(&puzzle, "linear-conflict", &Options::default(), &Session::in_memory())?;
/// assert_eq!((found.value, found.parts.len()), (Some(4), 3));
/// assert!(matches!(&found.parts[2], Part::Conflict { tiles, line: 0, adds: 2, .. } if tiles == &[2]));
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// # Errors
/// What is wrong with the puzzle, the name of the heuristic or the options.
pub fn explain(
    puzzle: &Puzzle,
    heuristic: &str,
    options: &Options,
    session: &Session,
) -> Result<Explanation, EngineError> {
    let asked = match heuristic {
        auto if auto.eq_ignore_ascii_case("auto") => None,
        name => Some(Heuristic::named_for(name, puzzle.kind())?),
    };
    let asked = crate::choice::with_pdb(asked, puzzle.kind(), options)?;
    let (heuristic, value, parts) = match puzzle {
        Puzzle::Tiles(puzzle) => tiles::explain(puzzle, asked, options, session)?,
        Puzzle::Hanoi(puzzle) => hanoi::explain(puzzle, asked)?,
        Puzzle::Graph(puzzle) => graph::explain(puzzle, asked)?,
        Puzzle::Blocks(puzzle) => blocks::explain(puzzle, asked)?,
        Puzzle::Sokoban(puzzle) => sokoban::explain(puzzle, asked)?,
    };
    Ok(Explanation { heuristic: heuristic.info().name.to_owned(), metric: puzzle.metric(), value, parts })
}

/// What a kind of puzzle makes of it: which heuristic it was, what it says, and why.
pub(crate) type Explained = (Heuristic, Option<u32>, Vec<Part>);
