//! The heuristics of tiles on a graph by name.

use fewest_engine::HeuristicInfo;
use fewest_engine::kit::{any_heuristic, heuristics};
use fewest_graph::heuristics::{Distances, Errands, Misplaced};
use fewest_graph::{GraphPuzzle, Labels};
use fewest_search::Zero;

heuristics! {
    /// The heuristics of tiles on a graph.
    enum Named {
        Zero = HeuristicInfo::NONE,
        // In the words of sliding tiles, so that the catalog lists it once.
        Misplaced = HeuristicInfo {
            name: "misplaced",
            aliases: &["hamming", "misplaced-tiles"],
            summary: "the number of misplaced tiles; under mtm, the fewest slides that could place them all",
            source: "Doran and Michie 1966",
            ..HeuristicInfo::NONE
        },
        GraphDistance = HeuristicInfo {
            name: "graph-distance",
            aliases: &["distance"],
            summary: "the steps of every tile to its vertex, as if it were alone",
            source: "Doran and Michie 1966",
            ..HeuristicInfo::NONE
        },
        Errands = HeuristicInfo {
            name: "errands",
            aliases: &["graph-errands"],
            summary: "graph-distance, and in each block at least the trips that the blank must make",
            source: "fewest",
            ..HeuristicInfo::NONE
        },
    }
}

any_heuristic! {
    /// Any heuristic of tiles on a graph.
    AnyHeuristic, AnyMemo for GraphPuzzle<L>, with ['s, L: Labels] as ['s, L] {
        Zero(Zero),
        Misplaced(Misplaced<'s, L>),
        Distances(Distances<'s, L>),
        Errands(Errands<'s, L>),
    }
}

impl<'s, L: Labels> AnyHeuristic<'s, L> {
    /// The heuristic of this name.
    pub(crate) fn new(named: Named, space: &'s GraphPuzzle<L>) -> Self {
        match named {
            Named::Zero => Self::Zero(Zero),
            Named::Misplaced => Self::Misplaced(Misplaced::new(space)),
            Named::GraphDistance => Self::Distances(Distances::new(space)),
            Named::Errands => Self::Errands(Errands::new(space)),
        }
    }
}
