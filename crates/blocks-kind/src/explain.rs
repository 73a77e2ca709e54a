//! Estimates of sliding blocks. They are not taken apart: what they count depends on which goal is nearest.

use fewest_blocks::{Bits, Blocks, Packing};
use fewest_engine::explain::Explained;
use fewest_engine::{HeuristicInfo, Result, default_memory_limit};
use fewest_search::{Heuristic as _, Limits};

use crate::Asked;
use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::with_space;

/// What a heuristic says.
pub(crate) fn explain(asked: &Asked, heuristic: Option<&HeuristicInfo>) -> Result<Explained> {
    let heuristic = heuristic.map_or(Named::ModifiedConflict, Named::of);
    let value = with_space!(&asked.puzzle, asked.metric, |space| estimate(space, heuristic))?;
    Ok(Explained { heuristic: heuristic.info(), value, parts: Vec::new() })
}

/// Estimates the start.
fn estimate<B: Bits, K: Packing<B>>(space: &Blocks<B, K>, named: Named) -> Result<Option<u32>> {
    let limits = Limits { memory: default_memory_limit(), ..Limits::default() };
    Ok(AnyHeuristic::new(named, space, &limits)?.estimate(&space.start()))
}
