//! Every layout of a stock of pieces on a board, and which can be reached from which.
//!
//! Single squares are counted without being moved. While the larger pieces rest, single squares drift through the free
//! squares around them: within a region of free squares that hang together, every arrangement can be reached from every
//! other, for single squares are alike and any gap can be brought anywhere. So all layouts with the larger pieces in given
//! places and given numbers of gaps in the regions are one class. A larger piece can go where the region it would enter has
//! gaps enough. The 29,334,498 layouts of 4×5 squares with one large square, which dnomd343 (2022) counted one by one, are
//! a few hundred thousand classes.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use fewest_search::{LimitKind, Limits};

use crate::geometry::Square;

/// Pieces of one shape, and how many of them a layout may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    /// The squares of the shape, in any order, seen from the upper left corner of the smallest rectangle around it.
    pub shape: Vec<Square>,
    /// How many there may be.
    pub count: RangeInclusive<u16>,
}

impl Stock {
    /// Rectangles of these many columns and rows.
    pub fn rectangles(width: u16, height: u16, count: RangeInclusive<u16>) -> Self {
        let shape = (0..height).flat_map(|y| (0..width).map(move |x| Square::new(x, y))).collect();
        Self { shape, count }
    }

    fn is_single(&self) -> bool {
        self.shape.len() == 1
    }
}

/// Which layouts a census looks at.
///
/// ```
/// use fewest_blocks::design::{LayoutCensus, Stock};
/// use fewest_search::Limits;
/// // A domino that lies and any number of single squares on 3×2 squares, one square free at least.
/// let stock = vec![Stock::rectangles(2, 1, 1..=1), Stock::rectangles(1, 1, 0..=6)];
/// let census = LayoutCensus { width: 3, height: 2, walls: Vec::new(), stock, gaps: 1..=6 };
/// let layouts = census.run(&Limits::default())?;
/// assert_eq!((layouts.sets.len(), layouts.layouts(), layouts.groups()), (4, 60, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutCensus {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Squares that are no floor.
    pub walls: Vec<Square>,
    /// The pieces.
    pub stock: Vec<Stock>,
    /// How many floor squares may be free.
    pub gaps: RangeInclusive<u16>,
}

/// Why a census cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The board is empty or too large.
    #[error("a board of {width}×{height} squares cannot be counted: 1 to {MAX_SQUARES} squares can")]
    Size {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// More shapes than can be told apart.
    #[error("{shapes} shapes are too many: at most {MAX_SHAPES} can be counted")]
    Shapes {
        /// How many there are.
        shapes: usize,
    },
    /// A shape without squares, or two of the same.
    #[error("shape {number} of the stock has no squares, has one twice, or is there twice")]
    Shape {
        /// Which, counted from 1.
        number: usize,
    },
    /// It would take too long or too much memory.
    #[error("the {0} was reached before all layouts were counted")]
    Limit(LimitKind),
}

/// The most squares of a board.
pub const MAX_SQUARES: usize = 32;
/// The most shapes of more than one square.
pub const MAX_SHAPES: usize = 15;

/// The layouts of one set of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet {
    /// How many pieces there are of each shape of the stock.
    pub counts: Vec<u16>,
    /// How many layouts each group has, the largest first; a group is all layouts that can be reached from one another.
    pub groups: Vec<Group>,
}

/// Layouts that can be reached from one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many there are.
    pub layouts: u64,
    /// One of them: for each piece, its shape by number and the square of its upper left corner.
    pub example: Vec<(usize, Square)>,
}

/// What a census found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layouts {
    /// Every set of pieces that has a layout.
    pub sets: Vec<PieceSet>,
    /// How many classes of layouts were told apart on the way.
    pub classes: u64,
}

impl Layouts {
    /// How many layouts there are.
    pub fn layouts(&self) -> u64 {
        self.sets.iter().flat_map(|set| &set.groups).map(|group| group.layouts).sum()
    }

    /// How many groups there are.
    pub fn groups(&self) -> u64 {
        self.sets.iter().map(|set| set.groups.len() as u64).sum()
    }
}

/// The larger pieces, each somewhere: four bits for each square that is the first of a piece, in reading order, with the
/// number of its shape plus one.
type Key = u128;

