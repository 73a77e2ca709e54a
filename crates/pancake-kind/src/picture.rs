//! What a stack looks like, and what can be flipped.

use fewest_engine::kit::Subject as _;
use fewest_engine::view::{LegalMove, Role, View, count, grid};
use fewest_engine::{EngineError, Film, Notation, Puzzle, Result};
use fewest_pancake::{Flip, Position, scene};

use crate::INFO;
use crate::asked::Asked;

/// The stack after flips.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    asked.view(moves, |end| {
        // Pieces are numbered as pancakes are, burnt sides behind the largest.
        let pancakes = end.size().pancakes();
        let is_home = |piece: usize| {
            let number = if piece > pancakes { piece - pancakes } else { piece };
            let at = end.stack().iter().position(|pancake| pancake.number == number);
            at.is_some_and(|at| end.stack()[at] == asked.goal.stack()[at])
        };
        let board = grid(&scene::scene(end), |piece| (Role::Block, None, is_home(piece)));
        let here = Puzzle::new(INFO.name, end.to_string()).with_some("goal", puzzle.goal());
        (here, board, legal_moves(end))
    })
}

/// Every flip: the pancake that is pointed at, and all above it.
fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let size = position.size();
    let flipped = |flip: Flip| {
        let numbers = || position.stack()[..flip.count()].iter().map(|pancake| pancake.number);
        let sides = numbers().filter(|_| size.is_burnt()).map(|number| size.pancakes() + number);
        numbers().chain(sides).map(count).collect()
    };
    let legal = |flip: Flip| LegalMove { text: flip.to_string(), pieces: flipped(flip), ..LegalMove::default() };
    position.flips().map(legal).collect()
}

/// A solution as pictures.
pub(crate) fn film(puzzle: &Puzzle, moves: &str) -> Result<Film> {
    let asked = Asked::read(puzzle)?;
    scene::film(&asked.start, &asked.legal_moves(moves, Notation::Tile)?).map_err(EngineError::internal)
}
