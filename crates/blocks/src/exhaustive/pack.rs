//! How the exhaustive search packs states.
//!
//! A piece that is one of its kind is a number, as elsewhere. Alike pieces are a set of spots, a bit for each, where that takes no
//! more bits than their numbers would: nothing need then be sorted. Either way a spot has a code, a state is the exclusive or of
//! the codes of its pieces, and a move takes one code out and another in. So it is with the state's image in a mirror.

use std::ops::Range;

use fewest_search::StateSpace;

use crate::bits::Bits;
use crate::exhaustive::mirror::Mirror;
use crate::exhaustive::sieve::Sieve;
use crate::exhaustive::word::Word;
use crate::geometry::Lock;
use crate::key::Field;
use crate::kind::{Kind, NOWHERE};
use crate::metric::Metric;
use crate::puzzle::Piece;
use crate::space::{Blocks, Board};

/// A spot: what [`kind::Spot`](crate::kind::Spot) says, in one cache line where squares fit a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<B, K> {
    pub(super) cells: B,
    pub(super) enters: [B; 4],
    /// All squares that some step enters.
    pub(super) around: B,
    /// What it adds to a packed state.
    pub(super) code: K,
    /// Where steps lead, as places in the list of all spots.
    pub(super) next: [u16; 4],
}

/// The image of a spot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twin<K> {
    /// What it adds to a packed state.
    pub(super) code: K,
    /// Its place in the list of all spots.
    pub(super) place: u16,
}

/// How some pieces are packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub(super) at: u32,
    pub(super) mask: u64,
    /// Where the spots begin in the list of all.
    pub(super) base: u16,
    /// How many pieces there are.
    pub(super) count: u16,
    pub(super) form: Slot,
    /// Where the field stands in the short form of a state.
    short_at: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
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
    pub(super) spot: u16,
    /// Bits 0 to 3 are ways, and [`ALONE`](Self::ALONE) says something else of the state.
    pub(super) ways: u8,
    /// The way of the last move and, from the third bit on, over how many squares it went; 0 where that is not known.
    pub(super) last: u8,
}

impl Spare {
    /// Every step is tried.
    pub(super) const NONE: Self = Self { spot: NOWHERE, ways: 0, last: 0 };
    /// The state is its own image.
    pub(super) const ALONE: u8 = 1 << 4;

    /// How many states the state stands for, less than two.
    #[inline]
    pub(super) fn alone(self) -> usize {
        usize::from(self.ways / Self::ALONE)
    }
}

/// A space, prepared for the exhaustive search.
#[derive(Clone, Debug)]
pub(super) struct Expander<'a, B, K> {
    pub(super) space: &'a Blocks<B, K>,
    /// That of the space; but where every piece keeps to a line, its paths are its slides.
    pub(super) metric: Metric,
    pub(super) spots: Vec<Spot<B, K>>,
    /// The images of the spots, where the puzzle has a symmetry.
    pub(super) twins: Vec<Twin<K>>,
    /// Where sets of ways go in the mirror.
    pub(super) twin_ways: [u8; 16],
    pub(super) twin_way: [u8; 4],
    pub(super) lanes: Vec<Lane>,
    /// For each spot the first lane of its kind, where some kinds are kept in order.
    pub(super) owners: Vec<u16>,
    /// For each spot how late its kind is in an order of the kinds. A kind and its image count as one.
    pub(super) ranks: Vec<u16>,
    /// All spots at once, where they are few.
    pub(super) sieve: Option<Sieve<B, K>>,
    /// Where the spots of each slot of the space begin in the list.
    pub(super) bases: Vec<u16>,
    /// The ways in which pieces can move.
    pub(super) ways: Range<u16>,
    /// How many pieces can move.
    pub(super) movable: usize,
    /// For each kind, its first lane, if it can move.
    first_lanes: Vec<Option<usize>>,
    bits: u32,
    pub(super) is_ordered: bool,
    pub(super) can_leave: bool,
    /// Whether no kind has more than 64 spots.
    pub(super) is_small: bool,
    /// The goals, each as a mask and what must be under it, where all can be said so.
    goals: Option<Vec<(K, K)>>,
    /// How many bits the short form has.
    short_bits: u32,
    /// The binomial coefficients of `s` over `i`, at `64 * i + s`, where there is a short form.
    choose: Vec<u64>,
}

