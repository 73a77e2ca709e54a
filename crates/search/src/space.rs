//! What a domain must give to be searched at all.

use std::fmt::Debug;
use std::hash::Hash;

/// The cost of a move or of a path: a whole number, so that every comparison is exact.
pub type Cost = u32;

/// A puzzle instance as a graph: states, moves between them, and the goal that this instance asks for.
///
/// The space owns the rules and the goal; the start is given to the search, so that one space (and the tables of its
/// heuristics) serves any number of starts. Drawing, parsing and heuristics live elsewhere.
///
/// States are changed in place: [`apply`](Self::apply) a legal move, [`undo`](Self::undo) it again. A move therefore
/// carries whatever undoing needs.
pub trait StateSpace {
    /// A position. Two states are equal exactly when they are the same node of the graph.
    type State: Clone + Eq + Hash + Debug + 'static;
    /// An edge out of a state, with all that `undo` needs.
    type Move: Copy + Eq + Debug;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` once for every legal move in `state`, in an order that depends on `state` alone.
    fn for_each_move(&self, state: &Self::State, visit: impl FnMut(Self::Move));

    /// Makes a legal move.
    fn apply(&self, state: &mut Self::State, mv: Self::Move);

    /// Takes back a move that was just made: `undo` after `apply` is the identity.
    fn undo(&self, state: &mut Self::State, mv: Self::Move);

    /// What a move costs. At least 1.
    fn cost(&self, _mv: Self::Move) -> Cost {
        1
    }

    /// The cost of every move, where all cost the same. A space that does not say so here is not taken to be uniform,
    /// and breadth-first search, which counts moves, then proves nothing about costs.
    fn uniform_cost(&self) -> Option<Cost> {
        None
    }

    /// Whether every move can be taken back by a move of the same cost. A space that does not say so here is not taken
    /// to be undirected, and searches that forget old layers keep them all.
    fn is_undirected(&self) -> bool {
        false
    }
}
