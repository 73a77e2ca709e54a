//! Several threads under one set of limits.
//!
//! A [`Crew`] is what they share: the expansions that are left, the memory that is claimed, and the word to stop. Each
//! thread has a [`Meter`] of its own that settles here at each of its looks at the clock. The thread that called the
//! search does not search: it watches, and is the only one that calls the observer.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use web_time::Instant;

use crate::{LimitKind, Limits, Meter, Observer, Stats};

/// How often the watching thread looks.
const WATCH: Duration = Duration::from_millis(1);

/// As many threads as the machine runs at once.
pub(crate) fn all_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// What a mutex guards. A thread that panics stops all; nothing that it left half done is used.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the threads of one search share.
#[derive(Debug)]
pub(crate) struct Crew<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) started: Instant,
    workers: u64,
    /// Nodes expanded and generated, as far as they are settled.
    expanded: AtomicU64,
    generated: AtomicU64,
    /// Expansions given out, whether used yet or not; kept only where there is a limit.
    granted: AtomicU64,
    memory: AtomicU64,
    peak_memory: AtomicU64,
    /// Set when all are to stop: for a limit, or because the search is over. The first word stands.
    stop: OnceLock<Option<LimitKind>>,
    /// Workers that have not left.
    present: AtomicUsize,
}

impl<'a> Crew<'a> {
    /// A crew of so many workers, after so many nodes expanded and generated and with so much memory held.
    pub(crate) fn new(
        limits: &'a Limits,
        started: Instant,
        workers: usize,
        (expanded, generated): (u64, u64),
        memory: u64,
    ) -> Self {
        Self {
            limits,
            started,
            workers: workers as u64,
            expanded: expanded.into(),
            generated: generated.into(),
            granted: expanded.into(),
            memory: memory.into(),
            peak_memory: memory.into(),
            stop: OnceLock::new(),
            present: workers.into(),
        }
    }

    /// Nodes expanded, nodes generated, and memory held.
    pub(crate) fn standing(&self) -> (u64, u64, u64) {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (read(&self.expanded), read(&self.generated), read(&self.memory))
    }

    /// Adds to the books what a worker counted.
    pub(crate) fn settle(&self, expanded: u64, generated: u64) {
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
        self.generated.fetch_add(generated, Ordering::Relaxed);
    }

