//! Cubes as pictures: a net of six faces as a [`Scene`], a solution as a [`Film`].
//!
//! This crate says what is to be seen; `fewest-render` draws it. Every sticker is a piece, numbered from 1 in the order of
//! [`Position::stickers`].

use fewest_render::{Cell, Colour, Film, Piece, Scene};

use crate::facelet::FACES;
use crate::notation::Move;
use crate::position::{IllegalMove, Position};
use crate::size::Size;

/// The colours of the faces U R F D L B: white is grey here, red the accent. The numbers stand for green, yellow, orange and
/// blue in every palette that counts colours from 0 and begins again after its last.
pub const COLOURS: [Colour; 6] =
    [Colour::Grey, Colour::Accent, Colour::Hue(52), Colour::Hue(583), Colour::Hue(389), Colour::Hue(456)];

/// Where each face lies in the net, in faces from the upper left.
const NET: [(usize, usize); 6] = [(1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (3, 1)];

/// The square of a sticker in the net, column and row.
pub(crate) fn square(size: Size, sticker: usize) -> (usize, usize) {
    let side = size.side();
    let (face, row, column) = (sticker / (side * side), sticker / side % side, sticker % side);
    (NET[face].0 * side + column, NET[face].1 * side + row)
}

/// What a position looks like, unfolded.
///
/// ```
/// use fewest_cube::{Position, scene};
/// let position: Position = "R U R' U'".parse()?;
/// let scene = scene::scene(&position);
/// assert_eq!((scene.columns, scene.rows, scene.pieces.len()), (12, 9, 54));
/// assert!(fewest_render::svg(&scene, &fewest_render::Style::default()).contains("3×3×3"));
/// # Ok::<(), fewest_cube::Faults>(())
/// ```
pub fn scene(position: &Position) -> Scene {
    let size = position.size();
    let short = |number: usize| u16::try_from(number).expect("a small net");
    let cell = |sticker: usize| -> Cell {
        let (column, row) = square(size, sticker);
        (short(column), short(row))
    };
    let piece = |(sticker, &colour): (usize, &u8)| {
        let colour = usize::from(colour);
        Piece::new(sticker + 1, vec![cell(sticker)], FACES[colour], COLOURS[colour])
    };
    Scene {
        title: size.to_string(),
        description: describe(position),
        columns: short(4 * size.side()),
        rows: short(3 * size.side()),
        floor: (0..size.facelets()).map(cell).collect(),
        pieces: position.stickers().iter().enumerate().map(piece).collect(),
        ..Scene::default()
    }
}

/// A position in words.
fn describe(position: &Position) -> String {
    let side = position.size().side();
    let letters: Vec<char> = position.to_string().chars().collect();
    let faces = FACES.iter().zip(letters.chunks(side * side)).map(|(face, stickers)| {
        let rows: Vec<String> = stickers.chunks(side).map(|row| row.iter().collect()).collect();
        format!("{face}: {}", rows.join(" "))
    });
    format!("The faces of a {} row by row. {}.", position.size(), faces.collect::<Vec<_>>().join("; "))
}

/// What moves look like, one after the other.
///
/// # Errors
/// The first move that the cube does not have.
pub fn film(start: &Position, moves: &[Move]) -> Result<Film, IllegalMove> {
    let mut film = Film { title: start.size().to_string(), ..Film::default() };
    let mut add = |position: &Position, number: usize, words: &str| {
        let mut scene = scene(position);
        scene.caption = format!("{number}/{} {words}", moves.len());
        scene.title = format!("{}, {}", scene.title, scene.caption);
        film.scenes.push(scene);
        film.rests.push(true);
    };
    let mut position = start.clone();
    add(&position, 0, "start");
    for (number, &mv) in (1..).zip(moves) {
        position.try_make(mv)?;
        add(&position, number, &mv.to_string());
    }
    Ok(film)
}
