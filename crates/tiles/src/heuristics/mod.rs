//! Lower bounds for sliding tiles, each for both metrics.
//!
//! A bound for single steps is no bound for slides: one slide moves up to a whole line. The two are tied together by
//! **crossings**. Draw the line between two neighbouring columns (or rows): Manhattan distance is the sum, over all such
//! lines, of the number of tiles that must cross it. A single step makes one crossing, so the *sum* bounds `stm`. A
//! slide crosses several lines, but each of them only once, so under `mtm` the *largest* count among the lines between
//! columns bounds the horizontal slides, and the largest among those between rows the vertical ones.

/// Implements [`Heuristic`](fewest_search::Heuristic) for an incremental one: its estimate is the value of a fresh memo. The
/// last argument is the name of one of the [`Guarantees`](fewest_search::Guarantees), or an expression for them.
macro_rules! estimate_by_memo {
    ([$($generics:tt)*] $heuristic:ty, $space:ty, $guarantees:ident) => {
        estimate_by_memo!([$($generics)*] $heuristic, $space, self => fewest_search::Guarantees::$guarantees);
    };
    ([$($generics:tt)*] $heuristic:ty, $space:ty, $this:ident => $guarantees:expr) => {
        impl<$($generics)*> fewest_search::Heuristic<$space> for $heuristic {
            fn estimate(&self, state: &<$space as fewest_search::StateSpace>::State) -> Option<fewest_search::Cost> {
                use fewest_search::Incremental;
                Incremental::<$space>::memo(self, state).map(|memo| Incremental::<$space>::value(self, memo))
            }

            fn guarantees(&$this) -> fewest_search::Guarantees {
                $guarantees
            }
        }
    };
}
pub(crate) use estimate_by_memo;

mod axes;
mod crossings;
mod inversion_distance;
mod linear_conflict;
mod lines;
mod manhattan;
mod misplaced;
mod walk;
mod walking_distance;

pub use axes::{Alternating, AxisBounds, AxisMax, ByAxis};
pub use crossings::Crossings;
pub use inversion_distance::{InversionDistance, InversionMemo};
pub use linear_conflict::{LinearConflict, SlideMemo, StepMemo};
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use walking_distance::{TableTooLarge, WalkMemo, WalkingConflict, WalkingDistance};
