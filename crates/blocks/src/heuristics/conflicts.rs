//! Linear conflict (Hansson, Mayer and Yung 1992) for pieces of any shape, and its extension to pieces without a goal
//! (Wübbers 2019, who calls it modified linear conflict), corrected.
//!
//! Take a piece whose straight way to its goal is as short as any. If it keeps to that line, every free piece in its sweep
//! must move at least once; if it leaves the line, it must come back, which costs two steps beyond its distance. Two
//! pieces with goals that would have to pass each other on a line cannot both keep to it.
//!
//! These are the edges of a graph: pieces with a goal weigh 2, free ones 1, and whatever the solution, the pieces that
//! pay form a vertex cover. The least weight of one is added to the distances. To add up conflicts instead, one for each
//! free piece or for each line, counts the two steps of one detour several times: a single piece behind three others in a
//! row goes round all of them for two steps. So does adding plain linear conflicts on top. A free piece counts once
//! however many ways it blocks: one step can clear a row and a column.
//!
//! The bound is consistent. A step of a free piece costs one and changes only edges at that piece, which weighs one. A
//! step along a line enters or leaves squares that are free, so it changes no edge. A step off the line adds one to the
//! distance and removes edges at one piece, which weighs two.
//!
//! Slides obey the same argument. Under `move` a detour costs nothing and under `group` pieces make way together: there
//! nothing is added.

use fewest_search::{Cost, Guarantees, Heuristic};

use crate::bits::Bits;
use crate::goal::Goal;
use crate::heuristics::distances::{GoalDistances, everything};
use crate::heuristics::lines::Lines;
use crate::key::Key;
use crate::metric::Metric;
use crate::position::Place;
use crate::space::{Blocks, Board};

/// What a piece costs that leaves its line, and a free one that moves away.
const DETOUR: Cost = 2;
const ASIDE: Cost = 1;
/// The most pieces that the least cover is sought for; conflicts of others are left out, which keeps the bound a bound.
const MOST_PIECES: usize = 32;

/// Distances, and the least that conflicts on lines add to them.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::{Blocks, Metric, Puzzle, heuristics::LinearConflict};
/// use fewest_search::Heuristic;
/// // `a` must pass `b`, `c` and `d`, or these make way: going round is cheapest.
/// let puzzle: Puzzle = "abcd.\n.....\n\n....a\n.....".parse()?;
/// let space = Blocks::<u64, u64>::new(Arc::new(puzzle), Metric::Step)?;
/// assert_eq!(LinearConflict::new(&space).estimate(&space.start()), Some(4));
/// assert_eq!(LinearConflict::modified(&space).estimate(&space.start()), Some(4 + 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearConflict<'a, B, K> {
    space: &'a Blocks<B, K>,
    goals: Vec<GoalConflicts<B>>,
    with_free: bool,
}

#[derive(Clone, Debug)]
struct GoalConflicts<B> {
    distances: GoalDistances,
    lines: Lines<B>,
    /// For each two travellers and each difference of the coordinate that stays, at which differences of the other they
    /// would overlap: a bit for each, from -15 on.
    overlaps: Vec<Overlaps>,
}

#[derive(Clone, Debug)]
struct Overlaps {
    /// By the difference of rows, from -15 on: columns at which they overlap.
    in_rows: [u32; 31],
    in_columns: [u32; 31],
}

impl<'a, B: Bits, K: Key> LinearConflict<'a, B, K> {
    /// Conflicts between pieces that have goals.
    pub fn new(space: &'a Blocks<B, K>) -> Self {
        Self::with(space, false)
    }

    /// And with free pieces.
    pub fn modified(space: &'a Blocks<B, K>) -> Self {
        Self::with(space, true)
    }

