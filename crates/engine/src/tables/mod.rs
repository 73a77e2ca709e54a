//! The folder of tables as its owner sees it: what is there, what could be, and what it is worth.
//!
//! Everything here is a method of [`Session`](crate::Session): to list, verify and remove files of tables, to propose and
//! build sets, and to say how strong a heuristic is.

mod build;
mod inventory;
mod strength;
mod tree;

use serde::{Deserialize, Serialize};

pub use build::{Built, Proposal, ProposedTable};
pub use inventory::{Inventory, Leftover, TableInfo};
pub use strength::{Bin, Predicted, Strength, TableStrength};

use fewest_tiles::{Position, Size};

use crate::error::EngineError;
use crate::request::{Limits, Metric, Options};
use crate::tiles::read_goal;

/// Tables for a board, a goal and a metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablesRequest {
    /// The board, such as `4x4`.
    #[serde(default = "four")]
    pub size: String,
    /// `blank-last`, `blank-first` or a position.
    #[serde(default = "blank_last")]
    pub goal: String,
    /// What counts as one move.
    #[serde(default)]
    pub metric: Metric,
    /// Which tables: the options of pattern databases alone. Without a set the one that suits the machine.
    #[serde(default, skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// How far to go.
    #[serde(default)]
    pub limits: Limits,
}

impl Default for TablesRequest {
    /// The set that suits the machine, for 4×4 with the blank last, under `stm`.
    fn default() -> Self {
        Self {
            size: four(),
            goal: blank_last(),
            metric: Metric::default(),
            options: Options::default(),
            limits: Limits::default(),
        }
    }
}

impl TablesRequest {
    fn goal(&self) -> Result<Position, EngineError> {
        read_goal(&self.goal, self.size.parse::<Size>()?)
    }
}

fn four() -> String {
    "4x4".to_owned()
}

fn blank_last() -> String {
    "blank-last".to_owned()
}