/// The larger pieces in given places.
#[derive(Clone, Copy, Debug)]
struct Placement {
    key: Key,
    free: u32,
    /// The first of its classes.
    class: u32,
    /// Which set of larger pieces it is of.
    set: u32,
}

/// A shape of more than one square.
#[derive(Clone, Debug)]
struct Shape {
    /// Its number in the stock.
    number: usize,
    count: RangeInclusive<u16>,
    /// What it covers when its first square is this one; nothing where it does not fit.
    cells: Vec<u32>,
    /// The column of its first square.
    lead: u16,
}

/// The board as bits, row by row.
#[derive(Clone, Debug)]
struct Grid {
    width: u32,
    squares: u32,
    floor: u32,
    /// All but the first column, and all but the last.
    not_first: u32,
    not_last: u32,
}

impl Grid {
    /// The squares of a set that hang together with its lowest.
    fn region(&self, set: u32) -> u32 {
        let mut region = set & set.wrapping_neg();
        loop {
            let wider = region
                | (region & self.not_last) << 1
                | (region & self.not_first) >> 1
                | region.checked_shl(self.width).unwrap_or(0)
                | region.checked_shr(self.width).unwrap_or(0);
            let wider = wider & set;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }

    /// The regions of a set, each with what one gap in it adds to the number of a class.
    fn regions(&self, set: u32, into: &mut Regions) {
        into.clear();
        let (mut rest, mut stride) = (set, 1);
        while rest != 0 {
            let region = self.region(rest);
            rest &= !region;
            into.push((region, stride));
            stride *= region.count_ones() + 1;
        }
    }
}

/// Regions of free squares, each with the stride of its gaps.
type Regions = Vec<(u32, u32)>;

/// How many classes there are.
fn classes(regions: &Regions) -> u32 {
    regions.iter().map(|(region, _)| region.count_ones() + 1).product()
}

/// What gaps on these squares add to the number of a class.
fn weight(regions: &Regions, squares: u32) -> u32 {
    regions.iter().map(|&(region, stride)| stride * (region & squares).count_ones()).sum()
}

impl LayoutCensus {
    /// The layouts of Huarong Dao, the Chinese Klotski: 4×5 squares, one large square, dominoes both ways and single
    /// squares, and two squares free at least.
    pub fn huarong_dao() -> Self {
        let stock = vec![
            Stock::rectangles(2, 2, 1..=1),
            Stock::rectangles(2, 1, 0..=7),
            Stock::rectangles(1, 2, 0..=7),
            Stock::rectangles(1, 1, 0..=14),
        ];
        Self { width: 4, height: 5, walls: Vec::new(), stock, gaps: 2..=16 }
    }

    /// Counts.
    ///
    /// # Errors
    /// [`LayoutError`] where the board or the stock cannot be counted, or a limit came first.
    pub fn run(&self, limits: &Limits) -> Result<Layouts, LayoutError> {
        let (grid, shapes) = self.check()?;
        let mut table = Table::new(grid, shapes, self, limits);
        table.place(0, 0, table.grid.floor, &mut vec![0; table.shapes.len()])?;
        table.index();
        table.connect()?;
        Ok(table.count())
    }

