//! The builder for lines: two kinds of lines that cross, searched breadth-first from the goal's two.
//!
//! In a puzzle whose moves run along lines, and in which two moves along one line are one, a shortest solution turns at
//! every move. Its nodes are then not positions but *lines* (all positions that a move along one line joins): rows and
//! columns, say. A position is where a row and a column cross, and a move leads along a line to where the next one
//! crosses. There are fewer lines than positions, by the length of a line, and the table of all rows alone is enough: the
//! columns of a puzzle are the rows of its mirror image. `docs/pattern-databases.md` has the argument in full.
//!
//! A line is a *lane* (which row or column), a set of cells and an arrangement, numbered as in [`crate::rank`]. The
//! arrangements of a lane and a set are one *plane* of bits. Which lines cross is the same for all of a plane but for a
//! permutation of its bits: one piece jumps over some others. So a level is a pass over planes, with no queue, no
//! decoding, and no thread ever waiting for a word of another.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, OnceLock, PoisonError};
use std::thread;
use web_time::Instant;

use crate::abstraction::{Progress, Watch};
use crate::build::{BuildError, Builder, Built, UNREACHED, ask_for};
use crate::encoding::Encoding;
use crate::levels::Levels;
use crate::rank::Placements;
use crate::shift::{self, Shifts};
use crate::threads::on_threads;

/// Fewer lines than this are not worth a second thread.
const WORTH_A_THREAD: u64 = 1 << 16;

/// Sets that a thread takes at a time.
const BATCH: usize = 16;

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which of the rows or columns.
    pub lane: usize,
    /// The cells of the pieces.
    pub occupied: u64,
    /// Which piece is where.
    pub arrangement: u32,
}

/// An abstract puzzle of rows and columns.
///
/// Row `r` and column `c` cross in at most one position for each placement of the pieces. A row is numbered by a placement
/// that does not depend on where along the row the position is; a column by the placement of the row that it crosses
/// first, row 0. Going down a column to the next row, one piece jumps.
pub trait Lines: Sync {
    /// Where pieces can be.
    fn placements(&self) -> &Placements;

    /// How many rows there are.
    fn rows(&self) -> usize;

    /// How many columns there are.
    fn columns(&self) -> usize;

    /// The most pieces that a jump can pass.
    fn reach(&self) -> usize;

    /// The row and the column of the goal.
    fn goal(&self) -> [Line; 2];

    /// What becomes of the cells of the pieces from a row to the next one on a column, and the places in reading order
    /// that a piece jumps from and to. Where none does, both are the same.
    fn descend(&self, row: usize, column: usize, occupied: u64) -> (u64, (usize, usize));
}

impl Builder {
    /// The bytes that a build of lines holds at its peak.
    pub fn memory_needed_for_lines<L: Lines>(&self, lines: &L, encoding: Encoding) -> u64 {
        let placements = lines.placements();
        let sets = placements.set_count() as u64;
        let plane = shift::plane_words(placements.pieces()) as u64 * 8;
        let lanes = (lines.rows() + lines.columns()) as u64;
        // Seen, new and arrived, with a flag for each.
        let planes = 3 * lanes * sets * (plane + 1) + 8 * sets;
        let scratch = self.threads.get() as u64 * 2 * plane;
        let searching = planes + scratch + shift::bytes(placements.pieces(), lines.reach());
        // The planes are gone before the codes are packed.
        line_count(lines) + searching.max(encoding.bytes(line_count(lines)))
    }

