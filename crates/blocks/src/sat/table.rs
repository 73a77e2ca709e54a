//! What a formula is written from: every place of every piece, and the squares it takes.

use crate::bits::{Bits, Bits256};
use crate::kind::{self, Kind, NOWHERE, Squares};
use crate::metric::Metric;
use crate::position::Place;
use crate::puzzle::Puzzle;

/// A place where a piece of a class could be if it were alone.
#[derive(Clone, Debug)]
pub(super) struct Stand {
    /// Which class.
    pub(super) class: usize,
    pub(super) place: Place,
    /// The squares that it covers; none beyond an exit.
    pub(super) cells: Vec<u16>,
    /// The stand on the board that a step leads to, by direction.
    pub(super) next: [Option<usize>; 4],
    /// The stand beyond an exit that a step leads to, by direction, and the squares on the way.
    pub(super) leaves: [Option<(usize, Vec<u16>)>; 4],
}

impl Stand {
    /// The stands one step away on the board. A step can be taken back, so these are also those that lead here.
    pub(super) fn neighbours(&self) -> impl Iterator<Item = usize> + '_ {
        self.next.iter().flatten().copied()
    }
}

/// Pieces that a formula does not tell apart: it says that one of them is somewhere, not which. Those that can leave the
/// board are told apart, since several can be beyond one exit.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The pieces, by number.
    pub(super) pieces: Vec<usize>,
    /// Where they can be.
    pub(super) stands: std::ops::Range<usize>,
}

/// Every class and every stand.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) classes: Vec<Class>,
    /// Those of one class follow each other.
    pub(super) stands: Vec<Stand>,
    /// By square: the stands that cover it.
    pub(super) covering: Vec<Vec<usize>>,
    /// By stand: whether a piece is there at the start.
    pub(super) start: Vec<bool>,
    /// How many pieces can move, were each alone.
    pub(super) movable: usize,
    /// By stand: those that a piece there would touch along an edge, of any class. Only groups ask for it.
    pub(super) touching: Vec<Vec<usize>>,
    /// The numbers of the squares of the board, for the goals.
    numbers: Squares,
}

impl Table {
    pub(super) fn new(puzzle: &Puzzle, metric: Metric) -> Self {
        let numbers = Squares::new(puzzle);
        let kinds = kind::kinds::<Bits256>(puzzle, &numbers);
        let (mut classes, mut stands, mut start) = (Vec::new(), Vec::new(), Vec::new());
        let mut movable = 0;
        for kind in &kinds {
            let can_leave = kind.spots.iter().any(|spot| spot.leaves);
            movable += if kind.spots.len() > 1 { kind.pieces.len() } else { 0 };
            for pieces in kind.pieces.chunks(if can_leave { 1 } else { kind.pieces.len() }) {
                let base = stands.len();
                for (place, spot) in kind.places.iter().zip(&kind.spots) {
                    let mut stand = Stand {
                        class: classes.len(),
                        place: *place,
                        cells: listed(spot.cells),
                        next: [None; 4],
                        leaves: [const { None }; 4],
                    };
                    for (way, &next) in spot.next.iter().enumerate().filter(|&(_, &next)| next != NOWHERE) {
                        let to = base + usize::from(next);
                        match kind.places[usize::from(next)] {
                            Place::On(_) => stand.next[way] = Some(to),
                            Place::Left(_) => stand.leaves[way] = Some((to, listed(spot.enters[way]))),
                        }
                    }
                    let stands_here = |&piece: &usize| Place::On(puzzle.pieces()[piece].start) == *place;
                    start.push(pieces.iter().any(stands_here));
                    stands.push(stand);
                }
                classes.push(Class { pieces: pieces.to_vec(), stands: base..stands.len() });
            }
        }
        let mut covering = vec![Vec::new(); numbers.count];
        for (index, stand) in stands.iter().enumerate() {
            stand.cells.iter().for_each(|&square| covering[usize::from(square)].push(index));
        }
        let mut table = Self { classes, stands, covering, start, movable, touching: Vec::new(), numbers };
        if metric == Metric::Group {
            let edges: Vec<Vec<u16>> = kinds.iter().flat_map(|kind| edges(&table, puzzle, kind)).collect();
            table.touching = edges.iter().enumerate().map(|(stand, edge)| table.touched(stand, edge)).collect();
        }
        table
    }

    /// The stands that cover a square of an edge and none of the stand itself.
    fn touched(&self, stand: usize, edge: &[u16]) -> Vec<usize> {
        let own = &self.stands[stand].cells;
        let all = edge.iter().flat_map(|&square| &self.covering[usize::from(square)]).copied();
        let beside = all.filter(|&other| self.stands[other].cells.iter().all(|square| !own.contains(square)));
        let mut touched: Vec<usize> = beside.filter(|&other| self.can_move(other)).collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// The numbers of squares that are floor.
    pub(super) fn numbered(&self, squares: &[crate::Square]) -> Vec<u16> {
        listed(self.numbers.set::<Bits256>(squares.iter().copied()))
    }

    /// Whether pieces of a class can move at all.
    pub(super) fn can_move(&self, stand: usize) -> bool {
        self.classes[self.stands[stand].class].stands.len() > 1
    }

    /// Whether a stand is on the board.
    pub(super) fn is_on_board(&self, stand: usize) -> bool {
        matches!(self.stands[stand].place, Place::On(_))
    }

    /// The bytes that the table holds, about.
    pub(super) fn bytes(&self) -> u64 {
        let lists = |stand: &Stand| {
            let leaving = stand.leaves.iter().flatten().map(|(_, squares)| squares.len()).sum::<usize>();
            2 * (stand.cells.len() + leaving) + 8 * stand.cells.len()
        };
        let touching: usize = self.touching.iter().map(Vec::len).sum();
        (self.stands.iter().map(lists).sum::<usize>() + self.stands.len() * size_of::<Stand>() + 8 * touching) as u64
    }
}

/// The squares along the edges of each stand of a kind, once for each of its classes.
fn edges(table: &Table, puzzle: &Puzzle, kind: &Kind<Bits256>) -> Vec<Vec<u16>> {
    let classes = table.classes.iter().filter(|class| kind.pieces.contains(&class.pieces[0])).count();
    let edges: Vec<Vec<u16>> = kind.edges(puzzle, &table.numbers).into_iter().map(listed).collect();
    std::iter::repeat_n(edges, classes).flatten().collect()
}

/// The numbers of the squares of a set.
fn listed(set: Bits256) -> Vec<u16> {
    let mut squares = Vec::new();
    set.each(|square| squares.push(u16::try_from(square).expect("a board has at most 256 squares")));
    squares
}
