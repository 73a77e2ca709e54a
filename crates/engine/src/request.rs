//! What can be asked.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

pub use fewest_search::algorithms::Ordering as MoveOrder;
pub use fewest_search::frontier::TieBreak;
use serde::{Deserialize, Serialize};

use crate::memory::{default_memory_limit, within_room};
use crate::puzzle::Puzzle;

/// The version of the schema that [`Request`], [`Event`](crate::Event) and [`Answer`](crate::Answer) make up. It rises
/// when a field changes its meaning or goes away; new optional fields do not raise it.
pub const SCHEMA_VERSION: u32 = 1;

/// A question to the engine. Everything but the puzzle has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The version of the schema of this request.
    #[serde(default = "current_version")]
    pub version: u32,
    /// The puzzle to solve.
    pub puzzle: Puzzle,
    /// The algorithm's name, one of [`catalog::algorithms`](crate::catalog::algorithms), or `auto`.
    #[serde(default = "auto")]
    pub algorithm: String,
    /// The heuristic's name, one of those of its kind, or `auto`.
    #[serde(default = "auto")]
    pub heuristic: String,
    /// The algorithm's parameters.
    #[serde(default, skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The limits of the search.
    #[serde(default)]
    pub limits: Limits,
    /// How the moves of the answer are written.
    #[serde(default)]
    pub notation: Notation,
    /// Whether to send [`Event::Depths`](crate::Event::Depths): the depth of every single expansion.
    #[serde(default)]
    pub trace_depths: bool,
    /// How many nodes of the search tree to report as [`Event::Nodes`](crate::Event::Nodes), at most 20,000; by default
    /// none. The search continues after these nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_tree: Option<u32>,
    /// Whether to send [`Event::Sample`](crate::Event::Sample): a few times a second, the node that is expanded then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trace_samples: bool,
    /// How many different optimal solutions to list, from 1 to 1,000,000, as [`Answer::all`](crate::Answer::all). Absent: the
    /// answer has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<u32>,
}

impl Request {
    /// A request to solve a puzzle, with every default.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            version: SCHEMA_VERSION,
            puzzle,
            algorithm: auto(),
            heuristic: auto(),
            options: Options::default(),
            limits: Limits::default(),
            notation: Notation::default(),
            trace_depths: false,
            trace_tree: None,
            trace_samples: false,
            all: None,
        }
    }

    /// Whether the choice of an algorithm is left to the engine.
    pub fn is_auto(&self) -> bool {
        self.algorithm.eq_ignore_ascii_case("auto")
    }

    /// Whether the choice of a heuristic is left to the engine.
    pub fn has_auto_heuristic(&self) -> bool {
        self.heuristic.eq_ignore_ascii_case("auto") && self.options.first_of_pdb().is_none()
    }

    /// A request to solve a position of a kind of puzzle, with every default.
    ///
    /// ```
    /// use fewest_engine::Request;
    /// assert_eq!(Request::of("tiles", "1 2 3/4 5 6/7 0 8").algorithm, "auto");
    /// ```
    pub fn of(kind: &str, position: impl Into<String>) -> Self {
        Self::new(Puzzle::new(kind, position))
    }
}

/// The parameters of algorithms. Each belongs to those that [`catalog`](crate::catalog) lists it for; one that the
/// chosen algorithm does not take is refused, because an option without effect is a mistake.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Which of equally promising nodes is expanded first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_break: Option<TieBreak>,
    /// The factor by which a solution may exceed the optimum, at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The longest path to follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many nodes are kept at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The number of threads; above 1, the parallel version of the algorithm runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// The order in which to try successors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<MoveOrder>,
    /// The size of the transposition table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_bytes: Option<u64>,
    /// A folder with whose files the search continues when memory is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spill: Option<PathBuf>,
    /// The SAT solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sat_solver: Option<String>,
    /// How the puzzle is written as a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The tables of the heuristic `pdb`, which it implies: a set's name, tiles such as `1,2,5,6/3,4,7,8`, or several of
    /// these joined by `+`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdb: Option<String>,
    /// What the tables count; by default, what suits the metric and the set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdb_kind: Option<PdbKind>,
    /// How the tables are packed, such as `nibble`; by default, what suits their kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdb_encoding: Option<String>,
    /// Whether mirrored positions are looked up too; by default, if the goal allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdb_mirrors: Option<bool>,
}

impl Options {
    /// Whether everything is left to its default.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The first option that is given of those that describe a pattern database.
    pub fn first_of_pdb(&self) -> Option<&'static str> {
        let given = [
            ("pdb", self.pdb.is_some()),
            ("pdb-kind", self.pdb_kind.is_some()),
            ("pdb-encoding", self.pdb_encoding.is_some()),
            ("pdb-mirrors", self.pdb_mirrors.is_some()),
        ];
        given.iter().find(|(_, is_given)| *is_given).map(|(name, _)| *name)
    }
}

/// What the tables of a pattern database count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PdbKind {
    /// Steps of the pattern's tiles; the values of disjoint patterns are added.
    Additive,
    /// The same, for each cell of the blank: larger and stronger.
    AdditiveBlank,
    /// The same, for each region of the blank, with one bit per value: as strong, and at most an eighth of the size.
    AdditiveRegion,
    /// Every move of the metric; the maximum over the patterns is used.
    Full,
    /// Slides, by turns along rows and along columns; the maximum over the patterns is used.
    Lines,
}

impl fmt::Display for PdbKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Additive => "additive",
            Self::AdditiveBlank => "additive-blank",
            Self::AdditiveRegion => "additive-region",
            Self::Full => "full",
            Self::Lines => "lines",
        })
    }
}

/// Whether a move names the direction of the tile or of the blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// The tile's.
    #[default]
    Tile,
    /// The blank's.
    Blank,
}

/// The limits of a search. What is absent is not limited, except memory, whose default is a share of the machine's free
/// memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Wall-clock seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Expanded nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansions: Option<u64>,
    /// Bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
}

impl Limits {
    /// No limits but the default one on memory, for what nobody cancels.
    pub(crate) fn unbounded() -> fewest_search::Limits {
        Self::default().for_search(&fewest_search::Cancel::new())
    }

    /// The limits as the search takes them. A time that is negative or no number is 0; one too long for a clock is none.
    pub fn for_search(self, cancel: &fewest_search::Cancel) -> fewest_search::Limits {
        let time = self.seconds.map(|seconds| if seconds > 0.0 { seconds } else { 0.0 });
        fewest_search::Limits {
            time: time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            expansions: self.expansions,
            memory: self.memory_bytes.map_or_else(default_memory_limit, within_room),
            cancel: cancel.clone(),
        }
    }
}

pub(crate) fn current_version() -> u32 {
    SCHEMA_VERSION
}

fn auto() -> String {
    "auto".to_owned()
}
