//! Watching a search at work.

use std::any::Any;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// A node that is about to be expanded. Its states are those of the space that is searched, without their type: an
/// observer does not know which space it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// What it cost to come here from the start (backward: from here to a goal).
    pub depth: Cost,
    /// The node's state.
    pub state: &'a dyn Any,
    /// The state from which this path came here, by one move (backward: to which one move leads from here); `None` where a
    /// search, or a round of it, begins.
    pub parent: Option<&'a dyn Any>,
    /// Whether the search goes against the moves here.
    pub backward: bool,
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

    /// Whether [`visit`](Self::visit) is to be called. Asked for each node: keep it cheaper still.
    #[inline]
    fn wants_visits(&self) -> bool {
        false
    }

    /// Shows the node that [`expand`](Self::expand) has just told of, with its state, to an observer that wants it. Not
    /// called by searches that expand whole layers or on several threads, and by those that are no search of a space.
    fn visit(&mut self, _visit: &Visit<'_>) {}

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

impl<O: Observer + ?Sized> Observer for &mut O {
    #[inline]
    fn expand(&mut self, depth: Cost) {
        (**self).expand(depth);
    }

    #[inline]
    fn wants_visits(&self) -> bool {
        (**self).wants_visits()
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        (**self).visit(visit);
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
