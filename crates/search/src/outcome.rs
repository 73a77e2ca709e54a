//! How a search ends: always with a result, never with an error.

use crate::{Cost, LimitKind, Stats};

/// A path to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The moves from the start, in order.
    pub moves: Vec<M>,
    /// Their cost.
    pub cost: Cost,
}

/// What is known about the cost of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No solution costs less.
    Optimal,
    /// No solution costs less than this.
    Bounded {
        /// The proven lower bound.
        lower_bound: Cost,
    },
    /// Nothing.
    None,
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsolvableProof {
    /// Every state that can be reached was looked at, but for those behind states that the heuristic proves to be dead
    /// ends; or every state from which a goal can be reached.
    Exhausted,
    /// The heuristic proves that the start is a dead end.
    DeadEnd,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A goal was reached.
    Solved {
        /// The moves from the start, in order.
        moves: Vec<M>,
        /// Their cost.
        cost: Cost,
        /// What is known about that cost.
        proof: Proof,
    },
    /// No goal can be reached.
    Unsolvable {
        /// Why not.
        proof: UnsolvableProof,
    },
    /// A limit came first.
    LimitReached {
        /// Which one.
        limit: LimitKind,
        /// No solution costs less than this.
        lower_bound: Cost,
        /// The best solution met on the way.
        best_known: Option<Solution<M>>,
    },
}

impl<M> Outcome<M> {
    /// What the solution costs, where the search ended with one.
    pub fn cost(&self) -> Option<Cost> {
        match self {
            Self::Solved { cost, .. } => Some(*cost),
            Self::Unsolvable { .. } | Self::LimitReached { .. } => None,
        }
    }

    /// The moves from the start, in order, where the search ended with a solution.
    pub fn moves(&self) -> Option<&[M]> {
        match self {
            Self::Solved { moves, .. } => Some(moves),
            Self::Unsolvable { .. } | Self::LimitReached { .. } => None,
        }
    }

    /// The same outcome with its moves told in another way.
    pub fn map<N>(self, translate: impl Fn(Vec<M>) -> Vec<N>) -> Outcome<N> {
        match self {
            Self::Solved { moves, cost, proof } => Outcome::Solved { moves: translate(moves), cost, proof },
            Self::Unsolvable { proof } => Outcome::Unsolvable { proof },
            Self::LimitReached { limit, lower_bound, best_known } => {
                let best_known = best_known.map(|best| Solution { moves: translate(best.moves), cost: best.cost });
                Outcome::LimitReached { limit, lower_bound, best_known }
            }
        }
    }
}

/// A finished search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<M> {
    /// How it ended.
    pub outcome: Outcome<M>,
    /// What it did.
    pub stats: Stats,
}
