//! Nodes of Towers of Hanoi in words.

use fewest_hanoi::{Discs, Hanoi, Move, format_transfers};
use fewest_search::StateSpace;

use crate::request::Notation;
use crate::trace::Legible;

impl<D: Discs> Legible for Hanoi<D> {
    type Place = D;

    fn place(&self, state: &D) -> D {
        *state
    }

    fn write(&self, place: &D) -> String {
        self.position(place).to_string()
    }

    fn step(&self, place: &D, mv: Move, _: Notation) -> (String, D) {
        let mut after = *place;
        self.apply(&mut after, mv);
        (format_transfers(&[mv.transfer()]), after)
    }
}
