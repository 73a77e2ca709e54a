//! What every algorithm owes: true answers, kept limits, honest counts.

mod answers;
mod bidirectional;
mod concurrent;
mod counts;
mod limits;

pub use bidirectional::minimum_cover;
use fewest_search::{Cost, Limits, Run, Search, StateSpace};

use crate::Check;

/// An algorithm on a space with a heuristic: what the checks of this module are asked about.
#[derive(Debug)]
pub struct Trial<'a, S, H, A> {
    /// The space that is searched.
    pub space: &'a S,
    /// The estimates that guide it.
    pub heuristic: &'a H,
    /// The search that is tried.
    pub algorithm: &'a A,
}

impl<S: StateSpace, H, A: Search<S, H>> Trial<'_, S, H, A> {
    /// Searches from `start` without any limit but the default one on memory.
    fn solve(&self, start: &S::State) -> Run<S::Move> {
        self.solve_within(start, &Limits::default())
    }

    fn solve_within(&self, start: &S::State, limits: &Limits) -> Run<S::Move> {
        self.algorithm.run(self.space, start, self.heuristic, limits, &mut ())
    }

    /// Every law that needs no more than a start and its true distance, which must not be `None` for an algorithm that
    /// cannot exhaust the space. Expansion limits are tried at every power of two and around the full count.
    ///
    /// # Errors
    /// The first law that is broken.
    pub fn check_all(&self, start: &S::State, distance: Option<Cost>) -> Check {
        self.check_answer(start, distance)?;
        self.check_counts(start, distance)?;
        let expanded = self.solve(start).stats.expanded;
        let powers = (0..u64::BITS).map(|bit| 1 << bit).take_while(|&power| power < expanded);
        let around = [0, expanded.saturating_sub(1), expanded, expanded + 1];
        self.check_expansion_limits(start, distance, around.into_iter().chain(powers))?;
        self.check_memory_limits(start, distance, (0..20).map(|bit| 1 << bit))?;
        self.check_time_limit(start, distance)?;
        self.check_cancel(start, distance)
    }
}
