//! The one place where a search counts, and where it learns that it must stop.
//!
//! Every algorithm owns a [`Meter`]. It counts expansions and generated nodes, claims memory before it is allocated,
//! looks at the clock and the cancel flag every millisecond or so, and calls the [`Observer`].
//!
//! A search on several threads gives each a meter of its own, which counts alone and settles with the others' whenever
//! it looks at the clock: see `crew.rs`. Nothing that is shared is touched between two looks.

use std::any::Any;
use std::ops::ControlFlow;
use std::time::Duration;

use web_time::Instant;

use crate::crew::Crew;
use crate::{Cost, Iteration, LimitKind, Limits, Observer, Outcome, Progress, Run, Stats, Visit};

/// The most expansions between two looks at the clock. Where expansions are slow (on a large board one can have hundreds
/// of successors) there are fewer, so that limits are honoured in time.
pub const LONGEST_PERIOD: u64 = 1024;

/// Two looks at the clock that are closer than the first make the period longer, further apart than the second shorter.
const COMFORTABLE: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(4));

/// How long a thread waits before it asks again for expansions, all of which were given out.
const PATIENCE: Duration = Duration::from_micros(50);

/// The depth histogram has at most this many entries; the last one gathers all that is deeper.
pub const MAX_DEPTHS: usize = 1 << 16;

/// A node as an observer is shown it: see [`Visit`].
#[derive(Clone, Debug)]
pub struct Shown<T> {
    /// The node's state.
    pub state: T,
    /// The state that the path comes from; `None` where a search, or a round of it, begins.
    pub parent: Option<T>,
    /// Whether the search goes against the moves here.
    pub backward: bool,
}

/// Counters, limits and observer of one running search.
#[derive(Debug)]
pub struct Meter<'a, O> {
    limits: &'a Limits,
    observer: &'a mut O,
    started: Instant,
    poll_at: u64,
    /// Expansions between two looks at the clock.
    period: u64,
    /// When the clock was last looked at for an expansion.
    polled: Duration,
    /// What was counted so far; the time is entered at the end.
    stats: Stats,
    lower_bound: Cost,
    memory: u64,
    /// The bytes that may be held: all that the limits give, unless some are kept back.
    ceiling: u64,
    /// The books of all threads, where there are several; memory is then claimed there alone.
    crew: Option<&'a Crew<'a>>,
    /// What of the expanded and generated nodes is in those books.
    settled: (u64, u64),
}

impl<'a, O: Observer> Meter<'a, O> {
    /// Starts the clock.
    pub fn start(limits: &'a Limits, observer: &'a mut O) -> Self {
        Self::since(Instant::now(), limits, observer)
    }

    /// A meter whose clock was started before.
    pub(crate) fn since(started: Instant, limits: &'a Limits, observer: &'a mut O) -> Self {
        Self {
            limits,
            observer,
            started,
            poll_at: 0,
            period: 1,
            polled: Duration::ZERO,
            stats: Stats::default(),
            lower_bound: 0,
            memory: 0,
            ceiling: limits.memory,
            crew: None,
            settled: (0, 0),
        }
    }

    /// Counts the expansion of a node at `depth` that is about to happen.
    ///
    /// # Errors
    /// The limit that forbids it.
    #[inline]
    pub fn expand(&mut self, depth: Cost) -> Result<(), LimitKind> {
        if self.is_due() {
            self.poll_for_expansion()?;
        }
        self.count_expansion(depth);
        Ok(())
    }

