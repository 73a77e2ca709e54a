//! Solutions as films.

use std::sync::Arc;

use fewest_blocks::{Direction, Metric, Shift, parse_shifts, scene};
use fewest_engine::{Answer, Kind, Notation};
use fewest_render::{Colour, Film, Piece, Scene};
use fewest_sokoban::parse_steps;
use fewest_tiles::{Position, Slide, parse_slides};

/// The solution of an answer, or its start alone where it has none.
pub(super) fn of(answer: &Answer) -> anyhow::Result<Film> {
    let moves = answer.moves.as_deref().unwrap_or_default();
    let together = answer.metric == "mtm";
    from_parts(answer.puzzle, &answer.position, moves, answer.notation, together)
}

/// Moves from a position, both in normal form; tiles of one line slide together or one after the other.
pub(super) fn from_parts(
    kind: Kind,
    position: &str,
    moves: &str,
    notation: Notation,
    together: bool,
) -> anyhow::Result<Film> {
    match kind {
        Kind::Blocks => return blocks(position, moves),
        Kind::Sokoban => return sokoban(position, moves),
        Kind::Tiles | Kind::Hanoi | Kind::Graph => {}
    }
    let position: Position = position.parse()?;
    let slides = parse_slides(moves, notation.into())?;
    let slides: Vec<Slide> = if together {
        slides
    } else {
        let single = |slide: Slide| std::iter::repeat_n(Slide { length: 1, ..slide }, usize::from(slide.length));
        slides.into_iter().flat_map(single).collect()
    };
    tiles(position, &slides)
}

fn blocks(position: &str, moves: &str) -> anyhow::Result<Film> {
    let start = fewest_blocks::Position::start(Arc::new(position.parse()?));
    let shifts = parse_shifts(moves)?;
    if shifts.iter().all(|shift| shift.pieces.len() == 1) {
        return Ok(scene::film(&start, &shifts, Metric::Move)?);
    }
    // Where pieces go together, nothing turns.
    let straight = |shift: &Shift| {
        let part = |run: &[Direction]| Shift { pieces: shift.pieces.clone(), path: run.to_vec() };
        shift.path.chunk_by(|a, b| a == b).map(part).collect::<Vec<_>>()
    };
    let shifts: Vec<Shift> = shifts.iter().flat_map(straight).collect();
    Ok(scene::film(&start, &shifts, Metric::Group)?)
}

fn sokoban(position: &str, moves: &str) -> anyhow::Result<Film> {
    let start = fewest_sokoban::Position::start(Arc::new(position.parse()?));
    Ok(fewest_sokoban::scene::film(&start, &parse_steps(moves)?)?)
}

fn tiles(mut position: Position, slides: &[Slide]) -> anyhow::Result<Film> {
    let size = position.size();
    let title = format!("{}×{} sliding tiles", size.width(), size.height());
    let mut scenes = vec![board(&position, &title, &format!("0/{} start", slides.len()))];
    for (number, &slide) in (1..).zip(slides) {
        position.try_slide(slide)?;
        let length = if slide.length > 1 { slide.length.to_string() } else { String::new() };
        let caption = format!("{number}/{} {}{length}", slides.len(), slide.direction.letter());
        scenes.push(board(&position, &title, &caption));
    }
    Ok(Film::new(title, scenes))
}

/// A board of tiles.
fn board(position: &Position, title: &str, caption: &str) -> Scene {
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
