//! Estimates of sliding blocks. They are not taken apart: what they count depends on which goal is nearest.

use fewest_blocks::{Bits, Blocks, Packing};
use fewest_engine::explain::Explained;
use fewest_engine::{HeuristicInfo, Result, default_memory_limit};
use fewest_search::{Heuristic as _, Limits};

use crate::Asked;
use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::{Visitor, with_space};

/// What a heuristic says.
pub(crate) fn explain(asked: &Asked, heuristic: Option<&HeuristicInfo>) -> Result<Explained> {
    let heuristic = heuristic.map_or(Named::ModifiedConflict, Named::of);
    let value = with_space(&asked.puzzle, asked.metric, Estimate(heuristic))?;
    Ok(Explained { heuristic: heuristic.info(), value, parts: Vec::new() })
}

/// Estimates the start.
struct Estimate(Named);

impl Visitor for Estimate {
    type Output = Option<u32>;

    fn visit<B: Bits, K: Packing<B>>(self, space: &Blocks<B, K>) -> Result<Option<u32>> {
        let limits = Limits { memory: default_memory_limit(), ..Limits::default() };
        Ok(AnyHeuristic::new(self.0, space, &limits)?.estimate(&space.start()))
    }
}
