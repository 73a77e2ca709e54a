//! The greatest of several tables of lines, under `mtm`.
//!
//! A position is on one row line and one column line. Where the next slide must run along a row, 1 more than the value of
//! its row line is needed; along a column, 1 more than that of its column line. On [`Turns`] the state says which; on
//! [`Tiles`] it may be either, and the lesser counts. A slide along a row leaves the row line as it is, so one
//! lookup a pattern follows each slide: that of the line which the next one will run along.

use fewest_pdb::levels::Levels;
use fewest_pdb::rank::Placements;
use fewest_pdb::table::Codes;
use fewest_search::{Cost, Guarantees, Incremental, StateSpace};

use super::lines::{self, COLUMNS, ROWS};
use super::plan::Lookup;
use super::{Kind, MismatchError, Plan, Tables};
use crate::heuristics::estimate_by_memo;
use crate::{Axis, Board, Cells, Heading, Move, Mtm, Tiles, Turn, Turns};

/// `N` patterns of a plan of [`Kind::Lines`], for the spaces [`Turns`] and [`Tiles`].
///
/// ```
/// use fewest_pdb::{build::Builder, encoding::Encoding};
/// use fewest_search::{Limits, Outcome, Search, algorithms::IdaStar};
/// use fewest_tiles::pdb::{Kind, LinePdb, Partition, Plan, Tables};
/// use fewest_tiles::{Goal, Nibbles, Position, Tiles, Turns};
///
/// let start: Position = "5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0".parse()?;
/// let goal = Goal::BlankLast.position(start.size())?;
/// let partition = Partition::parse("1,2,3,4/12,13,14,15", goal.size())?;
/// let plan = Plan::new(&goal, &[partition], Kind::Lines, Encoding::NIBBLE)?;
/// let tables = Tables::build(&plan, &Builder::default())?;
/// let space = Turns::<Nibbles>::new(Tiles::new(&goal)?);
/// let pdb = LinePdb::<_, 2>::new(space.tiles(), &plan, &tables)?;
/// let run = IdaStar::default().run(&space, &space.start(&start)?, &pdb, &Limits::default(), &mut ());
/// assert!(matches!(run.outcome, Outcome::Solved { cost: 6, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinePdb<'a, C: Cells, const N: usize> {
    space: &'a Tiles<C, Mtm>,
    /// By axis and pattern.
    views: [[View<'a>; N]; 2],
    guarantees: Guarantees,
}

/// What [`LinePdb`] remembers of a position: by axis, the pattern's tiles in reading order without the blank.
#[derive(Clone, Copy, Debug)]
pub struct LineMemo<C: Cells, const N: usize> {
    /// Which places are theirs.
    occupied: [[C::Mask; N]; 2],
    /// Who is where.
    arrangements: [[u32; N]; 2],
    /// The greatest value of a line.
    values: [u8; 2],
    estimate: u8,
}

/// One pattern's tiles in reading order.
#[derive(Clone, Copy, Debug)]
struct Reading {
    occupied: u64,
    arrangement: u32,
}

/// One table, and how a position is shown to it.
#[derive(Clone, Debug)]
struct View<'a> {
    codes: Codes<'a>,
    levels: Levels,
    placements: Placements,
    lookup: Lookup,
    width: usize,
    /// A cell as the table names it, and back.
    image: [u8; 64],
    cell_of: [u8; 64],
    /// By the cell of the blank: where the lines of its row begin.
    first: Vec<usize>,
    /// The change of an arrangement when a tile passes another, by [`Cells::pair`].
    passing: Vec<i32>,
}

impl<'a> View<'a> {
    fn new<C: Cells>(plan: &Plan, lookup: &Lookup, tables: &'a Tables) -> Self {
        let cells = plan.size().cells();
        let shape = &plan.shapes()[lookup.shape];
        let table = tables.get(lookup.shape);
        let placements = lines::placements(plan.size(), lookup.tiles.len()).expect("checked when the plan was made");
        let width = shape.size().width();
        let lines = placements.set_count() * placements.arrangement_count();
        let (mut image, mut cell_of) = ([0; 64], [0; 64]);
        for (cell, &place) in (0u8..).zip(&lookup.orientation.image) {
            image[usize::from(cell)] = place;
            cell_of[usize::from(place)] = cell;
        }
        let mut passing = vec![0; C::pair(cells - 1, cells - 1) + 1];
        for (moving, row) in lookup.tiles.iter().zip(placements.passing()) {
            for (passed, change) in lookup.tiles.iter().zip(row) {
                passing[C::pair(usize::from(*moving), usize::from(*passed))] = change;
            }
        }
        let (bits, _) = plan.encoding().layout();
        Self {
            codes: table.codes(),
            levels: Levels::new(table.histogram(), bits),
            first: image[..cells].iter().map(|&place| usize::from(place) / width * lines).collect(),
            placements,
            lookup: lookup.clone(),
            width,
            image,
            cell_of,
            passing,
        }
    }

