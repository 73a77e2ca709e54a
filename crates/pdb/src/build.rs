//! The builder: breadth-first from the goal, level by level, on all cores.
//!
//! A level is a scan over the words of all placements (Korf and Felner 2002 search with a queue; the scan needs
//! neither queue nor duplicate detection, and runs through memory in order). Where bits were arrived at that are not
//! yet seen, they are closed at no cost, marked seen, given the level as their value, and their neighbours' bits are
//! set for the next level. Stretches of memory where nothing arrived are skipped by a flag for each 256 placements.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fewest_search::Cancel;

use crate::abstraction::{Abstraction, Block, Progress, Watch};
use crate::marks::Spots;

/// The code of a state that cannot reach the goal.
pub const UNREACHED: u8 = u8::MAX;

/// Placements to a flag, as a power of two.
const FLAG_SHIFT: u32 = 8;

/// Fewer placements than this are not worth a second thread.
const WORTH_A_THREAD: usize = 1 << 15;

/// What a byte of the result means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The value less its base, in steps.
    AboveBase,
    /// The value itself.
    Level,
}

/// How a build runs.
#[derive(Clone, Debug)]
pub struct Builder {
    /// Threads; 1 stays on the calling thread.
    pub threads: NonZero<usize>,
    /// The most bytes the build may hold.
    pub memory: u64,
    /// Asks for an early end; heeded within a block, some microseconds.
    pub cancel: Cancel,
}

impl Default for Builder {
    /// All cores, any memory.
    fn default() -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        Self { threads, memory: u64::MAX, cancel: Cancel::new() }
    }
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// Someone asked for the end.
    #[error("the build was cancelled")]
    Cancelled,
    /// It would hold more than allowed.
    #[error(
        "building needs {needed} bytes of memory and {allowed} are allowed: choose a smaller pattern or allow more"
    )]
    Memory {
        /// What it needs.
        needed: u64,
        /// What it may have.
        allowed: u64,
    },
    /// A value that no byte holds.
    #[error("a value exceeds {}, the largest that can be stored", UNREACHED - 1)]
    TooFar,
}

/// What a build found.
#[derive(Clone, Debug)]
pub struct Built {
    /// A byte for each placement, or for each of its spots in turn; [`UNREACHED`] where there is no value.
    pub codes: Vec<u8>,
    /// How many placements, or states where spots are kept, have each value.
    pub histogram: Vec<u64>,
    /// How long it took.
    pub time: Duration,
}

impl Builder {
    /// The bytes that a build holds at its peak.
    pub fn memory_needed<A: Abstraction>(&self, abstraction: &A) -> u64 {
        let lane = if A::TWO_COLOURED { 0 } else { size_of::<<A::Spots as Spots>::Lane>() };
        let word = size_of::<<A::Spots as Spots>::Word>() + lane;
        let codes = if abstraction.keeps_spots() { abstraction.spots() } else { 1 };
        (abstraction.placements() * (word + codes) + 2 * flags(abstraction.placements())) as u64
    }

    /// Searches the whole abstract space.
    ///
    /// # Errors
    /// [`BuildError`] where the build is cancelled or would need too much.
    pub fn build<A: Abstraction>(
        &self,
        abstraction: &A,
        measure: Measure,
        watch: &mut impl Watch,
    ) -> Result<Built, BuildError> {
        let start = Instant::now();
        let needed = self.memory_needed(abstraction);
        if needed > self.memory {
            return Err(BuildError::Memory { needed, allowed: self.memory });
        }
        let width = if abstraction.keeps_spots() { abstraction.spots() } else { 1 };
        let mut codes = vec![UNREACHED; abstraction.placements() * width];
        let mut histogram = Vec::new();
        let mut search = Search::new(abstraction, measure);
        let mut known = 0;
        for level in 0.. {
            let found = self.level(&search, level, &mut codes)?;
            if found.states == 0 {
                break;
            }
            known += found.values;
            histogram.push(found.values);
            let progress = Progress { level, known, entries: codes.len() as u64 };
            if watch.level(&progress).is_break() {
                return Err(BuildError::Cancelled);
            }
            search.turn();
        }
        while histogram.last() == Some(&0) {
            histogram.pop();
        }
        Ok(Built { codes, histogram, time: start.elapsed() })
    }

