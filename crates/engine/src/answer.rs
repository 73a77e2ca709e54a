//! What the engine answers.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::request::Notation;
use crate::sat::Formula;

/// The answer to a [`Request`](crate::Request): flat, so that a line of JSON is easy to read and to put into a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The version of the schema of this answer.
    pub version: u32,
    /// The kind of puzzle.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Kind"))]
    pub puzzle: String,
    /// The position of the request, in normal form.
    pub position: String,
    /// The goal, as a position in normal form.
    pub goal: String,
    /// The edges of the graph in normal form, if the puzzle has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<String>,
    /// What counts as one move: `stm` or `mtm` for tiles, `push` or `move` for Sokoban, `moves` for puzzles with one way
    /// of counting.
    pub metric: String,
    /// How it ended.
    pub outcome: Outcome,
    /// The length of the best solution found. Absent where it is 2^32 or more: see `exact_length`.
    pub length: Option<u32>,
    /// The length of the best solution found in decimal digits, where it is 2^32 or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact_length: Option<String>,
    /// What is proven about `length`. (If `outcome` says that there is no solution, that is always proven.)
    pub proof: Proof,
    /// No solution is shorter than this; absent if there is no solution.
    pub lower_bound: Option<u32>,
    /// `length` is at most this many times the optimum; 1 if it is proven optimal, absent if nothing is proven.
    pub proven_factor: Option<f64>,
    /// The best solution found, replayed and accepted. Absent where it is too long to be listed: see `first_moves`.
    pub moves: Option<String>,
    /// The first moves, replayed, of a solution that is too long to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_moves: Option<String>,
    /// The length of these moves in every way of counting that the kind has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lengths: BTreeMap<String, u64>,
    /// Different optimal solutions, where the request asks for them and the length is proven optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Solutions>,
    /// Whose direction the moves name.
    pub notation: Notation,
    /// Which limit ended the search, or why there is no solution, in words.
    pub reason: Option<String>,
    /// The algorithm's name.
    pub algorithm: String,
    /// The heuristic's name.
    pub heuristic: String,
    /// The tables of the heuristic `pdb`, as the option `pdb` takes them, with what they count and how they are packed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdb: Option<String>,
    /// The SAT solver and the size of the formulas, if the search wrote formulas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<Formula>,
    /// Why these were chosen, in words.
    pub chosen_because: String,
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Nodes produced.
    pub generated: u64,
    /// Nodes expanded again on a cheaper path.
    pub reopened: u64,
    /// Rounds of an iterative algorithm.
    pub iterations: u64,
    /// Wall-clock time of the search.
    pub seconds: f64,
    /// Wall-clock time before the search, for the tables of the heuristic.
    pub setup_seconds: f64,
    /// The most bytes that the search held.
    pub peak_memory_bytes: u64,
    /// Expanded nodes by their depth.
    pub expanded_by_depth: Vec<u64>,
    /// Problems with files of tables. They do not affect the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

impl Answer {
    /// The length of the best solution found, however long it is.
    pub fn full_length(&self) -> Option<u64> {
        let long = || self.exact_length.as_ref().and_then(|digits| digits.parse().ok());
        self.length.map(u64::from).or_else(long)
    }

    /// The moves of the best solution found, or the first ones where it is too long to be listed.
    pub fn listed_moves(&self) -> Option<&str> {
        self.moves.as_deref().or(self.first_moves.as_deref())
    }

    /// How many moves of the best solution are not listed.
    pub fn unlisted(&self) -> u64 {
        let listed = |moves: &String| moves.split_whitespace().count() as u64;
        let first = self.first_moves.as_ref().filter(|_| self.moves.is_none()).map(listed);
        first.map_or(0, |first| self.full_length().unwrap_or_default().saturating_sub(first))
    }
}

/// Different optimal solutions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solutions {
    /// The moves of each, replayed and accepted; the first ones are those of the answer.
    pub moves: Vec<String>,
    /// How many optimal solutions there are: different sequences of moves in the metric of the answer. 18446744073709551615
    /// stands for that many or more. Absent where they were not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Whether `moves` has them all.
    pub complete: bool,
    /// Which limit came before they were counted, or before as many as were asked for were listed, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// With a solution.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// At a limit.
    #[default]
    Limit,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Limit => "limit",
        })
    }
}

/// What is proven about a solution's length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// No solution is shorter.
    Optimal,
    /// None is shorter than the lower bound.
    Bounded,
    /// Nothing.
    #[default]
    None,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "optimal",
            Self::Bounded => "bounded",
            Self::None => "none",
        })
    }
}
