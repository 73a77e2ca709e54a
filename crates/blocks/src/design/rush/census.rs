//! Every Rush Hour board of a size, cluster by cluster.
//!
//! A cluster is all positions that can be reached from one another. Fogleman (2018) counts boards on which no car can go
//! up or left: each cluster has one at least, of which the least is its name.

use std::ops::{ControlFlow, RangeInclusive};

use fewest_search::{LimitKind, Limits};

use super::board::RushBoard;
use super::lines::{Lines, MAX_LINE, RushMetric};
use super::lot::{Beyond, Layout, Look, Lot};

/// What a position takes at most: its number, its place in a table that may be three quarters empty, and that of its
/// bundle, which stands for one position at least.
const BYTES: u64 = 80;

/// Which boards a census looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// Columns, at most 8; more than 6 take very long.
    pub width: u16,
    /// Rows, likewise.
    pub height: u16,
    /// The row of the red car, counted from 0.
    pub red_row: u16,
    /// The length of the red car.
    pub red_length: u16,
    /// The lengths of the other cars.
    pub lengths: RangeInclusive<u8>,
    /// How many walls there may be.
    pub walls: RangeInclusive<u32>,
}

/// Why there is no board to look at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CensusError {
    /// The board is too small or too large.
    #[error("boards of {0}×{1} squares cannot be designed: use 1×1 to {MAX_LINE}×{MAX_LINE}")]
    Size(u16, u16),
    /// The red car is not on the board.
    #[error("a red car of {length} squares in row {} does not fit a board of {width}×{height}: use 2 to {width} \
             squares in row 1 to {height}", row + 1)]
    Red {
        /// Its row, counted from 0.
        row: u16,
        /// Its length.
        length: u16,
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// A car of less than two squares, or no length at all.
    #[error("cars of {0} to {1} squares are not possible: a car has at least 2 squares")]
    Lengths(u8, u8),
    /// No number of walls is allowed.
    #[error("there cannot be at least {0} and at most {1} walls")]
    Walls(u32, u32),
}

/// What a census counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Boards on which no car can go up or left.
    pub boards: u64,
    /// Positions.
    pub positions: u64,
    /// Clusters.
    pub clusters: u64,
    /// Clusters with a position that is solved.
    pub solvable: u64,
    /// Solvable clusters whose hardest position has no piece that is not needed.
    pub minimal: u64,
}

/// A cluster that a census met.
#[derive(Debug)]
pub struct Cluster<'a> {
    /// How many positions there are of each distance to the nearest solved one, the solved ones first; none where no
    /// position is solved.
    pub layers: &'a [u64],
    /// How many positions there are.
    pub positions: u64,
    /// Whether no piece of the hardest position can be left out without making it easier.
    pub is_minimal: bool,
    lot: &'a Lot,
    start: &'a Layout,
    is_flipped: bool,
}

impl Cluster<'_> {
    /// How many moves the hardest position takes; `None` where no position is solved.
    pub fn length(&self) -> Option<u32> {
        let last = self.layers.len().checked_sub(1)?;
        u32::try_from(last).ok()
    }

    /// The hardest position, of several the one whose rows come first, and then whose columns do; where no position is
    /// solved, any.
    pub fn start(&self) -> RushBoard {
        let board = self.lot.board(self.start);
        if self.is_flipped { board.flipped() } else { board }
    }
}

impl Census {
    /// The boards of the game: cars of two and three squares, no walls, the red car in the middle row or above it.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use fewest_blocks::design::rush::{Census, Tally};
    /// use fewest_search::Limits;
    /// let mut most = 0;
    /// let (tally, limit) = Census::new(4, 4).run(&Limits::default(), |cluster| {
    ///     most = most.max(cluster.length().unwrap_or(0));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((tally.boards, tally.positions, limit), (1349, 9304, None));
    /// assert_eq!(most, 7);
    /// # Ok::<(), fewest_blocks::design::rush::CensusError>(())
    /// ```
    pub fn new(width: u16, height: u16) -> Self {
        let red_row = height.saturating_sub(1) / 2;
        Self { width, height, red_row, red_length: 2, lengths: 2..=3, walls: 0..=0 }
    }

