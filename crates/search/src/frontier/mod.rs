//! Where the open nodes wait.

mod bucket;

pub use bucket::{BucketQueue, TieBreak};
