//! Sliding tiles as a state space, with everything else that the search can use of them.

use std::marker::PhantomData;

use fewest_search::capability::{Backward, MovePruning, Packed, Ranked};
use fewest_search::{Cost, StateSpace};

use crate::{Board, Cells, Layout, Metric, Move, Position, Size, parities};

/// A board size, a goal on it and a metric: one instance of the puzzle, for any start.
#[derive(Clone, Debug)]
pub struct Tiles<C: Cells, M> {
    layout: Layout,
    goal: Board<C>,
    /// Where each tile belongs.
    goal_cells: Vec<usize>,
    /// How far each tile's goal is from each cell; 0 for the blank.
    goal_distances: Box<C::Pairs>,
    metric: PhantomData<M>,
}

/// A position that does not belong to a space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TilesError {
    /// The packing is too small.
    #[error("a board of {size} has more than the {capacity} cells that this packing holds")]
    Capacity {
        /// The board.
        size: Size,
        /// The packing's capacity.
        capacity: usize,
    },
    /// Start and goal differ in size.
    #[error("the position is {found}, but the goal is {goal}: both must have the same size")]
    Size {
        /// The position's size.
        found: Size,
        /// The goal's.
        goal: Size,
    },
}

impl<C: Cells, M: Metric> Tiles<C, M> {
    /// The puzzle of reaching `goal`.
    ///
    /// # Errors
    /// [`TilesError::Capacity`] where `C` is too small.
    pub fn new(goal: &Position) -> Result<Self, TilesError> {
        let size = goal.size();
        if size.cells() > C::CAPACITY {
            return Err(TilesError::Capacity { size, capacity: C::CAPACITY });
        }
        let goal_cells = goal.cells_of_tiles();
        let mut goal_distances = C::pairs();
        for (tile, &goal_cell) in goal_cells.iter().enumerate().skip(1) {
            for cell in 0..size.cells() {
                let distance = size.distance(cell, goal_cell);
                (*goal_distances).as_mut()[C::pair(tile, cell)] =
                    u8::try_from(distance).expect("no board is that long");
            }
        }
        Ok(Self {
            layout: Layout::new(size),
            goal: Board::pack(goal.tiles()),
            goal_cells,
            goal_distances,
            metric: PhantomData,
        })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.layout.size()
    }

    /// The moves of the board.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Where each tile belongs; the blank is tile 0.
    pub fn goal_cells(&self) -> &[usize] {
        &self.goal_cells
    }

    /// How many steps a tile in a cell is away from its goal; 0 for the blank.
    #[inline]
    pub fn goal_distance(&self, tile: usize, cell: usize) -> Cost {
        Cost::from((*self.goal_distances).as_ref()[C::pair(tile, cell)])
    }

    /// All of these distances, for a heuristic that looks them up often.
    #[inline]
    pub(crate) fn goal_distances(&self) -> &C::Pairs {
        &self.goal_distances
    }

    /// The goal.
    pub fn goal(&self) -> &Board<C> {
        &self.goal
    }

    /// A position as a state of this space.
    ///
    /// # Errors
    /// [`TilesError::Size`] where the position has another size than the goal.
    pub fn board(&self, position: &Position) -> Result<Board<C>, TilesError> {
        if position.size() != self.size() {
            return Err(TilesError::Size { found: position.size(), goal: self.size() });
        }
        Ok(Board::pack(position.tiles()))
    }

    /// A state of this space as a position.
    pub fn position(&self, board: &Board<C>) -> Position {
        Position::from_checked(self.size(), board.tiles(self.size().cells()))
    }

    /// The cell of a place in [`reading_order`](Self::reading_order).
    fn cell_of(&self, place: usize) -> usize {
        let (width, height) = (self.size().width(), self.size().height());
        if width <= height { place } else { self.size().cell(place % height, place / height) }
    }

    /// What is in all cells, the blank as 0, line by line along the shorter side: row by row, or column by column on a board
    /// that is wider than high. Ranks are told in this order.
    pub fn reading_order<'a>(&'a self, board: &'a Board<C>) -> impl Iterator<Item = usize> + 'a {
        (0..self.size().cells()).map(|place| board.tile(self.cell_of(place)))
    }

    /// How many arrangements of the tiles there are for one place of the blank, that can reach the goal.
    fn arrangements(&self) -> Option<u64> {
        let tiles = self.size().cells() as u64 - 1;
        if self.size().is_line() {
            return Some(1);
        }
        let permutations = (1..=tiles).try_fold(1u64, u64::checked_mul)?;
        Some(permutations / 2)
    }
}

impl<C: Cells, M: Metric> StateSpace for Tiles<C, M> {
    type State = Board<C>;
    type Move = Move;

    #[inline]
    fn is_goal(&self, state: &Board<C>) -> bool {
        state.labels() == self.goal.labels()
    }