    /// From `start` to any other state, as [`Distances::from_start`](crate::heuristics::Distances::from_start). A way
    /// there, read backward, is a way to the start, but for pieces that have left, which have no line.
    pub fn from_start(space: &'a Blocks<B, K>, start: &Board<B, K>) -> Self {
        let goal = everything(space, start);
        let conflicts = GoalConflicts::new(space, &goal, GoalDistances::from_start(space, start));
        Self { space, goals: vec![conflicts], with_free: false }
    }

    fn with(space: &'a Blocks<B, K>, with_free: bool) -> Self {
        let goals = space.goals.iter().map(|goal| GoalConflicts::new(space, goal, GoalDistances::new(space, goal)));
        Self { space, goals: goals.collect(), with_free }
    }
}

/// Where two pieces would overlap.
fn overlaps<B: Bits, K: Key>(space: &Blocks<B, K>, a: usize, b: usize) -> Overlaps {
    let shape = |kind: usize| &space.puzzle.pieces()[space.kinds[kind].pieces[0]].shape;
    let mut overlaps = Overlaps { in_rows: [0; 31], in_columns: [0; 31] };
    for cell in shape(a) {
        for other in shape(b) {
            // b is so far from a when these two squares are one.
            let (dx, dy) =
                (15 + usize::from(cell.x) - usize::from(other.x), 15 + usize::from(cell.y) - usize::from(other.y));
            overlaps.in_rows[dy] |= 1 << dx;
            overlaps.in_columns[dx] |= 1 << dy;
        }
    }
    overlaps
}

/// The bits strictly between two.
fn between(a: usize, b: usize) -> u32 {
    let (low, high) = (a.min(b), a.max(b));
    if high - low < 2 { 0 } else { ((1 << (high - low - 1)) - 1) << (low + 1) }
}

impl<B: Bits> GoalConflicts<B> {
    fn new<K: Key>(space: &Blocks<B, K>, goal: &Goal<B, K>, distances: GoalDistances) -> Self {
        let lines = Lines::new(space, goal);
        let kinds = || lines.travellers.iter().map(|traveller| traveller.kind);
        let overlaps = kinds().flat_map(|a| kinds().map(move |b| overlaps(space, a, b))).collect();
        Self { distances, lines, overlaps }
    }

    fn estimate<K: Key>(&self, space: &Blocks<B, K>, key: &K, with_free: bool) -> Option<Cost> {
        let distance = self.distances.estimate(space, key)?;
        if matches!(space.metric(), Metric::Move | Metric::Group) {
            return Some(distance);
        }
        let mut graph = Graph::default();
        let travellers = &self.lines.travellers;
        let mut spots = [0; 256];
        let mut places = [Place::Left(0); 256];
        for (traveller, place) in travellers.iter().zip(&mut places) {
            let spot = space.spots_of(key, traveller.kind, &mut spots)[0];
            *place = space.kinds[traveller.kind].places[usize::from(spot)];
        }
        let line = |index: usize| {
            let traveller: &crate::heuristics::lines::Traveller<B> = &travellers[index];
            let kind = &space.kinds[traveller.kind];
            let spot = kind.places.binary_search(&places[index]).ok()?;
            traveller.lines[spot]
        };
        // Each piece with a goal has two vertices: it can leave its row, or its column.
        for first in 0..travellers.len() {
            let Some(one) = line(first) else { continue };
            for second in first + 1..travellers.len() {
                let Some(two) = line(second) else { continue };
                let (in_row, in_column) = self.pass(space, &places, first, second);
                if one.is_horizontal && two.is_horizontal && in_row {
                    graph.join((2 * first, DETOUR), (2 * second, DETOUR));
                }
                if one.is_vertical && two.is_vertical && in_column {
                    graph.join((2 * first + 1, DETOUR), (2 * second + 1, DETOUR));
                }
            }
            if with_free && one.sweep != B::EMPTY {
                let vertex = 2 * first + usize::from(one.is_vertical);
                let mut number = 2 * travellers.len();
                for &kind in &self.lines.free {
                    for &spot in space.spots_of(key, kind, &mut spots) {
                        if space.kinds[kind].spots[usize::from(spot)].cells.meets(one.sweep) {
                            graph.join((vertex, DETOUR), (number, ASIDE));
                        }
                        number += 1;
                    }
                }
            }
        }
        Some(distance + graph.cover(u32::MAX))
    }

