//! Tables of distances: what they are about, and how they are built.
//!
//! | shape | about | entries |
//! |---|---|---|
//! | [`Shape::FlipSlice`] | flips of edges, and which places those of the middle layer have | 1,013,760 |
//! | [`Shape::SliceTwist`] | twists of corners, and the same | 1,082,565 |
//! | [`Shape::Cosets`] | all three, up to 16 symmetries (Kociemba 1992; Reid 1997) | 140,908,410 |
//! | [`Shape::Corners`] | all corners, up to 16 symmetries: 88,179,840 (Korf 1997) | 6,053,616 |
//! | [`Shape::Edges`] | up to six edges (Korf 1997: 42,577,920) | 12! / (12 − n)! · 2ⁿ |
//! | [`Shape::SomeCorners`] | up to five corners, for partial goals | 8! / (8 − n)! · 3ⁿ |
//! | [`Shape::Pocket`] | the whole 2×2×2 | 3,674,160 |
//! | [`Shape::CornersWithin`], [`Shape::EdgesWithin`] | what is left in the second of two phases | 967,680 each |

use std::num::NonZero;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use web_time::Instant;

use fewest_pdb::abstraction::{Progress, Watch};
use fewest_pdb::build::{BuildError, Builder, Built, UNREACHED};
use fewest_pdb::encoding::Encoding;
use fewest_pdb::table::{Recipe, Table};

use crate::coordinates::{
    CORNER, CORNER_ORDERS, Classes, FLIP, FLIP_SLICES, FLIPS, INNER, Moves, ORDERS, OUTER, POCKET_ORDER, POCKET_ORDERS,
    POCKET_TWIST, POCKET_TWISTS, SLICE, SLICE_ORDERS, SLICES, TWIST, TWISTS,
};
use crate::cubies::{Cubies, EFFECTS, SOLVED, Turn};
use crate::size::{Metric, Size};
use crate::space::turns;

/// The most edges of a table.
pub const MOST_EDGES: usize = 6;
/// The most corners of a table that is not about all.
pub const MOST_CORNERS: usize = 5;

/// What a table is about. Pieces are numbered by their places in the solved cube.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table in the documentation of the module says what each is")]
pub enum Shape {
    FlipSlice,
    SliceTwist,
    Cosets,
    Corners,
    Edges(Vec<u8>),
    SomeCorners(Vec<u8>),
    Pocket,
    CornersWithin,
    EdgesWithin,
}

impl Shape {
    /// How many values its table has.
    pub fn entries(&self) -> usize {
        match self {
            Self::FlipSlice => SLICES * FLIPS,
            Self::SliceTwist => SLICES * TWISTS,
            Self::Cosets => 64_430 * TWISTS,
            Self::Corners => 2768 * TWISTS,
            Self::Edges(edges) => placements(12, edges.len()) << edges.len(),
            Self::SomeCorners(corners) => placements(8, corners.len()) * power(corners.len()),
            Self::Pocket => POCKET_ORDERS * POCKET_TWISTS,
            Self::CornersWithin | Self::EdgesWithin => ORDERS * SLICE_ORDERS,
        }
    }

    fn encoding(&self) -> Encoding {
        match self {
            Self::Cosets | Self::Edges(_) => Encoding::NIBBLE,
            _ => Encoding::BYTE,
        }
    }

    /// What it is about, in words.
    pub fn words(&self) -> String {
        let list = |pieces: &[u8]| pieces.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        match self {
            Self::FlipSlice => "flips and slice".to_owned(),
            Self::SliceTwist => "slice and twists".to_owned(),
            Self::Cosets => "flips, slice and twists".to_owned(),
            Self::Corners => "corners".to_owned(),
            Self::Edges(edges) => format!("edges {}", list(edges)),
            Self::SomeCorners(corners) => format!("corners {}", list(corners)),
            Self::Pocket => "2×2×2".to_owned(),
            Self::CornersWithin => "corners and slice of the second phase".to_owned(),
            Self::EdgesWithin => "edges of the second phase".to_owned(),
        }
    }

    /// What the table is made of.
    pub fn recipe(&self, metric: Metric) -> Recipe {
        let key = format!("cube {metric} {}", self.words());
        Recipe { key, entries: self.entries() as u64, encoding: self.encoding() }
    }

