//! Counting every position of a puzzle by its distance, with two bits a position.
//!
//! Where positions are numbered without gaps (see [`Ranked`]), the number is the place of a position in a table, and
//! two bits there tell all that a breadth-first search must know: not met, in the layer that is expanded, in the next,
//! or done (Cooperman and Finkelstein 1992, "New methods for using Cayley graphs in interconnection networks"; Korf
//! 2008, "Minimizing disk I/O in two-bit breadth-first search"). The 239,500,800 positions of 3×4 tiles fit 60 MB.
//!
//! Several threads share the table. Within a layer a place changes from "not met" to "next" alone, whoever comes first,
//! so one atomic OR a new position is all that they need, and counts are the same for any number of threads.
//!
//! A table that does not fit memory is cut into segments that lie in files: `segments.rs`. Positions without numbers are
//! counted with a table of all that were met: [`reach`].
//!
//! It lives beside the algorithms and not among them: it solves nothing, it counts.
//!
//! ```
//! use fewest_search::census::{Census, RankGraph};
//! use fewest_search::Limits;
//!
//! /// A ring of so many positions.
//! struct Ring(u64);
//!
//! impl RankGraph for Ring {
//!     fn count(&self) -> u64 { self.0 }
//!     fn for_each_next(&self, first: u64, which: u32, mut visit: impl FnMut(u64)) {
//!         for rank in fewest_search::census::chosen(first, which) {
//!             visit((rank + 1) % self.0);
//!             visit((rank + self.0 - 1) % self.0);
//!         }
//!     }
//! }
//!
//! let counted = Census::default().run(&Ring(10), &[3], &[0], &Limits::default(), &mut ());
//! assert_eq!(counted.layers, [1, 2, 2, 2, 2, 1]);
//! assert_eq!((counted.deepest, counted.met), (vec![8], vec![Some(3)]));
//! ```

mod folder;
mod layer;
mod reach;
mod segments;
mod table;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::capability::Ranked;
use crate::crew::all_cores;
use crate::{Cost, LimitKind, Limits, Meter, Observer, Stats};

use self::layer::{Layer, Lowest};
use self::table::Table;

pub use self::reach::{GoalDistances, Reached, reach};
pub use self::segments::Plan;
pub use crate::scratch::DiskError;

/// Positions by their numbers `0..count`, and the moves between them.
pub trait RankGraph: Sync {
    /// How many positions there are.
    fn count(&self) -> u64;

    /// Calls `visit` with the number of every position that a move leads to, from each of the positions `first..first +
    /// 32` whose bit is set in `which`; see [`chosen`]. A position may be visited more than once.
    fn for_each_next(&self, first: u64, which: u32, visit: impl FnMut(u64));
}

/// The numbers `first + i` for which bit `i` is set.
#[inline]
pub fn chosen(first: u64, which: u32) -> impl Iterator<Item = u64> {
    let mut left = which;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros())?;
        left &= left - 1;
        Some(first + u64::from(bit))
    })
}

/// Any space that has ranks: each position is made of its number, moved, and numbered again. A domain that can tell the
/// numbers of its neighbours without that is many times faster.
#[derive(Clone, Copy, Debug)]
pub struct ByRank<'a, S> {
    space: &'a S,
    count: u64,
}

impl<'a, S: Ranked> ByRank<'a, S> {
    /// The positions of a space, or `None` where 64 bits do not count them.
    pub fn new(space: &'a S) -> Option<Self> {
        space.rank_count().map(|count| Self { space, count })
    }
}

impl<S: Ranked + Sync> RankGraph for ByRank<'_, S> {
    fn count(&self) -> u64 {
        self.count
    }

    fn for_each_next(&self, first: u64, which: u32, mut visit: impl FnMut(u64)) {
        for rank in chosen(first, which) {
            let origin = self.space.unrank(rank);
            let mut state = origin.clone();
            self.space.for_each_move(&origin, |mv| {
                self.space.apply(&mut state, mv);
                visit(self.space.rank(&state));
                self.space.undo(&mut state, mv);
            });
        }
    }
}

