//! The state space of a sliding-block puzzle.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::bits::Bits;
use crate::goal::{self, Goal};
use crate::key::{Field, Key};
use crate::kind::{self, Kind, Spot, Squares};
use crate::metric::Metric;
pub(crate) use crate::moves::{ANY_WAY, Move};
use crate::needs::width;
use crate::position::{Place, Position};
use crate::puzzle::Puzzle;

/// The most pieces that may move under [`Metric::Group`], where every set of pieces that hang together is a move.
pub const MAX_GROUP_PIECES: usize = 20;

/// Where all pieces are: the packed spots, and the squares that are taken. Alike pieces are in order of their spots, so
/// that equal positions are equal words. States compare by their spots alone, which determine the rest.
#[derive(Clone, Copy, Debug)]
pub struct Board<B, K> {
    pub(crate) key: K,
    pub(crate) taken: B,
}

impl<B, K: Copy> Board<B, K> {
    /// The packed state.
    #[inline]
    pub fn key(&self) -> K {
        self.key
    }
}

impl<B, K: Eq> PartialEq for Board<B, K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<B, K: Eq> Eq for Board<B, K> {}

impl<B, K: Hash> Hash for Board<B, K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

/// Why a puzzle does not fit a space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlocksError {
    /// More squares than the set of squares holds.
    #[error("the board has {0} floor squares, but this packing holds {1}")]
    Squares(usize, usize),
    /// More bits than the key holds.
    #[error("a position needs {0} bits, but this packing holds {1}")]
    Bits(u32, u32),
    /// Too many pieces for moves in groups.
    #[error("{0} pieces can move, but the metric group supports at most {MAX_GROUP_PIECES}; choose another metric")]
    Group(usize),
    /// A position of another puzzle.
    #[error("the position belongs to another puzzle")]
    Foreign,
}

/// The place of one piece in the packed state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) field: Field,
    pub(crate) kind: u16,
    /// Where the spots of its kind begin in the list of all.
    pub(crate) base: u32,
    /// One past the last slot of its kind.
    pub(crate) end: u16,
    /// The first slot of its kind.
    pub(crate) first: u16,
}

/// A puzzle under a metric, for the search: `B` holds its squares, `K` its packed states.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::{Blocks, Metric, Position, Puzzle};
/// use fewest_search::{Limits, Search, Zero, algorithms::BreadthFirst};
///
/// let pennant: Puzzle = "AA11\nAA22\n78..\n6533\n6544\n\n....\n....\n....\nAA..\nAA..".parse()?;
/// let space = Blocks::<u64, u64>::new(Arc::new(pennant), Metric::Move)?;
/// let run = BreadthFirst.run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(59));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Blocks<B, K> {
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) metric: Metric,
    pub(crate) kinds: Vec<Kind<B>>,
    /// The spots of all kinds, one after the other.
    pub(crate) spots: Vec<Spot<B>>,
    /// The pieces that can move, alike ones together.
    pub(crate) slots: Vec<Slot>,
    /// The first slot of each kind; as many as there are slots for one that cannot move.
    pub(crate) first_slots: Vec<usize>,
    /// What the pieces that cannot move cover.
    pub(crate) fixed: B,
    pub(crate) goals: Vec<Goal<B, K>>,
    /// Under [`Metric::Group`], the squares along the edges of each spot of each kind.
    pub(crate) edges: Vec<Vec<B>>,
    /// How many squares are floor.
    pub(crate) squares: usize,
    /// Whether some piece can leave the board.
    pub(crate) can_leave: bool,
    bits: u32,
}

