//! Is it a position, can it be solved, and how far is it at least?

use serde::{Deserialize, Serialize};

use crate::error::EngineError;
use crate::request::{Kind, Puzzle};
use crate::{blocks, graph, hanoi, sokoban, tiles};

/// What can be said of a position without searching.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// The kind of puzzle.
    pub puzzle: Kind,
    /// What it is, in words, such as `4×4 board`; where it is a position.
    pub what: Option<String>,
    /// The position in normal form, where it is one.
    pub position: Option<String>,
    /// The goal in normal form, where it is one.
    pub goal: Option<String>,
    /// The edges of the graph in normal form, where the puzzle has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<String>,
    /// Everything that is wrong with the position; empty for a valid one.
    pub faults: Vec<String>,
    /// Width and height of a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<(usize, usize)>,
    /// Whether the goal can be reached, where that is known.
    pub solvable: Option<bool>,
    /// Why it cannot, in words.
    pub reason: Option<String>,
    /// From how many positions the goal can be reached, where that fits 64 bits.
    pub positions: Option<u64>,
    /// Tiles: whether the permutation that takes the position to the goal, the blank included, is odd.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permutation_is_odd: Option<bool>,
    /// Tiles: steps from the blank to its goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blank_distance: Option<usize>,
    /// Tiles: the two whose exchange makes a position that cannot be solved one that can; of all pairs the one that leaves the
    /// least Manhattan distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<(u32, u32)>,
    /// No solution is shorter than these, where there is one.
    pub lower_bounds: Vec<Bound>,
    /// There is a solution that is no longer than this, where a formula says so.
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

/// Checks a position. Faults of the position are part of the answer.
///
/// ```
/// use fewest_engine::{Puzzle, TilesPuzzle, check};
/// let found = check(&Puzzle::Tiles(TilesPuzzle::new("1 2 3/4 5 6/8 7 0")))?;
/// assert_eq!(found.solvable, Some(false));
/// let found = check(&Puzzle::Tiles(TilesPuzzle::new("1 2 3/4 5 6/8 8 0")))?;
/// assert_eq!(found.faults, ["tile 8 appears 2 times", "missing: tile 7"]);
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// # Errors
/// What is wrong with the goal, the size or the graph.
pub fn check(puzzle: &Puzzle) -> Result<Check, EngineError> {
    let found = match puzzle {
        Puzzle::Tiles(puzzle) => tiles::check(puzzle),
        Puzzle::Hanoi(puzzle) => hanoi::check(puzzle),
        Puzzle::Graph(puzzle) => graph::check(puzzle),
        Puzzle::Blocks(puzzle) => blocks::check(puzzle),
        Puzzle::Sokoban(puzzle) => sokoban::check(puzzle),
    };
    match found {
        Err(EngineError::Position(faults)) => {
            let faults = faults.iter().map(str::to_owned).collect();
            Ok(Check { faults, ..Check::nothing(puzzle.kind()) })
        }
        found => found,
    }
}

impl Check {
    /// What can be said of something that is not even text: its fault.
    pub fn invalid(kind: Kind, fault: String) -> Self {
        Self { faults: vec![fault], ..Self::nothing(kind) }
    }

    /// Nothing known yet.
    pub(crate) fn nothing(puzzle: Kind) -> Self {
        Self {
            puzzle,
            what: None,
            position: None,
            goal: None,
            edges: None,
            faults: Vec::new(),
            size: None,
            solvable: None,
            reason: None,
            positions: None,
            permutation_is_odd: None,
            blank_distance: None,
            swap: None,
            lower_bounds: Vec::new(),
            upper_bound: None,
        }
    }
}
