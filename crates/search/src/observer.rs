//! Watching a search at work.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::space::Cost;

/// A finished round of an iterative algorithm, or a finished layer of a breadth-first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The bound (greatest f, or depth) that the round searched completely.
    pub bound: Cost,
    /// Nodes expanded since the search began.
    pub expanded: u64,
    /// Nodes generated since the search began.
    pub generated: u64,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// No solution costs less than this.
    pub lower_bound: Cost,
    /// Nodes expanded so far.
    pub expanded: u64,
    /// Nodes generated so far.
    pub generated: u64,
    /// Bytes held now.
    pub memory: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// Callbacks from a search. All do nothing by default, and an observer that keeps a default pays nothing for it: `()`
/// observes nothing at no cost. `Break` ends the search as a cancellation would.
///
/// All are called from the thread that called the search. A search on several threads works on others: what these expand
/// is reported in sums, by [`progress`](Self::progress) about every millisecond and by [`iteration`](Self::iteration), and
/// not node by node.
pub trait Observer {
    /// A node at this cost from the start (expanded backward: from a goal) is about to be expanded. Called for each one,
    /// but for those that a search expands on threads of its own: keep it cheap.
    #[inline]
    fn expand(&mut self, _depth: Cost) {}

    /// A round is complete.
    fn iteration(&mut self, _iteration: &Iteration) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A solution was found that is better than any before; the search goes on. No solution costs less than
    /// `lower_bound`.
    fn improved(&mut self, _cost: Cost, _lower_bound: Cost) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called every thousand expansions or so; every millisecond or so by a search on several threads.
    fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Observer for () {}

impl<O: Observer> Observer for &mut O {
    #[inline]
    fn expand(&mut self, depth: Cost) {
        (**self).expand(depth);
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        (**self).iteration(iteration)
    }

    fn improved(&mut self, cost: Cost, lower_bound: Cost) -> ControlFlow<()> {
        (**self).improved(cost, lower_bound)
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (**self).progress(progress)
    }
}
