//! Kinds of pieces, and every spot where a piece of a kind can be.
//!
//! Pieces are of one kind when nothing tells them apart: the same shape, lock, gates and exits, the same spots within
//! reach on a board that were otherwise empty, and no goal of their own (or one that they share, by
//! [`Setup::alike`](crate::Setup::alike)). Two cars of one length that are locked to different rows are of two kinds: they
//! have no spot in common, so telling them apart costs nothing and makes their spots few.
//!
//! For each spot the board is asked once: which squares it covers, where a step leads each way, and which squares the
//! step enters. A step is legal when none of these is taken, so no piece is ever compared with another.

use crate::bits::Bits;
use crate::geometry::{Direction, Square};
use crate::position::Place;
use crate::puzzle::{Condition, Piece, Puzzle, as_coordinate};
use crate::setup::Ground;

/// No spot: the number that stands for it.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// Where a piece of a kind can be, and where it can go from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<B> {
    /// The squares it covers; none where the piece has left.
    pub(crate) cells: B,
    /// The squares that a step enters in each direction; all squares where there is none.
    pub(crate) enters: [B; 4],
    /// The spot of the same kind that a step leads to in each direction, or [`NOWHERE`].
    pub(crate) next: [u16; 4],
    /// Whether a step leads off the board.
    pub(crate) leaves: bool,
}

impl<B: Bits> Spot<B> {
    /// A spot from which no step is known yet.
    fn alone(cells: B) -> Self {
        Self { cells, enters: [!B::EMPTY; 4], next: [NOWHERE; 4], leaves: false }
    }
}

/// Pieces that nothing tells apart.
#[derive(Clone, Debug)]
pub(crate) struct Kind<B> {
    /// The pieces, by number.
    pub(crate) pieces: Vec<usize>,
    /// What each spot is: first those on the board in reading order, then those beyond exits.
    pub(crate) places: Vec<Place>,
    /// The spots, in the same order.
    pub(crate) spots: Vec<Spot<B>>,
}

impl<B: Bits> Kind<B> {
    /// The squares along the edges of each spot.
    pub(crate) fn edges(&self, puzzle: &Puzzle, squares: &Squares) -> Vec<B> {
        let piece = &puzzle.pieces()[self.pieces[0]];
        let neighbours = |square: Square| Direction::ALL.into_iter().filter_map(move |way| square.step(way));
        let edge = |place: &Place| match *place {
            Place::On(corner) => squares.set(piece.cells_at(corner).flat_map(neighbours)),
            Place::Left(_) => B::EMPTY,
        };
        self.places.iter().map(edge).zip(&self.spots).map(|(edge, spot): (B, _)| edge.without(spot.cells)).collect()
    }
}

/// The numbers of the floor squares: bits are for these alone.
#[derive(Clone, Debug)]
pub(crate) struct Squares {
    width: usize,
    numbers: Vec<Option<usize>>,
    /// How many squares are floor.
    pub(crate) count: usize,
}

impl Squares {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let mut count = 0;
        let numbers = puzzle.squares().map(|square| {
            let is_floor = puzzle.ground(square) == Some(Ground::Floor);
            count += usize::from(is_floor);
            is_floor.then(|| count - 1)
        });
        let numbers = numbers.collect();
        Self { width: puzzle.width(), numbers, count }
    }

    /// A set of squares, each of which goes somewhere else.
    pub(crate) fn mapped<B: Bits>(&self, set: B, map: impl Fn(Square) -> Square) -> B {
        let numbered = self.numbers.iter().enumerate().filter_map(|(index, number)| Some((index, (*number)?)));
        let members = numbered.filter(|(_, number)| set.meets(B::single(*number)));
        self.set(
            members.map(|(index, _)| {
                map(Square::new(as_coordinate(index % self.width), as_coordinate(index / self.width)))
            }),
        )
    }

    pub(crate) fn set<B: Bits>(&self, squares: impl IntoIterator<Item = Square>) -> B {
        let number = |square: Square| {
            let (x, y) = (usize::from(square.x), usize::from(square.y));
            if x < self.width { self.numbers.get(y * self.width + x).copied().flatten() } else { None }
        };
        squares.into_iter().filter_map(number).fold(B::EMPTY, |all, index| all | B::single(index))
    }
}

/// The kinds of a puzzle, in order of their first pieces.
pub(crate) fn kinds<B: Bits>(puzzle: &Puzzle, squares: &Squares) -> Vec<Kind<B>> {
    let mut kinds: Vec<(Kind<B>, Family)> = Vec::new();
    let named = |piece: usize| {
        let names = |condition: &Condition| matches!(condition, Condition::Piece(other, _) if *other == piece);
        puzzle.goals().iter().flatten().any(names)
    };
    for (number, piece) in puzzle.pieces().iter().enumerate() {
        // Who may stand in for whom: the group, or, where no goal tells them apart, all that are like it.
        let group = puzzle.alike().iter().position(|group| group.contains(&number));
        let group_is_named = group.is_some_and(|group| puzzle.alike()[group].iter().any(|&other| named(other)));
        let family = match group {
            Some(group) if group_is_named => Family::Group(group),
            _ if named(number) => Family::Own(number),
            _ => Family::Nameless,
        };
        // Pieces that move alike and can reach each other's spots have the same.
        let moves_alike = |kind: &Kind<B>| {
            let first = &puzzle.pieces()[kind.pieces[0]];
            first.shape == piece.shape
                && first.lock == piece.lock
                && rights(puzzle, kind.pieces[0]) == rights(puzzle, number)
                && kind.places.binary_search(&Place::On(piece.start)).is_ok()
        };
        let relative = kinds.iter().position(|(kind, _)| moves_alike(kind));
        let same = kinds.iter().position(|(kind, other)| *other == family && moves_alike(kind));
        if let Some(same) = same {
            kinds[same].0.pieces.push(number);
            continue;
        }
        let kind = if let Some(relative) = relative {
            Kind { pieces: vec![number], ..kinds[relative].0.clone() }
        } else {
            let (places, spots) = within_reach(puzzle, number, squares);
            Kind { pieces: vec![number], places, spots }
        };
        kinds.push((kind, family));
    }
    kinds.into_iter().map(|(kind, _)| kind).collect()
}

