//! One run of one search on one instance: the row of the tidy table.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What one run did. Flat, so that it is a line of JSON and, but for the lists, a line of CSV.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// With a solution.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// At a limit.
    Limit,
    /// Not at all: the engine refuses this search for this instance.
    Refused,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Limit => "limit",
            Self::Refused => "refused",
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A row of a search that went well.
    pub(crate) fn row(key: &str) -> Row {
        Row {
            key: key.to_owned(),
            suite: "suite".to_owned(),
            group: "3x3".to_owned(),
            instance: "1".to_owned(),
            shuffle: None,
            distance: Some(21),
            seed: None,
            puzzle: "tiles".to_owned(),
            position: "5 3 8/0 2 4/1 7 6".to_owned(),
            metric: "stm".to_owned(),
            search: "A*".to_owned(),
            algorithm: "A*".to_owned(),
            heuristic: "manhattan".to_owned(),
            pdb: None,
            repetition: 1,
            outcome: Ending::Solved,
            length: Some(21),
            optimal: true,
            lower_bound: Some(21),
            reason: None,
            estimate: None,
            expanded: 100,
            generated: 200,
            reopened: 0,
            iterations: 1,
            seconds: 0.5,
            setup_seconds: 0.0,
            peak_memory_bytes: 1000,
            abreast: 1,
            version: "0".to_owned(),
            expanded_by_depth: None,
            depth_by_step: None,
            step_stride: None,
        }
    }

    #[test]
    fn a_row_survives_being_written_and_read() {
        let mut row = row("key");
        row.depth_by_step = Some(vec![0, 1, 1]);
        row.step_stride = Some(1);
        let line = serde_json::to_string(&row).unwrap();
        assert_eq!(serde_json::from_str::<Row>(&line).unwrap(), row);
    }
}
