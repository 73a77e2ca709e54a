//! The sum of disjoint patterns on small boards, as fast as it can be looked up.
//!
//! [`AdditivePdb`](super::AdditivePdb) serves any board and any packing. Here is the case that matters most: at most 16
//! cells, at most four patterns of at most eight tiles, two codes to a byte. Then the masks of all patterns fit one
//! register, and so do their arrangements; a memo is copied in a few moves; every lookup is in an array of known length, and
//! no bound is checked but that of the table itself.

use fewest_pdb::encoding::Encoding;
use fewest_pdb::prefetch::prefetch;
use fewest_search::{Cost, Incremental};

use super::plan::Lookup;
use super::{Kind, MismatchError, Plan, Shape, Tables, view};
use crate::heuristics::estimate_by_memo;
use crate::{Board, Cells, Move, Stm, Tiles};

/// Patterns that a partition may have, and one less where a tile is in none.
const LANES: usize = 4;

/// The bits of a lane: arrangements of eight tiles have numbers below 40,320.
const LANE: u32 = 16;

/// The bits of an index: 16!/8! is below 2 to the power of 29.
const INDEX: u32 = 30;

/// Tiles that a pattern may have.
const MOST_TILES: usize = 8;

/// `G` partitions of a board of at most 16 cells, each of at most four patterns of at most eight tiles: what
/// [`AdditivePdb`](super::AdditivePdb) is for any board, and the same estimates.
///
/// Partitions are looked up one after the other, and no further than to the first that exceeds what a search allows.
///
/// ```
/// use fewest_pdb::{build::Builder, encoding::Encoding};
/// use fewest_search::Heuristic;
/// use fewest_tiles::pdb::{CompactPdb, Kind, NamedSet, Plan, Tables};
/// use fewest_tiles::{Goal, Nibbles, Position, Stm, Tiles};
///
/// let start: Position = "5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0".parse()?;
/// let goal = Goal::BlankLast.position(start.size())?;
/// let partitions = NamedSet::find("4-4-4-3").and_then(|set| set.partitions(&goal)).expect("a set for this board");
/// let plan = Plan::new(&goal, &partitions, Kind::Additive, Encoding::NIBBLE)?;
/// let tables = Tables::build(&plan, &Builder::default())?;
/// let space = Tiles::<Nibbles, Stm>::new(&goal)?;
/// let pdb = CompactPdb::<_, 1>::new(&space, &plan, &tables)?;
/// assert_eq!(pdb.estimate(&space.board(&start)?), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompactPdb<'a, C: Cells, const G: usize> {
    space: &'a Tiles<C, Stm>,
    distances: &'a C::Pairs,
    views: Box<[View<'a>; G]>,
    from_scratch: Vec<view::View>,
}

/// What [`CompactPdb`] remembers of a position.
#[derive(Clone, Copy, Debug)]
pub struct CompactMemo<const G: usize> {
    manhattan: u32,
    views: [Places; G],
}

/// Where the tiles of a partition are: a lane for each pattern.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    /// The occupied cells, as the pattern's table names them.
    masks: u64,
    arrangements: u64,
    /// In lanes of half the width.
    codes: u32,
    /// Where the code of the pattern is whose tile stepped last: the index, and the number of its table in the top bits.
    at: u32,
}

/// A partition and its tables.
#[derive(Clone, Debug)]
struct View<'a> {
    /// The table of each tile.
    tables_of: [u8; 16],
    /// The change of an arrangement when a tile passes another: towards lower cells, towards higher cells, by [`pair`].
    passing: [[i16; 256]; 2],
    tables: [Slot<'a>; LANES],
}

/// A table, and how a position is shown to it.
#[derive(Clone, Debug)]
struct Slot<'a> {
    /// By the blank's cell and the tile's: see [`pair`].
    steps: [Step; 256],
    /// The index of the first arrangement of a set: what its lower and its upper eight cells add to it.
    lower: [u32; 256],
    upper: [u32; 256],
    codes: &'a [u8],
}

/// A tile's step from one cell to the next, as a table sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The two cells.
    exchanged: u16,
    /// Towards higher cells.
    ascends: bool,
    /// The cells that are passed; where there are fewer, the tile's own, which counts for nothing.
    between: [u8; 3],
}

/// Where a table of 16 × 16 has two numbers below 16.
#[inline]
fn pair(first: usize, second: usize) -> usize {
    debug_assert!(first < 16 && second < 16);
    // The masks say what is true anyway, and spare the lookup a check.
    (first & 15) << 4 | second & 15
}

impl<'a, C: Cells, const G: usize> CompactPdb<'a, C, G> {
    /// Whether a plan is of this kind, whatever the number of its partitions.
    pub fn serves(plan: &Plan) -> bool {
        let small = |shape: &Shape| shape.goals().len() <= MOST_TILES;
        let narrow = plan.size().width().min(plan.size().height()) <= 4;
        (plan.kind(), plan.encoding()) == (Kind::Additive, Encoding::NIBBLE)
            && plan.size().cells() <= 16
            && narrow
            && plan.most_patterns() <= LANES
            && plan.shapes().iter().all(small)
    }