/// How positions are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// How many threads count together.
    pub threads: NonZeroUsize,
    /// How many positions of the deepest layer are told; those with the least numbers.
    pub samples: usize,
    /// A directory for the files of a table that is larger than the memory limit.
    pub spill: Option<PathBuf>,
}

impl Default for Census {
    /// On all cores, in memory.
    fn default() -> Self {
        Self { threads: all_cores(), samples: 1, spill: None }
    }
}

/// What was counted.
#[derive(Clone, Debug)]
pub struct Counted {
    /// How many positions there are at each distance from the nearest start, as far as layers are complete.
    pub layers: Vec<u64>,
    /// Some of the last layer, in rising order; none where that may not be the last.
    pub deepest: Vec<u64>,
    /// The distance of each position that was asked for, if it is in a complete layer.
    pub met: Vec<Option<Cost>>,
    /// How it ended.
    pub end: End,
    /// The most bytes that its files had at once.
    pub peak_disk: u64,
    /// What it took. Every position that was counted was expanded, but for the last layers of a count that was ended early.
    pub stats: Stats,
}

impl Counted {
    /// How many positions were counted.
    pub fn total(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// Whether every position that can be reached was counted.
    pub fn is_complete(&self) -> bool {
        self.end == End::Complete
    }
}

/// The mean distance of positions that are counted by distance; 0 where there are none.
#[expect(clippy::cast_precision_loss, reason = "a mean need not be exact to the last bit")]
pub fn mean(layers: &[u64]) -> f64 {
    let total: u64 = layers.iter().sum();
    let sum: u128 = (0u128..).zip(layers).map(|(depth, &count)| depth * u128::from(count)).sum();
    sum as f64 / total.max(1) as f64
}

/// How a count ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Every position that can be reached is counted.
    Complete,
    /// A limit came before. [`LimitKind::Memory`] where not even the least part of the table would fit.
    Limit(LimitKind),
    /// Something was not possible on disk.
    Disk(DiskError),
}

impl From<LimitKind> for End {
    fn from(limit: LimitKind) -> Self {
        Self::Limit(limit)
    }
}

impl From<DiskError> for End {
    fn from(error: DiskError) -> Self {
        Self::Disk(error)
    }
}

impl Census {
    /// The bytes that a count of so many positions takes in memory, where it takes no files.
    pub fn memory_needed(&self, positions: u64) -> u64 {
        Table::bytes(positions).saturating_add(self.lowest_bytes(positions))
    }

    /// How a count of so many positions is cut into segments to stay below so much memory; `None` where it is too little.
    pub fn plan(&self, positions: u64, memory: u64) -> Option<Plan> {
        Plan::new(positions, memory.saturating_sub(self.lowest_bytes(positions)), self.threads)
    }

