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
use crate::space::{Blocks, Board, MAX_GROUP_PIECES, Move};

/// What is asked of each slot, for one state.
#[derive(Clone, Copy, Default)]
struct Contacts {
    /// The slots that touch it.
    touches: u32,
    /// Its closure; `None` where a wall is in the way.
    pushes: Option<u32>,
}

/// The numbers of the bits that are set.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < u32::BITS).then_some(lowest as usize)
    })
}

impl<B: Bits, K: Key> Blocks<B, K> {
    /// Calls `visit` for every move of two or more pieces together.
    pub(crate) fn for_each_group(&self, state: &Board<B, K>, mut visit: impl FnMut(Move)) {
        for way in 0..4u8 {
            let contacts = self.contacts(state, usize::from(way));
            for root in 0..self.slots.len() {
                let Some(set) = contacts[root].pushes else { continue };
                let before = (1 << root) - 1;
                if set & before == 0 {
                    grow(&contacts, set, before, &mut |set| {
                        if set.count_ones() > 1 {
                            self.for_each_distance(state, set, way, &mut visit);
                        }
                    });
                }
            }
        }
    }

    fn contacts(&self, state: &Board<B, K>, way: usize) -> [Contacts; MAX_GROUP_PIECES] {
        let mut contacts = [Contacts::default(); MAX_GROUP_PIECES];
        let spot = |index: usize| {
            let slot = &self.slots[index];
            let number = state.key.get(slot.field);
            (self.spot(slot, number), usize::from(number))
        };
        let owners = |cells: B| {
            (0..self.slots.len()).filter(|&other| spot(other).0.cells.meets(cells)).fold(0u32, |set, other| set | 1 << other)
        };
        for (index, contact) in contacts[..self.slots.len()].iter_mut().enumerate() {
            let (spot, number) = spot(index);
            let kind = usize::from(self.slots[index].kind);
            contact.touches = owners(self.edges[kind][number]);
            let next = spot.next[way];
            let is_open = next != NOWHERE
                && self.kinds[kind].places[usize::from(next)] < Place::Left(0)
                && !spot.enters[way].meets(self.fixed);
            contact.pushes = is_open.then(|| owners(spot.enters[way]) | 1 << index);
        }
        // What is pushed pushes too, until nothing is added.
        for _ in 0..self.slots.len() {
            for index in 0..self.slots.len() {
                let Some(set) = contacts[index].pushes else { continue };
                let all = bits(set).try_fold(set, |all, other| Some(all | contacts[other].pushes?));
                contacts[index].pushes = all;
            }
        }
        contacts
    }

    /// Moves a set on and on, as far as nothing else is in the way.
    fn for_each_distance(&self, state: &Board<B, K>, set: u32, way: u8, visit: &mut impl FnMut(Move)) {
        let mut numbers = [0u16; MAX_GROUP_PIECES];
        let mut others = state.taken;
        for index in bits(set) {
            numbers[index] = state.key.get(self.slots[index].field);
            others = others.without(self.spot(&self.slots[index], numbers[index]).cells);
        }
        for distance in 1u8.. {
            for index in bits(set) {
                let slot = &self.slots[index];
                let spot = self.spot(slot, numbers[index]);
                let next = spot.next[usize::from(way)];
                if next == NOWHERE
                    || self.kinds[usize::from(slot.kind)].places[usize::from(next)] >= Place::Left(0)
                    || spot.enters[usize::from(way)].meets(others)
                {
                    return;
                }
                numbers[index] = next;
            }
            let (_, after) = self.shifted_group(state, set, way, distance);
            visit(Move::Group { before: set, after, way, distance });
        }
    }

    /// The state after the slots of a set go some squares, and the slots in which they are then.
    pub(crate) fn shifted_group(&self, state: &Board<B, K>, set: u32, way: u8, distance: u8) -> (Board<B, K>, u32) {
        let mut key = state.key;
        let mut after = 0;
        let mut first = 0;
        while first < self.slots.len() {
            let end = usize::from(self.slots[first].end);
            let mut entries = [(0u16, false); MAX_GROUP_PIECES];
            let entries = &mut entries[..end - first];
            for (index, entry) in (first..end).zip(entries.iter_mut()) {
                let slot = &self.slots[index];
                let is_moved = set & 1 << index != 0;
                let mut number = state.key.get(slot.field);
                for _ in 0..if is_moved { distance } else { 0 } {
                    number = self.spot(slot, number).next[usize::from(way)];
                }
                *entry = (number, is_moved);
            }
            entries.sort_unstable();
            for (index, &(number, is_moved)) in (first..end).zip(entries.iter()) {
                let field = self.slots[index].field;
                key = key.replace(field, key.get(field), number);
                after |= u32::from(is_moved) << index;
            }
            first = end;
        }
        (self.board(key), after)
    }
}

/// Calls `visit` for every set that holds `set`, none of `never`, and hangs together.
fn grow(contacts: &[Contacts; MAX_GROUP_PIECES], set: u32, never: u32, visit: &mut impl FnMut(u32)) {
    let touched = bits(set).fold(0, |all, index| all | contacts[index].touches);
    let candidates = touched & !set & !never;
    match bits(candidates).next() {
        None => visit(set),
        Some(next) => {
            if let Some(more) = contacts[next].pushes
                && more & never == 0
            {
                grow(contacts, set | more, never, visit);
            }
            grow(contacts, set, never | 1 << next, visit);
        }
    }
}
