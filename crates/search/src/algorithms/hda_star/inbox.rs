//! How the owners of HDA* send each other nodes: in batches, into inboxes of bounded size.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::closed::NodeId;
use crate::crew::lock;
use crate::space::Cost;

/// Messages in a full batch, where memory allows.
pub(super) const LARGEST_BATCH: usize = 128;
/// Batches that an inbox holds for each thread that may send to it.
pub(super) const BATCHES_A_SENDER: usize = 4;

/// A path to a state, for the owner of that state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<K> {
    pub(super) key: K,
    /// The expanded node, under the number that all owners know it by.
    pub(super) parent: Option<NodeId>,
    pub(super) cost: Cost,
    pub(super) estimate: Cost,
    pub(super) is_goal: bool,
}

impl<K> Message<K> {
    /// The least that a solution along this path can cost, as far as the estimate is right.
    pub(super) fn promise(&self) -> Cost {
        self.cost.saturating_add(self.estimate)
    }
}

pub(super) type Batch<K> = Vec<Message<K>>;

/// What waits for one owner.
#[derive(Debug)]
pub(super) struct Inbox<K> {
    batches: Mutex<VecDeque<Batch<K>>>,
    capacity: usize,
    /// How many batches there are, to be read without the lock.
    len: AtomicUsize,
    news: Condvar,
}

impl<K> Inbox<K> {
    pub(super) fn new(capacity: usize) -> Self {
        let batches = Mutex::new(VecDeque::with_capacity(capacity));
        Self { batches, capacity, len: AtomicUsize::new(0), news: Condvar::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len.load(Ordering::Relaxed) == 0
    }

    /// Adds a batch, or gives it back where there is no room.
    pub(super) fn offer(&self, batch: Batch<K>) -> Result<(), Batch<K>> {
        let mut batches = lock(&self.batches);
        if batches.len() >= self.capacity {
            return Err(batch);
        }
        batches.push_back(batch);
        self.len.store(batches.len(), Ordering::Relaxed);
        self.news.notify_one();
        Ok(())
    }

    /// The oldest batch.
    pub(super) fn take(&self) -> Option<Batch<K>> {
        if self.is_empty() {
            return None;
        }
        self.pop(&mut lock(&self.batches))
    }

    /// The oldest batch, if need be after waiting for a while.
    pub(super) fn wait(&self, patience: Duration) -> Option<Batch<K>> {
        let mut batches = lock(&self.batches);
        if batches.is_empty() {
            (batches, _) = self.news.wait_timeout(batches, patience).unwrap_or_else(PoisonError::into_inner);
        }
        self.pop(&mut batches)
    }

    /// Ends the owner's waiting, though nothing came.
    pub(super) fn wake(&self) {
        let _batches = lock(&self.batches);
        self.news.notify_one();
    }

    /// The batches that nobody took.
    pub(super) fn into_batches(self) -> VecDeque<Batch<K>> {
        self.batches.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn pop(&self, batches: &mut VecDeque<Batch<K>>) -> Option<Batch<K>> {
        let batch = batches.pop_front();
        self.len.store(batches.len(), Ordering::Relaxed);
        batch
    }
}
