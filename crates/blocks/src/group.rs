//! Moves of several pieces together: [`Metric::Group`](crate::Metric::Group).
//!
//! Each piece that would move pushes those in its way, and these push others: the closure of a piece is the least set
//! that can move when it does. A set can move when it holds the closure of each of its pieces and none of them meets a
//! wall. Sets that hang together are listed once each by growing them from their first piece: of a neighbour of the set
//! it is decided whether it, and what it pushes, belongs to it or never will.

use crate::bits::Bits;
use crate::key::Key;
use crate::kind::NOWHERE;
use crate::position::Place;
use crate::space::{Blocks, Board, MAX_GROUP_PIECES, Move, Slot};

/// Several pieces that go together, as slots, and where.
pub(crate) struct Shift<'a> {
    pub(crate) set: u32,
    way: u8,
    distance: u8,
    /// The spots of all slots before and after, before they are put in order again.
    pub(crate) before: &'a [u16; MAX_GROUP_PIECES],
    pub(crate) after: &'a [u16; MAX_GROUP_PIECES],
}

/// The numbers of the bits that are set.
#[inline]
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < u32::BITS).then_some(lowest as usize)
    })
}

impl<B: Bits, K: Key> Blocks<B, K> {
    /// Calls `visit` for every move of two or more pieces together.
    pub(crate) fn for_each_group(&self, state: &Board<B, K>, visit: &mut dyn FnMut(Move)) {
        self.for_each_group_shift(state, |Shift { set, way, distance, after: numbers, .. }| {
            // Alike pieces stay in order.
            let after = bits(set).fold(0u32, |after, index| {
                let (first, end) = (usize::from(self.slots[index].first), usize::from(self.slots[index].end));
                let before = numbers[first..end].iter().filter(|number| **number < numbers[index]);
                after | 1 << (first + before.count())
            });
            visit(Move::Group { before: set, after, way, distance });
        });
    }