impl<'a, B: Bits, K: Word> Expander<'a, B, K> {
    pub(super) fn new(space: &'a Blocks<B, K>) -> Self {
        let is_locked = |piece: &Piece| piece.lock != Lock::Free;
        let is_on_rails = space.puzzle().pieces().iter().all(is_locked);
        let mirror = Mirror::of(space);
        let mut expander = Self {
            space,
            spots: Vec::with_capacity(space.spots.len()),
            twins: Vec::new(),
            twin_ways: [0; 16],
            twin_way: [0; 4],
            lanes: Vec::new(),
            owners: Vec::new(),
            ranks: Vec::new(),
            sieve: None,
            bases: Vec::with_capacity(space.slots.len()),
            // On rails, up is as good as left. In a mirror only one of them may be the other way round.
            ways: if is_on_rails && mirror.is_none() { 1..3 } else { 0..4 },
            movable: space.slots.len(),
            first_lanes: Vec::new(),
            bits: 0,
            is_ordered: false,
            can_leave: !space.is_undirected(),
            is_small: space.kinds.iter().all(|kind| kind.spots.len() <= 64),
            metric: if is_on_rails && space.metric() == Metric::Move { Metric::Slide } else { space.metric() },
            goals: None,
            short_bits: 0,
            choose: if K::BITS > u64::BITS { binomials() } else { Vec::new() },
        };
        for kind in &space.kinds {
            expander.add_kind(kind);
        }
        if let Some(mirror) = mirror {
            expander.add_mirror(&mirror);
        }
        expander.rank();
        expander.sieve = Sieve::of(&expander);
        expander.goals =
            space.goals.iter().map(|goal| goal.exact.map(|(mask, value)| expander.recoded(mask, value))).collect();
        expander
    }

    fn add_kind(&mut self, kind: &Kind<B>) {
        let short = |value: usize| u16::try_from(value).expect("64 bits number fewer spots than 16 bits do");
        let base = short(self.spots.len());
        let (count, spots) = (kind.pieces.len(), kind.spots.len());
        if spots == 1 {
            self.first_lanes.push(None);
            return;
        }
        self.bases.extend(std::iter::repeat_n(base, count));
        let width = (spots - 1).ilog2() + 1;
        let can_leave = kind.spots.iter().any(|spot| spot.leaves);
        self.first_lanes.push(Some(self.lanes.len()));
        let is_set = count > 1 && !can_leave && spots <= count * width as usize;
        let lane = |at, mask, count, form, short_at| Lane { at, mask, base, count, form, short_at };
        let first = short(self.lanes.len());
        if is_set {
            self.lanes.push(lane(self.bits, u64::MAX >> (64 - spots), short(count), Slot::Set, self.short_bits));
            self.bits += u32::try_from(spots).expect("at most 64");
            if K::BITS > u64::BITS {
                // Of n spots k: of n - 1 either k, or k - 1 and the last.
                let (with, without) = (self.choose[64 * (count - 1) + spots - 1], self.choose[64 * count + spots - 1]);
                self.short_bits += u64::BITS - (with.saturating_add(without) - 1).leading_zeros();
            }
        } else {
            let form = if count == 1 { Slot::Number } else { Slot::Ordered(first, short(count)) };
            self.is_ordered |= count > 1;
            for _ in 0..count {
                self.lanes.push(lane(self.bits, (1 << width) - 1, 1, form, self.short_bits));
                self.bits += width;
                self.short_bits += width;
            }
        }
        self.owners.extend(std::iter::repeat_n(first, spots));
        let at = self.lanes[self.lanes.len() - 1].at;
        for (number, spot) in kind.spots.iter().enumerate() {
            let code = if is_set { 1 << number } else { number as u64 };
            let (mut enters, mut next) = (spot.enters, spot.next);
            if self.ways.len() == 2 && next[1] == NOWHERE && next[2] == NOWHERE {
                (enters, next) = ([enters[1], enters[0], enters[3], enters[2]], [next[1], next[0], next[3], next[2]]);
            }
            self.spots.push(Spot {
                cells: spot.cells,
                enters,
                around: enters
                    .iter()
                    .zip(next)
                    .filter(|(_, next)| *next != NOWHERE)
                    .fold(B::EMPTY, |all, (&enters, _)| all | enters),
                code: K::holding(code, if is_set || count == 1 { at } else { 0 }),
                next: next.map(|next| if next == NOWHERE { NOWHERE } else { base + next }),
            });
        }
    }

    fn add_mirror(&mut self, mirror: &Mirror) {
        for (kind, lane) in self.first_lanes.iter().enumerate() {
            let (Some(_), Some(image)) = (lane, self.first_lanes[mirror.kinds[kind]]) else { continue };
            let base = self.lanes[image].base;
            self.twins.extend(mirror.spots[kind].iter().map(|&spot| {
                let place = base + spot;
                Twin { code: self.spots[usize::from(place)].code, place }
            }));
        }
        self.twin_way = mirror.ways;
        self.twin_ways = std::array::from_fn(|ways| {
            (0..4).filter(|way| ways & 1 << way != 0).fold(0, |image, way| image | 1 << mirror.ways[way])
        });
    }

    /// Puts the kinds in order.
    fn rank(&mut self) {
        let image = |place: usize| self.twins.get(place).map_or(place, |twin| usize::from(twin.place));
        self.ranks = (0..self.spots.len()).map(|place| self.owners[place].min(self.owners[image(place)])).collect();
    }

    /// Whether states and their images are taken for one.
    pub(super) fn has_mirror(&self) -> bool {
        !self.twins.is_empty()
    }

