//! Random positions.

use serde::{Deserialize, Serialize};

use crate::error::{EngineError, Result};
use crate::puzzle::Puzzle;

/// Describes random positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RandomRequest {
    /// The puzzle: a kind, with the fields of its random puzzles.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::RandomPuzzle"))]
    pub puzzle: Puzzle,
    /// The number of random moves from the goal; without it, all positions that can reach the goal are equally likely.
    #[serde(default)]
    pub shuffle: Option<u64>,
    /// The same seed gives the same positions, on every machine.
    pub seed: u64,
}

/// Random positions, in normal form. There is no end to them but by a limit.
pub struct RandomPositions(Box<dyn FnMut() -> Option<String>>);

impl Iterator for RandomPositions {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        (self.0)()
    }
}

impl RandomPositions {
    /// What a function yields, again and again, until a limit ends it.
    pub fn new<P: ToString>(mut next: impl FnMut() -> Option<P> + 'static) -> Self {
        Self(Box::new(move || next().map(|position| position.to_string())))
    }
}

/// Positions by their distance from a goal.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// The positions at each distance, from 0, as far as they were listed.
    pub layers: Vec<Vec<String>>,
    /// Whether there are no others.
    pub is_all: bool,
    /// No position is farther away than this, where that is known.
    pub farthest: Option<u32>,
    /// The puzzle in a word or two, for messages.
    pub what: String,
}

/// Positions by their rank, the first `most` of them.
///
/// # Errors
/// [`EngineError::TooManyToList`] where there are more than `limit` in all.
pub fn list_by_rank(
    count: Option<u64>,
    limit: u64,
    most: usize,
    position: impl Fn(u64) -> String,
) -> Result<Vec<String>> {
    match count {
        Some(count) if count <= limit => Ok((0..count).take(most).map(position).collect()),
        count => {
            let count = count.map_or("more than 2^64".to_owned(), |count| count.to_string());
            Err(EngineError::TooManyToList { count, limit })
        }
    }
}
