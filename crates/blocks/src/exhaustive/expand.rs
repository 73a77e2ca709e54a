//! Successors of packed states, as fast as can be.
//!
//! The exhaustive search packs states in its own way. A piece that is one of its kind is a number, as elsewhere. Alike
//! pieces are a set of spots, a bit for each, where that takes no more bits than their numbers would: nothing need then be
//! sorted. Either way a spot has a code, a state is the exclusive or of the codes of its pieces, and a move takes one code
//! out and another in.
//!
//! What is legal is hard to foretell, and a wrong guess costs a modern machine more than twenty simple operations. So
//! questions are asked of all pieces without a branch, and the answers gathered as the bits of a word.

use std::ops::BitXor;

use crate::bits::Bits;
use crate::generate::MAX_SPOTS;
use crate::geometry::Lock;
use crate::key::Key;
use crate::kind::NOWHERE;
use crate::metric::Metric;
use crate::space::{Blocks, Board};
use fewest_search::StateSpace;

/// A key that the exhaustive search can take apart: one or two machine words.
pub trait Word: Key + BitXor<Output = Self> {
    /// The word that holds this number at some bit.
    fn holding(number: u64, at: u32) -> Self;

    /// The lowest 64 bits from some bit on.
    fn from_bit(self, at: u32) -> u64;
}

impl Word for u64 {
    #[inline]
    fn holding(number: u64, at: u32) -> Self {
        number << at
    }

    #[inline]
    fn from_bit(self, at: u32) -> u64 {
        self >> at
    }
}

impl Word for u128 {
    #[inline]
    fn holding(number: u64, at: u32) -> Self {
        Self::from(number) << at
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "that is what is asked for")]
    fn from_bit(self, at: u32) -> u64 {
        (self >> at) as u64
    }
}

/// A spot: what [`kind::Spot`](crate::kind::Spot) says, in one cache line where squares fit a word.
#[derive(Clone, Copy, Debug)]
struct Spot<B, K> {
    cells: B,
    enters: [B; 4],
    /// All squares that some step enters.
    around: B,
    /// What it adds to a packed state.
    code: K,
    /// Where steps lead, as places in the list of all spots.
    next: [u16; 4],
}

/// How some pieces are packed.
#[derive(Clone, Copy, Debug)]
struct Lane {
    at: u32,
    mask: u64,
    /// Where the spots begin in the list of all.
    base: u16,
    /// How many pieces there are.
    count: u16,
    form: Form,
    /// Where the field stands in the short form of a state.
    short_at: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The number of a spot, of the only piece of its kind.
    Number,
    /// A set of spots.
    Set,
    /// The number of a spot, of one of several pieces in order; the kind's first lane, and how many there are.
    Ordered(u16, u16),
}

/// The binomial coefficients of `s` over `i` for both below 64, at `64 * i + s`; those beyond a word are as large as can be.
fn binomials() -> Vec<u64> {
    let mut choose = vec![0u64; 64 * 64];
    for s in 0..64 {
        choose[s] = 1;
        for i in 1..=s {
            choose[64 * i + s] = choose[64 * i + s - 1].saturating_add(choose[64 * (i - 1) + s - 1]);
        }
    }
    choose
}

/// Steps that need not be tried after a move: the place of the piece's spot, and the ways, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spare {
    spot: u16,
    ways: u8,
}

impl Spare {
    /// Every step is tried.
    pub(super) const NONE: Self = Self { spot: NOWHERE, ways: 0 };
}

/// What expanding a state needs room for.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// The spots of all pieces.
    spots: [u16; 256],
    /// The spots of those that may be able to move.
    near: [u16; 257],
}

impl Default for Scratch {
    fn default() -> Self {
        Self { spots: [0; 256], near: [0; 257] }
    }
}

/// A space, prepared for the exhaustive search.
#[derive(Clone, Debug)]
pub(super) struct Expander<'a, B, K> {
    pub(super) space: &'a Blocks<B, K>,
    spots: Vec<Spot<B, K>>,
    lanes: Vec<Lane>,
    /// For each kind, its first lane, if it can move.
    first_lanes: Vec<Option<usize>>,
    bits: u32,
    is_ordered: bool,
    can_leave: bool,
    /// Whether no kind has more than 64 spots.
    is_small: bool,
    /// Whether every piece keeps to a line: its paths are its slides.
    is_on_rails: bool,
    /// The goals, each as a mask and what must be under it, where all can be said so.
    goals: Option<Vec<(K, K)>>,
    /// How many bits the short form has.
    short_bits: u32,
    /// The binomial coefficients of `s` over `i`, at `64 * i + s`.
    choose: Vec<u64>,
}

