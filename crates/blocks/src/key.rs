//! Packed states: for each piece the number of its spot, in as few bits as there are spots for it.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::BitAnd;

/// Where the spot of a piece stands in a [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The lowest bit.
    pub(crate) at: u16,
    /// The greatest number that fits, one less than a power of two: up to nine bits.
    pub(crate) mask: u16,
}

/// A word, or several, of which fields are read and written.
pub trait Key: Copy + Eq + Ord + Hash + Debug + Send + Sync + BitAnd<Output = Self> + 'static {
    /// How many bits there are.
    const BITS: u32;
    /// All bits clear.
    const ZERO: Self;
    /// Whether a field must not cross a multiple of 64 bits.
    const IN_WORDS: bool;

    /// Reads a field.
    fn get(&self, field: Field) -> u16;

    /// Writes `to` into a field that holds `from`.
    #[must_use]
    fn replace(self, field: Field, from: u16, to: u16) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl Key for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const IN_WORDS: bool = false;

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "a field has at most nine bits")]
            fn get(&self, field: Field) -> u16 {
                (*self >> field.at) as u16 & field.mask
            }

            #[inline]
            fn replace(self, field: Field, from: u16, to: u16) -> Self {
                self ^ Self::from(from ^ to) << field.at
            }
        }
    };
}

word!(u64);
word!(u128);

/// A key of up to 40 words: room for every puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wide([u64; 40]);

impl BitAnd for Wide {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl Key for Wide {
    const BITS: u32 = 40 * 64;
    const ZERO: Self = Self([0; 40]);
    const IN_WORDS: bool = true;

    #[inline]
    fn get(&self, field: Field) -> u16 {
        self.0[usize::from(field.at / 64)].get(Field { at: field.at % 64, ..field })
    }

    #[inline]
    fn replace(mut self, field: Field, from: u16, to: u16) -> Self {
        let word = &mut self.0[usize::from(field.at / 64)];
        *word = word.replace(Field { at: field.at % 64, ..field }, from, to);
        self
    }
}

/// Mixes the words of a key; the upper bits are the best.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mixer(u64);

impl Mixer {
    #[inline]
    fn add(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "one half after the other")]
    fn write_u128(&mut self, word: u128) {
        self.add(word as u64);
        self.add((word >> 64) as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }
}
