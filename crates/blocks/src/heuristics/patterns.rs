//! Pattern databases (Culberson and Schaeffer 1998; additive ones: Korf and Felner 2002): the distances of an easier
//! puzzle, worked out once by a search backward from its goals, and looked up ever after.
//!
//! A board full of blocks leaves little to those that a pattern forgets: without the others, a piece goes where it
//! likes, and what is left is hardly more than its distance. So there are two ways to make a puzzle easier.
//!
//! **Merged**: nothing is forgotten, but pieces that look the same are told apart no longer, except some. Every piece is
//! still in the way of every other, every move counts, and there are far fewer positions: a factor of n! for n
//! pieces. Of two patterns the greater distance counts. This is for puzzles whose goal tells many pieces apart that look
//! the same, where moves in the full space look little different from those in the easier one.
//!
//! **Apart**: the pieces of a pattern are alone on the board. A move moves one piece, so the distances of patterns that
//! have no piece in common add up; under [`Metric::Group`], which moves several, there are none of these. This is for
//! boards of many small pieces with room for just one, where distances and linear conflicts are most of what there is.
//!
//! The tables of `fewest-pdb` number the placements of unit squares around a single blank and do not fit blocks of
//! several shapes with several free squares: here positions are kept by their packed state.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;
use std::sync::Arc;
use web_time::Instant;

use fewest_search::{Cost, Guarantees, Heuristic, Limits, StateSpace};

use crate::bits::Bits;
use crate::exhaustive::{Exhaustive, Heading, Word};
use crate::key::{Field, Key, Mixer};
use crate::kind::rights;
use crate::metric::Metric;
use crate::puzzle::Piece;
use crate::setup::{ConditionSetup, Setup};
use crate::space::{Blocks, Board};

/// Bytes that a position takes in a table at most, with room to grow.
const BYTES: u64 = 64;
/// Steps of the walk on which the two sorts of patterns are compared.
const WALK: usize = 400;

/// Distances in easier puzzles.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::{Blocks, Metric, Puzzle, heuristics::{Distances, PatternDistances}};
/// use fewest_search::{Heuristic, Limits};
/// // All pieces told apart: 142 steps, and 8,951,040 positions.
/// let puzzle: Puzzle = "aadd\naaee\n..ff\nbcgg\nbchh\njkii\n\njkdd\nbcee\nbcff\n..gg\naahh\naaii".parse()?;
/// let space = Blocks::<u64, u64>::new(Arc::new(puzzle), Metric::Step)?;
/// let patterns = PatternDistances::new(&space, 13_000, &Limits::default()).expect("some");
/// assert_eq!(Distances::new(&space).estimate(&space.start()), Some(18));
/// // With `b` and `c` told apart, or `j` and `k`, and no others: 12,432 positions.
/// assert_eq!(patterns.estimate(&space.start()), Some(128));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatternDistances<'a, B, K> {
    space: &'a Blocks<B, K>,
    merged: Vec<Table<K>>,
    apart: Vec<Table<K>>,
}

/// What a table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSummary {
    /// The labels of the pieces that it tells apart; for one of pieces that are alone, of all it knows.
    pub labels: String,
    /// Whether these are alone on the board.
    pub is_apart: bool,
    /// How many positions it holds.
    pub states: usize,
    /// The greatest distance.
    pub greatest: Cost,
}

/// The distances of one easier puzzle.
#[derive(Clone, Debug)]
struct Table<K> {
    labels: String,
    groups: Vec<Group>,
    distances: HashMap<K, u16, BuildHasherDefault<Mixer>>,
    greatest: u16,
}

/// Pieces that the easier puzzle does not tell apart.
#[derive(Clone, Debug)]
struct Group {
    /// Where each is in the packed state of the puzzle, and the number of each of its spots in the easier one.
    from: Vec<(Field, Arc<[u16]>)>,
    /// Where they go in the packed state of the easier puzzle, in order.
    to: Vec<Field>,
}

impl<'a, B: Bits, K: Word> PatternDistances<'a, B, K> {
    /// Chooses patterns of at most `most` positions each and builds their tables, within the limits on memory and time;
    /// `None` where no pattern fits, or none would say more than distances do: where goals name a single piece, or none
    /// that looks like another.
    pub fn new(space: &'a Blocks<B, K>, most: u64, limits: &Limits) -> Option<Self> {
        let mut builder = Builder { space, most, limits, memory: limits.memory, begun: Instant::now() };
        let mut patterns = Self { space, merged: builder.merged(), apart: builder.apart() };
        patterns.drop_the_weaker();
        (!patterns.merged.is_empty() || !patterns.apart.is_empty()).then_some(patterns)
    }

