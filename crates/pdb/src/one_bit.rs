//! The builder of tables with one bit for each state, the region of the blank among it.
//!
//! Where only steps of the pattern's pieces count and the blank's region is kept, every step changes the distance by exactly
//! 1, and on the checkerboard it changes the colour of what the pieces stand on. So the colours of a set tell whether its
//! distances are even, and one bit, half of the distance modulo 2, tells a search that knows the distance of a state
//! that of its neighbours ([`crate::encoding::Encoding::Mod4`]).
//!
//! The same parity lets a level be made in place: its states are all of one colour, and those it comes from of the other. A
//! state has two bits while the build runs, for four cases: not found; found when its colour was last looked at; found before,
//! with one half or the other. A level goes through the planes of its colour, turns what was last found into halves and finds
//! anew. Each thread writes planes of its own and reads those of the other colour, which nobody writes. What is left in
//! the end is the second bit of every state: the table.

use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::abstraction::{Abstraction, Progress, Watch};
use crate::build::{BuildError, Builder, UNREACHED, WORTH_A_THREAD, ask_for, discard, spread};
use crate::checkpoint::{Checkpoint, Input, Keeper, Output, Saved, Standing};
use crate::level::{Found, Layout};
use crate::planes::{Census, following};
use crate::regions::Regions;
use crate::shift;

/// Sets that a thread takes at once.
const BATCH: usize = 256;

/// What a build found.
#[derive(Clone, Debug)]
pub struct BuiltBits {
    /// Half of each distance modulo 2, a bit each, in the order of [`Regions::index`].
    pub bits: Vec<u8>,
    /// How many states have each distance.
    pub histogram: Vec<u64>,
    /// How long it took.
    pub time: Duration,
}

/// The two bits of every state. While planes of one colour are written, those of the other are read.
struct State {
    /// By plane, all words of a plane side by side. Not found: 0 and 0; half 0: 1 and 0; half 1: 0 and 1; found last: 1 and 1.
    first: Vec<AtomicU64>,
    second: Vec<AtomicU64>,
    /// By plane, whether the last look at its colour found something in it.
    flags: Vec<AtomicBool>,
    words: usize,
}

/// Nobody reads what another thread writes before that thread is joined.
const RELAXED: Ordering = Ordering::Relaxed;

impl State {
    fn new(planes: usize, words: usize) -> Self {
        let zeros = || (0..planes * words).map(|_| AtomicU64::new(0)).collect();
        let flags = (0..planes).map(|_| AtomicBool::new(false)).collect();
        Self { first: zeros(), second: zeros(), flags, words }
    }

    fn plane(&self, plane: usize) -> (&[AtomicU64], &[AtomicU64]) {
        let words = plane * self.words..(plane + 1) * self.words;
        (&self.first[words.clone()], &self.second[words])
    }

    /// Gives the states of a plane that were found last their half.
    fn age(&self, plane: usize, half: bool) {
        let (first, second) = self.plane(plane);
        for (first, second) in first.iter().zip(second) {
            let (a, b) = (first.load(RELAXED), second.load(RELAXED));
            if half {
                first.store(a & !b, RELAXED);
            } else {
                second.store(b & !a, RELAXED);
            }
        }
    }
}

impl Saved for State {
    fn planes(&self) -> usize {
        self.flags.len()
    }

    fn write(&self, output: &mut Output<'_>) -> io::Result<()> {
        output.section(self.first.iter(), |word| word.load(RELAXED).to_le_bytes())?;
        output.section(self.second.iter(), |word| word.load(RELAXED).to_le_bytes())?;
        output.section(self.flags.iter(), |flag| [u8::from(flag.load(RELAXED))])
    }

    fn read(&mut self, input: &mut Input<'_>) -> io::Result<()> {
        input.section(self.first.iter_mut(), |word, bytes| *word.get_mut() = u64::from_le_bytes(bytes))?;
        input.section(self.second.iter_mut(), |word, bytes| *word.get_mut() = u64::from_le_bytes(bytes))?;
        input.section(self.flags.iter_mut(), |flag, [byte]| *flag.get_mut() = byte != 0)
    }

    fn clear(&mut self) {
        for word in self.first.iter_mut().chain(&mut self.second) {
            *word.get_mut() = 0;
        }
        for flag in &mut self.flags {
            *flag.get_mut() = false;
        }
    }
}

/// What does not change during a build.
struct Work<'a> {
    layout: Layout<'a>,
    /// The mask of each set.
    occupied: Vec<u64>,
    regions: &'a Regions,
    goal: Goal,
}

/// Where everything begins.
#[derive(Clone, Copy)]
struct Goal {
    plane: usize,
    arrangement: usize,
    is_odd: bool,
}