    /// Tells states from their images from now on.
    pub(super) fn drop_mirror(&mut self) {
        self.twins = Vec::new();
        self.rank();
        self.sieve = Sieve::of(self);
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
            return state.bits_from(0);
        }
        let mut short = 0;
        for lane in &self.lanes {
            let mut field = state.bits_from(lane.at) & lane.mask;
            if lane.form == Slot::Set {
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
            if lane.form == Slot::Set {
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
        self.for_each_slot(|field, lane, is_first| {
            if mask.get(field) != 0 {
                let number = u64::from(value.get(field));
                let is_set = lane.form == Slot::Set;
                new_value = new_value ^ K::holding(if is_set { 1 << number } else { number }, lane.at);
                if is_first || !is_set {
                    new_mask = new_mask ^ K::holding(lane.mask, lane.at);
                }
            }
        });
        (new_mask, new_value)
    }

    /// Calls `visit` for every piece that can move with its field in the space's own packing, its lane in this one, and whether
    /// it is the first of its kind.
    #[inline]
    fn for_each_slot(&self, mut visit: impl FnMut(Field, &Lane, bool)) {
        for (kind, lane) in self.first_lanes.iter().enumerate() {
            let Some(first) = *lane else { continue };
            let is_set = self.lanes[first].form == Slot::Set;
            let slots = &self.space.slots[self.space.first_slots[kind]..][..self.space.kinds[kind].pieces.len()];
            for (index, slot) in slots.iter().enumerate() {
                visit(slot.field, &self.lanes[if is_set { first } else { first + index }], index == 0);
            }
        }
    }

    /// A state in this packing.
    pub(super) fn pack(&self, board: &Board<B, K>) -> K {
        let mut state = K::ZERO;
        self.for_each_slot(|field, lane, _| {
            let number = u64::from(board.key.get(field));
            state = state ^ K::holding(if lane.form == Slot::Set { 1 << number } else { number }, lane.at);
        });
        state
    }

    /// A packed state as a state of the space.
    pub(super) fn unpack(&self, state: K) -> Board<B, K> {
        let mut key = K::ZERO;
        let mut set = 0;
        self.for_each_slot(|field, lane, is_first| {
            let mut number = state.bits_from(lane.at) & lane.mask;
            if lane.form == Slot::Set {
                set = if is_first { number } else { set & set.wrapping_sub(1) };
                number = u64::from(set.trailing_zeros());
            }
            #[expect(clippy::cast_possible_truncation, reason = "at most nine bits")]
            let number = number as u16;
            key = key.replace(field, 0, number);
        });
        self.space.board(key)
    }

    /// Calls `visit` with the lane and the place of every piece.
    #[inline]
    pub(super) fn for_each_piece(&self, state: K, mut visit: impl FnMut(&Lane, u16)) {
        for lane in &self.lanes {
            let mut field = state.bits_from(lane.at) & lane.mask;
            if lane.form == Slot::Set {
                for _ in 0..lane.count {
                    #[expect(clippy::cast_possible_truncation, reason = "a bit of a word")]
                    visit(lane, lane.base + field.trailing_zeros() as u16);
                    field &= field.wrapping_sub(1);
                }
            } else {
                #[expect(clippy::cast_possible_truncation, reason = "at most nine bits")]
                visit(lane, lane.base + field as u16);
            }
        }
    }

    /// The image of a state: itself, where there is no mirror.
    #[inline]
    pub(super) fn twin(&self, state: K) -> K {
        if !self.has_mirror() {
            return state;
        }
        if self.is_ordered {
            return self.twin_in_order(state);
        }
        let mut twin = K::ZERO;
        self.for_each_piece(state, |_, place| twin = twin ^ self.twins[usize::from(place)].code);
        twin
    }

    #[inline(never)]
    fn twin_in_order(&self, state: K) -> K {
        let mut twin = K::ZERO;
        // What alike pieces in order have become, until the last of them is known.
        let mut numbers = [0u64; 256];
        let mut known = 0;
        self.for_each_piece(state, |lane, place| {
            let image = self.twins[usize::from(place)];
            let Slot::Ordered(_, count) = lane.form else {
                twin = twin ^ image.code;
                return;
            };
            numbers[known] = u64::from(image.place);
            known += 1;
            if known == usize::from(count) {
                let first = self.lanes.iter().rposition(|lane| u64::from(lane.base) <= numbers[0]);
                let first = first.map_or(0, |last| last + 1 - known);
                numbers[..known].sort_unstable();
                for (number, lane) in numbers[..known].iter().zip(&self.lanes[first..]) {
                    twin = twin ^ K::holding(number - u64::from(lane.base), lane.at);
                }
                known = 0;
            }
        });
        twin
    }

    /// Of a state and its image, the one that is kept.
    #[inline]
    pub(super) fn canonical(&self, state: K) -> K {
        state.min(self.twin(state))
    }

    /// Whether a packed state is a goal.
    #[inline]
    pub(super) fn is_goal(&self, state: K) -> bool {
        match &self.goals {
            Some(goals) => goals.iter().any(|(mask, value)| state & *mask == *value),
            None => self.space.is_goal(&self.unpack(state)),
        }
    }
}
