//! Why a heuristic says what it says: its estimate for a position, taken apart.
//!
//! The estimate is the search's own. The parts are found by other means, by looking at the board, and add up to it.

use fewest_search::Limits as SearchLimits;
use serde::{Deserialize, Serialize};

use crate::catalog::HeuristicInfo;
use crate::choice::with_pdb;
use crate::error::Result;
use crate::kind::Kind;
use crate::puzzle::Puzzle;
use crate::request::Options;
use crate::session::Session;
use crate::view::Cell;

/// An estimate, taken apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The heuristic's name.
    pub heuristic: String,
    /// What counts as one move.
    pub metric: String,
    /// The estimate; absent if it is known that the goal cannot be reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// The parts that add up to it; empty if it is not taken apart.
    pub parts: Vec<Part>,
}

/// A part of an estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "part", rename_all = "kebab-case")]
pub enum Part {
    /// The path of one tile or box to its goal, as if it were alone.
    Vector {
        /// The tile, or the number of the box.
        tile: u32,
        /// Where it is.
        from: Cell,
        /// Where it belongs.
        to: Cell,
        /// The number of moves.
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
        /// The moves in addition to all paths.
        adds: u32,
    },
    /// Tiles that are looked up, or counted, together.
    Pattern {
        /// The tiles.
        tiles: Vec<u32>,
        /// The moves that they take.
        value: u32,
        /// A further description.
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
    pub fn share(name: &str, value: u32) -> Self {
        Self::Share { name: name.to_owned(), value }
    }

    /// One tile that is counted.
    pub fn of_tile(tile: u32, value: u32) -> Self {
        Self::Pattern { tiles: vec![tile], value, name: None }
    }
}

/// Explains the estimate of a heuristic, by its name or `auto`, for the start of a puzzle of a known kind. Tables are built
/// where they are small; larger ones are used where the session has them.
///
/// # Errors
/// What is wrong with the puzzle, the name of the heuristic or the options.
pub fn explain_with<K: Kind + ?Sized>(
    kind: &K,
    puzzle: &Puzzle,
    heuristic: &str,
    options: &Options,
    session: &Session,
    limits: &SearchLimits,
) -> Result<Explanation> {
    let info = kind.info();
    let asked = match heuristic {
        auto if auto.eq_ignore_ascii_case("auto") => None,
        name => Some(info.heuristic(name)?),
    };
    let asked = ExplainRequest { heuristic: with_pdb(asked, info, options)?, options, session, limits };
    let Explained { heuristic, value, parts } = kind.explain(puzzle, &asked)?;
    let metric = info.metric(puzzle)?.name.to_owned();
    Ok(Explanation { heuristic: heuristic.name.to_owned(), metric, value, parts })
}

/// What a kind of puzzle is asked to explain, and with which tables.
#[derive(Clone, Copy, Debug)]
pub struct ExplainRequest<'a> {
    /// Which heuristic, where one is named.
    pub heuristic: Option<&'static HeuristicInfo>,
    /// Which tables, of pattern databases.
    pub options: &'a Options,
    /// Where tables come from.
    pub session: &'a Session,
    /// How far to go for them.
    pub limits: &'a SearchLimits,
}

/// What a kind of puzzle makes of an estimate.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Which heuristic it was.
    pub heuristic: &'static HeuristicInfo,
    /// What it says; absent where the goal is known to be out of reach.
    pub value: Option<u32>,
    /// What the value is made of.
    pub parts: Vec<Part>,
}