impl<'a, B: Bits, K: Word> Expander<'a, B, K> {
    pub(super) fn new(space: &'a Blocks<B, K>) -> Self {
        let mut expander = Self {
            space,
            spots: Vec::with_capacity(space.spots.len()),
            lanes: Vec::new(),
            first_lanes: Vec::new(),
            bits: 0,
            is_ordered: false,
            can_leave: !space.is_undirected(),
            is_small: space.kinds.iter().all(|kind| kind.spots.len() <= 64),
            is_on_rails: space.puzzle().pieces().iter().all(|piece| piece.lock() != Lock::Free),
            goals: None,
            short_bits: 0,
            choose: binomials(),
        };
        for kind in &space.kinds {
            expander.add_kind(kind);
        }
        expander.goals = space.goals.iter().map(|goal| goal.exact.map(|(mask, value)| expander.recoded(mask, value))).collect();
        expander
    }

    fn add_kind(&mut self, kind: &crate::kind::Kind<B>) {
        let short = |value: usize| u16::try_from(value).expect("64 bits number fewer spots than 16 bits do");
        let base = short(self.spots.len());
        let (count, spots) = (kind.pieces.len(), kind.spots.len());
        if spots == 1 {
            self.first_lanes.push(None);
            return;
        }
        let width = (spots - 1).ilog2() + 1;
        let can_leave = kind.spots.iter().any(|spot| spot.leaves);
        self.first_lanes.push(Some(self.lanes.len()));
        let is_set = count > 1 && !can_leave && spots <= count * width as usize;
        if is_set {
            let mask = u64::MAX >> (64 - spots);
            // Of n spots k: of n - 1 either k, or k - 1 and the last.
            let choices = self.choose[64 * count + spots - 1].saturating_add(self.choose[64 * (count - 1) + spots - 1]);
            self.lanes.push(Lane { at: self.bits, mask, base, count: short(count), form: Form::Set, short_at: self.short_bits });
            self.bits += u32::try_from(spots).expect("at most 64");
            self.short_bits += u64::BITS - (choices - 1).leading_zeros();
        } else {
            let first = short(self.lanes.len());
            let form = if count == 1 { Form::Number } else { Form::Ordered(first, short(count)) };
            self.is_ordered |= count > 1;
            for _ in 0..count {
                self.lanes.push(Lane { at: self.bits, mask: (1 << width) - 1, base, count: 1, form, short_at: self.short_bits });
                self.bits += width;
                self.short_bits += width;
            }
        }
        let at = self.lanes[self.lanes.len() - 1].at;
        for (number, spot) in kind.spots.iter().enumerate() {
            let code = if is_set { 1 << number } else { number as u64 };
            self.spots.push(Spot {
                cells: spot.cells,
                enters: spot.enters,
                around: spot.enters.iter().zip(spot.next).filter(|(_, next)| *next != NOWHERE).fold(B::EMPTY, |all, (&enters, _)| all | enters),
                code: K::holding(code, if is_set || count == 1 { at } else { 0 }),
                next: spot.next.map(|next| if next == NOWHERE { NOWHERE } else { base + next }),
            });
        }
    }

    /// How many bits the short form of a state has.
    pub(super) fn short_bits(&self) -> u32 {
        if K::BITS == 64 { self.bits } else { self.short_bits }
    }

    /// The short form of a packed state, by which it is known: itself, where it fits a word; otherwise sets are replaced
    /// by their ranks among all of their size (the combinatorial number system: Lehmer 1964).
    #[inline]
    pub(super) fn short(&self, state: K) -> u64 {
        if K::BITS == 64 {
            return state.from_bit(0);
        }
        let mut short = 0;
        for lane in &self.lanes {
            let mut field = state.from_bit(lane.at) & lane.mask;
            if lane.form == Form::Set {
                let mut rank = 0;
                for index in 1..=usize::from(lane.count) {
                    rank += self.choose[64 * index + field.trailing_zeros() as usize];
                    field &= field.wrapping_sub(1);
                }
                field = rank;
            }
            short |= field << lane.short_at;
        }
        short
    }