    /// Calls `visit` for every way in which two or more pieces can go together.
    pub(crate) fn for_each_group_shift(&self, state: &Board<B, K>, mut visit: impl FnMut(Shift<'_>)) {
        // For each slot, the spot in it and the slots that touch it.
        let (mut numbers, mut touches) = ([0; MAX_GROUP_PIECES], [0; MAX_GROUP_PIECES]);
        let mut owners = [0u32; 256];
        for (index, slot) in self.slots.iter().enumerate() {
            numbers[index] = state.key.get(slot.field);
            self.spot(slot, numbers[index]).cells.each(|square| owners[square] = 1 << index);
        }
        let owners = |cells: B| {
            let mut set = 0;
            cells.each(|square| set |= owners[square]);
            set
        };
        for (index, slot) in self.slots.iter().enumerate() {
            touches[index] = owners(self.edges[usize::from(slot.kind)][usize::from(numbers[index])]);
        }
        for way in 0..4u8 {
            let (pushes, can_move) = self.pushes(&numbers, owners, usize::from(way));
            for root in bits(can_move) {
                let (set, before) = (pushes[root], (1 << root) - 1);
                if set & before == 0 {
                    grow(&touches, &pushes, set, before | !can_move, &mut |set| {
                        if set.count_ones() > 1 {
                            self.for_each_distance(state, &numbers, set, way, &mut visit);
                        }
                    });
                }
            }
        }
    }

    /// The closure of each slot that can move some way, and which these are.
    fn pushes(
        &self,
        numbers: &[u16; MAX_GROUP_PIECES],
        owners: impl Fn(B) -> u32,
        way: usize,
    ) -> ([u32; MAX_GROUP_PIECES], u32) {
        let mut pushes = [0; MAX_GROUP_PIECES];
        let mut can_move = 0u32;
        for (index, (slot, &number)) in self.slots.iter().zip(numbers).enumerate() {
            let spot = self.spot(slot, number);
            if self.stays_on_board(slot, spot.next[way]) && !spot.enters[way].meets(self.fixed) {
                pushes[index] = owners(spot.enters[way]) | 1 << index;
                can_move |= 1 << index;
            }
        }
        // Who pushes what cannot move cannot either.
        loop {
            let still =
                bits(can_move).filter(|&index| pushes[index] & !can_move == 0).fold(0, |all, index| all | 1 << index);
            if still == can_move {
                break;
            }
            can_move = still;
        }
        // What is pushed pushes too (Warshall 1962).
        for through in bits(can_move) {
            for index in bits(can_move) {
                if pushes[index] >> through & 1 != 0 {
                    pushes[index] |= pushes[through];
                }
            }
        }
        (pushes, can_move)
    }

    /// Whether there is such a spot on the board.
    #[inline]
    fn stays_on_board(&self, slot: &Slot, number: u16) -> bool {
        number != NOWHERE
            && (!self.can_leave || self.kinds[usize::from(slot.kind)].places[usize::from(number)] < Place::Left(0))
    }

    /// Moves a set on and on, as far as nothing else is in the way.
    fn for_each_distance(
        &self,
        state: &Board<B, K>,
        before: &[u16; MAX_GROUP_PIECES],
        set: u32,
        way: u8,
        visit: &mut impl FnMut(Shift<'_>),
    ) {
        let mut after = *before;
        let others = bits(set)
            .fold(state.taken, |others, index| others.without(self.spot(&self.slots[index], before[index]).cells));
        for distance in 1u8.. {
            for index in bits(set) {
                let slot = &self.slots[index];
                let spot = self.spot(slot, after[index]);
                let next = spot.next[usize::from(way)];
                if !self.stays_on_board(slot, next) || spot.enters[usize::from(way)].meets(others) {
                    return;
                }
                after[index] = next;
            }
            visit(Shift { set, way, distance, before, after: &after });
        }
    }

    /// The state after the slots of a set go some squares.
    pub(crate) fn shifted_group(&self, state: &Board<B, K>, set: u32, way: u8, distance: u8) -> Board<B, K> {
        let mut key = state.key;
        let (mut left, mut entered) = (B::EMPTY, B::EMPTY);
        let mut moved = set;
        while moved != 0 {
            let slot = &self.slots[moved.trailing_zeros() as usize];
            let (first, end) = (usize::from(slot.first), usize::from(slot.end));
            // All of the kind are put in order again.
            let mut numbers = [0u16; MAX_GROUP_PIECES];
            let numbers = &mut numbers[..end - first];
            for (index, number) in (first..end).zip(numbers.iter_mut()) {
                *number = state.key.get(self.slots[index].field);
                if set >> index & 1 != 0 {
                    left = left | self.spot(slot, *number).cells;
                    for _ in 0..distance {
                        *number = self.spot(slot, *number).next[usize::from(way)];
                    }
                    entered = entered | self.spot(slot, *number).cells;
                }
            }
            numbers.sort_unstable();
            for (slot, &number) in self.slots[first..end].iter().zip(numbers.iter()) {
                key = key.replace(slot.field, key.get(slot.field), number);
            }
            moved &= u32::MAX << slot.end;
        }
        Board { key, taken: state.taken.without(left) | entered }
    }
}

/// Calls `visit` for every set that holds `set`, none of `never`, and hangs together.
fn grow(
    touches: &[u32; MAX_GROUP_PIECES],
    pushes: &[u32; MAX_GROUP_PIECES],
    set: u32,
    never: u32,
    visit: &mut impl FnMut(u32),
) {
    let touched = bits(set).fold(0, |all, index| all | touches[index]);
    let candidates = touched & !set & !never;
    match bits(candidates).next() {
        None => visit(set),
        Some(next) => {
            if pushes[next] & never == 0 {
                grow(touches, pushes, set | pushes[next], never, visit);
            }
            grow(touches, pushes, set, never | 1 << next, visit);
        }
    }
}
