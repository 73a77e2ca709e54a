//! One run of one search on one instance: the row of the tidy table.

use serde::{Deserialize, Serialize};

/// What one run did. Flat, so that it is a line of JSON and, but for the lists, a line of CSV.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What tells this run from all others of its suite.
    pub key: String,
    /// The suite's name.
    pub suite: String,
    /// The group of instances.
    pub group: String,
    /// The instance's name within its group.
    pub instance: String,
    /// The random moves that made the instance, where it was shuffled.
    pub shuffle: Option<u64>,
    /// The optimum that was known before, where it was.
    pub distance: Option<u32>,
    /// The seed that made the instance, where it is random.
    pub seed: Option<u64>,
    /// The kind of puzzle.
    pub puzzle: String,
    /// The position, in normal form.
    pub position: String,
    /// What counts as one move.
    pub metric: String,
    /// The search, by its label.
    pub search: String,
    /// The algorithm that ran.
    pub algorithm: String,
    /// The heuristic that it used.
    pub heuristic: String,
    /// The tables that were looked up, where there were any.
    pub pdb: Option<String>,
    /// Which repetition it is, from 1.
    pub repetition: u32,
    /// How it ended.
    pub outcome: Ending,
    /// The length of the solution.
    pub length: Option<u32>,
    /// Whether that length is proven to be the least.
    pub optimal: bool,
    /// No solution is shorter than this.
    pub lower_bound: Option<u32>,
    /// Which limit was reached, or why the search was refused.
    pub reason: Option<String>,
    /// What the heuristic said of the start, where that was recorded.
    pub estimate: Option<u32>,
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Nodes made as successors of others.
    pub generated: u64,
    /// Nodes expanded again on a cheaper path.
    pub reopened: u64,
    /// Rounds of an iterative algorithm.
    pub iterations: u64,
    /// Wall-clock time of the search.
    pub seconds: f64,
    /// Wall-clock time before it: the tables of the heuristic.
    pub setup_seconds: f64,
    /// The most bytes that the search held.
    pub peak_memory_bytes: u64,
    /// How many searches ran beside one another.
    pub abreast: usize,
    /// The version of the program.
    pub version: String,
    /// Expanded nodes by depth, where that was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expanded_by_depth: Option<Vec<u64>>,
    /// The depth of each expansion in order, where that was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_by_step: Option<Vec<u32>>,
    /// Which expansions those are, where they were recorded: the first, and from there every so many.
    // Written even where there are none: a table of rows has this column always.
    #[serde(default)]
    pub step_stride: Option<u32>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// With a solution.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// At a limit.
    Limit,
    /// Not at all: the engine refuses this search for this instance.
    #[default]
    Refused,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_row_survives_being_written_and_read() {
        let (depth_by_step, step_stride) = (Some(vec![0, 1, 1]), Some(1));
        let row = Row { depth_by_step, step_stride, ..sample::row("3x3", "1", "A*", Ending::Solved, 21) };
        let line = serde_json::to_string(&row).unwrap();
        assert_eq!(serde_json::from_str::<Row>(&line).unwrap(), row);
    }
}