    /// Meets every cluster once. It ends early where `visit` breaks, at a limit of time, and where a cluster has more
    /// positions than the memory holds.
    ///
    /// # Errors
    /// [`CensusError`] where there can be no such board.
    pub fn run(
        &self,
        limits: &Limits,
        mut visit: impl FnMut(&Cluster<'_>) -> ControlFlow<()>,
    ) -> Result<(Tally, Option<LimitKind>), CensusError> {
        self.check()?;
        let mut desk = Desk::new(self, RushMetric::Slide);
        desk.most = limits.memory / BYTES;
        let started = web_time::Instant::now();
        for part in 0..desk.parts() {
            let flow = desk.run(part, &mut visit);
            if flow.is_break() || limits.cancel.is_cancelled() {
                return Ok((desk.tally, Some(LimitKind::Cancelled)));
            }
            if desk.too_large > 0 {
                return Ok((desk.tally, Some(LimitKind::Memory)));
            }
            if limits.time.is_some_and(|time| started.elapsed() >= time) {
                return Ok((desk.tally, Some(LimitKind::Time)));
            }
        }
        Ok((desk.tally, None))
    }

    /// Whether there can be such boards.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self) -> Result<(), CensusError> {
        let Self { width, height, red_row: row, red_length: length, .. } = *self;
        let sides = 1..=MAX_LINE;
        if !sides.contains(&usize::from(width)) || !sides.contains(&usize::from(height)) {
            return Err(CensusError::Size(width, height));
        }
        if row >= height || !(2..=width).contains(&length) {
            return Err(CensusError::Red { row, length, width, height });
        }
        let (least, most) = (*self.lengths.start(), *self.lengths.end());
        if least < 2 || least > most {
            return Err(CensusError::Lengths(least, most));
        }
        let (least, most) = (*self.walls.start(), *self.walls.end());
        if least > most { Err(CensusError::Walls(least, most)) } else { Ok(()) }
    }
}

/// One way to arrange all rows.
#[derive(Clone, Copy, Debug)]
struct Rows {
    key: u64,
    /// The squares they take, at bits `8x + y`.
    taken: u64,
    /// The squares left of their cars, which columns must take.
    wanted: u64,
}

/// A census at work.
#[derive(Debug)]
pub(crate) struct Desk {
    lot: Lot,
    walls: RangeInclusive<u32>,
    /// The lines that each row can be.
    rows: Vec<Vec<u16>>,
    /// The lines that a column can be.
    columns: Vec<u16>,
    /// For each line of a column and each set of squares taken across, the arrangements that fit and cannot go up.
    packed: Vec<u16>,
    /// For each line of a column and each set of squares, the arrangements that take all of these.
    covering: Vec<u16>,
    /// For each column chosen so far, the rows that go with all.
    survivors: Vec<Vec<Rows>>,
    layout: Layout,
    start: Layout,
    /// Whether a board upside down is another board of the census, so that half of them need not be looked at.
    can_flip: bool,
    /// For which lengths it is asked whether a board is minimal; never where it is `None`.
    pub(crate) judges: Option<RangeInclusive<u32>>,
    /// Whether clusters that are each other upside down are shown as one.
    pub(crate) once: bool,
    /// The most positions of a cluster that is looked at, and how many had more.
    pub(crate) most: u64,
    pub(crate) too_large: u64,
    /// What was counted so far.
    tally: Tally,
    /// Whether the same is so for all boards of the part at work.
    flips: bool,
}

