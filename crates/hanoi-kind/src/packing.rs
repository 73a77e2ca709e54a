//! Which compiled space holds a puzzle, and its nodes in words.

use fewest_engine::kit::Scribe;
use fewest_engine::{EngineError, Notation, Result};
use fewest_hanoi::{Discs, Hanoi, Move, Position, format_transfers};
use fewest_search::StateSpace;

/// Does something with the space that holds a puzzle, compiled for each packing: up to 32 discs on three or four pegs, which
/// people try, are one word.
macro_rules! with_space {
    ($goal:expr, |$space:ident| $done:expr) => {
        if fewest_hanoi::Word64::<2>::fits($goal.size()) {
            let $space = &$crate::packing::space::<fewest_hanoi::Word64<2>>($goal)?;
            $done
        } else {
            let $space = &$crate::packing::space::<fewest_hanoi::Bytes>($goal)?;
            $done
        }
    };
}

pub(crate) use with_space;

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
