//! What tiles on a graph look like, and which of them can move.

use fewest_engine::kit::Subject as _;
use fewest_engine::view::{Board, LegalMove, View, count};
use fewest_engine::{EngineError, Film, Notation, Puzzle, Result};
use fewest_graph::{Position, drawing};
use fewest_render::{Colour, Piece, Scene};

use crate::asked::{Asked, what};

/// The graph after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    let here = |end: &Position| puzzle.clone().with("position", end.to_string());
    asked.view(moves, |end| (here(end), board(end, &asked.goal), legal_moves(end)))
}

fn board(position: &Position, goal: &Position) -> Board {
    let graph = position.graph();
    let tiles = |position: &Position| position.tiles().iter().map(|&tile| tile.into()).collect();
    Board::Graph {
        places: drawing::places(graph).into_iter().map(|(x, y)| [x, y]).collect(),
        edges: graph.edges().iter().map(|&(a, b)| [a.into(), b.into()]).collect(),
        tiles: tiles(position),
        goal: tiles(goal),
    }
}

fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let neighbours = position.graph().neighbours(position.blank());
    let moved = neighbours.map(|vertex| {
        let tile = position.tiles()[vertex];
        let (text, pieces) = (tile.to_string(), vec![tile.into()]);
        LegalMove { text, pieces, vertex: Some(count(vertex)), ..LegalMove::default() }
    });
    moved.collect()
}

/// The least distance of two vertices in a picture, in squares, and the greatest side of one.
const APART: f64 = 1.5;
const MOST: f64 = 24.0;

/// A solution as pictures.
pub(crate) fn film(puzzle: &Puzzle, moves: &str, notation: Notation) -> Result<Film> {
    let asked = Asked::read(puzzle)?;
    let moves = asked.legal_moves(moves, notation)?;
    let mut position = asked.start;
    let places = squares(&drawing::places(position.graph()));
    let still = |position: &Position, caption: String| scene(position, &asked.goal, &places, caption);
    let mut scenes = vec![still(&position, format!("0/{} start", moves.len()))];
    for (number, &tile) in (1..).zip(&moves) {
        position.try_move(tile).map_err(EngineError::internal)?;
        scenes.push(still(&position, format!("{number}/{} {tile}", moves.len())));
    }
    Ok(Film::new(what(position.graph()), scenes))
}

/// Places as squares of a grid, far enough from each other.
#[expect(clippy::cast_possible_truncation, reason = "places lie between 0 and 24")]
fn squares(places: &[(f64, f64)]) -> Vec<(f32, f32)> {
    let distance = |(a, b): (f64, f64), (x, y): (f64, f64)| (a - x).hypot(b - y);
    let pairs = places.iter().enumerate().flat_map(|(index, &a)| places[..index].iter().map(move |&b| (a, b)));
    let least = pairs.map(|(a, b)| distance(a, b)).fold(1.0, f64::min);
    let scale = (APART / least).clamp(APART, MOST);
    places.iter().map(|&(x, y)| ((x * scale) as f32, (y * scale) as f32)).collect()
}

/// Vertices joined by lines, with tiles on them; a tile that is where the goal wants it stands out.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "squares lie between 0 and 24")]
fn scene(position: &Position, goal: &Position, places: &[(f32, f32)], caption: String) -> Scene {
    let graph = position.graph();
    let side = |of: fn(&(f32, f32)) -> f32| places.iter().map(of).fold(0.0, f32::max).ceil() as u16 + 1;
    let title = what(graph);
    Scene {
        description: format!("{title}: {position}."),
        title,
        columns: side(|place| place.0),
        rows: side(|place| place.1),
        links: graph.edges().iter().map(|&(a, b)| [places[usize::from(a)], places[usize::from(b)]]).collect(),
        pieces: (position.tiles().iter().zip(goal.tiles()).zip(places))
            .filter(|((tile, _), _)| **tile != 0)
            .map(|((&tile, &wanted), &offset)| {
                let colour = if tile == wanted { Colour::Accent } else { Colour::Hue(0) };
                Piece { offset, ..Piece::new(tile.into(), vec![(0, 0)], tile.to_string(), colour) }
            })
            .collect(),
        caption,
        ..Scene::default()
    }
}