    /// The bytes that a build holds at its peak.
    pub fn memory_needed(&self) -> u64 {
        let entries = self.entries() as u64;
        let moves = match self {
            Self::Edges(edges) => (placements(12, edges.len()) * 27 * 4) as u64,
            _ => 16 << 20,
        };
        entries + self.encoding().bytes(entries) + moves
    }

    /// Builds the table.
    ///
    /// # Errors
    /// [`BuildError`] where the build is cancelled or may not hold so much.
    pub fn build(&self, metric: Metric, builder: &Builder, watch: &mut impl Watch) -> Result<Table, BuildError> {
        let needed = self.memory_needed();
        if needed > builder.memory {
            return Err(BuildError::Memory { needed, allowed: builder.memory });
        }
        let size = if *self == Self::Pocket { Size::Two } else { Size::Three };
        let all = turns(size, metric);
        let product = |first: &'static Moves, second: &'static Moves, width: usize| Product {
            first,
            second,
            width,
            turns: all.clone(),
        };
        let recipe = self.recipe(metric);
        let fill = Fill { entries: self.entries(), builder };
        let built = match self {
            Self::FlipSlice => fill.run(&product(&SLICE, &FLIP, FLIPS), watch),
            Self::SliceTwist => fill.run(&product(&SLICE, &TWIST, TWISTS), watch),
            Self::Pocket => fill.run(&product(&POCKET_ORDER, &POCKET_TWIST, POCKET_TWISTS), watch),
            Self::Cosets => {
                let after =
                    |number: usize, turn| SLICE.after(number / FLIPS, turn) * FLIPS + FLIP.after(number % FLIPS, turn);
                fill.run(&Reduced { classes: &FLIP_SLICES, after, turns: all }, watch)
            }
            Self::Corners => {
                let after = |number: usize, turn| CORNER.after(number, turn);
                fill.run(&Reduced { classes: &CORNER_ORDERS, after, turns: all }, watch)
            }
            Self::Edges(edges) => fill.run(&EdgeMoves::new(edges, &all), watch),
            Self::SomeCorners(corners) => fill.run(&CornerSet { corners: corners.clone(), turns: all }, watch),
            Self::CornersWithin => {
                fill.run(&Product { turns: within(), ..product(&CORNER, &INNER, SLICE_ORDERS) }, watch)
            }
            Self::EdgesWithin => fill.run(&Product { turns: within(), ..product(&OUTER, &INNER, SLICE_ORDERS) }, watch),
        }?;
        Ok(Table::new(recipe, built))
    }
}

/// The turns of the second phase: U and D by any angle, the others by halves.
pub(crate) fn within() -> Vec<Turn> {
    (0..18).map(Turn).filter(|turn| turn.face() % 3 == 0 || turn.quarters() == 2).collect()
}

/// n · (n − 1) · … with k factors.
pub(crate) fn placements(n: usize, k: usize) -> usize {
    (n + 1 - k..=n).product()
}

fn power(digits: usize) -> usize {
    (0..digits).map(|_| 3).product()
}

/// What a table is filled from.
trait Graph: Sync {
    /// The index of the solved cube.
    fn start(&self) -> usize;

    /// Visits the neighbours of an index.
    fn for_each_next(&self, index: usize, visit: impl FnMut(usize));

    /// Visits an index, and others that mean the same.
    fn for_each_twin(&self, index: usize, mut visit: impl FnMut(usize)) {
        visit(index);
    }
}

/// Two numbers that do not know of each other.
struct Product {
    first: &'static Moves,
    second: &'static Moves,
    width: usize,
    turns: Vec<Turn>,
}

impl Graph for Product {
    fn start(&self) -> usize {
        0
    }

    #[inline]
    fn for_each_next(&self, index: usize, mut visit: impl FnMut(usize)) {
        let (first, second) = (index / self.width, index % self.width);
        for &turn in &self.turns {
            visit(self.first.after(first, turn) * self.width + self.second.after(second, turn));
        }
    }
}

/// Classes of a number, and the twists.
struct Reduced<F> {
    classes: &'static Classes,
    after: F,
    turns: Vec<Turn>,
}

impl<F: Fn(usize, Turn) -> usize + Sync> Graph for Reduced<F> {
    fn start(&self) -> usize {
        0
    }

    #[inline]
    fn for_each_next(&self, index: usize, mut visit: impl FnMut(usize)) {
        let (number, twist) = (self.classes.first(index / TWISTS), index % TWISTS);
        for &turn in &self.turns {
            visit(self.classes.index((self.after)(number, turn), TWIST.after(twist, turn)));
        }
    }

