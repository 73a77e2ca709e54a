//! Sliding blocks as pictures: a position as a [`Scene`], a solution as a [`Film`].
//!
//! This crate says what is to be seen; `fewest-render` draws it. Pieces that goals name have the strongest colours, those that
//! are alike share one.

use fewest_render::{Cell, Colour, Film, Mark, MarkKind, Motion, Piece, Scene, Side};

use crate::geometry::{Direction, Square};
use crate::metric::Metric;
use crate::notation::Shift;
use crate::position::{IllegalShift, Place, Position};
use crate::puzzle::{Condition, Puzzle, Target, as_coordinate};
use crate::setup::Ground;

fn cell(square: Square) -> Cell {
    (square.x, square.y)
}

fn side(direction: Direction) -> Side {
    [Side::Up, Side::Left, Side::Right, Side::Down][direction as usize]
}

/// The colour of each piece: the largest that the goals name stands out, other named pieces follow, then the kinds of the rest.
fn colours(puzzle: &Puzzle) -> Vec<Colour> {
    let mut named: Vec<usize> = Vec::new();
    for condition in puzzle.goals().iter().flatten() {
        if let Condition::Piece(piece, _) = condition
            && !named.contains(piece)
        {
            named.push(*piece);
        }
    }
    // An alike group goes by its first piece.
    let leader =
        |piece: usize| puzzle.alike().iter().find(|group| group.contains(&piece)).map_or(piece, |group| group[0]);
    // Where many are named, shape tells more than the name: the largest alone stands out.
    let is_named = |piece: usize| named.len() <= 3 && named.iter().any(|&other| leader(other) == leader(piece));
    let size = |piece: usize| puzzle.pieces()[piece].shape.len();
    let first = named.iter().copied().min_by_key(|&piece| (std::cmp::Reverse(size(piece)), piece)).map(leader);
    let mut kinds = Vec::new();
    let pieces = puzzle.pieces().iter().enumerate();
    pieces
        .map(|(number, piece)| {
            if Some(leader(number)) == first {
                return Colour::Accent;
            }
            let kind = (is_named(number).then(|| leader(number)), &piece.shape, piece.lock);
            let known = kinds.iter().position(|other| *other == kind);
            Colour::Hue(known.unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            }))
        })
        .collect()
}

/// The marks of a puzzle: where pieces of its first goal should be, gates and exits.
fn marks(puzzle: &Puzzle, colours: &[Colour]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for gate in puzzle.gates() {
        let colour = gate.pieces.first().map_or(Colour::Grey, |&piece| colours[piece]);
        marks.push(Mark {
            kind: MarkKind::Gate,
            cells: gate.cells.iter().map(|&square| cell(square)).collect(),
            colour,
        });
    }
    for (number, exit) in puzzle.exits().iter().enumerate() {
        let leaves = puzzle.goals().iter().flatten().find_map(|condition| match condition {
            Condition::Piece(piece, Target::Leaves(through)) if *through == number => Some(colours[*piece]),
            _ => None,
        });
        let kind = MarkKind::Opening(side(exit.direction));
        let cells = exit.cells.iter().map(|&square| cell(square)).collect();
        marks.push(Mark { kind, cells, colour: leaves.unwrap_or(Colour::Grey) });
    }
    for condition in puzzle.goals().first().into_iter().flatten() {
        let Condition::Piece(piece, target) = condition else { continue };
        let cells = match target {
            Target::At(corner) => puzzle.pieces()[*piece].cells_at(*corner).map(cell).collect(),
            Target::Within(cells) => cells.iter().map(|&square| cell(square)).collect(),
            Target::Leaves(_) => continue,
        };
        marks.push(Mark { kind: MarkKind::Target, cells, colour: colours[*piece] });
    }
    // A goal for every piece is a second picture, not a mark on this one.
    if marks.iter().filter(|mark| mark.kind == MarkKind::Target).count() > 3 {
        marks.retain(|mark| mark.kind != MarkKind::Target);
    }
    marks
}

