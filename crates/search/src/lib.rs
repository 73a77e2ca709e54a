#![doc = include_str!("../README.md")]

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
