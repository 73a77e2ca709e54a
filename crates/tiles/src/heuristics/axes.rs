//! Bounds that split by axis, and the best of several for each axis.
//!
//! Every move is along one axis. A bound that is a sum of one on the vertical moves and one on the horizontal ones can
//! be compared with another part by part: the sum of the greater parts is never below the greater sum.

use fewest_search::{Cost, Guarantees, Incremental};

use crate::{Board, Cells, Metric, Move, Mtm, Tiles};

/// Bounds on the moves along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisBounds {
    /// On the moves along a column.
    pub vertical: Cost,
    /// On the moves along a row.
    pub horizontal: Cost,
}

impl AxisBounds {
    /// The bound on all moves.
    #[inline]
    pub fn sum(self) -> Cost {
        self.vertical + self.horizontal
    }

    /// The greater bound for each axis.
    #[inline]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { vertical: self.vertical.max(other.vertical), horizontal: self.horizontal.max(other.horizontal) }
    }
}

/// A heuristic that is the sum of a bound on the vertical moves and one on the horizontal moves.
///
/// Each part must be admissible for the moves of its axis alone: never more than the number of them in any solution.
/// Where the heuristic is consistent, each part changes by at most 1 along a move of its axis and not at all along the
/// others.
pub trait ByAxis<C: Cells, M: Metric>: Incremental<Tiles<C, M>> {
    /// The parts of the estimate that a memo stands for.
    fn bounds(&self, memo: Self::Memo) -> AxisBounds;
}

/// For each axis the greater of two bounds: at least as strong as [`Max`](fewest_search::Max) of both.
///
/// ```
/// use fewest_search::Heuristic;
/// use fewest_tiles::heuristics::{AxisMax, InversionDistance, LinearConflict};
/// use fewest_tiles::{Goal, Nibbles, Position, Stm, Tiles};
///
/// let start: Position = "2 1 3/6 5 4/7 8 0".parse()?;
/// let space = Tiles::<Nibbles, Stm>::new(&Goal::BlankLast.position(start.size())?)?;
/// let best = AxisMax(LinearConflict::new(&space), InversionDistance::new(&space));
/// assert!(best.estimate(&space.board(&start)?) >= best.0.estimate(&space.board(&start)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AxisMax<A, B>(pub A, pub B);

estimate_by_memo!([C: Cells, M: Metric, A: ByAxis<C, M>, B: ByAxis<C, M>] AxisMax<A, B>, Tiles<C, M>, self => self.0.guarantees().and(self.1.guarantees()));

impl<C: Cells, M: Metric, A: ByAxis<C, M>, B: ByAxis<C, M>> Incremental<Tiles<C, M>> for AxisMax<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn memo(&self, state: &Board<C>) -> Option<Self::Memo> {
        Some((self.0.memo(state)?, self.1.memo(state)?))
    }

    #[inline]
    fn advance(&self, memo: Self::Memo, before: &Board<C>, mv: crate::layout::Move) -> Option<Self::Memo> {
        Some((self.0.advance(memo.0, before, mv)?, self.1.advance(memo.1, before, mv)?))
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> Cost {
        self.bounds(memo).sum()
    }
}

impl<C: Cells, M: Metric, A: ByAxis<C, M>, B: ByAxis<C, M>> ByAxis<C, M> for AxisMax<A, B> {
    #[inline]
    fn bounds(&self, memo: Self::Memo) -> AxisBounds {
        self.0.bounds(memo.0).max(self.1.bounds(memo.1))
    }
}

/// A bound by axis under `mtm`, with the turns between the axes counted too.
///
/// Two slides in a row along one axis are one slide, or none. So a shortest solution alternates between the axes, and
/// where it needs `v` vertical slides it needs `v − 1` horizontal ones between them: at least `2v − 1` in all. This is
/// more than the sum of both bounds where they are far apart. It can drop by 2 along one move: it is admissible but not
/// consistent.
///
/// ```
/// use fewest_search::Heuristic;
/// use fewest_tiles::heuristics::{Alternating, LinearConflict};
/// use fewest_tiles::{Goal, Mtm, Nibbles, Position, Tiles};
///
/// let start: Position = "0 1 2/3 4 5/6 7 8".parse()?;
/// let space = Tiles::<Nibbles, Mtm>::new(&Goal::BlankLast.position(start.size())?)?;
/// let board = space.board(&start)?;
/// let conflict = LinearConflict::new(&space);
/// assert_eq!(conflict.estimate(&board), Some(6));
/// assert_eq!(Alternating(conflict).estimate(&board), Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Alternating<H>(pub H);

estimate_by_memo!([C: Cells, H: ByAxis<C, Mtm>] Alternating<H>, Tiles<C, Mtm>, self => Guarantees { consistent: false, ..self.0.guarantees() });

impl<C: Cells, H: ByAxis<C, Mtm>> Incremental<Tiles<C, Mtm>> for Alternating<H> {
    type Memo = H::Memo;

    fn memo(&self, state: &Board<C>) -> Option<H::Memo> {
        self.0.memo(state)
    }

    #[inline]
    fn advance(&self, memo: H::Memo, before: &Board<C>, mv: Move) -> Option<H::Memo> {
        self.0.advance(memo, before, mv)
    }

    #[inline]
    fn value(&self, memo: H::Memo) -> Cost {
        let AxisBounds { vertical, horizontal } = self.0.bounds(memo);
        let turns = (2 * vertical.max(horizontal)).saturating_sub(1);
        turns.max(vertical + horizontal)
    }
}
