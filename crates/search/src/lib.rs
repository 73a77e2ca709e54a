//! State-space search that knows no puzzle.
//!
//! A domain describes itself as a [`StateSpace`] and offers what else it can through the small traits of
//! [`capability`]; a [`Heuristic`] guesses the cost that is left; an algorithm from [`algorithms`] asks only for the
//! capabilities it uses, stays inside its [`Limits`], tells an [`Observer`] what it is doing, and returns a [`Run`]:
//! an [`Outcome`] and the [`Stats`] of how it was reached.
//!
//! ```
//! use fewest_search::{Limits, Outcome, Search, StateSpace, Zero, algorithms::BreadthFirst, capability::Packed};
//!
//! /// From 1, by doubling or adding one, to a target.
//! struct Doubling(u32);
//!
//! impl StateSpace for Doubling {
//!     type State = u32;
//!     type Move = u32; // the number we came from, so that a move can be undone
//!     fn is_goal(&self, state: &u32) -> bool { *state == self.0 }
//!     fn for_each_move(&self, state: &u32, mut visit: impl FnMut(u32)) {
//!         for next in [state * 2, state + 1] {
//!             if next <= self.0 { visit(next - state) }
//!         }
//!     }
//!     fn apply(&self, state: &mut u32, mv: u32) { *state += mv }
//!     fn undo(&self, state: &mut u32, mv: u32) { *state -= mv }
//! }
//!
//! impl Packed for Doubling {
//!     type Key = u32;
//!     fn pack(&self, state: &u32) -> u32 { *state }
//!     fn unpack(&self, key: &u32) -> u32 { *key }
//! }
//!
//! let run = BreadthFirst.run(&Doubling(10), &1, &Zero, &Limits::default(), &mut ());
//! let Outcome::Solved { cost, .. } = run.outcome else { panic!("1, 2, 4, 5, 10") };
//! assert_eq!(cost, 4);
//! ```

pub mod algorithms;
pub mod capability;
pub mod census;
mod closed;
mod crew;
#[doc(hidden)]
pub mod example;
pub mod frontier;
pub mod heuristic;
pub mod labels;
pub mod limits;
pub mod meter;
pub mod observer;
pub mod outcome;
mod puzzle;
pub mod scratch;
mod solver;
pub mod space;
pub mod stats;

pub use heuristic::{Estimate, Fresh, Guarantees, Heuristic, Incremental, Max, Zero, admissible, consistent, guess};
pub use limits::{Cancel, LimitKind, Limits};
pub use meter::Meter;
pub use observer::{Iteration, Observer, Progress, Visit};
pub use outcome::{Outcome, Proof, Run, Solution, UnsolvableProof};
pub use puzzle::{Closures, Puzzle, Step, puzzle};
pub use solver::{Solver, solve};
pub use space::{Cost, StateSpace};
pub use stats::Stats;

/// An algorithm that can search space `S` with heuristic `H`.
///
/// Each algorithm implements this for exactly the spaces and heuristics it can serve, so that what does not fit does
/// not compile. Every parameter of an algorithm is a field of its struct.
pub trait Search<S: StateSpace, H> {
    /// Searches from `start` to a goal of `space`.
    fn run<O: Observer>(
        &self,
        space: &S,
        start: &S::State,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<S::Move> {
        self.solve(space, start, heuristic, Meter::start(limits, observer))
    }

    /// As [`run`](Self::run), with a meter that has started: what an algorithm implements.
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move>;
}
