//! The census at work: classes of layouts, and which lead to which.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use fewest_search::{LimitKind, Limits};

use super::grid::{Grid, Key, Placement, Regions, Shape, classes, weight};
use super::{Group, LayoutCensus, LayoutError, Layouts, MAX_SQUARES, PieceSet, Stock};
use crate::geometry::Square;

/// A census at work.
pub(super) struct Table<'a> {
    pub(super) grid: Grid,
    pub(super) shapes: Vec<Shape>,
    census: &'a LayoutCensus,
    limits: &'a Limits,
    started: web_time::Instant,
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
    pub(super) fn new(grid: Grid, shapes: Vec<Shape>, census: &'a LayoutCensus, limits: &'a Limits) -> Self {
        let single = census.stock.iter().position(Stock::is_single);
        Self {
            grid,
            shapes,
            census,
            limits,
            started: web_time::Instant::now(),
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
    pub(super) fn place(&mut self, at: u32, key: Key, free: u32, counts: &mut Vec<u16>) -> Result<(), LayoutError> {
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
    pub(super) fn index(&mut self) {
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
    pub(super) fn connect(&mut self) -> Result<(), LayoutError> {
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
    pub(super) fn count(mut self) -> Layouts {
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