    /// The reading of a position from scratch.
    fn read<C: Cells>(&self, board: &Board<C>) -> Reading {
        let blank = self.image[board.blank()];
        let mut places = vec![0; self.lookup.tiles.len()];
        for (&cell, place) in self.cell_of[..self.first.len()].iter().zip(0u8..) {
            let tile = board.tile(usize::from(cell));
            if let Some(piece) = self.lookup.tiles.iter().position(|&other| usize::from(other) == tile) {
                places[piece] = place - u8::from(place > blank);
            }
        }
        let occupied = places.iter().fold(0, |occupied, place| occupied | 1 << place);
        Reading { occupied, arrangement: self.placements.arrangement(&places) }
    }

    /// The reading after a slide across the lines.
    #[inline]
    fn follow<C: Cells>(&self, reading: Reading, before: &Board<C>, slide: Move) -> Reading {
        // The common widths are known to the compiler.
        match self.width {
            3 => self.follow_across::<C, 3>(reading, before, slide),
            4 => self.follow_across::<C, 4>(reading, before, slide),
            _ => self.follow_across::<C, 0>(reading, before, slide),
        }
    }

    #[inline]
    fn follow_across<C: Cells, const W: usize>(&self, reading: Reading, before: &Board<C>, slide: Move) -> Reading {
        let width = if W == 0 { self.width } else { W };
        let Reading { mut occupied, mut arrangement } = reading;
        let place = |cell: u8| usize::from(self.image[usize::from(cell) % 64]);
        let tile = |place: usize| before.tile(usize::from(self.cell_of[place % 64]));
        let (mut blank, target) = (place(slide.blank), place(slide.target));
        // The tiles of the rows beyond are where they were before the first step.
        while blank < target {
            let moving = tile(blank + width);
            let passed = (1..width).map(|step| self.passing[C::pair(moving, tile(blank + step))]);
            arrangement = arrangement.wrapping_add_signed(-passed.sum::<i32>());
            occupied = lines::down(occupied, blank, width);
            blank += width;
        }
        while blank > target {
            blank -= width;
            let moving = tile(blank);
            let passed = (1..width).map(|step| self.passing[C::pair(moving, tile(blank + step))]);
            arrangement = arrangement.wrapping_add_signed(passed.sum::<i32>());
            occupied = lines::up(occupied, blank, width);
        }
        Reading { occupied, arrangement }
    }

    #[inline]
    fn index(&self, reading: Reading, blank: usize) -> usize {
        self.first[blank] + self.placements.index(reading.occupied, reading.arrangement)
    }

    #[inline]
    fn value(&self, reading: Reading, blank: usize) -> u8 {
        self.levels.value(self.codes.get(self.index(reading, blank)))
    }
}

/// 1 more than a line's value, but 0 at the goal. Only where lines have the value 0 is that worth a look.
#[inline]
fn above(value: u8, is_goal: impl FnOnce() -> bool) -> u8 {
    if value == 0 && is_goal() { 0 } else { value.saturating_add(1) }
}

impl<'a, C: Cells, const N: usize> LinePdb<'a, C, N> {
    /// Looks up in the tables of a plan.
    ///
    /// # Errors
    /// [`MismatchError`] where the plan is another's, or has not `N` patterns.
    pub fn new(space: &'a Tiles<C, Mtm>, plan: &Plan, tables: &'a Tables) -> Result<Self, MismatchError> {
        MismatchError::check(space, plan, tables)?;
        if plan.kind() != Kind::Lines {
            return Err(MismatchError::Kind { kind: plan.kind(), encoding: plan.encoding() });
        }
        if plan.partitions() != N || N == 0 {
            return Err(MismatchError::Count { partitions: plan.partitions(), patterns: 1 });
        }
        let views = [ROWS, COLUMNS]
            .map(|axis| std::array::from_fn(|number| View::new::<C>(plan, &plan.groups()[number][axis], tables)));
        let patterns = |axis: usize| {
            let mut patterns: Vec<Vec<u8>> = plan.groups().iter().map(|group| group[axis].tiles.clone()).collect();
            for tiles in &mut patterns {
                tiles.sort_unstable();
            }
            patterns.sort_unstable();
            patterns
        };
        let exact = plan.encoding().layout().1 == 0 && views.iter().flatten().all(|view| view.levels.are_exact());
        let consistent = exact && patterns(ROWS) == patterns(COLUMNS);
        Ok(Self { space, views, guarantees: Guarantees { admissible: true, consistent } })
    }

    /// The memo of a board, its estimate still to be found.
    fn read(&self, board: &Board<C>) -> LineMemo<C, N> {
        let mut memo =
            LineMemo { occupied: [[C::mask(0); N]; 2], arrangements: [[0; N]; 2], values: [0; 2], estimate: 0 };
        for axis in [ROWS, COLUMNS] {
            for (number, view) in self.views[axis].iter().enumerate() {
                let reading = view.read(board);
                memo.occupied[axis][number] = C::mask(reading.occupied);
                memo.arrangements[axis][number] = reading.arrangement;
                memo.values[axis] = memo.values[axis].max(view.value(reading, board.blank()));
            }
        }
        memo
    }