    /// Tables of one sort that never say more than those of the other are a waste of time: on a walk from the start.
    fn drop_the_weaker(&mut self) {
        let mut state = self.space.start();
        let (mut merged_says_more, mut apart_says_more) = (false, false);
        for step in 0..WALK {
            let (merged, apart) = (self.merged_distance(&state.key), self.apart_distance(&state.key));
            merged_says_more |= merged > apart;
            apart_says_more |= apart > merged;
            let mut moves = Vec::new();
            self.space.for_each_move(&state, |mv| moves.push(mv));
            let Some(&mv) = moves.get(step * step % moves.len().max(1)) else { break };
            self.space.apply(&mut state, mv);
        }
        if !apart_says_more {
            self.apart.clear();
        } else if !merged_says_more {
            self.merged.clear();
        }
    }

    /// What the tables are about.
    pub fn summaries(&self) -> impl Iterator<Item = PatternSummary> + '_ {
        let merged = self.merged.iter().map(|table| (table, false));
        merged.chain(self.apart.iter().map(|table| (table, true))).map(|(table, is_apart)| PatternSummary {
            labels: table.labels.clone(),
            is_apart,
            states: table.distances.len(),
            greatest: table.greatest.into(),
        })
    }
}

impl<B, K: Key> PatternDistances<'_, B, K> {
    /// The greatest of those that count all moves.
    fn merged_distance(&self, key: &K) -> Option<Cost> {
        self.merged.iter().try_fold(0, |greatest: Cost, table| Some(greatest.max(table.distance(key)?)))
    }

    /// The sum of those that count moves of their own pieces.
    fn apart_distance(&self, key: &K) -> Option<Cost> {
        self.apart.iter().try_fold(0, |sum, table| Some(sum + table.distance(key)?))
    }
}

impl<K: Key> Table<K> {
    /// The distance of what this state is in the easier puzzle; `None` where it cannot be solved.
    fn distance(&self, key: &K) -> Option<Cost> {
        let mut easier = K::ZERO;
        let mut spots = [0u16; 256];
        for group in &self.groups {
            let spots = &mut spots[..group.from.len()];
            for (spot, (field, numbers)) in spots.iter_mut().zip(&group.from) {
                *spot = numbers[usize::from(key.get(*field))];
            }
            if spots.len() > 1 {
                spots.sort_unstable();
            }
            for (&spot, &field) in spots.iter().zip(&group.to) {
                easier = easier.replace(field, 0, spot);
            }
        }
        self.distances.get(&easier).map(|&distance| distance.into())
    }
}

struct Builder<'a, 'b, B, K> {
    space: &'a Blocks<B, K>,
    most: u64,
    limits: &'b Limits,
    /// What may still be used.
    memory: u64,
    begun: Instant,
}

impl<B: Bits, K: Word> Builder<'_, '_, B, K> {
    fn piece(&self, kind: usize) -> &Piece {
        &self.space.puzzle.pieces()[self.space.kinds[kind].pieces[0]]
    }

    fn is_named(&self, kind: usize) -> bool {
        self.space.goals.iter().flat_map(|goal| &goal.wishes).any(|wish| wish.kind == kind)
    }

    /// Kinds that look the same: sets of two or more that only goals tell apart.
    fn looks(&self) -> Vec<Vec<usize>> {
        let mut looks: Vec<Vec<usize>> = Vec::new();
        for kind in (0..self.space.kinds.len()).filter(|&kind| self.space.kinds[kind].spots.len() > 1) {
            let same = |look: &&mut Vec<usize>| {
                let (one, two) = (&self.space.kinds[look[0]], &self.space.kinds[kind]);
                // Where a piece can go tells its gates and exits.
                one.places == two.places
                    && one.spots.iter().zip(&two.spots).all(|(one, two)| one.next == two.next)
                    && self.piece(look[0]).shape == self.piece(kind).shape
                    && self.piece(look[0]).lock == self.piece(kind).lock
                    && rights(&self.space.puzzle, one.pieces[0]) == rights(&self.space.puzzle, two.pieces[0])
            };
            match looks.iter_mut().find(same) {
                Some(look) => look.push(kind),
                None => looks.push(vec![kind]),
            }
        }
        looks.retain(|look| look.len() > 1);
        looks
    }

