//! The blocks of a graph: its largest parts that no single vertex cuts apart (Hopcroft and Tarjan 1973).
//!
//! Two blocks share at most one vertex, a cut vertex, and every edge lies in exactly one block. What the blank can do in
//! a block depends on its kind alone: Wilson's theorem (1974) names the kinds.

use std::fmt;

use fewest_text::Listed;

use crate::graph::{Graph, MAX_VERTICES, byte, ones};

/// What Wilson's theorem needs to know of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// A single edge: the blank goes there and back and changes nothing.
    Bridge,
    /// A ring, on which the tiles keep their order.
    Polygon,
    /// θ₀: a hexagon with one more vertex that joins two opposite ones.
    Theta,
    /// Any other block whose edges all join two sides: even permutations only.
    Bipartite,
    /// Any other block: all permutations.
    NonBipartite,
}

impl fmt::Display for BlockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bridge => "bridge",
            Self::Polygon => "polygon",
            Self::Theta => "θ₀",
            Self::Bipartite => "bipartite",
            Self::NonBipartite => "non-bipartite",
        })
    }
}

/// A block. It prints as its vertices, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    vertices: Vec<u8>,
    kind: BlockKind,
}

impl Block {
    fn new(graph: &Graph, members: u64) -> Self {
        Self { vertices: ones(members).map(byte).collect(), kind: kind(graph, members) }
    }

    /// Its vertices in order, counted from 0.
    pub fn vertices(&self) -> &[u8] {
        &self.vertices
    }

    /// Its kind.
    pub fn kind(&self) -> BlockKind {
        self.kind
    }

    /// Its vertices, a bit each.
    pub(crate) fn members(&self) -> u64 {
        self.vertices.iter().fold(0, |bits, vertex| bits | 1 << vertex)
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<u16> = self.vertices.iter().map(|&vertex| u16::from(vertex) + 1).collect();
        Listed(&numbers).fmt(f)
    }
}

/// The blocks of a graph, in the order of their vertices. The graph of one vertex has none.
///
/// ```
/// use fewest_graph::{BlockKind, Graph, blocks};
/// let graph: Graph = "1-2 2-3 3-1 3-4".parse()?;
/// let found = blocks(&graph);
/// assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1–3", "3, 4"]);
/// assert_eq!((found[0].kind(), found[1].kind()), (BlockKind::Polygon, BlockKind::Bridge));
/// # Ok::<(), fewest_graph::Faults>(())
/// ```
pub fn blocks(graph: &Graph) -> Vec<Block> {
    let mut search = DepthFirst {
        graph,
        order: [0; MAX_VERTICES],
        low: [0; MAX_VERTICES],
        visited: 0,
        stack: Vec::with_capacity(graph.vertices()),
        found: Vec::new(),
    };
    search.visit(0, None);
    let mut blocks: Vec<Block> = search.found.into_iter().map(|members| Block::new(graph, members)).collect();
    blocks.sort_unstable_by(|a, b| a.vertices.cmp(&b.vertices));
    blocks
}

/// The depth-first search that finds blocks. It recurses at most once for each of the 64 vertices.
struct DepthFirst<'a> {
    graph: &'a Graph,
    /// When each vertex was visited, from 1; 0 where it was not yet.
    order: [u8; MAX_VERTICES],
    /// The earliest visited vertex that can be reached from below a vertex by one edge back.
    low: [u8; MAX_VERTICES],
    visited: u8,
    stack: Vec<usize>,
    found: Vec<u64>,
}

impl DepthFirst<'_> {
    fn visit(&mut self, vertex: usize, parent: Option<usize>) {
        self.visited += 1;
        self.order[vertex] = self.visited;
        self.low[vertex] = self.visited;
        self.stack.push(vertex);
        for next in self.graph.neighbours(vertex).filter(|&next| Some(next) != parent) {
            if self.order[next] > 0 {
                self.low[vertex] = self.low[vertex].min(self.order[next]);
                continue;
            }
            self.visit(next, Some(vertex));
            self.low[vertex] = self.low[vertex].min(self.low[next]);
            if self.low[next] >= self.order[vertex] {
                // Nothing below `next` leads back past `vertex`, which cuts it off.
                let mut members = 1 << vertex;
                while let Some(member) = self.stack.pop() {
                    members |= 1 << member;
                    if member == next {
                        break;
                    }
                }
                self.found.push(members);
            }
        }
    }
}

