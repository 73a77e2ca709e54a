//! How strong a heuristic is: what a kind reports.

use serde::{Deserialize, Serialize};

/// How often a value occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// The value.
    pub value: u32,
    /// How often.
    pub count: u64,
}

/// The values of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableStrength {
    /// What it is about, in the words of its file.
    pub key: String,
    /// How many values there are that can be reached.
    pub entries: u64,
    /// Their mean.
    pub mean: f64,
    /// The greatest.
    pub maximum: u32,
    /// How many there are of each.
    pub histogram: Vec<Bin>,
}

/// What IDA* is expected to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Predicted {
    /// The bound on f.
    pub bound: u32,
    /// The nodes that it expands within it, on average over all starts.
    pub expansions: f64,
}

/// How strong a heuristic is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The board.
    pub size: String,
    /// The goal in normal form.
    pub goal: String,
    /// What counts as one move.
    pub metric: String,
    /// The heuristic's name.
    pub heuristic: String,
    /// Its tables, where it is a pattern database.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdb: Option<String>,
    /// Each of its tables.
    pub tables: Vec<TableStrength>,
    /// How many random positions were looked at, and what made them.
    pub samples: u64,
    /// The seed of the random positions.
    pub seed: u64,
    /// The mean of their estimates.
    pub mean: f64,
    /// The greatest.
    pub maximum: u32,
    /// How many there are of each.
    pub histogram: Vec<Bin>,
    /// The mean distance of all positions, where a table of all of them is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_distance: Option<f64>,
    /// The greatest distance, where a table of all of them is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_distance: Option<u32>,
    /// How many children a node has on average.
    pub branching_factor: f64,
    /// What IDA* is expected to expand, by bound, from the first with a whole node on.
    pub predicted: Vec<Predicted>,
    /// What happened to files on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}