/// Whether half of a level is odd.
fn half(level: usize) -> bool {
    level >> 1 & 1 == 1
}

impl Builder {
    /// The bytes that a build holds at its peak.
    pub fn memory_needed_for_bits(&self, regions: &Regions) -> u64 {
        let census = Census { planes: regions.spots() as u64, links: regions.links() };
        let pieces = regions.placements().pieces();
        let plane = shift::plane_words(pieces) as u64 * 8;
        let sets = regions.sets();
        let scratch = self.threads.get() as u64 * 2 * plane;
        let planes = census.planes * (2 * plane + 1) + sets as u64 * 8 + census.bytes(sets);
        planes + scratch + shift::bytes(pieces, pieces)
    }

    /// Searches the whole space of some pieces on a rectangle and the region of the blank, from their goals and the cell of
    /// the blank there. Where there is a checkpoint, the build is written down from time to time and goes on from there; the
    /// file stays when the build is done.
    ///
    /// ```
    /// use fewest_pdb::{build::Builder, regions::Regions};
    /// // One piece on a board of 2×2 cells, at home on the last; the blank ends on the first.
    /// let regions = Regions::shared(2, 2, 1)?;
    /// let built = Builder::default().build_bits(&regions, &[3], 0, None, &mut ())?;
    /// // The piece is at home, on one of two cells beside it, or on the cell opposite, two steps away.
    /// assert_eq!(built.histogram, [1, 2, 1]);
    /// let half = |occupied: u64, blank: usize| built.bits[0] >> regions.index(occupied, blank, 0) & 1;
    /// assert_eq!([half(0b1000, 0), half(0b0100, 0), half(0b0010, 0), half(0b0001, 3)], [0, 0, 0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] where the build is cancelled or would need too much.
    ///
    /// # Panics
    /// Where goals and blank are no state of these regions.
    pub fn build_bits(
        &self,
        regions: &Regions,
        goals: &[u8],
        blank: u8,
        checkpoint: Option<&Checkpoint>,
        watch: &mut impl Watch,
    ) -> Result<BuiltBits, BuildError> {
        let start = Instant::now();
        let (needed, allowed) = (self.memory_needed_for_bits(regions), self.memory.min(isize::MAX as u64));
        if needed > allowed {
            return Err(BuildError::Memory { needed, allowed });
        }
        ask_for(needed)?;
        let abstraction = regions.abstraction(goals, blank);
        let work = Work::new(&abstraction, regions, self)?;
        let words = work.layout.shifts.words();
        let mut state = State::new(work.layout.planes.count(), words);
        let mut keeper = checkpoint.map(Keeper::new);
        let mut standing = keeper.as_ref().and_then(|keeper| keeper.resume(&mut state)).unwrap_or_default();
        let before = standing.time;
        if standing.histogram.is_empty() {
            work.begin(&state);
            standing.histogram.push(1);
        }
        loop {
            let level = standing.histogram.len();
            let found = match self.pass(&work, &state, level) {
                Ok(found) => found,
                Err(error) => {
                    discard(state);
                    return Err(error);
                }
            };
            if found == 0 {
                break;
            }
            if level >= usize::from(UNREACHED) {
                return Err(BuildError::TooFar);
            }
            standing.histogram.push(found);
            let known = standing.histogram.iter().sum();
            let progress =
                Progress { level: u32::try_from(level).expect("below 255"), known, entries: regions.count() };
            if watch.level(&progress).is_break() {
                discard(state);
                return Err(BuildError::Cancelled);
            }
            if let Some(keeper) = &mut keeper {
                standing.time = before + start.elapsed();
                keeper.consider(&state, &standing, &self.cancel);
            }
        }
        let Standing { histogram, .. } = standing;
        // The last level that found something was not looked at since.
        for plane in (0..work.layout.planes.count()).filter(|&plane| state.flags[plane].load(RELAXED)) {
            state.age(plane, half(histogram.len() - 1));
        }
        drop(state.first);
        let bits = work.pack(&state.second);
        Ok(BuiltBits { bits, histogram, time: before + start.elapsed() })
    }

