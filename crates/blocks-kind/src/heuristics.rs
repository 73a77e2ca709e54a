//! The heuristics of sliding blocks by name.

use fewest_blocks::heuristics::{Blockers, Distances, LinearConflict, PatternDistances};
use fewest_blocks::{Bits, Blocks, Board, Metric, Packing};
use fewest_engine::{EngineError, HeuristicInfo, Result};
use fewest_search::{Limits, Zero};

/// The most positions of an easier puzzle.
const MOST_POSITIONS: u64 = 4_000_000;

fewest_engine::heuristics! {
    /// The heuristics of sliding blocks.
    enum Named {
        Zero = HeuristicInfo::NONE,
        Manhattan = HeuristicInfo {
            name: "manhattan",
            aliases: &["md", "taxicab"],
            summary: "the moves of every block that the goal names to its place, as if it were alone",
            source: "Doran and Michie 1966",
            ..HeuristicInfo::NONE
        },
        LinearConflict = HeuristicInfo {
            name: "linear-conflict",
            aliases: &["lc", "manhattan+lc"],
            summary: "Manhattan distance, plus the steps out of the line and back for tiles that block each other in \
                      their own line",
            source: "Hansson, Mayer and Yung 1992",
            ..HeuristicInfo::NONE
        },
        ModifiedConflict = HeuristicInfo {
            name: "modified-linear-conflict",
            aliases: &["mlc", "modified-lc"],
            summary: "linear conflict, plus the fewest blocks without a goal of their own that must make way",
            consistent: false,
            source: "Wübbers 2019, corrected",
            ..HeuristicInfo::NONE
        },
        Blockers = HeuristicInfo {
            name: "blockers",
            aliases: &["blocking"],
            summary: "manhattan, plus the blocks in the way of one that cannot leave its line, plus what blocks these in turn",
            metrics: &["step", "slide", "move"],
            consistent: false,
            source: "fewest",
            ..HeuristicInfo::NONE
        },
        Patterns = HeuristicInfo {
            name: "patterns",
            aliases: &["block-patterns", "pattern-distances"],
            summary: "distances in easier puzzles, from tables: puzzles that do not distinguish most blocks of the \
                      same shape, or that have only some blocks",
            source: "Culberson and Schaeffer 1998",
            ..HeuristicInfo::NONE
        },
    }
}

fewest_engine::any_heuristic! {
    /// Any heuristic of sliding blocks.
    AnyHeuristic, AnyMemo for Blocks<B, K>, with ['s, B: Bits, K: Packing<B>] as ['s, B, K] {
        Zero(Zero),
        Distances(Distances<'s, B, K>),
        Conflict(LinearConflict<'s, B, K>),
        Blockers(Blockers<'s, B, K>),
        Patterns(PatternDistances<'s, B, K>),
    }
}

impl<'s, B: Bits, K: Packing<B>> AnyHeuristic<'s, B, K> {
    /// The heuristic of this name.
    pub(crate) fn new(named: Named, space: &'s Blocks<B, K>, limits: &Limits) -> Result<Self> {
        let unavailable =
            |reason: &str| EngineError::HeuristicUnavailable { name: named.info().name, reason: reason.to_owned() };
        Ok(match named {
            Named::Zero => Self::Zero(Zero),
            Named::Manhattan => Self::Distances(Distances::new(space)),
            Named::LinearConflict => Self::Conflict(LinearConflict::new(space)),
            Named::ModifiedConflict => Self::Conflict(LinearConflict::modified(space)),
            Named::Blockers if space.metric() == Metric::Group => {
                return Err(unavailable(
                    "it supports step, slide and move; under group, pieces that move together do not block each other",
                ));
            }
            Named::Blockers => Self::Blockers(Blockers::new(space)),
            Named::Patterns => Self::Patterns(K::patterns(space, MOST_POSITIONS, limits).ok_or_else(|| {
                unavailable("no easier puzzle gives a better bound than distances do, or none fits the limits")
            })?),
        })
    }

    /// What a search from both ends is guided by on its way back.
    pub(crate) fn from_start(space: &'s Blocks<B, K>, start: &Board<B, K>) -> Self {
        Self::Distances(Distances::from_start(space, start))
    }
}
