//! Which of the legal moves a key, a click or a drag means. Only what the engine lists can be meant.

use std::cmp::Ordering;

use fewest_engine::view::{Board, Cell, LegalMove, Piece, Role, View};

/// A direction: columns to the right, rows down.
pub(crate) type Way = [i32; 2];

/// A place on a board that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A square.
    Cell(Cell),
    /// A peg, from 0.
    Peg(u32),
    /// A vertex, from 0.
    Vertex(u32),
}

/// Whether a move goes one square. A walk to the next square is a step as well.
fn is_step(mv: &LegalMove) -> bool {
    mv.to.is_none() || mv.by[0].abs() + mv.by[1].abs() == 1
}

/// For each way that a piece can go, the move that takes the fewest others along.
pub(crate) fn moves_of(moves: &[LegalMove], piece: u32) -> Vec<&LegalMove> {
    let mut best: Vec<&LegalMove> = Vec::new();
    for mv in moves.iter().filter(|mv| is_step(mv) && mv.pieces.contains(&piece)) {
        match best.iter_mut().find(|known| known.by == mv.by) {
            Some(known) if mv.pieces.len() < known.pieces.len() => *known = mv,
            Some(_) => {}
            None => best.push(mv),
        }
    }
    best
}

/// What a click on a piece means: its move, where it has but one.
pub(crate) fn tapped(moves: &[LegalMove], piece: u32) -> Option<&LegalMove> {
    match moves_of(moves, piece)[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The move in a direction, of one piece where it is named, that moves the fewest pieces, or the most.
pub(crate) fn toward(moves: &[LegalMove], by: Way, piece: Option<u32>, is_far: bool) -> Option<&LegalMove> {
    let fits = |mv: &&LegalMove| is_step(mv) && mv.by == by && piece.is_none_or(|piece| mv.pieces.contains(&piece));
    let fitting = moves.iter().filter(fits);
    if is_far { fitting.max_by_key(|mv| mv.pieces.len()) } else { fitting.min_by_key(|mv| mv.pieces.len()) }
}

/// The walk that ends on a square.
pub(crate) fn walk(moves: &[LegalMove], square: Cell) -> Option<&LegalMove> {
    moves.iter().find(|mv| mv.to == Some(square))
}

/// The transfer of a disc from one peg to another.
pub(crate) fn transfer(moves: &[LegalMove], from: u32, to: u32) -> Option<&LegalMove> {
    moves.iter().find(|mv| mv.peg == Some([from, to]))
}

/// On a graph, the move of the tile that goes the way of an arrow best.
pub(crate) fn along<'a>(places: &[[f64; 2]], tiles: &[u32], moves: &'a [LegalMove], by: Way) -> Option<&'a LegalMove> {
    let blank = places.get(tiles.iter().position(|&tile| tile == 0)?)?;
    let fit = |mv: &LegalMove| {
        let Some(place) = mv.vertex.and_then(|vertex| places.get(vertex as usize)) else { return 0.0 };
        let (dx, dy) = (blank[0] - place[0], blank[1] - place[1]);
        (dx * f64::from(by[0]) + dy * f64::from(by[1])) / dx.hypot(dy).max(1e-9)
    };
    let best = moves.iter().max_by(|a, b| fit(a).partial_cmp(&fit(b)).unwrap_or(Ordering::Equal))?;
    // More across than along is no answer to an arrow.
    (fit(best) > std::f64::consts::FRAC_1_SQRT_2 - 0.01).then_some(best)
}

/// The piece on a square.
pub(crate) fn piece_at(pieces: &[Piece], square: Cell) -> Option<&Piece> {
    pieces.iter().find(|piece| piece.cells.contains(&square))
}

/// What can be selected, in the order in which it is: blocks from the upper left, tiles of a graph that can move.
pub(crate) fn selectable(view: &View) -> Vec<u32> {
    match &view.board {
        Board::Grid { pieces, .. } => {
            let has_move = |id: u32| view.moves.iter().any(|mv| mv.pieces.contains(&id));
            let mut blocks: Vec<&Piece> =
                pieces.iter().filter(|piece| piece.role == Role::Block && has_move(piece.id)).collect();
            if is_stack(view) {
                // Two sides of one thing that is turned over are one choice.
                blocks.retain(|piece| !piece.label.is_empty());
            }
            blocks.sort_by_key(|piece| piece.cells.iter().map(|&[x, y]| (y, x)).min());
            blocks.iter().map(|piece| piece.id).collect()
        }
        Board::Graph { .. } => view.moves.iter().filter_map(|mv| mv.pieces.first().copied()).collect(),
        Board::Pegs { .. } => Vec::new(),
    }
}

/// Whether pieces are turned over, and go nowhere.
pub(crate) fn is_stack(view: &View) -> bool {
    matches!(view.board, Board::Grid { .. }) && !view.moves.is_empty() && view.moves.iter().all(|mv| mv.by == [0, 0])
}

/// The turn that a key means where moves turn things and are written in letters: a capital is the turn of that name; `'` and `2`
/// make the last turn one the other way, or a half. Says whether the last one is taken back for it.
pub(crate) fn typed(view: &View, last: Option<&str>, key: char) -> Option<(bool, String)> {
    if !is_stack(view) {
        return None;
    }
    let is_known = |text: &String| view.moves.iter().any(|mv| mv.text == *text);
    let is_plain = |last: &&str| last.chars().all(char::is_alphabetic);
    match key {
        'A'..='Z' => Some((false, key.to_string())).filter(|(_, text)| is_known(text)),
        '\'' | '2' => {
            last.filter(is_plain).map(|last| (true, format!("{last}{key}"))).filter(|(_, text)| is_known(text))
        }
        _ => None,
    }
}

