//! Nodes of sliding blocks in words.
//!
//! A state does not tell alike pieces apart, a position does: it follows from the one before by the rules.

use fewest_blocks::{Bits, Blocks, Board, Key, Move, Position, format_shifts};

use crate::request::Notation;
use crate::trace::Legible;

impl<B: Bits, K: Key> Legible for Blocks<B, K> {
    type Place = Position;

    fn place(&self, state: &Board<B, K>) -> Position {
        if *state == self.start() { Position::start(self.puzzle().clone()) } else { self.position(state) }
    }

    fn write(&self, place: &Position) -> String {
        place.to_string()
    }

    fn step(&self, place: &Position, mv: Move, _: Notation) -> (String, Position) {
        let shifts = self.shifts(place, &[mv]).expect("the position is of this puzzle");
        let mut after = place.clone();
        for shift in &shifts {
            after.try_shift(shift, self.metric()).expect("a search makes legal moves");
        }
        (format_shifts(&shifts), after)
    }
}