    /// One level on all threads: how many states it found.
    fn pass(&self, work: &Work<'_>, state: &State, level: usize) -> Result<u64, BuildError> {
        let sets = work.occupied.len();
        let threads = if state.first.len() < WORTH_A_THREAD { NonZero::<usize>::MIN } else { self.threads };
        let is_odd = work.goal.is_odd ^ (level % 2 == 1);
        let next = AtomicUsize::new(0);
        let found = spread(threads.get(), || {
            let mut scratch = Scratch { arriving: vec![0; state.words], source: vec![0; state.words] };
            let mut values = 0;
            loop {
                let first = next.fetch_add(BATCH, RELAXED);
                if first >= sets {
                    return Ok(Found { any: values > 0, values });
                }
                for set in first..sets.min(first + BATCH) {
                    if work.regions.is_odd(work.occupied[set]) != is_odd {
                        continue;
                    }
                    if self.cancel.is_cancelled() {
                        return Err(BuildError::Cancelled);
                    }
                    for plane in work.layout.planes.of_set(set) {
                        values += work.look(state, plane, level, &mut scratch);
                    }
                }
            }
        })?;
        Ok(found.values)
    }
}

/// Room for the plane that is being worked on, and for one that it is reached from.
struct Scratch {
    arriving: Vec<u64>,
    source: Vec<u64>,
}

impl<'a> Work<'a> {
    fn new(abstraction: &'a Abstraction, regions: &'a Regions, builder: &Builder) -> Result<Self, BuildError> {
        let census = Census { planes: regions.spots() as u64, links: regions.links() };
        let layout = Layout::new(abstraction, census, &builder.cancel).ok_or(BuildError::Cancelled)?;
        let first = (1u64 << abstraction.placements.pieces()) - 1;
        let masks = std::iter::successors(Some(first), |&mask| Some(following(mask)));
        let occupied = masks.take(layout.sets()).collect();
        let goal = abstraction.goals.iter().fold(0, |occupied, goal| occupied | 1 << goal);
        let is_home = |plane: &usize| layout.planes.spot(*plane) >> abstraction.blank & 1 == 1;
        let plane = layout.planes.of_set(regions.set(goal)).find(is_home).expect("the blank is on a free cell");
        let arrangement = abstraction.placements.arrangement(&abstraction.goals) as usize;
        let goal = Goal { plane, arrangement, is_odd: regions.is_odd(goal) };
        Ok(Self { layout, occupied, regions, goal })
    }

    /// Finds the goal.
    fn begin(&self, state: &State) {
        let (word, bit) = self.layout.shifts.place(self.goal.arrangement);
        let (first, second) = state.plane(self.goal.plane);
        first[word].store(1 << bit, RELAXED);
        second[word].store(1 << bit, RELAXED);
        state.flags[self.goal.plane].store(true, RELAXED);
    }

    /// Gives the states of a plane that were found last their half, and finds those one step from what the level before
    /// found.
    fn look(&self, state: &State, plane: usize, level: usize, scratch: &mut Scratch) -> u64 {
        let Scratch { arriving, source } = scratch;
        if state.flags[plane].load(RELAXED) {
            // Its colour was last looked at two levels ago.
            state.age(plane, half(level - 2));
        }
        let mut any = false;
        for link in self.layout.planes.links(plane) {
            let from = link.source as usize;
            if !state.flags[from].load(RELAXED) {
                continue;
            }
            if !any {
                arriving.fill(0);
                any = true;
            }
            let (first, second) = state.plane(from);
            if link.shift == 0 {
                for ((to, first), second) in arriving.iter_mut().zip(first).zip(second) {
                    *to |= first.load(RELAXED) & second.load(RELAXED);
                }
            } else {
                for ((to, first), second) in source.iter_mut().zip(first).zip(second) {
                    *to = first.load(RELAXED) & second.load(RELAXED);
                }
                self.layout.shifts.apply(link.shift, source, arriving);
            }
        }
        let mut found = 0;
        if any {
            let (first, second) = state.plane(plane);
            for ((arrived, first), second) in arriving.iter().zip(first).zip(second) {
                let (a, b) = (first.load(RELAXED), second.load(RELAXED));
                let new = arrived & !(a | b);
                if new != 0 {
                    first.store(a | new, RELAXED);
                    second.store(b | new, RELAXED);
                    found += u64::from(new.count_ones());
                }
            }
        }
        state.flags[plane].store(found != 0, RELAXED);
        found
    }