impl<B: Bits, K: Key> Blocks<B, K> {
    /// The space of a puzzle.
    ///
    /// # Errors
    /// [`BlocksError`] where the packing is too small, or there are too many pieces for [`Metric::Group`].
    pub fn new(puzzle: Arc<Puzzle>, metric: Metric) -> Result<Self, BlocksError> {
        let squares = Squares::new(&puzzle);
        if squares.count > B::CAPACITY {
            return Err(BlocksError::Squares(squares.count, B::CAPACITY));
        }
        let kinds: Vec<Kind<B>> = kind::kinds(&puzzle, &squares);
        let goals = goal::goals(&puzzle, &kinds, &squares);
        let mut space = Self {
            metric,
            squares: squares.count,
            spots: kinds.iter().flat_map(|kind| kind.spots.iter().copied()).collect(),
            slots: Vec::new(),
            first_slots: Vec::new(),
            fixed: B::EMPTY,
            goals,
            can_leave: kinds.iter().flat_map(|kind| &kind.spots).any(|spot| spot.leaves),
            bits: 0,
            edges: Vec::new(),
            kinds,
            puzzle,
        };
        space.lay_out();
        if space.bits > K::BITS {
            return Err(BlocksError::Bits(space.bits, K::BITS));
        }
        if metric == Metric::Group && space.slots.len() > MAX_GROUP_PIECES {
            return Err(BlocksError::Group(space.slots.len()));
        }
        if metric == Metric::Group {
            space.edges = space.kinds.iter().map(|kind| kind.edges(&space.puzzle, &squares)).collect();
        }
        space.goals = std::mem::take(&mut space.goals).into_iter().map(|goal| space.with_words(goal)).collect();
        Ok(space)
    }

    /// Gives every piece that can move its slot and its bits.
    fn lay_out(&mut self) {
        let short = |value: usize| u16::try_from(value).expect("at most 256 pieces with at most 512 spots are 16 bits");
        let mut base = 0;
        for (index, kind) in self.kinds.iter().enumerate() {
            self.first_slots.push(self.slots.len());
            if kind.spots.len() == 1 {
                self.fixed = self.fixed | kind.spots[0].cells;
            } else {
                let width = width(kind.spots.len());
                let first = self.slots.len();
                for _ in &kind.pieces {
                    if K::IN_WORDS && self.bits % 64 + u32::from(width) > 64 {
                        self.bits = self.bits.next_multiple_of(64);
                    }
                    let field =
                        Field { at: u16::try_from(self.bits).expect("at most 40 words"), mask: (1 << width) - 1 };
                    let end = short(first + kind.pieces.len());
                    self.slots.push(Slot {
                        field,
                        kind: short(index),
                        base: u32::try_from(base).expect("at most 256 kinds with at most 512 spots"),
                        end,
                        first: short(first),
                    });
                    self.bits += u32::from(width);
                }
            }
            base += kind.spots.len();
        }
    }

