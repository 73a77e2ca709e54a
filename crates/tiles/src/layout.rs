//! Moves of the blank, worked out once for each board size.

use crate::{Board, Cells, Direction, MAX_CELLS, Size, Slide};

/// A move: the blank goes from one cell to another in its line, and the tiles between make way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the blank is.
    pub blank: u8,
    /// Where it goes.
    pub target: u8,
}

impl Move {
    /// The move that takes this one back.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { blank: self.target, target: self.blank }
    }
}

/// How the blank came to its cell: the direction of the tile that last moved, or none at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival(u8);

impl Arrival {
    /// No move was made yet.
    pub(crate) const START: Self = Self(4);
    /// The number of arrivals, rounded up to a power of two.
    const COUNT: usize = 8;
}

/// The single steps out of a cell, less the one that takes the last step back: four lanes of 16 bits, each with the
/// target in its low byte, the arrival above, and the top bit set; 0 where there are no more. In a register, to be
/// shifted out lane by lane, it is faster than any list.
#[derive(Clone, Copy, Debug)]
struct Exits(u64);

impl Exits {
    fn of(size: Size, blank: usize, arrival: usize) -> Self {
        let last = Direction::ALL.get(arrival);
        let mut lanes = 0;
        for (index, direction) in Direction::ALL.into_iter().enumerate().rev() {
            let undoes = last.is_some_and(|last| last.opposite() == direction);
            if let Some(target) = neighbour(size, blank, direction)
                && !undoes
            {
                lanes = lanes << 16 | 1 << 15 | (index as u64) << 8 | target as u64;
            }
        }
        Self(lanes)
    }
}

/// The moves on a board of one size.
#[derive(Clone, Debug)]
pub struct Layout {
    size: Size,
    /// By blank and arrival; as many as a byte can name, which spares each lookup a check.
    exits: Box<[[Exits; Arrival::COUNT]; MAX_CELLS]>,
}

impl Layout {
    /// Works out the moves of a size.
    pub(crate) fn new(size: Size) -> Self {
        let mut exits = Box::new([[Exits(0); Arrival::COUNT]; MAX_CELLS]);
        for (blank, exits) in exits.iter_mut().enumerate().take(size.cells()) {
            *exits = std::array::from_fn(|arrival| Exits::of(size, blank, arrival));
        }
        Self { size, exits }
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Visits every single step of the blank that does not take the last one back.
    #[inline]
    pub(crate) fn for_each_exit(&self, blank: usize, arrival: Arrival, mut visit: impl FnMut(Move, Arrival)) {
        let mut lanes = self.exits[blank][usize::from(arrival.0) % Arrival::COUNT].0;
        while lanes != 0 {
            let [target, arrival, ..] = lanes.to_le_bytes();
            visit(Move { blank: cell(blank), target }, Arrival(arrival & 0x7f));
            lanes >>= 16;
        }
    }

    /// How the blank arrives by a single step.
    #[inline]
    pub(crate) fn arrival(&self, mv: Move) -> Arrival {
        let slide = self.slide(mv);
        let index = (0u8..).zip(Direction::ALL).find(|(_, direction)| *direction == slide.direction);
        Arrival(index.expect("every direction is in the list").0)
    }

    /// Whether a step with this arrival takes the last one back.
    #[inline]
    pub(crate) fn undoes(last: Arrival, next: Arrival) -> bool {
        let direction = |arrival: Arrival| Direction::ALL.get(usize::from(arrival.0));
        matches!((direction(last), direction(next)), (Some(last), Some(next)) if last.opposite() == *next)
    }

    /// Visits every slide of the blank along its row or its column, short ones first.
    pub(crate) fn for_each_slide(&self, blank: usize, mut visit: impl FnMut(Move)) {
        for direction in Direction::ALL {
            let mut at = blank;
            while let Some(target) = neighbour(self.size, at, direction) {
                visit(Move { blank: cell(blank), target: cell(target) });
                at = target;
            }
        }
    }

    /// Whether a move is along a row.
    #[inline]
    pub(crate) fn is_horizontal(&self, mv: Move) -> bool {
        // Cells of one row are less than a row apart; a board one cell wide has no horizontal moves at all.
        usize::from(mv.blank.abs_diff(mv.target)) < self.size.width()
    }

    /// Calls `visit(from, to)` for each tile that moves, the one next to the blank first.
    #[inline]
    pub(crate) fn for_each_tile_step(&self, mv: Move, mut visit: impl FnMut(usize, usize)) {
        let stride = if self.is_horizontal(mv) { 1 } else { self.size.width() };
        let (mut to, end) = (usize::from(mv.blank), usize::from(mv.target));
        while to != end {
            let from = if to < end { to + stride } else { to - stride };
            visit(from, to);
            to = from;
        }
    }

    /// Makes a move of any length.
    #[inline]
    pub(crate) fn make<C: Cells>(&self, board: &mut Board<C>, mv: Move) {
        debug_assert_eq!(board.blank(), usize::from(mv.blank));
        self.for_each_tile_step(mv, |from, _| board.step(cell(from)));
    }

    /// The move as people write it.
    pub fn slide(&self, mv: Move) -> Slide {
        let (from, to) = (usize::from(mv.blank), usize::from(mv.target));
        let (direction, length) = match (self.is_horizontal(mv), to > from) {
            (true, true) => (Direction::Left, to - from),
            (true, false) => (Direction::Right, from - to),
            (false, true) => (Direction::Up, (to - from) / self.size.width()),
            (false, false) => (Direction::Down, (from - to) / self.size.width()),
        };
        Slide { direction, length: u8::try_from(length).expect("a line has at most 256 cells") }
    }
}

/// A cell number as it is stored.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 cells")]
pub(crate) fn cell(cell: usize) -> u8 {
    debug_assert!(cell < MAX_CELLS);
    cell as u8
}

/// The cell whose tile would move in `direction` into the blank.
pub(crate) fn neighbour(size: Size, blank: usize, direction: Direction) -> Option<usize> {
    let (row, column) = (size.row(blank), size.column(blank));
    match direction {
        Direction::Up => (row + 1 < size.height()).then(|| blank + size.width()),
        Direction::Down => blank.checked_sub(size.width()),
        Direction::Left => (column + 1 < size.width()).then_some(blank + 1),
        Direction::Right => (column > 0).then(|| blank - 1),
    }
}