    /// Looks up in the tables of a plan.
    ///
    /// # Errors
    /// [`MismatchError`] where the plan is another's, or is not [served](Self::serves), or has not `G` partitions.
    pub fn new(space: &'a Tiles<C, Stm>, plan: &Plan, tables: &'a Tables) -> Result<Self, MismatchError> {
        MismatchError::check(space, plan, tables)?;
        let (partitions, patterns) = (plan.partitions(), plan.most_patterns());
        if partitions != G {
            return Err(MismatchError::Count { partitions, patterns });
        }
        if !Self::serves(plan) {
            return Err(MismatchError::Kind { kind: plan.kind(), encoding: plan.encoding() });
        }
        let views: Vec<View<'a>> = plan.groups().iter().map(|group| View::new(plan, group, tables)).collect();
        let views = views.try_into().expect("as many views as partitions, which were counted");
        let from_scratch = plan.groups().iter().map(|group| view::View::new::<C>(plan, group)).collect();
        Ok(Self { space, distances: space.goal_distances(), views, from_scratch })
    }

    #[inline]
    fn distance(&self, tile: usize, cell: usize) -> u32 {
        u32::from(self.distances.as_ref()[C::pair(tile, cell)])
    }
}

impl<'a> View<'a> {
    fn new(plan: &Plan, group: &[Lookup], tables: &'a Tables) -> Self {
        // A tile of no pattern is looked up in a table without codes.
        let spare = u8::try_from(group.len().min(LANES - 1)).expect("a small number");
        let mut view = View {
            tables_of: [spare; 16],
            passing: [[0; 256]; 2],
            tables: std::array::from_fn(|table| match group.get(table) {
                Some(lookup) => Slot::new(plan, lookup, tables.get(lookup.shape).bytes()),
                None => Slot { steps: [Step::default(); 256], lower: [0; 256], upper: [0; 256], codes: &[] },
            }),
        };
        for (table, lookup) in (0u8..).zip(group) {
            let changes = plan.shapes()[lookup.shape].placements().passing();
            for (&moving, row) in lookup.tiles.iter().zip(&changes) {
                view.tables_of[usize::from(moving)] = table;
                for (&passed, &change) in lookup.tiles.iter().zip(row) {
                    let at = pair(usize::from(moving), usize::from(passed));
                    let change = i16::try_from(change).expect("at most 7!");
                    view.passing[0][at] = -change;
                    view.passing[1][at] = change;
                }
            }
        }
        view
    }

    /// Where the tiles are after one of them stepped; the code of its pattern is fetched from memory but not looked at.
    #[expect(clippy::inline_always, reason = "measured: a memo that is passed through memory is copied slowly")]
    #[inline(always)]
    fn step<C: Cells>(&self, places: Places, before: &Board<C>, tile: usize, from: usize, to: usize) -> Places {
        let table = self.tables_of[tile & 15];
        let slot = &self.tables[usize::from(table) % LANES];
        let step = &slot.steps[pair(to, from)];
        let passing = &self.passing[usize::from(step.ascends)];
        let passed = |place: usize| passing[pair(tile, before.tile(usize::from(step.between[place])))];
        let change = i64::from(passed(0) + passed(1) + passed(2));
        let shift = LANE * u32::from(table);
        let masks = places.masks ^ u64::from(step.exchanged) << shift;
        // As one number, the lanes take a change of either sign: what is borrowed is given back.
        let arrangements = places.arrangements.wrapping_add_signed(change << shift);
        let index = slot.index(masks >> shift, arrangements >> shift);
        prefetch(slot.codes, index as usize / 2);
        Places { masks, arrangements, codes: places.codes, at: u32::from(table) << INDEX | index }
    }

    /// The same with the code of the pattern that changed, and the sum of all codes.
    #[expect(clippy::inline_always, reason = "measured: a memo that is passed through memory is copied slowly")]
    #[inline(always)]
    fn settle(&self, places: Places) -> (Places, u32) {
        let (table, index) = (places.at >> INDEX, places.at & ((1 << INDEX) - 1));
        let code = self.tables[table as usize % LANES].code(index as usize);
        let shift = LANE / 2 * table;
        let old = places.codes >> shift & 255;
        let codes = places.codes.wrapping_add(u32::from(code).wrapping_sub(old) << shift);
        (Places { codes, ..places }, sum(codes))
    }
}

/// The sum of all lanes of a byte.
#[inline]
fn sum(codes: u32) -> u32 {
    codes.wrapping_mul(0x0101_0101) >> 24
}