/// Who may stand in for a piece, if it moves alike.
#[derive(PartialEq)]
enum Family {
    /// Those of its group, which a goal names.
    Group(usize),
    /// Nobody: a goal names it.
    Own(usize),
    /// All that no goal names.
    Nameless,
}

/// The gates that a piece may enter and the exits that it may take.
pub(crate) fn rights(puzzle: &Puzzle, piece: usize) -> (Vec<bool>, Vec<bool>) {
    let gates = puzzle.gates().iter().map(|gate| gate.pieces.contains(&piece));
    (gates.collect(), puzzle.exits().iter().map(|exit| exit.admits(piece)).collect())
}

/// Every place that a piece could reach if it were alone, and what it is there.
fn within_reach<B: Bits>(puzzle: &Puzzle, number: usize, squares: &Squares) -> (Vec<Place>, Vec<Spot<B>>) {
    let piece = &puzzle.pieces()[number];
    let cells = |place: Place| match place {
        Place::On(corner) => squares.set(piece.cells_at(corner)),
        Place::Left(_) => B::EMPTY,
    };
    // Found in this order; steps lead to numbers in it.
    let start = Place::On(piece.start);
    let mut found: Vec<(Place, Spot<B>)> = vec![(start, Spot::alone(cells(start)))];
    let mut done = 0;
    while done < found.len() {
        let (place, mut spot) = found[done];
        for (way, direction) in Direction::ALL.into_iter().enumerate() {
            let Some((next, passage)) = step(puzzle, number, place, direction) else { continue };
            let known = found.iter().position(|(place, _)| *place == next);
            let index = known.unwrap_or_else(|| {
                found.push((next, Spot::alone(cells(next))));
                found.len() - 1
            });
            spot.enters[way] = passage.map_or(found[index].1.cells.without(spot.cells), |passage| squares.set(passage));
            spot.next[way] = u16::try_from(index).expect("there are at most 256 squares and as many exits");
            spot.leaves |= matches!(next, Place::Left(_));
        }
        found[done].1 = spot;
        done += 1;
    }
    let mut order: Vec<u16> = (0u16..).take(found.len()).collect();
    order.sort_unstable_by_key(|&index| found[usize::from(index)].0);
    let mut rank = vec![0; found.len()];
    for (to, &index) in (0u16..).zip(&order) {
        rank[usize::from(index)] = to;
    }
    let sorted = order.iter().map(|&index| {
        let (place, spot) = found[usize::from(index)];
        (place, Spot { next: spot.next.map(|next| rank.get(usize::from(next)).copied().unwrap_or(NOWHERE)), ..spot })
    });
    sorted.unzip()
}

/// Where a step leads a piece that is alone; where that is off the board, the squares it needs free.
fn step(puzzle: &Puzzle, number: usize, place: Place, direction: Direction) -> Option<(Place, Option<Vec<Square>>)> {
    let piece = &puzzle.pieces()[number];
    let Place::On(corner) = place else { return None };
    if !piece.lock.allows(direction) {
        return None;
    }
    let target = corner.step(direction);
    if let Some(target) = target.filter(|&target| fits(puzzle, number, piece, target)) {
        return Some((Place::On(target), None));
    }
    if puzzle.exits().is_empty() {
        return None;
    }
    let cells: Vec<Square> = piece.cells_at(corner).collect();
    (0..puzzle.exits().len())
        .find_map(|exit| Some((Place::Left(exit), Some(passage(puzzle, number, &cells, exit, direction)?))))
}

fn fits(puzzle: &Puzzle, number: usize, piece: &Piece, corner: Square) -> bool {
    piece.cells_at(corner).all(|square| puzzle.may_enter(number, square))
}

/// The squares between a piece and an exit, where each of the piece's lines ends in the exit.
fn passage(puzzle: &Puzzle, number: usize, cells: &[Square], exit: usize, direction: Direction) -> Option<Vec<Square>> {
    let exit = &puzzle.exits()[exit];
    if exit.direction != direction || !exit.admits(number) {
        return None;
    }
    let mut ahead = Vec::new();
    for &cell in cells {
        let line = std::iter::successors(Some(cell), |square| square.step(direction)).take(crate::MAX_SIDE);
        let mut opens = false;
        for square in line {
            if !puzzle.may_enter(number, square) {
                break;
            }
            if !cells.contains(&square) {
                ahead.push(square);
            }
            if exit.cells.contains(&square) {
                opens = true;
                break;
            }
        }
        if !opens {
            return None;
        }
    }
    Some(ahead)
}