    /// As [`expand`](Self::expand), by a search that can show the node to an observer that wants to see it.
    ///
    /// # Errors
    /// The limit that forbids it.
    #[inline]
    pub fn visit<T: 'static>(&mut self, depth: Cost, node: impl FnOnce() -> Shown<T>) -> Result<(), LimitKind> {
        self.expand(depth)?;
        self.show(depth, node);
        Ok(())
    }

    /// Whether the observer wants to see nodes.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.observer.wants_visits()
    }

    /// Shows a node whose expansion was counted to an observer that wants to see it.
    ///
    /// It gets copies: were it given the state that a search works on, that state could not live in registers.
    #[inline]
    pub(crate) fn show<T: 'static>(&mut self, depth: Cost, node: impl FnOnce() -> Shown<T>) {
        if self.is_watched() {
            self.show_copy(depth, &node());
        }
    }

    #[cold]
    #[inline(never)]
    fn show_copy<T: 'static>(&mut self, depth: Cost, node: &Shown<T>) {
        let Shown { state, parent, backward } = node;
        let parent = parent.as_ref().map(|parent| parent as &dyn Any);
        self.observer.visit(&Visit { depth, state, parent, backward: *backward });
    }

    /// Whether limits must be looked at before the next expansion: the first half of [`expand`](Self::expand), for a
    /// search that has something else to do as often as that.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.stats.expanded >= self.poll_at
    }

    /// The second half of [`expand`](Self::expand): counts an expansion that no limit forbids.
    #[inline]
    pub(crate) fn count_expansion(&mut self, depth: Cost) {
        self.stats.expanded += 1;
        match self.stats.expanded_by_depth.get_mut(depth as usize) {
            Some(count) => *count += 1,
            None => self.count_deeper(depth),
        }
        self.observer.expand(depth);
    }

    /// Counts generated nodes.
    #[inline]
    pub fn generate(&mut self, nodes: u64) {
        self.stats.generated += nodes;
    }

    /// Counts a node taken back from closed to open.
    #[inline]
    pub fn reopen(&mut self) {
        self.stats.reopened += 1;
    }

    /// Notes that no solution costs less than `bound`. Bounds only ever rise.
    pub fn raise_lower_bound(&mut self, bound: Cost) {
        self.lower_bound = self.lower_bound.max(bound);
    }

    /// The best proven lower bound.
    pub fn lower_bound(&self) -> Cost {
        self.lower_bound
    }

    /// Counts a round that begins.
    pub fn begin_iteration(&mut self) {
        self.stats.iterations += 1;
    }

    /// Notes the end of a round that searched everything up to `bound`.
    ///
    /// # Errors
    /// [`LimitKind::Cancelled`] where the observer has seen enough.
    pub fn iteration(&mut self, bound: Cost) -> Result<(), LimitKind> {
        let iteration = Iteration { bound, expanded: self.stats.expanded, generated: self.stats.generated };
        flow(self.observer.iteration(&iteration))
    }

    /// Notes a solution that is better than any before.
    ///
    /// # Errors
    /// [`LimitKind::Cancelled`] where the observer has seen enough.
    pub fn improved(&mut self, cost: Cost) -> Result<(), LimitKind> {
        flow(self.observer.improved(cost, self.lower_bound))
    }

    /// Nodes expanded so far.
    pub fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    /// How many expansions the limits still allow, where they bound them.
    pub fn expansions_left(&self) -> Option<u64> {
        self.limits.expansions.map(|allowed| allowed.saturating_sub(self.stats.expanded))
    }

    /// Counts what a solver of another kind, which keeps books of its own, did for this search.
    pub fn count(&mut self, expanded: u64, generated: u64) {
        self.stats.expanded += expanded;
        self.stats.generated += generated;
    }

    /// Claims `bytes` of memory before they are allocated.
    ///
    /// # Errors
    /// [`LimitKind::Memory`] where they do not fit; nothing is claimed then.
    pub fn claim(&mut self, bytes: u64) -> Result<(), LimitKind> {
        if let Some(crew) = self.crew {
            return crew.claim(bytes);
        }
        let total = self.memory.saturating_add(bytes);
        if total > self.ceiling {
            return Err(LimitKind::Memory);
        }
        self.memory = total;
        self.stats.peak_memory = self.stats.peak_memory.max(total);
        Ok(())
    }

    /// Gives back bytes that were claimed.
    pub fn release(&mut self, bytes: u64) {
        if let Some(crew) = self.crew {
            return crew.release(bytes);
        }
        debug_assert!(bytes <= self.memory, "released more than was claimed");
        self.memory -= bytes;
    }

    /// The bytes that the limits give in all.
    pub(crate) fn memory_limit(&self) -> u64 {
        self.limits.memory
    }

    /// Whether `bytes` more would fit.
    pub fn fits(&self, bytes: u64) -> bool {
        match self.crew {
            Some(crew) => crew.fits(bytes),
            None => self.memory.saturating_add(bytes) <= self.ceiling,
        }
    }

    /// How many bytes can still be claimed.
    pub fn free_memory(&self) -> u64 {
        match self.crew {
            Some(crew) => crew.free_memory(),
            None => self.ceiling.saturating_sub(self.memory),
        }
    }

    /// Keeps `bytes` of the memory back from now on: nothing can be claimed of them. Anything kept back before is free.
    pub(crate) fn keep_back(&mut self, bytes: u64) {
        self.ceiling = self.limits.memory.saturating_sub(bytes);
    }

    /// Looks at the clock and the cancel flag, and tells the observer where the search stands.
    /// [`expand`](Self::expand) does this often enough; only work that runs long without expanding must call it.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn poll(&mut self) -> Result<(), LimitKind> {
        if let Some(crew) = self.crew {
            crew.check()?;
        }
        self.report(self.stats.expanded, self.stats.generated, self.memory)
    }

    /// As [`poll`](Self::poll), for work that holds so many bytes which are not claimed yet.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn poll_with(&mut self, bytes: u64) -> Result<(), LimitKind> {
        self.poll()?;
        if self.fits(bytes) { Ok(()) } else { Err(LimitKind::Memory) }
    }

    /// As [`poll`](Self::poll), with the counts of a crew at work.
    pub(crate) fn watch(&mut self, crew: &Crew<'_>) -> Result<(), LimitKind> {
        let (expanded, generated, memory) = crew.standing();
        self.report(expanded, generated, memory)
    }

    fn report(&mut self, expanded: u64, generated: u64, memory: u64) -> Result<(), LimitKind> {
        if self.limits.cancel.is_cancelled() {
            return Err(LimitKind::Cancelled);
        }
        let elapsed = self.started.elapsed();
        if self.limits.time.is_some_and(|time| elapsed >= time) {
            return Err(LimitKind::Time);
        }
        let lower_bound = self.lower_bound;
        flow(self.observer.progress(&Progress { lower_bound, expanded, generated, memory, elapsed }))
    }

    /// Looks at every limit before an expansion, and decides how many may follow before the next look.
    #[cold]
    #[inline(never)]
    pub(crate) fn poll_for_expansion(&mut self) -> Result<(), LimitKind> {
        let allowed = self.limits.expansions.unwrap_or(u64::MAX);
        if self.crew.is_none() && self.stats.expanded >= allowed {
            return Err(LimitKind::Expansions);
        }
        self.poll()?;
        let elapsed = self.started.elapsed();
        let since = elapsed.saturating_sub(self.polled);
        let (soon, late) = COMFORTABLE;
        if since < soon {
            self.period = (2 * self.period).min(LONGEST_PERIOD);
        } else if since > late {
            self.period = (self.period / 2).max(1);
        }
        self.polled = elapsed;
        self.poll_at = match self.crew {
            Some(crew) => self.stats.expanded + self.ask_for_expansions(crew)?,
            None => allowed.min(self.stats.expanded + self.period),
        };
        Ok(())
    }

    /// Settles with the other threads and asks for more expansions. Where all are given out, it waits: another thread
    /// may give some back.
    fn ask_for_expansions(&mut self, crew: &Crew<'_>) -> Result<u64, LimitKind> {
        loop {
            self.settle();
            if let Some(granted) = crew.grant(self.period)? {
                return Ok(granted);
            }
            std::thread::sleep(PATIENCE);
            self.poll()?;
        }
    }

    /// Writes into the books of the crew what was counted since the last time.
    pub(crate) fn settle(&mut self) {
        if let Some(crew) = self.crew {
            crew.settle(self.stats.expanded - self.settled.0, self.stats.generated - self.settled.1);
            self.settled = (self.stats.expanded, self.stats.generated);
        }
    }

    /// Settles and gives back the expansions that were granted and not used: to be called before a thread waits, so
    /// that no other waits for them.
    pub(crate) fn rest(&mut self) {
        self.settle();
        if let Some(crew) = self.crew {
            crew.give_back(self.poll_at.saturating_sub(self.stats.expanded));
            self.poll_at = self.stats.expanded;
        }
    }

    /// Shares all that is left of its limits with `workers` threads. Until they have [left](Self::absorb), it must
    /// claim no memory itself.
    pub(crate) fn crew(&self, workers: usize) -> Crew<'a> {
        Crew::new(self.limits, self.started, workers, (self.stats.expanded, self.stats.generated), self.memory)
    }

    /// The meter of a worker.
    pub(crate) fn join(crew: &'a Crew<'a>, observer: &'a mut O) -> Self {
        Self { crew: Some(crew), ..Self::since(crew.started, crew.limits, observer) }
    }

    /// Closes the books of a worker.
    pub(crate) fn leave(mut self) -> Stats {
        self.settle();
        self.into_stats()
    }

    /// Adds what a worker did.
    pub(crate) fn absorb(&mut self, stats: &Stats) {
        self.stats.expanded += stats.expanded;
        self.stats.generated += stats.generated;
        self.stats.reopened += stats.reopened;
        if self.stats.expanded_by_depth.len() < stats.expanded_by_depth.len() {
            self.stats.expanded_by_depth.resize(stats.expanded_by_depth.len(), 0);
        }
        for (sum, count) in self.stats.expanded_by_depth.iter_mut().zip(&stats.expanded_by_depth) {
            *sum += count;
        }
    }

    /// Notes the most memory that a crew held.
    pub(crate) fn absorb_peak(&mut self, peak: u64) {
        self.stats.peak_memory = self.stats.peak_memory.max(peak);
    }

    /// Stops the clock and closes the books.
    pub fn finish<M>(self, outcome: Outcome<M>) -> Run<M> {
        Run { outcome, stats: self.into_stats() }
    }

    /// As [`finish`](Self::finish), for work that has no outcome.
    pub(crate) fn into_stats(self) -> Stats {
        Stats { iterations: self.stats.iterations.max(1), elapsed: self.started.elapsed(), ..self.stats }
    }

    /// As [`finish`](Self::finish), with an outcome or the limit that came first.
    pub fn conclude<M>(self, end: Result<Outcome<M>, LimitKind>) -> Run<M> {
        let lower_bound = self.lower_bound();
        self.finish(end.unwrap_or_else(|limit| Outcome::LimitReached { limit, lower_bound, best_known: None }))
    }

    /// Counts an expansion beyond the histogram, having lengthened it where that is possible.
    #[cold]
    #[inline(never)]
    fn count_deeper(&mut self, depth: Cost) {
        let slot = (depth as usize).min(MAX_DEPTHS - 1);
        if slot >= self.stats.expanded_by_depth.len() {
            self.stats.expanded_by_depth.resize(slot + 1, 0);
        }
        self.stats.expanded_by_depth[slot] += 1;
    }
}

