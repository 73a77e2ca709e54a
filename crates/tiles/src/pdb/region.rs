//! The sum of disjoint patterns in tables of one bit a state, with the region of the blank: what proves 24-puzzles.
//!
//! The distance of a pattern here counts the steps of its tiles from where they and the blank are, and the blank may go
//! wherever the tiles let it. So each step of a tile of the pattern changes it by exactly 1, and steps of other tiles leave
//! it alone. A memo knows the distance of each pattern modulo 4; the bit of the next state, half of its distance modulo 2, tells
//! whether that is one more or one less. A position that comes from nowhere is followed down to the goal, once a search.

use std::fmt::Debug;
use std::sync::Arc;

use fewest_pdb::prefetch::prefetch;
use fewest_pdb::regions::Regions;
use fewest_search::{Cost, Incremental};

use super::orientation::REACH;
use super::plan::Lookup;
use super::{Kind, MismatchError, Plan, Shape, Tables};
use crate::heuristics::estimate_by_memo;
use crate::{Board, Cells, Move, Size, Stm, Tiles};

/// What a tile of no pattern has instead of a table.
const LOOSE: u8 = u8::MAX;

/// Nothing is to be looked up.
const SETTLED: u64 = u64::MAX;

/// The bits of an index; those above are the number of the table.
const INDEX: u32 = 56;

/// How the places of several patterns are held together: in registers, where they are few on a small board.
pub trait Room: Copy + Debug + Default + Send + Sync + 'static {
    /// The most patterns.
    const PATTERNS: usize;
    /// The most cells.
    const CELLS: usize;
    /// The most cells that a step passes in a table's orientation.
    const REACH: usize;

    /// The cells of a pattern.
    fn occupied(&self, pattern: usize) -> u64;

    /// The number of its arrangement.
    fn arrangement(&self, pattern: usize) -> usize;

    /// Sets the cells and the arrangement of a pattern that has none yet.
    fn place(&mut self, pattern: usize, occupied: u64, arrangement: u16);

    /// Exchanges cells of a pattern with others, and adds to its arrangement.
    fn step(&mut self, pattern: usize, exchanged: u64, change: i16);
}

/// Four patterns on at most 32 cells, in lanes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Narrow {
    masks: u128,
    arrangements: u64,
}

impl Room for Narrow {
    const PATTERNS: usize = 4;
    const CELLS: usize = 32;
    const REACH: usize = 4;

    #[inline]
    fn occupied(&self, pattern: usize) -> u64 {
        #[expect(clippy::cast_possible_truncation, reason = "the other lanes are not meant")]
        let lane = (self.masks >> (32 * pattern)) as u32;
        u64::from(lane)
    }

    #[inline]
    fn arrangement(&self, pattern: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the other lanes are not meant")]
        let lane = (self.arrangements >> (16 * pattern)) as u16;
        usize::from(lane)
    }

    fn place(&mut self, pattern: usize, occupied: u64, arrangement: u16) {
        self.masks |= u128::from(occupied) << (32 * pattern);
        self.arrangements |= u64::from(arrangement) << (16 * pattern);
    }

    #[inline]
    fn step(&mut self, pattern: usize, exchanged: u64, change: i16) {
        self.masks ^= u128::from(exchanged) << (32 * pattern);
        // As one number, the lanes take a change of either sign: what is borrowed is given back.
        self.arrangements = self.arrangements.wrapping_add_signed(i64::from(change) << (16 * pattern));
    }
}

/// Eight patterns on at most 64 cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wide {
    masks: [u64; 8],
    arrangements: [u16; 8],
}

impl Room for Wide {
    const PATTERNS: usize = 8;
    const CELLS: usize = 64;
    const REACH: usize = REACH;

    #[inline]
    fn occupied(&self, pattern: usize) -> u64 {
        self.masks[pattern]
    }

    #[inline]
    fn arrangement(&self, pattern: usize) -> usize {
        usize::from(self.arrangements[pattern])
    }

    fn place(&mut self, pattern: usize, occupied: u64, arrangement: u16) {
        self.masks[pattern] = occupied;
        self.arrangements[pattern] = arrangement;
    }

