//! What counts as one move.

use std::fmt::Debug;

use crate::{Arrival, Board, Cells, Layout, Move, Size};

/// A way of counting moves. Every move costs 1; metrics differ in what a move is.
pub trait Metric: Copy + Debug + Default + Send + Sync + 'static {
    /// What must be remembered of the last move to avoid useless ones.
    type Trace: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// Before the first move.
    const ROOT: Self::Trace;

    /// The most tiles that one move can carry on a board of this size; at least 1.
    fn longest_move(size: Size) -> u16;

    /// Visits the moves of a blank.
    fn for_each_move(layout: &Layout, blank: usize, visit: impl FnMut(Move));

    /// Makes a move.
    fn make<C: Cells>(layout: &Layout, board: &mut Board<C>, mv: Move);

    /// Calls `visit(from, to)` for each tile that a move carries, the one next to the blank first.
    fn for_each_tile_step(layout: &Layout, mv: Move, visit: impl FnMut(usize, usize));

    /// The trace after a move, or `None` where it is useless after the last.
    fn follow(layout: &Layout, trace: Self::Trace, mv: Move) -> Option<Self::Trace>;

    /// Visits the moves that are not useless after the last.
    fn for_each_allowed(layout: &Layout, blank: usize, trace: Self::Trace, visit: impl FnMut(Move, Self::Trace));
}

/// Single-tile metric: one tile, one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stm;

impl Metric for Stm {
    type Trace = Arrival;

    const ROOT: Arrival = Arrival::START;

    fn longest_move(_: Size) -> u16 {
        1
    }

    #[inline]
    fn for_each_move(layout: &Layout, blank: usize, mut visit: impl FnMut(Move)) {
        layout.for_each_exit(blank, Arrival::START, |mv, _| visit(mv));
    }

    #[inline]
    fn make<C: Cells>(_: &Layout, board: &mut Board<C>, mv: Move) {
        debug_assert_eq!(board.blank(), usize::from(mv.blank));
        board.step(mv.target);
    }

    #[inline]
    fn for_each_tile_step(_: &Layout, mv: Move, mut visit: impl FnMut(usize, usize)) {
        visit(usize::from(mv.target), usize::from(mv.blank));
    }

    #[inline]
    fn follow(layout: &Layout, trace: Arrival, mv: Move) -> Option<Arrival> {
        let arrival = layout.arrival(mv);
        (!Layout::undoes(trace, arrival)).then_some(arrival)
    }

    #[inline]
    fn for_each_allowed(layout: &Layout, blank: usize, trace: Arrival, visit: impl FnMut(Move, Arrival)) {
        layout.for_each_exit(blank, trace, visit);
    }
}

/// The axis of the last slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// No slide yet.
    None,
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

/// Multi-tile metric: any number of tiles of one line, one cell, together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mtm;

impl Metric for Mtm {
    type Trace = Axis;

    const ROOT: Axis = Axis::None;

    fn longest_move(size: Size) -> u16 {
        let longest = size.width().max(size.height()) - 1;
        u16::try_from(longest.max(1)).expect("a line has at most 256 cells")
    }

    #[inline]
    fn for_each_move(layout: &Layout, blank: usize, visit: impl FnMut(Move)) {
        layout.for_each_slide(blank, visit);
    }

    #[inline]
    fn make<C: Cells>(layout: &Layout, board: &mut Board<C>, mv: Move) {
        layout.make(board, mv);
    }

    #[inline]
    fn for_each_tile_step(layout: &Layout, mv: Move, visit: impl FnMut(usize, usize)) {
        layout.for_each_tile_step(mv, visit);
    }

    /// Two slides along one axis are one slide, or none: the second is useless.
    #[inline]
    fn follow(layout: &Layout, trace: Axis, mv: Move) -> Option<Axis> {
        let axis = if layout.is_horizontal(mv) { Axis::Horizontal } else { Axis::Vertical };
        (axis != trace).then_some(axis)
    }

    #[inline]
    fn for_each_allowed(layout: &Layout, blank: usize, trace: Axis, mut visit: impl FnMut(Move, Axis)) {
        layout.for_each_slide(blank, |mv| {
            if let Some(next) = Self::follow(layout, trace, mv) {
                visit(mv, next);
            }
        });
    }
}