    fn read_heading(&self, state: &Heading<C>) -> LineMemo<C, N> {
        let mut memo = self.read(state.board());
        let [row, column] = memo.values;
        let value = match state.last() {
            Axis::None => row.min(column),
            Axis::Horizontal => column,
            Axis::Vertical => row,
        };
        memo.estimate = above(value, || self.space.is_goal(state.board()));
        memo
    }

    fn read_board(&self, board: &Board<C>) -> LineMemo<C, N> {
        let mut memo = self.read(board);
        let [row, column] = memo.values;
        memo.estimate = above(row.min(column), || self.space.is_goal(board));
        memo
    }

    /// The axis whose line a slide changes: the other than its own.
    #[inline]
    fn crossed(&self, slide: Move) -> usize {
        if self.space.layout().is_horizontal(slide) { COLUMNS } else { ROWS }
    }

    /// The memo after a slide that changes the line of an axis, its estimate still to be found. Where the value of one table
    /// exceeds `enough`, the others are not asked, and all but that value means nothing.
    #[inline]
    fn follow(
        &self,
        mut memo: LineMemo<C, N>,
        before: &Board<C>,
        slide: Move,
        axis: usize,
        enough: u8,
    ) -> LineMemo<C, N> {
        let mut value = 0;
        for (number, view) in self.views[axis].iter().enumerate() {
            let occupied = memo.occupied[axis][number].into();
            let reading = Reading { occupied, arrangement: memo.arrangements[axis][number] };
            let reading = view.follow(reading, before, slide);
            memo.occupied[axis][number] = C::mask(reading.occupied);
            memo.arrangements[axis][number] = reading.arrangement;
            value = value.max(view.value(reading, usize::from(slide.target)));
            if value > enough {
                break;
            }
        }
        memo.values[axis] = value;
        memo
    }

    /// The memo after a turn, where estimates beyond the allowance need not be known.
    #[inline]
    fn turn_within(&self, memo: LineMemo<C, N>, before: &Heading<C>, turn: Turn, allowance: u8) -> LineMemo<C, N> {
        let (board, slide, axis) = (before.board(), turn.slide, self.crossed(turn.slide));
        let mut memo = self.follow(memo, board, slide, axis, allowance.saturating_sub(1));
        memo.estimate = above(memo.values[axis], || self.is_goal_after(board, slide));
        memo
    }

    /// The memo after a slide, where estimates beyond the allowance need not be known.
    #[inline]
    fn slide_within(&self, memo: LineMemo<C, N>, before: &Board<C>, slide: Move, allowance: u8) -> LineMemo<C, N> {
        let axis = self.crossed(slide);
        // The next slide may also run along the line of this one, whose value stays.
        let enough = allowance.saturating_sub(1);
        let enough = if memo.values[1 - axis] > enough { enough } else { u8::MAX };
        let mut memo = self.follow(memo, before, slide, axis, enough);
        let [row, column] = memo.values;
        memo.estimate = above(row.min(column), || self.is_goal_after(before, slide));
        memo
    }

    #[cold]
    fn is_goal_after(&self, before: &Board<C>, slide: Move) -> bool {
        let mut board = *before;
        self.space.apply(&mut board, slide);
        self.space.is_goal(&board)
    }
}

/// Implements the heuristic for a space: a fresh memo is read by one method, and followed along a move by another.
macro_rules! lines_of {
    ($space:ty, $read:ident, $follow:ident) => {
        estimate_by_memo!([C: Cells, const N: usize] LinePdb<'_, C, N>, $space, self => self.guarantees);

        impl<C: Cells, const N: usize> Incremental<$space> for LinePdb<'_, C, N> {
            type Memo = LineMemo<C, N>;

            fn memo(&self, state: &<$space as StateSpace>::State) -> Option<LineMemo<C, N>> {
                Some(self.$read(state))
            }

            #[inline]
            fn advance(
                &self,
                memo: LineMemo<C, N>,
                before: &<$space as StateSpace>::State,
                mv: <$space as StateSpace>::Move,
            ) -> Option<LineMemo<C, N>> {
                Some(self.$follow(memo, before, mv, u8::MAX))
            }

            #[inline]
            fn advance_within(
                &self,
                memo: LineMemo<C, N>,
                before: &<$space as StateSpace>::State,
                mv: <$space as StateSpace>::Move,
                allowance: Cost,
            ) -> Option<(LineMemo<C, N>, Cost)> {
                let memo = self.$follow(memo, before, mv, u8::try_from(allowance).unwrap_or(u8::MAX));
                Some((memo, Cost::from(memo.estimate)))
            }

            #[inline]
            fn value(&self, memo: LineMemo<C, N>) -> Cost {
                Cost::from(memo.estimate)
            }
        }
    };
}

lines_of!(Turns<C>, read_heading, turn_within);
lines_of!(Tiles<C, Mtm>, read_board, slide_within);