    /// One level, on all threads.
    fn level<A: Abstraction>(&self, search: &Search<'_, A>, level: u32, codes: &mut [u8]) -> Result<Found, BuildError> {
        let placements = search.abstraction.placements();
        let width = codes.len() / placements;
        let threads = if placements < WORTH_A_THREAD { 1 } else { self.threads.get() };
        // Several blocks at a time, so that taking the next ones is rare, but enough of them for every thread.
        let block_len = search.abstraction.block_len();
        let batch = (placements / (threads * 16)).clamp(block_len, 1 << 16).next_multiple_of(block_len);
        let work = Mutex::new((0..).step_by(batch).zip(codes.chunks_mut(batch * width)));
        let worker = || -> Result<Found, BuildError> {
            let mut found = Found::default();
            let mut arrivals = Arrivals::new();
            loop {
                let next = work.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
                let Some((first, codes)) = next else {
                    search.flush(&mut arrivals, level % 2 == 1);
                    return Ok(found);
                };
                for (number, codes) in (first / block_len..).zip(codes.chunks_mut(block_len * width)) {
                    search.expand_block(number, level, codes, &mut found, &mut arrivals)?;
                }
                if self.cancel.is_cancelled() {
                    return Err(BuildError::Cancelled);
                }
            }
        };
        if threads == 1 {
            return worker();
        }
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
            let mut found = worker();
            for other in others {
                let theirs = other.join().expect("a worker does not panic");
                found = found.and_then(|ours| theirs.map(|theirs| ours.and(theirs)));
            }
            found
        })
    }
}

/// What a level brought.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    /// States seen first.
    states: u64,
    /// Entries that got their value.
    values: u64,
}

impl Found {
    fn and(self, other: Self) -> Self {
        Self { states: self.states + other.states, values: self.values + other.values }
    }
}

/// How many arrivals wait to be marked.
const ARRIVALS: usize = 512;

/// The room that is made before a placement is expanded. Where moves are single steps it has no more neighbours: 64 cells
/// have 112 pairs of neighbours at most. Slides have more, and look at every one whether there is room.
const MOST_NEIGHBOURS: usize = 256;

/// What was found new and is not yet marked. Marking is an atomic operation, which lets nothing overtake it: done one
/// by one between the lookups it would make each wait for memory alone.
struct Arrivals<S> {
    waiting: [(u32, S); ARRIVALS],
    count: usize,
}

impl<S: Spots> Arrivals<S> {
    fn new() -> Self {
        Self { waiting: [(0, S::NONE); ARRIVALS], count: 0 }
    }
}

/// Flags for so many placements.
fn flags(placements: usize) -> usize {
    (placements >> FLAG_SHIFT) + 1
}

/// The state of a build between levels.
struct Search<'a, A: Abstraction> {
    abstraction: &'a A,
    measure: Measure,
    words: Vec<<A::Spots as Spots>::Word>,
    /// The arrivals of odd levels, where colours do not tell them from those of even ones.
    odd: Vec<<A::Spots as Spots>::Lane>,
    /// Where something arrived for this level, and for the next.
    due: Vec<AtomicBool>,
    next: Vec<AtomicBool>,
}

impl<'a, A: Abstraction> Search<'a, A> {
    fn new(abstraction: &'a A, measure: Measure) -> Self {
        fn fresh<T: Default>(count: usize) -> Vec<T> {
            std::iter::repeat_with(T::default).take(count).collect()
        }
        let placements = abstraction.placements();
        let search = Self {
            abstraction,
            measure,
            words: fresh(placements),
            odd: fresh(if A::TWO_COLOURED { 0 } else { placements }),
            due: fresh(flags(placements)),
            next: fresh(flags(placements)),
        };
        let (index, spots) = abstraction.goal();
        A::Spots::arrive(&search.words[index], spots);
        search.due[index >> FLAG_SHIFT].store(true, Ordering::Relaxed);
        search
    }

    /// Makes the next level the present one.
    fn turn(&mut self) {
        std::mem::swap(&mut self.due, &mut self.next);
        for flag in &mut self.next {
            *flag.get_mut() = false;
        }
    }

    /// What arrived at a placement for this level, or for its neighbours in colour.
    #[inline]
    fn waiting(&self, index: usize, odd: bool) -> A::Spots {
        let (seen, arrived) = A::Spots::load(&self.words[index]);
        let arrived = if A::TWO_COLOURED || !odd { arrived } else { A::Spots::load_lane(&self.odd[index]) };
        arrived & !seen
    }

