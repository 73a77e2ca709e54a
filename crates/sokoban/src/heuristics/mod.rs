//! Lower bounds on the pushes that are left.
//!
//! | bound | counts |
//! |---|---|
//! | [`Matching`] | pushes of each box, as if it were alone, to a goal of its own; knows frozen boxes and lost pairs |

mod assignment;
mod matching;

pub use assignment::Assignment;
pub use matching::Matching;