    /// The largest pieces and the board, as bits.
    fn check(&self) -> Result<(Grid, Vec<Shape>), LayoutError> {
        let Self { width, height, .. } = *self;
        let squares = usize::from(width) * usize::from(height);
        if squares == 0 || squares > MAX_SQUARES {
            return Err(LayoutError::Size { width, height });
        }
        let all = (0..height).flat_map(|y| (0..width).map(move |x| Square::new(x, y)));
        let bit = |square: Square| 1u32 << (u32::from(square.y) * u32::from(width) + u32::from(square.x));
        let set = |keep: &dyn Fn(Square) -> bool| {
            all.clone().filter(|&square| keep(square)).fold(0, |set, square| set | bit(square))
        };
        let grid = Grid {
            width: width.into(),
            squares: u32::from(width) * u32::from(height),
            floor: set(&|square| !self.walls.contains(&square)),
            not_first: set(&|square| square.x > 0),
            not_last: set(&|square| square.x + 1 < width),
        };
        let mut shapes: Vec<Shape> = Vec::new();
        let mut known: Vec<Vec<Square>> = Vec::new();
        for (number, stock) in self.stock.iter().enumerate() {
            let mut cells = stock.shape.clone();
            cells.sort_unstable();
            let distinct = cells.windows(2).all(|pair| pair[0] != pair[1]);
            let corner = cells.iter().map(|cell| cell.x).min() == Some(0) && cells[0].y == 0;
            if !distinct || !corner || known.contains(&cells) {
                return Err(LayoutError::Shape { number: number + 1 });
            }
            known.push(cells.clone());
            if stock.is_single() {
                continue;
            }
            let lead = cells[0].x;
            let covers = |first: Square| {
                let corner = first.x.checked_sub(lead)?;
                let moved = || cells.iter().map(|cell| Square::new(corner + cell.x, first.y + cell.y));
                let fits = moved().all(|cell| cell.x < width && cell.y < height);
                Some(moved().map(bit).fold(0, |all, bit| all | bit)).filter(|cells| fits && cells & !grid.floor == 0)
            };
            let cells = all.clone().map(|first| covers(first).unwrap_or(0)).collect();
            shapes.push(Shape { number, count: stock.count.clone(), cells, lead });
        }
        if shapes.len() > MAX_SHAPES {
            return Err(LayoutError::Shapes { shapes: shapes.len() });
        }
        Ok((grid, shapes))
    }
}

/// A census at work.
struct Table<'a> {
    grid: Grid,
    shapes: Vec<Shape>,
    census: &'a LayoutCensus,
    limits: &'a Limits,
    started: std::time::Instant,
    /// How many single squares there may be, and the number of their shape.
    singles: RangeInclusive<u16>,
    single: Option<usize>,
    placements: Vec<Placement>,
    /// Placements by a hash of their keys, plus one.
    slots: Vec<u32>,
    sets: Vec<Vec<u16>>,
    numbers: HashMap<Vec<u16>, u32>,
    classes: u32,
    /// The class that stands for another: a forest (Galler and Fischer 1964).
    parents: Vec<u32>,
    regions: Regions,
}

impl<'a> Table<'a> {
    fn new(grid: Grid, shapes: Vec<Shape>, census: &'a LayoutCensus, limits: &'a Limits) -> Self {
        let single = census.stock.iter().position(Stock::is_single);
        Self {
            grid,
            shapes,
            census,
            limits,
            started: std::time::Instant::now(),
            singles: single.map_or(0..=0, |number| census.stock[number].count.clone()),
            single,
            placements: Vec::new(),
            slots: Vec::new(),
            sets: Vec::new(),
            numbers: HashMap::new(),
            classes: 0,
            parents: Vec::new(),
            regions: Regions::new(),
        }
    }

