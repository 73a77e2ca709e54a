//! Stacks as pictures: a position as a [`Scene`], a solution as a [`Film`].
//!
//! This crate says what is to be seen; `fewest-render` draws it. Pancakes are bars of 1, 3, 5 and more squares in the
//! middle of the picture, the plate is a wall below. A burnt pancake is two squares high: the burnt side has another
//! colour.

use fewest_render::{Cell, Colour, Film, Piece, Scene};

use crate::notation::Flip;
use crate::position::{IllegalFlip, Pancake, Position};

/// The colour of pancakes.
const GOLDEN: Colour = Colour::Hue(4);
/// The colour of burnt sides.
const BURNT: Colour = Colour::Accent;

/// What a position looks like. The pieces are numbered as the pancakes are; burnt sides follow behind the largest.
///
/// ```
/// use fewest_pancake::{Position, scene};
/// let position: Position = "-3 +1 -2".parse()?;
/// let scene = scene::scene(&position);
/// assert_eq!((scene.columns, scene.rows, scene.pieces.len()), (5, 7, 6));
/// assert!(fewest_render::svg(&scene, &fewest_render::Style::default()).contains(">3 burnt pancakes</title>"));
/// # Ok::<(), fewest_pancake::Faults>(())
/// ```
pub fn scene(position: &Position) -> Scene {
    let size = position.size();
    let (columns, height) = (2 * size.pancakes() - 1, if size.is_burnt() { 2 } else { 1 });
    let rows = height * size.pancakes() + 1;
    let cells = |rows: std::ops::Range<usize>| rows.flat_map(|row| (0..columns).map(move |column| cell(column, row)));
    let mut pieces: Vec<Piece> =
        position.stack().iter().enumerate().flat_map(|(place, pancake)| parts(position, place, *pancake)).collect();
    pieces.sort_by_key(|piece| piece.id);
    Scene {
        title: size.to_string(),
        description: describe(position),
        columns: short(columns),
        rows: short(rows),
        floor: cells(0..rows - 1).collect(),
        walls: cells(rows - 1..rows).collect(),
        links: Vec::new(),
        marks: Vec::new(),
        pieces,
        caption: String::new(),
    }
}

/// The pieces that show a pancake: one, or one for each side.
fn parts(position: &Position, place: usize, pancake: Pancake) -> Vec<Piece> {
    let pancakes = position.size().pancakes();
    let bar = |row: usize| {
        let first = pancakes - pancake.number;
        (first..first + 2 * pancake.number - 1).map(|column| cell(column, row)).collect::<Vec<_>>()
    };
    let label = pancake.number.to_string();
    if !position.size().is_burnt() {
        return vec![Piece::new(pancake.number, bar(place), label, GOLDEN)];
    }
    let (burnt, golden) = if pancake.burnt_up { (2 * place, 2 * place + 1) } else { (2 * place + 1, 2 * place) };
    vec![
        Piece::new(pancake.number, bar(golden), label, GOLDEN),
        Piece::new(pancakes + pancake.number, bar(burnt), "", BURNT),
    ]
}

fn cell(column: usize, row: usize) -> Cell {
    (short(column), short(row))
}

fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// A position in words.
fn describe(position: &Position) -> String {
    let words = position.stack().iter().map(|pancake| match (position.size().is_burnt(), pancake.burnt_up) {
        (false, _) => pancake.to_string(),
        (true, false) => format!("{pancake}, burnt side down"),
        (true, true) => format!("{pancake}, burnt side up"),
    });
    format!("A stack of {}. From top to bottom: {}.", position.size(), words.collect::<Vec<_>>().join("; "))
}

/// What flips look like, one after the other.
///
/// # Errors
/// The first flip that is not legal.
pub fn film(start: &Position, flips: &[Flip]) -> Result<Film, IllegalFlip> {
    let mut film = Film { title: start.size().to_string(), ..Film::default() };
    let mut add = |position: &Position, number: usize, words: &str| {
        let mut scene = scene(position);
        scene.caption = format!("{number}/{} {words}", flips.len());
        scene.title = format!("{}, {}", scene.title, scene.caption);
        film.scenes.push(scene);
        film.rests.push(true);
    };
    let mut position = start.clone();
    add(&position, 0, "start");
    for (number, &flip) in (1..).zip(flips) {
        position.try_flip(flip)?;
        add(&position, number, &flip.to_string());
    }
    Ok(film)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::notation::parse_flips;
    use crate::random::Shuffler;
    use crate::size::Size;

    #[test]
    fn pancakes_lie_in_the_middle_and_on_no_other() {
        for size in [Size::plain(1), Size::plain(7), Size::burnt(1), Size::burnt(6), Size::plain(64)] {
            let position = Shuffler::new(2).uniform(size.unwrap());
            let scene = scene(&position);
            let mut taken = HashSet::new();
            for piece in &scene.pieces {
                assert!(piece.cells.iter().all(|cell| taken.insert(*cell) && scene.floor.contains(cell)));
                let (first, last) = (piece.cells[0].0, piece.cells[piece.cells.len() - 1].0);
                assert_eq!(first, scene.columns - 1 - last);
            }
            let ids: Vec<usize> = scene.pieces.iter().map(|piece| piece.id).collect();
            assert_eq!(ids, (1..=scene.pieces.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn burnt_sides_are_where_the_signs_say() {
        let rows = |text: &str| {
            let scene = scene(&text.parse().unwrap());
            let burnt = scene.pieces.into_iter().filter(|piece| piece.colour == BURNT);
            burnt.map(|piece| piece.cells[0].1).collect::<Vec<_>>()
        };
        assert_eq!(rows("+1 -2"), [1, 2]);
        assert_eq!(rows("-2 +1"), [3, 0]);
        assert_eq!(rows("2 1"), [0u16; 0]);
    }

    #[test]
    fn a_film_shows_every_flip() {
        let start = "-3 +1 -2".parse().unwrap();
        let film = film(&start, &parse_flips("3 1").unwrap()).unwrap();
        let captions: Vec<&str> = film.scenes.iter().map(|scene| scene.caption.as_str()).collect();
        assert_eq!(captions, ["0/2 start", "1/2 3", "2/2 1"]);
        assert!(super::film(&start, &parse_flips("4").unwrap()).is_err());
    }
}