/// Whether there are several pieces that go their own ways, so that arrows need to be told which one is meant.
pub(crate) fn has_blocks(view: &View) -> bool {
    match &view.board {
        Board::Grid { pieces, .. } => pieces.iter().any(|piece| piece.role == Role::Block) && !is_stack(view),
        _ => false,
    }
}

/// What arrows move where nothing is selected: the piece that the puzzle is about.
pub(crate) fn protagonist(view: &View) -> Option<u32> {
    let Board::Grid { pieces, .. } = &view.board else { return None };
    let mut blocks = pieces.iter().filter(|piece| piece.role == Role::Block);
    let first = blocks.clone().next();
    blocks.find(|piece| piece.colour == fewest_engine::view::Colour::Accent).or(first).map(|piece| piece.id)
}

/// The pieces, discs or tiles that are elsewhere behind a move, and the way of the first of them on a grid.
pub(crate) fn moved(before: &Board, after: &Board) -> (Vec<u32>, Option<Way>) {
    match (before, after) {
        (Board::Grid { pieces, .. }, Board::Grid { pieces: later, .. }) => {
            let new = |piece: &Piece| later.iter().find(|other| other.id == piece.id);
            let gone = |piece: &&Piece| new(piece).is_none_or(|other| other.cells != piece.cells);
            let changed: Vec<&Piece> = pieces.iter().filter(gone).collect();
            let way = changed.first().and_then(|piece| {
                let ([x, y], [to_x, to_y]) = (*piece.cells.first()?, *new(piece)?.cells.first()?);
                Some([to_x.cast_signed() - x.cast_signed(), to_y.cast_signed() - y.cast_signed()])
            });
            (changed.iter().map(|piece| piece.id).collect(), way)
        }
        (Board::Pegs { pegs, .. }, Board::Pegs { pegs: later, .. }) => {
            let from = pegs.iter().zip(later).find(|(peg, other)| peg.len() > other.len());
            (from.and_then(|(peg, _)| peg.last().copied()).into_iter().collect(), None)
        }
        (Board::Graph { tiles, .. }, Board::Graph { tiles: later, .. }) => {
            let changed = tiles.iter().zip(later).filter(|(tile, other)| tile != other && **tile != 0);
            (changed.map(|(tile, _)| *tile).collect(), None)
        }
        _ => (Vec::new(), None),
    }
}

/// A move that turns things over, in words; where it is more than a count of things, as the engine writes it.
fn turned(text: &str, before: &View) -> String {
    if text.parse::<u32>().is_err() {
        return text.to_owned();
    }
    let Board::Grid { pieces, .. } = &before.board else { return text.to_owned() };
    let meant = before.moves.iter().find(|mv| mv.text == text);
    let named = |id: &u32| pieces.iter().find(|piece| piece.id == *id && !piece.label.is_empty());
    let low = |piece: &&Piece| piece.cells.iter().map(|cell| cell[1]).max();
    let lowest = meant.and_then(|mv| mv.pieces.iter().filter_map(named).max_by_key(low));
    lowest.map_or(text.to_owned(), |piece| format!("flip {} and all above it", piece.label))
}

/// A move in words, such as `7 left`; as the engine writes it where there are none.
pub(crate) fn words(text: &str, before: &View, after: &View) -> String {
    let way = |way: Way| match way {
        [x, 0] if x < 0 => Some("left"),
        [x, 0] if x > 0 => Some("right"),
        [0, y] if y < 0 => Some("up"),
        [0, y] if y > 0 => Some("down"),
        _ => None,
    };
    let (pieces, by) = moved(&before.board, &after.board);
    match (&before.board, &after.board) {
        (Board::Grid { pieces: all, .. }, _) => {
            let name = |id: &u32| {
                let piece = all.iter().find(|piece| piece.id == *id)?;
                Some(match (piece.role, piece.label.as_str()) {
                    (Role::Player, _) => "player".to_owned(),
                    (Role::Box, "") => "box".to_owned(),
                    (_, label) => label.to_owned(),
                })
            };
            let names: Vec<String> = pieces.iter().filter_map(name).filter(|name| !name.is_empty()).collect();
            match by.and_then(way) {
                Some(way) if !is_stack(before) && names.len() < 5 => {
                    let names = names.join(" ");
                    let said = format!("{names} {way}");
                    if text.chars().count() > 2 { format!("{text} ({said})") } else { said }
                }
                _ if is_stack(before) => turned(text, before),
                _ => text.to_owned(),
            }
        }
        (Board::Pegs { pegs, .. }, Board::Pegs { pegs: later, .. }) => {
            let changed = |is: Ordering| pegs.iter().zip(later).position(|(a, b)| a.len().cmp(&b.len()) == is);
            match (pieces.first(), changed(Ordering::Greater), changed(Ordering::Less)) {
                (Some(disc), Some(from), Some(to)) => format!("disc {disc} from peg {} to peg {}", from + 1, to + 1),
                _ => text.to_owned(),
            }
        }
        _ => format!("tile {text}"),
    }
}
