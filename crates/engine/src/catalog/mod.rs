//! What there is to choose from: the one list that the command line, the page and the docs are made from.

mod algorithms;
mod heuristics;
mod kinds;
mod markdown;

pub use algorithms::{Algorithm, AlgorithmInfo, Parameter, algorithms};
pub use heuristics::{Heuristic, HeuristicInfo, heuristics};
pub use kinds::{KindInfo, MetricInfo, kinds};
pub use markdown::{BY_HAND, markdown, pages};

use crate::request::Kind;

/// The SAT solvers of this build, by name.
pub fn sat_solvers() -> impl Iterator<Item = &'static str> {
    fewest_sat::Backend::ALL.iter().map(|backend| backend.name())
}

/// Every kind of puzzle.
const ALL: &[Kind] = &[Kind::Tiles, Kind::Hanoi, Kind::Graph, Kind::Blocks, Kind::Sokoban];
/// Those that can be searched from the goal as well: of Sokoban moves backward are not known.
const FROM_BOTH_ENDS: &[Kind] = &[Kind::Tiles, Kind::Hanoi, Kind::Graph, Kind::Blocks];

/// A name, and others that mean the same.
type Names = (&'static str, &'static [&'static str]);

/// The entry that answers to a name; or that name, cut short, and the names there are.
fn find<T>(entries: &'static [T], names: fn(&T) -> Names, asked: &str) -> Result<&'static T, (String, String)> {
    let answers = |entry: &&T| {
        let (name, aliases) = names(entry);
        std::iter::once(&name).chain(aliases).any(|known| known.eq_ignore_ascii_case(asked))
    };
    entries.iter().find(answers).ok_or_else(|| (shortened(asked), list(entries.iter().map(|entry| names(entry).0))))
}

/// The beginning of a name that someone made up.
fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

/// Names that can be asked for, `auto` first.
fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    std::iter::once("auto").chain(names).collect::<Vec<_>>().join(", ")
}
