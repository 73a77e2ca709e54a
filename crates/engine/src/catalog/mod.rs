//! What there is to choose from: the one list that the command line, the page and the docs are made from.

mod algorithms;
mod heuristics;
mod markdown;

pub use algorithms::{Algorithm, AlgorithmInfo, Needs, Parameter, algorithms};
pub use heuristics::HeuristicInfo;
pub use markdown::{BY_HAND, markdown, pages};

use serde::Serialize;

use crate::kind::{FieldInfo, KindInfo, MetricInfo};
use crate::puzzle::Puzzle;
use crate::request::SCHEMA_VERSION;

/// The SAT solvers of this build, by name.
pub fn sat_solvers() -> impl Iterator<Item = &'static str> {
    fewest_sat::Backend::ALL.iter().map(|backend| backend.name())
}

/// The kinds, algorithms and heuristics.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalog {
    /// The version of the schema.
    pub version: u32,
    /// The kinds of puzzles.
    pub kinds: Vec<KindEntry>,
    /// The algorithms.
    pub algorithms: Vec<AlgorithmEntry>,
    /// The heuristics, kind by kind.
    pub heuristics: Vec<HeuristicEntry>,
    /// The SAT solvers of this build, by name.
    pub sat_solvers: Vec<&'static str>,
}

/// A kind of puzzle, described.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindEntry {
    /// Which one.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Kind"))]
    pub kind: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What the player does, in a sentence.
    pub about: &'static str,
    /// The ways of counting moves; the first is the default.
    pub metrics: &'static [MetricInfo],
    /// What a puzzle of this kind is made of, beside its metric.
    pub fields: &'static [FieldInfo],
    /// What a random puzzle of this kind is made of.
    pub random_fields: &'static [FieldInfo],
    /// An example puzzle.
    pub example: Puzzle,
}

/// An algorithm, and the puzzles that it supports.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlgorithmEntry {
    /// The algorithm.
    #[serde(flatten)]
    pub info: &'static AlgorithmInfo,
    /// Whether it searches from the goal as well, and so supports only puzzles whose goals can be listed.
    pub needs_goals: bool,
    /// The puzzles it supports.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::schema::Kind>"))]
    pub puzzles: Vec<&'static str>,
    /// The metrics it supports; empty if it supports all.
    pub metrics: Vec<&'static str>,
}

/// A heuristic, and the puzzles that it supports.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeuristicEntry {
    /// The heuristic.
    #[serde(flatten)]
    pub info: &'static HeuristicInfo,
    /// The puzzles it supports.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::schema::Kind>"))]
    pub puzzles: Vec<&'static str>,
    /// The metrics it supports.
    pub metrics: Vec<&'static str>,
}

impl Catalog {
    /// All that this build has for these kinds.
    pub fn new(kinds: &[&'static KindInfo]) -> Self {
        let entry = |info: &&'static KindInfo| KindEntry {
            kind: info.name,
            title: info.title,
            about: info.about,
            metrics: info.metrics,
            fields: info.fields,
            random_fields: info.random_fields,
            example: info.example(),
        };
        Self {
            version: SCHEMA_VERSION,
            kinds: kinds.iter().map(entry).collect(),
            algorithms: algorithm_entries(kinds),
            heuristics: heuristic_entries(kinds),
            sat_solvers: sat_solvers().collect(),
        }
    }
}

/// Every algorithm of this build, and what it serves.
pub fn algorithm_entries(kinds: &[&'static KindInfo]) -> Vec<AlgorithmEntry> {
    let entry = |info: &'static AlgorithmInfo| {
        let algorithm = info.algorithm;
        let serves = |kind: &&&KindInfo| kind.metrics.iter().any(|metric| kind.is_served_by(algorithm, metric.name));
        // All metrics of all kinds that it serves, where it does not serve every one of them.
        let served: Vec<&KindInfo> = kinds.iter().filter(serves).copied().collect();
        let metrics = || served.iter().flat_map(|kind| kind.metrics.iter().map(move |metric| (*kind, metric.name)));
        let is_served = |(kind, metric): &(&KindInfo, &str)| kind.is_served_by(algorithm, metric);
        let is_limited = !metrics().all(|pair| is_served(&pair));
        AlgorithmEntry {
            info,
            needs_goals: info.needs_goals(),
            puzzles: kinds.iter().filter(serves).map(|kind| kind.name).collect(),
            metrics: distinct(metrics().filter(|pair| is_limited && is_served(pair)).map(|(_, metric)| metric)),
        }
    };
    algorithms().iter().filter(|info| info.is_available()).map(entry).collect()
}

/// Every heuristic, and what it serves: one that several kinds have in the same words is listed once.
pub fn heuristic_entries(kinds: &[&'static KindInfo]) -> Vec<HeuristicEntry> {
    let mut entries: Vec<HeuristicEntry> = Vec::new();
    for kind in kinds {
        for info in kind.heuristics {
            let all = || kind.metrics.iter().map(|metric| metric.name).collect();
            let metrics: Vec<&str> = if info.metrics.is_empty() { all() } else { info.metrics.to_vec() };
            match entries.iter_mut().find(|entry| entry.info == info) {
                Some(entry) => {
                    entry.puzzles.push(kind.name);
                    entry.metrics = distinct(entry.metrics.iter().copied().chain(metrics));
                }
                None => entries.push(HeuristicEntry { info, puzzles: vec![kind.name], metrics }),
            }
        }
    }
    entries
}

/// Each once, in order.
fn distinct(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Whether a name is meant by a word, in any case.
fn answers(name: &str, aliases: &[&str], asked: &str) -> bool {
    std::iter::once(&name).chain(aliases).any(|known| known.eq_ignore_ascii_case(asked))
}
