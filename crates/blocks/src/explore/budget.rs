//! One set of limits for several pieces of work, one after the other.

use web_time::Instant;

use fewest_search::meter::Meter;
use fewest_search::{Limits, Observer, Outcome, Stats, UnsolvableProof};

/// What is left of the limits, and what was done so far.
pub(super) struct Budget<'a, O> {
    limits: &'a Limits,
    observer: &'a mut O,
    started: Instant,
    /// Bytes of what outlives the work that made it.
    held: u64,
    stats: Stats,
}

impl<'a, O: Observer> Budget<'a, O> {
    pub(super) fn new(limits: &'a Limits, observer: &'a mut O) -> Self {
        Self { limits, observer, started: Instant::now(), held: 0, stats: Stats::default() }
    }

    pub(super) fn rest(&self) -> Limits {
        Limits {
            time: self.limits.time.map(|time| time.saturating_sub(self.started.elapsed())),
            expansions: self.limits.expansions.map(|expansions| expansions.saturating_sub(self.stats.expanded)),
            memory: self.limits.memory.saturating_sub(self.held),
            cancel: self.limits.cancel.clone(),
        }
    }

    pub(super) fn observer(&mut self) -> &mut O {
        self.observer
    }

    /// Does some work within what is left.
    pub(super) fn phase<T>(&mut self, work: impl FnOnce(&mut Meter<'_, O>) -> T) -> T {
        let rest = self.rest();
        let mut meter = Meter::start(&rest, self.observer);
        let result = work(&mut meter);
        let stats = meter.finish::<()>(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }).stats;
        self.note(&stats);
        result
    }

    /// Adds what was done elsewhere.
    pub(super) fn note(&mut self, stats: &Stats) {
        self.stats.expanded += stats.expanded;
        self.stats.generated += stats.generated;
        self.stats.reopened += stats.reopened;
        self.stats.iterations += stats.iterations;
        self.stats.peak_memory = self.stats.peak_memory.max(self.held + stats.peak_memory);
    }

    /// Notes bytes that stay after the work that claimed them.
    pub(super) fn hold(&mut self, bytes: u64) {
        self.held += bytes;
    }

    /// Notes that they are gone.
    pub(super) fn release(&mut self, bytes: u64) {
        self.held = self.held.saturating_sub(bytes);
    }

    pub(super) fn close(mut self) -> Stats {
        self.stats.elapsed = self.started.elapsed();
        self.stats
    }
}
