//! What a search on several threads owes: the same truth and the same limits, but not the same path twice.

use std::fmt::Debug;
use std::ops::ControlFlow;

use fewest_search::{Cost, LimitKind, Limits, Observer, Outcome, Progress, Run, Search, StateSpace};

use crate::Check;
use crate::search::Trial;
use crate::search::limits::{How, Stopper};

impl<S: StateSpace, H, A: Search<S, H>> Trial<'_, S, H, A> {
    /// Every law of [`check_all`](Self::check_all) that does not ask for two runs that do the same, and that does not
    /// ask for each expansion to be observed: on several threads the order of expansions is up to chance.
    ///
    /// # Errors
    /// The first law that is broken.
    pub fn check_concurrent(&self, start: &S::State, distance: Option<Cost>) -> Check {
        let mut watch = Watch::default();
        let run = self.algorithm.run(self.space, start, self.heuristic, &Limits::default(), &mut watch);
        self.check_run(start, distance, &run)?;
        check_books(start, &run)?;
        watch.check(start, distance, &run)?;
        let is_limit = matches!(run.outcome, Outcome::LimitReached { .. });
        ensure!(!is_limit, "{start:?}: ended with {:?} without any limit but memory", run.outcome);
        self.check_any_expansion_limits(start, distance, run.stats.expanded)?;
        self.check_any_memory_limits(start, distance)?;
        self.check_time_limit(start, distance)?;
        self.check_any_cancel(start, distance)
    }

    /// No limit on expansions is exceeded, and one that ends the search was used up.
    fn check_any_expansion_limits(&self, start: &S::State, distance: Option<Cost>, expanded: u64) -> Check {
        let powers = (0..u64::BITS).map(|bit| 1 << bit).take_while(|&power| power < 2 * expanded);
        for allowed in powers.chain([0, expanded.saturating_sub(1), expanded]) {
            let run = self.solve_within(start, &Limits { expansions: Some(allowed), ..Limits::default() });
            self.check_run(start, distance, &run)?;
            check_books(start, &run)?;
            let expanded = run.stats.expanded;
            ensure!(expanded <= allowed, "{start:?}: expanded {expanded} nodes when allowed {allowed}");
            if let Outcome::LimitReached { limit, .. } = run.outcome {
                ensure!(
                    limit == LimitKind::Expansions,
                    "{start:?}: ended with {limit} when allowed {allowed} expansions"
                );
                ensure!(expanded == allowed, "{start:?}: stopped after {expanded} expansions, {allowed} were allowed");
            }
        }
        Ok(())
    }

    /// No limit on memory is passed.
    fn check_any_memory_limits(&self, start: &S::State, distance: Option<Cost>) -> Check {
        for memory in (0..20).map(|bit| 1 << bit).chain([0]) {
            let run = self.solve_within(start, &Limits { memory, ..Limits::default() });
            self.check_run(start, distance, &run)?;
            check_books(start, &run)?;
            let held = run.stats.peak_memory;
            ensure!(held <= memory, "{start:?}: held {held} bytes of {memory}");
            if let Outcome::LimitReached { limit, .. } = run.outcome {
                ensure!(limit == LimitKind::Memory, "{start:?}: ended with {limit} when given {memory} bytes");
            }
        }
        Ok(())
    }

    /// A search that is cancelled before it starts expands nothing, by flag or by observer.
    fn check_any_cancel(&self, start: &S::State, distance: Option<Cost>) -> Check {
        let limits = Limits::default();
        limits.cancel.cancel();
        let flagged = self.algorithm.run(self.space, start, self.heuristic, &limits, &mut ());
        let mut refuses = Stopper { left: 0, how: How::Break };
        let refused = self.algorithm.run(self.space, start, self.heuristic, &Limits::default(), &mut refuses);
        for run in [flagged, refused] {
            self.check_run(start, distance, &run)?;
            let expanded = run.stats.expanded;
            ensure!(expanded == 0, "{start:?}: expanded {expanded} nodes, though cancelled before");
            if let Outcome::LimitReached { limit, .. } = run.outcome {
                ensure!(limit == LimitKind::Cancelled, "{start:?}: ended with {limit}, though cancelled");
            }
        }
        Ok(())
    }
}

pub(super) fn check_books<M>(start: &impl Debug, run: &Run<M>) -> Check {
    let stats = &run.stats;
    let sum: u64 = stats.expanded_by_depth.iter().sum();
    ensure!(sum == stats.expanded, "{start:?}: {} expanded, but {sum} by depth", stats.expanded);
    let (expanded, generated) = (stats.expanded, stats.generated);
    ensure!(expanded <= generated, "{start:?}: {expanded} expanded of {generated} generated");
    ensure!(stats.iterations >= 1, "{start:?}: no iteration at all");
    Ok(())
}

/// An observer that checks what it is told.
#[derive(Default)]
struct Watch {
    /// What it was told last, and the two reports of which the later says less than the earlier.
    last: Progress,
    falls: Option<(Progress, Progress)>,
    reports: usize,
}

impl Watch {
    fn check<M>(&self, start: &impl Debug, distance: Option<Cost>, run: &Run<M>) -> Check {
        ensure!(self.falls.is_none(), "{start:?}: progress falls: {:?}", self.falls);
        ensure!(self.reports > 0 || run.stats.expanded == 0, "{start:?}: no progress was reported at all");
        let (told, found) = (self.last.expanded, run.stats.expanded);
        ensure!(told <= found, "{start:?}: {told} expansions were reported, and {found} counted");
        let bound = self.last.lower_bound;
        let is_true = distance.is_none_or(|distance| bound <= distance);
        ensure!(is_true, "{start:?}: lower bound {bound}, but a goal is {distance:?} away");
        Ok(())
    }
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.reports += 1;
        let rises = self.last.lower_bound <= progress.lower_bound
            && self.last.expanded <= progress.expanded
            && self.last.generated <= progress.generated
            && self.last.elapsed <= progress.elapsed;
        if !rises {
            self.falls = Some((self.last, *progress));
        }
        self.last = *progress;
        ControlFlow::Continue(())
    }
}