#[cfg(test)]
impl Meter<'static, ()> {
    /// A meter that nobody observes; its limits are never freed.
    pub(crate) fn for_test(limits: Limits) -> Self {
        Self::start(Box::leak(Box::new(limits)), Box::leak(Box::new(())))
    }
}

fn flow(flow: ControlFlow<()>) -> Result<(), LimitKind> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(LimitKind::Cancelled),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn run(limits: &Limits) -> (LimitKind, u64) {
        let mut observer = ();
        let mut meter = Meter::start(limits, &mut observer);
        let limit = loop {
            if let Err(limit) = meter.expand(3) {
                break limit;
            }
        };
        (limit, meter.stats.expanded)
    }

    #[test]
    fn the_expansion_limit_is_exact() {
        for allowed in [0, 1, 1023, 1024, 1025, 5000] {
            let limits = Limits { expansions: Some(allowed), ..Limits::default() };
            assert_eq!(run(&limits), (LimitKind::Expansions, allowed));
        }
    }

    #[test]
    fn time_and_cancel_stop_the_search() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(run(&limits).0, LimitKind::Time);
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(run(&limits).0, LimitKind::Cancelled);
    }

    /// Stops at the first report, and remembers it.
    #[derive(Default)]
    struct Impatient(Option<Progress>);

    impl Observer for Impatient {
        fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
            self.0 = Some(*progress);
            if progress.expanded > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    #[test]
    fn an_observer_can_stop_the_search() {
        let limits = Limits::default();
        let mut observer = Impatient::default();
        let mut meter = Meter::start(&limits, &mut observer);
        let stopped = (0..=LONGEST_PERIOD).find_map(|_| meter.expand(0).err());
        assert_eq!(stopped, Some(LimitKind::Cancelled));
        assert_eq!(Some(meter.stats.expanded), observer.0.map(|progress| progress.expanded));
    }

    #[test]
    fn slow_expansions_are_timed_more_often() {
        let mut meter = Meter::for_test(Limits { time: Some(Duration::from_millis(100)), ..Limits::default() });
        let stopped = (0..LONGEST_PERIOD).find_map(|_| {
            std::thread::sleep(Duration::from_millis(1));
            meter.expand(0).err()
        });
        assert_eq!(stopped, Some(LimitKind::Time));
        // At a millisecond or more each there was time for a hundred; the last look may come a few late.
        assert!(meter.stats.expanded <= 110, "{}", meter.stats.expanded);
    }

    #[test]
    fn memory_is_claimed_up_to_the_limit_and_no_further() {
        let mut meter = Meter::for_test(Limits { memory: 100, ..Limits::default() });
        assert_eq!(meter.claim(60), Ok(()));
        assert_eq!(meter.claim(41), Err(LimitKind::Memory));
        assert_eq!(meter.claim(40), Ok(()));
        meter.release(100);
        assert!(meter.fits(100) && !meter.fits(101));
        assert_eq!(meter.into_stats().peak_memory, 100);
    }
}