    /// The least memory limit with which so many positions can be counted with files.
    pub fn least_memory(&self, positions: u64) -> u64 {
        // A plan that fits a limit fits a greater one.
        let (mut low, mut high) = (0, self.memory_needed(positions).saturating_mul(2).max(1 << 24));
        while low < high {
            let middle = low + (high - low) / 2;
            if self.plan(positions, middle).is_some() {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Samples are kept for the layer by each thread, and by all together for the last.
    fn lowest_bytes(&self, positions: u64) -> u64 {
        let samples = (self.samples as u64).min(positions);
        samples.saturating_mul(8).saturating_mul(self.threads.get() as u64 + 2)
    }

    /// Counts the positions that can be reached from any of the starts by their distance from the nearest, and tells the
    /// distance of those in `watched`.
    ///
    /// # Panics
    /// Where a start or a watched position is no number of the graph.
    pub fn run<G: RankGraph, O: Observer>(
        &self,
        graph: &G,
        starts: &[u64],
        watched: &[u64],
        limits: &Limits,
        observer: &mut O,
    ) -> Counted {
        let count = graph.count();
        assert!(starts.iter().chain(watched).all(|&rank| rank < count), "every position has a number below {count}");
        let mut meter = Meter::start(limits, observer);
        let mut books = Books { layers: Vec::new(), deepest: Vec::new(), met: vec![None; watched.len()], peak_disk: 0 };
        let bytes = self.lowest_bytes(count);
        let ended = meter.claim(bytes).map_err(End::from).and_then(|()| {
            let task = Question { census: self, graph, starts, watched };
            match &self.spill {
                Some(directory) if !meter.fits(Table::bytes(count)) => {
                    segments::count(&task, directory, &mut books, &mut meter)
                }
                _ => in_memory(&task, &mut books, &mut meter).map_err(End::from),
            }
        });
        let Books { layers, mut deepest, met, peak_disk } = books;
        let end = ended.err().unwrap_or(End::Complete);
        if end != End::Complete {
            deepest.clear();
        }
        Counted { layers, deepest, met, end, peak_disk, stats: meter.into_stats() }
    }
}

/// What is to be counted.
struct Question<'a, G> {
    census: &'a Census,
    graph: &'a G,
    starts: &'a [u64],
    watched: &'a [u64],
}

/// What is known so far.
struct Books {
    layers: Vec<u64>,
    deepest: Vec<u64>,
    met: Vec<Option<Cost>>,
    peak_disk: u64,
}

impl Books {
    /// The depth of the layer that comes next.
    fn depth(&self) -> Result<Cost, LimitKind> {
        Cost::try_from(self.layers.len()).map_err(|_| LimitKind::Depth)
    }

    /// Enters a layer that is complete, and tells the observer.
    fn enter<O: Observer>(&mut self, width: u64, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        let depth = self.depth()?;
        self.layers.push(width);
        meter.raise_lower_bound(depth);
        meter.begin_iteration();
        meter.iteration(depth)
    }
}

/// Counts with the whole table in memory.
fn in_memory<G: RankGraph, O: Observer>(
    task: &Question<'_, G>,
    books: &mut Books,
    meter: &mut Meter<'_, O>,
) -> Result<(), LimitKind> {
    let count = task.graph.count();
    let table = Table::new(count, meter)?;
    let mut width = task.starts.iter().filter(|&&start| table.mark(start, 0)).count() as u64;
    while width > 0 {
        let depth = books.depth()?;
        for (met, &rank) in books.met.iter_mut().zip(task.watched) {
            if met.is_none() && table.is_met(rank) {
                *met = Some(depth);
            }
        }
        books.enter(width, meter)?;
        let layer = Layer::new(task.graph, &table, 0, depth, task.census.samples);
        let mut lowest = Lowest::new(task.census.samples);
        width = layer.expand(task.census.threads, width, &mut lowest, meter, |_| Ok(())).map_err(|end| match end {
            End::Limit(limit) => limit,
            End::Complete | End::Disk(_) => unreachable!("nothing is written"),
        })?;
        books.deepest = lowest.ranks;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One position that leads to all others, which lead nowhere.
    struct Fan(u64);

    impl RankGraph for Fan {
        fn count(&self) -> u64 {
            self.0
        }

        fn for_each_next(&self, first: u64, which: u32, visit: impl FnMut(u64)) {
            if chosen(first, which).any(|rank| rank == 0) {
                (1..self.0).for_each(visit);
            }
        }
    }

    /// A layer that is large enough for several threads, of which any may come first.
    #[test]
    fn samples_do_not_depend_on_threads() {
        for threads in [1, 2, 5] {
            let threads = NonZeroUsize::new(threads).expect("one at least");
            let census = Census { threads, samples: 70_000, spill: None };
            let counted = census.run(&Fan(300_000), &[0], &[299_999], &Limits::default(), &mut ());
            assert_eq!((counted.layers.as_slice(), &counted.met), ([1, 299_999].as_slice(), &vec![Some(1)]));
            assert!(counted.deepest.iter().copied().eq(1..=70_000));
        }
    }

    /// Memory is claimed as it is said to be needed, to the byte.
    #[test]
    fn what_is_needed_is_what_is_claimed() {
        let census = Census { samples: 7, ..Census::default() };
        let needed = census.memory_needed(300_000);
        let run = |memory: u64| census.run(&Fan(300_000), &[0], &[], &Limits { memory, ..Limits::default() }, &mut ());
        let counted = run(needed);
        assert_eq!((counted.end.clone(), counted.stats.peak_memory), (End::Complete, needed));
        assert_eq!(run(needed - 1).end, End::Limit(LimitKind::Memory));
    }
}
