//! Estimates of sliding blocks. They are not taken apart: what they count depends on which goal is nearest.

use fewest_blocks::{Bits, Blocks, Packing};
use fewest_engine::Result;
use fewest_engine::explain::{ExplainRequest, Explained};
use fewest_search::{Heuristic as _, Limits};

use crate::Asked;
use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::with_space;

/// What a heuristic says.
pub(crate) fn explain(puzzle: &Asked, asked: &ExplainRequest<'_>) -> Result<Explained> {
    let heuristic = asked.heuristic.map_or(Named::ModifiedConflict, Named::of);
    let value = with_space!(&puzzle.puzzle, puzzle.metric, |space| estimate(space, heuristic, asked.limits))?;
    Ok(Explained { heuristic: heuristic.info(), value, parts: Vec::new() })
}

/// Estimates the start.
fn estimate<B: Bits, K: Packing<B>>(space: &Blocks<B, K>, named: Named, limits: &Limits) -> Result<Option<u32>> {
    Ok(AnyHeuristic::new(named, space, limits)?.estimate(&space.start()))
}
