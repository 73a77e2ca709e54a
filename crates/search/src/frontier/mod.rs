//! Where the open nodes wait.

mod bucket;
mod pair;

pub use bucket::{BucketQueue, TieBreak};
pub use pair::{PairFrontier, Side};
