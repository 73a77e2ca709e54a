//! The packings for which what looks at whole spaces is compiled: here and once, not again in each crate that asks.

use fewest_search::algorithms::BreadthFirst;
use fewest_search::{Limits, Observer, Run, Search, Zero};

use crate::bits::{Bits, Bits256};
use crate::exhaustive::Exhaustive;
use crate::explore::{Analysis, Explorer, Survey, flood};
use crate::heuristics::PatternDistances;
use crate::key::{Key, Wide};
use crate::random::{Reachable, ReachableError};
use crate::space::{Blocks, BlocksError, Move};

/// A packed state, on a board that is a set of squares `B`, of which whole spaces can be explored.
///
/// `u64` and `u128` have a short form for the [`Exhaustive`] search. [`Wide`], for many pieces on a large board, does not: no search sees
/// more than a few of its states.
pub trait Packing<B: Bits>: Key {
    /// Whether states have a short form.
    const IS_SHORT: bool = false;

    /// Finds a shortest solution.
    fn solve(search: &Exhaustive, space: &Blocks<B, Self>, limits: &Limits, observer: &mut dyn Observer) -> Run<Move>;

    /// How many states can be reached; `None` where a limit comes first, or states have no short form.
    fn count(_: &Exhaustive, _: &Blocks<B, Self>, _: &Limits) -> Option<u64> {
        None
    }

    /// [`PatternDistances::new`]; `None` where states have no short form.
    fn patterns<'s>(_: &'s Blocks<B, Self>, _: u64, _: &Limits) -> Option<PatternDistances<'s, B, Self>> {
        None
    }

    /// Every position that the start leads to and that leads to a goal.
    ///
    /// # Errors
    /// Why there is no such list.
    fn reachable(space: &Blocks<B, Self>, _: &Limits) -> Result<Reachable<Self>, ReachableError> {
        Err(BlocksError::Bits(space.bits(), u128::BITS).into())
    }

    /// Explores the states within reach of some and keeps so many goals, and so many of the last layer; `None` where
    /// states have no short form.
    #[doc(hidden)]
    fn survey(
        _: &Exhaustive,
        _: &Blocks<B, Self>,
        _: &[Self],
        _: (usize, usize),
        _: &Limits,
        _: &mut dyn Observer,
    ) -> Option<Survey<Self>> {
        None
    }

    /// Analyses a puzzle: [`Explorer::run`].
    fn explore(explorer: &Explorer, space: &Blocks<B, Self>, limits: &Limits, observer: &mut dyn Observer) -> Analysis;
}

/// A packing of `$key` on `$bits` that is solved by `$search`, with what else it can do.
macro_rules! packing {
    ($key:ty, $bits:ty, $name:ident => $search:expr, { $($more:item)* }) => {
        impl Packing<$bits> for $key {
            fn solve(
                $name: &Exhaustive,
                space: &Blocks<$bits, Self>,
                limits: &Limits,
                mut observer: &mut dyn Observer,
            ) -> Run<Move> {
                $search.run(space, &space.start(), &Zero, limits, &mut observer)
            }

            fn explore(
                explorer: &Explorer,
                space: &Blocks<$bits, Self>,
                limits: &Limits,
                mut observer: &mut dyn Observer,
            ) -> Analysis {
                explorer.run(space, limits, &mut observer)
            }

            $($more)*
        }
    };
}

macro_rules! short {
    ($word:ty) => {
        packing!($word, $word, search => search, {
            const IS_SHORT: bool = true;

            fn count(search: &Exhaustive, space: &Blocks<$word, Self>, limits: &Limits) -> Option<u64> {
                let all = search.explore(space, &[space.start()], limits, &mut ()).ok()?;
                all.limit.is_none().then(|| all.states())
            }

            fn patterns<'s>(
                space: &'s Blocks<$word, Self>,
                most: u64,
                limits: &Limits,
            ) -> Option<PatternDistances<'s, $word, Self>> {
                PatternDistances::new(space, most, limits)
            }

            fn reachable(space: &Blocks<$word, Self>, limits: &Limits) -> Result<Reachable<Self>, ReachableError> {
                Reachable::of(space, limits)
            }

            fn survey(
                search: &Exhaustive,
                space: &Blocks<$word, Self>,
                sources: &[Self],
                keep: (usize, usize),
                limits: &Limits,
                mut observer: &mut dyn Observer,
            ) -> Option<Survey<Self>> {
                flood(search, space, sources, keep, limits, &mut observer)
            }
        });
    };
}

short!(u64);
short!(u128);
packing!(Wide, Bits256, _search => BreadthFirst, {});