impl<'a> Slot<'a> {
    fn new(plan: &Plan, lookup: &Lookup, codes: &'a [u8]) -> Self {
        let placements = plan.shapes()[lookup.shape].placements();
        let mut steps = [Step::default(); 256];
        let cells = plan.size().cells();
        for (at, step) in lookup.orientation.steps(plan.size()).into_iter().enumerate() {
            let [first, second, third, ..] = step.between;
            steps[pair(at / cells, at % cells)] = Step {
                exchanged: u16::try_from(step.exchanged).expect("at most 16 cells"),
                ascends: step.sign > 0,
                between: [first, second, third],
            };
        }
        let (mut lower, mut upper) = ([0; 256], [0; 256]);
        let first = |occupied: u64| u32::try_from(placements.index(occupied, 0)).expect("at most 16!/8!");
        let lowest = |count: usize| (1u64 << count) - 1;
        for (byte, at) in (0u64..256).zip(0..) {
            let ones = byte.count_ones() as usize;
            // The other tiles are in the other eight cells. In the lowest that there are, they add nothing there.
            let Some(others) = lookup.tiles.len().checked_sub(ones).filter(|&others| others <= 8) else { continue };
            if cells > 8 {
                let others_above = lowest(others) << 8;
                lower[at] = first(byte | others_above) - first(lowest(ones) | others_above);
                upper[at] = first(byte << 8 | lowest(others));
            } else if others == 0 {
                lower[at] = first(byte);
            }
        }
        Self { steps, lower, upper, codes }
    }

    /// The index of a mask and an arrangement, each in the lowest lane.
    #[inline]
    fn index(&self, masks: u64, arrangements: u64) -> u32 {
        let [lower, upper, ..] = masks.to_le_bytes();
        #[expect(clippy::cast_possible_truncation, reason = "the other lanes are not meant")]
        let arrangement = arrangements as u16;
        self.lower[usize::from(lower)] + self.upper[usize::from(upper)] + u32::from(arrangement)
    }

    #[inline]
    fn code(&self, index: usize) -> u8 {
        match self.codes.get(index / 2) {
            Some(byte) => byte >> (4 * (index % 2)) & 15,
            None => 0,
        }
    }
}

estimate_by_memo!([C: Cells, const G: usize] CompactPdb<'_, C, G>, Tiles<C, Stm>, ADMISSIBLE);

impl<C: Cells, const G: usize> Incremental<Tiles<C, Stm>> for CompactPdb<'_, C, G> {
    type Memo = CompactMemo<G>;

    fn memo(&self, state: &Board<C>) -> Option<Self::Memo> {
        let cells = 0..self.space.size().cells();
        let manhattan = cells.map(|cell| self.distance(state.tile(cell), cell)).sum();
        let mut memo = CompactMemo { manhattan, views: [Places::default(); G] };
        for (group, places) in memo.views.iter_mut().enumerate() {
            for (table, place) in (0..).zip(self.from_scratch[group].places(state)) {
                places.masks |= place.occupied << (LANE * table);
                places.arrangements |= u64::from(place.arrangement) << (LANE * table);
                let index = self.views[group].tables[table as usize].index(place.occupied, place.arrangement.into());
                (*places, _) = self.views[group].settle(Places { at: table << INDEX | index, ..*places });
            }
        }
        Some(memo)
    }

    #[inline]
    fn advance(&self, memo: Self::Memo, before: &Board<C>, mv: Move) -> Option<Self::Memo> {
        self.advance_within(memo, before, mv, Cost::MAX).map(|(memo, _)| memo)
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> Cost {
        memo.manhattan + 2 * memo.views.iter().map(|places| sum(places.codes)).max().unwrap_or(0)
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

    #[expect(clippy::inline_always, reason = "measured: a memo that is passed through memory is copied slowly")]
    #[inline(always)]
    fn announce(&self, memo: Self::Memo, before: &Board<C>, mv: Move) -> Option<Self::Memo> {
        let (from, to) = (usize::from(mv.target), usize::from(mv.blank));
        let tile = before.tile(from);
        let manhattan = memo.manhattan + self.distance(tile, to) - self.distance(tile, from);
        let mut after = CompactMemo { manhattan, ..memo };
        // By number, here and below: a `zip` is a call where it is compiled apart, and the loop is not unrolled then.
        for group in 0..G {
            after.views[group] = self.views[group].step(memo.views[group], before, tile, from, to);
        }
        Some(after)
    }

    #[expect(clippy::inline_always, reason = "measured: a memo that is passed through memory is copied slowly")]
    #[inline(always)]
    fn settle(&self, mut memo: Self::Memo, allowance: Cost) -> Option<(Self::Memo, Cost)> {
        let mut value = memo.manhattan;
        for group in 0..G {
            let (settled, sum) = self.views[group].settle(memo.views[group]);
            memo.views[group] = settled;
            value = value.max(memo.manhattan + 2 * sum);
            if value > allowance {
                break;
            }
        }
        Some((memo, value))
    }
}
