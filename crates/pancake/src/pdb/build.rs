//! Building a table: breadth-first from the goal, level by level.
//!
//! An entry is a set of places, an arrangement of the pattern's pancakes on them and, where they are burnt, their sides. A
//! flip of the top k does the same to all arrangements of a set: the places below k are mirrored, and the first m pancakes
//! in reading order, those on them, are reversed and turned over. So the target of a flip is found by one lookup for the
//! set and one for the arrangement.
//!
//! Where a flip counts only if it brings one of the pattern's pancakes to the top, a move costs 0 or 1, and not the same
//! there and back. The search goes against the moves: what leads into a stack brought its top pancake there. So all moves
//! into the stacks of a set cost 1 if the pattern has the top place of the set, and else nothing. On each level, what costs
//! nothing comes first.

use std::collections::VecDeque;

use web_time::Instant;

use fewest_pdb::abstraction::{Progress, Watch};
use fewest_pdb::build::{BuildError, Builder, Built, UNREACHED};
use fewest_pdb::encoding::Encoding;
use fewest_pdb::rank::Placements;

use super::shape::{Counting, Shape};
use crate::size::Size;

/// Marks the code of an entry that is not expanded yet.
const FRESH: u8 = 0x80;

/// Arrangements between two looks at whether someone asked for the end.
const POLL: usize = 1 << 10;

/// The bytes that a build holds at its peak.
pub(super) fn memory_needed(shape: &Shape, encoding: Encoding) -> u64 {
    let placements = shape.placements();
    // A target and a set of pancakes for each arrangement and number of pancakes on top; lists and flags of sets.
    let reversals = placements.arrangement_count() * (shape.homes().len() + 1) * size_of::<(u32, u16)>();
    let lists = placements.set_count() * 4 * (size_of::<usize>() + size_of::<bool>());
    let packed = if encoding == Encoding::BYTE { 0 } else { encoding.bytes(shape.entries()) };
    shape.entries() + ((reversals + lists) as u64).max(packed)
}

/// Searches the whole abstract space. A code is the value itself.
pub(super) fn build(
    shape: &Shape,
    encoding: Encoding,
    builder: &Builder,
    watch: &mut impl Watch,
) -> Result<Built, BuildError> {
    let start = Instant::now();
    let (needed, allowed) = (memory_needed(shape, encoding), builder.memory.min(isize::MAX as u64));
    if needed > allowed {
        return Err(BuildError::Memory { needed, allowed });
    }
    let mut codes = Vec::new();
    let entries = usize::try_from(shape.entries()).map_err(|_| BuildError::Refused(needed))?;
    codes.try_reserve_exact(entries).map_err(|_| BuildError::Refused(needed))?;
    codes.resize(entries, UNREACHED);
    let mut search = Search::new(shape, codes);
    search.run(builder, watch)?;
    Ok(Built { codes: search.codes, histogram: search.histogram, time: start.elapsed() })
}

/// Sets that have something to expand, first come, first served: meanwhile more gathers in those that wait, and a set is
/// looked through fewer times.
struct Waiting {
    sets: VecDeque<usize>,
    /// Whether a set is among them.
    flags: Vec<bool>,
}

impl Waiting {
    fn new(sets: usize) -> Self {
        Self { sets: VecDeque::new(), flags: vec![false; sets] }
    }

    #[inline]
    fn push(&mut self, set: usize) {
        if !self.flags[set] {
            self.flags[set] = true;
            self.sets.push_back(set);
        }
    }

    fn pop(&mut self) -> Option<usize> {
        let set = self.sets.pop_front()?;
        self.flags[set] = false;
        Some(set)
    }
}

/// The sets of a level, by whether moves into them cost.
struct Level {
    free: Waiting,
    costly: Waiting,
}

impl Level {
    fn new(sets: usize) -> Self {
        Self { free: Waiting::new(sets), costly: Waiting::new(sets) }
    }

    fn is_empty(&self) -> bool {
        self.free.sets.is_empty() && self.costly.sets.is_empty()
    }

    #[inline]
    fn push(&mut self, set: usize, costs: bool) {
        if costs { &mut self.costly } else { &mut self.free }.push(set);
    }
}

/// A flip, as all arrangements of one set see it.
struct Step {
    /// The set it leads to.
    set: usize,
    /// Whether moves into that set cost.
    costs: bool,
    /// How many of the pattern's pancakes it turns over.
    turned: usize,
}

struct Search {
    size: Size,
    counting: Counting,
    placements: Placements,
    /// The bits of an index for sides.
    sides: u32,
    arrangements: Arrangements,
    codes: Vec<u8>,
    histogram: Vec<u64>,
    now: Level,
    next: Level,
}

