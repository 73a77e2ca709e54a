//! What pegs and discs look like, and what can be moved.

use fewest_engine::kit::Subject as _;
use fewest_engine::view::{Board, LegalMove, View, count};
use fewest_engine::{EngineError, Film, Notation, Puzzle, Result};
use fewest_hanoi::{Position, Transfer};
use fewest_render::{Colour, Piece, Scene};

use crate::INFO;
use crate::asked::Asked;

/// The pegs after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    asked.view(moves, |end| {
        // The position shows how many discs and pegs there are.
        let here = Puzzle::new(INFO.name, end.to_string()).with_some("goal", puzzle.goal());
        let (pegs, goal, discs) = (stacks(end), stacks(&asked.goal), count(end.size().discs()));
        (here, Board::Pegs { pegs, goal, discs }, legal_moves(end))
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

/// A solution as pictures.
pub(crate) fn film(puzzle: &Puzzle, moves: &str) -> Result<Film> {
    let asked = Asked::read(puzzle)?;
    let moves = asked.legal_moves(moves, Notation::Tile)?;
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