impl Desk {
    pub(crate) fn new(census: &Census, stride: RushMetric) -> Self {
        let (width, height) = (usize::from(census.width), usize::from(census.height));
        let mut lot = Lot::new(width, height, stride);
        lot.across.add_all(&census.lengths, *census.walls.end());
        lot.down.add_all(&census.lengths, 0);
        let red_length = u8::try_from(census.red_length).unwrap_or(u8::MAX);
        let mut red_rows = Lines::new(width);
        red_rows.add_all(&(red_length..=red_length), *census.walls.end());
        let is_red = |line: &&super::lines::Line| {
            // One car, and no wall between it and the edge.
            line.lengths.len() == 1 && u32::from(line.walls) < 1u32 << line.starts[0].trailing_zeros()
        };
        let red_rows: Vec<u16> =
            red_rows.all.iter().filter(is_red).map(|line| lot.across.intern(line.walls, &line.cars(0)).0).collect();
        let others: Vec<u16> = (0u16..)
            .zip(&lot.across.all)
            .filter(|(_, line)| line.lengths.iter().all(|length| census.lengths.contains(length)))
            .map(|(number, _)| number)
            .collect();
        let red_row = usize::from(census.red_row);
        let rows = (0..height).map(|y| if y == red_row { red_rows.clone() } else { others.clone() }).collect();
        let columns: Vec<u16> = (0u16..).zip(&lot.down.all).map(|(number, _)| number).collect();
        let (mut packed, mut covering) = (Vec::new(), Vec::new());
        for line in &lot.down.all {
            for squares in 0..1u16 << height {
                let squares = u8::try_from(squares).expect("at most eight rows");
                let bits = |holds: &dyn Fn(u8) -> bool| {
                    (0u16..).zip(&line.cells).fold(0, |all, (number, &cells)| all | u16::from(holds(cells)) << number)
                };
                packed.push(bits(&|cells| cells & squares == 0 && cells >> 1 & !cells & !squares == 0));
                covering.push(bits(&|cells| squares & !cells == 0));
            }
        }
        let survivors = vec![Vec::new(); width + 1];
        let layout = Layout { rows: vec![(0, 0); height], columns: vec![(0, 0); width], red_row };
        Self {
            lot,
            walls: census.walls.clone(),
            rows,
            columns,
            packed,
            covering,
            survivors,
            start: layout.clone(),
            layout,
            can_flip: height == 2 * red_row + 1,
            flips: false,
            judges: Some(0..=u32::MAX),
            most: u64::MAX,
            too_large: 0,
            tally: Tally::default(),
            once: false,
        }
    }

    /// Into how many parts the work falls: the choices of what each row is.
    pub(crate) fn parts(&self) -> u64 {
        self.rows.iter().map(|lines| lines.len() as u64).product()
    }

