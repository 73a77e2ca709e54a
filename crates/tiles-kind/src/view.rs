//! What a board of sliding tiles looks like, and what can slide.

use fewest_engine::kit::Subject as _;
use fewest_engine::view::{Board, Cell, Colour, Ground, LegalMove, Piece, Role, View, count};
use fewest_engine::{Notation, Puzzle, Result};
use fewest_tiles::{Direction, Position, Slide};

use crate::Asked;

/// The board after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    let here = |end: &Position| puzzle.clone().with("position", end.to_string()).without("size");
    asked.view(moves, |end| (here(end), board(end, &asked.goal), legal_moves(end)))
}

fn board(position: &Position, goal: &Position) -> Board {
    let size = position.size();
    let cell = |cell: usize| -> Cell { [count(size.column(cell)), count(size.row(cell))] };
    let piece = |(at, &tile): (usize, &u8)| {
        let home = goal.tiles().iter().position(|&other| other == tile)?;
        (tile != 0).then(|| Piece {
            id: tile.into(),
            label: tile.to_string(),
            role: Role::Tile,
            cells: vec![cell(at)],
            // Tiles that belong in one row look alike.
            colour: Colour::Hue(count(size.row(home))),
            home: Some(vec![cell(home)]),
            at_home: at == home,
        })
    };
    Board::Grid {
        width: count(size.width()),
        height: count(size.height()),
        ground: vec![Ground::Floor; size.cells()],
        marks: Vec::new(),
        pieces: position.tiles().iter().enumerate().filter_map(piece).collect(),
    }
}

/// Every slide, however many tiles it takes.
fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    let width = position.size().width();
    for direction in Direction::ALL {
        let (by, behind) = match direction {
            Direction::Up => ([0, -1], width.cast_signed()),
            Direction::Down => ([0, 1], -width.cast_signed()),
            Direction::Left => ([-1, 0], 1),
            Direction::Right => ([1, 0], -1),
        };
        let mut pieces = Vec::new();
        let mut cell = position.blank();
        for length in (1..=u8::MAX).take(position.room(direction)) {
            cell = cell.wrapping_add_signed(behind);
            pieces.push(position.tiles()[cell].into());
            let text = Asked::write_moves(&[Slide { direction, length }], Notation::Tile);
            moves.push(LegalMove { text, pieces: pieces.clone(), by, ..LegalMove::default() });
        }
    }
    moves
}