    #[inline]
    fn step(&mut self, pattern: usize, exchanged: u64, change: i16) {
        self.masks[pattern] ^= exchanged;
        self.arrangements[pattern] = self.arrangements[pattern].wrapping_add_signed(change);
    }
}

/// At most `G` partitions in tables of [`Kind::AdditiveRegion`], each of at most [`Room::PATTERNS`] patterns; a tile of no
/// pattern counts with its distance.
///
/// The estimate is the greatest of the sums, and consistent. Partitions are looked up one after the other, and no further than
/// to the first that exceeds what a search allows.
///
/// ```
/// use fewest_pdb::{build::Builder, encoding::Encoding};
/// use fewest_search::Heuristic;
/// use fewest_tiles::pdb::{Kind, Narrow, Partition, Plan, RegionPdb, Tables};
/// use fewest_tiles::{Bytes, Goal, Position, Stm, Tiles};
///
/// let start: Position = "1 2 7 3 4/5 6 0 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 23 24".parse()?;
/// let goal = Goal::BlankFirst.position(start.size())?;
/// let partition = Partition::parse("1,2,5/3,4,8,9/6,7,11,12", start.size())?;
/// let plan = Plan::new(&goal, &partition.with_mirrors(&goal), Kind::AdditiveRegion, Encoding::Mod4)?;
/// let tables = Tables::build(&plan, &Builder::default())?;
/// let space = Tiles::<Bytes<25>, Stm>::new(&goal)?;
/// let pdb = RegionPdb::<_, Narrow, 2>::new(&space, &plan, &tables)?;
/// assert_eq!(pdb.estimate(&space.board(&start)?), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegionPdb<'a, C: Cells, R: Room, const G: usize> {
    space: &'a Tiles<C, Stm>,
    views: Vec<View<'a>>,
    /// The way of a step, 0 to 3, by its target less the blank's cell, 64 more than it is.
    ways: [u8; 128],
    room: std::marker::PhantomData<R>,
}

/// What [`RegionPdb`] remembers of a position.
#[derive(Clone, Copy, Debug)]
pub struct RegionMemo<R, const G: usize> {
    views: [Places<R>; G],
}

/// What is known of the patterns of a partition.
#[derive(Clone, Copy, Debug)]
struct Places<R> {
    room: R,
    /// Where the bit of the pattern is whose tile stepped last, below the number of its table; or [`SETTLED`].
    at: u64,
    /// The distances of all patterns together.
    sum: u16,
    /// The distance of each pattern modulo 4, two bits each.
    quarters: u16,
}

/// A partition and its tables.
#[derive(Clone, Debug)]
struct View<'a> {
    /// The table of each tile.
    tables_of: [u8; 64],
    /// The change of an arrangement when a tile passes another: by whether it goes towards higher cells, by the tile and by
    /// the other.
    passing: Vec<i16>,
    slots: Vec<Slot<'a>>,
}

/// A table, and how a position is shown to it.
#[derive(Clone, Debug)]
struct Slot<'a> {
    bits: &'a [u8],
    regions: Arc<Regions>,
    arrangements: usize,
    /// By the blank's cell and the way of the step.
    steps: Vec<Step>,
    lookup: Lookup,
    shape: Shape,
}

/// A tile's step from one cell to the next, as a table sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The two cells.
    exchanged: u64,
    /// The cells that are passed; where there are fewer, the tile's own, which counts for nothing.
    between: [u8; REACH],
    /// Where the blank is afterwards.
    blank: u8,
    /// Towards higher cells.
    ascends: bool,
}

/// The way of each step by its target less the blank's cell, 64 more than it is. It tells the steps out of one cell apart.
fn ways(size: Size) -> [u8; 128] {
    let mut ways = [0; 128];
    let width = size.width().min(63);
    for (way, place) in (0u8..).zip([64 - width, 64 + width, 63, 65]) {
        ways[place] = way;
    }
    ways
}

impl<'a, C: Cells, R: Room, const G: usize> RegionPdb<'a, C, R, G> {
    /// Whether a plan is of this kind, with no more of anything than fits.
    pub fn serves(plan: &Plan) -> bool {
        let size = plan.size();
        plan.kind() == Kind::AdditiveRegion
            && size.cells() <= R::CELLS
            && size.width().min(size.height()) <= R::REACH + 1
            && plan.partitions() <= G
            && plan.groups().iter().all(|group| group.len() <= R::PATTERNS)
    }

