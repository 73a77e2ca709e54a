//! What a board's packing keeps beside it. The search is compiled once for each packing, so that small boards are fast and
//! large ones possible.

use std::fmt::Debug;

use fewest_search::labels::{Bytes, Labels, Nibbles};

/// The tiles of a board, packed, and the tables of its size. Cells beyond the board's size hold 0, as the blank does.
pub trait Cells: Labels {
    /// Counters for the lines of a board: at least as many as any board of this capacity has rows and columns.
    type Lanes: Copy + AsRef<[u16]> + AsMut<[u16]> + Debug + Send + Sync;

    /// Counters at 0.
    fn lanes() -> Self::Lanes;

    /// A byte for every tile in every cell.
    type Pairs: AsRef<[u8]> + AsMut<[u8]> + Clone + Debug + Send + Sync;

    /// Bytes at 0.
    fn pairs() -> Box<Self::Pairs>;

    /// Where the byte of a tile in a cell is.
    fn pair(tile: usize, cell: usize) -> usize;

    /// A bit for each cell, of the first 64 where there are more.
    type Mask: Copy + Into<u64> + Debug + Send + Sync;

    /// The low bits of a number as a mask.
    fn mask(bits: u64) -> Self::Mask;
}

impl Cells for Nibbles {
    type Lanes = [u16; 17];

    fn lanes() -> Self::Lanes {
        [0; 17]
    }

    type Pairs = [u8; 256];

    fn pairs() -> Box<Self::Pairs> {
        Box::new([0; 256])
    }

    #[inline]
    fn pair(tile: usize, cell: usize) -> usize {
        debug_assert!(tile < 16 && cell < 16);
        // The masks say what is true anyway, and spare the lookup a check.
        (tile & 15) << 4 | cell & 15
    }

    type Mask = u16;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are 16 cells")]
    fn mask(bits: u64) -> u16 {
        debug_assert!(bits >> 16 == 0);
        bits as u16
    }
}

macro_rules! cells_of_bytes {
    ($($capacity:literal: $lanes:literal $mask:ident),*) => {$(
        impl Cells for Bytes<$capacity> {
            type Lanes = [u16; $lanes];

            fn lanes() -> Self::Lanes {
                [0; $lanes]
            }

            type Pairs = Vec<u8>;

            fn pairs() -> Box<Self::Pairs> {
                Box::new(vec![0; $capacity * $capacity])
            }

            #[inline]
            fn pair(tile: usize, cell: usize) -> usize {
                tile * $capacity + cell
            }

            type Mask = $mask;

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "there are no more cells")]
            fn mask(bits: u64) -> $mask {
                debug_assert!($mask::try_from(bits).is_ok());
                bits as $mask
            }
        }
    )*};
}

// A board of n cells has at most n + 1 rows and columns together: 1×n.
cells_of_bytes!(25: 26 u32, 256: 257 u64);