    /// The distance of every row: how many further lines a way from it to the goal takes.
    ///
    /// The codes are those of the [`Levels`] of the distances, for each row lane and placement in turn.
    ///
    /// # Errors
    /// [`BuildError`] where the build is cancelled or would need too much.
    pub fn build_lines<L: Lines>(
        &self,
        lines: &L,
        encoding: Encoding,
        watch: &mut impl Watch,
    ) -> Result<Built, BuildError> {
        let start = Instant::now();
        let allowed = self.memory.min(isize::MAX as u64);
        let needed = self.memory_needed_for_lines(lines, encoding);
        if needed > allowed {
            return Err(BuildError::Memory { needed, allowed });
        }
        ask_for(needed)?;
        let entries = line_count(lines);
        let threads = if entries < WORTH_A_THREAD { NonZero::<usize>::MIN } else { self.threads };
        let mut codes = vec![UNREACHED; usize::try_from(entries).expect("what fits no memory was refused")];
        let histogram = self.search_lines(lines, threads, &mut codes, watch)?;
        let levels = Levels::new(&histogram, encoding.layout().0);
        if !levels.are_exact() {
            let rename = |codes: &mut [u8]| codes.iter_mut().for_each(|code| *code = levels.code(*code));
            let share = codes.len().div_ceil(threads.get());
            on_threads(threads.get(), codes.chunks_mut(share.max(1)), rename);
        }
        Ok(Built { codes, histogram, time: start.elapsed() })
    }

    /// Finds the distance of every row, and how many there are of each.
    fn search_lines<L: Lines>(
        &self,
        lines: &L,
        threads: NonZero<usize>,
        codes: &mut [u8],
        watch: &mut impl Watch,
    ) -> Result<Vec<u64>, BuildError> {
        let mut search = Search::new(lines);
        let placements = lines.placements();
        let [row, _] = lines.goal();
        let index = placements.index(row.occupied, row.arrangement);
        codes[row.lane * placements.set_count() * placements.arrangement_count() + index] = 0;
        let (mut histogram, mut known) = (vec![1], 1);
        for level in 1u8.. {
            let progress = Progress { level: u32::from(level) - 1, known, entries: codes.len() as u64 };
            if watch.level(&progress).is_break() {
                return Err(BuildError::Cancelled);
            }
            if level == UNREACHED {
                return Err(BuildError::TooFar);
            }
            let found = self.line_level(&search, threads, level, codes)?;
            if found.rows + found.columns == 0 {
                break;
            }
            known += found.rows;
            histogram.push(found.rows);
            search.turn();
        }
        while histogram.last() == Some(&0) {
            histogram.pop();
        }
        Ok(histogram)
    }

    /// One level, on all threads.
    fn line_level<L: Lines>(
        &self,
        search: &Search<'_, L>,
        threads: NonZero<usize>,
        level: u8,
        codes: &mut [u8],
    ) -> Result<Found, BuildError> {
        let planes = codes.chunks_mut(search.placements.arrangement_count()).enumerate();
        let settling = Mutex::new(planes);
        let columns: Vec<AtomicUsize> = (0..search.lines.columns()).map(|_| AtomicUsize::new(0)).collect();
        // Each column in turn: then no two threads touch one plane, as a column crosses each row in one line only.
        let together = OnceLock::new();
        let worker = || {
            // How many meet here is known once all are started: the system may refuse some.
            let together: &Barrier = together.wait();
            let mut found = Found::default();
            let mut scratch = Scratch::new(search);
            for (column, next) in columns.iter().enumerate() {
                loop {
                    let first = next.fetch_add(BATCH, Ordering::Relaxed);
                    if first >= search.masks.len() || self.cancel.is_cancelled() {
                        break;
                    }
                    for set in first..(first + BATCH).min(search.masks.len()) {
                        found.columns += u64::from(search.cross(column, set, &mut scratch));
                    }
                }
                together.wait();
            }
            loop {
                let mut batch: [Option<(usize, &mut [u8])>; BATCH] = Default::default();
                let mut left = settling.lock().unwrap_or_else(PoisonError::into_inner);
                batch.fill_with(|| left.next());
                drop(left);
                if batch[0].is_none() || self.cancel.is_cancelled() {
                    return found;
                }
                for (plane, codes) in batch.into_iter().flatten() {
                    found.rows += search.settle(plane, level, codes);
                }
            }
        };
        let found = thread::scope(|scope| {
            let others: Vec<_> =
                (1..threads.get()).map_while(|_| thread::Builder::new().spawn_scoped(scope, worker).ok()).collect();
            together.get_or_init(|| Barrier::new(others.len() + 1));
            let mut found = worker();
            for other in others {
                let theirs = other.join().expect("a worker does not panic");
                found = Found { rows: found.rows + theirs.rows, columns: found.columns + theirs.columns };
            }
            found
        });
        if self.cancel.is_cancelled() { Err(BuildError::Cancelled) } else { Ok(found) }
    }
}