    /// The state of a short form.
    pub(super) fn long(&self, short: u64) -> K {
        if K::BITS == 64 {
            return K::holding(short, 0);
        }
        let mut state = K::ZERO;
        for (index, lane) in self.lanes.iter().enumerate() {
            let end = self.lanes.get(index + 1).map_or(self.short_bits, |next| next.short_at);
            let mut field = short >> lane.short_at & u64::MAX >> (u64::BITS - (end - lane.short_at).max(1));
            if end == lane.short_at {
                field = 0;
            }
            if lane.form == Form::Set {
                let mut set = 0;
                for index in (1..=usize::from(lane.count)).rev() {
                    let chosen = &self.choose[64 * index..64 * index + 64];
                    let spot = chosen.partition_point(|&below| below <= field) - 1;
                    field -= chosen[spot];
                    set |= 1 << spot;
                }
                field = set;
            }
            state = state ^ K::holding(field, lane.at);
        }
        state
    }

    /// A mask and a value in the space's own packing, in this one.
    fn recoded(&self, mask: K, value: K) -> (K, K) {
        let (mut new_mask, mut new_value) = (K::ZERO, K::ZERO);
        for (kind, lane) in self.first_lanes.iter().enumerate() {
            let Some(lane) = lane else { continue };
            let slots = self.space.slots[self.space.first_slots[kind]..].iter();
            for (index, slot) in slots.take(self.space.kinds[kind].pieces.len()).enumerate() {
                if mask.get(slot.field) == 0 {
                    continue;
                }
                let number = u64::from(value.get(slot.field));
                if self.lanes[*lane].form == Form::Set {
                    let lane = &self.lanes[*lane];
                    new_mask = if index == 0 { new_mask ^ K::holding(lane.mask, lane.at) } else { new_mask };
                    new_value = new_value ^ K::holding(1 << number, lane.at);
                } else {
                    let lane = &self.lanes[*lane + index];
                    new_mask = new_mask ^ K::holding(lane.mask, lane.at);
                    new_value = new_value ^ K::holding(number, lane.at);
                }
            }
        }
        (new_mask, new_value)
    }

    /// A state in this packing.
    pub(super) fn pack(&self, board: &Board<B, K>) -> K {
        let everything = self.space.slots.iter().fold(K::ZERO, |mask, slot| mask.replace(slot.field, 0, slot.field.mask));
        self.recoded(everything, board.key).1
    }

    /// A packed state as a state of the space.
    pub(super) fn unpack(&self, state: K) -> Board<B, K> {
        let mut key = K::ZERO;
        for (kind, lane) in self.first_lanes.iter().enumerate() {
            let Some(lane) = lane else { continue };
            let slots = &self.space.slots[self.space.first_slots[kind]..][..self.space.kinds[kind].pieces.len()];
            if self.lanes[*lane].form == Form::Set {
                let mut set = state.from_bit(self.lanes[*lane].at) & self.lanes[*lane].mask;
                for slot in slots {
                    #[expect(clippy::cast_possible_truncation, reason = "a bit of a word")]
                    let number = set.trailing_zeros() as u16;
                    key = key.replace(slot.field, 0, number);
                    set &= set.wrapping_sub(1);
                }
            } else {
                for (slot, lane) in slots.iter().zip(&self.lanes[*lane..]) {
                    #[expect(clippy::cast_possible_truncation, reason = "at most nine bits")]
                    let number = (state.from_bit(lane.at) & lane.mask) as u16;
                    key = key.replace(slot.field, 0, number);
                }
            }
        }
        self.space.board(key)
    }

    /// Whether a packed state is a goal.
    #[inline]
    pub(super) fn is_goal(&self, state: K) -> bool {
        match &self.goals {
            Some(goals) => goals.iter().any(|(mask, value)| state & *mask == *value),
            None => self.space.is_goal(&self.unpack(state)),
        }
    }

