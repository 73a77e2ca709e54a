//! Which compiled space holds a puzzle, and its nodes in words.

use fewest_engine::kit::Scribe;
use fewest_engine::{EngineError, Notation, Result};
use fewest_pancake::{Bytes, Flip, Nibbles, Packing, Pancakes, Position};
use fewest_search::StateSpace;

/// What is done with a puzzle, whatever it is packed in.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<P: Packing>(self, space: &Pancakes<P>) -> Result<Self::Output>;
}

/// Packs a puzzle with this goal: small stacks into one word.
pub(crate) fn with_space<V: Visitor>(goal: &Position, visitor: V) -> Result<V::Output> {
    match Pancakes::<Nibbles>::new(goal) {
        Ok(space) => visitor.visit(&space),
        Err(_) => visitor.visit(&space::<Bytes>(goal)?),
    }
}

/// The space of a goal.
pub(crate) fn space<P: Packing>(goal: &Position) -> Result<Pancakes<P>> {
    Pancakes::new(goal).map_err(EngineError::internal)
}

/// Writes down nodes.
pub(crate) struct Words;

impl<P: Packing> Scribe<Pancakes<P>> for Words {
    type Place = P;

    fn place(&self, _: &Pancakes<P>, state: &P) -> P {
        *state
    }

    fn write(&self, space: &Pancakes<P>, place: &P) -> String {
        space.position(place).to_string()
    }

    fn step(&self, space: &Pancakes<P>, place: &P, flip: Flip, _: Notation) -> (String, P) {
        let mut after = *place;
        space.apply(&mut after, flip);
        (flip.to_string(), after)
    }
}
