//! Errands: distances, block by block, or the way that the blank must make through the block, whichever is more.
//!
//! Every move is along an edge of one block, so lower bounds for the moves in each block add up. For the moves in block
//! `B` there are two, with "projection" for the vertex of `B` nearest to a vertex:
//!
//! - the **distances** in `B`: for each tile the steps from the projection of its vertex to that of its goal;
//! - the **errand**: where some tile behind a cut vertex `c` of `B` is not at its goal, and neither the blank nor its goal
//!   is behind `c`, the blank must go there, and so from its projection to `c` and on to the projection of its goal.
//!
//! A move in another block changes neither, but for whether something behind the very cut vertex is amiss that the
//! blank is behind, where the errand does not ask. A move in `B` changes each by one at most. So the sum, over the
//! blocks, of the greater of the two is consistent. On a graph without cut vertices it is the sum of the distances; on a
//! bridge it is exact.

use fewest_search::labels::{Board, Labels};
use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::blocks::blocks;
use crate::graph::{byte, ones};
use crate::space::{GraphPuzzle, Move};

/// Distances and errands of every block.
#[derive(Clone, Debug)]
pub struct Errands<'a, L: Labels> {
    space: &'a GraphPuzzle<L>,
    distances: Vec<Vec<u8>>,
    /// The block of the edge between two vertices; meaningless where there is none.
    blocks: Vec<Vec<u8>>,
    views: Vec<View>,
}

/// The graph as seen from a block.
#[derive(Clone, Debug)]
struct View {
    /// The vertex of the block nearest to each vertex.
    projections: Vec<u8>,
    /// Each cut vertex of the block behind which the goal's blank is not, with what is behind it, a bit each.
    behind: Vec<(u8, u64)>,
}

impl<'a, L: Labels> Errands<'a, L> {
    /// For the goal of `space`.
    pub fn new(space: &'a GraphPuzzle<L>) -> Self {
        let graph = space.graph();
        let vertices = graph.vertices();
        let distances: Vec<Vec<u8>> = (0..vertices).map(|vertex| graph.distances_from(vertex)).collect();
        let mut block_of = vec![vec![0; vertices]; vertices];
        let mut views = Vec::new();
        for (index, block) in blocks(graph).iter().enumerate() {
            for pair in ones(block.members()).flat_map(|a| ones(block.members()).map(move |b| (a, b))) {
                block_of[pair.0][pair.1] = byte(index);
            }
            let nearest = |vertex: usize| ones(block.members()).min_by_key(|&member| distances[vertex][member]);
            let projections: Vec<u8> =
                (0..vertices).map(|vertex| byte(nearest(vertex).expect("a block has vertices"))).collect();
            let goal = usize::from(projections[space.goal().blank()]);
            let behind = |cut: usize| {
                let hidden = (0..vertices).filter(|&v| v != cut && usize::from(projections[v]) == cut);
                (byte(cut), hidden.fold(0u64, |bits, vertex| bits | 1 << vertex))
            };
            let cuts = ones(block.members()).filter(|&cut| cut != goal).map(behind);
            views.push(View { behind: cuts.filter(|&(_, hidden)| hidden != 0).collect(), projections });
        }
        Self { space, distances, blocks: block_of, views }
    }

    /// The bound for the moves in one block.
    fn bound(&self, view: &View, state: &Board<L>) -> Cost {
        let distance = |a: u8, b: u8| Cost::from(self.distances[usize::from(a)][usize::from(b)]);
        let home = |vertex: usize| view.projections[usize::from(self.space.goal_vertices()[state.tile(vertex)])];
        let tiles = (0..view.projections.len()).filter(|&vertex| vertex != state.blank());
        let distances: Cost = tiles.map(|vertex| distance(view.projections[vertex], home(vertex))).sum();
        let (blank, goal) = (view.projections[state.blank()], view.projections[self.space.goal().blank()]);
        let amiss = |hidden: u64| ones(hidden).any(|vertex| state.tile(vertex) != self.space.goal().tile(vertex));
        let errands = view.behind.iter().filter(|&&(cut, hidden)| cut != blank && amiss(hidden));
        let errand = errands.map(|&(cut, _)| distance(blank, cut) + distance(cut, goal)).max().unwrap_or(0);
        distances.max(errand)
    }
}

impl<L: Labels> Heuristic<GraphPuzzle<L>> for Errands<'_, L> {
    fn estimate(&self, state: &Board<L>) -> Option<Cost> {
        self.memo(state)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<L: Labels> Incremental<GraphPuzzle<L>> for Errands<'_, L> {
    /// The sum itself.
    type Memo = Cost;

    fn memo(&self, state: &Board<L>) -> Option<Cost> {
        Some(self.views.iter().map(|view| self.bound(view, state)).sum())
    }

    /// Only the bound of the block in which the move is changes.
    fn advance(&self, memo: Cost, before: &Board<L>, mv: Move) -> Option<Cost> {
        let view = &self.views[usize::from(self.blocks[usize::from(mv.blank)][usize::from(mv.target)])];
        let mut after = *before;
        after.step(mv.target);
        Some(memo + self.bound(view, &after) - self.bound(view, before))
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
