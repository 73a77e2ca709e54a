//! The heuristics, described.

use serde::Serialize;

use super::{ALL, find, list, shortened};
use crate::error::EngineError;
use crate::request::Kind;

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
    /// Linear conflicts with blocks that have no goal.
    ModifiedConflict,
    /// Blocks in the way of one that cannot leave its line.
    Blockers,
    /// Distances in easier puzzles of blocks.
    Patterns,
    /// Walking distance.
    WalkingDistance,
    /// Walking distance and linear conflicts, the better for each axis.
    WalkingConflict,
    /// Inversion distance.
    InversionDistance,
    /// Slides along both axes in turn.
    Alternating,
    /// Pattern databases.
    Pdb,
    /// Discs away from their goal.
    DiscsAway,
    /// Discs away, and those that must make way.
    OutAndBack,
    /// Exact distances of groups of discs.
    DiscGroups,
    /// Distances on the graph.
    GraphDistance,
    /// Distances on the graph and the blank's errands.
    Errands,
    /// The cheapest assignment of boxes to goals.
    Matching,
}

/// A heuristic, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    pub puzzles: &'static [Kind],
    /// The metrics it serves.
    pub metrics: &'static [&'static str],
    /// Whether it never overestimates.
    pub admissible: bool,
    /// Whether it never drops faster than the path grows.
    pub consistent: bool,
    /// Where it comes from.
    pub source: &'static str,
}

const TILES: &[Kind] = &[Kind::Tiles];
const HANOI: &[Kind] = &[Kind::Hanoi];
const GRAPH: &[Kind] = &[Kind::Graph];
const BLOCKS: &[Kind] = &[Kind::Blocks];
const SOKOBAN: &[Kind] = &[Kind::Sokoban];
const TILES_AND_BLOCKS: &[Kind] = &[Kind::Tiles, Kind::Blocks];
const BOTH: &[&str] = &["stm", "mtm"];
const MOVES: &[&str] = &["moves"];
const OF_BLOCKS: &[&str] = &["step", "slide", "move", "group"];
const OF_SOKOBAN: &[&str] = &["push", "move"];
const OF_BOARDS: &[&str] = &["stm", "mtm", "step", "slide", "move", "group"];
const OF_TILES_AND_GRAPHS: &[&str] = &["stm", "mtm", "moves"];
const ALL_METRICS: &[&str] = &["stm", "mtm", "moves", "step", "slide", "move", "group", "push"];

