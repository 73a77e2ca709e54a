//! The state that the search works on, and its moves.

use crate::graph::byte;
use crate::labels::Labels;

/// A move: the blank goes along an edge, and the tile there takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The vertex of the blank.
    pub blank: u8,
    /// Where the blank goes and the tile comes from.
    pub target: u8,
}

impl Move {
    /// The move that takes this one back.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { blank: self.target, target: self.blank }
    }
}

/// A position packed for the search. It does not know its graph: the space does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<L> {
    labels: L,
    blank: u8,
}

impl<L: Labels> Board<L> {
    /// Packs tiles, 0 for the blank.
    pub(crate) fn pack(tiles: &[u8]) -> Self {
        Self::from_labels(L::pack(tiles))
    }

    /// A board from its packed labels alone.
    #[inline]
    pub(crate) fn from_labels(labels: L) -> Self {
        Self { labels, blank: byte(labels.find_blank()) }
    }

    /// The packed labels.
    #[inline]
    pub fn labels(&self) -> L {
        self.labels
    }

    /// The tile on a vertex, 0 for the blank.
    #[inline]
    pub fn tile(&self, vertex: usize) -> usize {
        self.labels.get(vertex)
    }

    /// The vertex of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The blank trades places with the tile on a neighbouring vertex.
    #[inline]
    pub(crate) fn step(&mut self, mv: Move) {
        debug_assert_eq!(self.blank, mv.blank);
        self.labels.slide(usize::from(mv.target), usize::from(mv.blank));
        self.blank = mv.target;
    }

    /// The tiles of the first `vertices` vertices.
    pub(crate) fn tiles(&self, vertices: usize) -> Vec<u8> {
        (0..vertices).map(|vertex| byte(self.tile(vertex))).collect()
    }
}
