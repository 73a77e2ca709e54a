//! How the tiles on a graph are held in memory. The search is compiled once for each way, so that small graphs are fast
//! and large ones possible.

use std::fmt::Debug;
use std::hash::Hash;

/// The label of each vertex, packed: a tile, or 0 for the blank. Places beyond the graph's vertices hold 0, too.
pub trait Labels: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The most vertices it can hold; also one more than the largest tile.
    const CAPACITY: usize;

    /// Packs tiles, of which there are at most [`CAPACITY`](Self::CAPACITY).
    fn pack(tiles: &[u8]) -> Self;

    /// The tile on a vertex.
    fn get(&self, vertex: usize) -> usize;

    /// Moves a tile from vertex `from` to vertex `to`, where the blank is.
    fn slide(&mut self, from: usize, to: usize);

    /// The vertex of the blank.
    fn find_blank(&self) -> usize;
}

/// Up to 16 vertices of 4 bits in one register: the first vertex lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nibbles(u64);

impl Labels for Nibbles {
    const CAPACITY: usize = 16;

    fn pack(tiles: &[u8]) -> Self {
        Self(tiles.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile)))
    }

    #[inline]
    fn get(&self, vertex: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only the low 4 bits are kept")]
        let shifted = (self.0 >> (4 * vertex)) as usize;
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
}

/// Up to `N` vertices of a byte each.
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
    fn get(&self, vertex: usize) -> usize {
        usize::from(self.0[vertex])
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<L: Labels>(vertices: usize) {
        assert!(vertices <= L::CAPACITY);
        let tiles: Vec<u8> = (0..vertices).map(|vertex| u8::try_from((vertex * 7 + 3) % vertices).unwrap()).collect();
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        let packed = L::pack(&tiles);
        assert_eq!(packed.find_blank(), blank);
        for (vertex, &tile) in tiles.iter().enumerate() {
            assert_eq!(packed.get(vertex), usize::from(tile));
            if vertex != blank {
                let mut moved = packed;
                moved.slide(vertex, blank);
                let mut expected = tiles.clone();
                expected.swap(vertex, blank);
                assert_eq!(moved, L::pack(&expected));
                assert_eq!(moved.find_blank(), vertex);
            }
        }
    }

    #[test]
    fn every_packing_behaves() {
        for vertices in [1, 2, 9, 12, 15, 16] {
            behaves::<Nibbles>(vertices);
        }
        behaves::<Bytes<32>>(32);
        behaves::<Bytes<32>>(17);
        behaves::<Bytes<64>>(64);
        behaves::<Bytes<64>>(40);
    }
}