const HEURISTICS: [HeuristicInfo; 18] = [
    HeuristicInfo {
        heuristic: Heuristic::Zero,
        name: "none",
        aliases: &["zero", "blind"],
        summary: "no estimate: every position looks equally good",
        puzzles: ALL,
        metrics: ALL_METRICS,
        admissible: true,
        consistent: true,
        source: "Dijkstra 1959",
    },
    HeuristicInfo {
        heuristic: Heuristic::Misplaced,
        name: "misplaced",
        aliases: &["hamming", "misplaced-tiles"],
        summary: "tiles that are not where they belong; under mtm, as many slides as could place them",
        puzzles: &[Kind::Tiles, Kind::Graph],
        metrics: OF_TILES_AND_GRAPHS,
        admissible: true,
        consistent: true,
        source: "Doran and Michie 1966",
    },
    HeuristicInfo {
        heuristic: Heuristic::Manhattan,
        name: "manhattan",
        aliases: &["md", "taxicab"],
        summary: "steps of every tile to its place; under mtm, the most crossings of any line between rows and of any between columns; of every block that the goal names, moves to its place as if it were alone",
        puzzles: TILES_AND_BLOCKS,
        metrics: OF_BOARDS,
        admissible: true,
        consistent: true,
        source: "Doran and Michie 1966",
    },
    HeuristicInfo {
        heuristic: Heuristic::LinearConflict,
        name: "linear-conflict",
        aliases: &["lc", "manhattan+lc"],
        summary: "Manhattan distance, and the way out and back for tiles that block each other in their own line",
        puzzles: TILES_AND_BLOCKS,
        metrics: OF_BOARDS,
        admissible: true,
        consistent: true,
        source: "Hansson, Mayer and Yung 1992",
    },
    HeuristicInfo {
        heuristic: Heuristic::ModifiedConflict,
        name: "modified-linear-conflict",
        aliases: &["mlc", "modified-lc"],
        summary: "linear conflict, and blocks without a goal of their own that lie on the way, the least that can make way",
        puzzles: BLOCKS,
        metrics: OF_BLOCKS,
        admissible: true,
        consistent: false,
        source: "Wübbers 2019, corrected",
    },
    HeuristicInfo {
        heuristic: Heuristic::Blockers,
        name: "blockers",
        aliases: &["blocking"],
        summary: "manhattan, and blocks in the way of one that cannot leave its line, and what blocks these in turn",
        puzzles: BLOCKS,
        metrics: &["step", "slide", "move"],
        admissible: true,
        consistent: false,
        source: "fewest",
    },
    HeuristicInfo {
        heuristic: Heuristic::Patterns,
        name: "patterns",
        aliases: &["block-patterns", "pattern-distances"],
        summary: "distances in easier puzzles, from tables: most blocks of the same look not told apart, or some blocks alone",
        puzzles: BLOCKS,
        metrics: OF_BLOCKS,
        admissible: true,
        consistent: true,
        source: "Culberson and Schaeffer 1998",
    },
    HeuristicInfo {
        heuristic: Heuristic::WalkingDistance,
        name: "walking-distance",
        aliases: &["wd", "x-y", "xy"],
        summary: "moves along each axis when a tile is only known by the line where it is and the line where it belongs",
        puzzles: TILES,
        metrics: BOTH,
        admissible: true,
        consistent: true,
        source: "Takahashi",
    },
    HeuristicInfo {
        heuristic: Heuristic::WalkingConflict,
        name: "wd+lc",
        aliases: &["walking-conflict", "wdlc"],
        summary: "for each axis the better of walking distance and linear conflict",
        puzzles: TILES,
        metrics: BOTH,
        admissible: true,
        consistent: true,
        source: "Takahashi; Hansson, Mayer and Yung 1992",
    },
    HeuristicInfo {
        heuristic: Heuristic::InversionDistance,
        name: "inversion-distance",
        aliases: &["id", "inversions"],
        summary: "pairs of tiles in the wrong order, and how many of them one move can set right",
        puzzles: TILES,
        metrics: BOTH,
        admissible: true,
        consistent: true,
        source: "Takahashi",
    },
    HeuristicInfo {
        heuristic: Heuristic::Alternating,
        name: "alternating",
        aliases: &["wd+lc+alternating"],
        summary: "wd+lc, and that slides along the two axes take turns: what one axis needs, the other makes too, but one",
        puzzles: TILES,
        metrics: &["mtm"],
        admissible: true,
        consistent: false,
        source: "fewest",
    },
    HeuristicInfo {
        heuristic: Heuristic::Pdb,
        name: "pdb",
        aliases: &["pattern-database", "pattern-databases"],
        summary: "distances of groups of tiles, from tables: added up where each counts its own tiles, or else the greatest; --pdb says which",
        puzzles: TILES,
        metrics: BOTH,
        admissible: true,
        consistent: false,
        source: "Culberson and Schaeffer 1998; Korf and Felner 2002",
    },
    HeuristicInfo {
        heuristic: Heuristic::DiscsAway,
        name: "discs-away",
        aliases: &["misplaced-discs"],
        summary: "discs that are not on their goal peg",
        puzzles: HANOI,
        metrics: MOVES,
        admissible: true,
        consistent: true,
        source: "Felner, Korf and Hanan 2004",
    },
    HeuristicInfo {
        heuristic: Heuristic::OutAndBack,
        name: "out-and-back",
        aliases: &["discs-in-the-way"],
        summary: "discs away, and those at home that must make way for a larger one",
        puzzles: HANOI,
        metrics: MOVES,
        admissible: true,
        consistent: true,
        source: "fewest",
    },
    HeuristicInfo {
        heuristic: Heuristic::DiscGroups,
        name: "disc-groups",
        aliases: &["pdb-discs"],
        summary: "exact distances of groups of discs, from tables, added up; at least out-and-back",
        puzzles: HANOI,
        metrics: MOVES,
        admissible: true,
        consistent: true,
        source: "Felner, Korf and Hanan 2004",
    },
    HeuristicInfo {
        heuristic: Heuristic::GraphDistance,
        name: "graph-distance",
        aliases: &["distance"],
        summary: "steps of every tile to its vertex, as if it were alone",
        puzzles: GRAPH,
        metrics: MOVES,
        admissible: true,
        consistent: true,
        source: "Doran and Michie 1966",
    },
    HeuristicInfo {
        heuristic: Heuristic::Errands,
        name: "errands",
        aliases: &["graph-errands"],
        summary: "graph distance, and in each block at least the trips that the blank must make",
        puzzles: GRAPH,
        metrics: MOVES,
        admissible: true,
        consistent: true,
        source: "fewest",
    },
    HeuristicInfo {
        heuristic: Heuristic::Matching,
        name: "matching",
        aliases: &["minimum-matching", "assignment"],
        summary: "pushes of every box to a goal of its own, as if it were alone, by the cheapest assignment; knows boxes that can never move again",
        puzzles: SOKOBAN,
        metrics: OF_SOKOBAN,
        admissible: true,
        consistent: true,
        source: "Junghanns and Schaeffer 2001",
    },
];

