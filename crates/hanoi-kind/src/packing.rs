//! Which compiled space holds a puzzle, and its nodes in words.

use fewest_engine::kit::Scribe;
use fewest_engine::{EngineError, Notation, Result};
use fewest_hanoi::{Bytes, Discs, Hanoi, Move, Position, Word64, format_transfers};
use fewest_search::StateSpace;

/// What is done with a puzzle, whatever it is packed in.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<D: Discs>(self, space: &Hanoi<D>) -> Result<Self::Output>;
}

/// Packs a puzzle with this goal: up to 32 discs on three or four pegs, which people try, into one word.
pub(crate) fn with_space<V: Visitor>(goal: &Position, visitor: V) -> Result<V::Output> {
    if Word64::<2>::fits(goal.size()) {
        visitor.visit(&space::<Word64<2>>(goal)?)
    } else {
        visitor.visit(&space::<Bytes>(goal)?)
    }
}

/// The space of a goal.
pub(crate) fn space<D: Discs>(goal: &Position) -> Result<Hanoi<D>> {
    Hanoi::new(goal).map_err(EngineError::internal)
}

/// Writes down nodes.
pub(crate) struct Words;

impl<D: Discs> Scribe<Hanoi<D>> for Words {
    type Place = D;

    fn place(&self, _: &Hanoi<D>, state: &D) -> D {
        *state
    }

    fn write(&self, space: &Hanoi<D>, place: &D) -> String {
        space.position(place).to_string()
    }

    fn step(&self, space: &Hanoi<D>, place: &D, mv: Move, _: Notation) -> (String, D) {
        let mut after = *place;
        space.apply(&mut after, mv);
        (format_transfers(&[mv.transfer()]), after)
    }
}
