//! Which compiled space holds a puzzle.

use std::sync::Arc;

use fewest_blocks::{Bits, Bits256, Blocks, Key, Metric, Needs, Packing, Puzzle, Wide};
use fewest_engine::Result;

use crate::wrong;

/// What is done with a puzzle, whatever it is packed in.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<B: Bits, K: Packing<B>>(self, space: &Blocks<B, K>) -> Result<Self::Output>;
}

/// Packs a puzzle as small as it goes.
pub(crate) fn with_space<V: Visitor>(puzzle: &Arc<Puzzle>, metric: Metric, visitor: V) -> Result<V::Output> {
    let needs = Needs::of(puzzle);
    match (needs.squares, needs.bits) {
        (..=64, ..=64) => visitor.visit(&space::<u64, u64>(puzzle, metric)?),
        (..=128, ..=128) => visitor.visit(&space::<u128, u128>(puzzle, metric)?),
        _ => visitor.visit(&space::<Bits256, Wide>(puzzle, metric)?),
    }
}

fn space<B: Bits, K: Key>(puzzle: &Arc<Puzzle>, metric: Metric) -> Result<Blocks<B, K>> {
    Blocks::new(puzzle.clone(), metric).map_err(|error| wrong([error]))
}