    /// Tables of all pieces, most of them told apart no longer.
    fn merged(&mut self) -> Vec<Table<K>> {
        let looks = self.looks();
        if looks.is_empty() {
            return Vec::new();
        }
        let Some(plain) = self.merge(&looks, &[]) else { return Vec::new() };
        // So many times as many positions a pattern may have.
        let room = self.most / (plain.distances.len() as u64).max(1);
        let mut chunks: Vec<&[usize]> = Vec::new();
        for look in &looks {
            // Told apart one by one, n, n - 1, … times as many; but never all there are, which is the puzzle itself.
            let fits = |size: usize| (0..size).map(|taken| (look.len() - taken) as u64).product::<u64>() <= room;
            let most = if looks.len() == 1 { look.len().div_ceil(2) } else { look.len() };
            let Some(size) = (1..=most.min(12)).rev().find(|&size| fits(size)) else { continue };
            let size = look.len().div_ceil(look.len().div_ceil(size));
            // Who all but one are says who the last one is.
            let useful = if size + 1 == look.len() { size } else { look.len() };
            chunks.extend(look[..useful].chunks(size));
        }
        let mut tables: Vec<Table<K>> = chunks.iter().filter_map(|chunk| self.merge(&looks, chunk)).collect();
        if tables.is_empty() {
            tables.push(plain);
        }
        tables
    }

    /// Tables of pieces that are alone, no piece in two of them.
    fn apart(&mut self) -> Vec<Table<K>> {
        if self.space.metric() == Metric::Group {
            return Vec::new();
        }
        let mut named: Vec<usize> = (0..self.space.kinds.len())
            .filter(|&kind| self.is_named(kind) && self.space.kinds[kind].spots.len() > 1)
            .collect();
        // Those that go to neighbouring places get in each other's way.
        named.sort_by_key(|&kind| {
            let mut wishes = self.space.goals.iter().flat_map(|goal| &goal.wishes);
            wishes.find(|wish| wish.kind == kind).and_then(|wish| wish.spots.first()?.first().copied())
        });
        let positions = |kind: usize| {
            let kind = &self.space.kinds[kind];
            (0..kind.pieces.len()).fold(1u64, |all, _| all.saturating_mul(kind.spots.len() as u64))
        };
        let mut chunks: Vec<(u64, Vec<usize>)> = Vec::new();
        for &kind in &named {
            match chunks.last_mut() {
                Some((states, chunk)) if states.saturating_mul(positions(kind)) <= self.most => {
                    *states *= positions(kind);
                    chunk.push(kind);
                }
                _ => chunks.push((positions(kind), vec![kind])),
            }
        }
        // A piece that is alone is as far as it is far.
        if chunks.iter().all(|(_, chunk)| chunk.len() == 1) {
            return Vec::new();
        }
        let tables: Option<Vec<Table<K>>> = chunks.iter().map(|(_, chunk)| self.alone(chunk)).collect();
        tables.unwrap_or_default()
    }

    /// The labels of the pieces of a kind.
    fn labels(&self, kinds: &[usize]) -> Vec<char> {
        let pieces = kinds.iter().flat_map(|&kind| &self.space.kinds[kind].pieces);
        pieces.map(|&piece| self.space.puzzle.pieces()[piece].label).collect()
    }

    /// The puzzle whose pieces of the same look are alike, but for those of some kinds.
    fn merge(&mut self, looks: &[Vec<usize>], kept: &[usize]) -> Option<Table<K>> {
        let mut setup = self.space.puzzle.setup().clone();
        for look in looks {
            let others: Vec<usize> = look.iter().copied().filter(|kind| !kept.contains(kind)).collect();
            let labels = self.labels(&others);
            for group in &mut setup.alike {
                group.retain(|label| !labels.contains(label));
            }
            setup.alike.push(labels);
        }
        setup.alike.retain(|group| !group.is_empty());
        self.build(&setup, self.labels(kept))
    }

