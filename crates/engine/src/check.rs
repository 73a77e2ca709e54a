//! Is it a position, can it be solved, and how far is it at least?

use fewest_search::Limits as SearchLimits;
use serde::{Deserialize, Serialize};

use crate::catalog::HeuristicInfo;
use crate::error::{EngineError, Result};
use crate::kind::Kind;
use crate::puzzle::Puzzle;

/// What is known about a position without a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// The kind of puzzle.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Kind"))]
    pub puzzle: String,
    /// What it is, in words, such as `4×4 board`, if it is valid.
    pub what: Option<String>,
    /// The position in normal form, if it is valid.
    pub position: Option<String>,
    /// The goal in normal form, if it is valid.
    pub goal: Option<String>,
    /// The edges of the graph in normal form, where the puzzle has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<String>,
    /// Everything that is wrong with the position; empty for a valid one.
    pub faults: Vec<String>,
    /// Width and height of a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<(usize, usize)>,
    /// Whether the goal can be reached, if that is known.
    pub solvable: Option<bool>,
    /// Why it cannot, in words.
    pub reason: Option<String>,
    /// The number of positions from which the goal can be reached, if it fits into 64 bits.
    pub positions: Option<u64>,
    /// Tiles: whether the permutation that takes the position to the goal, the blank included, is odd.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permutation_is_odd: Option<bool>,
    /// Tiles: steps from the blank to its goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blank_distance: Option<usize>,
    /// Tiles: two tiles whose exchange makes an unsolvable position solvable; of all such pairs, the one that leaves
    /// the least Manhattan distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<(u32, u32)>,
    /// No solution is shorter than these, if there is one.
    pub lower_bounds: Vec<Bound>,
    /// The fewest moves, if they are known without a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimum: Option<u64>,
    /// There is a solution that is no longer than this, if a formula is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper_bound: Option<u64>,
}

/// A lower bound by a heuristic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bound {
    /// The heuristic's name.
    pub heuristic: String,
    /// The metric that it bounds.
    pub metric: String,
    /// The bound.
    pub moves: u32,
}

impl Bound {
    /// What a heuristic says under a metric.
    pub fn new(heuristic: &HeuristicInfo, metric: &str, moves: u32) -> Self {
        Self { heuristic: heuristic.name.to_owned(), metric: metric.to_owned(), moves }
    }
}

/// Checks a position of a known kind: faults of the position are part of the answer.
pub(crate) fn check_with<K: Kind + ?Sized>(kind: &K, puzzle: &Puzzle, limits: &SearchLimits) -> Result<Check> {
    match kind.check(puzzle, limits) {
        Err(EngineError::Position(faults)) => {
            Ok(Check { faults: faults.into_iter().collect(), ..Check::nothing(kind.info().name) })
        }
        found => found,
    }
}

impl Check {
    /// What can be said of something that is not even text: its fault.
    pub fn invalid(kind: &str, fault: String) -> Self {
        Self { faults: vec![fault], ..Self::nothing(kind) }
    }

    /// Nothing known yet.
    pub fn nothing(kind: &str) -> Self {
        Self { puzzle: kind.to_owned(), ..Self::default() }
    }
}
