//! Sets of squares as machine words: 64, 128 or 256 bits, chosen statically.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

/// A set of up to [`CAPACITY`](Self::CAPACITY) squares.
pub trait Bits:
    Copy + Eq + Hash + Debug + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
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

    /// Which of six squares are in it, a bit for each: those from six times the index on.
    fn six(self, index: usize) -> usize;

    /// Calls `visit` for the number of every square in it, in order.
    fn each(self, visit: impl FnMut(usize));

    /// Those that are not in the other.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Bits for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn single(index: usize) -> Self {
                1 << index
            }

            #[inline]
            fn six(self, index: usize) -> usize {
                ((self >> (6 * index)) % 64) as usize
            }

            #[inline]
            fn each(mut self, mut visit: impl FnMut(usize)) {
                while self != 0 {
                    visit(self.trailing_zeros() as usize);
                    self &= self - 1;
                }
            }
        }
    };
}

word!(u64);
word!(u128);

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

    #[inline]
    fn six(self, index: usize) -> usize {
        let (word, at) = (6 * index / 64, 6 * index % 64);
        let above = if at > 58 { self.0.get(word + 1).map_or(0, |above| above << (64 - at)) } else { 0 };
        (((self.0[word] >> at) | above) % 64) as usize
    }

    #[inline]
    fn each(self, mut visit: impl FnMut(usize)) {
        for (word, bits) in self.0.into_iter().enumerate() {
            bits.each(|bit| visit(64 * word + bit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sixes_are_read<B: Bits>() {
        for square in 0..B::CAPACITY {
            for index in 0..B::CAPACITY.div_ceil(6) {
                let expected = if square / 6 == index { 1 << (square % 6) } else { 0 };
                assert_eq!(B::single(square).six(index), expected);
            }
        }
    }

    fn squares_are_listed<B: Bits>() {
        let chosen = [0, 1, 5, 31, 63, 64, 127, 128, 200, 255];
        let chosen: Vec<usize> = chosen.into_iter().filter(|square| *square < B::CAPACITY).collect();
        let set = chosen.iter().fold(B::EMPTY, |set, &square| set | B::single(square));
        let mut listed = Vec::new();
        set.each(|square| listed.push(square));
        assert_eq!(listed, chosen);
    }

    #[test]
    fn every_square_is_listed_once() {
        squares_are_listed::<u64>();
        squares_are_listed::<u128>();
        squares_are_listed::<Bits256>();
    }

    #[test]
    fn every_square_is_in_its_six() {
        sixes_are_read::<u64>();
        sixes_are_read::<u128>();
        sixes_are_read::<Bits256>();
    }
}