    /// Looks up in the tables of a plan.
    ///
    /// # Errors
    /// [`MismatchError`] where the plan is another's, or is not [served](Self::serves).
    pub fn new(space: &'a Tiles<C, Stm>, plan: &Plan, tables: &'a Tables) -> Result<Self, MismatchError> {
        MismatchError::check(space, plan, tables)?;
        if plan.kind() != Kind::AdditiveRegion {
            return Err(MismatchError::Kind { kind: plan.kind(), encoding: plan.encoding() });
        }
        if !Self::serves(plan) {
            let (partitions, patterns) = (plan.partitions(), plan.most_patterns());
            return Err(MismatchError::Count { partitions, patterns });
        }
        let view = |group: &Vec<Lookup>| View::new::<R>(plan, group, tables);
        let views = plan.groups().iter().map(view).collect();
        Ok(Self { space, views, ways: ways(space.size()), room: std::marker::PhantomData })
    }

    /// What is known of the patterns of a view from scratch.
    fn places(&self, view: &View<'_>, state: &Board<C>) -> Option<Places<R>> {
        let mut places = Places { room: R::default(), at: SETTLED, sum: 0, quarters: 0 };
        for cell in 0..self.space.size().cells() {
            let tile = state.tile(cell);
            if tile != 0 && view.tables_of[tile] == LOOSE {
                places.sum += distance(self.space, tile, cell);
            }
        }
        for (table, slot) in view.slots.iter().enumerate() {
            let mut cells = vec![0; slot.lookup.tiles.len()];
            for (cell, &image) in slot.lookup.orientation.image.iter().enumerate() {
                let tile = state.tile(cell);
                if let Some(piece) = slot.lookup.tiles.iter().position(|&other| usize::from(other) == tile) {
                    cells[piece] = image;
                }
            }
            let arrangement = slot.regions.placements().arrangement(&cells);
            places.room.place(table, occupied(&cells), u16::try_from(arrangement).expect("below 8!"));
            let blank = usize::from(slot.lookup.orientation.image[state.blank()]);
            let distance = slot.distance(cells, blank)?;
            places.sum += distance;
            places.quarters |= (distance & 3) << (2 * table);
        }
        Some(places)
    }
}

/// The cells of some pieces as a mask.
fn occupied(cells: &[u8]) -> u64 {
    cells.iter().fold(0, |occupied, &cell| occupied | 1 << cell)
}

/// How far a tile in a cell is from its goal.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "distances on a board of 64 cells are small")]
fn distance<C: Cells>(space: &Tiles<C, Stm>, tile: usize, cell: usize) -> u16 {
    space.goal_distance(tile, cell) as u16
}

impl<'a> View<'a> {
    fn new<R: Room>(plan: &Plan, group: &[Lookup], tables: &'a Tables) -> Self {
        let mut view = Self {
            tables_of: [LOOSE; 64],
            passing: vec![0; 2 * R::CELLS * R::CELLS],
            slots: group.iter().map(|lookup| Slot::new(plan, lookup, tables)).collect(),
        };
        for (table, lookup) in (0u8..).zip(group) {
            let changes = plan.shapes()[lookup.shape].placements().passing();
            for (&moving, row) in lookup.tiles.iter().zip(&changes) {
                view.tables_of[usize::from(moving)] = table;
                for (&passed, &change) in lookup.tiles.iter().zip(row) {
                    let at = usize::from(moving) * R::CELLS + usize::from(passed);
                    let change = i16::try_from(change).expect("at most 7!");
                    view.passing[at] = -change;
                    view.passing[R::CELLS * R::CELLS + at] = change;
                }
            }
        }
        view
    }