    /// Gives a worker at most `wanted` expansions, fewer when few are left, so that none are held idle while another
    /// thread needs them; `None` where all are given out but not all are used.
    ///
    /// # Errors
    /// [`LimitKind::Expansions`] where all are used.
    pub(crate) fn grant(&self, wanted: u64) -> Result<Option<u64>, LimitKind> {
        let Some(allowed) = self.limits.expansions else { return Ok(Some(wanted)) };
        let share = |granted: u64| wanted.min(((allowed.saturating_sub(granted)) / (2 * self.workers)).max(1));
        let taken = self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |granted| {
            (granted < allowed).then(|| granted + share(granted))
        });
        match taken {
            Ok(granted) => Ok(Some(share(granted))),
            Err(_) if self.expanded.load(Ordering::Relaxed) >= allowed => Err(LimitKind::Expansions),
            Err(_) => Ok(None),
        }
    }

    /// Takes back expansions that a worker was given and did not use.
    pub(crate) fn give_back(&self, unused: u64) {
        if self.limits.expansions.is_some() {
            self.granted.fetch_sub(unused, Ordering::Relaxed);
        }
    }

    pub(crate) fn claim(&self, bytes: u64) -> Result<(), LimitKind> {
        let claimed = self.memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |held| {
            held.checked_add(bytes).filter(|&total| total <= self.limits.memory)
        });
        let held = claimed.map_err(|_| LimitKind::Memory)?;
        self.peak_memory.fetch_max(held + bytes, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn release(&self, bytes: u64) {
        self.memory.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(crate) fn fits(&self, bytes: u64) -> bool {
        self.memory.load(Ordering::Relaxed).saturating_add(bytes) <= self.limits.memory
    }

    pub(crate) fn free_memory(&self) -> u64 {
        self.limits.memory.saturating_sub(self.memory.load(Ordering::Relaxed))
    }

    /// Asks every worker to stop for a limit, unless they were asked before.
    pub(crate) fn stop(&self, limit: LimitKind) {
        let _ = self.stop.set(Some(limit));
    }

    /// Asks every worker to stop because the search is over.
    pub(crate) fn finish(&self) {
        let _ = self.stop.set(None);
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// The limit for which all were asked to stop; [`LimitKind::Cancelled`] too where the search is over.
    pub(crate) fn check(&self) -> Result<(), LimitKind> {
        self.stop.get().map_or(Ok(()), |limit| Err(limit.unwrap_or(LimitKind::Cancelled)))
    }

    /// Runs `work` on a thread for each worker and calls `watch` until all have left; gives back what those returned that
    /// could be started. It is given both by pointer, so that threads are not compiled for each search.
    fn run(
        &self,
        work: &(dyn Fn(usize) -> Stats + Sync),
        watch: &mut dyn FnMut() -> Result<(), LimitKind>,
    ) -> Vec<Stats> {
        let watcher = thread::current();
        let count = self.present.load(Ordering::Acquire);
        let joined: Vec<_> = thread::scope(|scope| {
            let mut workers = Vec::new();
            for index in 0..count {
                let watcher = &watcher;
                let enter = move || {
                    let _presence = Presence { crew: self, watcher };
                    work(index)
                };
                let Ok(worker) = thread::Builder::new().spawn_scoped(scope, enter) else {
                    self.stop(LimitKind::Memory);
                    self.present.fetch_sub(count - index, Ordering::AcqRel);
                    break;
                };
                workers.push(worker);
            }
            while self.present.load(Ordering::Acquire) > 0 {
                thread::park_timeout(WATCH);
                if let Err(limit) = watch() {
                    self.stop(limit);
                }
            }
            workers.into_iter().map(thread::ScopedJoinHandle::join).collect()
        });
        joined.into_iter().map(|tally| tally.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    }

    /// The limit for which all were asked to stop, if any.
    fn limit(&self) -> Option<LimitKind> {
        self.stop.get().copied().flatten()
    }
}

/// A worker's presence: however it leaves, the watching thread learns of it, and a panic stops the others.
struct Presence<'a> {
    crew: &'a Crew<'a>,
    watcher: &'a Thread,
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.crew.stop(LimitKind::Cancelled);
        }
        self.crew.present.fetch_sub(1, Ordering::AcqRel);
        self.watcher.unpark();
    }
}