    /// Whether spots of a placement are new to the level after one of this parity.
    #[inline]
    fn is_new(&self, index: usize, spots: A::Spots, odd: bool) -> bool {
        let (seen, arrived) = A::Spots::load(&self.words[index]);
        let arrived = if A::TWO_COLOURED || odd { arrived } else { A::Spots::load_lane(&self.odd[index]) };
        spots & !(seen | arrived) != A::Spots::NONE
    }

    /// Marks what arrived.
    fn flush(&self, arrivals: &mut Arrivals<A::Spots>, odd: bool) {
        for &(index, spots) in &arrivals.waiting[..arrivals.count] {
            let index = index as usize;
            if A::TWO_COLOURED || odd {
                A::Spots::arrive(&self.words[index], spots);
            } else {
                A::Spots::arrive_lane(&self.odd[index], spots);
            }
            self.next[index >> FLAG_SHIFT].store(true, Ordering::Relaxed);
        }
        arrivals.count = 0;
    }

    fn expand_block(
        &self,
        number: usize,
        level: u32,
        codes: &mut [u8],
        found: &mut Found,
        arrivals: &mut Arrivals<A::Spots>,
    ) -> Result<(), BuildError> {
        let block_len = self.abstraction.block_len();
        let first = number * block_len;
        let odd = level % 2 == 1;
        let mut block = None;
        let mut index = first;
        while index < first + block_len {
            // The placements that share a flag, as far as they are in this block.
            let end = (((index >> FLAG_SHIFT) + 1) << FLAG_SHIFT).min(first + block_len);
            if !self.due[index >> FLAG_SHIFT].load(Ordering::Relaxed) {
                index = end;
                continue;
            }
            while index < end {
                let waiting = self.waiting(index, odd);
                if waiting != A::Spots::NONE {
                    let block = block.get_or_insert_with(|| self.abstraction.block(number));
                    if block.may_be_due(index - first, odd) {
                        self.expand(block, index, waiting, level, codes, first, found, arrivals)?;
                    }
                }
                index += 1;
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one loop")]
    #[inline]
    fn expand(
        &self,
        block: &mut A::Block<'_>,
        index: usize,
        waiting: A::Spots,
        level: u32,
        codes: &mut [u8],
        first: usize,
        found: &mut Found,
        arrivals: &mut Arrivals<A::Spots>,
    ) -> Result<(), BuildError> {
        let odd = level % 2 == 1;
        block.seek(index - first);
        let due = waiting & block.due(odd);
        if due == A::Spots::NONE {
            return Ok(());
        }
        let closed = block.close(due);
        let (seen, _) = A::Spots::load(&self.words[index]);
        let new = closed & !seen;
        A::Spots::see(&self.words[index], closed);
        found.states += u64::from(new.bits().count_ones());
        if self.abstraction.keeps_spots() {
            let width = self.abstraction.spots();
            let codes = &mut codes[(index - first) * width..][..width];
            let mut left = new.bits();
            while left != 0 {
                let spot = left.trailing_zeros() as usize;
                codes[spot] = self.code(level, || block.base(spot))?;
                left &= left - 1;
            }
            found.values += u64::from(new.bits().count_ones());
        } else if seen == A::Spots::NONE {
            codes[index - first] = self.code(level, || block.base(0))?;
            found.values += 1;
        }
        if arrivals.count > ARRIVALS - MOST_NEIGHBOURS {
            self.flush(arrivals, odd);
        }
        block.expand(closed, |index, spots| {
            #[expect(clippy::cast_possible_truncation, reason = "there are fewer placements than 2³¹")]
            let arrival = (index as u32, spots);
            arrivals.waiting[arrivals.count] = arrival;
            // An addition and no branch: whether a state is new is a guess.
            arrivals.count += usize::from(self.is_new(index, spots, odd));
            if !A::TWO_COLOURED && arrivals.count == ARRIVALS {
                self.flush(arrivals, odd);
            }
        });
        Ok(())
    }

    #[inline]
    fn code(&self, level: u32, base: impl FnOnce() -> u32) -> Result<u8, BuildError> {
        let code = match self.measure {
            Measure::Level => level,
            Measure::AboveBase => {
                let base = base();
                debug_assert!(base <= level && (level - base).is_multiple_of(self.abstraction.step()));
                (level - base) / self.abstraction.step()
            }
        };
        u8::try_from(code).ok().filter(|&code| code != UNREACHED).ok_or(BuildError::TooFar)
    }
}
