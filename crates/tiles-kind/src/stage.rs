//! Sliding tiles to look at: a picture in letters, and the scenes of a film.
//!
//! Without colours a picture is the rows with their numbers aligned, a text that is read as a position as well; with colours
//! every tile is a field, and those in their place differ from those that are not.

use fewest_engine::kit::Subject as _;
use fewest_engine::stage::{Picture, Tone};
use fewest_engine::{EngineError, Film, Notation, Result};
use fewest_render::{Colour, Piece, Scene};
use fewest_tiles::{Position, Slide};

use crate::Asked;

/// Draws a board.
pub(crate) fn draw(position: &Position, goal: &Position, width: usize, colored: bool) -> Picture {
    let columns = position.size().width();
    let digits = (position.tiles().len() - 1).to_string().len();
    if columns * (digits + 1) > width + 1 {
        let rows = position.size().height();
        let words = format!("a board of {columns}×{rows}, too wide to be drawn:");
        return Picture::too_wide([words, position.to_string()]);
    }
    // A field has air beside its number where there is room for it.
    let air = if colored && columns * (digits + 3) <= width { " " } else { "" };
    let field = |(&tile, &wanted): (&u8, &u8)| {
        let (tone, number) = match tile {
            0 if colored => (Tone::Plain, String::new()),
            0 => (Tone::Plain, "_".to_owned()),
            _ if tile == wanted => (Tone::InPlace, tile.to_string()),
            _ => (Tone::Astray, tile.to_string()),
        };
        (tone, format!("{air}{number:>digits$}{air}"))
    };
    let row = |(row, wanted): (&[u8], &[u8])| {
        let gap = || (Tone::Plain, " ".to_owned());
        row.iter().zip(wanted).map(field).flat_map(|field| [gap(), field]).skip(1).collect()
    };
    let lines = position.tiles().chunks(columns).zip(goal.tiles().chunks(columns)).map(row);
    Picture { lines: lines.collect(), is_too_wide: false }
}

/// Slides as they are written; tiles of one line go together or one after the other.
pub(crate) fn slides(moves: &str, notation: Notation, together: bool) -> Result<Vec<Slide>> {
    let slides = Asked::read_moves(moves, notation).map_err(EngineError::Notation)?;
    if together {
        return Ok(slides);
    }
    let single = |slide: Slide| std::iter::repeat_n(Slide { length: 1, ..slide }, usize::from(slide.length));
    Ok(slides.into_iter().flat_map(single).collect())
}

/// A solution as a film.
pub(crate) fn film(mut position: Position, moves: &str, notation: Notation, together: bool) -> Result<Film> {
    let slides = slides(moves, notation, together)?;
    let size = position.size();
    let title = format!("{}×{} sliding tiles", size.width(), size.height());
    let mut scenes = vec![scene(&position, &title, &format!("0/{} start", slides.len()))];
    for (number, &slide) in (1..).zip(&slides) {
        position.try_slide(slide).map_err(|illegal| EngineError::Notation(format!("move {number}: {illegal}")))?;
        let length = if slide.length > 1 { slide.length.to_string() } else { String::new() };
        let caption = format!("{number}/{} {}{length}", slides.len(), slide.direction.letter());
        scenes.push(scene(&position, &title, &caption));
    }
    Ok(Film::new(title, scenes))
}

/// A board of tiles.
fn scene(position: &Position, title: &str, caption: &str) -> Scene {
    let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let (columns, rows) = (side(position.size().width()), side(position.size().height()));
    let mut scene = Scene::new(title, columns, rows);
    scene.description = format!("{title}: {position}.");
    caption.clone_into(&mut scene.caption);
    for (cell, &tile) in (0u16..).zip(position.tiles()).filter(|&(_, &tile)| tile != 0) {
        let home = u16::from(tile) - 1;
        // Tiles of one row of the usual goal share a colour.
        let colour = Colour::Hue(usize::from(home / columns));
        let cells = vec![(cell % columns, cell / columns)];
        scene.pieces.push(Piece::new(usize::from(tile), cells, tile.to_string(), colour));
    }
    scene
}