    /// Where the tiles are after one of them stepped; the bit of its pattern is fetched from memory but not looked at.
    #[expect(clippy::inline_always, reason = "the heart of the search: a memo that is passed through memory is slow")]
    #[inline(always)]
    fn step<C: Cells, R: Room>(
        &self,
        space: &Tiles<C, Stm>,
        mut places: Places<R>,
        before: &Board<C>,
        (tile, from, to): (usize, usize, usize),
        way: u8,
    ) -> Places<R> {
        let table = usize::from(self.tables_of[tile & 63]);
        let Some(slot) = self.slots.get(table) else {
            places.sum = places.sum + distance(space, tile, to) - distance(space, tile, from);
            places.at = SETTLED;
            return places;
        };
        let step = &slot.steps[to << 2 | usize::from(way)];
        let row = (usize::from(step.ascends) * R::CELLS + tile) * R::CELLS;
        let row = &self.passing[row..row + R::CELLS];
        let mut change = 0i16;
        for place in 0..R::REACH {
            change = change.wrapping_add(row[before.tile(usize::from(step.between[place])) & (R::CELLS - 1)]);
        }
        places.room.step(table, step.exchanged, change);
        let spot = slot.regions.spot(places.room.occupied(table), usize::from(step.blank));
        let index = spot * slot.arrangements + places.room.arrangement(table);
        prefetch(slot.bits, index >> 3);
        places.at = (table as u64) << INDEX | index as u64;
        places
    }

    /// The same with the distance of the pattern that changed.
    #[expect(clippy::inline_always, reason = "the heart of the search: a memo that is passed through memory is slow")]
    #[inline(always)]
    fn settle<R: Room>(&self, mut places: Places<R>) -> Places<R> {
        if places.at == SETTLED {
            return places;
        }
        let (table, index) = ((places.at >> INDEX) as usize, (places.at & ((1 << INDEX) - 1)) as usize);
        let Some(slot) = self.slots.get(table) else { return places };
        let half = slot.half(index);
        let shift = 2 * table;
        let quarter = places.quarters >> shift & 3;
        // Of 4n the neighbours are 4n + 1, with the same half, and 4n − 1, with the other; of 4n + 1 it is the other way
        // round, and so on.
        let rises = (half ^ quarter >> 1 ^ quarter) & 1 ^ 1;
        places.sum = places.sum + 2 * rises - 1;
        let next = quarter.wrapping_add(2 * rises).wrapping_sub(1) & 3;
        places.quarters ^= (quarter ^ next) << shift;
        places.at = SETTLED;
        places
    }
}

impl<'a> Slot<'a> {
    fn new(plan: &Plan, lookup: &Lookup, tables: &'a Tables) -> Self {
        let (shape, size) = (&plan.shapes()[lookup.shape], plan.size());
        let (regions, cells) = (shape.regions(), size.cells());
        let mut steps = vec![Step::default(); cells << 2];
        let ways = ways(size);
        for (at, step) in lookup.orientation.steps(size).into_iter().enumerate() {
            let (to, from) = (at / cells, at % cells);
            if step.exchanged != 0 {
                steps[to << 2 | usize::from(ways[64 + from - to])] = Step {
                    exchanged: step.exchanged,
                    between: step.between,
                    blank: lookup.orientation.image[from],
                    ascends: step.sign > 0,
                };
            }
        }
        let arrangements = regions.placements().arrangement_count();
        let bits = tables.get(lookup.shape).bytes();
        Self { bits, regions, arrangements, steps, lookup: lookup.clone(), shape: shape.clone() }
    }

    #[inline]
    fn half(&self, index: usize) -> u16 {
        match self.bits.get(index >> 3) {
            Some(byte) => u16::from(byte >> (index & 7) & 1),
            None => 0,
        }
    }

    /// The distance modulo 4 of pieces and a blank, in the table's cells.
    fn quarter(&self, cells: &[u8], blank: usize) -> u16 {
        let occupied = occupied(cells);
        let arrangement = self.regions.placements().arrangement(cells) as usize;
        let is_odd = self.regions.is_odd(occupied) != self.regions.is_odd(self.goal());
        self.half(self.regions.index(occupied, blank, arrangement)) << 1 | u16::from(is_odd)
    }

    /// The goal's cells.
    fn goal(&self) -> u64 {
        occupied(self.shape.goals())
    }

