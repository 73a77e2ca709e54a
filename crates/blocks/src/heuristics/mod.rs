//! Lower bounds on the moves that are left.
//!
//! | bound | counts | metrics |
//! |---|---|---|
//! | [`Distances`] | each named piece's way to its goal, as if it were alone | all |
//! | [`LinearConflict`] | and pieces that must make way for each other on a line | adds under `step` and `slide` |
//! | [`Blockers`] | and pieces in the way of one that cannot leave its line, and what blocks these | all but `group` |
//! | [`PatternDistances`] | the way in easier puzzles, whose pieces are not all told apart, or not all there | all |
//!
//! All take the least over the goals that a puzzle allows, and call a state a dead end where a piece that is needed on
//! the board has left it.

mod blockers;
mod conflicts;
mod distances;
mod lines;
mod patterns;

pub use blockers::Blockers;
pub use conflicts::LinearConflict;
pub use distances::Distances;
pub use patterns::{PatternDistances, PatternSummary};

/// Makes a heuristic incremental by making the move on a copy, which is two words, and estimating afresh.
macro_rules! incremental {
    ($name:ident) => {
        impl<B: Bits, K: Key> fewest_search::Incremental<Blocks<B, K>> for $name<'_, B, K> {
            /// The bound itself.
            type Memo = Cost;

            fn memo(&self, state: &Board<B, K>) -> Option<Cost> {
                self.estimate(state)
            }

            fn advance(&self, _: Cost, before: &Board<B, K>, mv: crate::Move) -> Option<Cost> {
                let mut after = *before;
                fewest_search::StateSpace::apply(self.space, &mut after, mv);
                self.estimate(&after)
            }

            fn value(&self, memo: Cost) -> Cost {
                memo
            }
        }
    };
}

pub(crate) use incremental;
