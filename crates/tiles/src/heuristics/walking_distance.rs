//! Walking distance (Ken'ichiro Takahashi; on the web, in English since 2012), also called X-Y: for each axis, the true
//! distance when places within a line are forgotten.

use std::sync::Arc;

use fewest_search::{Cost, Incremental};

use crate::heuristics::walk::{Frame, MAX_STATES, Node, Walk};
use crate::heuristics::{AxisBounds, AxisMax, ByAxis, LinearConflict};
use crate::{Board, Cells, Metric, Move, Size, Tiles};

/// Walking distance: the fewest vertical moves that bring every tile into its row while columns do not matter, plus the
/// fewest horizontal moves that bring every tile into its column while rows do not matter.
///
/// ```
/// use fewest_search::Heuristic;
/// use fewest_tiles::heuristics::{Manhattan, WalkingDistance};
/// use fewest_tiles::{Goal, Nibbles, Position, Stm, Tiles};
///
/// let start: Position = "7 8 4/3 5 0/6 2 1".parse()?;
/// let space = Tiles::<Nibbles, Stm>::new(&Goal::BlankLast.position(start.size())?)?;
/// let board = space.board(&start)?;
/// assert_eq!(Manhattan::new(&space).estimate(&board), Some(19));
/// assert_eq!(WalkingDistance::new(&space)?.estimate(&board), Some(23));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkingDistance<'a, C: Cells, M> {
    space: &'a Tiles<C, M>,
    vertical: Axis,
    horizontal: Axis,
}

/// A board whose tables would be too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "walking distance on a board of {size} needs a table of {states} or more states, but at most {MAX_STATES} are \
     allowed: it supports boards up to 4×4, 3×5 and 2×6 and boards of one line"
)]
pub struct TableTooLarge {
    /// The board.
    pub size: Size,
    /// The table of one axis has at least this many states.
    pub states: u64,
}

#[derive(Clone, Debug)]
struct Axis {
    walk: Arc<Walk>,
    /// Where the steps of each tile are.
    slots: Vec<u16>,
}

impl Axis {
    fn new(walk: Arc<Walk>, goal_cells: &[usize], line_of: impl Fn(usize) -> usize) -> Self {
        let slots = goal_cells.iter().map(|&cell| walk.slot(line_of(cell))).collect();
        Self { walk, slots }
    }
}

impl<'a, C: Cells, M: Metric> WalkingDistance<'a, C, M> {
    /// For the goal of `space`. The tables take some milliseconds on 4×4, up to a second on 3×5 and 2×6; a square board
    /// with its goal's blank on the diagonal needs but one.
    ///
    /// # Errors
    /// [`TableTooLarge`] where a table would have more than 2²⁰ states.
    pub fn new(space: &'a Tiles<C, M>) -> Result<Self, TableTooLarge> {
        // Both counts first: no table is made in vain.
        Self::table_bytes(space)?;
        let size = space.size();
        let [rows, columns] = Self::frames(space);
        let too_large = |states| TableTooLarge { size, states };
        let vertical = Arc::new(Walk::new(rows).map_err(too_large)?);
        let horizontal = if vertical.frame == columns {
            Arc::clone(&vertical)
        } else {
            Arc::new(Walk::new(columns).map_err(too_large)?)
        };
        Ok(Self {
            space,
            vertical: Axis::new(vertical, space.goal_cells(), |cell| size.row(cell)),
            horizontal: Axis::new(horizontal, space.goal_cells(), |cell| size.column(cell)),
        })
    }

    /// About the most bytes that the tables take while they are made.
    ///
    /// # Errors
    /// [`TableTooLarge`] where they are not made at all.
    pub fn table_bytes(space: &Tiles<C, M>) -> Result<u64, TableTooLarge> {
        let too_large = |states| TableTooLarge { size: space.size(), states };
        let mut bytes = 0;
        for frame in Self::frames(space) {
            bytes += frame.bytes(frame.states(MAX_STATES).map_err(too_large)?);
        }
        Ok(bytes)
    }

    /// The vertical and the horizontal axis.
    fn frames(space: &Tiles<C, M>) -> [Frame; 2] {
        let size = space.size();
        let longest_move = M::longest_move(size);
        let blank = space.goal().blank();
        [
            Frame { lines: size.height(), length: size.width(), goal_line: size.row(blank), longest_move },
            Frame { lines: size.width(), length: size.height(), goal_line: size.column(blank), longest_move },
        ]
    }

    /// How many states the tables of the vertical and of the horizontal axis have.
    pub fn states(&self) -> (usize, usize) {
        (self.vertical.walk.len(), self.horizontal.walk.len())
    }
}

/// The states of both axes, each with its distance.
#[derive(Clone, Copy, Debug)]
pub struct WalkMemo {
    vertical: Node,
    horizontal: Node,
}

estimate_by_memo!([C: Cells, M: Metric] WalkingDistance<'_, C, M>, Tiles<C, M>, CONSISTENT);

impl<C: Cells, M: Metric> Incremental<Tiles<C, M>> for WalkingDistance<'_, C, M> {
    type Memo = WalkMemo;

    fn memo(&self, state: &Board<C>) -> Option<WalkMemo> {
        let size = self.space.size();
        let goal_cells = self.space.goal_cells();
        let tiles =
            || (0..size.cells()).filter(|&cell| cell != state.blank()).map(|cell| (cell, goal_cells[state.tile(cell)]));
        let rows = tiles().map(|(cell, goal)| (size.row(cell), size.row(goal)));
        let columns = tiles().map(|(cell, goal)| (size.column(cell), size.column(goal)));
        Some(WalkMemo {
            vertical: self.vertical.walk.node(rows, size.row(state.blank())),
            horizontal: self.horizontal.walk.node(columns, size.column(state.blank())),
        })
    }

    /// Only the axis along which the tiles move changes.
    #[inline]
    fn advance(&self, mut memo: WalkMemo, before: &Board<C>, mv: Move) -> Option<WalkMemo> {
        let layout = self.space.layout();
        let horizontal = layout.is_horizontal(mv);
        let axis = if horizontal { &self.horizontal } else { &self.vertical };
        let mut node = if horizontal { memo.horizontal } else { memo.vertical };
        let to_earlier = mv.target > mv.blank;
        M::for_each_tile_step(layout, mv, |from, _| {
            node = axis.walk.step(node, axis.slots[before.tile(from)], to_earlier);
        });
        if horizontal {
            memo.horizontal = node;
        } else {
            memo.vertical = node;
        }
        Some(memo)
    }

    #[inline]
    fn value(&self, memo: WalkMemo) -> Cost {
        self.bounds(memo).sum()
    }
}

impl<C: Cells, M: Metric> ByAxis<C, M> for WalkingDistance<'_, C, M> {
    #[inline]
    fn bounds(&self, memo: WalkMemo) -> AxisBounds {
        AxisBounds { vertical: memo.vertical.distance(), horizontal: memo.horizontal.distance() }
    }
}

/// For each axis the greater of walking distance and Manhattan distance with linear conflicts.
pub type WalkingConflict<'a, C, M> = AxisMax<WalkingDistance<'a, C, M>, LinearConflict<'a, C, M>>;

impl<'a, C: Cells, M: Metric> WalkingConflict<'a, C, M> {
    /// For the goal of `space`.
    ///
    /// # Errors
    /// [`TableTooLarge`] where [`WalkingDistance`] has no table.
    pub fn new(space: &'a Tiles<C, M>) -> Result<Self, TableTooLarge> {
        Ok(Self(WalkingDistance::new(space)?, LinearConflict::new(space)))
    }
}
