//! Which compiled space holds a puzzle.

use std::sync::Arc;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::explore::Explorable;
use fewest_blocks::heuristics::PatternDistances;
use fewest_blocks::{Bits, Bits256, Blocks, Key, Metric, Needs, Puzzle, Wide};
use fewest_engine::EngineError;
use fewest_search::Limits;

use crate::wrong;

/// The most positions of an easier puzzle.
const MOST_POSITIONS: u64 = 4_000_000;

/// What is done with a puzzle, whatever it is packed in.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<B: Bits, K: Packing>(self, space: &Blocks<B, K>) -> Result<Self::Output, EngineError>;
}

/// A packed state for which searches are compiled.
pub(crate) trait Packing: Explorable {
    /// Whether it is short enough for the exhaustive search.
    const IS_SHORT: bool;

    /// How many positions can be reached, where the limits allow to count them.
    fn count<B: Bits>(search: &Exhaustive, space: &Blocks<B, Self>, limits: &Limits) -> Option<u64>;

    /// Distances in easier puzzles, where they say anything.
    fn patterns<'s, B: Bits>(space: &'s Blocks<B, Self>, limits: &Limits) -> Option<PatternDistances<'s, B, Self>>;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Packing for $word {
            const IS_SHORT: bool = true;

            fn count<B: Bits>(search: &Exhaustive, space: &Blocks<B, Self>, limits: &Limits) -> Option<u64> {
                let all = search.explore(space, &[space.start()], limits, &mut ()).ok()?;
                all.limit.is_none().then(|| all.states())
            }

            fn patterns<'s, B: Bits>(
                space: &'s Blocks<B, Self>,
                limits: &Limits,
            ) -> Option<PatternDistances<'s, B, Self>> {
                PatternDistances::new(space, MOST_POSITIONS, limits)
            }
        }
    )*};
}

words!(u64, u128);

/// A position of many pieces on a large board, of which no search sees more than a few.
impl Packing for Wide {
    const IS_SHORT: bool = false;

    fn count<B: Bits>(_: &Exhaustive, _: &Blocks<B, Self>, _: &Limits) -> Option<u64> {
        None
    }

    fn patterns<'s, B: Bits>(_: &'s Blocks<B, Self>, _: &Limits) -> Option<PatternDistances<'s, B, Self>> {
        None
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
    Blocks::new(puzzle.clone(), metric).map_err(|error| wrong([error]))
}
