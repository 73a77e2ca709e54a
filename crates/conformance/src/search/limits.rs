//! A search stops where it was told to, and what it knows then is true.

use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::meter::LONGEST_PERIOD;
use fewest_search::{Cancel, Cost, Iteration, LimitKind, Limits, Observer, Outcome, Progress, Run, Search, StateSpace};

use crate::Check;
use crate::search::Trial;

impl<S: StateSpace, H, A: Search<S, H>> Trial<'_, S, H, A> {
    /// Each limit on expansions is kept exactly: a smaller one than the search needs ends it after just as many, any
    /// other changes nothing. Lower bounds are true, and rise with the limit.
    ///
    /// # Errors
    /// The first limit that is not kept.
    pub fn check_expansion_limits(
        &self,
        start: &S::State,
        distance: Option<Cost>,
        limits: impl IntoIterator<Item = u64>,
    ) -> Check {
        let full = self.solve(start);
        let mut limits: Vec<u64> = limits.into_iter().collect();
        limits.sort_unstable();
        let mut bound_before = 0;
        for allowed in limits {
            let run = self.solve_within(start, &Limits { expansions: Some(allowed), ..Limits::default() });
            self.check_run(start, distance, &run)?;
            let expanded = run.stats.expanded;
            if allowed >= full.stats.expanded {
                ensure!(
                    same(&run, &full),
                    "{start:?}: a limit of {allowed} expansions, which is enough, changes the run"
                );
                continue;
            }
            let Outcome::LimitReached { limit: LimitKind::Expansions, lower_bound, .. } = run.outcome else {
                return Err(format!("{start:?}: ended with {:?} when allowed {allowed} expansions", run.outcome));
            };
            ensure!(expanded == allowed, "{start:?}: expanded {expanded} nodes when allowed {allowed}");
            ensure!(
                lower_bound >= bound_before,
                "{start:?}: the lower bound falls from {bound_before} to {lower_bound} at {allowed} expansions"
            );
            bound_before = lower_bound;
        }
        Ok(())
    }

    /// No limit on memory is passed. One as large as the search's own peak changes nothing; without any memory at most
    /// one node is expanded.
    ///
    /// # Errors
    /// The first limit that is not kept.
    pub fn check_memory_limits(
        &self,
        start: &S::State,
        distance: Option<Cost>,
        limits: impl IntoIterator<Item = u64>,
    ) -> Check {
        let full = self.solve(start);
        let peak = full.stats.peak_memory;
        for memory in limits.into_iter().chain([0, peak]) {
            let run = self.solve_within(start, &Limits { memory, ..Limits::default() });
            self.check_run(start, distance, &run)?;
            let held = run.stats.peak_memory;
            ensure!(held <= memory, "{start:?}: held {held} bytes of {memory}");
            ensure!(memory < peak || same(&run, &full), "{start:?}: a limit of {memory} bytes changes the run");
            if let Outcome::LimitReached { limit, .. } = run.outcome {
                let own = limit == LimitKind::Depth && memory >= peak;
                ensure!(own || limit == LimitKind::Memory, "{start:?}: ended with {limit} when given {memory} bytes");
            }
            let expanded = run.stats.expanded;
            ensure!(memory > 0 || expanded <= 1, "{start:?}: expanded {expanded} nodes without any memory");
        }
        Ok(())
    }

    /// A search without time ends at its first look at the clock.
    ///
    /// # Errors
    /// What it did instead.
    pub fn check_time_limit(&self, start: &S::State, distance: Option<Cost>) -> Check {
        let run = self.solve_within(start, &Limits { time: Some(Duration::ZERO), ..Limits::default() });
        self.check_stopped(start, distance, &run, LimitKind::Time, 0)
    }

    /// A search stops soon when it is cancelled: before it starts, on the way, or by its observer.
    ///
    /// # Errors
    /// What it did instead.
    pub fn check_cancel(&self, start: &S::State, distance: Option<Cost>) -> Check {
        let expanded = self.solve(start).stats.expanded;
        for after in [0, 1, expanded / 2] {
            let limits = Limits::default();
            let mut flag = Stopper { left: after, how: How::Flag(limits.cancel.clone()) };
            if after == 0 {
                limits.cancel.cancel();
            }
            let run = self.algorithm.run(self.space, start, self.heuristic, &limits, &mut flag);
            self.check_stopped(start, distance, &run, LimitKind::Cancelled, after)?;
            let mut brake = Stopper { left: after, how: How::Break };
            let run = self.algorithm.run(self.space, start, self.heuristic, &Limits::default(), &mut brake);
            self.check_stopped(start, distance, &run, LimitKind::Cancelled, after)?;
        }
        Ok(())
    }

    /// A run that was to stop after so many expansions went at most one period further.
    fn check_stopped(
        &self,
        start: &S::State,
        distance: Option<Cost>,
        run: &Run<S::Move>,
        expected: LimitKind,
        after: u64,
    ) -> Check {
        self.check_run(start, distance, run)?;
        let expanded = run.stats.expanded;
        match run.outcome {
            // Its own limit on depth ends it by itself.
            Outcome::LimitReached { limit, .. } if limit != LimitKind::Depth => {
                ensure!(limit == expected, "{start:?}: ended with {limit}, not with {expected}");
                ensure!(expanded >= after, "{start:?}: stopped after {expanded} expansions, {after} were allowed");
            }
            // It may end by itself before it looks.
            _ => ensure!(
                after > 0 || expanded == 0,
                "{start:?}: expanded {expanded} nodes, though stopped by {expected}"
            ),
        }
        ensure!(
            expanded <= after + LONGEST_PERIOD,
            "{start:?}: expanded {expanded} nodes, though stopped by {expected} after {after}"
        );
        Ok(())
    }
}

/// Whether two runs did the same; time apart.
pub(super) fn same<M: PartialEq + Clone>(a: &Run<M>, b: &Run<M>) -> bool {
    let timeless = |run: &Run<M>| {
        let mut run = run.clone();
        run.stats.elapsed = Duration::ZERO;
        run
    };
    timeless(a) == timeless(b)
}

/// An observer that stops the search after some expansions.
pub(super) struct Stopper {
    pub(super) left: u64,
    pub(super) how: How,
}

pub(super) enum How {
    /// By the flag that the search was given.
    Flag(Cancel),
    /// By what its callbacks return.
    Break,
}

impl Stopper {
    fn flow(&self) -> ControlFlow<()> {
        match self.how {
            How::Break if self.left == 0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Observer for Stopper {
    fn expand(&mut self, _: Cost) {
        self.left = self.left.saturating_sub(1);
        if let How::Flag(cancel) = &self.how
            && self.left == 0
        {
            cancel.cancel();
        }
    }

    fn iteration(&mut self, _: &Iteration) -> ControlFlow<()> {
        self.flow()
    }

    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        self.flow()
    }
}
