//! Nodes of sliding blocks in words.
//!
//! A state does not tell alike pieces apart, a position does: it follows from the one before by the rules.

use fewest_blocks::{Bits, Blocks, Board, Direction, Key, Move, Position, Shift, format_shifts};
use fewest_engine::Notation;
use fewest_engine::kit::Scribe;

/// Writes down the nodes of a search.
pub(crate) struct Words;

impl<B: Bits, K: Key> Scribe<Blocks<B, K>> for Words {
    type Place = Position;

    fn place(&self, space: &Blocks<B, K>, state: &Board<B, K>) -> Position {
        if *state == space.start() { Position::start(space.puzzle().clone()) } else { space.position(state) }
    }

    fn write(&self, _: &Blocks<B, K>, place: &Position) -> String {
        place.to_string()
    }

    fn step(&self, space: &Blocks<B, K>, place: &Position, mv: Move, _: Notation) -> (String, Position) {
        let (shift, after) = shifted(space, place, mv);
        (format_shifts(&[shift]), after)
    }

    /// Alike pieces are called as they are in the position after. Of those that have left the board by the move, nothing
    /// tells which one it was.
    fn step_back(
        &self,
        space: &Blocks<B, K>,
        place: &Position,
        state: &Board<B, K>,
        mv: Move,
        _: Notation,
    ) -> (String, Position) {
        let (shift, after) = shifted(space, &space.position(state), mv);
        let pieces = place.puzzle().pieces();
        let renamed = |&label: &char| {
            let piece = pieces.iter().position(|piece| piece.label == label)?;
            Some(pieces[place.piece_on(*after.cells(piece).first()?)?].label)
        };
        let mut before = place.clone();
        let back = shift.pieces.iter().map(renamed).collect::<Option<_>>().map(|pieces| {
            let path = shift.path.iter().rev().copied().map(Direction::opposite).collect();
            Shift { pieces, path }
        });
        match back {
            Some(back) if before.try_shift(&back, space.metric()).is_ok() => {
                (format_shifts(&[Shift { pieces: back.pieces, ..shift }]), before)
            }
            _ => (format_shifts(&[shift]), space.position(state)),
        }
    }
}

/// A move of the search as a move of pieces that have names, and the position after it.
fn shifted<B: Bits, K: Key>(space: &Blocks<B, K>, place: &Position, mv: Move) -> (Shift, Position) {
    let mut shifts = space.shifts(place, &[mv]).expect("the position is of this puzzle");
    let shift = shifts.pop().expect("a shift for each move");
    let mut after = place.clone();
    after.try_shift(&shift, space.metric()).expect("a search makes legal moves");
    (shift, after)
}
