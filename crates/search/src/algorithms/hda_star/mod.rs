//! HDA*, hash-distributed A* (Kishimoto, Fukunaga and Botea 2009): every state belongs to the thread that its hash
//! names, which alone keeps it in its open and closed lists. Who generates a state sends it to its owner, in batches and
//! without waiting for an answer.

mod inbox;
mod owner;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, AtomicUsize};

use foldhash::fast::FixedState;

use crate::algorithms::path::{ended, solution_along, solved_at_start};
use crate::capability::Packed;
use crate::crew::all_cores;
use crate::frontier::TieBreak;
use crate::{Cost, Incremental, LimitKind, Meter, Observer, Outcome, Run, Search, UnsolvableProof};
use inbox::{BATCHES_A_SENDER, Inbox, LARGEST_BATCH, Message};
use owner::{Estate, Owner, Shared};

/// The hash that names the owner of a state. It must not be the one of the closed tables, or each table would be filled
/// in one part only.
const OWNER_SEED: u64 = 0x0a11_0c8e_d00b_1e55;

/// HDA*. Optimal with an admissible heuristic; states are opened again where a cheaper path to them is found, which is
/// common here, for paths come in no order.
///
/// The cost of the solution does not depend on the number of threads or on their timing; the moves and all counts may.
/// With several threads more nodes are expanded than by [`AStar`](super::AStar), because each takes its own most
/// promising node, not the most promising of all.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::HdaStar, example::Line};
/// use std::num::NonZeroUsize;
///
/// let algorithm = HdaStar { threads: NonZeroUsize::new(2).unwrap(), ..HdaStar::default() };
/// let run = algorithm.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HdaStar {
    /// How many threads search. The one that calls waits for them.
    pub threads: NonZeroUsize,
    /// Which of several equally promising nodes a thread takes first.
    pub tie_break: TieBreak,
}

impl Default for HdaStar {
    /// A thread for each core.
    fn default() -> Self {
        Self { threads: all_cores(), tie_break: TieBreak::default() }
    }
}

impl<S: Packed + Sync, H: Incremental<S> + Sync> Search<S, H> for HdaStar {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, mut meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        let Some(estimate) = heuristic.estimate(start) else {
            return meter.finish(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd });
        };
        if heuristic.guarantees().admissible {
            meter.raise_lower_bound(estimate);
        }
        let first = Message { key: space.pack(start), parent: None, cost: 0, estimate, is_goal: false };
        let end = self.search(space, heuristic, first, &mut meter);
        meter.conclude(end)
    }
}

impl HdaStar {
    fn search<S: Packed + Sync, H: Incremental<S> + Sync, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        first: Message<S::Key>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Outcome<S::Move>, LimitKind> {
        meter.poll()?;
        meter.generate(1);
        let threads = self.threads.get();
        // All batches that there can ever be, as large as leaves most of the memory for tables. Too little memory for the
        // smallest is too little to search.
        let bytes = |batch| Owner::<S, H>::batch_bytes(threads, batch).saturating_mul(threads as u64);
        let halves = std::iter::successors(Some(LARGEST_BATCH), |&batch| (batch > 1).then_some(batch / 2));
        let batch = halves.into_iter().find(|&batch| meter.fits(bytes(batch).saturating_mul(8))).unwrap_or(1);
        meter.claim(bytes(batch))?;
        let shared = Shared {
            space,
            heuristic,
            admissible: heuristic.guarantees().admissible,
            lower_bound: meter.lower_bound(),
            hasher: FixedState::with_seed(OWNER_SEED),
            inboxes: (0..threads).map(|_| Inbox::new(1 + BATCHES_A_SENDER * (threads - 1))).collect(),
            batch,
            busy: AtomicUsize::new(threads),
            incumbent: AtomicU32::new(Cost::MAX),
        };
        shared.begin(first);
        let (estates, limit) = meter.with_crew(self.threads, |me, meter, _| {
            let mut owner = Owner::new(&shared, me, self.tie_break);
            let end = owner.search(meter);
            (owner.into_estate(), end)
        })?;
        let is_over = shared.is_over();
        let goal = estates.iter().filter_map(|estate| estate.best).min_by_key(|&(cost, _)| cost);
        if shared.admissible {
            let waiting = shared.inboxes.into_iter().flat_map(Inbox::into_batches).flatten();
            let open =
                estates.iter().map(|estate| estate.least_promise).chain(waiting.map(|message| message.promise()));
            let least = open.chain(goal.map(|(cost, _)| cost)).min();
            // Every solution that is not yet found leads through an open node that costs no more than it promises.
            meter.raise_lower_bound(least.filter(|&least| least < Cost::MAX).unwrap_or(0));
        }
        let solution = goal.map(|(_, goal)| solution_along(space, keys_to(goal, &estates)));
        match (limit.filter(|_| !is_over), solution) {
            (None, solution) => Ok(ended(solution, heuristic.guarantees().admissible)),
            (Some(limit), best_known) => {
                Ok(Outcome::LimitReached { limit, lower_bound: meter.lower_bound(), best_known })
            }
        }
    }
}

/// The keys on the path to a node. Each parent costs less than its child did when it named it, and nodes only become
/// cheaper: the path ends at the start.
fn keys_to<K: Copy + Eq + std::hash::Hash + Send>(goal: u32, estates: &[Estate<K>]) -> Vec<K> {
    let mut keys = Vec::new();
    let mut at = Some(goal);
    while let Some(name) = at {
        let (owner, id) = owner::unname(name, estates.len());
        let node = estates[owner].closed.node(id);
        keys.push(node.key());
        at = node.parent();
    }
    keys.reverse();
    keys
}
