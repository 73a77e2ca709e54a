//! Every layout of a stock of pieces on a board, and which can be reached from which.
//!
//! Single squares are counted without being moved. While the larger pieces rest, single squares drift through the free
//! squares around them: within a region of free squares that hang together, every arrangement can be reached from every
//! other, for single squares are alike and any gap can be brought anywhere. So all layouts with the larger pieces in given
//! places and given numbers of gaps in the regions are one class. A larger piece can go where the region it would enter has
//! gaps enough. The 29,334,498 layouts of 4×5 squares with one large square, which dnomd343 (2022) counted one by one, are
//! a few hundred thousand classes.

mod grid;
mod table;

use std::ops::RangeInclusive;

use fewest_search::{LimitKind, Limits};

use crate::geometry::{Square, squares};
use grid::{Grid, Shape};
use table::Table;

/// Pieces of one shape, and how many of them a layout may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    /// The squares of the shape, in any order, seen from the upper left corner of the smallest rectangle around it.
    pub shape: Vec<Square>,
    /// How many there may be.
    pub count: RangeInclusive<u16>,
}

impl Stock {
    /// Rectangles of these many columns and rows.
    pub fn rectangles(width: u16, height: u16, count: RangeInclusive<u16>) -> Self {
        Self { shape: squares(width, height).collect(), count }
    }

    fn is_single(&self) -> bool {
        self.shape.len() == 1
    }
}

/// Which layouts a census looks at.
///
/// ```
/// use fewest_blocks::design::{LayoutCensus, Stock};
/// use fewest_search::Limits;
/// // A domino that lies and any number of single squares on 3×2 squares, one square free at least.
/// let stock = vec![Stock::rectangles(2, 1, 1..=1), Stock::rectangles(1, 1, 0..=6)];
/// let census = LayoutCensus { width: 3, height: 2, walls: Vec::new(), stock, gaps: 1..=6 };
/// let layouts = census.run(&Limits::default())?;
/// assert_eq!((layouts.sets.len(), layouts.layouts(), layouts.groups()), (4, 60, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutCensus {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Squares that are no floor.
    pub walls: Vec<Square>,
    /// The pieces.
    pub stock: Vec<Stock>,
    /// How many floor squares may be free.
    pub gaps: RangeInclusive<u16>,
}

/// Why a census cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The board is empty or too large.
    #[error("the layouts of a board of {0}×{1} squares cannot be counted: use 1 to {MAX_SQUARES} squares")]
    Size(u16, u16),
    /// A wall that is not on the board.
    #[error("the wall at {0} is off the board of {1}×{2} squares")]
    Wall(Square, u16, u16),
    /// More shapes than can be told apart.
    #[error("{0} shapes are too many: use at most {MAX_SHAPES}")]
    Shapes(usize),
    /// A shape without squares, or two of the same.
    #[error("piece {0} has no squares, has a square twice, or has the shape of an earlier piece")]
    Shape(usize),
    /// It would take too long or too much memory.
    #[error("{0}: not all layouts were counted")]
    Limit(LimitKind),
}

/// The most squares of a board.
pub const MAX_SQUARES: usize = 32;
/// The most shapes of more than one square.
pub const MAX_SHAPES: usize = 15;

/// The layouts of one set of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet {
    /// How many pieces there are of each shape of the stock.
    pub counts: Vec<u16>,
    /// How many layouts each group has, the largest first; a group is all layouts that can be reached from one another.
    pub groups: Vec<Group>,
}

/// Layouts that can be reached from one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many there are.
    pub layouts: u64,
    /// One of them: for each piece, its shape by number and the square of its upper left corner.
    pub example: Vec<(usize, Square)>,
}

/// What a census found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layouts {
    /// Every set of pieces that has a layout.
    pub sets: Vec<PieceSet>,
    /// How many classes of layouts were told apart on the way.
    pub classes: u64,
}

impl Layouts {
    /// How many layouts there are.
    pub fn layouts(&self) -> u64 {
        self.sets.iter().flat_map(|set| &set.groups).map(|group| group.layouts).sum()
    }

