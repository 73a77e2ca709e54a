//! How a board is held in memory. The search is compiled once for each way, so that small boards are fast and large
//! ones possible.

use std::fmt::Debug;
use std::hash::Hash;

/// The tiles of a board, packed. Cells beyond the board's size hold 0, as the blank does.
pub trait Cells: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The most cells it can hold; also one more than the largest tile.
    const CAPACITY: usize;

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

    /// Packs tiles, of which there are at most [`CAPACITY`](Self::CAPACITY).
    fn pack(tiles: &[u8]) -> Self;

    /// The tile in a cell.
    fn get(&self, cell: usize) -> usize;

    /// Moves a tile from cell `from` to cell `to`, where the blank is.
    fn slide(&mut self, from: usize, to: usize);

    /// The cell of the blank.
    fn find_blank(&self) -> usize;

    /// What the tiles of all cells make when added without carry. It tells the last tile by the others.
    fn sum(&self) -> u8;

    /// The same cells with something else in the last that there is room for.
    #[must_use]
    fn with_last(self, tile: u8) -> Self;
}

/// Up to 16 cells of 4 bits in one register: the first cell lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nibbles(u64);

impl Cells for Nibbles {
    const CAPACITY: usize = 16;

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
    fn mask(bits: u64) -> u16 {
        debug_assert!(bits >> 16 == 0);
        #[expect(clippy::cast_possible_truncation, reason = "there are 16 cells")]
        let mask = bits as u16;
        mask
    }

    fn pack(tiles: &[u8]) -> Self {
        Self(tiles.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile)))
    }

    #[inline]
    fn get(&self, cell: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only the low 4 bits are kept")]
        let shifted = (self.0 >> (4 * cell)) as usize;
        shifted & 15
    }

    #[inline]
    fn slide(&mut self, from: usize, to: usize) {
        // The tile's own bits, turned to their new place: one mask and one rotation.
        let tile = self.0 & (15 << (4 * from));
        #[expect(clippy::cast_possible_truncation, reason = "a rotation takes its count modulo 64")]
        let turn = (to as u32).wrapping_sub(from as u32).wrapping_mul(4);
        self.0 ^= tile | tile.rotate_left(turn);
    }

    #[inline]
    fn find_blank(&self) -> usize {
        // The lowest nibble of 0 is the lowest one that borrows when 1 is taken from each.
        const ONES: u64 = 0x1111_1111_1111_1111;
        let borrows = self.0.wrapping_sub(ONES) & !self.0 & (ONES << 3);
        borrows.trailing_zeros() as usize / 4
    }

    #[inline]
    fn sum(&self) -> u8 {
        let bytes = self.0 ^ self.0 >> 4;
        bytes.to_le_bytes().into_iter().fold(0, |sum, byte| sum ^ byte) & 15
    }

    #[inline]
    fn with_last(self, tile: u8) -> Self {
        debug_assert!(tile < 16);
        Self(self.0 & !(15 << 60) | u64::from(tile) << 60)
    }
}

/// Up to `N` cells of a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bytes<const N: usize>([u8; N]);

macro_rules! cells_of_bytes {
    ($($capacity:literal: $lanes:literal $mask:ident),*) => {$(
        impl Cells for Bytes<$capacity> {
            const CAPACITY: usize = $capacity;

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
            fn mask(bits: u64) -> $mask {
                debug_assert!($mask::try_from(bits).is_ok());
                #[allow(clippy::cast_possible_truncation, reason = "there are no more cells")]
                let mask = bits as $mask;
                mask
            }

            fn pack(tiles: &[u8]) -> Self {
                let mut cells = [0; $capacity];
                cells[..tiles.len()].copy_from_slice(tiles);
                Self(cells)
            }

            #[inline]
            fn get(&self, cell: usize) -> usize {
                usize::from(self.0[cell])
            }

            #[inline]
            fn slide(&mut self, from: usize, to: usize) {
                self.0[to] = self.0[from];
                self.0[from] = 0;
            }

            #[inline]
            fn find_blank(&self) -> usize {
                self.0.iter().position(|&tile| tile == 0).expect("a board has a blank")
            }

            #[inline]
            fn sum(&self) -> u8 {
                self.0.iter().fold(0, |sum, tile| sum ^ tile)
            }

            #[inline]
            fn with_last(mut self, tile: u8) -> Self {
                self.0[$capacity - 1] = tile;
                self
            }
        }
    )*};
}

// A board of n cells has at most n + 1 rows and columns together: 1×n.
cells_of_bytes!(25: 26 u32, 64: 65 u64, 256: 257 u64);

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<C: Cells>(cells: usize) {
        assert!(cells <= C::CAPACITY && C::lanes().as_ref().len() > C::CAPACITY);
        let tiles: Vec<u8> = (0..cells).map(|cell| u8::try_from((cell * 7 + 3) % cells).unwrap()).collect();
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        let packed = C::pack(&tiles);
        assert_eq!(packed.find_blank(), blank);
        let sum = tiles.iter().fold(0, |sum, tile| sum ^ tile);
        assert_eq!(packed.sum(), sum);
        let last = packed.get(C::CAPACITY - 1);
        let marked = packed.with_last(2);
        assert_eq!(marked.get(C::CAPACITY - 1), 2);
        let missing = marked.with_last(0).sum() ^ sum;
        assert_eq!(usize::from(missing), last);
        assert_eq!(marked.with_last(missing), packed);
        for (cell, &tile) in tiles.iter().enumerate() {
            assert_eq!(packed.get(cell), usize::from(tile));
            if cell != blank {
                let mut moved = packed;
                moved.slide(cell, blank);
                let mut expected = tiles.clone();
                expected.swap(cell, blank);
                assert_eq!(moved, C::pack(&expected));
                assert_eq!(moved.find_blank(), cell);
            }
        }
    }

    #[test]
    fn every_packing_behaves() {
        for cells in [1, 2, 9, 12, 15, 16] {
            behaves::<Nibbles>(cells);
        }
        behaves::<Bytes<25>>(25);
        behaves::<Bytes<25>>(18);
        behaves::<Bytes<64>>(64);
        behaves::<Bytes<256>>(256);
        behaves::<Bytes<256>>(100);
    }
}
