//! The short way to a space of one's own: which states follow a state, and which are goals.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter;
use std::marker::PhantomData;

use crate::capability::{MovePruning, Packed};
use crate::space::{Cost, StateSpace};

/// A puzzle whose states are small and can be copied, told by the states that follow each.
///
/// That is enough for every algorithm that needs neither goals that can be listed nor ranks: `Puzzle` implies [`StateSpace`],
/// [`Packed`] and [`MovePruning`]. [`puzzle`] makes one of two closures.
///
/// ```
/// use fewest_search::{Puzzle, Zero, solve};
///
/// /// From 1 to a target, by doubling or adding one.
/// struct Doubling(u32);
///
/// impl Puzzle for Doubling {
///     type State = u32;
///     fn is_goal(&self, state: &u32) -> bool { *state == self.0 }
///     fn successors(&self, state: &u32) -> impl IntoIterator<Item = u32> {
///         [state * 2, state + 1].into_iter().filter(|next| *next <= self.0)
///     }
/// }
///
/// let run = solve(&Doubling(10), 1, &Zero);
/// let visited: Vec<u32> = run.outcome.moves().unwrap().iter().map(|step| step.to).collect();
/// assert_eq!(visited, [2, 4, 5, 10]);
/// ```
///
/// A domain with large states, or one whose moves are cheaper to make and take back than to copy, implements [`StateSpace`]
/// itself.
pub trait Puzzle {
    /// A position.
    type State: Copy + Eq + Hash + Debug + Send + 'static;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The states that one move leads to, in an order that depends on `state` alone.
    fn successors(&self, state: &Self::State) -> impl IntoIterator<Item = Self::State>;

    /// What the move from one state to another costs. At least 1.
    fn cost(&self, _from: &Self::State, _to: &Self::State) -> Cost {
        1
    }

    /// The cost of every move, where all cost the same: see [`StateSpace::uniform_cost`].
    fn uniform_cost(&self) -> Option<Cost> {
        None
    }

    /// Whether every move can be taken back at the same cost: see [`StateSpace::is_undirected`].
    fn is_undirected(&self) -> bool {
        false
    }
}

/// A move of a [`Puzzle`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step<T> {
    /// The state before it.
    pub from: T,
    /// The state after it.
    pub to: T,
}

impl<P: Puzzle> StateSpace for P {
    type State = P::State;
    type Move = Step<P::State>;

    fn is_goal(&self, state: &Self::State) -> bool {
        Puzzle::is_goal(self, state)
    }

    fn for_each_move(&self, state: &Self::State, visit: impl FnMut(Self::Move)) {
        let from = *state;
        self.successors(state).into_iter().map(|to| Step { from, to }).for_each(visit);
    }

    fn apply(&self, state: &mut Self::State, mv: Self::Move) {
        *state = mv.to;
    }

    fn undo(&self, state: &mut Self::State, mv: Self::Move) {
        *state = mv.from;
    }

    fn cost(&self, mv: Self::Move) -> Cost {
        Puzzle::cost(self, &mv.from, &mv.to)
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Puzzle::uniform_cost(self)
    }

    fn is_undirected(&self) -> bool {
        Puzzle::is_undirected(self)
    }
}

impl<P: Puzzle> Packed for P {
    type Key = P::State;

    fn pack(&self, state: &P::State) -> P::State {
        *state
    }

    fn unpack(&self, key: &P::State) -> P::State {
        *key
    }
}

/// Forbids to go back to where a move came from.
impl<P: Puzzle> MovePruning for P {
    type Trace = Option<P::State>;

    const TWINS_ARE_NEAR: bool = true;

    fn root_trace(&self) -> Self::Trace {
        None
    }

    fn follow(&self, before: Self::Trace, mv: Self::Move) -> Option<Self::Trace> {
        (before != Some(mv.to)).then_some(Some(mv.from))
    }
}

/// What [`puzzle`] makes.
#[derive(Clone, Copy, Debug)]
pub struct Closures<T, N, G> {
    successors: N,
    is_goal: G,
    states: PhantomData<fn(T)>,
}

/// A puzzle of two closures: the states that follow a state, each at a cost of 1, and whether a state is a goal.
///
/// ```
/// use fewest_search::{Zero, puzzle, solve};
///
/// let doubling = puzzle(|&n: &u32| [n * 2, n + 1].into_iter().filter(|next| *next <= 10), |&n| n == 10);
/// assert_eq!(solve(&doubling, 1, &Zero).outcome.cost(), Some(4));
/// ```
pub fn puzzle<T, I, N, G>(successors: N, is_goal: G) -> Closures<T, N, G>
where
    I: IntoIterator<Item = T>,
    N: Fn(&T) -> I,
    G: Fn(&T) -> bool,
{
    Closures { successors, is_goal, states: PhantomData }
}

impl<T, I, N, G> Puzzle for Closures<T, N, G>
where
    T: Copy + Eq + Hash + Debug + Send + 'static,
    I: IntoIterator<Item = T>,
    N: Fn(&T) -> I,
    G: Fn(&T) -> bool,
{
    type State = T;

    fn is_goal(&self, state: &T) -> bool {
        (self.is_goal)(state)
    }

    fn successors(&self, state: &T) -> impl IntoIterator<Item = T> {
        let mut states = (self.successors)(state).into_iter();
        iter::from_fn(move || states.next())
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }
}
