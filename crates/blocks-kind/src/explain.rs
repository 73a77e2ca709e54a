//! Estimates of sliding blocks. They are not taken apart: what they count depends on which goal is nearest.

use fewest_blocks::{Bits, Blocks};
use fewest_search::{Heuristic as _, Limits};

use crate::blocks::heuristics::AnyHeuristic;
use crate::blocks::packing::{Packing, Visitor, with_space};
use crate::blocks::read;
use crate::catalog::Heuristic;
use crate::error::EngineError;
use crate::explain::Explained;
use crate::memory::default_memory_limit;
use crate::request::BlocksPuzzle;

/// What a heuristic says.
pub(crate) fn explain(puzzle: &BlocksPuzzle, asked: Option<Heuristic>) -> Result<Explained, EngineError> {
    let heuristic = asked.unwrap_or(Heuristic::ModifiedConflict);
    let whole = read(&puzzle.position, puzzle.format.as_deref())?;
    let value = with_space(&whole, puzzle.metric.into(), Estimate(heuristic))?;
    Ok((heuristic, value, Vec::new()))
}

/// Estimates the start.
struct Estimate(Heuristic);

impl Visitor for Estimate {
    type Output = Option<u32>;

    fn visit<B: Bits, K: Packing>(self, space: &Blocks<B, K>) -> Result<Option<u32>, EngineError> {
        let limits = Limits { memory: default_memory_limit(), ..Limits::default() };
        Ok(AnyHeuristic::new(self.0, space, &limits)?.estimate(&space.start()))
    }
}