/// What a position looks like.
///
/// ```
/// use std::sync::Arc;
/// use fewest_blocks::{Position, library, scene};
/// let klotski = library::find("klotski").expect("it is there").puzzle();
/// let scene = scene::scene(&Position::start(Arc::new(klotski)));
/// assert_eq!((scene.columns, scene.rows, scene.pieces.len()), (4, 5, 10));
/// assert!(fewest_render::svg(&scene, &fewest_render::Style::default()).contains(">Klotski</title>"));
/// ```
pub fn scene(position: &Position) -> Scene {
    let puzzle = position.puzzle();
    let colours = colours(puzzle);
    let with = |ground: Ground| {
        puzzle.squares().filter(move |&square| puzzle.ground(square) == Some(ground)).map(cell).collect::<Vec<_>>()
    };
    let pieces =
        puzzle.pieces().iter().enumerate().filter(|(number, _)| matches!(position.places()[*number], Place::On(_)));
    let pieces = pieces.map(|(number, piece)| {
        let cells = position.cells(number).into_iter().map(cell).collect();
        let motion = [Motion::Free, Motion::Horizontal, Motion::Vertical, Motion::Fixed][piece.lock as usize];
        Piece { motion, ..Piece::new(number, cells, piece.label.to_string(), colours[number]) }
    });
    Scene {
        title: puzzle.title().unwrap_or("Sliding blocks").to_owned(),
        description: describe(position),
        columns: as_coordinate(puzzle.width()),
        rows: as_coordinate(puzzle.height()),
        floor: with(Ground::Floor),
        walls: with(Ground::Wall),
        links: Vec::new(),
        marks: marks(puzzle, &colours),
        pieces: pieces.collect(),
        caption: String::new(),
    }
}

/// A position in words.
fn describe(position: &Position) -> String {
    let puzzle = position.puzzle();
    let pieces = puzzle.pieces().iter().enumerate().map(|(number, piece)| match position.places()[number] {
        Place::On(corner) => {
            let square = piece.shape.first().copied().unwrap_or(Square::new(0, 0));
            format!("{} at {}", piece.label, Square::new(corner.x + square.x, corner.y + square.y))
        }
        Place::Left(_) => format!("{} has left", piece.label),
    });
    let pieces: Vec<String> = pieces.collect();
    format!("A board of {} columns and {} rows. Pieces: {}.", puzzle.width(), puzzle.height(), pieces.join("; "))
}

/// What moves look like, one after the other. The film rests after each move; a piece that goes round a corner is seen to do
/// so, and one that leaves the board fades away.
///
/// # Errors
/// The first move that is not legal.
pub fn film(start: &Position, shifts: &[Shift], metric: Metric) -> Result<Film, IllegalShift> {
    let mut film = Film { title: start.puzzle().title().unwrap_or("Sliding blocks").to_owned(), ..Film::default() };
    let mut add = |mut scene: Scene, number: usize, words: &str, is_rest: bool| {
        scene.caption = format!("{number}/{}{words}", shifts.len());
        scene.title = format!("{}, {}", scene.title, scene.caption);
        film.scenes.push(scene);
        film.rests.push(is_rest);
    };
    add(scene(start), 0, " start", true);
    let mut position = start.clone();
    for (number, shift) in (1..).zip(shifts) {
        let before = position.clone();
        position.try_shift(shift, metric)?;
        let words = format!(" {shift}");
        // Straight runs, of which each is a scene; the whole was legal, and so are its parts as moves of groups.
        let mut passing = before;
        let mut runs = shift.path.chunk_by(|a, b| a == b).peekable();
        while let Some(run) = runs.next() {
            let part = Shift { pieces: shift.pieces.clone(), path: run.to_vec() };
            let from = scene(&passing);
            passing.try_shift(&part, Metric::Group)?;
            let mut to = scene(&passing);
            let gone = from.pieces.iter().filter(|piece| !to.pieces.iter().any(|other| other.id == piece.id));
            let gone: Vec<Piece> = gone.map(|piece| leaving(piece, run)).collect();
            let has_left = !gone.is_empty();
            to.pieces.extend(gone);
            to.pieces.sort_by_key(|piece| piece.id);
            let is_last = runs.peek().is_none();
            add(to, number, &words, is_last && !has_left);
            if has_left {
                add(scene(&passing), number, &words, is_last);
            }
        }
    }
    Ok(film)
}

/// A piece on its way out.
fn leaving(piece: &Piece, run: &[Direction]) -> Piece {
    let mut piece = piece.clone();
    for &direction in run {
        let (dx, dy) = side(direction).unit();
        piece.offset = (piece.offset.0 + dx, piece.offset.1 + dy);
    }
    piece.opacity = 0.0;
    piece
}
