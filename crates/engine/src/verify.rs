//! Is this string of moves a solution?

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The effect of a sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verification {
    /// The position in normal form.
    pub position: String,
    /// The goal in normal form.
    pub goal: String,
    /// The moves in normal form, up to the first illegal one.
    pub moves: String,
    /// Which move, counted from 1, cannot be made, and why.
    pub illegal: Option<(usize, String)>,
    /// The position after the last legal move.
    pub end: String,
    /// Whether all moves are legal and the end is the goal.
    pub solves: bool,
    /// The length of the legal moves in every metric of the puzzle.
    pub lengths: BTreeMap<String, u64>,
}
