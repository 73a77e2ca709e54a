//! Nodes of Sokoban in words.
//!
//! Where pushes are counted, a state tells only within which squares the player is, a position where: behind the box that
//! was pushed last.

use fewest_sokoban::{Board, Position, Walk, format_steps};

use crate::request::Notation;
use crate::sokoban::game::Game;
use crate::trace::Legible;

impl<const W: usize> Legible for Game<W> {
    type Place = Position;

    fn place(&self, state: &Board<W>) -> Position {
        if *state == self.start() {
            Position::start(self.pushes().level().clone())
        } else {
            self.pushes().position(state)
        }
    }

    fn write(&self, place: &Position) -> String {
        place.to_string()
    }

    fn step(&self, place: &Position, mv: Walk, _: Notation) -> (String, Position) {
        let steps = self.pushes().steps(place, &[mv.push]);
        let mut after = place.clone();
        for &step in &steps {
            after.try_move(step).expect("a search makes legal moves");
        }
        (format_steps(&steps), after)
    }
}