    pub(crate) fn run(&mut self, part: u64, mut visit: impl FnMut(&Cluster<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut rest = part;
        let mut walls = 0;
        for (arranged, lines) in self.layout.rows.iter_mut().zip(&self.rows) {
            let count = lines.len() as u64;
            *arranged = (lines[usize::try_from(rest % count).expect("few lines")], 0);
            rest /= count;
            walls += self.lot.across.all[usize::from(arranged.0)].walls.count_ones();
        }
        if !self.walls.contains(&walls) {
            return ControlFlow::Continue(());
        }
        let mut rows = std::mem::take(&mut self.survivors[0]);
        rows.clear();
        rows.push(Rows { key: 0, taken: 0, wanted: 0 });
        let mut shift = 0;
        for (y, &(line, _)) in self.layout.rows.iter().enumerate() {
            let line = &self.lot.across.all[usize::from(line)];
            let arranged = (0u64..).zip(&line.cells).flat_map(|(number, &cells)| {
                let cars = cells & !line.walls;
                let (taken, wanted) = (super::lines::spread(cells), super::lines::spread(cars >> 1 & !cells));
                let add = move |rows: &Rows| Rows {
                    key: rows.key | number << shift,
                    taken: rows.taken | taken << y,
                    wanted: rows.wanted | wanted << y,
                };
                rows.iter().map(add)
            });
            let longer = arranged.collect();
            rows = longer;
            shift += line.bits();
        }
        self.tally.boards += rows.iter().map(|rows| self.boards(rows)).sum::<u64>();
        self.survivors[0] = rows;
        let order = self.layout.rows.iter().cmp(self.layout.rows.iter().rev());
        if self.can_flip && order.is_gt() {
            return ControlFlow::Continue(());
        }
        self.flips = self.can_flip && order.is_lt();
        self.columns_from(0, &mut visit)
    }

    fn boards(&self, rows: &Rows) -> u64 {
        let ways =
            |x| self.columns.iter().map(|&line| u64::from(self.fitting(line, x, rows).count_ones())).sum::<u64>();
        (0..self.layout.columns.len()).map(ways).product()
    }

    fn columns_from(&mut self, x: usize, visit: &mut impl FnMut(&Cluster<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        if x == self.layout.columns.len() {
            return self.clusters(visit);
        }
        for index in 0..self.columns.len() {
            let line = self.columns[index];
            let rows = std::mem::take(&mut self.survivors[x]);
            let mut fewer = std::mem::take(&mut self.survivors[x + 1]);
            fewer.clear();
            fewer.extend(rows.iter().filter(|rows| self.fitting(line, x, rows) != 0));
            let any = !fewer.is_empty();
            self.survivors[x] = rows;
            self.survivors[x + 1] = fewer;
            if any {
                self.layout.columns[x] = (line, 0);
                self.columns_from(x + 1, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The arrangements of a column that fit the rows, cannot go up, and keep its neighbours from going left.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "it is a byte")]
    fn fitting(&self, line: u16, x: usize, rows: &Rows) -> u16 {
        let side = self.lot.down.side;
        let squares = (1u64 << side) - 1;
        let base = usize::from(line) << side;
        let at = |set: u64| base + (set >> (8 * x) & squares) as usize;
        self.packed[at(rows.taken)] & self.covering[at(rows.wanted)]
    }

    /// The clusters of the cars that are chosen.
    fn clusters(&mut self, visit: &mut impl FnMut(&Cluster<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let Layout { rows, columns, red_row } = &self.layout;
        let lines = (&self.lot.across, &self.lot.down);
        if self.lot.yard.set(lines, rows, columns, *red_row).is_none() {
            self.too_large += 1;
            return ControlFlow::Continue(());
        }
        let survivors = std::mem::take(&mut self.survivors[self.layout.columns.len()]);
        let mut flow = ControlFlow::Continue(());
        for rows in &survivors {
            // Every choice of one arrangement a column: an odometer of sets.
            flow = self.seeds(0, rows.key, rows, visit);
            if flow.is_break() {
                break;
            }
        }
        self.survivors[self.layout.columns.len()] = survivors;
        self.lot.room.wipe(self.lot.yard.bits);
        flow
    }

    fn seeds(
        &mut self,
        x: usize,
        key: u64,
        rows: &Rows,
        visit: &mut impl FnMut(&Cluster<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if x == self.layout.columns.len() {
            return self.cluster(key, visit);
        }
        let line = self.layout.columns[x].0;
        let mut fitting = self.fitting(line, x, rows);
        while fitting != 0 {
            let number = fitting.trailing_zeros();
            fitting &= fitting - 1;
            self.seeds(x + 1, key | self.lot.yard.column_key(x, number), rows, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Explores the cluster of a position, if it was not met before.
    fn cluster(&mut self, key: u64, visit: &mut impl FnMut(&Cluster<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let Lot { across, down, yard, room, stride, .. } = &mut self.lot;
        let lines = (&*across, &*down);
        // On this board no car can go up: it stands for its bundle.
        let positions = room.meet(yard, lines, *stride, key, (self.most, Beyond::Mark));
        if positions == 0 {
            return ControlFlow::Continue(());
        }
        if positions > self.most {
            self.too_large += 1;
            return ControlFlow::Continue(());
        }
        let times = 1 + u64::from(self.flips);
        self.tally.clusters += times;
        self.tally.positions += times * positions;
        self.tally.solvable += if room.layers.is_empty() { 0 } else { times };
        let mut last = None;
        let looks: &[Look] = match (self.once, self.flips) {
            (true, _) if self.can_flip => &[Look::Either],
            (false, true) => &[Look::Plain, Look::Flipped],
            _ => &[Look::Plain],
        };
        for &look in looks {
            let start = self.lot.first_of_farthest(&self.layout, look).unwrap_or(key);
            self.start.rows.clone_from(&self.layout.rows);
            self.start.columns.clone_from(&self.layout.columns);
            self.lot.yard.numbers(start, &mut self.start.rows, &mut self.start.columns);
            let length = u32::try_from(self.lot.room.layers.len()).expect("fewer layers than positions");
            let is_minimal = match last {
                Some((other, is_minimal)) if other == start => is_minimal,
                _ => self.judge(length),
            };
            last = Some((start, is_minimal));
            self.tally.minimal += u64::from(is_minimal);
            let Self { lot, start, .. } = &*self;
            visit(&Cluster {
                layers: &lot.room.layers,
                positions,
                is_minimal,
                lot,
                start,
                is_flipped: look == Look::Flipped,
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the start is minimal, where anybody wants to know; it has one move less than there are layers.
    fn judge(&mut self, layers: u32) -> bool {
        let Some(length) = layers.checked_sub(1) else { return false };
        let is_asked = self.judges.as_ref().is_some_and(|judges| judges.contains(&length));
        is_asked && self.lot.is_minimal(&self.start, length)
    }
}