    /// How many groups there are.
    pub fn groups(&self) -> u64 {
        self.sets.iter().map(|set| set.groups.len() as u64).sum()
    }
}

impl LayoutCensus {
    /// The layouts of Huarong Dao, the Chinese Klotski: 4×5 squares, one large square, dominoes both ways and single
    /// squares, and two squares free at least.
    pub fn huarong_dao() -> Self {
        let stock = vec![
            Stock::rectangles(2, 2, 1..=1),
            Stock::rectangles(2, 1, 0..=7),
            Stock::rectangles(1, 2, 0..=7),
            Stock::rectangles(1, 1, 0..=14),
        ];
        Self { width: 4, height: 5, walls: Vec::new(), stock, gaps: 2..=16 }
    }

    /// Counts.
    ///
    /// # Errors
    /// [`LayoutError`] where the board or the stock cannot be counted, or a limit came first.
    pub fn run(&self, limits: &Limits) -> Result<Layouts, LayoutError> {
        let (grid, shapes) = self.check()?;
        let mut table = Table::new(grid, shapes, self, limits);
        table.place(0, 0, table.grid.floor, &mut vec![0; table.shapes.len()])?;
        table.index();
        table.connect()?;
        Ok(table.count())
    }

    /// Whether every wall is on the board.
    pub(crate) fn check_walls(&self) -> Result<(), LayoutError> {
        let Self { width, height, .. } = *self;
        let off = self.walls.iter().find(|square| square.x >= width || square.y >= height);
        off.map_or(Ok(()), |&square| Err(LayoutError::Wall(square, width, height)))
    }

    /// The largest pieces and the board, as bits.
    fn check(&self) -> Result<(Grid, Vec<Shape>), LayoutError> {
        let Self { width, height, .. } = *self;
        self.check_walls()?;
        let count = usize::from(width) * usize::from(height);
        if count == 0 || count > MAX_SQUARES {
            return Err(LayoutError::Size(width, height));
        }
        let all = squares(width, height);
        let bit = |square: Square| 1u32 << (u32::from(square.y) * u32::from(width) + u32::from(square.x));
        let set = |keep: &dyn Fn(Square) -> bool| {
            all.clone().filter(|&square| keep(square)).fold(0, |set, square| set | bit(square))
        };
        let grid = Grid {
            width: width.into(),
            squares: u32::from(width) * u32::from(height),
            floor: set(&|square| !self.walls.contains(&square)),
            not_first: set(&|square| square.x > 0),
            not_last: set(&|square| square.x + 1 < width),
        };
        let mut shapes: Vec<Shape> = Vec::new();
        let mut known: Vec<Vec<Square>> = Vec::new();
        for (number, stock) in self.stock.iter().enumerate() {
            let mut cells = stock.shape.clone();
            cells.sort_unstable();
            let distinct = cells.windows(2).all(|pair| pair[0] != pair[1]);
            let corner = cells.iter().map(|cell| cell.x).min() == Some(0) && cells[0].y == 0;
            if !distinct || !corner || known.contains(&cells) {
                return Err(LayoutError::Shape(number + 1));
            }
            known.push(cells.clone());
            if stock.is_single() {
                continue;
            }
            let lead = cells[0].x;
            let covers = |first: Square| {
                let corner = first.x.checked_sub(lead)?;
                let moved = || cells.iter().map(|cell| Square::new(corner + cell.x, first.y + cell.y));
                let fits = moved().all(|cell| cell.x < width && cell.y < height);
                Some(moved().map(bit).fold(0, |all, bit| all | bit)).filter(|cells| fits && cells & !grid.floor == 0)
            };
            let cells = all.clone().map(|first| covers(first).unwrap_or(0)).collect();
            shapes.push(Shape { number, count: stock.count.clone(), cells, lead });
        }
        if shapes.len() > MAX_SHAPES {
            return Err(LayoutError::Shapes(shapes.len()));
        }
        Ok((grid, shapes))
    }
}
