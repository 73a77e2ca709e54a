//! Lower bounds for the pancake puzzle, for any goal.
//!
//! | bound | counts |
//! |---|---|
//! | [`Gap`] | neighbours that are none at the goal (Helmert 2010) |
//! | [`GapAhead`] | the same, and one more where no flip closes a gap (Valenzano and Yang 2017) |
//! | [`PatternPdb`](crate::pdb::PatternPdb) | exact distances of some pancakes, from tables |

mod gap;
mod gap_ahead;
pub(crate) mod target;

pub use gap::Gap;
pub use gap_ahead::{GapAhead, GapAheadMemo};
