//! Where the open nodes wait.

mod bucket;
mod heap;
mod pair;

pub use bucket::{BucketQueue, TieBreak};
pub use heap::{IndexedHeap, Rank};
pub use pair::{PairFrontier, SearchEnd};
