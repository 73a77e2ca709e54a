//! Numbers that nobody can foresee, for puzzles that nobody asked for by number.

use std::hash::{BuildHasher, RandomState};

/// A number that is short enough to be typed again.
pub(crate) fn fresh() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 32
}

/// One of so many things.
pub(crate) fn index(len: usize) -> usize {
    usize::try_from(fresh()).unwrap_or_default() % len.max(1)
}
