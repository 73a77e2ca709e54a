//! What a stack looks like, and what can be flipped.

use fewest_engine::stage::{Picture, Stage};
use fewest_engine::view::{IllegalMove, LegalMove, Role, View, count, grid};
use fewest_engine::{EngineError, Film, Puzzle, Result};
use fewest_pancake::{Flip, Position, draw, scene};

use crate::INFO;
use crate::asked::Asked;

/// The stack after flips.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    let replay = asked.replay(moves)?;
    let (Asked { start, goal }, end) = (&asked, &replay.end);
    // Pieces are numbered as pancakes are, burnt sides behind the largest.
    let pancakes = start.size().pancakes();
    let is_home = |piece: usize| {
        let number = if piece > pancakes { piece - pancakes } else { piece };
        let at = end.stack().iter().position(|pancake| pancake.number == number);
        at.is_some_and(|at| end.stack()[at] == goal.stack()[at])
    };
    Ok(View {
        kind: INFO.name.to_owned(),
        what: start.size().to_string(),
        title: None,
        start: start.to_string(),
        goal: goal.to_string(),
        here: Puzzle::new(INFO.name, end.to_string()).with_some("goal", puzzle.goal()),
        board: grid(&scene::scene(end), |piece| (Role::Block, None, is_home(piece))),
        moves: legal_moves(end),
        made: replay.made.iter().map(ToString::to_string).collect(),
        lengths: replay.lengths(),
        solved: end == goal,
        illegal: IllegalMove::of(replay.illegal),
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

/// A stack in letters, and the flips that are made from there.
pub(crate) struct Stack {
    position: Position,
    flips: Vec<Flip>,
}

impl Stack {
    /// The start of a puzzle, and flips.
    pub(crate) fn new(puzzle: &Puzzle, moves: &str) -> Result<Self> {
        let asked = Asked::read(puzzle)?;
        let flips = asked.legal_flips(moves)?;
        Ok(Self { position: asked.start, flips })
    }
}

impl Stage for Stack {
    fn draw(&self, width: usize, _: bool) -> Picture {
        Picture::plain(draw(&self.position, width))
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn moves(&self) -> usize {
        self.flips.len()
    }

    fn make(&mut self, index: usize) -> Result<String> {
        self.position.try_flip(self.flips[index]).map_err(EngineError::internal)?;
        Ok(self.flips[index].to_string())
    }
}

/// A solution as pictures.
pub(crate) fn film(puzzle: &Puzzle, moves: &str) -> Result<Film> {
    let asked = Asked::read(puzzle)?;
    scene::film(&asked.start, &asked.legal_flips(moves)?).map_err(EngineError::internal)
}
