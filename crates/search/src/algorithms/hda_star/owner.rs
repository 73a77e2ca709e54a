//! One thread of HDA*, with the states that it owns.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use foldhash::fast::FixedState;

use super::inbox::{BATCHES_A_SENDER, Batch, Inbox, Message};
use crate::capability::Packed;
use crate::closed::{Closed, Found, NodeId, home};
use crate::frontier::{BucketQueue, TieBreak};
use crate::{Cost, Incremental, LimitKind, Meter};

/// Expansions between two looks whether an owner with nothing in its inbox could use a batch that is not yet full.
const FLUSH_PERIOD: u32 = 16;
/// Emptied batches that an owner keeps to fill again.
const SPARES: usize = 4;
/// How long an owner without work waits before it looks at the limits.
const NAP: Duration = Duration::from_millis(1);

/// What all owners share.
///
/// **When the search is over.** `busy` counts the owners that are at work and the batches that are sent and not yet
/// dealt with. An owner adds 1 for a batch before it sends it, and only owners at work send. An owner that waits
/// adds 1 for itself when it has taken a batch, before it takes off the 1 of that batch; and takes off its own 1 when
/// it has nothing left to do: no open node that promises better than the best solution, and no message unsent. So
/// whoever adds holds a 1 that was counted before and is still counted: the count cannot rise from 0. And when it is
/// 0 no owner is at work and no message is on its way. Then no open node anywhere promises better than the best
/// solution, for that only ever gets better: the solution is optimal if promises are lower bounds.
pub(super) struct Shared<'a, S: Packed, H> {
    pub(super) space: &'a S,
    pub(super) heuristic: &'a H,
    pub(super) admissible: bool,
    /// No solution costs less than this: one that costs as much ends the search.
    pub(super) lower_bound: Cost,
    pub(super) hasher: FixedState,
    pub(super) inboxes: Vec<Inbox<S::Key>>,
    /// Messages in a full batch.
    pub(super) batch: usize,
    pub(super) busy: AtomicUsize,
    /// The cost of the best solution so far.
    pub(super) incumbent: AtomicU32,
}

impl<S: Packed, H> Shared<'_, S, H> {
    /// Sends the start to its owner.
    pub(super) fn begin(&self, start: Message<S::Key>) {
        self.busy.fetch_add(1, Ordering::AcqRel);
        self.inboxes[self.owner(start.key)].offer(vec![start]).expect("an inbox that is empty yet has room");
    }

    /// Whether all has been searched that need be.
    pub(super) fn is_over(&self) -> bool {
        self.busy.load(Ordering::Acquire) == 0
    }

    /// The cost of the best solution so far; an old one does no harm.
    fn incumbent(&self) -> Cost {
        self.incumbent.load(Ordering::Relaxed)
    }

    fn owner(&self, key: S::Key) -> usize {
        home(self.hasher.hash_one(key), self.inboxes.len())
    }

    /// Says that one unit of work is done.
    fn settle(&self) {
        if self.busy.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.inboxes.iter().for_each(Inbox::wake);
        }
    }
}

/// The number by which all owners know a node: owners take turns, so that together they can number as many nodes as
/// one table could alone.
fn name(owner: usize, id: NodeId, owners: usize) -> Option<NodeId> {
    let name = (id as usize).checked_mul(owners)?.checked_add(owner)?;
    NodeId::try_from(name).ok().filter(|&name| name != NodeId::MAX)
}

/// The owner of a node, and its number there.
pub(super) fn unname(name: NodeId, owners: usize) -> (usize, NodeId) {
    let (id, owner) = (name as usize / owners, name as usize % owners);
    (owner, NodeId::try_from(id).expect("no greater than the name"))
}

/// What an owner leaves.
pub(super) struct Estate<K: Send + 'static> {
    pub(super) closed: Closed<K>,
    /// Its cheapest goal, under the number that all owners know it by.
    pub(super) best: Option<(Cost, NodeId)>,
    /// The least that any of its open nodes and unsent messages promises.
    pub(super) least_promise: Cost,
}

/// One thread, and the states that it owns.
pub(super) struct Owner<'a, S: Packed, H> {
    shared: &'a Shared<'a, S, H>,
    me: usize,
    closed: Closed<S::Key>,
    open: BucketQueue,
    best: Option<(Cost, NodeId)>,
    /// Messages for each owner that are not yet sent.
    outboxes: Vec<Batch<S::Key>>,
    spares: Vec<Batch<S::Key>>,
    children: Vec<Message<S::Key>>,
    /// The least that anything promised which a limit kept from being opened.
    dropped: Cost,
}

