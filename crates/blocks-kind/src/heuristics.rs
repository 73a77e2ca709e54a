//! The heuristics of sliding blocks by name.

use fewest_blocks::heuristics::{Blockers, Distances, LinearConflict, PatternDistances};
use fewest_blocks::{Bits, Blocks, Board, Metric};
use fewest_search::{Limits, Zero};

use crate::any::any_heuristic;
use crate::blocks::packing::Packing;
use crate::catalog::Heuristic;
use crate::error::EngineError;

any_heuristic! {
    /// Any heuristic of sliding blocks.
    AnyHeuristic, AnyMemo for Blocks<B, K>, with ['s, B: Bits, K: Packing] as ['s, B, K] {
        Zero(Zero),
        Distances(Distances<'s, B, K>),
        Conflict(LinearConflict<'s, B, K>),
        Blockers(Blockers<'s, B, K>),
        Patterns(PatternDistances<'s, B, K>),
    }
}

impl<'s, B: Bits, K: Packing> AnyHeuristic<'s, B, K> {
    /// The heuristic of this name.
    pub(crate) fn new(heuristic: Heuristic, space: &'s Blocks<B, K>, limits: &Limits) -> Result<Self, EngineError> {
        let unavailable =
            |reason: &str| EngineError::HeuristicUnavailable { name: heuristic.info().name, reason: reason.to_owned() };
        Ok(match heuristic {
            Heuristic::Zero => Self::Zero(Zero),
            Heuristic::Manhattan => Self::Distances(Distances::new(space)),
            Heuristic::LinearConflict => Self::Conflict(LinearConflict::new(space)),
            Heuristic::ModifiedConflict => Self::Conflict(LinearConflict::modified(space)),
            Heuristic::Blockers if space.metric() == Metric::Group => {
                return Err(unavailable(
                    "it serves step, slide and move; pieces that go together are not in each other's way",
                ));
            }
            Heuristic::Blockers => Self::Blockers(Blockers::new(space)),
            Heuristic::Patterns => {
                let patterns = K::patterns(space, limits);
                Self::Patterns(patterns.ok_or_else(|| {
                    unavailable("no easier puzzle says more than distances do, or none fits the limits")
                })?)
            }
            _ => return Err(unavailable("it is no heuristic of sliding blocks")),
        })
    }

    /// What a search from both ends is guided by on its way back.
    pub(crate) fn from_start(space: &'s Blocks<B, K>, start: &Board<B, K>) -> Self {
        Self::Distances(Distances::from_start(space, start))
    }
}