fn kind(graph: &Graph, members: u64) -> BlockKind {
    let degree = |vertex| (graph.neighbour_bits(vertex) & members).count_ones();
    let (vertices, degrees) = (members.count_ones(), ones(members).map(degree).sum::<u32>());
    if vertices == 2 {
        BlockKind::Bridge
    } else if degrees == 2 * vertices {
        BlockKind::Polygon
    } else if (vertices, degrees) == (7, 16) && is_theta(graph, members) {
        BlockKind::Theta
    } else if is_bipartite(graph, members) {
        BlockKind::Bipartite
    } else {
        BlockKind::NonBipartite
    }
}

/// Whether a block of 7 vertices and 8 edges is θ₀. Such a block is three paths between two vertices of degree 3, whose
/// lengths add up to 8: they are 2, 3 and 3 when none of them is 1 and just one is 2.
fn is_theta(graph: &Graph, members: u64) -> bool {
    let inside = |vertex| graph.neighbour_bits(vertex) & members;
    let mut branching = ones(members).filter(|&vertex| inside(vertex).count_ones() == 3);
    let (Some(a), Some(b)) = (branching.next(), branching.next()) else { return false };
    inside(a) & 1 << b == 0 && (inside(a) & inside(b)).is_power_of_two()
}

/// Whether the vertices of a connected part fall into two sides with every edge between them.
fn is_bipartite(graph: &Graph, members: u64) -> bool {
    let start = members & members.wrapping_neg();
    let mut sides = [start, 0];
    loop {
        let reached = sides.map(|side| ones(side).fold(0, |bits, at| bits | graph.neighbour_bits(at)) & members);
        let grown = [sides[0] | reached[1], sides[1] | reached[0]];
        if grown[0] & grown[1] != 0 {
            return false;
        }
        if grown == sides {
            return true;
        }
        sides = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, BlockKind)> {
        let graph: Graph = text.parse().expect(text);
        blocks(&graph).iter().map(|block| (block.to_string(), block.kind())).collect()
    }

    #[test]
    fn kinds_are_told_apart() {
        let kind = |text| match &found(text)[..] {
            [(_, kind)] => *kind,
            more => panic!("{text}: {more:?}"),
        };
        assert_eq!(kind("1-2"), BlockKind::Bridge);
        assert_eq!(kind("1-2 2-3 3-1"), BlockKind::Polygon);
        assert_eq!(kind("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4"), BlockKind::Theta);
        // The other thetas of seven vertices: paths of 1, 2, 5; 1, 3, 4; 2, 2, 4.
        assert_eq!(kind("1-2 1-3 3-2 1-4 4-5 5-6 6-7 7-2"), BlockKind::NonBipartite);
        assert_eq!(kind("1-2 1-3 3-4 4-2 1-5 5-6 6-7 7-2"), BlockKind::NonBipartite);
        assert_eq!(kind("1-3 3-2 1-4 4-2 1-5 5-6 6-7 7-2"), BlockKind::Bipartite);
        assert_eq!(kind("1-2 2-3 3-4 4-1 1-5 5-3"), BlockKind::Bipartite);
        assert_eq!(kind("1-2 2-3 3-4 4-1 1-3"), BlockKind::NonBipartite);
    }

    #[test]
    fn cut_vertices_part_blocks() {
        assert_eq!(found("1"), []);
        let names = |text| found(text).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names("1-2 2-3 2-4"), ["1, 2", "2, 3", "2, 4"]);
        assert_eq!(names("1-2 2-3 3-1 3-4 4-5 5-3 5-6 6-7"), ["1–3", "3–5", "5, 6", "6, 7"]);
    }
}