impl Search {
    fn new(shape: &Shape, mut codes: Vec<u8>) -> Self {
        let placements = shape.placements();
        let goal = placements.rank(shape.homes());
        codes[goal << shape.sides()] = FRESH;
        let (now, next) = (Level::new(placements.set_count()), Level::new(placements.set_count()));
        let mut search = Self {
            size: shape.size(),
            counting: shape.counting(),
            arrangements: Arrangements::new(&placements),
            sides: shape.sides(),
            placements,
            codes,
            histogram: vec![1],
            now,
            next,
        };
        let set = goal / search.placements.arrangement_count();
        search.now.push(set, search.costs(search.placements.occupied(set)));
        search
    }

    /// Whether moves into the stacks of a set cost.
    fn costs(&self, occupied: u64) -> bool {
        match self.counting {
            Counting::Every => true,
            Counting::Top => occupied & 1 == 1,
        }
    }

    fn run(&mut self, builder: &Builder, watch: &mut impl Watch) -> Result<(), BuildError> {
        for level in 0..FRESH {
            while let Some(set) = self.now.free.pop() {
                self.expand(set, level, level, builder)?;
            }
            while let Some(set) = self.now.costly.pop() {
                self.expand(set, level, level + 1, builder)?;
            }
            let known = self.histogram.iter().sum();
            let progress = Progress { level: u32::from(level), known, entries: self.codes.len() as u64 };
            if watch.level(&progress).is_break() || builder.cancel.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            if self.next.is_empty() {
                return Ok(());
            }
            std::mem::swap(&mut self.now, &mut self.next);
        }
        Err(BuildError::TooFar)
    }

    /// Expands what is fresh in a set of this level. What leads there has this value or, if that is known, a smaller one.
    fn expand(&mut self, set: usize, level: u8, value: u8, builder: &Builder) -> Result<(), BuildError> {
        if self.histogram.len() <= usize::from(value) {
            self.histogram.push(0);
        }
        let steps = self.steps(self.placements.occupied(set));
        for arrangement in 0..self.placements.arrangement_count() {
            if arrangement % POLL == 0 && builder.cancel.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            let first = self.index(set, arrangement);
            for sides in 0..1 << self.sides {
                if self.codes[first + sides] == level | FRESH {
                    self.codes[first + sides] = level;
                    self.reach(&steps, arrangement, sides, (level, value));
                }
            }
        }
        Ok(())
    }

    /// Gives every neighbour of an entry that is still unknown its value.
    #[inline]
    fn reach(&mut self, steps: &[Step], arrangement: usize, sides: usize, (level, value): (u8, u8)) {
        let count = self.placements.arrangement_count();
        let targets = self.arrangements.reversed(arrangement);
        for step in steps {
            let (target, pancakes) = targets[step.turned];
            let sides = if self.sides > 0 { sides ^ usize::from(pancakes) } else { 0 };
            let code = &mut self.codes[(step.set * count + target as usize) << self.sides | sides];
            if *code == UNREACHED {
                *code = value | FRESH;
                self.histogram[usize::from(value)] += 1;
                let waiting = if value == level { &mut self.now } else { &mut self.next };
                waiting.push(step.set, step.costs);
            }
        }
    }

    /// The flips that move a pancake of the pattern.
    fn steps(&self, occupied: u64) -> Vec<Step> {
        let step = |count: usize| {
            let top = u64::MAX >> (64 - count);
            let turned = occupied & top;
            let mirrored = turned.reverse_bits() >> (64 - count);
            let target = occupied & !top | mirrored;
            let set = self.placements.set(target);
            let step = Step { set, costs: self.costs(target), turned: turned.count_ones() as usize };
            (turned != 0).then_some(step)
        };
        (self.size.least_flip()..=self.size.pancakes()).filter_map(step).collect()
    }

    fn index(&self, set: usize, arrangement: usize) -> usize {
        (set * self.placements.arrangement_count() + arrangement) << self.sides
    }
}

/// For each arrangement, and for each number of pancakes from the top: what becomes of it when so many are reversed, and
/// which they are.
struct Arrangements {
    /// Numbers to an arrangement.
    width: usize,
    targets: Vec<(u32, u16)>,
}

impl Arrangements {
    fn new(placements: &Placements) -> Self {
        let pieces = placements.pieces();
        let width = pieces + 1;
        let mut targets = Vec::with_capacity(placements.arrangement_count() * width);
        // The first set has the lowest places: there the place of a pancake is its place in reading order.
        let mut places = vec![0; pieces];
        let mut mirrored = vec![0; pieces];
        for arrangement in 0..placements.arrangement_count() {
            placements.unrank(arrangement, &mut places);
            for turned in 0..=pieces {
                let mut pancakes = 0;
                for (piece, (to, &from)) in mirrored.iter_mut().zip(&places).enumerate() {
                    let is_turned = usize::from(from) < turned;
                    *to = if is_turned { u8::try_from(turned - 1).expect("at most 9") - from } else { from };
                    pancakes |= u16::from(is_turned) << piece;
                }
                targets.push((placements.arrangement(&mirrored), pancakes));
            }
        }
        Self { width, targets }
    }

    #[inline]
    fn reversed(&self, arrangement: usize) -> &[(u32, u16)] {
        &self.targets[arrangement * self.width..][..self.width]
    }
}
