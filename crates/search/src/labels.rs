//! Numbered tiles and one blank, packed: the states of puzzles in which a tile slides into the blank.
//!
//! A search is compiled once for each packing, so that small puzzles are fast and large ones possible.

use std::fmt::Debug;
use std::hash::Hash;

/// The label of each place, packed: a tile, or 0 for the blank. Places beyond those of the puzzle hold 0, too.
pub trait Labels: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The most places it can hold; also one more than the largest tile.
    const CAPACITY: usize;

    /// Packs tiles, of which there are at most [`CAPACITY`](Self::CAPACITY).
    fn pack(tiles: &[u8]) -> Self;

    /// The tile in a place.
    fn get(&self, place: usize) -> usize;

    /// Moves a tile from place `from` to place `to`, where the blank is.
    fn slide(&mut self, from: usize, to: usize);

    /// The place of the blank.
    fn find_blank(&self) -> usize;

    /// The sum of the tiles of all places without carry. It tells the last tile by the others.
    fn sum(&self) -> u8;

    /// The same with another label in the last place that there is room for.
    #[must_use]
    fn with_last(self, tile: u8) -> Self;
}

/// Up to 16 places of 4 bits in one register: the first place lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nibbles(u64);

impl Labels for Nibbles {
    const CAPACITY: usize = 16;

    fn pack(tiles: &[u8]) -> Self {
        Self(tiles.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile)))
    }

    #[inline]
    fn get(&self, place: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only the low 4 bits are kept")]
        let shifted = (self.0 >> (4 * place)) as usize;
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

/// Up to `N` places of a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bytes<const N: usize>([u8; N]);

impl<const N: usize> Labels for Bytes<N> {
    const CAPACITY: usize = N;

    fn pack(tiles: &[u8]) -> Self {
        let mut labels = [0; N];
        labels[..tiles.len()].copy_from_slice(tiles);
        Self(labels)
    }

    #[inline]
    fn get(&self, place: usize) -> usize {
        usize::from(self.0[place])
    }

    #[inline]
    fn slide(&mut self, from: usize, to: usize) {
        self.0[to] = self.0[from];
        self.0[from] = 0;
    }

    #[inline]
    fn find_blank(&self) -> usize {
        self.0.iter().position(|&tile| tile == 0).expect("a position has a blank")
    }

    #[inline]
    fn sum(&self) -> u8 {
        self.0.iter().fold(0, |sum, tile| sum ^ tile)
    }

    #[inline]
    fn with_last(mut self, tile: u8) -> Self {
        self.0[N - 1] = tile;
        self
    }
}

/// A position packed for the search. It does not know its frame: the space does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<L> {
    labels: L,
    blank: u8,
}

impl<L: Labels> Board<L> {
    /// Packs tiles, 0 for the blank.
    pub fn pack(tiles: &[u8]) -> Self {
        Self::from_labels(L::pack(tiles))
    }

    /// A board from its packed labels alone.
    #[inline]
    pub fn from_labels(labels: L) -> Self {
        let blank = u8::try_from(labels.find_blank()).expect("there are at most 256 places");
        Self { labels, blank }
    }

    /// The packed labels.
    #[inline]
    pub fn labels(&self) -> L {
        self.labels
    }

    /// The tile in a place, 0 for the blank.
    #[inline]
    pub fn tile(&self, place: usize) -> usize {
        self.labels.get(place)
    }

    /// The place of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The blank trades places with the tile in a neighbouring place.
    #[inline]
    pub fn step(&mut self, target: u8) {
        self.labels.slide(usize::from(target), usize::from(self.blank));
        self.blank = target;
    }

    /// The tiles of the first `places` places.
    pub fn tiles(&self, places: usize) -> Vec<u8> {
        (0..places).map(|place| u8::try_from(self.tile(place)).expect("a tile fits a byte")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<L: Labels>(places: usize) {
        assert!(places <= L::CAPACITY);
        let tiles: Vec<u8> = (0..places).map(|place| u8::try_from((place * 7 + 3) % places).unwrap()).collect();
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        let packed = L::pack(&tiles);
        assert_eq!(packed.find_blank(), blank);
        let sum = tiles.iter().fold(0, |sum, tile| sum ^ tile);
        assert_eq!(packed.sum(), sum);
        let last = packed.get(L::CAPACITY - 1);
        let marked = packed.with_last(2);
        assert_eq!(marked.get(L::CAPACITY - 1), 2);
        let missing = marked.with_last(0).sum() ^ sum;
        assert_eq!(usize::from(missing), last);
        assert_eq!(marked.with_last(missing), packed);
        for (place, &tile) in tiles.iter().enumerate() {
            assert_eq!(packed.get(place), usize::from(tile));
            if place != blank {
                let mut moved = packed;
                moved.slide(place, blank);
                let mut expected = tiles.clone();
                expected.swap(place, blank);
                assert_eq!(moved, L::pack(&expected));
                assert_eq!(moved.find_blank(), place);
            }
        }
    }

    #[test]
    fn every_packing_behaves() {
        for places in [1, 2, 9, 12, 15, 16] {
            behaves::<Nibbles>(places);
        }
        for places in [25, 18] {
            behaves::<Bytes<25>>(places);
        }
        for places in [256, 100] {
            behaves::<Bytes<256>>(places);
        }
    }
}
