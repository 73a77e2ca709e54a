//! What pegs and discs look like, and what can be moved.

use fewest_engine::stage::{Picture, Stage};
use fewest_engine::view::{Board, IllegalMove, LegalMove, View, count};
use fewest_engine::{EngineError, Film, Puzzle, Result};
use fewest_hanoi::{Position, Transfer, draw};
use fewest_render::{Colour, Piece, Scene};

use crate::INFO;
use crate::asked::Asked;

/// The pegs after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    let replay = asked.replay(moves)?;
    let (Asked { start, goal }, end) = (&asked, &replay.end);
    Ok(View {
        kind: INFO.name.to_owned(),
        what: start.size().to_string(),
        title: None,
        start: start.to_string(),
        goal: goal.to_string(),
        // The position shows how many discs and pegs there are.
        here: Puzzle::new(INFO.name, end.to_string()).with_some("goal", puzzle.goal()),
        board: Board::Pegs { pegs: stacks(end), goal: stacks(goal), discs: count(end.size().discs()) },
        moves: legal_moves(end),
        made: replay.made.iter().map(ToString::to_string).collect(),
        lengths: replay.lengths(),
        solved: end == goal,
        illegal: IllegalMove::of(replay.illegal),
    })
}

fn stacks(position: &Position) -> Vec<Vec<u32>> {
    let stack = |peg| position.stack(peg).iter().map(|&disc| count(disc)).collect();
    position.size().each_peg().map(stack).collect()
}

fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let pegs = || position.size().each_peg();
    let transfers = pegs().flat_map(|from| pegs().map(move |to| Transfer { from, to }));
    let legal = |transfer: Transfer| {
        let disc = *position.stack(transfer.from).last()?;
        position.clone().try_move(transfer).ok()?;
        let (from, to) = (u32::from(transfer.from), u32::from(transfer.to));
        Some(LegalMove {
            text: transfer.to_string(),
            pieces: vec![count(disc)],
            by: [to.cast_signed() - from.cast_signed(), 0],
            peg: Some([from, to]),
            ..LegalMove::default()
        })
    };
    transfers.filter_map(legal).collect()
}

/// An arrangement in letters, and the moves that are made from there.
pub(crate) struct Pegs {
    position: Position,
    moves: Vec<Transfer>,
}

impl Pegs {
    /// The start of a puzzle, and moves.
    pub(crate) fn new(puzzle: &Puzzle, moves: &str) -> Result<Self> {
        let asked = Asked::read(puzzle)?;
        let moves = asked.legal_moves(moves)?;
        Ok(Self { position: asked.start, moves })
    }
}

impl Stage for Pegs {
    fn draw(&self, width: usize, _: bool) -> Picture {
        Picture::plain(draw(&self.position, width))
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn make(&mut self, index: usize) -> Result<String> {
        self.position.try_move(self.moves[index]).map_err(EngineError::internal)?;
        Ok(self.moves[index].to_string())
    }
}

/// A solution as pictures.
pub(crate) fn film(puzzle: &Puzzle, moves: &str) -> Result<Film> {
    let asked = Asked::read(puzzle)?;
    let moves = asked.legal_moves(moves)?;
    let mut position = asked.start;
    let mut scenes = vec![scene(&position, &format!("0/{} start", moves.len()))];
    for (number, &transfer) in (1..).zip(&moves) {
        position.try_move(transfer).map_err(EngineError::internal)?;
        scenes.push(scene(&position, &format!("{number}/{} {transfer}", moves.len())));
    }
    Ok(Film::new(format!("Towers of Hanoi, {}", position.size()), scenes))
}

/// Pegs as columns of a grid, discs as bars across them: disc n has 2n - 1 squares.
fn scene(position: &Position, caption: &str) -> Scene {
    let size = position.size();
    let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let (widest, rows) = (side(2 * size.discs()), side(size.discs() + 1));
    let mut scene = Scene::new(format!("Towers of Hanoi, {size}"), widest * side(size.pegs()) - 1, rows);
    scene.description = format!("{}: {position}.", scene.title);
    caption.clone_into(&mut scene.caption);
    scene.floor.retain(|&(x, _)| x % widest == widest / 2 - 1);
    for (peg, left) in size.each_peg().zip((0..).step_by(widest.into())) {
        for (row, &disc) in (0..rows).rev().zip(position.stack(peg)) {
            let margin = side(size.discs() - disc);
            let cells = (left + margin..left + widest - 1 - margin).map(|x| (x, row)).collect();
            scene.pieces.push(Piece::new(disc, cells, disc.to_string(), Colour::Hue(disc - 1)));
        }
    }
    scene
}