impl<'a, S: Packed, H: Incremental<S>> Owner<'a, S, H> {
    pub(super) fn new(shared: &'a Shared<'a, S, H>, me: usize, tie_break: TieBreak) -> Self {
        let owners = shared.inboxes.len();
        Self {
            shared,
            me,
            closed: Closed::new(),
            open: BucketQueue::new(tie_break),
            best: None,
            outboxes: (0..owners).map(|_| Vec::new()).collect(),
            spares: Vec::new(),
            children: Vec::new(),
            dropped: Cost::MAX,
        }
    }

    /// The most bytes of batches that an owner can hold: one to fill for each other owner, a full inbox, the one that it
    /// reads, and some to spare.
    pub(super) fn batch_bytes(owners: usize, batch: usize) -> u64 {
        let others = owners as u64 - 1;
        let batches = if others == 0 { 0 } else { others + BATCHES_A_SENDER as u64 * others + 1 + SPARES as u64 };
        batches * (batch * size_of::<Message<S::Key>>() + size_of::<Batch<S::Key>>()) as u64
    }

    pub(super) fn into_estate(mut self) -> Estate<S::Key> {
        let unsent = self.outboxes.iter().flatten().map(Message::promise).min();
        let open = self.open.peek();
        let least_promise = [unsent, open].into_iter().flatten().fold(self.dropped, Cost::min);
        let name = |id| name(self.me, id, self.outboxes.len()).expect("checked when the node was made");
        let best = self.best.map(|(cost, id)| (cost, name(id)));
        Estate { closed: self.closed, best, least_promise }
    }

    /// Searches until all owners are done.
    pub(super) fn search(&mut self, meter: &mut Meter<'_, ()>) -> Result<(), LimitKind> {
        let mut since_flush = 0;
        loop {
            self.receive(meter)?;
            let Some(promise) = self.promising() else {
                self.flush(meter, |_| true)?;
                if self.promising().is_none() && !self.wait(meter)? {
                    return Ok(());
                }
                continue;
            };
            if let Err(limit) = self.expand(meter) {
                self.dropped = self.dropped.min(promise);
                return Err(limit);
            }
            since_flush += 1;
            if since_flush >= FLUSH_PERIOD {
                since_flush = 0;
                self.flush(meter, Inbox::is_empty)?;
            }
        }
    }

    /// The least promise of the open nodes, where it is better than the best solution.
    fn promising(&mut self) -> Option<Cost> {
        let incumbent = self.shared.incumbent();
        let lower_bound = if self.shared.admissible { self.shared.lower_bound } else { 0 };
        self.open.peek().filter(|&promise| promise.max(lower_bound) < incumbent)
    }

    /// Expands the most promising node.
    fn expand(&mut self, meter: &mut Meter<'_, ()>) -> Result<(), LimitKind> {
        let Some((_, id)) = self.open.pop() else { return Ok(()) };
        let node = self.closed.node_mut(id);
        if node.is_expanded() {
            return Ok(()); // A cheaper path brought it forward.
        }
        node.set_expanded();
        let node = *node;
        meter.expand(node.cost())?;
        let mut children = std::mem::take(&mut self.children);
        self.generate(&node.key(), id, node.cost(), &mut children, meter);
        let end = children.drain(..).try_for_each(|child| self.dispatch(child, meter));
        self.children = children;
        end
    }

    /// Lists the successors of a node, less those that the heuristic calls dead ends.
    fn generate(
        &self,
        key: &S::Key,
        id: NodeId,
        cost: Cost,
        children: &mut Vec<Message<S::Key>>,
        meter: &mut Meter<'_, ()>,
    ) {
        let Shared { space, heuristic, .. } = self.shared;
        let state = space.unpack(key);
        let Some(memo) = heuristic.memo(&state) else { return };
        let parent = name(self.me, id, self.outboxes.len());
        let mut moves = 0;
        let mut child = state.clone();
        space.for_each_move(&state, |mv| {
            moves += 1;
            let Some(memo) = heuristic.advance(memo, &state, mv) else { return };
            space.apply(&mut child, mv);
            children.push(Message {
                key: space.pack(&child),
                parent,
                cost: cost.saturating_add(space.cost(mv)),
                estimate: heuristic.value(memo),
                is_goal: space.is_goal(&child),
            });
            space.undo(&mut child, mv);
        });
        meter.generate(moves);
    }

    /// Brings a successor to its owner, or on its way.
    fn dispatch(&mut self, child: Message<S::Key>, meter: &mut Meter<'_, ()>) -> Result<(), LimitKind> {
        if self.is_useless(&child) {
            return Ok(());
        }
        let owner = self.shared.owner(child.key);
        if owner == self.me {
            return self.reach(&child, meter);
        }
        let outbox = &mut self.outboxes[owner];
        if outbox.capacity() == 0 {
            *outbox = self.spares.pop().unwrap_or_else(|| Vec::with_capacity(self.shared.batch));
        }
        outbox.push(child);
        if outbox.len() == self.shared.batch { self.send(owner, meter) } else { Ok(()) }
    }

