//! What can be asked.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::memory::default_memory_limit;

/// The version of the schema that [`Request`], [`Event`](crate::Event) and [`Answer`](crate::Answer) make up. It rises
/// when a field changes its meaning or goes away; new optional fields do not raise it.
pub const SCHEMA_VERSION: u32 = 1;

/// A question to the engine. Everything but the puzzle has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The schema that this request is written in.
    #[serde(default = "current_version")]
    pub version: u32,
    /// What is to be solved.
    pub puzzle: Puzzle,
    /// The algorithm's name, one of [`catalog::algorithms`](crate::catalog::algorithms), or `auto`.
    #[serde(default = "auto")]
    pub algorithm: String,
    /// The heuristic's name, one of [`catalog::heuristics`](crate::catalog::heuristics), or `auto`.
    #[serde(default = "auto")]
    pub heuristic: String,
    /// Which of equally promising nodes A* expands first.
    #[serde(default)]
    pub tie_break: TieBreak,
    /// How far to go.
    #[serde(default)]
    pub limits: Limits,
    /// How the moves of the answer are written.
    #[serde(default)]
    pub notation: Notation,
    /// Whether to send [`Event::Depths`](crate::Event::Depths): the depth of every single expansion.
    #[serde(default)]
    pub trace_depths: bool,
}

impl Request {
    /// A request to solve a sliding-tile position, with every default.
    pub fn tiles(position: impl Into<String>) -> Self {
        Self {
            version: SCHEMA_VERSION,
            puzzle: Puzzle::Tiles(TilesPuzzle::new(position)),
            algorithm: auto(),
            heuristic: auto(),
            tie_break: TieBreak::default(),
            limits: Limits::default(),
            notation: Notation::default(),
            trace_depths: false,
        }
    }
}

/// A puzzle of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Puzzle {
    /// Sliding tiles.
    Tiles(TilesPuzzle),
}

/// A sliding-tile puzzle, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilesPuzzle {
    /// The position, such as `5 3 8/0 2 4/1 7 6`.
    pub position: String,
    /// `blank-last`, `blank-first` or a position.
    #[serde(default = "blank_last")]
    pub goal: String,
    /// The size, such as `4x3`, where the position's rows do not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// What counts as one move.
    #[serde(default)]
    pub metric: Metric,
}

impl TilesPuzzle {
    /// A position with the default goal and metric.
    pub fn new(position: impl Into<String>) -> Self {
        Self { position: position.into(), goal: blank_last(), size: None, metric: Metric::default() }
    }
}

/// What counts as one move of sliding tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// One tile, one cell.
    #[default]
    Stm,
    /// Any number of tiles of one line, one cell, together.
    Mtm,
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stm => "stm",
            Self::Mtm => "mtm",
        })
    }
}

/// Whose direction a move names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// The tile's.
    #[default]
    Tile,
    /// The blank's.
    Blank,
}

impl From<Notation> for fewest_tiles::Notation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Tile => Self::Tile,
            Notation::Blank => Self::Blank,
        }
    }
}

/// Which of equally promising nodes comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The oldest.
    Fifo,
    /// The newest.
    #[default]
    Lifo,
}

impl From<TieBreak> for fewest_search::frontier::TieBreak {
    fn from(tie_break: TieBreak) -> Self {
        match tie_break {
            TieBreak::Fifo => Self::Fifo,
            TieBreak::Lifo => Self::Lifo,
        }
    }
}

/// How far a search may go. What is absent is not limited, but for memory, whose default is a share of what the machine
/// has free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Wall-clock seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Expanded nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansions: Option<u64>,
    /// Bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
}

impl Limits {
    /// The limits as the search takes them. A time that is negative or no number is 0; one too long for a clock is none.
    pub(crate) fn for_search(self, cancel: &fewest_search::Cancel) -> fewest_search::Limits {
        let time = self.seconds.map(|seconds| if seconds > 0.0 { seconds } else { 0.0 });
        fewest_search::Limits {
            time: time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            expansions: self.expansions,
            memory: self.memory_bytes.unwrap_or_else(default_memory_limit),
            cancel: cancel.clone(),
        }
    }
}

fn current_version() -> u32 {
    SCHEMA_VERSION
}

fn auto() -> String {
    "auto".to_owned()
}

fn blank_last() -> String {
    "blank-last".to_owned()
}
