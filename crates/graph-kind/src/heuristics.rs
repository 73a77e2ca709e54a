//! The heuristics of tiles on a graph by name.

use fewest_graph::heuristics::{Distances, Errands, Misplaced};
use fewest_graph::{GraphPuzzle, Labels};
use fewest_search::Zero;

use crate::any::any_heuristic;
use crate::catalog::Heuristic;
use crate::error::EngineError;

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
    pub(crate) fn new(heuristic: Heuristic, space: &'s GraphPuzzle<L>) -> Result<Self, EngineError> {
        Ok(match heuristic {
            Heuristic::Zero => Self::Zero(Zero),
            Heuristic::Misplaced => Self::Misplaced(Misplaced::new(space)),
            Heuristic::GraphDistance => Self::Distances(Distances::new(space)),
            Heuristic::Errands => Self::Errands(Errands::new(space)),
            _ => {
                let reason = "it is no heuristic of tiles on a graph".to_owned();
                return Err(EngineError::HeuristicUnavailable { name: heuristic.info().name, reason });
            }
        })
    }
}