    /// The distance of pieces and a blank, in the table's cells, by following it down; `None` where the goal is out of reach.
    fn distance(&self, mut cells: Vec<u8>, mut blank: usize) -> Option<u16> {
        let size = self.shape.size();
        let home = self.regions.spot(self.goal(), self.shape.blank());
        let mut distance = 0;
        let mut quarter = self.quarter(&cells, blank);
        loop {
            let taken = occupied(&cells);
            let spot = self.regions.spot(taken, blank);
            if cells == self.shape.goals() && spot == home {
                return Some(distance);
            }
            // A piece steps into the region, and the blank is where it was.
            let pieces = 0..cells.len();
            let ways = pieces.flat_map(|piece| neighbours(size, usize::from(cells[piece])).map(move |to| (piece, to)));
            let down = ways.into_iter().find_map(|(piece, target)| {
                if taken >> target & 1 == 1 || self.regions.spot(taken, target) != spot {
                    return None;
                }
                let from = usize::from(cells[piece]);
                let mut after = cells.clone();
                after[piece] = u8::try_from(target).ok()?;
                (self.quarter(&after, from) == (quarter + 3) & 3).then_some((after, from))
            });
            (cells, blank) = down?;
            quarter = (quarter + 3) & 3;
            distance += 1;
        }
    }
}

/// The cells beside a cell.
fn neighbours(size: Size, cell: usize) -> impl Iterator<Item = usize> {
    let width = size.width();
    let near = [cell.wrapping_sub(width), cell.wrapping_sub(1), cell + 1, cell + width];
    near.into_iter().filter(move |&other| other < size.cells() && size.distance(cell, other) == 1)
}

estimate_by_memo!([C: Cells, R: Room, const G: usize] RegionPdb<'_, C, R, G>, Tiles<C, Stm>, CONSISTENT);

impl<C: Cells, R: Room, const G: usize> Incremental<Tiles<C, Stm>> for RegionPdb<'_, C, R, G> {
    type Memo = RegionMemo<R, G>;

    fn memo(&self, state: &Board<C>) -> Option<Self::Memo> {
        let nothing = Places { room: R::default(), at: SETTLED, sum: 0, quarters: 0 };
        let mut memo = RegionMemo { views: [nothing; G] };
        for (places, view) in memo.views.iter_mut().zip(&self.views) {
            *places = self.places(view, state)?;
        }
        Some(memo)
    }

    #[inline]
    fn advance(&self, memo: Self::Memo, before: &Board<C>, mv: Move) -> Option<Self::Memo> {
        self.advance_within(memo, before, mv, Cost::MAX).map(|(memo, _)| memo)
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> Cost {
        memo.views.iter().map(|places| Cost::from(places.sum)).max().unwrap_or(0)
    }

    #[inline]
    fn advance_within(
        &self,
        memo: Self::Memo,
        before: &Board<C>,
        mv: Move,
        allowance: Cost,
    ) -> Option<(Self::Memo, Cost)> {
        self.announce(memo, before, mv).and_then(|memo| self.settle(memo, allowance))
    }

    const IN_HALVES: bool = true;

    #[expect(clippy::inline_always, reason = "the heart of the search: a memo that is passed through memory is slow")]
    #[inline(always)]
    fn announce(&self, mut memo: Self::Memo, before: &Board<C>, mv: Move) -> Option<Self::Memo> {
        let (from, to) = (usize::from(mv.target), usize::from(mv.blank));
        let way = self.ways[(64 + from - to) & 127];
        let tile = before.tile(from);
        // By number: the loop is unrolled, and each memo stays in registers.
        for group in 0..G {
            let Some(view) = self.views.get(group) else { break };
            memo.views[group] = view.step(self.space, memo.views[group], before, (tile, from, to), way);
        }
        Some(memo)
    }

    #[expect(clippy::inline_always, reason = "the heart of the search: a memo that is passed through memory is slow")]
    #[inline(always)]
    fn settle(&self, mut memo: Self::Memo, allowance: Cost) -> Option<(Self::Memo, Cost)> {
        let mut value = 0;
        for group in 0..G {
            let Some(view) = self.views.get(group) else { break };
            memo.views[group] = view.settle(memo.views[group]);
            value = value.max(Cost::from(memo.views[group].sum));
            if value > allowance {
                break;
            }
        }
        Some((memo, value))
    }
}
