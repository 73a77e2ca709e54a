//! The builder: breadth-first from the goal, level by level, on all cores.
//!
//! States are held as *planes*: bits for all arrangements of the pieces on one set of cells, with the blank
//! in one spot. A level takes every plane that something is new in to its neighbours, by an OR of whole words where the
//! piece that moves passes no other, and by a permutation of its bits where it does. Korf and Felner (2002) search with
//! a queue; planes need neither queue nor duplicate detection, and a transition costs a nanosecond or a fraction of one.
//!
//! Each thread owns the planes it writes and only reads what the level before found: no atomics, no order, and the
//! same table on any number of threads.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use fewest_search::Cancel;

use crate::abstraction::{Abstraction, Progress, Watch};
use crate::checkpoint::{Checkpoint, Keeper, Standing};
use crate::encoding::Encoding;
use crate::floor::Floors;
use crate::level::{Found, Layout, Scratch, State};
use crate::planes::Census;
use crate::shift;

/// The code of a state that cannot reach the goal.
pub const UNREACHED: u8 = u8::MAX;

/// Fewer words of planes than this are not worth a second thread.
pub(crate) const WORTH_A_THREAD: usize = 1 << 14;

/// How a build runs.
#[derive(Clone, Debug)]
pub struct Builder {
    /// Threads; 1 stays on the calling thread.
    pub threads: NonZero<usize>,
    /// The most bytes the build may hold.
    pub memory: u64,
    /// Asks for an early end; heeded within some milliseconds.
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
        "the build needs {needed} bytes of memory, but {allowed} are allowed: choose a smaller pattern, or allow more"
    )]
    Memory {
        /// What it needs.
        needed: u64,
        /// What it may have.
        allowed: u64,
    },
    /// The system does not give that much.
    #[error("the build needs {0} bytes of memory, but the system has less: choose a smaller pattern")]
    Refused(u64),
    /// A value that no byte holds.
    #[error("a value exceeds {}, the largest value that can be stored", UNREACHED - 1)]
    TooFar,
}

/// Asks the system for so much memory and gives it back at once: what it refuses now it would refuse in the middle of a
/// build, where nobody can say no.
pub(crate) fn ask_for(needed: u64) -> Result<(), BuildError> {
    let refused = BuildError::Refused(needed);
    let Ok(bytes) = usize::try_from(needed) else { return Err(refused) };
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| refused)
}

/// What a build found.
#[derive(Clone, Debug)]
pub struct Built {
    /// A byte for each value, in the order of [`crate::rank`]; [`UNREACHED`] where there is none.
    pub codes: Vec<u8>,
    /// How many placements, or states where the blank is kept, have each value.
    pub histogram: Vec<u64>,
    /// How long it took.
    pub time: Duration,
}

impl Builder {
    /// The bytes that a build holds at its peak. Where the values alone are more than may be held, that is all it says.
    pub fn memory_needed(&self, abstraction: &Abstraction, encoding: Encoding) -> u64 {
        let census = (abstraction.entries() <= self.memory).then(|| Census::new(abstraction, &Cancel::new())).flatten();
        census.map_or(abstraction.entries(), |census| self.needed(abstraction, encoding, census))
    }

    /// A lower bound of [`Self::memory_needed`], a few percent below it, at once: to count the regions of the blank takes
    /// seconds on large boards.
    pub fn least_memory_needed(&self, abstraction: &Abstraction, encoding: Encoding) -> u64 {
        self.needed(abstraction, encoding, Census::least(abstraction))
    }

    fn needed(&self, abstraction: &Abstraction, encoding: Encoding, census: Census) -> u64 {
        let pieces = abstraction.placements.pieces();
        let plane = shift::plane_words(pieces) as u64 * 8;
        let scratch = self.threads.get() as u64 * 3 * plane;
        // Seen, new and next, with a flag for each of the last two.
        let planes = census.planes * (3 * plane + 2) + census.bytes(abstraction.placements.set_count());
        let searching = planes + scratch + shift::bytes(pieces, pieces);
        // The planes are gone before the codes are packed.
        abstraction.entries() + searching.max(encoding.bytes(abstraction.entries()))
    }

