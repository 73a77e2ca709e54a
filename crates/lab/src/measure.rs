//! What is looked at: a field of a row, a statistic of it, and what rows are grouped by. All are words in a suite's file.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::row::Row;

/// A word that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{word:?} is not a {what}; write {choices}")]
pub(crate) struct MeasureError {
    word: String,
    what: &'static str,
    choices: String,
}

/// Words for the values of an enum, its reading and its writing.
macro_rules! words {
    ($type:ident, $what:literal, $($word:literal => $value:ident),+ $(,)?) => {
        impl FromStr for $type {
            type Err = MeasureError;

            fn from_str(word: &str) -> Result<Self, MeasureError> {
                match word {
                    $($word => Ok(Self::$value),)+
                    _ => Err(MeasureError { word: word.to_owned(), what: $what, choices: [$($word),+].join(", ") }),
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$value => $word,)+
                })
            }
        }
    };
}

/// A number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    Length,
    /// What the heuristic said of the start.
    Estimate,
    /// Nodes whose successors were generated.
    Expanded,
    /// Nodes made as successors of others.
    Generated,
    /// Rounds of an iterative algorithm.
    Iterations,
    Seconds,
    /// Seconds before it.
    SetupSeconds,
    /// The most bytes held.
    Memory,
    Speed,
}

words!(Field, "field",
    "length" => Length, "estimate" => Estimate, "expanded" => Expanded, "generated" => Generated,
    "iterations" => Iterations, "seconds" => Seconds, "setup-seconds" => SetupSeconds, "memory" => Memory,
    "speed" => Speed);

impl Field {
    pub(crate) fn of(self, row: &Row) -> Option<f64> {
        match self {
            Self::Length => row.length.map(f64::from),
            Self::Estimate => row.estimate.map(f64::from),
            Self::Expanded => Some(row.expanded as f64),
            Self::Generated => Some(row.generated as f64),
            Self::Iterations => Some(row.iterations as f64),
            Self::Seconds => Some(row.seconds),
            Self::SetupSeconds => Some(row.setup_seconds),
            Self::Memory => Some(row.peak_memory_bytes as f64),
            Self::Speed => (row.seconds > 0.0).then(|| row.expanded as f64 / row.seconds),
        }
    }

    /// What it is called in the heading of a table.
    pub(crate) fn short(self) -> &'static str {
        self.names().0
    }

    /// What it is called along an axis, with its unit.
    pub(crate) fn label(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Length => ("length", "length of the solution (moves)"),
            Self::Estimate => ("estimate", "estimate at the start (moves)"),
            Self::Expanded => ("expanded", "expanded nodes"),
            Self::Generated => ("generated", "generated nodes"),
            Self::Iterations => ("iterations", "iterations"),
            Self::Seconds => ("time", "time (s)"),
            Self::SetupSeconds => ("setup time", "setup time (s)"),
            Self::Memory => ("memory", "memory (MB)"),
            Self::Speed => ("expanded/s", "expanded nodes per second"),
        }
    }

    /// Whether it grows as a search goes on, so that a search that was stopped would have taken more.
    pub(crate) fn grows(self) -> bool {
        matches!(self, Self::Expanded | Self::Generated | Self::Seconds)
    }

    /// Whether a search that was stopped says something of it: what it held, and what came before it.
    pub(crate) fn is_known_when_stopped(self) -> bool {
        matches!(self, Self::Memory | Self::SetupSeconds)
    }

    pub(crate) fn is_whole(self) -> bool {
        !matches!(self, Self::Seconds | Self::SetupSeconds | Self::Memory | Self::Speed)
    }
}

/// What many numbers are summed up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Statistic {
    Count,
    /// How many of the runs found a solution.
    Solved,
    Total,
    Mean,
    /// The standard deviation of a sample.
    Deviation,
    /// Half the width of the 95 % confidence interval of the mean.
    Confidence,
    Least,
    Lower,
    Median,
    Upper,
    Greatest,
}

words!(Statistic, "statistic",
    "count" => Count, "solved" => Solved, "total" => Total, "mean" => Mean, "sd" => Deviation, "ci95" => Confidence,
    "min" => Least, "q1" => Lower, "median" => Median, "q3" => Upper, "max" => Greatest);

