//! Keys that are machine words.

use std::ops::BitXor;

use crate::key::Key;

/// A key that the exhaustive search can take apart: one or two machine words.
pub trait Word: Key + Default + BitXor<Output = Self> {
    /// The word that holds this number at some bit.
    fn holding(number: u64, at: u32) -> Self;

    /// The lowest 64 bits from some bit on.
    fn bits_from(self, at: u32) -> u64;
}

impl Word for u64 {
    #[inline]
    fn holding(number: u64, at: u32) -> Self {
        number << at
    }

    #[inline]
    fn bits_from(self, at: u32) -> u64 {
        self >> at
    }
}

impl Word for u128 {
    #[inline]
    fn holding(number: u64, at: u32) -> Self {
        Self::from(number) << at
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "that is what is asked for")]
    fn bits_from(self, at: u32) -> u64 {
        (self >> at) as u64
    }
}
