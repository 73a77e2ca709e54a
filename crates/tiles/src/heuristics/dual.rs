//! The dual position (Felner, Zahavi, Schaeffer and Holte 2005): the same problem read backward.
//!
//! A solution takes the blank from cell `s` to cell `g` along some path, and with it the tile of each cell `c` to a cell
//! `τ(c)`. The path backward takes the blank from `g` to `s` and the tile of each cell `τ(c)` to `c`: it solves the
//! *dual*, in which cell `τ(c)` holds the tile that belongs in cell `c`. Both are equally far from their goals, move
//! for move, in either metric. But the goal of the dual has its blank where the position has it, in `s`: a bound on the
//! dual is one for that goal, and so there is one heuristic for each cell of the blank.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};

use crate::board::Board;
use crate::cells::Cells;
use crate::layout::Move;
use crate::metric::Metric;
use crate::position::Position;
use crate::size::MAX_CELLS;
use crate::space::Tiles;

/// The puzzles that duals belong to: one for each cell of the blank.
///
/// Its goal is the goal of the original with the blank and the tile of that cell exchanged. (That may be out of the
/// original's reach; the dual of a solvable position is within its own.)
#[derive(Clone, Debug)]
pub struct DualSpaces<C: Cells, M>(Vec<Tiles<C, M>>);

impl<C: Cells, M: Metric> DualSpaces<C, M> {
    /// The puzzles of the duals of all positions of `space`.
    pub fn new(space: &Tiles<C, M>) -> Self {
        let goal = space.position(space.goal());
        let exchanged = |blank: usize| {
            let mut tiles = goal.tiles().to_vec();
            tiles.swap(blank, goal.blank());
            Tiles::new(&Position::from_checked(goal.size(), tiles)).expect("the packing holds the board")
        };
        Self((0..goal.size().cells()).map(exchanged).collect())
    }

    /// The puzzle of the dual of a position with the blank in this cell.
    pub fn space(&self, blank: usize) -> &Tiles<C, M> {
        &self.0[blank]
    }

    /// The dual of a position of `space`, from which these were made.
    pub fn dual(&self, space: &Tiles<C, M>, board: &Board<C>) -> Board<C> {
        let mut tiles = [0u8; MAX_CELLS];
        let cells = space.size().cells();
        let goal = self.space(board.blank()).goal();
        for cell in 0..cells {
            let end = space.goal_cells()[board.tile(cell)];
            tiles[end] = u8::try_from(goal.tile(cell)).expect("a tile fits a byte");
        }
        Board::pack(&tiles[..cells])
    }
}

/// The estimate of the dual position: as good a lower bound as that of the position itself, and another one where the
/// heuristic tells tiles apart from cells, as pattern databases do. [`Max`](fewest_search::Max) of both is the usual
/// way to use it.
///
/// It is worked out afresh for every position: a move changes the goal of the dual. It is not called consistent,
/// because estimates for different goals need not fit together.
///
/// ```
/// use fewest_search::{Heuristic, Max};
/// use fewest_tiles::heuristics::{Dual, DualSpaces, Manhattan};
/// use fewest_tiles::{Goal, Nibbles, Position, Stm, Tiles};
///
/// let start: Position = "5 3 8/0 2 4/1 7 6".parse()?;
/// let space = Tiles::<Nibbles, Stm>::new(&Goal::BlankLast.position(start.size())?)?;
/// let spaces = DualSpaces::new(&space);
/// let both = Max(Manhattan::new(&space), Dual::new(&space, &spaces, Manhattan::new));
/// let board = space.board(&start)?;
/// // Manhattan distance cannot tell a position from its dual.
/// assert_eq!(both.0.estimate(&board), both.1.estimate(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dual<'a, C: Cells, M, H> {
    space: &'a Tiles<C, M>,
    spaces: &'a DualSpaces<C, M>,
    /// By the cell of the position's blank.
    heuristics: Vec<H>,
}

impl<'a, C: Cells, M: Metric, H: Heuristic<Tiles<C, M>>> Dual<'a, C, M, H> {
    /// For positions of `space`, with the heuristics that `make` makes for `spaces`, which are those of `space`.
    pub fn new(space: &'a Tiles<C, M>, spaces: &'a DualSpaces<C, M>, make: impl Fn(&'a Tiles<C, M>) -> H) -> Self {
        Self { space, spaces, heuristics: spaces.0.iter().map(make).collect() }
    }
}

impl<C: Cells, M: Metric, H: Heuristic<Tiles<C, M>>> Heuristic<Tiles<C, M>> for Dual<'_, C, M, H> {
    fn estimate(&self, state: &Board<C>) -> Option<Cost> {
        self.heuristics[state.blank()].estimate(&self.spaces.dual(self.space, state))
    }

    fn guarantees(&self) -> Guarantees {
        let admissible = self.heuristics.iter().all(|heuristic| heuristic.guarantees().admissible);
        Guarantees { admissible, consistent: false }
    }
}

impl<C: Cells, M: Metric, H: Heuristic<Tiles<C, M>>> Incremental<Tiles<C, M>> for Dual<'_, C, M, H> {
    /// The estimate itself.
    type Memo = Cost;

    fn memo(&self, state: &Board<C>) -> Option<Cost> {
        self.estimate(state)
    }

    fn advance(&self, _: Cost, before: &Board<C>, mv: Move) -> Option<Cost> {
        let mut after = *before;
        self.space.apply(&mut after, mv);
        self.estimate(&after)
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
