//! What there is to choose from: the one list that the command line, the page and the docs are made from.

mod markdown;

use serde::Serialize;

pub use markdown::markdown;

use crate::error::EngineError;
use crate::request::Metric;

/// The names of the algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Breadth-first search.
    BreadthFirst,
    /// A*.
    AStar,
    /// IDA*.
    IdaStar,
}

/// An algorithm, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AlgorithmInfo {
    /// Which one.
    #[serde(skip)]
    pub algorithm: Algorithm,
    /// The name to write.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Whether its solutions are proven optimal (with an admissible heuristic, where it uses one).
    pub optimal: bool,
    /// Whether it uses a heuristic.
    pub uses_heuristic: bool,
    /// How its memory grows, in words.
    pub memory: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const ALGORITHMS: [AlgorithmInfo; 3] = [
    AlgorithmInfo {
        algorithm: Algorithm::BreadthFirst,
        name: "BFS",
        aliases: &["breadth-first", "breadth-first-search"],
        summary: "looks at all positions one move away, then two, then three, until the goal appears",
        optimal: true,
        uses_heuristic: false,
        memory: "every position met",
        source: "Moore 1959",
    },
    AlgorithmInfo {
        algorithm: Algorithm::AStar,
        name: "A*",
        aliases: &["astar", "a-star"],
        summary: "always expands the position whose path and estimate together are shortest",
        optimal: true,
        uses_heuristic: true,
        memory: "every position met",
        source: "Hart, Nilsson and Raphael 1968",
    },
    AlgorithmInfo {
        algorithm: Algorithm::IdaStar,
        name: "IDA*",
        aliases: &["ida", "idastar", "ida-star"],
        summary: "searches in depth below a bound, and again with the next bound",
        optimal: true,
        uses_heuristic: true,
        memory: "the current path",
        source: "Korf 1985",
    },
];

/// The names of the heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// None: always 0.
    Zero,
    /// Misplaced tiles.
    Misplaced,
    /// Manhattan distance.
    Manhattan,
    /// Manhattan distance and linear conflicts.
    LinearConflict,
}

/// A heuristic, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HeuristicInfo {
    /// Which one.
    #[serde(skip)]
    pub heuristic: Heuristic,
    /// The name to write.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// What it counts, in a sentence.
    pub summary: &'static str,
    /// The puzzles it serves.
    pub puzzles: &'static [&'static str],
    /// The metrics it serves.
    pub metrics: &'static [Metric],
    /// Whether it never overestimates.
    pub admissible: bool,
    /// Whether it never drops faster than the path grows.
    pub consistent: bool,
    /// Where it comes from.
    pub source: &'static str,
}

const BOTH: &[Metric] = &[Metric::Stm, Metric::Mtm];

const HEURISTICS: [HeuristicInfo; 4] = [
    HeuristicInfo {
        heuristic: Heuristic::Zero,
        name: "none",
        aliases: &["zero", "blind"],
        summary: "no estimate: every position looks equally good",
        puzzles: &["tiles"],
        metrics: BOTH,
        admissible: true,
        consistent: true,
        source: "Dijkstra 1959",
    },
    HeuristicInfo {
        heuristic: Heuristic::Misplaced,
        name: "misplaced",
        aliases: &["hamming", "misplaced-tiles"],
        summary: "tiles that are not where they belong; under mtm, as many slides as could place them",
        puzzles: &["tiles"],
        metrics: BOTH,
        admissible: true,
        consistent: true,
        source: "Doran and Michie 1966",
    },
    HeuristicInfo {
        heuristic: Heuristic::Manhattan,
        name: "manhattan",
        aliases: &["md", "taxicab"],
        summary: "steps of every tile to its place; under mtm, the most crossings of any line between rows and of any between columns",
        puzzles: &["tiles"],
        metrics: BOTH,
        admissible: true,
        consistent: true,
        source: "Doran and Michie 1966",
    },
    HeuristicInfo {
        heuristic: Heuristic::LinearConflict,
        name: "linear-conflict",
        aliases: &["lc", "manhattan+lc"],
        summary: "Manhattan distance, and the way out and back for tiles that block each other in their own line",
        puzzles: &["tiles"],
        metrics: BOTH,
        admissible: true,
        consistent: true,
        source: "Hansson, Mayer and Yung 1992",
    },
];

/// Every algorithm.
pub fn algorithms() -> &'static [AlgorithmInfo] {
    &ALGORITHMS
}

/// Every heuristic.
pub fn heuristics() -> &'static [HeuristicInfo] {
    &HEURISTICS
}

impl Algorithm {
    /// The algorithm with this name, in any case.
    ///
    /// # Errors
    /// [`EngineError::UnknownAlgorithm`], with all there are.
    pub fn named(name: &str) -> Result<Self, EngineError> {
        let found = find(&ALGORITHMS, |info| (info.name, info.aliases), name);
        found.map(|info| info.algorithm).map_err(|(name, known)| EngineError::UnknownAlgorithm { name, known })
    }

    /// Its description.
    pub fn info(self) -> &'static AlgorithmInfo {
        ALGORITHMS.iter().find(|info| info.algorithm == self).expect("every algorithm is described")
    }
}

impl Heuristic {
    /// The heuristic with this name, in any case.
    ///
    /// # Errors
    /// [`EngineError::UnknownHeuristic`], with all there are.
    pub fn named(name: &str) -> Result<Self, EngineError> {
        let found = find(&HEURISTICS, |info| (info.name, info.aliases), name);
        found.map(|info| info.heuristic).map_err(|(name, known)| EngineError::UnknownHeuristic { name, known })
    }

    /// Its description.
    pub fn info(self) -> &'static HeuristicInfo {
        HEURISTICS.iter().find(|info| info.heuristic == self).expect("every heuristic is described")
    }
}

/// A name, and others that mean the same.
type Names = (&'static str, &'static [&'static str]);

/// The entry that answers to a name; or that name, cut short, and the names there are.
fn find<T>(entries: &'static [T], names: fn(&T) -> Names, asked: &str) -> Result<&'static T, (String, String)> {
    let answers = |entry: &&T| {
        let (name, aliases) = names(entry);
        std::iter::once(&name).chain(aliases).any(|known| known.eq_ignore_ascii_case(asked))
    };
    entries.iter().find(answers).ok_or_else(|| {
        let known = std::iter::once("auto").chain(entries.iter().map(|entry| names(entry).0));
        (asked.chars().take(40).collect(), known.collect::<Vec<_>>().join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_and_never_shared() {
        for info in algorithms() {
            for name in std::iter::once(&info.name).chain(info.aliases) {
                assert_eq!(Algorithm::named(&name.to_uppercase()), Ok(info.algorithm));
            }
        }
        for info in heuristics() {
            for name in std::iter::once(&info.name).chain(info.aliases) {
                assert_eq!(Heuristic::named(&name.to_uppercase()), Ok(info.heuristic));
            }
        }
        let error = Algorithm::named("magic").unwrap_err().to_string();
        assert_eq!(error, "there is no algorithm \"magic\"; there are auto, BFS, A*, IDA*");
    }
}
