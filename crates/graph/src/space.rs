//! Sliding tiles on a graph as a state space, with everything else that the search can use of them.

use std::sync::Arc;

use fewest_search::capability::{Backward, MovePruning, Packed, Ranked};
use fewest_search::labels::{Board, Labels};
use fewest_search::{Cost, StateSpace};

use crate::class::Class;
use crate::graph::{Graph, byte, ones};
use crate::position::Position;

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

/// A graph and a goal on it: one instance of the puzzle, for any start.
#[derive(Clone, Debug)]
pub struct GraphPuzzle<L: Labels> {
    graph: Arc<Graph>,
    class: Class,
    goal: Board<L>,
    /// Where each tile belongs.
    goal_vertices: Vec<u8>,
    /// How far each tile's goal is from each vertex, by tile and then by vertex; 0 for the blank.
    goal_distances: Vec<u8>,
}

/// A position that does not belong to a space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum GraphPuzzleError {
    /// The packing is too small.
    #[error("a graph of {vertices} vertices has more than the {capacity} that this packing holds")]
    Capacity { vertices: usize, capacity: usize },
    /// Start and goal differ in their graphs.
    #[error("position and goal are not on the same graph")]
    OtherGraph,
}

impl<L: Labels> GraphPuzzle<L> {
    /// The puzzle of reaching `goal`.
    ///
    /// # Errors
    /// [`GraphPuzzleError::Capacity`] where `L` is too small.
    pub fn new(goal: &Position) -> Result<Self, GraphPuzzleError> {
        let graph = goal.graph().clone();
        let vertices = graph.vertices();
        if vertices > L::CAPACITY {
            return Err(GraphPuzzleError::Capacity { vertices, capacity: L::CAPACITY });
        }
        let mut goal_vertices = vec![0; vertices];
        let mut goal_distances = vec![0; vertices * L::CAPACITY];
        for (vertex, tile) in goal.tiles().iter().map(|&tile| usize::from(tile)).enumerate() {
            goal_vertices[tile] = byte(vertex);
            if tile != 0 {
                let row = tile * L::CAPACITY;
                goal_distances[row..row + vertices].copy_from_slice(&graph.distances_from(vertex));
            }
        }
        Ok(Self { class: Class::of(goal), goal: Board::pack(goal.tiles()), goal_vertices, goal_distances, graph })
    }

    /// The graph.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The positions that can reach the goal.
    pub fn class(&self) -> &Class {
        &self.class
    }

    /// The goal.
    pub fn goal(&self) -> &Board<L> {
        &self.goal
    }

    /// The vertex where each tile belongs; the blank is tile 0.
    pub fn goal_vertices(&self) -> &[u8] {
        &self.goal_vertices
    }

    /// How many steps a tile on a vertex is away from its goal, as if it were alone; 0 for the blank.
    #[inline]
    pub fn goal_distance(&self, tile: usize, vertex: usize) -> Cost {
        Cost::from(self.goal_distances[tile * L::CAPACITY + vertex])
    }

    /// A position as a state of this space.
    ///
    /// # Errors
    /// [`GraphPuzzleError::OtherGraph`] where the position is on another graph than the goal.
    pub fn board(&self, position: &Position) -> Result<Board<L>, GraphPuzzleError> {
        if *position.graph() != self.graph {
            return Err(GraphPuzzleError::OtherGraph);
        }
        Ok(Board::pack(position.tiles()))
    }

    /// A state of this space as a position.
    pub fn position(&self, board: &Board<L>) -> Position {
        Position::from_checked(self.graph.clone(), board.tiles(self.graph.vertices()))
    }

    /// The tiles that moves from `start` carry, as people write them.
    pub fn tiles_moved(&self, start: &Board<L>, moves: &[Move]) -> Vec<u8> {
        let mut board = *start;
        let moved = |&mv: &Move| {
            let tile = byte(board.tile(usize::from(mv.target)));
            board.step(mv.target);
            tile
        };
        moves.iter().map(moved).collect()
    }
}

impl<L: Labels> StateSpace for GraphPuzzle<L> {
    type State = Board<L>;
    type Move = Move;

    #[inline]
    fn is_goal(&self, state: &Board<L>) -> bool {
        state.labels() == self.goal.labels()
    }

    #[inline]
    fn for_each_move(&self, state: &Board<L>, mut visit: impl FnMut(Move)) {
        let blank = byte(state.blank());
        ones(self.graph.neighbour_bits(state.blank())).for_each(|target| visit(Move { blank, target: byte(target) }));
    }

    #[inline]
    fn apply(&self, state: &mut Board<L>, mv: Move) {
        state.step(mv.target);
    }

    #[inline]
    fn undo(&self, state: &mut Board<L>, mv: Move) {
        state.step(mv.blank);
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl<L: Labels> Packed for GraphPuzzle<L> {
    type Key = L;

    #[inline]
    fn pack(&self, state: &Board<L>) -> L {
        state.labels()
    }

    #[inline]
    fn unpack(&self, key: &L) -> Board<L> {
        Board::from_labels(*key)
    }
}

impl<L: Labels> Backward for GraphPuzzle<L> {
    fn goals(&self) -> impl Iterator<Item = Board<L>> {
        std::iter::once(self.goal)
    }

    /// Every move can be taken back by a move: the moves into a state are the reverses of those out of it.
    fn for_each_move_into(&self, state: &Board<L>, mut visit: impl FnMut(Move)) {
        self.for_each_move(state, |mv| visit(mv.reversed()));
    }
}

/// The vertices that the blank came from, the last first: as many as decide what is useless next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trail([u8; 3]);

impl Trail {
    /// Before the first move.
    const START: Self = Self([Self::NOWHERE; 3]);
    /// No vertex has this number.
    const NOWHERE: u8 = u8::MAX;

    /// Whether a move is useless here.
    #[inline]
    fn forbids(self, mv: Move) -> bool {
        let [last, second, third] = self.0;
        mv.target == last || (mv.target == second && (last > mv.blank || mv.blank == third))
    }

    /// The trail after a move.
    #[inline]
    fn then(self, mv: Move) -> Self {
        Self([mv.blank, self.0[0], self.0[1]])
    }
}

/// Forbids to take the last move back, and more on triangles. Three steps of the blank round a triangle exchange the two
/// tiles there, whichever way round: of the two ways the one that goes to the lower vertex first is kept. Four steps
/// round it have the effect of two the other way.
///
/// No state is lost: of the shortest strings of moves to a state take the one whose targets come first in the order of
/// a dictionary. If it had a forbidden part, the twin of that part, which starts and ends where it does, would make it
/// shorter or earlier.
impl<L: Labels> MovePruning for GraphPuzzle<L> {
    type Trace = Trail;

    fn root_trace(&self) -> Trail {
        Trail::START
    }

    #[inline]
    fn follow(&self, trace: Trail, mv: Move) -> Option<Trail> {
        (!trace.forbids(mv)).then(|| trace.then(mv))
    }
}

/// Positions that can reach the goal, ranked by the vertex of the blank and then by the permutation of each block.
impl<L: Labels> Ranked for GraphPuzzle<L> {
    fn rank_count(&self) -> Option<u64> {
        self.class.rank_count()
    }

    fn rank(&self, state: &Board<L>) -> u64 {
        self.class.rank(&state.tiles(self.graph.vertices()), state.blank())
    }

    fn unrank(&self, rank: u64) -> Board<L> {
        Board::pack(&self.class.unrank(rank))
    }
}
