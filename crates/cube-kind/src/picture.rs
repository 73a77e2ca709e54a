//! What a cube looks like, and which turns it has.

use fewest_cube::{FACES, Move, Position, Size, net, parse_moves, scene};
use fewest_engine::kit::Subject as _;
use fewest_engine::stage::{Picture, Tone};
use fewest_engine::view::{Colour, LegalMove, Role, View, count, grid};
use fewest_engine::{EngineError, Film, Notation, Puzzle, Result};

use crate::INFO;
use crate::asked::Asked;

/// The layers that are turned: of every cube, and of the 3×3×3 alone. Each turns by a quarter, by a half and back.
const FOR_ALL: [&str; 9] = ["U", "R", "F", "D", "L", "B", "x", "y", "z"];
const FOR_THREE: [&str; 9] = ["M", "E", "S", "Uw", "Rw", "Fw", "Dw", "Lw", "Bw"];

/// The cube after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    asked.view(moves, |end| {
        let wanted = asked.aim.goal.wanted(end);
        // Stickers are numbered from 1.
        let is_home = |sticker: usize| wanted[sticker - 1].is_some_and(|colour| colour == end.stickers()[sticker - 1]);
        let board = grid(&scene::scene(end), |sticker| (Role::Block, None, is_home(sticker)));
        let here = Puzzle::new(INFO.name, end.to_string()).with_some("goal", puzzle.goal());
        (here, board, legal_moves(end))
    })
}

/// Every turn of a layer, of two layers and of the whole cube, with the stickers that it moves.
fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let of_three = FOR_THREE.iter().filter(|_| position.size() == Size::Three);
    let names = FOR_ALL.iter().chain(of_three).flat_map(|layer| ["", "2", "'"].map(|times| format!("{layer}{times}")));
    let moves = names.filter_map(|name| parse_moves(&name, position.size()).ok()?.first().copied());
    let legal = |mv: Move| LegalMove {
        text: mv.to_string(),
        pieces: position.moved_by(mv).into_iter().map(|sticker| count(sticker + 1)).collect(),
        ..LegalMove::default()
    };
    moves.map(legal).collect()
}

/// A solution as pictures.
pub(crate) fn film(puzzle: &Puzzle, moves: &str) -> Result<Film> {
    let asked = Asked::read(puzzle)?;
    scene::film(&asked.start, &asked.legal_moves(moves, Notation::Tile)?).map_err(EngineError::internal)
}

/// The unfolded cube. With colours every sticker is a field; without, its letters can be read again.
pub(crate) fn draw(position: &Position, width: usize, colored: bool) -> Picture {
    let rows = net(position);
    let columns = 4 * position.size().side();
    if 2 * columns > width + 1 {
        return Picture::too_wide([format!("a {}, too wide to be drawn:", position.size()), position.to_string()]);
    }
    if !colored {
        return Picture::plain(fewest_cube::draw(position));
    }
    let air = if 3 * columns <= width { " " } else { "" };
    let field = |square: &Option<u8>| match square {
        Some(colour) => (tone(*colour), format!("{air}{} ", FACES[usize::from(*colour)])),
        None => (Tone::Plain, format!("{air}  ")),
    };
    let line = |row: &Vec<Option<u8>>| {
        let end = row.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        row[..end].iter().map(field).collect()
    };
    Picture { lines: rows.iter().map(line).collect(), is_too_wide: false }
}

/// The colour of a face.
fn tone(face: u8) -> Tone {
    match Colour::from(scene::COLOURS[usize::from(face)]) {
        Colour::Accent => Tone::Accent,
        Colour::Grey => Tone::Pale,
        Colour::Hue(hue) => Tone::Hue(usize::try_from(hue).unwrap_or_default()),
    }
}