/// How many rows there are in all.
fn line_count<L: Lines>(lines: &L) -> u64 {
    lines.rows() as u64 * lines.placements().count()
}

/// What a level brought: new rows, and sets of columns with new ones.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    rows: u64,
    columns: u64,
}

/// A bit for each arrangement of each lane and set. Threads share them, but never a plane: loads and stores are
/// plain ones.
struct Planes {
    words: Vec<AtomicU64>,
    /// Whether a plane has a bit at all. Where not, its words may hold anything.
    any: Vec<AtomicBool>,
    stride: usize,
}

impl Planes {
    fn new(planes: usize, stride: usize) -> Self {
        let words = std::iter::repeat_with(AtomicU64::default).take(planes * stride).collect();
        let any = std::iter::repeat_with(AtomicBool::default).take(planes).collect();
        Self { words, any, stride }
    }

    #[inline]
    fn plane(&self, plane: usize) -> &[AtomicU64] {
        &self.words[plane * self.stride..][..self.stride]
    }

    #[inline]
    fn has_any(&self, plane: usize) -> bool {
        self.any[plane].load(Ordering::Relaxed)
    }

    #[inline]
    fn set_any(&self, plane: usize, any: bool) {
        self.any[plane].store(any, Ordering::Relaxed);
    }

    fn mark(&self, plane: usize, (word, bit): (usize, u32)) {
        let word = &self.plane(plane)[word];
        word.store(load(word) | 1 << bit, Ordering::Relaxed);
        self.set_any(plane, true);
    }

    /// Adds bits to a plane.
    fn add(&self, plane: usize, bits: &[u64]) {
        let words = self.plane(plane).iter().zip(bits);
        if self.has_any(plane) {
            words.for_each(|(word, bits)| word.store(load(word) | bits, Ordering::Relaxed));
        } else {
            words.for_each(|(word, bits)| word.store(*bits, Ordering::Relaxed));
            self.set_any(plane, true);
        }
    }

    /// Adds a plane to bits.
    fn add_to(&self, plane: usize, bits: &mut [u64]) {
        bits.iter_mut().zip(self.plane(plane)).for_each(|(bits, word)| *bits |= load(word));
    }
}

#[inline]
fn load(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

/// The rows, or the columns: what was ever seen, what is new on this level, and what arrived for the next.
struct LineTables {
    seen: Planes,
    new: Planes,
    arrived: Planes,
}

impl LineTables {
    fn new(planes: usize, stride: usize) -> Self {
        let empty = || Planes::new(planes, stride);
        Self { seen: empty(), new: empty(), arrived: empty() }
    }

    fn start(&self, plane: usize, place: (usize, u32)) {
        self.seen.mark(plane, place);
        self.new.mark(plane, place);
    }

    /// Makes what arrived the new.
    fn turn(&mut self) {
        std::mem::swap(&mut self.new, &mut self.arrived);
        for any in &mut self.arrived.any {
            *any.get_mut() = false;
        }
    }

    /// Leaves of what arrived what was not seen; tells whether there is any.
    fn settle(&self, plane: usize) -> bool {
        let mut any = 0;
        for (arrived, seen) in self.arrived.plane(plane).iter().zip(self.seen.plane(plane)) {
            let new = load(arrived) & !load(seen);
            arrived.store(new, Ordering::Relaxed);
            seen.store(load(seen) | new, Ordering::Relaxed);
            any |= new;
        }
        self.arrived.set_any(plane, any != 0);
        any != 0
    }
}

/// The state of a build between levels.
struct Search<'a, L> {
    lines: &'a L,
    placements: &'a Placements,
    /// The cells of every set.
    masks: Vec<u64>,
    shifts: Shifts,
    rows: LineTables,
    columns: LineTables,
}

/// What a thread works with: bits of a plane, twice, and the rows that a column crosses.
struct Scratch {
    bits: Vec<u64>,
    spare: Vec<u64>,
    /// The plane of each row, and the ways in reading order that lead there from the row before, and back.
    stops: Vec<Stop>,
}

