//! How moves are counted.

use std::fmt;
use std::str::FromStr;

/// What counts as one move of sliding blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// One piece, one square.
    Step,
    /// One piece in a straight line, any distance.
    Slide,
    /// One piece on any path: the count that most books give.
    #[default]
    Move,
    /// Pieces that hang together, all the same way over the same distance: any set of pieces of which each touches
    /// another along an edge, so that a way over touching pieces leads from each to each; a single piece is such a set. A
    /// piece that leaves the board leaves alone.
    Group,
}

impl Metric {
    /// All metrics, from the shortest moves to the longest.
    pub const ALL: [Self; 4] = [Self::Step, Self::Slide, Self::Move, Self::Group];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        ["step", "slide", "move", "group"][self as usize]
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is not a metric of sliding blocks; choose step, slide, move or group")]
pub struct MetricError {
    word: String,
}

impl FromStr for Metric {
    type Err = MetricError;

    fn from_str(word: &str) -> Result<Self, MetricError> {
        let found = Self::ALL.into_iter().find(|metric| metric.word().eq_ignore_ascii_case(word.trim()));
        found.ok_or_else(|| MetricError { word: word.chars().take(20).collect() })
    }
}