    fn check_limits(&self) -> Result<(), LayoutError> {
        let held = 2 * self.placements.capacity() as u64 * size_of::<Placement>() as u64 + 16 * u64::from(self.classes);
        let limit = if self.limits.cancel.is_cancelled() {
            LimitKind::Cancelled
        } else if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            LimitKind::Time
        } else if held > self.limits.memory || self.classes > u32::MAX / 2 {
            LimitKind::Memory
        } else {
            return Ok(());
        };
        Err(LayoutError::Limit(limit))
    }

    /// Whether so many of the free squares can stay free.
    fn allows(&self, free: u32, gaps: u32) -> bool {
        let short = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
        self.census.gaps.contains(&short(gaps)) && free >= gaps && self.singles.contains(&short(free - gaps))
    }

    /// Places larger pieces on the squares from `at` on in every way.
    fn place(&mut self, at: u32, key: Key, free: u32, counts: &mut Vec<u16>) -> Result<(), LayoutError> {
        // The next free square is the first of a piece, or stays free.
        let rest = free.checked_shr(at).unwrap_or(0);
        if rest == 0 || at >= self.grid.squares {
            return self.note(key, free, counts);
        }
        let at = at + rest.trailing_zeros();
        self.place(at + 1, key, free, counts)?;
        for shape in 0..self.shapes.len() {
            let cells = self.shapes[shape].cells[at as usize];
            if cells != 0 && cells & !free == 0 && counts[shape] < *self.shapes[shape].count.end() {
                counts[shape] += 1;
                self.place(at + 1, key | (shape as Key + 1) << (4 * at), free & !cells, counts)?;
                counts[shape] -= 1;
            }
        }
        Ok(())
    }

    fn note(&mut self, key: Key, free: u32, counts: &[u16]) -> Result<(), LayoutError> {
        let squares = free.count_ones();
        let enough = self.shapes.iter().zip(counts).all(|(shape, count)| shape.count.contains(count));
        if !enough || !(0..=squares).any(|gaps| self.allows(squares, gaps)) {
            return Ok(());
        }
        if self.placements.len().is_multiple_of(1024) {
            self.check_limits()?;
        }
        let set = self.numbers.get(counts).copied().unwrap_or_else(|| {
            let set = u32::try_from(self.sets.len()).expect("fewer sets than placements");
            self.sets.push(counts.to_vec());
            self.numbers.insert(counts.to_vec(), set);
            set
        });
        let mut regions = std::mem::take(&mut self.regions);
        self.grid.regions(free, &mut regions);
        self.placements.push(Placement { key, free, class: self.classes, set });
        self.classes = self.classes.saturating_add(classes(&regions));
        self.regions = regions;
        Ok(())
    }

    /// Makes the table by which placements are found.
    fn index(&mut self) {
        let size = (2 * self.placements.len() + 2).next_power_of_two();
        self.slots = vec![0; size];
        for (number, placement) in (1u32..).zip(&self.placements) {
            let mut at = hash(placement.key) & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = number;
        }
        self.parents = (0..self.classes).collect();
    }

    fn find(&self, key: Key) -> Placement {
        let mask = self.slots.len() - 1;
        let mut at = hash(key) & mask;
        loop {
            let placement = self.placements[self.slots[at] as usize - 1];
            if placement.key == key {
                return placement;
            }
            at = (at + 1) & mask;
        }
    }

    /// The class that stands for all that were found connected with this one.
    fn root(&mut self, mut class: u32) -> u32 {
        while self.parents[class as usize] != class {
            let parent = self.parents[class as usize];
            self.parents[class as usize] = self.parents[parent as usize];
            class = self.parents[class as usize];
        }
        class
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        // The lower one stands for both.
        self.parents[one.max(other) as usize] = one.min(other);
    }

    /// Connects the classes between which a step of a larger piece leads: to the right and down, for the way back is the
    /// same connection.
    fn connect(&mut self) -> Result<(), LayoutError> {
        let (mut here, mut there, mut atoms) = (Regions::new(), Regions::new(), Vec::new());
        for number in 0..self.placements.len() {
            if number % 1024 == 0 {
                self.check_limits()?;
            }
            let placement = self.placements[number];
            self.grid.regions(placement.free, &mut here);
            let mut key = placement.key;
            while key != 0 {
                let at = key.trailing_zeros() / 4;
                let shape = (key >> (4 * at) & 15) as usize - 1;
                key &= !(15 << (4 * at));
                let cells = self.shapes[shape].cells[at as usize];
                for distance in [1, self.grid.width] {
                    let to = at + distance;
                    let moved = self.shapes[shape].cells.get(to as usize).copied().unwrap_or(0);
                    let fits = moved != 0 && moved & !(placement.free | cells) == 0;
                    if !fits || distance == 1 && self.grid.not_last >> at & 1 == 0 {
                        continue;
                    }
                    let sign = shape as Key + 1;
                    let next = self.find(placement.key & !(15 << (4 * at)) | sign << (4 * to));
                    self.grid.regions(next.free, &mut there);
                    // What is free before and after keeps its gaps; what is entered was gaps, what is left becomes gaps.
                    let mut from = placement.class + weight(&here, moved & !cells);
                    let mut onto = next.class + weight(&there, cells & !moved);
                    atoms.clear();
                    let mut rest = placement.free & next.free;
                    while rest != 0 {
                        let atom = self.grid.region(rest);
                        rest &= !atom;
                        let one = atom & atom.wrapping_neg();
                        atoms.push(Atom {
                            size: atom.count_ones(),
                            gaps: 0,
                            here: weight(&here, one),
                            there: weight(&there, one),
                        });
                    }
                    loop {
                        self.join(from, onto);
                        // The next way to spread gaps over the atoms.
                        let Some(first) = atoms.iter().position(|atom| atom.gaps < atom.size) else { break };
                        for atom in &mut atoms[..first] {
                            from -= atom.gaps * atom.here;
                            onto -= atom.gaps * atom.there;
                            atom.gaps = 0;
                        }
                        atoms[first].gaps += 1;
                        from += atoms[first].here;
                        onto += atoms[first].there;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds up the layouts of each group.
    fn count(mut self) -> Layouts {
        let choose = binomials();
        let mut sizes = vec![0u64; self.classes as usize];
        let mut regions = std::mem::take(&mut self.regions);
        let mut roots = Vec::new();
        for number in 0..self.placements.len() {
            let placement = self.placements[number];
            self.grid.regions(placement.free, &mut regions);
            let free = placement.free.count_ones();
            for class in 0..classes(&regions) {
                let spread =
                    |&(region, stride): &(u32, u32)| (region.count_ones(), class / stride % (region.count_ones() + 1));
                let gaps = regions.iter().map(|region| spread(region).1).sum();
                if !self.allows(free, gaps) {
                    continue;
                }
                let layouts: u64 = regions
                    .iter()
                    .map(|region| {
                        let (size, gaps) = spread(region);
                        choose[size as usize][gaps as usize]
                    })
                    .product();
                let root = self.root(placement.class + class);
                if sizes[root as usize] == 0 {
                    roots.push((root, number, class));
                }
                sizes[root as usize] += layouts;
            }
        }
        let mut sets: HashMap<(u32, u32), PieceSet> = HashMap::new();
        for (root, number, class) in roots {
            let placement = self.placements[number];
            self.grid.regions(placement.free, &mut regions);
            let (example, gaps) = self.example(placement, &regions, class);
            let set = sets.entry((placement.set, gaps)).or_insert_with(|| {
                let mut counts = vec![0; self.census.stock.len()];
                for (shape, &count) in self.shapes.iter().zip(&self.sets[placement.set as usize]) {
                    counts[shape.number] = count;
                }
                if let Some(single) = self.single {
                    counts[single] = u16::try_from(placement.free.count_ones() - gaps).expect("at most 32 squares");
                }
                PieceSet { counts, groups: Vec::new() }
            });
            set.groups.push(Group { layouts: sizes[root as usize], example });
        }
        let mut sets: Vec<PieceSet> = sets.into_values().collect();
        sets.sort_unstable_by(|one, other| one.counts.cmp(&other.counts));
        for set in &mut sets {
            set.groups.sort_by(|one, other| (other.layouts, &one.example).cmp(&(one.layouts, &other.example)));
        }
        Layouts { sets, classes: self.classes.into() }
    }

    /// A layout of a class, with gaps on the first squares of each region, and how many there are.
    fn example(&self, placement: Placement, regions: &Regions, class: u32) -> (Vec<(usize, Square)>, u32) {
        let square = |at: u32| {
            let short = |value: u32| u16::try_from(value).expect("at most 32 squares");
            Square::new(short(at % self.grid.width), short(at / self.grid.width))
        };
        let mut pieces = Vec::new();
        for at in 0..self.grid.squares {
            if let Some(shape) = (placement.key >> (4 * at) & 15).checked_sub(1) {
                let Shape { number, lead, .. } = self.shapes[shape as usize];
                let Square { x, y } = square(at);
                pieces.push((number, Square::new(x - lead, y)));
            }
        }
        let mut all = 0;
        for &(region, stride) in regions {
            let gaps = class / stride % (region.count_ones() + 1);
            all += gaps;
            let squares = (0..self.grid.squares).filter(|at| region >> at & 1 == 1).skip(gaps as usize);
            pieces.extend(squares.filter_map(|at| Some((self.single?, square(at)))));
        }
        pieces.sort_unstable_by_key(|&(number, square)| (square, number));
        (pieces, all)
    }
}

/// Squares that are free before and after a step, and hang together.
struct Atom {
    size: u32,
    gaps: u32,
    /// What a gap adds to the number of a class, before and after.
    here: u32,
    there: u32,
}

#[expect(clippy::cast_possible_truncation, reason = "any bits of the key will do")]
fn hash(key: Key) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    let mixed = (folded ^ folded >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 20) as usize
}

/// In how many ways some of at most 32 squares can be chosen.
fn binomials() -> Vec<Vec<u64>> {
    let mut all = vec![vec![1u64]];
    for size in 1..=MAX_SQUARES {
        let last = &all[size - 1];
        let row =
            (0..=size).map(|k| last.get(k).copied().unwrap_or(0) + k.checked_sub(1).map_or(0, |k| last[k])).collect();
        all.push(row);
    }
    all
}
