//! Sets of squares as machine words: 64, 128 or 256 bits, chosen statically.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

/// A set of up to [`CAPACITY`](Self::CAPACITY) squares.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// How many squares there can be.
    const CAPACITY: usize;
    /// No square.
    const EMPTY: Self;

    /// One square.
    fn single(index: usize) -> Self;

    /// Whether some square is in both.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    /// Those that are not in the other.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }
}

impl Bits for u64 {
    const CAPACITY: usize = 64;
    const EMPTY: Self = 0;

    #[inline]
    fn single(index: usize) -> Self {
        1 << index
    }
}

impl Bits for u128 {
    const CAPACITY: usize = 128;
    const EMPTY: Self = 0;

    #[inline]
    fn single(index: usize) -> Self {
        1 << index
    }
}

/// A set of up to 256 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits256([u64; 4]);

impl BitAnd for Bits256 {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Bits256 {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Not for Bits256 {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Bits for Bits256 {
    const CAPACITY: usize = 256;
    const EMPTY: Self = Self([0; 4]);

    #[inline]
    fn single(index: usize) -> Self {
        let mut words = [0; 4];
        words[index / 64] = 1 << (index % 64);
        Self(words)
    }
}