impl HeuristicInfo {
    /// The name of its page in `docs/algorithms` and what stands there, where it has one of its own.
    pub fn page(&self) -> Option<(&'static str, &'static str)> {
        match self.heuristic {
            Heuristic::Pdb => Some(("pattern-database", include_str!("pages/pattern-database.md"))),
            _ => None,
        }
    }
}

/// Every heuristic.
pub fn heuristics() -> &'static [HeuristicInfo] {
    &HEURISTICS
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

    /// The heuristic with this name for a kind of puzzle.
    ///
    /// # Errors
    /// [`EngineError::UnknownHeuristic`] or [`EngineError::ForeignHeuristic`], with all that serve this kind.
    pub fn named_for(name: &str, kind: Kind) -> Result<Self, EngineError> {
        let known = || list(HEURISTICS.iter().filter(|info| info.puzzles.contains(&kind)).map(|info| info.name));
        match Self::named(name) {
            Ok(heuristic) if heuristic.info().puzzles.contains(&kind) => Ok(heuristic),
            Ok(heuristic) => {
                Err(EngineError::ForeignHeuristic { name: heuristic.info().name, puzzle: kind, known: known() })
            }
            Err(_) => Err(EngineError::UnknownHeuristic { name: shortened(name), known: known() }),
        }
    }

    /// Its description.
    pub fn info(self) -> &'static HeuristicInfo {
        HEURISTICS.iter().find(|info| info.heuristic == self).expect("every heuristic is described")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_and_never_shared() {
        for info in heuristics() {
            for name in std::iter::once(&info.name).chain(info.aliases) {
                assert_eq!(Heuristic::named(&name.to_uppercase()), Ok(info.heuristic));
                for kind in ALL {
                    assert_eq!(Heuristic::named_for(name, *kind).is_ok(), info.puzzles.contains(kind), "{name} {kind}");
                }
            }
        }
        let error = Heuristic::named_for("manhattan", Kind::Hanoi).unwrap_err().to_string();
        assert!(error.starts_with("the heuristic manhattan does not serve hanoi; there are auto, none"), "{error}");
        assert!(!Heuristic::named_for("hope", Kind::Hanoi).unwrap_err().to_string().contains("manhattan"));
    }
}