    /// Searches the whole abstract space. The codes are what the encoding packs.
    ///
    /// ```
    /// use fewest_pdb::abstraction::{Abstraction, Counting, Floor};
    /// use fewest_pdb::{build::Builder, encoding::Encoding, rank::Placements};
    /// // One piece and a blank on a ring of three cells: wherever the piece is, one move takes it home.
    /// let ring = Abstraction {
    ///     placements: Placements::new(3, 1)?,
    ///     directions: vec![vec![Some(1), Some(2), Some(0)], vec![Some(2), Some(0), Some(1)]],
    ///     goals: vec![0],
    ///     blank: 2,
    ///     counting: Counting::Pieces,
    ///     keeps_blank: false,
    ///     floor: Floor { distances: Vec::new(), halved: false },
    /// };
    /// let built = Builder::default().build(&ring, Encoding::BYTE, &mut ())?;
    /// assert_eq!((&built.codes[..], &built.histogram[..]), (&[0, 1, 1][..], &[1, 2][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] where the build is cancelled or would need too much.
    pub fn build(
        &self,
        abstraction: &Abstraction,
        encoding: Encoding,
        watch: &mut impl Watch,
    ) -> Result<Built, BuildError> {
        self.run(abstraction, encoding, None, watch)
    }

    /// The same, but written down from time to time: what was killed, or cancelled, goes on where it was. The file stays
    /// when the build is done; who stores the table removes it then.
    ///
    /// # Errors
    /// [`BuildError`] where the build is cancelled or would need too much. A file that cannot be written or read is none.
    pub fn build_resumable(
        &self,
        abstraction: &Abstraction,
        encoding: Encoding,
        checkpoint: &Checkpoint,
        watch: &mut impl Watch,
    ) -> Result<Built, BuildError> {
        self.run(abstraction, encoding, Some(Keeper::new(checkpoint)), watch)
    }

    fn run(
        &self,
        abstraction: &Abstraction,
        encoding: Encoding,
        keeper: Option<Keeper<'_>>,
        watch: &mut impl Watch,
    ) -> Result<Built, BuildError> {
        let start = Instant::now();
        let allowed = self.memory.min(isize::MAX as u64);
        let refuse = |needed| if needed > allowed { Err(BuildError::Memory { needed, allowed }) } else { Ok(()) };
        // The values alone are quickly counted; regions of the blank are not, where there are many.
        refuse(abstraction.entries())?;
        let census = Census::new(abstraction, &self.cancel).ok_or(BuildError::Cancelled)?;
        let needed = self.needed(abstraction, encoding, census);
        refuse(needed)?;
        ask_for(needed)?;
        let layout = Layout::new(abstraction, census, &self.cancel).ok_or(BuildError::Cancelled)?;
        let mut state = State::new(&layout);
        let resumed = keeper.as_ref().and_then(|keeper| keeper.resume(&mut state)).unwrap_or_default();
        let before = resumed.time;
        let histogram = match self.search(&layout, &mut state, resumed, keeper, watch) {
            Ok(histogram) => histogram,
            Err(error) => {
                discard(state);
                return Err(error);
            }
        };
        let mut codes = state.into_values();
        if let Err(error) = self.encode(abstraction, encoding, &mut codes) {
            discard(codes);
            return Err(error);
        }
        Ok(Built { codes, histogram, time: before + start.elapsed() })
    }

