//! How hard a puzzle is, in one figure.
//!
//! What makes a puzzle hard for people is not settled: Jarušek and Pelánek (2010) hold several measures against the
//! times of those who solved Sokoban. This one is a definition, not a finding. It adds up bits: those that tell the right
//! moves from all that are offered, one for each counterintuitive move, and those that tell a state from all within
//! reach.

use std::fmt;

use crate::explore::Choices;

/// How hard a puzzle is, in one figure and one word.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Difficulty {
    /// [`Choices::bits`], plus [`Choices::counterintuitive`], plus the binary logarithm of the states within reach.
    pub bits: f64,
    /// The word for it.
    #[serde(serialize_with = "super::analysis::printed")]
    pub grade: Grade,
}

/// A word for a difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Below 32 bits.
    Easy,
    /// Below 48 bits.
    Medium,
    /// Below 72 bits.
    Hard,
    /// Below 108 bits.
    VeryHard,
    /// 108 bits and more.
    Extreme,
}

impl Difficulty {
    /// The difficulty of a puzzle with so many states within reach.
    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    pub fn of(states: u64, choices: &Choices) -> Self {
        let bits = choices.bits + choices.counterintuitive + (states.max(1) as f64).log2();
        Self { bits, grade: Grade::of(bits) }
    }
}

impl Grade {
    /// The word for so many bits.
    pub fn of(bits: f64) -> Self {
        let grades = [(32.0, Self::Easy), (48.0, Self::Medium), (72.0, Self::Hard), (108.0, Self::VeryHard)];
        grades.into_iter().find(|&(end, _)| bits < end).map_or(Self::Extreme, |(_, grade)| grade)
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["easy", "medium", "hard", "very hard", "extreme"][*self as usize])
    }
}