impl<O: Observer> Meter<'_, O> {
    /// Runs `work` on so many threads, each with its number and a meter, and watches until all have returned. Gives
    /// back what they returned, and the limit that stopped them, if one did: a worker that meets a limit returns it, and
    /// the others meet the same limit at their next look.
    ///
    /// # Errors
    /// A limit that was reached before it began; [`LimitKind::Memory`] where the system gives no thread.
    pub(crate) fn with_crew<T: Send>(
        &mut self,
        threads: NonZeroUsize,
        work: impl Fn(usize, &mut Meter<'_, ()>, &Crew<'_>) -> (T, Result<(), LimitKind>) + Sync,
    ) -> Result<(Vec<T>, Option<LimitKind>), LimitKind> {
        let crew = self.crew(threads.get());
        self.watch(&crew)?;
        let results: Vec<Mutex<Option<T>>> = (0..threads.get()).map(|_| Mutex::default()).collect();
        let joined = crew.run(
            &|index| {
                let mut observer = ();
                let mut meter = Meter::join(&crew, &mut observer);
                let (result, end) = work(index, &mut meter, &crew);
                if let Err(limit) = end {
                    crew.stop(limit);
                }
                meter.rest();
                *results[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                meter.leave()
            },
            &mut || self.watch(&crew),
        );
        let is_whole = joined.len() == threads.get();
        for tally in joined {
            self.absorb(&tally);
        }
        self.absorb_peak(crew.peak_memory.load(Ordering::Relaxed));
        if !is_whole {
            return Err(LimitKind::Memory);
        }
        let results =
            results.into_iter().filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok((results.collect(), crew.limit()))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::Progress;

    const THREE: NonZeroUsize = NonZeroUsize::new(3).unwrap();

    /// Expands on three threads, each as many nodes as it may and at most so many.
    fn expand(limits: &Limits, each: u64) -> (Option<LimitKind>, Stats) {
        let mut observer = ();
        let mut meter = Meter::start(limits, &mut observer);
        let work = |me: usize, meter: &mut Meter<'_, ()>, _: &Crew<'_>| {
            let depth = u32::try_from(me).unwrap();
            ((), (0..each).try_for_each(|_| meter.expand(depth)))
        };
        let (_, limit) = meter.with_crew(THREE, work).unwrap();
        let stats = meter.into_stats();
        assert_eq!(stats.expanded_by_depth.iter().sum::<u64>(), stats.expanded);
        (limit, stats)
    }

    #[test]
    fn the_expansion_limit_is_exact_and_one_that_is_enough_changes_nothing() {
        for each in [0, 1, 100, 5_000] {
            for allowed in [0, 1, 2, 100, 299, 300, 5_000, 14_999, 15_000, 15_001] {
                let limits = Limits { expansions: Some(allowed), ..Limits::default() };
                let (limit, stats) = expand(&limits, each);
                let expected = if 3 * each > allowed { Some(LimitKind::Expansions) } else { None };
                assert_eq!((limit, stats.expanded), (expected, allowed.min(3 * each)), "{each} each of {allowed}");
            }
        }
        assert_eq!(expand(&Limits::default(), 5_000).1.expanded_by_depth, [5_000; 3]);
    }

    #[test]
    fn time_and_cancel_stop_everyone() {
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        assert_eq!(expand(&limits, u64::MAX).0, Some(LimitKind::Time));
        let limits = Limits::default();
        let cancel = limits.cancel.clone();
        let late = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            cancel.cancel();
        });
        assert_eq!(expand(&limits, u64::MAX).0, Some(LimitKind::Cancelled));
        late.join().unwrap();
    }

    #[test]
    fn memory_is_one_for_all() {
        let mut meter = Meter::for_test(Limits { memory: 1000, ..Limits::default() });
        meter.claim(100).unwrap();
        let (claimed, _) = meter
            .with_crew(THREE, |_, meter, _| {
                let claimed = (0..1000).take_while(|_| meter.claim(3).is_ok()).count();
                meter.release(3);
                (claimed, Ok(()))
            })
            .unwrap();
        // Each gives 3 back when it meets the limit, which another may take.
        assert!((300..=302).contains(&claimed.iter().sum::<usize>()), "{claimed:?}");
        assert!(meter.fits(900) && !meter.fits(901), "what the workers held is theirs no more");
        assert_eq!(meter.into_stats().peak_memory, 1000);
    }

    /// Stops the search when it has heard of so many expansions.
    struct Impatient(u64);

    impl Observer for Impatient {
        fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
            if progress.expanded >= self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    #[test]
    fn the_observer_hears_of_all_workers_and_can_stop_them() {
        let limits = Limits::default();
        let mut observer = Impatient(1_000_000);
        let mut meter = Meter::start(&limits, &mut observer);
        let work = |_, meter: &mut Meter<'_, ()>, _: &Crew<'_>| ((), (0..u64::MAX).try_for_each(|_| meter.expand(0)));
        let (_, limit) = meter.with_crew(THREE, work).unwrap();
        assert_eq!(limit, Some(LimitKind::Cancelled));
        assert!(meter.into_stats().expanded >= 1_000_000);
    }

    #[test]
    fn a_panic_stops_the_others_and_reaches_the_caller() {
        let mut meter = Meter::for_test(Limits::default());
        let work = |me, meter: &mut Meter<'_, ()>, _: &Crew<'_>| {
            assert!(me != 1, "a fault");
            ((), (0..u64::MAX).try_for_each(|_| meter.expand(0)))
        };
        assert!(catch_unwind(AssertUnwindSafe(|| meter.with_crew(THREE, work))).is_err());
    }
}