/// A row that a column crosses.
struct Stop {
    plane: usize,
    down: u16,
    up: u16,
}

impl Scratch {
    fn new<L: Lines>(search: &Search<'_, L>) -> Self {
        let plane = vec![0; search.shifts.words()];
        Self { bits: plane.clone(), spare: plane, stops: Vec::with_capacity(search.lines.rows()) }
    }

    /// Moves every bit to where a way leads its arrangement.
    fn permute(&mut self, shifts: &Shifts, way: u16) {
        if way != 0 {
            self.spare.fill(0);
            shifts.apply(way, &self.bits, &mut self.spare);
            std::mem::swap(&mut self.bits, &mut self.spare);
        }
    }
}

impl<'a, L: Lines> Search<'a, L> {
    fn new(lines: &'a L) -> Self {
        let placements = lines.placements();
        let sets = placements.set_count();
        let (pieces, reach) = (placements.pieces(), lines.reach());
        let near = |from: usize| (from.saturating_sub(reach)..=from + reach).map(move |to| (from, to));
        let ways: Vec<_> = (0..pieces).flat_map(near).filter(|&(_, to)| to < pieces).collect();
        let shifts = Shifts::new(placements, &ways);
        let search = Self {
            lines,
            placements,
            masks: (0..sets).map(|set| placements.occupied(set)).collect(),
            rows: LineTables::new(lines.rows() * sets, shifts.words()),
            columns: LineTables::new(lines.columns() * sets, shifts.words()),
            shifts,
        };
        let plane = |line: &Line| line.lane * sets + placements.set(line.occupied);
        let [row, column] = lines.goal();
        search.rows.start(plane(&row), search.shifts.place(row.arrangement as usize));
        search.columns.start(plane(&column), search.shifts.place(column.arrangement as usize));
        search
    }

    /// Makes the next level the present one.
    fn turn(&mut self) {
        self.rows.turn();
        self.columns.turn();
    }

    /// From the new rows that the columns of a set cross to those columns, and from new columns to the rows. Tells
    /// whether a column is new.
    fn cross(&self, column: usize, set: usize, scratch: &mut Scratch) -> bool {
        let sets = self.masks.len();
        let mut occupied = self.masks[set];
        scratch.stops.clear();
        scratch.stops.push(Stop { plane: set, down: 0, up: 0 });
        for row in 1..self.lines.rows() {
            let (after, (from, to)) = self.lines.descend(row - 1, column, occupied);
            let plane = row * sets + self.placements.set(after);
            scratch.stops.push(Stop { plane, down: shift::id((from, to)), up: shift::id((to, from)) });
            occupied = after;
        }
        // Up the column: rows are gathered on the way.
        let mut any = false;
        for row in (0..scratch.stops.len()).rev() {
            let Stop { plane, up, .. } = scratch.stops[row];
            if self.rows.new.has_any(plane) {
                if !any {
                    scratch.bits.fill(0);
                }
                self.rows.new.add_to(plane, &mut scratch.bits);
                any = true;
            }
            if any {
                scratch.permute(&self.shifts, up);
            }
        }
        let own = column * sets + set;
        if any {
            self.columns.arrived.add(own, &scratch.bits);
            any = self.columns.settle(own);
        }
        // And down again: the columns' rows.
        if self.columns.new.has_any(own) {
            scratch.bits.fill(0);
            self.columns.new.add_to(own, &mut scratch.bits);
            for row in 0..scratch.stops.len() {
                let Stop { plane, down, .. } = scratch.stops[row];
                scratch.permute(&self.shifts, down);
                self.rows.arrived.add(plane, &scratch.bits);
            }
        }
        any
    }

    /// Gives the rows of a plane that are new their level, and counts them.
    fn settle(&self, plane: usize, level: u8, codes: &mut [u8]) -> u64 {
        if !self.rows.arrived.has_any(plane) || !self.rows.settle(plane) {
            return 0;
        }
        let mut count = 0;
        self.shifts.for_each(self.rows.arrived.plane(plane).iter().map(load), |arrangement| {
            codes[arrangement] = level;
            count += 1;
        });
        count
    }
}
