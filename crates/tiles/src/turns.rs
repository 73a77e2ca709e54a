//! Sliding tiles under `mtm` with the axis of the last slide in the state.
//!
//! Two slides along one axis are one slide, or none, so a shortest solution turns at every slide. In [`Tiles`] a pruning
//! automaton knows that; here the state does, and a heuristic can: how many slides are left depends on which axis
//! the next one must take. The two spaces have the same shortest solutions.

use fewest_search::capability::{Backward, MovePruning, Packed};
use fewest_search::{Cost, StateSpace};

use crate::{Axis, Board, Cells, Move, Mtm, Position, Tiles, TilesError};

/// The puzzle of reaching a goal by slides, each along another axis than the one before.
///
/// ```
/// use fewest_search::{Limits, Outcome, Search, Zero, algorithms::IdaStar};
/// use fewest_tiles::{Goal, Nibbles, Notation, Position, Tiles, Turns, format_slides};
///
/// let start: Position = "4 1 2/5 0 3/7 8 6".parse()?;
/// let space = Turns::<Nibbles>::new(Tiles::new(&Goal::BlankLast.position(start.size())?)?);
/// let run = IdaStar::default().run(&space, &space.start(&start)?, &Zero, &Limits::default(), &mut ());
/// let Outcome::Solved { moves, .. } = run.outcome else { panic!("solvable") };
/// let slides: Vec<_> = moves.iter().map(|turn| space.tiles().layout().slide(turn.slide)).collect();
/// assert_eq!(format_slides(&slides, Notation::Tile), "R D L2 U2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Turns<C: Cells> {
    tiles: Tiles<C, Mtm>,
    /// By cell and axis: the first and the last cell of its line.
    ends: Vec<[(u8, u8); 2]>,
    /// By axis: from a cell to the next.
    strides: [u8; 2],
    /// The sum of all tiles.
    sum: u8,
}

/// A board, and the axis that the next slide must not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heading<C> {
    board: Board<C>,
    last: Axis,
}

impl<C: Cells> Heading<C> {
    /// The board.
    #[inline]
    pub fn board(&self) -> &Board<C> {
        &self.board
    }

    /// The axis of the last slide.
    #[inline]
    pub fn last(&self) -> Axis {
        self.last
    }
}

/// A slide along another axis than the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The slide.
    pub slide: Move,
    /// Whether there was none before.
    is_first: bool,
}

impl<C: Cells> Turns<C> {
    /// The same puzzle, with the axis in the state.
    pub fn new(tiles: Tiles<C, Mtm>) -> Self {
        let size = tiles.size();
        let cell = |row: usize, column: usize| u8::try_from(size.cell(row, column)).expect("at most 256 cells");
        let ends = |at: usize| {
            let (row, column) = (size.row(at), size.column(at));
            let along_row = (cell(row, 0), cell(row, size.width() - 1));
            [along_row, (cell(0, column), cell(size.height() - 1, column))]
        };
        Self {
            ends: (0..size.cells()).map(ends).collect(),
            // A board of 256 cells in one row has no second row to step to.
            strides: [1, u8::try_from(size.width()).unwrap_or(u8::MAX)],
            sum: tiles.goal().labels().sum(),
            tiles,
        }
    }

    /// The puzzle without the axis.
    pub fn tiles(&self) -> &Tiles<C, Mtm> {
        &self.tiles
    }

    /// A position from which the first slide may take any axis.
    ///
    /// # Errors
    /// [`TilesError`] where it does not belong to this space.
    pub fn start(&self, position: &Position) -> Result<Heading<C>, TilesError> {
        self.heading(position, Axis::None)
    }

    /// A position that a slide along an axis led to.
    ///
    /// # Errors
    /// [`TilesError`] where it does not belong to this space.
    pub fn heading(&self, position: &Position, last: Axis) -> Result<Heading<C>, TilesError> {
        Ok(Heading { board: self.tiles.board(position)?, last })
    }

