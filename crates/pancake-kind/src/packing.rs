//! Which compiled space holds a puzzle, and its nodes in words.

use fewest_engine::kit::Scribe;
use fewest_engine::{EngineError, Notation, Result};
use fewest_pancake::{Flip, Packing, Pancakes, Position};
use fewest_search::StateSpace;

/// Does something with the space that holds a puzzle, compiled for each packing: small stacks are one word.
macro_rules! with_space {
    ($goal:expr, |$space:ident| $done:expr) => {
        if let Ok(space) = fewest_pancake::Pancakes::<fewest_pancake::Nibbles>::new($goal) {
            let $space = &space;
            $done
        } else {
            let $space = &$crate::packing::space::<fewest_pancake::Bytes>($goal)?;
            $done
        }
    };
}

pub(crate) use with_space;

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
