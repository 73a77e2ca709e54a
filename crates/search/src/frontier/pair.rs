//! The two frontiers of a bidirectional search, and which pair of nodes, one from each, comes next (Chen, Holte, Zilles
//! and Sturtevant 2017).
//!
//! A solution that leaves the forward frontier at `u` and enters the backward one at `v` costs at least
//!
//! ```text
//! lb(u, v) = max(f(u), f(v), g(u) + g(v) + the cheapest move)
//! ```
//!
//! The pair of least `lb` is found without looking at pairs. Each frontier has two queues: nodes *wait* by f until the
//! lower bound has come up to their f, then they are *ready* by g. Among the ready ones the least g of both sides make
//! the best pair; where they still promise too much, the bound rises to the least value that changes anything.

use crate::closed::NodeId;
use crate::frontier::{BucketQueue, TieBreak};
use crate::{Cost, LimitKind, Meter, Observer};

/// The end from which a node was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// From the start, along moves.
    Forward,
    /// From a goal, against moves.
    Backward,
}

/// A node that waits, with the cost of its path: it is needed when the node becomes ready, and looking it up then would
/// cost a cache miss.
#[derive(Clone, Copy, Debug, Default)]
struct Waiting {
    node: NodeId,
    cost: Cost,
}

#[derive(Debug)]
struct Half {
    /// By f, none below the lower bound once [`PairFrontier::prepare`] has run.
    waiting: BucketQueue<Waiting>,
    /// By g.
    ready: BucketQueue,
}

impl Half {
    fn new() -> Self {
        Self { waiting: BucketQueue::new(TieBreak::Lifo), ready: BucketQueue::new(TieBreak::Lifo) }
    }

    /// The first that waits becomes ready, where its f is at most `limit`.
    fn promote<O: Observer>(&mut self, limit: Cost, meter: &mut Meter<'_, O>) -> Result<bool, LimitKind> {
        if self.waiting.peek().is_none_or(|promise| promise > limit) {
            return Ok(false);
        }
        let (_, Waiting { node, cost }) = self.waiting.pop().expect("peeked");
        self.ready.push(cost, node, meter)?;
        Ok(true)
    }

    /// The least cost of a ready node, once those that are no longer open are dropped.
    fn ready_cost(&mut self, is_open: impl Fn(NodeId, Cost) -> bool) -> Option<Cost> {
        loop {
            let (cost, node) = self.ready.front()?;
            if is_open(node, cost) {
                return Some(cost);
            }
            self.ready.pop();
        }
    }
}

/// Open nodes of both sides, and a lower bound on every solution that is still to be found.
#[derive(Debug)]
pub(crate) struct PairFrontier {
    forward: Half,
    backward: Half,
    /// No pair of open nodes promises less than this.
    pub(crate) lower_bound: Cost,
    /// What a move costs at least.
    step: Cost,
}

impl PairFrontier {
    /// Empty frontiers in a space where every move costs at least `step`.
    pub(crate) fn new(step: Cost) -> Self {
        Self { forward: Half::new(), backward: Half::new(), lower_bound: 0, step }
    }

    /// Opens a node whose path costs `cost` and promises a solution of at least `promise`.
    ///
    /// A node that is reached again on a cheaper path is pushed again: the old entry is no longer open.
    #[inline]
    pub(crate) fn push<O: Observer>(
        &mut self,
        side: SearchEnd,
        node: NodeId,
        cost: Cost,
        promise: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        let below = promise < self.lower_bound;
        let half = self.half(side);
        if below {
            half.ready.push(cost, node, meter)
        } else {
            half.waiting.push(promise, Waiting { node, cost }, meter)
        }
    }