    /// The puzzle that has the pieces of some kinds alone.
    fn alone(&mut self, kinds: &[usize]) -> Option<Table<K>> {
        let labels = self.labels(kinds);
        let mut setup = self.space.puzzle.setup().clone();
        // What cannot move stays: it is as good as a wall.
        let fixed = |label: char| {
            let piece = self.space.puzzle.piece(label);
            let mut kinds = self.space.kinds.iter();
            kinds.any(|kind| kind.spots.len() == 1 && piece.is_some_and(|piece| kind.pieces.contains(&piece)))
        };
        let is_there = |label: char| labels.contains(&label) || fixed(label);
        setup.keep(is_there);
        for goal in &mut setup.goals {
            goal.retain(|condition| !matches!(condition, ConditionSetup::Piece { label, .. } if !is_there(*label)));
        }
        self.build(&setup, labels)
    }

    /// All distances of an easier puzzle; `None` where it is too large or makes no sense.
    fn build(&mut self, setup: &Setup, labels: Vec<char>) -> Option<Table<K>> {
        let puzzle = setup.validate().ok()?;
        let easier = Blocks::<B, K>::new(Arc::new(puzzle), self.space.metric()).ok()?;
        // One half for the table, the other for the search that fills it.
        let memory = self.memory / 2;
        let most = usize::try_from(self.most.min(memory / BYTES)).unwrap_or(usize::MAX);
        let goals = easier.goals_within(most).ok()?;
        let groups = self.groups(&easier)?;
        let mut distances: HashMap<K, u16, BuildHasherDefault<Mixer>> = HashMap::default();
        let mut greatest = 0;
        let mut is_whole = true;
        let time = self.limits.time.map(|time| time.saturating_sub(self.begun.elapsed()));
        let limits = Limits { memory, time, ..self.limits.clone() };
        let search = Exhaustive { heading: Heading::Backward, ..Exhaustive::default() };
        let all = search.explore_layers(&easier, &goals, &limits, &mut (), |layer| {
            let depth = u16::try_from(layer.depth);
            is_whole = distances.len() + layer.len <= most && depth.is_ok();
            if !is_whole {
                return ControlFlow::Break(());
            }
            greatest = depth.unwrap_or(u16::MAX);
            distances.extend(layer.states().map(|state| (state.key, greatest)));
            ControlFlow::Continue(())
        });
        if !is_whole || all.ok()?.limit.is_some() {
            return None;
        }
        self.memory = self.memory.saturating_sub(distances.len() as u64 * BYTES);
        Some(Table { labels: labels.into_iter().collect(), groups, distances, greatest })
    }

    /// How states of the puzzle become states of the easier one.
    fn groups(&self, easier: &Blocks<B, K>) -> Option<Vec<Group>> {
        let number = |label: char| easier.puzzle.piece(label);
        let mut groups: Vec<Group> = Vec::new();
        let mut of_kind: Vec<Option<usize>> = vec![None; easier.kinds.len()];
        for (kind, &first) in self.space.kinds.iter().zip(&self.space.first_slots) {
            let label = self.space.puzzle.pieces()[kind.pieces[0]].label;
            let Some(piece) = number(label).filter(|_| kind.spots.len() > 1) else { continue };
            let target = easier.kinds.iter().position(|kind| kind.pieces.contains(&piece))?;
            let numbers: Option<Vec<u16>> = kind
                .places
                .iter()
                .map(|place| u16::try_from(easier.kinds[target].places.binary_search(place).ok()?).ok())
                .collect();
            let numbers: Arc<[u16]> = numbers?.into();
            let group = *of_kind[target].get_or_insert_with(|| {
                groups.push(Group { from: Vec::new(), to: Vec::new() });
                groups.len() - 1
            });
            let slots = &self.space.slots[first..first + kind.pieces.len()];
            groups[group].from.extend(slots.iter().map(|slot| (slot.field, numbers.clone())));
        }
        for (kind, group) in of_kind.iter().enumerate() {
            let Some(group) = *group else { continue };
            let first = easier.first_slots[kind];
            let count = easier.kinds[kind].pieces.len();
            groups[group].to.extend(easier.slots[first..first + count].iter().map(|slot| slot.field));
        }
        groups.iter().all(|group| group.from.len() == group.to.len()).then_some(groups)
    }
}

impl<B: Bits, K: Key> Heuristic<Blocks<B, K>> for PatternDistances<'_, B, K> {
    fn estimate(&self, state: &Board<B, K>) -> Option<Cost> {
        Some(self.merged_distance(&state.key)?.max(self.apart_distance(&state.key)?))
    }

    /// A move of the puzzle is a move of each easier one that changes anything there, and of one only where they add up.
    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

super::incremental!(PatternDistances);