    fn is_useless(&self, child: &Message<S::Key>) -> bool {
        self.shared.admissible && child.promise() >= self.shared.incumbent()
    }

    /// Notes a path to a state of its own and opens it where that path is the cheapest so far.
    fn reach(&mut self, child: &Message<S::Key>, meter: &mut Meter<'_, ()>) -> Result<(), LimitKind> {
        if self.is_useless(child) {
            return Ok(());
        }
        let id = match self.closed.insert(child.key, child.parent, child.cost, meter)? {
            Found::New(id) => {
                name(self.me, id, self.outboxes.len()).ok_or(LimitKind::Memory)?;
                id
            }
            Found::Known(id) => {
                let node = self.closed.node_mut(id);
                if node.cost() <= child.cost {
                    return Ok(());
                }
                if node.is_expanded() {
                    meter.reopen();
                }
                node.improve(child.parent.expect("only the start has no parent, and costs 0"), child.cost);
                id
            }
        };
        if child.is_goal {
            if self.best.is_none_or(|(cost, _)| child.cost < cost) {
                self.best = Some((child.cost, id));
                self.shared.incumbent.fetch_min(child.cost, Ordering::Relaxed);
            }
            return Ok(());
        }
        self.open.push(child.promise(), id, meter)
    }

    /// Sends the messages for an owner. While its inbox is full, this owner reads its own: that sends nothing, so some
    /// inbox always empties, and no two owners can wait for each other for ever.
    fn send(&mut self, to: usize, meter: &mut Meter<'_, ()>) -> Result<(), LimitKind> {
        let mut batch = std::mem::take(&mut self.outboxes[to]);
        self.shared.busy.fetch_add(1, Ordering::AcqRel);
        while let Err(refused) = self.shared.inboxes[to].offer(batch) {
            batch = refused;
            meter.rest();
            if let Err(limit) = meter.poll().and_then(|()| self.receive(meter)) {
                self.outboxes[to] = batch;
                return Err(limit);
            }
            thread::yield_now();
        }
        Ok(())
    }

    /// Sends what there is for owners whose inbox is in a certain state.
    fn flush(&mut self, meter: &mut Meter<'_, ()>, wants: impl Fn(&Inbox<S::Key>) -> bool) -> Result<(), LimitKind> {
        for to in 0..self.outboxes.len() {
            if !self.outboxes[to].is_empty() && wants(&self.shared.inboxes[to]) {
                self.send(to, meter)?;
            }
        }
        Ok(())
    }

    fn receive(&mut self, meter: &mut Meter<'_, ()>) -> Result<(), LimitKind> {
        while let Some(batch) = self.shared.inboxes[self.me].take() {
            self.open_batch(batch, meter)?;
        }
        Ok(())
    }

    fn open_batch(&mut self, mut batch: Batch<S::Key>, meter: &mut Meter<'_, ()>) -> Result<(), LimitKind> {
        for (index, child) in batch.iter().enumerate() {
            if let Err(limit) = self.reach(child, meter) {
                let rest = batch[index..].iter().map(Message::promise);
                self.dropped = rest.fold(self.dropped, Cost::min);
                return Err(limit);
            }
        }
        if self.spares.len() < SPARES {
            batch.clear();
            self.spares.push(batch);
        }
        self.shared.settle();
        Ok(())
    }

    /// Waits for a batch. Whether there is more to do: if not, the search is over.
    fn wait(&mut self, meter: &mut Meter<'_, ()>) -> Result<bool, LimitKind> {
        let inbox = &self.shared.inboxes[self.me];
        self.shared.settle();
        loop {
            if self.shared.is_over() {
                return Ok(false);
            }
            meter.rest();
            meter.poll()?;
            if let Some(batch) = inbox.wait(NAP) {
                self.shared.busy.fetch_add(1, Ordering::AcqRel);
                self.open_batch(batch, meter)?;
                return Ok(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_run_out_where_they_must() {
        for owners in [1, 2, 3, 7] {
            for (owner, id) in [(0, 0), (owners - 1, 0), (0, 12_345), (owners - 1, 500_000_000)] {
                let name = name(owner, id, owners).expect("small enough");
                assert_eq!(unname(name, owners), (owner, id));
            }
            assert_eq!(name(0, NodeId::MAX, owners), None);
        }
        assert_eq!(name(0, 1 << 31, 2), None);
    }
}