    /// Brings the best pair to the front and the lower bound up to what it promises. Ends early at a bound of
    /// `enough`. `false`: one side has no open node left.
    ///
    /// `is_open` says whether a node still waits to be expanded at this cost.
    pub(crate) fn prepare<O: Observer>(
        &mut self,
        enough: Cost,
        is_open: impl Fn(SearchEnd, NodeId, Cost) -> bool,
        meter: &mut Meter<'_, O>,
    ) -> Result<bool, LimitKind> {
        while self.lower_bound < enough {
            let forward = self.forward.ready_cost(|node, cost| is_open(SearchEnd::Forward, node, cost));
            let backward = self.backward.ready_cost(|node, cost| is_open(SearchEnd::Backward, node, cost));
            if forward.is_none() && self.forward.waiting.is_empty()
                || backward.is_none() && self.backward.waiting.is_empty()
            {
                return Ok(false);
            }
            let together = match (forward, backward) {
                (Some(forward), Some(backward)) => forward.saturating_add(backward).saturating_add(self.step),
                _ => Cost::MAX,
            };
            if together <= self.lower_bound {
                return Ok(true);
            }
            let limit = self.lower_bound;
            let promoted = [self.forward.promote(limit, meter)?, self.backward.promote(limit, meter)?];
            if promoted == [false, false] {
                let waiting = [self.forward.waiting.peek(), self.backward.waiting.peek()];
                self.lower_bound = waiting.into_iter().flatten().min().unwrap_or(Cost::MAX).min(together);
            }
        }
        Ok(true)
    }

    /// Takes the node at the front of one side, with the cost of its path.
    #[inline]
    pub(crate) fn take(&mut self, side: SearchEnd) -> Option<(Cost, NodeId)> {
        self.half(side).ready.pop()
    }

    fn half(&mut self, side: SearchEnd) -> &mut Half {
        match side {
            SearchEnd::Forward => &mut self.forward,
            SearchEnd::Backward => &mut self.backward,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// Nodes of one side as `(g, f)`, by number.
    type Plain = Vec<(Cost, Cost)>;

    /// The least bound of any pair, found by looking at all.
    fn least(forward: &Plain, backward: &Plain, open: &[Vec<bool>; 2], step: Cost) -> Option<Cost> {
        let alive = |side: usize, nodes: &Plain| -> Plain {
            nodes.iter().zip(&open[side]).filter(|(_, open)| **open).map(|(node, _)| *node).collect()
        };
        let (forward, backward) = (alive(0, forward), alive(1, backward));
        let pairs = forward.iter().flat_map(|u| backward.iter().map(move |v| u.1.max(v.1).max(u.0 + v.0 + step)));
        pairs.min()
    }

    #[test]
    fn the_pair_of_least_bound_comes_first() {
        let mut random = 3u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from((random >> 33) % below).unwrap()
        };
        for round in 0..300 {
            let mut meter = Meter::for_test(Limits::default());
            let step = 1 + next(3);
            let mut frontier = PairFrontier::new(step);
            let mut nodes: [Plain; 2] = [Vec::new(), Vec::new()];
            let mut open: [Vec<bool>; 2] = [Vec::new(), Vec::new()];
            let mut bound = 0;
            for _ in 0..60 {
                for (side, index) in [(SearchEnd::Forward, 0), (SearchEnd::Backward, 1)] {
                    for _ in 0..next(3) {
                        let cost = next(20);
                        let promise = cost + next(20);
                        frontier
                            .push(side, u32::try_from(open[index].len()).unwrap(), cost, promise, &mut meter)
                            .unwrap();
                        nodes[index].push((cost, promise));
                        open[index].push(true);
                    }
                }
                let is_open = |side: SearchEnd, node: NodeId, _: Cost| {
                    open[usize::from(side == SearchEnd::Backward)][node as usize]
                };
                let expected = least(&nodes[0], &nodes[1], &open, step);
                let found = frontier.prepare(Cost::MAX, is_open, &mut meter).unwrap();
                assert_eq!(found, expected.is_some(), "round {round}");
                let Some(expected) = expected else { break };
                bound = bound.max(expected);
                assert_eq!(frontier.lower_bound, bound, "round {round}");
                let (u, v) = (frontier.take(SearchEnd::Forward).unwrap(), frontier.take(SearchEnd::Backward).unwrap());
                let (forward, backward) = (nodes[0][u.1 as usize], nodes[1][v.1 as usize]);
                assert_eq!((u.0, v.0), (forward.0, backward.0));
                assert!(forward.1.max(backward.1).max(u.0 + v.0 + step) <= bound, "round {round}");
                open[0][u.1 as usize] = false;
                open[1][v.1 as usize] = false;
                // Sometimes a node is closed while it waits.
                if next(4) == 0 {
                    let node = next(open[0].len() as u64) as usize;
                    open[0][node] = false;
                }
            }
        }
    }
}
