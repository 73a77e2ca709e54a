//! Which compiled space holds a puzzle.

use std::sync::Arc;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Bits, Bits256, Blocks, Board, Key, Metric, Move, Needs, Puzzle, Wide};
use fewest_search::algorithms::BreadthFirst;
use fewest_search::{Limits, Observer, Run, Search, Zero};

use crate::error::{EngineError, Faults};

/// What is done with a puzzle, whatever it is packed in.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<B: Bits, K: Packing>(self, space: &Blocks<B, K>) -> Result<Self::Output, EngineError>;
}

/// A packed state for which searches are compiled.
pub(crate) trait Packing: Key {
    /// Looks at every position, layer by layer, as fast as this packing allows.
    fn exhaust<B: Bits, O: Observer>(
        search: &Exhaustive,
        space: &Blocks<B, Self>,
        start: &Board<B, Self>,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<Move>;
}

impl Packing for u64 {
    fn exhaust<B: Bits, O: Observer>(
        search: &Exhaustive,
        space: &Blocks<B, Self>,
        start: &Board<B, Self>,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<Move> {
        search.run(space, start, &Zero, limits, observer)
    }
}

impl Packing for u128 {
    fn exhaust<B: Bits, O: Observer>(
        search: &Exhaustive,
        space: &Blocks<B, Self>,
        start: &Board<B, Self>,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<Move> {
        search.run(space, start, &Zero, limits, observer)
    }
}

/// A position of many pieces on a large board, of which no search sees more than a few.
impl Packing for Wide {
    fn exhaust<B: Bits, O: Observer>(
        _: &Exhaustive,
        space: &Blocks<B, Self>,
        start: &Board<B, Self>,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<Move> {
        BreadthFirst.run(space, start, &Zero, limits, observer)
    }
}

/// Packs a puzzle as small as it goes.
pub(crate) fn with_space<V: Visitor>(
    puzzle: &Arc<Puzzle>,
    metric: Metric,
    visitor: V,
) -> Result<V::Output, EngineError> {
    let needs = Needs::of(puzzle);
    match (needs.squares, needs.bits) {
        (..=64, ..=64) => visitor.visit(&space::<u64, u64>(puzzle, metric)?),
        (..=128, ..=128) => visitor.visit(&space::<u128, u128>(puzzle, metric)?),
        _ => visitor.visit(&space::<Bits256, Wide>(puzzle, metric)?),
    }
}

fn space<B: Bits, K: Key>(puzzle: &Arc<Puzzle>, metric: Metric) -> Result<Blocks<B, K>, EngineError> {
    Blocks::new(puzzle.clone(), metric).map_err(|error| EngineError::Position(Faults::of([error])))
}
