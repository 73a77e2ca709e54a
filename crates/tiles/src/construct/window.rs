//! The way between two boards of a solution: the puzzle with another goal, set in no time.

use std::fmt::Debug;

use fewest_search::algorithms::improve::Shortcut;
use fewest_search::algorithms::{PausableDive, Portion};
use fewest_search::capability::MovePruning;
use fewest_search::{Cost, Incremental, LimitKind, Meter, Observer, StateSpace};

use crate::heuristics::estimate_by_memo;
use crate::{Board, Cells, MAX_CELLS, Metric, Move, Mtm, Stm, Tiles};

/// What bounds the moves of a metric from below, worked out from the lines that tiles must cross: see
/// [`heuristics`](crate::heuristics).
pub trait Crossed: Metric {
    /// What is remembered of a board.
    type Count<C: Cells>: Copy + Debug;

    /// Nothing to cross.
    fn nothing<C: Cells>() -> Self::Count<C>;

    /// One crossing of a line more, or less.
    fn change<C: Cells>(count: &mut Self::Count<C>, line: usize, more: bool);

    /// The least moves with these crossings; `columns` is the number of lines between columns, which come first.
    fn least<C: Cells>(count: &Self::Count<C>, columns: usize, rows: usize) -> Cost;
}

impl Crossed for Stm {
    type Count<C: Cells> = Cost;

    fn nothing<C: Cells>() -> Cost {
        0
    }

    #[inline]
    fn change<C: Cells>(count: &mut Cost, _: usize, more: bool) {
        *count = if more { *count + 1 } else { *count - 1 };
    }

    #[inline]
    fn least<C: Cells>(count: &Cost, _: usize, _: usize) -> Cost {
        *count
    }
}

impl Crossed for Mtm {
    type Count<C: Cells> = C::Lanes;

    fn nothing<C: Cells>() -> C::Lanes {
        C::lanes()
    }

    #[inline]
    fn change<C: Cells>(count: &mut C::Lanes, line: usize, more: bool) {
        let count = &mut count.as_mut()[line];
        *count = if more { *count + 1 } else { *count - 1 };
    }

    #[inline]
    fn least<C: Cells>(count: &C::Lanes, columns: usize, rows: usize) -> Cost {
        let counts = count.as_ref();
        let largest = |counts: &[u16]| Cost::from(counts.iter().copied().max().unwrap_or(0));
        largest(&counts[..columns]) + largest(&counts[columns..columns + rows])
    }
}

/// The puzzle of reaching a board other than the goal.
#[derive(Clone, Debug)]
pub(super) struct Window<'a, C: Cells, M> {
    space: &'a Tiles<C, M>,
    target: Board<C>,
    /// Row and column of each cell.
    coordinates: [(u8, u8); MAX_CELLS],
    /// Row and column of each tile in the target.
    homes: [(u8, u8); MAX_CELLS],
}

impl<'a, C: Cells, M: Metric> Window<'a, C, M> {
    fn new(space: &'a Tiles<C, M>) -> Self {
        let mut coordinates = [(0, 0); MAX_CELLS];
        let size = space.size();
        let number = |number: usize| u8::try_from(number).expect("a board has at most 256 rows and columns");
        for (cell, place) in coordinates.iter_mut().enumerate().take(size.cells()) {
            *place = (number(size.row(cell)), number(size.column(cell)));
        }
        let mut window = Self { space, target: *space.goal(), coordinates, homes: coordinates };
        window.set_target(space.goal());
        window
    }

    fn set_target(&mut self, target: &Board<C>) {
        self.target = *target;
        for cell in 0..self.space.size().cells() {
            self.homes[target.tile(cell)] = self.coordinates[cell];
        }
    }
}

impl<C: Cells, M: Metric> StateSpace for Window<'_, C, M> {
    type State = Board<C>;
    type Move = Move;

    #[inline]
    fn is_goal(&self, state: &Board<C>) -> bool {
        // Only where the blank is right is the rest worth a look.
        state.blank() == self.target.blank() && state.labels() == self.target.labels()
    }

    fn for_each_move(&self, state: &Board<C>, visit: impl FnMut(Move)) {
        self.space.for_each_move(state, visit);
    }

    #[inline]
    fn apply(&self, state: &mut Board<C>, mv: Move) {
        self.space.apply(state, mv);
    }

    #[inline]
    fn undo(&self, state: &mut Board<C>, mv: Move) {
        self.space.undo(state, mv);
    }
}

