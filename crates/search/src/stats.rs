//! What a search did, in the same terms for every algorithm.

use std::time::Duration;

/// Counts with one meaning for all algorithms. Those of single-threaded searches are the same on every machine; those of
/// searches on several threads are sums, and may differ from run to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors (of a backward search: predecessors) were generated. A node that is expanded again
    /// (re-opened, or met in a later iteration) counts again.
    pub expanded: u64,
    /// Nodes produced: the start (once for each time the search begins anew), the goals where a search begins from them,
    /// and every successor, or predecessor, that the space, less what move pruning forbids, yields; before any check
    /// for duplicates or against a bound.
    pub generated: u64,
    /// Nodes taken back from closed to open because a cheaper path was found.
    pub reopened: u64,
    /// Rounds of an iterative algorithm, layers of a breadth-first one; 1 for the others.
    pub iterations: u64,
    /// The most bytes that the structures of the search held at any time; the histogram below, of at most 512 KiB, is
    /// not counted.
    pub peak_memory: u64,
    /// Expanded nodes by the cost of the path to them from their own end of the search: from the start, or, for nodes
    /// expanded backward, to a goal.
    pub expanded_by_depth: Vec<u64>,
    /// Wall-clock time.
    pub elapsed: Duration,
}
