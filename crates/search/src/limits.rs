//! How far a search may go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag, shared between threads, that asks a search to stop. Once set it stays set.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds this flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The bounds of one search. Reaching one ends the search with what it knows, within 50 ms.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Expanded nodes; exact.
    pub expansions: Option<u64>,
    /// Bytes that the structures of the search may hold.
    pub memory: u64,
    /// Asks for an early end.
    pub cancel: Cancel,
}

impl Default for Limits {
    /// No limit but 1 GiB of memory, which is safe on nearly every machine: a search never dies for want of it.
    fn default() -> Self {
        Self { time: None, expansions: None, memory: 1 << 30, cancel: Cancel::new() }
    }
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum LimitKind {
    /// The time was up.
    #[error("time limit")]
    Time,
    /// As many nodes were expanded as allowed.
    #[error("expansion limit")]
    Expansions,
    /// The next node would not have fitted into memory.
    #[error("memory limit")]
    Memory,
    /// There is no solution within the algorithm's own limit on depth, and more beyond it.
    #[error("depth limit")]
    Depth,
    /// Someone asked for the end.
    #[error("cancelled")]
    Cancelled,
}
