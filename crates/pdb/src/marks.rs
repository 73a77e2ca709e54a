//! What a build remembers of every placement: a few bits, shared between threads.
//!
//! A placement has up to 64 *spots* (for sliding tiles: the cells of the blank). One bit a spot says that it was seen,
//! one that it was arrived at. Both lie in one word, so that a look at a placement is one access to memory. All
//! accesses are relaxed: within a level each bit has one meaning whoever sets it, and between levels threads are joined.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

/// A set of spots: 16, 32 or 64 bits.
pub trait Spots:
    Copy + Eq + Debug + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// How many spots there can be.
    const CAPACITY: usize;
    /// No spot.
    const NONE: Self;
    /// The shared word of a placement.
    type Word: Default + Sync + Send;
    /// A second set of arrivals.
    type Lane: Default + Sync + Send;

    /// One spot.
    fn one(spot: usize) -> Self;
    /// The low bits of a wider set.
    fn truncate(bits: u64) -> Self;
    /// As the widest set.
    fn bits(self) -> u64;
    /// Seen and arrived.
    fn load(word: &Self::Word) -> (Self, Self);
    /// Adds to the seen spots.
    fn see(word: &Self::Word, spots: Self);
    /// Adds to the arrivals.
    fn arrive(word: &Self::Word, spots: Self);
    /// The arrivals of the second lane.
    fn load_lane(lane: &Self::Lane) -> Self;
    /// Adds to the arrivals of the second lane.
    fn arrive_lane(lane: &Self::Lane, spots: Self);
}

macro_rules! spots {
    ($mask:ty, $wide:ty, $word:ty, $lane:ty) => {
        impl Spots for $mask {
            const CAPACITY: usize = <$mask>::BITS as usize;
            const NONE: Self = 0;
            type Word = $word;
            type Lane = $lane;

            #[inline]
            fn one(spot: usize) -> Self {
                1 << spot
            }

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "the low bits are asked for")]
            fn truncate(bits: u64) -> Self {
                bits as Self
            }

            #[inline]
            fn bits(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "each half is taken")]
            fn load(word: &$word) -> (Self, Self) {
                let both = word.load(Ordering::Relaxed);
                (both as Self, (both >> <$mask>::BITS) as Self)
            }

            #[inline]
            fn see(word: &$word, spots: Self) {
                word.fetch_or(<$wide>::from(spots), Ordering::Relaxed);
            }

            #[inline]
            fn arrive(word: &$word, spots: Self) {
                word.fetch_or(<$wide>::from(spots) << <$mask>::BITS, Ordering::Relaxed);
            }

            #[inline]
            fn load_lane(lane: &$lane) -> Self {
                lane.load(Ordering::Relaxed)
            }

            #[inline]
            fn arrive_lane(lane: &$lane, spots: Self) {
                lane.fetch_or(spots, Ordering::Relaxed);
            }
        }
    };
}

spots!(u16, u32, AtomicU32, AtomicU16);
spots!(u32, u64, AtomicU64, AtomicU32);

impl Spots for u64 {
    const CAPACITY: usize = 64;
    const NONE: Self = 0;
    type Word = [AtomicU64; 2];
    type Lane = AtomicU64;

    fn one(spot: usize) -> Self {
        1 << spot
    }

    fn truncate(bits: u64) -> Self {
        bits
    }

    fn bits(self) -> u64 {
        self
    }

    fn load(word: &Self::Word) -> (Self, Self) {
        (word[0].load(Ordering::Relaxed), word[1].load(Ordering::Relaxed))
    }

    fn see(word: &Self::Word, spots: Self) {
        word[0].fetch_or(spots, Ordering::Relaxed);
    }

    fn arrive(word: &Self::Word, spots: Self) {
        word[1].fetch_or(spots, Ordering::Relaxed);
    }

    fn load_lane(lane: &AtomicU64) -> Self {
        lane.load(Ordering::Relaxed)
    }

    fn arrive_lane(lane: &AtomicU64, spots: Self) {
        lane.fetch_or(spots, Ordering::Relaxed);
    }
}