    /// A goal as two words, where that says all.
    fn with_words(&self, mut goal: Goal<B, K>) -> Goal<B, K> {
        let is_exact = |wish: &goal::Wish| {
            wish.spots.len() == self.kinds[wish.kind].pieces.len() && wish.spots.iter().all(|spots| spots.len() == 1)
        };
        if goal.empty == B::EMPTY && goal.wishes.iter().all(is_exact) {
            let (mut mask, mut value) = (K::ZERO, K::ZERO);
            for wish in &goal.wishes {
                let mut spots: Vec<u16> = wish.spots.iter().map(|spots| spots[0]).collect();
                spots.sort_unstable();
                for (slot, spot) in self.slots[self.first_slots[wish.kind]..].iter().zip(spots) {
                    if usize::from(slot.kind) != wish.kind {
                        break;
                    }
                    mask = mask.replace(slot.field, 0, slot.field.mask);
                    value = value.replace(slot.field, 0, spot);
                }
            }
            goal.exact = Some((mask, value));
        }
        goal
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// The metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many bits of the key are used.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The start of the puzzle as a state.
    pub fn start(&self) -> Board<B, K> {
        self.state(&Position::start(self.puzzle.clone())).expect("the start is a position of this puzzle")
    }

    /// A position as a state.
    ///
    /// # Errors
    /// [`BlocksError::Foreign`] where it belongs to another puzzle.
    pub fn state(&self, position: &Position) -> Result<Board<B, K>, BlocksError> {
        if position.places().len() != self.puzzle.pieces().len() {
            return Err(BlocksError::Foreign);
        }
        let mut key = K::ZERO;
        for (kind, &first) in self.kinds.iter().zip(&self.first_slots) {
            let spot = |&piece: &usize| kind.places.binary_search(&position.places()[piece]).ok();
            let spots: Option<Vec<usize>> = kind.pieces.iter().map(spot).collect();
            let mut spots = spots.ok_or(BlocksError::Foreign)?;
            spots.sort_unstable();
            if kind.spots.len() > 1 {
                for (slot, spot) in self.slots[first..].iter().zip(spots) {
                    key = key.replace(slot.field, 0, u16::try_from(spot).expect("spots are numbered by 16 bits"));
                }
            }
        }
        Ok(self.board(key))
    }

    /// A state as a position. Which of several alike pieces is where cannot be told: they are taken in order.
    pub fn position(&self, state: &Board<B, K>) -> Position {
        let mut places = vec![Place::Left(0); self.puzzle.pieces().len()];
        let mut spots = [0; 256];
        for (index, kind) in self.kinds.iter().enumerate() {
            for (&piece, &spot) in kind.pieces.iter().zip(self.spots_of(&state.key, index, &mut spots)) {
                places[piece] = kind.places[usize::from(spot)];
            }
        }
        Position { puzzle: self.puzzle.clone(), places }
    }

    /// The spots of the pieces of a kind, in order.
    pub(crate) fn spots_of<'a>(&self, key: &K, kind: usize, into: &'a mut [u16; 256]) -> &'a [u16] {
        let count = self.kinds[kind].pieces.len();
        let slots = self.slots[self.first_slots[kind]..].iter().take_while(|slot| usize::from(slot.kind) == kind);
        into[..count].fill(0);
        for (spot, slot) in into.iter_mut().zip(slots) {
            *spot = key.get(slot.field);
        }
        &into[..count]
    }

    /// The state of a key.
    #[inline]
    pub(crate) fn board(&self, key: K) -> Board<B, K> {
        let mut taken = self.fixed;
        for slot in &self.slots {
            taken = taken | self.spots[slot.base as usize + usize::from(key.get(slot.field))].cells;
        }
        Board { key, taken }
    }

    /// The spot of a slot.
    #[inline]
    pub(crate) fn spot(&self, slot: &Slot, number: u16) -> &Spot<B> {
        &self.spots[slot.base as usize + usize::from(number)]
    }

    /// Whether a state is a goal.
    #[inline]
    pub(crate) fn meets_goal(&self, key: &K, taken: impl FnOnce() -> B) -> bool {
        match self.goals.as_slice() {
            [Goal { exact: Some((mask, value)), .. }] => *key & *mask == *value,
            goals => self.meets_some(goals, key, taken),
        }
    }

    /// Whether a state meets one of these goals.
    pub(crate) fn meets_some(&self, goals: &[Goal<B, K>], key: &K, taken: impl FnOnce() -> B) -> bool {
        let taken = goals.iter().any(|goal| goal.empty != B::EMPTY).then(taken);
        let mut spots = [0; 256];
        goals.iter().any(|goal| match goal.exact {
            Some((mask, value)) => *key & mask == value,
            None => {
                taken.is_none_or(|taken| !taken.meets(goal.empty))
                    && goal.wishes.iter().all(|wish| wish.is_met(self.spots_of(key, wish.kind, &mut spots)))
            }
        })
    }

    /// The key after the piece in slot number `index` goes from spot to spot: alike pieces stay in order.
    #[inline]
    pub(crate) fn shifted(&self, key: K, index: usize, from: u16, to: u16) -> K {
        let slot = &self.slots[index];
        // Between neighbouring numbers there is nobody to pass.
        if slot.end - slot.first == 1 || from.abs_diff(to) == 1 {
            return key.replace(slot.field, from, to);
        }
        self.resorted(key, index, from, to)
    }

    #[inline]
    fn resorted(&self, mut key: K, mut index: usize, from: u16, to: u16) -> K {
        // The others move up into the place that is left, one by one, until the new spot fits in.
        let mut held = from;
        if to > from {
            while index + 1 < usize::from(self.slots[index].end) {
                let next = key.get(self.slots[index + 1].field);
                if next >= to {
                    break;
                }
                key = key.replace(self.slots[index].field, held, next);
                held = next;
                index += 1;
            }
        } else {
            while index > usize::from(self.slots[index].first) {
                let next = key.get(self.slots[index - 1].field);
                if next <= to {
                    break;
                }
                key = key.replace(self.slots[index].field, held, next);
                held = next;
                index -= 1;
            }
        }
        key.replace(self.slots[index].field, held, to)
    }

    /// The slot of the kind that holds this spot.
    #[inline]
    pub(crate) fn slot_at(&self, key: &K, kind: u16, spot: u16) -> usize {
        let first = self.first_slots[usize::from(kind)];
        let end = usize::from(self.slots[first].end);
        (first..end - 1).find(|&index| key.get(self.slots[index].field) == spot).unwrap_or(end - 1)
    }
}
