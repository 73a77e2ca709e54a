//! Everything about a puzzle, for those who design them.

use std::path::PathBuf;

use fewest_search::census::mean;
use serde::{Deserialize, Serialize};

use crate::answer::Outcome;
use crate::error::{EngineError, Result};
use crate::kind::KindInfo;
use crate::puzzle::Puzzle;
use crate::request::{Limits, SCHEMA_VERSION};

/// What is to be explored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploreRequest {
    /// The version of the schema of this request.
    #[serde(default = "crate::request::current_version")]
    pub version: u32,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether to stop at reach, distances and solutions.
    #[serde(default)]
    pub quick: bool,
    /// How many positions to show where there are several.
    #[serde(default = "few")]
    pub samples: usize,
    /// How many threads count together; absent: one for each core. Sliding blocks and Sokoban take one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// A directory for the table of a count that is larger than the memory limit; not for sliding blocks and Sokoban.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spill: Option<PathBuf>,
    /// The limits of the search.
    #[serde(default)]
    pub limits: Limits,
}

fn few() -> usize {
    3
}

impl ExploreRequest {
    /// A request to explore a puzzle in full.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            version: SCHEMA_VERSION,
            puzzle,
            quick: false,
            samples: few(),
            threads: None,
            spill: None,
            limits: Limits::default(),
        }
    }

    /// Refuses what is of no use to a puzzle whose positions one thread keeps in memory.
    ///
    /// # Errors
    /// Which option it is.
    pub fn on_one_thread_in_memory(&self, kind: &KindInfo, reason: &'static str) -> Result<()> {
        let useless = [("spill", self.spill.is_some()), ("threads", self.threads.is_some_and(|threads| threads > 1))];
        match useless.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(EngineError::UselessForCount { option, puzzle: kind.name, reason }),
            None => Ok(()),
        }
    }
}

/// What was found. `docs/explore.md` defines every figure, and `docs/blocks-explore.md` those of sliding blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Exploration {
    /// The schema that this is written in.
    pub version: u32,
    /// The kind of puzzle.
    pub puzzle: String,
    /// The puzzle in normal form; the goal, where no start was given and everything was counted from there.
    pub position: String,
    /// The goal in normal form, where it does not stand in the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// What counts as one move.
    pub metric: String,
    /// Whether it can be solved; without a start: whether everything was counted.
    pub outcome: Outcome,
    /// The length of a shortest solution.
    pub optimum: Option<u32>,
    /// No solution is shorter than this.
    pub lower_bound: Option<u32>,
    /// The limit that ended the exploration early, in words.
    pub limit: Option<String>,
    /// Positions that can be reached, alike pieces not told apart.
    pub positions: u64,
    /// Those of them that are goals.
    pub goals: u64,
    /// How many there are at each distance from the start, or from the goal where no start was given. As far as layers are
    /// complete, if a limit came.
    pub layers: Vec<u64>,
    /// Whether every move can be taken back. Of Sokoban this is not asked, and is false.
    pub reversible: bool,
    /// Distances to the nearest goal.
    pub to_goal: Finding<ToGoal>,
    /// What is told of puzzles of this kind alone.
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The most bytes that were held.
    pub peak_memory_bytes: u64,
    /// The most bytes that files had, where there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_disk_bytes: Option<u64>,
    /// What is explored, in a word or two.
    #[serde(skip)]
    pub what: String,
    /// All of it as text for people.
    #[serde(skip)]
    pub text: String,
}

/// A part of an exploration, or why it is missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Finding<T> {
    /// What is known.
    Known(T),
    /// Why it is not.
    Missing {
        /// In words.
        missing: String,
    },
}

impl<T> Default for Finding<T> {
    fn default() -> Self {
        Self::missing("it was not come to")
    }
}

impl<T> Finding<T> {
    /// A part that is not known.
    pub fn missing(why: impl Into<String>) -> Self {
        Self::Missing { missing: why.into() }
    }
}

/// Distances to the nearest goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToGoal {
    /// How many positions there are at each.
    pub layers: Vec<u64>,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub hardest: u32,
    /// How many positions are that far.
    pub hardest_count: u64,
    /// Some of these, each as a puzzle that starts there; as a grid where a piece has left the board.
    pub hardest_starts: Vec<String>,
    /// Positions from which no goal can be reached.
    pub lost: u64,
}

impl ToGoal {
    /// What layers tell of the distances, with some of the positions that are farthest.
    pub fn new(layers: Vec<u64>, hardest_starts: Vec<String>, lost: u64) -> Self {
        let hardest = u32::try_from(layers.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let hardest_count = layers.last().copied().unwrap_or_default();
        Self { mean: mean(&layers), hardest, hardest_count, hardest_starts, lost, layers }
    }
}