    /// Level after level, from where the build stands to the end. Returns the histogram.
    fn search(
        &self,
        layout: &Layout<'_>,
        state: &mut State,
        standing: Standing,
        mut keeper: Option<Keeper<'_>>,
        watch: &mut impl Watch,
    ) -> Result<Vec<u64>, BuildError> {
        let start = Instant::now();
        let Standing { mut histogram, time: before } = standing;
        loop {
            let level = u8::try_from(histogram.len()).map_err(|_| BuildError::TooFar)?;
            let found = self.level(layout, state, level)?;
            if !found.any {
                break;
            }
            if level == UNREACHED {
                return Err(BuildError::TooFar);
            }
            histogram.push(found.values);
            let known = histogram.iter().sum();
            let progress = Progress { level: u32::from(level), known, entries: layout.abstraction.entries() };
            if watch.level(&progress).is_break() {
                return Err(BuildError::Cancelled);
            }
            if let Some(keeper) = &mut keeper {
                let standing = Standing { histogram, time: before + start.elapsed() };
                keeper.consider(state, &standing, &self.cancel);
                histogram = standing.histogram;
            }
        }
        while histogram.last() == Some(&0) {
            histogram.pop();
        }
        Ok(histogram)
    }

    /// One level, on all threads. Level 0 is the goal.
    fn level(&self, layout: &Layout<'_>, state: &mut State, level: u8) -> Result<Found, BuildError> {
        if level == 0 {
            return Ok(state.begin(layout));
        }
        let threads = if state.seen.len() < WORTH_A_THREAD { 1 } else { self.threads.get() };
        // Enough batches for every thread to have some when others take long, but taking the next is rare.
        let (now, batches) = state.split(layout, layout.sets().div_ceil(threads * 64));
        let batches = Mutex::new(batches);
        let found = spread(threads, || {
            let mut scratch = Scratch::new(layout);
            let mut found = Found::default();
            loop {
                let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(mut batch) = batch else { return Ok(found) };
                for set in batch.sets() {
                    if self.cancel.is_cancelled() {
                        return Err(BuildError::Cancelled);
                    }
                    found = found.and(batch.expand(layout, now, set, level, &mut scratch));
                }
            }
        })?;
        state.turn();
        Ok(found)
    }

    /// From levels to codes, in place.
    fn encode(&self, abstraction: &Abstraction, encoding: Encoding, values: &mut [u8]) -> Result<(), BuildError> {
        let placements = &abstraction.placements;
        let per_set = values.len() / placements.set_count();
        let threads = if values.len() < WORTH_A_THREAD * 64 { 1 } else { self.threads.get() };
        let batch = placements.set_count().div_ceil(threads * 64);
        let batches = Mutex::new((0..).step_by(batch).zip(values.chunks_mut(batch * per_set)));
        spread(threads, || {
            let mut floors = Floors::new(abstraction);
            loop {
                let next = batches.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((first, values)) = next else { return Ok(Found::default()) };
                if self.cancel.is_cancelled() {
                    return Err(BuildError::Cancelled);
                }
                for (set, values) in (first..).zip(values.chunks_mut(per_set)) {
                    if encoding.is_above_floor() {
                        floors.take_from(placements.occupied(set), values);
                    } else {
                        for value in values {
                            *value = value.wrapping_sub(1);
                        }
                    }
                }
            }
        })?;
        Ok(())
    }
}

/// Drops what a build that was told to stop has held. The system takes a tenth of a second to take back a gigabyte, too
/// long to wait for: so that is left to a thread of its own, or done here where there is none to be had.
pub(crate) fn discard<T: Send + 'static>(value: T) {
    let _ = thread::Builder::new().name("discard".to_owned()).spawn(move || drop(value));
}

/// Runs a worker on some threads, of which this is one.
pub(crate) fn spread(
    threads: usize,
    worker: impl Fn() -> Result<Found, BuildError> + Sync,
) -> Result<Found, BuildError> {
    if threads == 1 {
        return worker();
    }
    thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, &worker).ok()).collect();
        let mut found = worker();
        for other in others {
            let theirs = other.join().expect("a worker does not panic");
            found = found.and_then(|ours| theirs.map(|theirs| ours.and(theirs)));
        }
        found
    })
}