    /// Visits the targets of the blank along an axis: towards higher cells first, near ones first.
    #[inline]
    fn for_each_target(&self, blank: u8, axis: usize, mut visit: impl FnMut(u8)) {
        let stride = self.strides[axis];
        let (first, last) = self.ends[usize::from(blank)][axis];
        let mut at = blank;
        while at < last {
            at += stride;
            visit(at);
        }
        at = blank;
        while at > first {
            at -= stride;
            visit(at);
        }
    }
}

fn axis<C: Cells>(tiles: &Tiles<C, Mtm>, slide: Move) -> Axis {
    if tiles.layout().is_horizontal(slide) { Axis::Horizontal } else { Axis::Vertical }
}

impl<C: Cells> StateSpace for Turns<C> {
    type State = Heading<C>;
    type Move = Turn;

    #[inline]
    fn is_goal(&self, state: &Heading<C>) -> bool {
        self.tiles.is_goal(&state.board)
    }

    #[inline]
    fn for_each_move(&self, state: &Heading<C>, mut visit: impl FnMut(Turn)) {
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 cells")]
        let blank = state.board.blank() as u8;
        let is_first = state.last == Axis::None;
        let mut turn = |target| visit(Turn { slide: Move { blank, target }, is_first });
        if state.last != Axis::Vertical {
            self.for_each_target(blank, 1, &mut turn);
        }
        if state.last != Axis::Horizontal {
            self.for_each_target(blank, 0, turn);
        }
    }

    #[inline]
    fn apply(&self, state: &mut Heading<C>, turn: Turn) {
        self.tiles.apply(&mut state.board, turn.slide);
        state.last = axis(&self.tiles, turn.slide);
    }

    #[inline]
    fn undo(&self, state: &mut Heading<C>, turn: Turn) {
        self.tiles.undo(&mut state.board, turn.slide);
        state.last = match state.last {
            _ if turn.is_first => Axis::None,
            Axis::Horizontal => Axis::Vertical,
            _ => Axis::Horizontal,
        };
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

/// The axis takes the place of the tile in the last cell, which the others tell.
impl<C: Cells> Packed for Turns<C> {
    type Key = C;

    #[inline]
    fn pack(&self, state: &Heading<C>) -> C {
        state.board.labels().with_last(state.last as u8)
    }

    #[inline]
    fn unpack(&self, key: &C) -> Heading<C> {
        let last = match key.get(C::CAPACITY - 1) {
            0 => Axis::None,
            1 => Axis::Horizontal,
            _ => Axis::Vertical,
        };
        let others = key.with_last(0);
        Heading { board: Board::from_labels(others.with_last(others.sum() ^ self.sum)), last }
    }
}

/// Nothing is left to forbid: the state knows.
impl<C: Cells> MovePruning for Turns<C> {
    type Trace = ();

    const TWINS_ARE_NEAR: bool = true;

    fn root_trace(&self) {}

    #[inline]
    fn follow(&self, (): (), _: Turn) -> Option<()> {
        Some(())
    }

    #[inline]
    fn for_each_allowed(&self, state: &Heading<C>, (): (), mut visit: impl FnMut(Turn, ())) {
        self.for_each_move(state, |turn| visit(turn, ()));
    }
}

impl<C: Cells> Backward for Turns<C> {
    /// The goal's board, however it was come to.
    fn goals(&self) -> impl Iterator<Item = Heading<C>> {
        let board = *self.tiles.goal();
        [Axis::None, Axis::Horizontal, Axis::Vertical].into_iter().map(move |last| Heading { board, last })
    }

    /// The last slide is taken back. It came after one along the other axis, or was the first.
    fn for_each_move_into(&self, state: &Heading<C>, mut visit: impl FnMut(Turn)) {
        let axis = match state.last {
            Axis::None => return,
            Axis::Horizontal => 0,
            Axis::Vertical => 1,
        };
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 cells")]
        let target = state.board.blank() as u8;
        self.for_each_target(target, axis, |blank| {
            for is_first in [false, true] {
                visit(Turn { slide: Move { blank, target }, is_first });
            }
        });
    }
}
