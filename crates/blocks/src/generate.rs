//! Which moves there are: steps, slides and paths of one piece.

use crate::bits::Bits;
use crate::key::Key;
use crate::kind::NOWHERE;
use crate::metric::Metric;
use crate::position::Place;
use crate::space::{ANY_WAY, Blocks, Board, Move, Slot};

/// The most spots that a kind can have: 256 squares and as many exits.
pub(crate) const MAX_SPOTS: usize = 512;

impl<B: Bits, K: Key> Blocks<B, K> {
    /// Calls `visit` with slot, spot, new spot and way for every move of one piece.
    #[inline]
    pub(crate) fn for_each_shift(&self, state: &Board<B, K>, visit: impl FnMut(usize, u16, u16, u8)) {
        match self.metric {
            Metric::Step => self.for_each_step(state, visit),
            Metric::Slide | Metric::Group => self.for_each_slide(state, visit),
            Metric::Move => self.for_each_path(state, visit),
        }
    }

    /// Calls `visit` with slot, spot and way for every step that a piece can make.
    ///
    /// Sixteen pieces are asked at a time, four ways each, and the answers gathered as the bits of a word: what is legal
    /// is hard to foretell, and a branch on each answer would mostly cost more than the answer.
    #[inline]
    fn for_each_opening(&self, state: &Board<B, K>, mut visit: impl FnMut(usize, u16, u8)) {
        if state.taken == B::EMPTY {
            return;
        }
        for (number, slots) in self.slots.chunks(16).enumerate() {
            let mut openings = 0u64;
            let mut spots = [0u16; 16];
            for (index, (slot, from)) in slots.iter().zip(&mut spots).enumerate() {
                *from = state.key.get(slot.field);
                let spot = self.spot(slot, *from);
                // Where there is no step, it would enter every square, and some piece is on one.
                let is_open = |way: usize| u64::from(!spot.enters[way].meets(state.taken)) << way;
                openings |= (is_open(0) | is_open(1) | is_open(2) | is_open(3)) << (4 * index);
            }
            while openings != 0 {
                let opening = openings.trailing_zeros();
                openings &= openings - 1;
                let index = (opening / 4) as usize;
                #[expect(clippy::cast_possible_truncation, reason = "one of four")]
                visit(16 * number + index, spots[index], (opening % 4) as u8);
            }
        }
    }

    #[inline]
    fn for_each_step(&self, state: &Board<B, K>, mut visit: impl FnMut(usize, u16, u16, u8)) {
        self.for_each_opening(state, |index, from, way| {
            let to = self.spot(&self.slots[index], from).next[usize::from(way)];
            visit(index, from, to, way);
        });
    }

    #[inline]
    fn for_each_slide(&self, state: &Board<B, K>, mut visit: impl FnMut(usize, u16, u16, u8)) {
        self.for_each_opening(state, |index, from, way| {
            let slot = &self.slots[index];
            let start = self.spot(slot, from);
            let others = state.taken.without(start.cells);
            let mut to = start.next[usize::from(way)];
            loop {
                visit(index, from, to, way);
                let spot = self.spot(slot, to);
                to = spot.next[usize::from(way)];
                if to == NOWHERE || spot.enters[usize::from(way)].meets(others) {
                    break;
                }
            }
        });
    }

    #[inline]
    fn for_each_path(&self, state: &Board<B, K>, mut visit: impl FnMut(usize, u16, u16, u8)) {
        let mut previous = usize::MAX;
        self.for_each_opening(state, |index, from, _| {
            // One way to begin is enough: the flood takes every way.
            if std::mem::replace(&mut previous, index) != index {
                let slot = &self.slots[index];
                let others = state.taken.without(self.spot(slot, from).cells);
                self.flood(slot, &[from], others, |to| visit(index, from, to, ANY_WAY));
            }
        });
    }

    /// Calls `visit` for every spot that a piece can reach from one of these among others that stay, but for these.
    #[inline]
    fn flood(&self, slot: &Slot, from: &[u16], others: B, mut visit: impl FnMut(u16)) {
        let mut seen = [0u64; MAX_SPOTS / 64];
        let mut waiting = [0u16; MAX_SPOTS];
        let mut count = from.len();
        waiting[..count].copy_from_slice(from);
        for &spot in from {
            seen[usize::from(spot / 64)] |= 1 << (spot % 64);
        }
        let mut done = 0;
        while done < count {
            let spot = self.spot(slot, waiting[done]);
            done += 1;
            for way in 0..4 {
                let next = spot.next[way];
                if next == NOWHERE || spot.enters[way].meets(others) {
                    continue;
                }
                let (word, bit) = (usize::from(next / 64), 1 << (next % 64));
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    waiting[count] = next;
                    count += 1;
                    visit(next);
                }
            }
        }
    }

    /// Calls `visit` for every move by which a piece that has left may have done so.
    pub(crate) fn for_each_return(&self, state: &Board<B, K>, visit: &mut impl FnMut(Move)) {
        let mut previous = None;
        for slot in &self.slots {
            let gone = state.key.get(slot.field);
            let kind = &self.kinds[usize::from(slot.kind)];
            // Of several alike pieces that have left through one exit, one is enough.
            if kind.places[usize::from(gone)] < Place::Left(0) || previous.replace((slot.kind, gone)) == Some((slot.kind, gone))
            {
                continue;
            }
            let mut doors: Vec<u16> = Vec::new();
            for (from, spot) in (0u16..).zip(&kind.spots) {
                let Some(way) = (0..4).find(|&way| spot.next[way] == gone) else { continue };
                if spot.cells.meets(state.taken) || spot.enters[way].meets(state.taken) {
                    continue;
                }
                doors.push(from);
                self.for_each_before(slot, from, way, state.taken, &mut |from, way| {
                    visit(Move::One { kind: slot.kind, from, to: gone, way });
                });
            }
            if self.metric == Metric::Move {
                // Pieces never come in, so what can be reached from a door can reach it.
                let mut return_from = |from| {
                    if kind.places[usize::from(from)] < Place::Left(0) {
                        visit(Move::One { kind: slot.kind, from, to: gone, way: ANY_WAY });
                    }
                };
                doors.iter().copied().for_each(&mut return_from);
                self.flood(slot, &doors, state.taken, return_from);
            }
        }
    }

    /// The spots from which a straight way leads to and through a door.
    fn for_each_before(&self, slot: &Slot, door: u16, way: usize, taken: B, visit: &mut impl FnMut(u16, u8)) {
        let number = u8::try_from(way).expect("there are four ways");
        match self.metric {
            Metric::Move => {}
            Metric::Step => visit(door, number),
            Metric::Slide | Metric::Group => {
                let mut from = door;
                loop {
                    visit(from, number);
                    let spot = self.spot(slot, from);
                    let back = spot.next[3 - way];
                    if back == NOWHERE
                        || self.kinds[usize::from(slot.kind)].places[usize::from(back)] >= Place::Left(0)
                        || spot.enters[3 - way].meets(taken)
                    {
                        break;
                    }
                    from = back;
                }
            }
        }
    }
}
