//! Puzzles that are built in, of every kind, each with what is known of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::request::{Kind, Puzzle};
use crate::{blocks, graph, hanoi, sokoban, tiles};

/// A puzzle that is built in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LibraryEntry {
    /// A short name of small letters, digits and dashes.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// A word on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// How large it is, in words.
    pub size: String,
    /// The length of a shortest solution in every metric for which it is known; empty where there is no solution.
    pub optimum: BTreeMap<String, u64>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// The puzzles of a kind that are built in, easy ones first where they are graded.
///
/// ```
/// use fewest_engine::{Kind, library};
/// let entries = library(Kind::Blocks);
/// let klotski = entries.iter().find(|entry| entry.name == "klotski").expect("it is there");
/// assert_eq!((klotski.title.as_str(), klotski.optimum["move"]), ("Klotski", 81));
/// ```
pub fn library(kind: Kind) -> Vec<LibraryEntry> {
    match kind {
        Kind::Tiles => tiles::library(),
        Kind::Hanoi => hanoi::library(),
        Kind::Graph => graph::library(),
        Kind::Blocks => blocks::library(),
        Kind::Sokoban => sokoban::library(),
    }
}

/// Lengths by metric.
pub(crate) fn optima<'a>(known: impl IntoIterator<Item = (&'a str, u64)>) -> BTreeMap<String, u64> {
    known.into_iter().map(|(metric, length)| (metric.to_owned(), length)).collect()
}