    /// Calls `visit` for states one move away: all but those that were one move away before the last move.
    #[inline]
    pub(super) fn expand(&self, state: K, spare: Spare, scratch: &mut Scratch, visit: impl FnMut(K, Spare)) {
        match self.space.metric() {
            Metric::Step => self.steps(state, spare, scratch, visit),
            Metric::Slide => self.slides(state, spare, scratch, visit),
            Metric::Move if self.is_on_rails => self.slides(state, spare, scratch, visit),
            Metric::Move => self.paths(state, spare, scratch, visit),
            Metric::Group => self.groups(state, visit),
        }
    }

    /// Calls `visit` for states from which one move leads here.
    pub(super) fn expand_back(&self, state: K, mut visit: impl FnMut(K)) {
        use fewest_search::capability::Backward;
        let board = self.unpack(state);
        self.space.for_each_move_into(&board, |mv| {
            let mut before = board;
            self.space.undo(&mut before, mv);
            visit(self.pack(&before));
        });
    }

    /// Notes the spots of all pieces; how many there are and the squares that are taken.
    #[inline]
    fn read(&self, state: K, spots: &mut [u16; 256]) -> (usize, B) {
        let mut taken = self.space.fixed;
        let mut count = 0;
        let mut note = |spot: u16| {
            spots[count & 255] = spot;
            count += 1;
            taken = taken | self.spots[usize::from(spot)].cells;
        };
        for lane in &self.lanes {
            let mut field = state.from_bit(lane.at) & lane.mask;
            if lane.form == Form::Set {
                for _ in 0..lane.count {
                    #[expect(clippy::cast_possible_truncation, reason = "a bit of a word")]
                    note(lane.base + field.trailing_zeros() as u16);
                    field &= field.wrapping_sub(1);
                }
            } else {
                #[expect(clippy::cast_possible_truncation, reason = "at most nine bits")]
                note(lane.base + field as u16);
            }
        }
        (count, taken)
    }

    /// Calls `visit` with spot and way for every step that a piece can make, but for those that are spare.
    #[inline]
    fn openings(&self, state: K, spare: Spare, scratch: &mut Scratch, mut visit: impl FnMut(u16, usize, B)) {
        let Scratch { spots, near } = scratch;
        let (count, taken) = self.read(state, spots);
        if taken == B::EMPTY {
            return;
        }
        let free = !taken;
        let mut many = 0;
        for &spot in &spots[..count] {
            // Written in any case, and written over if it cannot move.
            near[many] = spot;
            many += usize::from(self.spots[usize::from(spot)].around.meets(free) | self.can_leave);
        }
        for near in near[..many].chunks(16) {
            let mut openings = 0u64;
            for (index, &place) in near.iter().enumerate() {
                let spot = &self.spots[usize::from(place)];
                // Where there is no step, it would enter every square, and some piece is on one.
                let is_open = |way: usize| u64::from(!spot.enters[way].meets(taken)) << way;
                let ways = is_open(0) | is_open(1) | is_open(2) | is_open(3);
                let spared = if place == spare.spot { u64::from(spare.ways) } else { 0 };
                openings |= (ways & !spared) << (4 * index);
            }
            while openings != 0 {
                let opening = openings.trailing_zeros();
                openings &= openings - 1;
                visit(near[(opening / 4) as usize & 15], (opening % 4) as usize, taken);
            }
        }
    }

    /// The state after a piece goes from spot to spot.
    #[inline]
    fn moved(&self, state: K, from: &Spot<B, K>, to: &Spot<B, K>, place: u16) -> K {
        if self.is_ordered { self.moved_in_order(state, from, to, place) } else { state ^ from.code ^ to.code }
    }

    /// As [`moved`](Self::moved), where some kinds are kept in order.
    #[inline(never)]
    fn moved_in_order(&self, state: K, from: &Spot<B, K>, to: &Spot<B, K>, place: u16) -> K {
        let owner = self.lanes.iter().rposition(|lane| lane.base <= place).expect("every spot has a lane");
        let Form::Ordered(first, count) = self.lanes[owner].form else { return state ^ from.code ^ to.code };
        let lanes = &self.lanes[usize::from(first)..usize::from(first + count)];
        let (from, to) = (from.code.from_bit(0), to.code.from_bit(0));
        let mut numbers = [0u64; 128];
        let numbers = &mut numbers[..lanes.len()];
        for (number, lane) in numbers.iter_mut().zip(lanes) {
            *number = state.from_bit(lane.at) & lane.mask;
        }
        // What is there goes out, what should be there comes in.
        let packed = |numbers: &[u64]| {
            numbers.iter().zip(lanes).fold(K::ZERO, |all, (&number, lane)| all ^ K::holding(number, lane.at))
        };
        let before = packed(numbers);
        *numbers.iter_mut().find(|number| **number == from).expect("the piece is there") = to;
        numbers.sort_unstable();
        state ^ before ^ packed(numbers)
    }

