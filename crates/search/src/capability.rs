//! What a domain may give beyond [`StateSpace`]: one small trait for each thing that some algorithm asks for.
//!
//! A domain implements what it truly has and never fakes the rest: a puzzle without enumerable goals has no
//! [`Backward`], and an algorithm that needs it will not compile for that puzzle.

use std::fmt::Debug;
use std::hash::Hash;

use crate::space::StateSpace;

/// States that pack into a small key of fixed width, one key for each state.
pub trait Packed: StateSpace {
    /// The key: what closed tables store.
    type Key: Copy + Eq + Hash + Debug + Send + 'static;

    /// The key of a state.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// The state of a key made by [`pack`](Self::pack).
    fn unpack(&self, key: &Self::Key) -> Self::State;
}

/// A space whose goals can be listed and whose moves can be traced back, as bidirectional search needs.
pub trait Backward: StateSpace {
    /// Every goal state.
    fn goals(&self) -> impl Iterator<Item = Self::State>;

    /// Calls `visit` for every move `m` that leads into `state`: after `undo(state, m)` the state is the predecessor.
    fn for_each_move_into(&self, state: &Self::State, visit: impl FnMut(Self::Move));
}

/// A bijection between the states that can reach the goal and `0..count`, as exhaustive tables need.
pub trait Ranked: StateSpace {
    /// How many ranks there are, or `None` where the count does not fit 64 bits.
    fn rank_count(&self) -> Option<u64>;

    /// The rank of a state that can reach the goal.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state of a rank below [`rank_count`](Self::rank_count).
    fn unrank(&self, rank: u64) -> Self::State;
}

/// A finite automaton over moves that forbids strings with a twin: another string of the same effect that costs no
/// more and is kept (Taylor and Korf 1993). The least useful automaton forbids taking the last move back.
///
/// Depth-first searches, which keep no table of visited states, follow it to avoid most duplicates.
pub trait MovePruning: StateSpace {
    /// The automaton's state: what must be remembered of the moves so far.
    type Trace: Copy;

    /// Whether every twin is near: let the automaton follow any path of allowed moves, from any state on. A move that is
    /// forbidden at the end of the path leads, at no greater cost, to a state of the path or to one that a single allowed
    /// move leads to from a state of the path.
    ///
    /// Taking the last move back leads to a state of the path. A slide after a slide along the same line leads to where
    /// one slide would have led. But the second of two moves that commute, forbidden in one order, has a twin that is two
    /// moves away from the path. A search that remembers visited states may forget by which moves it came there only
    /// where this holds.
    const TWINS_ARE_NEAR: bool = false;

    /// The automaton's state before the first move.
    fn root_trace(&self) -> Self::Trace;

    /// The automaton's state after `mv`, or `None` where `mv` is forbidden after this trace.
    fn follow(&self, trace: Self::Trace, mv: Self::Move) -> Option<Self::Trace>;

    /// Calls `visit` for every legal move that is not forbidden after `trace`, in the order of
    /// [`for_each_move`](StateSpace::for_each_move).
    ///
    /// A domain overrides this where it can skip the forbidden moves faster than by asking for each.
    fn for_each_allowed(
        &self,
        state: &Self::State,
        trace: Self::Trace,
        mut visit: impl FnMut(Self::Move, Self::Trace),
    ) {
        self.for_each_move(state, |mv| {
            if let Some(next) = self.follow(trace, mv) {
                visit(mv, next);
            }
        });
    }
}