    #[inline]
    fn for_each_twin(&self, index: usize, visit: impl FnMut(usize)) {
        self.classes.for_each_twin(index, visit);
    }
}

/// Where some pieces are: one of n · (n − 1) · … placements.
pub(crate) fn place(places: &[u8], n: usize) -> usize {
    let mut number = 0;
    for (index, &at) in places.iter().enumerate() {
        let before = places[..index].iter().filter(|&&other| other < at).count();
        number = number * (n - index) + usize::from(at) - before;
    }
    number
}

/// The places of a placement.
pub(crate) fn set_place(mut number: usize, n: usize, pieces: usize) -> Vec<u8> {
    let mut digits = vec![0; pieces];
    for index in (0..pieces).rev() {
        digits[index] = number % (n - index);
        number /= n - index;
    }
    let mut left: Vec<u8> = (0..u8::try_from(n).expect("at most 12")).collect();
    digits.into_iter().map(|digit| left.remove(digit)).collect()
}

/// The index of a cube in a table of edges.
pub(crate) fn edges_index(edges: &[u8], cubies: &Cubies) -> usize {
    let mut places = [0; MOST_EDGES];
    let mut flips = 0;
    for (index, &piece) in edges.iter().enumerate() {
        let at = cubies.edges.iter().position(|&edge| edge / 2 == piece).expect("every piece is somewhere");
        places[index] = u8::try_from(at).expect("12 places");
        flips |= usize::from(cubies.edges[at] & 1) << index;
    }
    place(&places[..edges.len()], 12) << edges.len() | flips
}

/// What turns make of the places of some edges, and which of these they flip.
struct EdgeMoves {
    pieces: usize,
    turns: usize,
    start: usize,
    /// By placement and turn: the next placement, and the flips.
    to: Vec<u32>,
}

impl EdgeMoves {
    fn new(edges: &[u8], turns: &[Turn]) -> Self {
        let pieces = edges.len();
        let count = placements(12, pieces);
        let mut to = Vec::with_capacity(count * turns.len());
        // Where each turn takes each place, and whether it flips.
        let taken: Vec<[u8; 12]> = turns.iter().map(|turn| EFFECTS[usize::from(turn.0)].inverse().edges).collect();
        for number in 0..count {
            let places = set_place(number, 12, pieces);
            for taken in &taken {
                let (mut next, mut flips) = ([0; MOST_EDGES], 0);
                for (index, &at) in places.iter().enumerate() {
                    let edge = taken[usize::from(at)];
                    next[index] = edge / 2;
                    flips |= usize::from(edge & 1) << index;
                }
                let entry = place(&next[..pieces], 12) << pieces | flips;
                to.push(u32::try_from(entry).expect("below 2³²"));
            }
        }
        Self { pieces, turns: turns.len(), start: edges_index(edges, &SOLVED), to }
    }
}

impl Graph for EdgeMoves {
    fn start(&self) -> usize {
        self.start
    }

    #[inline]
    fn for_each_next(&self, index: usize, mut visit: impl FnMut(usize)) {
        let (placement, flips) = (index >> self.pieces, index & ((1 << self.pieces) - 1));
        for &to in &self.to[placement * self.turns..][..self.turns] {
            visit(to as usize ^ flips);
        }
    }
}

/// The index of a cube in a table of some corners.
pub(crate) fn corners_index(corners: &[u8], cubies: &Cubies) -> usize {
    let mut places = [0; 8];
    let mut twists = 0;
    for (index, &piece) in corners.iter().enumerate() {
        let at = cubies.corners.iter().position(|&corner| corner / 3 == piece).expect("every piece is somewhere");
        places[index] = u8::try_from(at).expect("8 places");
        twists = 3 * twists + usize::from(cubies.corners[at] % 3);
    }
    place(&places[..corners.len()], 8) * power(corners.len()) + twists
}

/// Some corners, one by one: such tables are small.
struct CornerSet {
    corners: Vec<u8>,
    turns: Vec<Turn>,
}

impl Graph for CornerSet {
    fn start(&self) -> usize {
        corners_index(&self.corners, &SOLVED)
    }