    #[inline]
    fn for_each_move(&self, state: &Board<C>, visit: impl FnMut(Move)) {
        M::for_each_move(&self.layout, state.blank(), visit);
    }

    #[inline]
    fn apply(&self, state: &mut Board<C>, mv: Move) {
        M::make(&self.layout, state, mv);
    }

    #[inline]
    fn undo(&self, state: &mut Board<C>, mv: Move) {
        M::make(&self.layout, state, mv.reversed());
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl<C: Cells, M: Metric> Packed for Tiles<C, M> {
    type Key = C;

    #[inline]
    fn pack(&self, state: &Board<C>) -> C {
        state.labels()
    }

    #[inline]
    fn unpack(&self, key: &C) -> Board<C> {
        Board::from_labels(*key)
    }
}

impl<C: Cells, M: Metric> MovePruning for Tiles<C, M> {
    type Trace = M::Trace;

    /// Under both metrics the last move alone matters: what is forbidden leads back to where it began, or, where moves
    /// are slides, to where another slide from there leads.
    const TWINS_ARE_NEAR: bool = true;

    fn root_trace(&self) -> M::Trace {
        M::ROOT
    }

    #[inline]
    fn follow(&self, trace: M::Trace, mv: Move) -> Option<M::Trace> {
        M::follow(&self.layout, trace, mv)
    }

    #[inline]
    fn for_each_allowed(&self, state: &Board<C>, trace: M::Trace, visit: impl FnMut(Move, M::Trace)) {
        M::for_each_allowed(&self.layout, state.blank(), trace, visit);
    }
}

impl<C: Cells, M: Metric> Backward for Tiles<C, M> {
    fn goals(&self) -> impl Iterator<Item = Board<C>> {
        std::iter::once(self.goal)
    }

    /// Every move can be taken back by a move: the moves into a state are the reverses of those out of it.
    fn for_each_move_into(&self, state: &Board<C>, mut visit: impl FnMut(Move)) {
        self.for_each_move(state, |mv| visit(mv.reversed()));
    }
}

/// Positions that can reach the goal, ranked by the place of the blank and then by the tiles, both in the order of
/// [`reading_order`](Tiles::reading_order). On a proper board the order of the last two tiles follows from the parity of the
/// rest; on a line all order is fixed.
impl<C: Cells, M: Metric> Ranked for Tiles<C, M> {
    fn rank_count(&self) -> Option<u64> {
        self.arrangements()?.checked_mul(self.size().cells() as u64)
    }

    fn rank(&self, state: &Board<C>) -> u64 {
        let arrangements = self.arrangements().expect("ranks exist only where their count does");
        let mut rank = 0;
        if !self.size().is_line() {
            let tiles: Vec<usize> = self.reading_order(state).filter(|&tile| tile != 0).collect();
            // The digits of the factorial number system, less the last two, which the parity decides.
            for (index, tile) in tiles[..tiles.len() - 2].iter().enumerate() {
                let smaller = tiles[index + 1..].iter().filter(|later| *later < tile).count();
                rank = rank * (tiles.len() - index) as u64 + smaller as u64;
            }
        }
        let blank = self.reading_order(state).position(|tile| tile == 0).expect("a board has a blank");
        blank as u64 * arrangements + rank
    }

    fn unrank(&self, rank: u64) -> Board<C> {
        let arrangements = self.arrangements().expect("ranks exist only where their count does");
        let blank = usize::try_from(rank / arrangements).expect("a rank names a place");
        let mut order: Vec<u8> = Vec::with_capacity(self.size().cells());
        if self.size().is_line() {
            order.extend(self.position(&self.goal).tiles().iter().filter(|&&tile| tile != 0));
            order.insert(blank, 0);
            return Board::pack(&order);
        }
        let count = self.size().cells() - 1;
        let mut digits = vec![0; count];
        let mut rest = rank % arrangements;
        for index in (0..count - 2).rev() {
            let base = (count - index) as u64;
            digits[index] = usize::try_from(rest % base).expect("a digit is small");
            rest /= base;
        }
        let mut unused: Vec<u8> = (1u8..=u8::MAX).take(count).collect();
        order.extend(digits.into_iter().map(|digit| unused.remove(digit)));
        order.insert(blank, 0);
        let mut tiles = vec![0; order.len()];
        for (place, &tile) in order.iter().enumerate() {
            tiles[self.cell_of(place)] = tile;
        }
        let position = Position::from_checked(self.size(), tiles.clone());
        if parities(&position, &self.position(&self.goal)).are_odd() {
            let mut last = (0..order.len()).rev().filter(|&place| place != blank).map(|place| self.cell_of(place));
            let (last, before) = (last.next().expect("three tiles"), last.next().expect("three tiles"));
            tiles.swap(last, before);
        }
        Board::pack(&tiles)
    }
}