/// A statistic of a field, such as `mean expanded`; `count` and `solved` stand alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Measure {
    pub(crate) statistic: Statistic,
    /// What is summed up; of no account for `count` and `solved`.
    pub(crate) field: Field,
}

impl Measure {
    /// Whether a run that was stopped counts as more than all others: where it stands in order is known, and its value is not.
    pub(crate) fn is_censored(self) -> bool {
        self.field.grows() && matches!(self.statistic, Statistic::Lower | Statistic::Median | Statistic::Upper)
    }
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(words: &str) -> Result<Self, MeasureError> {
        match words.split_once(' ') {
            Some((statistic, field)) => Ok(Self { statistic: statistic.parse()?, field: field.trim().parse()? }),
            None => match words.parse()? {
                statistic @ (Statistic::Count | Statistic::Solved) => Ok(Self { statistic, field: Field::Expanded }),
                _ => Err(MeasureError {
                    word: words.to_owned(),
                    what: "measure",
                    choices: "a statistic and a field, such as `mean expanded`".to_owned(),
                }),
            },
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.statistic {
            Statistic::Count | Statistic::Solved => write!(f, "{}", self.statistic),
            statistic => write!(f, "{statistic} {}", self.field),
        }
    }
}

/// What rows are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum By {
    Group,
    Instance,
    /// The random moves that made it.
    Shuffle,
    /// The optimum that was known before.
    Distance,
    /// The length of the solution, in classes of so many: `length`, `length/5`.
    Length(u32),
    Search,
    Algorithm,
    Heuristic,
    /// What counts as one move.
    Metric,
    Outcome,
}

/// Ways of grouping by their words; of lengths, that with a class for each.
const WAYS: [(&str, By); 10] = [
    ("group", By::Group),
    ("instance", By::Instance),
    ("shuffle", By::Shuffle),
    ("distance", By::Distance),
    ("length", By::Length(1)),
    ("search", By::Search),
    ("algorithm", By::Algorithm),
    ("heuristic", By::Heuristic),
    ("metric", By::Metric),
    ("outcome", By::Outcome),
];

impl By {
    /// What stands above its column.
    pub(crate) fn heading(self) -> &'static str {
        let alike = if let Self::Length(_) = self { Self::Length(1) } else { self };
        WAYS.iter().find(|(_, way)| *way == alike).map_or("", |(word, _)| word)
    }
}

impl FromStr for By {
    type Err = MeasureError;

    fn from_str(word: &str) -> Result<Self, MeasureError> {
        let in_classes = || {
            let width = word.strip_prefix("length/")?.parse().ok()?;
            (width > 0).then_some(Self::Length(width))
        };
        let known = WAYS.iter().find(|(known, _)| *known == word).map(|(_, way)| *way);
        known.or_else(in_classes).ok_or_else(|| {
            let words = WAYS.map(|(word, _)| if word == "length" { "length, length/N with N from 1" } else { word });
            MeasureError { word: word.to_owned(), what: "way of grouping", choices: words.join(", ") }
        })
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(width) if *width != 1 => write!(f, "length/{width}"),
            way => f.write_str(way.heading()),
        }
    }
}

/// As text in a suite's file.
macro_rules! as_text {
    ($($type:ident),+) => {$(
        impl TryFrom<String> for $type {
            type Error = MeasureError;

            fn try_from(words: String) -> Result<Self, MeasureError> {
                words.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    )+};
}

as_text!(Measure, By);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_written_alike() {
        for words in ["mean expanded", "count", "solved", "sd seconds", "ci95 length", "q1 memory", "max setup-seconds"]
        {
            assert_eq!(words.parse::<Measure>().unwrap().to_string(), words);
        }
        for word in ["group", "length", "length/5", "search", "outcome"] {
            assert_eq!(word.parse::<By>().unwrap().to_string(), word);
        }
    }

    #[test]
    fn words_that_are_none_are_refused_with_those_there_are() {
        let said = |words: &str| words.parse::<Measure>().unwrap_err().to_string();
        assert!(said("average expanded").contains("mean"), "{}", said("average expanded"));
        assert!(said("mean nodes").contains("expanded"), "{}", said("mean nodes"));
        assert!(said("mean").contains("such as `mean expanded`"), "{}", said("mean"));
        assert!("length/0".parse::<By>().is_err() && "depth".parse::<By>().is_err());
    }
}