    /// Whether two pieces would have to pass each other, moving along rows alone, or along columns alone.
    fn pass<K: Key>(&self, space: &Blocks<B, K>, places: &[Place], first: usize, second: usize) -> (bool, bool) {
        let travellers = &self.lines.travellers;
        let goal = |index: usize| space.kinds[travellers[index].kind].places[usize::from(travellers[index].goal)];
        let (Place::On(a), Place::On(b), Place::On(to_a), Place::On(to_b)) =
            (places[first], places[second], goal(first), goal(second))
        else {
            return (false, false);
        };
        let apart = |from: u16, to: u16| 15 + usize::from(to) - usize::from(from);
        let overlaps = &self.overlaps[first * travellers.len() + second];
        let (dx, dy) = (apart(a.x, b.x), apart(a.y, b.y));
        let (to_dx, to_dy) = (apart(to_a.x, to_b.x), apart(to_a.y, to_b.y));
        (overlaps.in_rows[dy] & between(dx, to_dx) != 0, overlaps.in_columns[dx] & between(dy, to_dy) != 0)
    }
}

/// Who is in conflict with whom.
#[derive(Default)]
struct Graph {
    /// The numbers of the pieces that are in some conflict, and what each weighs.
    vertices: [(usize, Cost); MOST_PIECES],
    neighbours: [u32; MOST_PIECES],
    count: usize,
}

impl Graph {
    fn vertex(&mut self, vertex: (usize, Cost)) -> Option<usize> {
        let known = self.vertices[..self.count].iter().position(|other| *other == vertex);
        known.or_else(|| {
            let new = self.count;
            *self.vertices.get_mut(new)? = vertex;
            self.count += 1;
            Some(new)
        })
    }

    fn join(&mut self, a: (usize, Cost), b: (usize, Cost)) {
        if let (Some(a), Some(b)) = (self.vertex(a), self.vertex(b)) {
            self.neighbours[a] |= 1 << b;
            self.neighbours[b] |= 1 << a;
        }
    }

    /// The least weight of vertices that touch every edge of the graph without the vertices that are not in `left`.
    fn cover(&self, left: u32) -> Cost {
        // A vertex with the most neighbours belongs to the cover, or all of these do.
        let degree = |vertex: usize| (self.neighbours[vertex] & left).count_ones();
        let widest = (0..self.count).filter(|vertex| left & 1 << vertex != 0).max_by_key(|&vertex| degree(vertex));
        let Some(widest) = widest.filter(|&vertex| degree(vertex) > 0) else { return 0 };
        let neighbours = self.neighbours[widest] & left;
        let taken = self.vertices[widest].1 + self.cover(left & !(1 << widest));
        let weight = |set: u32| -> Cost {
            (0..self.count).filter(|vertex| set & 1 << vertex != 0).map(|vertex| self.vertices[vertex].1).sum()
        };
        let left_out = weight(neighbours) + self.cover(left & !neighbours & !(1 << widest));
        taken.min(left_out)
    }
}

impl<B: Bits, K: Key> Heuristic<Blocks<B, K>> for LinearConflict<'_, B, K> {
    fn estimate(&self, state: &Board<B, K>) -> Option<Cost> {
        self.goals.iter().filter_map(|goal| goal.estimate(self.space, &state.key, self.with_free)).min()
    }

    /// Consistent, where no more pieces can be in conflict than the cover is sought for.
    fn guarantees(&self) -> Guarantees {
        if self.space.puzzle.pieces().len() <= MOST_PIECES / 2 {
            Guarantees::CONSISTENT
        } else {
            Guarantees::ADMISSIBLE
        }
    }
}

super::incremental!(LinearConflict);