    fn for_each_next(&self, index: usize, mut visit: impl FnMut(usize)) {
        let pieces = self.corners.len();
        let (places, mut twists) = (set_place(index / power(pieces), 8, pieces), index % power(pieces));
        // The other places hold anything else.
        let other = (0..8u8).find(|piece| !self.corners.contains(piece)).unwrap_or(0);
        let mut cubies = Cubies { corners: [3 * other; 8], ..SOLVED };
        for (&at, &piece) in places.iter().zip(&self.corners).rev() {
            cubies.corners[usize::from(at)] = 3 * piece + u8::try_from(twists % 3).expect("a digit");
            twists /= 3;
        }
        for turn in &self.turns {
            visit(corners_index(&self.corners, &cubies.then(&EFFECTS[usize::from(turn.0)])));
        }
    }
}

/// Fills a table level by level, on several threads: forward from what the last level found, or, once less than that is
/// unknown, backward from the unknown.
struct Fill<'a> {
    entries: usize,
    builder: &'a Builder,
}

/// How many entries a thread takes at a time.
const BATCH: usize = 1 << 16;

impl Fill<'_> {
    fn run(&self, graph: &impl Graph, watch: &mut impl Watch) -> Result<Built, BuildError> {
        let begun = Instant::now();
        ask_for(self.entries)?;
        let codes: Vec<AtomicU8> = (0..self.entries).map(|_| AtomicU8::new(UNREACHED)).collect();
        graph.for_each_twin(graph.start(), |index| codes[index].store(0, Ordering::Relaxed));
        let first = codes.iter().filter(|code| code.load(Ordering::Relaxed) == 0).count() as u64;
        let mut histogram = vec![first];
        loop {
            let level = u8::try_from(histogram.len() - 1).map_err(|_| BuildError::TooFar)?;
            let known: u64 = histogram.iter().sum();
            let last = *histogram.last().expect("at least one");
            let progress = Progress { level: u32::from(level), known, entries: self.entries as u64 };
            if watch.level(&progress).is_break() || self.builder.cancel.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            let is_backward = self.entries as u64 - known < last;
            let found = self.level(graph, &codes, level, is_backward)?;
            if found == 0 {
                let codes = codes.into_iter().map(AtomicU8::into_inner).collect();
                return Ok(Built { codes, histogram, time: begun.elapsed() });
            }
            histogram.push(found);
        }
    }

    fn level(&self, graph: &impl Graph, codes: &[AtomicU8], level: u8, is_backward: bool) -> Result<u64, BuildError> {
        let threads = if self.entries < 8 * BATCH { NonZero::<usize>::MIN } else { self.builder.threads };
        let next = std::sync::atomic::AtomicUsize::new(0);
        let work = || {
            let mut found = 0;
            loop {
                let begin = next.fetch_add(BATCH, Ordering::Relaxed);
                if begin >= self.entries || self.builder.cancel.is_cancelled() {
                    return found;
                }
                for index in begin..(begin + BATCH).min(self.entries) {
                    let code = codes[index].load(Ordering::Relaxed);
                    if is_backward && code == UNREACHED {
                        let mut is_next = false;
                        graph.for_each_next(index, |other| is_next |= codes[other].load(Ordering::Relaxed) == level);
                        if is_next {
                            codes[index].store(level + 1, Ordering::Relaxed);
                            found += 1;
                        }
                    } else if !is_backward && code == level {
                        graph.for_each_next(index, |other| {
                            if codes[other].load(Ordering::Relaxed) != UNREACHED {
                                return;
                            }
                            graph.for_each_twin(other, |twin| {
                                let set = codes[twin].compare_exchange(
                                    UNREACHED,
                                    level + 1,
                                    Ordering::Relaxed,
                                    Ordering::Relaxed,
                                );
                                found += u64::from(set.is_ok());
                            });
                        });
                    }
                }
            }
        };
        let found = if threads.get() == 1 {
            work()
        } else {
            thread::scope(|scope| {
                let others: Vec<_> = (1..threads.get()).map(|_| scope.spawn(work)).collect();
                let own = work();
                own + others.into_iter().map(|other| other.join().expect("a worker does not panic")).sum::<u64>()
            })
        };
        if self.builder.cancel.is_cancelled() { Err(BuildError::Cancelled) } else { Ok(found) }
    }
}

/// Whether the system gives so many bytes.
fn ask_for(bytes: usize) -> Result<(), BuildError> {
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| BuildError::Refused(bytes as u64))
}
