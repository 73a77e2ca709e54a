//! A connected simple graph: the board.

use std::fmt;
use std::str::FromStr;

use crate::fault::Faults;
use crate::graph_setup::GraphSetup;

/// The most vertices a graph can have. A set of vertices then fits one register.
pub const MAX_VERTICES: usize = 64;

/// The longest text that is read as one graph or one position, in bytes: room for every edge of a graph of 64 vertices.
pub const MAX_TEXT: usize = 1 << 14;

/// A connected graph without loops and doubled edges, of 1 to [`MAX_VERTICES`] vertices. Two graphs are equal when they
/// have the same edges between the same numbers: isomorphic graphs are not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    vertices: usize,
    /// Lower vertex first, in order.
    edges: Vec<(u8, u8)>,
    /// A bit for each neighbour of each vertex.
    neighbours: Vec<u64>,
}

impl Graph {
    /// Edges that are known to make a connected graph of so many vertices; they may be given twice and either way round.
    pub(crate) fn from_checked(vertices: usize, edges: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let mut edges: Vec<_> = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut neighbours = vec![0; vertices];
        for &(a, b) in &edges {
            neighbours[usize::from(a)] |= 1 << b;
            neighbours[usize::from(b)] |= 1 << a;
        }
        Self { vertices, edges, neighbours }
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// The edges in order, the lower vertex first, counted from 0.
    pub fn edges(&self) -> &[(u8, u8)] {
        &self.edges
    }

    /// Whether an edge joins two vertices.
    pub fn has_edge(&self, a: usize, b: usize) -> bool {
        let is_edge = |&(low, high): &(u8, u8)| (usize::from(low), usize::from(high)) == (a.min(b), a.max(b));
        self.edges.iter().any(is_edge)
    }

    /// The neighbours of a vertex in order.
    pub fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> + use<> {
        ones(self.neighbours[vertex])
    }

    /// The neighbours of a vertex, a bit each.
    #[inline]
    pub(crate) fn neighbour_bits(&self, vertex: usize) -> u64 {
        self.neighbours[vertex]
    }

    /// The steps from one vertex to each other.
    pub fn distances_from(&self, vertex: usize) -> Vec<u8> {
        let mut distances = vec![0; self.vertices];
        let (mut seen, mut frontier) = (1u64 << vertex, 1u64 << vertex);
        for distance in 1.. {
            let reached = ones(frontier).fold(0, |reached, at| reached | self.neighbours[at]) & !seen;
            if reached == 0 {
                break;
            }
            ones(reached).for_each(|at| distances[at] = distance);
            seen |= reached;
            frontier = reached;
        }
        distances
    }
}

/// The places of the bits that are set, in order.
pub(crate) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}

/// A vertex or a tile as it is stored.
#[inline]
pub(crate) fn byte(number: usize) -> u8 {
    debug_assert!(number < MAX_VERTICES);
    #[expect(clippy::cast_possible_truncation, reason = "a graph has at most 64 vertices")]
    let number = number as u8;
    number
}

impl fmt::Display for Graph {
    /// Every edge once, in order: `1-2 1-3 2-3`; the graph of one vertex is `1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.edges.is_empty() {
            return f.write_str("1");
        }
        for (index, (low, high)) in self.edges.iter().enumerate() {
            let gap = if index > 0 { " " } else { "" };
            write!(f, "{gap}{}-{}", low + 1, high + 1)?;
        }
        Ok(())
    }
}

impl FromStr for Graph {
    type Err = Faults;

    fn from_str(text: &str) -> Result<Self, Faults> {
        GraphSetup::parse(text)?.validate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_shortest_paths() {
        let graph: Graph = "1-2 2-3 3-4 4-5 5-6 6-1 6-7".parse().unwrap();
        assert_eq!(graph.distances_from(0), [0, 1, 2, 3, 2, 1, 2]);
        assert_eq!(graph.distances_from(6), [2, 3, 4, 3, 2, 1, 0]);
        assert_eq!("1".parse::<Graph>().unwrap().distances_from(0), [0]);
        assert!(graph.has_edge(5, 0) && graph.has_edge(0, 5) && !graph.has_edge(0, 2));
        assert_eq!(graph.neighbours(5).collect::<Vec<_>>(), [0, 4, 6]);
    }
}
