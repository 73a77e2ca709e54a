//! The abstract puzzle of slides, as lines.
//!
//! All positions that differ by slides along a row are one *row line*: the row of the blank, and the tiles in reading
//! order without it, which no such slide changes. Column lines likewise. A shortest solution by slides turns at each of
//! them, so it is a way from line to line, and what a position is short of depends on its line alone.
//! `docs/pattern-databases.md` has the argument. Tables hold rows; the columns of a board are the rows of the board with
//! width and height exchanged.
//!
//! A column is numbered by the reading order that its tiles have with the blank in row 0. A step of the blank down a
//! column makes the tile below jump back, in reading order, over a row's worth of others.

use fewest_pdb::lines::{Line, Lines};
use fewest_pdb::rank::{Placements, RankError};

use super::orientation::Orientation;
use super::shape::{Shape, ShapeError};
use crate::{Position, Size};

/// The axis of slides along rows, as an index.
pub(super) const ROWS: usize = 0;

/// The axis of slides along columns, as an index.
pub(super) const COLUMNS: usize = 1;

/// Where tiles can be in reading order without the blank.
pub(super) fn placements(size: Size, tiles: usize) -> Result<Placements, RankError> {
    Placements::new(size.cells() - 1, tiles)
}

/// The shapes of a pattern's goal cells that are looked up for rows and for columns.
///
/// Where a symmetry that keeps the blank's goal exchanges rows and columns, the columns of the pattern's image are looked
/// up: they have the table of the pattern's rows. Each bound is valid by itself, and one table serves both.
pub(super) fn rows_and_columns(goal: &Position, goals: &[usize]) -> Result<[(Shape, Orientation); 2], ShapeError> {
    let (size, blank) = (goal.size(), goal.blank());
    let keeps_blank = |way: &Orientation| way.size == size && usize::from(way.image[blank]) == blank;
    let image = Orientation::turned(size, true)
        .into_iter()
        .find(keeps_blank)
        .map_or_else(|| goals.to_vec(), |mirror| goals.iter().map(|&cell| usize::from(mirror.image[cell])).collect());
    Ok([Shape::of_lines(size, ROWS, blank, goals)?, Shape::of_lines(size, COLUMNS, blank, &image)?])
}

#[derive(Clone, Debug)]
pub(super) struct TileLines {
    placements: Placements,
    width: usize,
    height: usize,
    goal: [Line; 2],
}

impl TileLines {
    pub(super) fn new(shape: &Shape) -> Self {
        let (width, height) = (shape.size().width(), shape.size().height());
        let placements = placements(shape.size(), shape.goals().len()).expect("checked when the shape was made");
        let (lane, column) = (shape.blank() / width, shape.blank() % width);
        let line = |row: usize, goals: &[u8]| {
            // With the blank at this row of its column, each tile below it there, down to the blank's goal, is a row lower.
            let blank = row * width + column;
            let cell = |goal: u8| {
                let between =
                    usize::from(goal) % width == column && (blank..shape.blank()).contains(&usize::from(goal));
                usize::from(goal) + if between { width } else { 0 }
            };
            let place = |goal: &u8| {
                let cell = cell(*goal);
                u8::try_from(cell - usize::from(cell > blank)).expect("at most 64 cells")
            };
            let places: Vec<u8> = goals.iter().map(place).collect();
            let occupied = places.iter().fold(0, |occupied, place| occupied | 1 << place);
            (occupied, placements.arrangement(&places))
        };
        let (occupied, arrangement) = line(lane, shape.goals());
        let row = Line { lane, occupied, arrangement };
        let (occupied, arrangement) = line(0, shape.goals());
        let goal = [row, Line { lane: column, occupied, arrangement }];
        Self { placements, width, height, goal }
    }

    /// How many rows there are.
    pub(super) fn entries(&self) -> u64 {
        self.placements.count() * self.height as u64
    }
}

impl Lines for TileLines {
    fn placements(&self) -> &Placements {
        &self.placements
    }

    fn rows(&self) -> usize {
        self.height
    }

    fn columns(&self) -> usize {
        self.width
    }

    fn reach(&self) -> usize {
        self.width - 1
    }

    fn goal(&self) -> [Line; 2] {
        self.goal
    }

    fn descend(&self, row: usize, column: usize, occupied: u64) -> (u64, (usize, usize)) {
        let first = row * self.width + column;
        let last = first + self.width - 1;
        let below = |place: usize| (occupied & ((1 << place) - 1)).count_ones() as usize;
        let jumps = occupied >> last & 1 == 1;
        let way = (below(last), if jumps { below(first) } else { below(last) });
        (down(occupied, first, self.width), way)
    }
}

/// The places of tiles after the blank went down a row from the cell `first`: the place a row's worth behind comes to the
/// front, and those between move up by one.
#[inline]
pub(super) fn down(occupied: u64, first: usize, width: usize) -> u64 {
    let window = ((1 << width) - 1) << first;
    let moved = (occupied & window) << 1 | (occupied & window) >> (width - 1);
    occupied & !window | moved & window
}

/// The places of tiles after the blank went up a row to the cell `first`.
#[inline]
pub(super) fn up(occupied: u64, first: usize, width: usize) -> u64 {
    let window = ((1 << width) - 1) << first;
    let moved = (occupied & window) >> 1 | (occupied & window) << (width - 1);
    occupied & !window | moved & window
}
