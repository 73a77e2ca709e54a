//! Where the open nodes wait.

mod bucket;
mod heap;
mod pair;

pub(crate) use bucket::BucketQueue;
pub use bucket::TieBreak;
pub(crate) use heap::{IndexedHeap, Rank};
pub(crate) use pair::{PairFrontier, SearchEnd};