    /// The bits of all planes, in the order of spots.
    fn pack(&self, planes: &[AtomicU64]) -> Vec<u8> {
        let words = self.layout.shifts.words();
        let each = self.layout.abstraction.placements.arrangement_count();
        let bytes = usize::try_from(self.regions.count().div_ceil(8)).expect("more than that was refused");
        let mut bits = vec![0u8; bytes];
        for (set, &occupied) in self.occupied.iter().enumerate() {
            for plane in self.layout.planes.of_set(set) {
                let blank = self.layout.planes.spot(plane).trailing_zeros() as usize;
                let first = self.regions.spot(occupied, blank) * each;
                let plane = &planes[plane * words..][..words];
                if each.is_multiple_of(8) {
                    let target = &mut bits[first / 8..][..each / 8];
                    for (target, word) in target.chunks_mut(8).zip(plane) {
                        let word = word.load(RELAXED).to_le_bytes();
                        target.copy_from_slice(&word[..target.len()]);
                    }
                } else {
                    for arrangement in 0..each {
                        let (word, bit) = self.layout.shifts.place(arrangement);
                        let bit = plane[word].load(RELAXED) >> bit & 1;
                        bits[(first + arrangement) / 8] |= u8::from(bit == 1) << ((first + arrangement) % 8);
                    }
                }
            }
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::encoding::Encoding;

    /// The same distances as the builder that gives each state a byte and tells its blanks apart, on any number of threads.
    #[test]
    fn halves_are_those_of_distances() {
        for (width, height, goals, blank) in [
            (3, 3, &[1, 2, 4][..], 0),
            (4, 3, &[0, 5, 6, 7], 11),
            (3, 3, &[1, 2, 3, 4, 5, 6, 7, 8], 0),
            (4, 2, &[3], 0),
        ] {
            let regions = Regions::shared(width, height, goals.len()).unwrap();
            let abstraction = Abstraction { keeps_blank: true, ..regions.abstraction(goals, blank) };
            let known = Builder::default().build(&abstraction, Encoding::BYTE, &mut ()).unwrap();
            let placements = regions.placements();
            for threads in [1, 3] {
                let builder = Builder { threads: NonZero::new(threads).unwrap(), ..Builder::default() };
                let built = builder.build_bits(&regions, goals, blank, None, &mut ()).unwrap();
                let mut occupied = 0;
                let mut seen = vec![None; usize::try_from(regions.count()).unwrap()];
                for (set, arrangement) in (0..placements.set_count())
                    .flat_map(|set| (0..placements.arrangement_count()).map(move |arrangement| (set, arrangement)))
                {
                    if arrangement == 0 {
                        occupied = placements.occupied(set);
                    }
                    for blank in (0..width * height).filter(|blank| occupied >> blank & 1 == 0) {
                        let number = u32::try_from(arrangement).unwrap();
                        let distance = known.codes[placements.index_with_blank(occupied, blank, number)];
                        let index = regions.index(occupied, blank, arrangement);
                        assert_eq!(*seen[index].get_or_insert(distance), distance, "one region, one distance");
                        if distance != UNREACHED {
                            assert_eq!(built.bits[index / 8] >> (index % 8) & 1, distance >> 1 & 1);
                        }
                    }
                }
                let count = |level| seen.iter().flatten().filter(|&&distance| usize::from(distance) == level).count();
                let counts: Vec<u64> = (0..built.histogram.len()).map(|level| count(level) as u64).collect();
                assert_eq!(built.histogram, counts);
            }
        }
    }

    #[test]
    fn a_build_goes_on_where_it_was() {
        let folder = std::env::temp_dir().join(format!("fewest-one-bit-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let checkpoint =
            Checkpoint { every: Duration::ZERO, patience: 0, ..Checkpoint::new(folder.join("part"), "key") };
        let regions = Regions::shared(4, 3, 4).unwrap();
        let goals = [0, 1, 4, 6];
        let builder = Builder::default();
        let whole = builder.build_bits(&regions, &goals, 11, None, &mut ()).unwrap();
        let mut stop = |progress: &Progress| {
            if progress.level == 9 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stopped = builder.build_bits(&regions, &goals, 11, Some(&checkpoint), &mut stop);
        assert_eq!(stopped.unwrap_err(), BuildError::Cancelled);
        let mut levels = Vec::new();
        let mut watch = |progress: &Progress| {
            levels.push(progress.level);
            ControlFlow::Continue(())
        };
        let resumed = builder.build_bits(&regions, &goals, 11, Some(&checkpoint), &mut watch).unwrap();
        assert_eq!(levels.first(), Some(&9), "level 8 was the last that was written down");
        assert_eq!((resumed.bits, resumed.histogram), (whole.bits, whole.histogram));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn limits_hold() {
        let regions = Regions::shared(4, 3, 4).unwrap();
        let small = Builder { memory: 1000, ..Builder::default() };
        let refused = small.build_bits(&regions, &[0, 1, 4, 6], 11, None, &mut ()).unwrap_err();
        assert!(matches!(refused, BuildError::Memory { allowed: 1000, .. }), "{refused}");
        let cancelled = Builder::default();
        cancelled.cancel.cancel();
        let stopped = cancelled.build_bits(&regions, &[0, 1, 4, 6], 11, None, &mut ()).unwrap_err();
        assert_eq!(stopped, BuildError::Cancelled);
    }
}
