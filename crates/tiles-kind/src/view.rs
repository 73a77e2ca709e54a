//! What a board of sliding tiles looks like, and what can slide.

use fewest_engine::view::{Board, Cell, Colour, Ground, IllegalMove, LegalMove, Piece, Role, View, count};
use fewest_engine::{Notation, Puzzle, Result};
use fewest_tiles::{Direction, Position, Slide, format_slides};

use crate::verify::{Played, play};
use crate::{Asked, INFO, of_tiles};

/// The board after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let played = play(Asked::read(puzzle)?, moves, Notation::Tile)?;
    let lengths = played.lengths();
    let Played { start, goal, end, slides, illegal } = played;
    Ok(View {
        kind: INFO.name.to_owned(),
        what: format!("{} board", start.size()),
        title: None,
        start: start.to_string(),
        goal: goal.to_string(),
        here: puzzle.clone().with("position", end.to_string()).without("size"),
        board: board(&end, &goal),
        moves: legal_moves(&end),
        made: slides.iter().map(|&slide| written(slide)).collect(),
        illegal: IllegalMove::of(illegal),
        lengths,
        solved: end == goal,
    })
}

fn written(slide: Slide) -> String {
    format_slides(&[slide], of_tiles(Notation::Tile))
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
            let text = written(Slide { direction, length });
            moves.push(LegalMove { text, pieces: pieces.clone(), by, ..LegalMove::default() });
        }
    }
    moves
}