impl<C: Cells, M: Metric> MovePruning for Window<'_, C, M> {
    type Trace = M::Trace;

    fn root_trace(&self) -> M::Trace {
        M::ROOT
    }

    fn follow(&self, trace: M::Trace, mv: Move) -> Option<M::Trace> {
        self.space.follow(trace, mv)
    }

    #[inline]
    fn for_each_allowed(&self, state: &Board<C>, trace: M::Trace, visit: impl FnMut(Move, M::Trace)) {
        self.space.for_each_allowed(state, trace, visit);
    }
}

// The crossings that are left to the target. They change with it, so the window estimates for itself.
estimate_by_memo!([C: Cells, M: Crossed] Window<'_, C, M>, Self, CONSISTENT);

impl<C: Cells, M: Crossed> Incremental<Self> for Window<'_, C, M> {
    type Memo = M::Count<C>;

    fn memo(&self, state: &Board<C>) -> Option<M::Count<C>> {
        let size = self.space.size();
        let mut count = M::nothing::<C>();
        for cell in (0..size.cells()).filter(|&cell| cell != state.blank()) {
            let ((row, column), (home_row, home_column)) = (self.coordinates[cell], self.homes[state.tile(cell)]);
            for line in column.min(home_column)..column.max(home_column) {
                M::change::<C>(&mut count, usize::from(line), true);
            }
            for line in row.min(home_row)..row.max(home_row) {
                M::change::<C>(&mut count, size.width() - 1 + usize::from(line), true);
            }
        }
        Some(count)
    }

    #[inline]
    fn advance(&self, mut memo: M::Count<C>, before: &Board<C>, mv: Move) -> Option<M::Count<C>> {
        let horizontal = self.space.layout().is_horizontal(mv);
        let rows_from = self.space.size().width() - 1;
        self.space.layout().for_each_tile_step(mv, |from, to| {
            let ((from_row, from_column), (to_row, to_column)) = (self.coordinates[from], self.coordinates[to]);
            let (home_row, home_column) = self.homes[before.tile(from)];
            let (from, to, home, first) = if horizontal {
                (from_column, to_column, home_column, 0)
            } else {
                (from_row, to_row, home_row, rows_from)
            };
            let line = first + usize::from(from.min(to));
            M::change::<C>(&mut memo, line, home.abs_diff(to) > home.abs_diff(from));
        });
        Some(memo)
    }

    #[inline]
    fn value(&self, memo: M::Count<C>) -> Cost {
        let size = self.space.size();
        M::least::<C>(&memo, size.width() - 1, size.height() - 1)
    }
}

/// Shortest ways between boards, by IDA*.
#[derive(Debug)]
pub(super) struct Shortcuts<'a, C: Cells, M: Crossed> {
    window: Window<'a, C, M>,
    dive: PausableDive<Window<'a, C, M>, Window<'a, C, M>>,
}

impl<'a, C: Cells, M: Crossed> Shortcuts<'a, C, M> {
    pub(super) fn new(space: &'a Tiles<C, M>) -> Self {
        let window = Window::new(space);
        let dive = PausableDive::new(&window, *space.goal(), M::nothing::<C>());
        Self { window, dive }
    }
}

impl<C: Cells, M: Crossed> Shortcut<Tiles<C, M>> for Shortcuts<'_, C, M> {
    fn between<O: Observer>(
        &mut self,
        from: &Board<C>,
        to: &Board<C>,
        cost: Cost,
        allowance: &mut u64,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<Vec<Move>>, LimitKind> {
        let Self { window, dive } = self;
        window.set_target(to);
        let Some(memo) = window.memo(from) else { return Ok(None) };
        let mut bound = window.value(memo);
        while bound < cost {
            dive.begin(window, from, memo, bound);
            match dive.proceed(window, window, allowance, meter)? {
                Portion::Solved { .. } => return Ok(Some(dive.moves().collect())),
                Portion::CutOff { next_bound } => bound = next_bound,
                Portion::Exhausted | Portion::Paused => break,
            }
        }
        Ok(None)
    }
}