    #[inline]
    fn steps(&self, state: K, spare: Spare, scratch: &mut Scratch, mut visit: impl FnMut(K, Spare)) {
        self.openings(state, spare, scratch, |place, way, _| {
            let from = &self.spots[usize::from(place)];
            let next = from.next[way];
            let ways = 1 << (3 - way);
            visit(self.moved(state, from, &self.spots[usize::from(next)], place), Spare { spot: next, ways });
        });
    }

    #[inline]
    fn slides(&self, state: K, spare: Spare, scratch: &mut Scratch, mut visit: impl FnMut(K, Spare)) {
        self.openings(state, spare, scratch, |place, way, taken| {
            let from = &self.spots[usize::from(place)];
            let others = taken.without(from.cells);
            let ways = 1 << way | 1 << (3 - way);
            let mut next = from.next[way];
            loop {
                let to = &self.spots[usize::from(next)];
                visit(self.moved(state, from, to, place), Spare { spot: next, ways });
                next = to.next[way];
                if next == NOWHERE || to.enters[way].meets(others) {
                    break;
                }
            }
        });
    }

    #[inline]
    fn paths(&self, state: K, spare: Spare, scratch: &mut Scratch, mut visit: impl FnMut(K, Spare)) {
        let mut previous = NOWHERE;
        self.openings(state, spare, scratch, |place, _, taken| {
            // One way to begin is enough: the flood takes every way.
            if std::mem::replace(&mut previous, place) == place {
                return;
            }
            let from = &self.spots[usize::from(place)];
            let others = taken.without(from.cells);
            self.flood(place, others, |next| {
                let to = &self.spots[usize::from(next)];
                visit(self.moved(state, from, to, place), Spare { spot: next, ways: 0b1111 });
            });
        });
    }

    /// Calls `visit` for every other spot that a piece can reach among others that stay.
    #[inline]
    fn flood(&self, place: u16, others: B, mut visit: impl FnMut(u16)) {
        if !self.is_small {
            return self.flood_wide(place, others, &mut visit);
        }
        // Spots of one kind are at most 64 apart: a bit for each, with the first spot in the middle.
        let mut seen = 1u128 << 64;
        let mut waiting = seen;
        while waiting != 0 {
            let bit = waiting.trailing_zeros();
            waiting &= waiting - 1;
            #[expect(clippy::cast_possible_truncation, reason = "a bit of a word")]
            let here = place.wrapping_add(bit as u16).wrapping_sub(64);
            if bit != 64 {
                visit(here);
            }
            let spot = &self.spots[usize::from(here)];
            let mut near = 0u128;
            for way in 0..4 {
                let is_open = (spot.next[way] != NOWHERE) & !spot.enters[way].meets(others);
                near |= u128::from(is_open) << (spot.next[way].wrapping_sub(place).wrapping_add(64) & 127);
            }
            waiting |= near & !seen;
            seen |= near;
        }
    }

    #[inline(never)]
    fn flood_wide(&self, place: u16, others: B, visit: &mut impl FnMut(u16)) {
        let mut reached = [place; MAX_SPOTS];
        let mut count = 1;
        let mut done = 0;
        while done < count {
            let spot = &self.spots[usize::from(reached[done])];
            done += 1;
            for way in 0..4 {
                let next = spot.next[way];
                if next != NOWHERE && !spot.enters[way].meets(others) && !reached[..count].contains(&next) {
                    reached[count] = next;
                    count += 1;
                }
            }
        }
        reached[1..count].iter().copied().for_each(visit);
    }

    fn groups(&self, state: K, mut visit: impl FnMut(K, Spare)) {
        let board = self.unpack(state);
        self.space.for_each_move(&board, |mv| {
            let mut next = board;
            self.space.apply(&mut next, mv);
            visit(self.pack(&next), Spare::NONE);
        });
    }
}
