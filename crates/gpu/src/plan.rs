//! What is looked up: partitions of the tiles into patterns, the views that a board is looked at in, and nodes as kernels know
//! them.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

use crate::automaton::Automaton;
use crate::device::{Bytes, Facts};
use crate::error::{Error, Result};
use crate::frame::Frame;
use crate::shape::{MOST_TILES, RANK_BYTES, Shape, edges, even_cells, placement};

/// Most patterns: a tile's name has two bits for its pattern.
const MOST_PATTERNS: usize = 4;
/// Entries of a warp's stack in shared memory, as the kernels have them.
pub(crate) const RING: usize = 64;
const BREADTH_RING: usize = 128;
/// Warps of a block that goes in breadth.
pub(crate) const BREADTH_WARPS: usize = 4;
/// Bytes of the constants of the search.
const CONSTANTS_BYTES: usize = 576;
/// Shared memory takes room from the cache: with more than this, lookups become slower faster than warps hide them.
const COMFORTABLE_SHARED: usize = 190 << 10;

/// The tiles of a standard board in groups, each with a table of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partition {
    patterns: Vec<Vec<u8>>,
}

impl Partition {
    /// The one that serves boards of this size, with tables that take some megabytes.
    pub fn small(width: usize, height: usize) -> Self {
        if (width, height) == (5, 5) {
            return Self::known(".aabbaaabbccabbccdddccddd");
        }
        let tiles = width * height - 1;
        // Rows of a high board, columns of a wide one.
        let mut cells: Vec<usize> = (1..=tiles).collect();
        if width > height {
            cells.sort_by_key(|cell| (cell % width, cell / width));
        }
        let most = if tiles < 16 { MOST_TILES } else { 6 };
        let groups = tiles.div_ceil(most);
        let patterns = (0..groups).map(|group| {
            let part = group * tiles / groups..(group + 1) * tiles / groups;
            let mut pattern: Vec<u8> = cells[part].iter().map(|&cell| u8::try_from(cell).expect("few cells")).collect();
            pattern.sort_unstable();
            pattern
        });
        Self { patterns: patterns.collect() }
    }

    /// The one with tables of many gigabytes, where there is one: three patterns of eight tiles on 5×5, chosen by the nodes
    /// that searches with it expand.
    pub fn large(width: usize, height: usize) -> Option<Self> {
        ((width, height) == (5, 5)).then(|| Self::known(".aaabaaabbaacbbcccbbccccb"))
    }

    fn known(text: &str) -> Self {
        text.parse().expect("a partition of ours")
    }

    /// How many tiles each pattern has, such as `6-6-6-6`.
    pub fn sizes(&self) -> String {
        let sizes: Vec<String> = self.patterns.iter().map(|pattern| pattern.len().to_string()).collect();
        sizes.join("-")
    }

    pub(crate) fn patterns(&self) -> &[Vec<u8>] {
        &self.patterns
    }

    fn check(&self, cells: usize) -> Result<()> {
        let fault = |reason: &str| Error::Partition { text: self.to_string(), cells, reason: reason.to_owned() };
        let count: usize = self.patterns.iter().map(Vec::len).sum();
        if count + 1 != cells {
            return Err(fault(
                "write a character for each cell: . for the blank's, a letter from a to d for each tile's",
            ));
        }
        if self.patterns.len() > MOST_PATTERNS || self.patterns.iter().any(|pattern| pattern.len() > MOST_TILES) {
            return Err(fault("there are at most four patterns of at most eight tiles"));
        }
        Ok(())
    }
}

impl FromStr for Partition {
    type Err = Error;

    /// Reads a character for each cell of the standard goal: a dot, which is the blank's, and a letter for each tile.
    fn from_str(text: &str) -> Result<Self> {
        let fault = |reason: &str| Error::Partition {
            text: text.to_owned(),
            cells: text.chars().count(),
            reason: reason.to_owned(),
        };
        let mut patterns: Vec<Vec<u8>> = Vec::new();
        for (cell, letter) in text.bytes().enumerate() {
            match (cell, letter) {
                (0, b'.') => {}
                (1.., b'a'..=b'd') if cell < 25 => {
                    let index = usize::from(letter - b'a');
                    patterns.resize(patterns.len().max(index + 1), Vec::new());
                    patterns[index].push(u8::try_from(cell).expect("few cells"));
                }
                _ => return Err(fault("write . for the first cell and a letter from a to d for each other one")),
            }
        }
        if patterns.is_empty() || patterns.iter().any(Vec::is_empty) {
            return Err(fault("use letters without a gap, from a on"));
        }
        let partition = Self { patterns };
        partition.check(text.len())?;
        Ok(partition)
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = 1 + self.patterns.iter().flatten().copied().max().unwrap_or_default();
        f.write_char('.')?;
        (1..cells).try_for_each(|cell| {
            let index = self.patterns.iter().position(|pattern| pattern.contains(&cell)).unwrap_or_default();
            f.write_char(char::from(b'a' + u8::try_from(index).expect("few patterns")))
        })
    }
}

/// The tables of a search on one board, and how nodes are written.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) frame: Frame,
    pub(crate) partitions: Vec<Partition>,
    /// The layout of each pattern, those of one size shared.
    pub(crate) shapes: Vec<Arc<Shape>>,
    /// Whether boards are looked at transposed, too.
    mirror: bool,
    automaton: &'static Automaton,
    /// For each view the pattern and the place in it of each standard tile.
    slots: Vec<Vec<u8>>,
    pub(crate) warps: usize,
}

impl Plan {
    pub(crate) fn new(frame: Frame, partitions: Vec<Partition>, facts: &Facts) -> Result<Self> {
        let (width, height, count) = (frame.width, frame.height, frame.count());
        let mut known: Vec<Arc<Shape>> = Vec::new();
        let mut shapes = Vec::new();
        let sizes = |partition: &Partition| partition.patterns.iter().map(Vec::len).collect::<Vec<_>>();
        for partition in &partitions {
            partition.check(count)?;
            if sizes(partition) != sizes(&partitions[0]) {
                let reason = format!("its patterns have other sizes than those of {}", partitions[0]);
                return Err(Error::Partition { text: partition.to_string(), cells: count, reason });
            }
        }
        for size in sizes(&partitions[0]) {
            let shape = known.iter().find(|shape| shape.tiles == size).cloned();
            let shape = match shape {
                Some(shape) => shape,
                None => Arc::new(Shape::new(width, height, size).ok_or(Error::Board { width, height })?),
            };
            known.push(Arc::clone(&shape));
            shapes.push(shape);
        }
        let mirror = width == height;
        let mut plan =
            Self { frame, partitions, shapes, mirror, automaton: Automaton::usual(), slots: Vec::new(), warps: 1 };
        plan.slots = (0..plan.views()).map(|view| plan.slots_of(view)).collect();
        let fixed = plan.shared_fixed();
        let each = plan.shared_of_warp(RING, 3);
        let room = (facts.shared_bytes as usize).min(COMFORTABLE_SHARED).saturating_sub(fixed);
        plan.warps = (room / each).clamp(1, if plan.entry_stride() <= 80 { 16 } else { 12 });
        Ok(plan)
    }

    /// How many patterns a partition has.
    pub(crate) fn patterns(&self) -> usize {
        self.shapes.len()
    }

    /// How many ways there are to look at a board.
    pub(crate) fn views(&self) -> usize {
        self.partitions.len() * if self.mirror { 2 } else { 1 }
    }

    fn partition_of(&self, view: usize) -> usize {
        if self.mirror { view / 2 } else { view }
    }

    fn is_mirrored(&self, view: usize) -> bool {
        self.mirror && view % 2 == 1
    }

    /// The cell as a view sees it.
    fn seen(&self, view: usize, cell: usize) -> usize {
        let width = self.frame.width;
        if self.is_mirrored(view) { cell % width * width + cell / width } else { cell }
    }

    /// The pattern and the place of each tile as a view sees it.
    fn slots_of(&self, view: usize) -> Vec<u8> {
        let mut slots = vec![0; self.frame.count()];
        for (index, pattern) in self.partitions[self.partition_of(view)].patterns.iter().enumerate() {
            for (place, &cell) in pattern.iter().enumerate() {
                slots[self.seen(view, usize::from(cell))] = u8::try_from(8 * index + place).expect("at most 32");
            }
        }
        slots
    }

    /// The layouts without repetition, and for each pattern which one it is.
    fn distinct(&self) -> (Vec<&Arc<Shape>>, Vec<usize>) {
        let mut distinct: Vec<&Arc<Shape>> = Vec::new();
        let mut which = Vec::new();
        for shape in &self.shapes {
            let at = distinct.iter().position(|known| Arc::ptr_eq(known, shape));
            which.push(at.unwrap_or(distinct.len()));
            if at.is_none() {
                distinct.push(shape);
            }
        }
        (distinct, which)
    }

    /// The layouts without repetition.
    pub(crate) fn distinct_shapes(&self) -> Vec<&Arc<Shape>> {
        self.distinct().0
    }

    /// Which of the distinct layouts a pattern has.
    pub(crate) fn shape_number(&self, pattern: usize) -> usize {
        self.distinct().1[pattern]
    }

    /// Where the table of each pattern of each partition begins, in words of 32 bits; the last is the end of all.
    pub(crate) fn first_words(&self) -> Vec<u64> {
        let mut first = vec![0];
        for _ in &self.partitions {
            for shape in &self.shapes {
                first.push(first[first.len() - 1] + shape.table_bytes() / 4);
            }
        }
        first
    }

    /// Bytes of all tables.
    pub(crate) fn table_bytes(&self) -> u64 {
        4 * self.first_words().pop().unwrap_or_default()
    }

    /// Bytes of a node.
    pub(crate) fn entry_bytes(&self) -> usize {
        (32 + 8 * self.patterns() * if self.mirror { 2 } else { 1 }).next_multiple_of(16)
    }

    /// Bytes from one node to the next in shared memory: an odd multiple of 16, so that lanes use different banks.
    fn entry_stride(&self) -> usize {
        let bytes = self.entry_bytes();
        if bytes / 16 % 2 == 1 { bytes } else { bytes + 16 }
    }

    fn slack_at(&self) -> usize {
        self.views() * self.patterns()
    }

    fn slack_bits(&self) -> usize {
        ((32 - self.slack_at()) / self.views()).min(8)
    }

    fn shared_fixed(&self) -> usize {
        (self.distinct_shapes().len() * RANK_BYTES).next_multiple_of(16)
            + (self.automaton.next.len() * 8).next_multiple_of(16)
            + CONSTANTS_BYTES
    }

    fn shared_of_warp(&self, ring: usize, children: usize) -> usize {
        (ring + 32) * self.entry_stride() + children * 32 * 8
    }

    /// Bytes of shared memory of a block that goes in depth.
    pub(crate) fn depth_shared(&self) -> usize {
        self.shared_fixed() + self.warps * self.shared_of_warp(RING, 3)
    }

    /// Bytes of shared memory of a block that goes in breadth.
    pub(crate) fn breadth_shared(&self) -> usize {
        self.shared_fixed() + BREADTH_WARPS * self.shared_of_warp(BREADTH_RING, 4)
    }

    /// The source of the kernels for this plan.
    pub(crate) fn source(&self) -> String {
        let (width, height, cells) = (self.frame.width, self.frame.height, self.frame.count());
        let (left, right) = edges(width, cells);
        let distinct = self.distinct_shapes();
        let mut goal_parity = 0_u32;
        for (table, pattern) in self.partitions.iter().flat_map(|partition| &partition.patterns).enumerate() {
            let even = placement(pattern).0 & even_cells(width, height);
            goal_parity |= (even.count_ones() & 1) << table;
        }
        let mut defines = String::new();
        let mut define = |name: &str, value: u64| {
            let _ = writeln!(defines, "#define {name} {value}");
        };
        define("WIDTH", width as u64);
        define("HEIGHT", height as u64);
        define("VIEWS", self.views() as u64);
        define("PATTERNS", self.patterns() as u64);
        define("PARTITIONS", self.partitions.len() as u64);
        define("MIRROR", u64::from(self.mirror));
        define("SIZES", distinct.len() as u64);
        if let [shape] = distinct[..] {
            define("SIZE", shape.tiles as u64);
            define("NODES", u64::from(shape.nodes));
            define("WORDS", u64::from(shape.words()));
        }
        define("SLACK_AT", self.slack_at() as u64);
        define("SLACK_BITS", self.slack_bits() as u64);
        define("ENTRY_BYTES", self.entry_bytes() as u64);
        define("ENTRY_STRIDE", self.entry_stride() as u64);
        define("EVEN_CELLS", even_cells(width, height).into());
        define("LEFT_CELLS", left.into());
        define("RIGHT_CELLS", right.into());
        define("GOAL_PARITY", goal_parity.into());
        define("WARPS", self.warps as u64);
        define("STATES", self.automaton.next.len() as u64);
        [
            &defines,
            include_str!("kernels/dialect.h"),
            include_str!("kernels/tables.cu"),
            include_str!("kernels/search.cu"),
        ]
        .concat()
    }

    /// The move automaton as kernels read it.
    pub(crate) fn automaton(&self) -> Vec<u8> {
        self.automaton.words().bytes()
    }

    /// The constants of the search: the structure `Constants` of the kernels.
    pub(crate) fn constants(&self) -> Vec<u8> {
        let (width, height) = (self.frame.width, self.frame.height);
        let mut neighbours = [0_u32; 32];
        let mut directions = [0_u8; 32];
        let mut mirror = [0_u8; 32];
        for cell in 0..self.frame.count() {
            let (row, column) = (cell / width, cell % width);
            let there = [row > 0, column > 0, column + 1 < width, row + 1 < height];
            let beyond = [cell.wrapping_sub(width), cell.wrapping_sub(1), cell + 1, cell + width];
            for direction in (0..4).filter(|&direction| there[direction]) {
                neighbours[cell] |= u32::try_from(beyond[direction]).expect("a cell") << (8 * direction);
                directions[cell] |= 1 << direction;
            }
            mirror[cell] = u8::try_from(if self.mirror { column * width + row } else { cell }).expect("a cell");
        }
        let mut slot = [[0_u8; 32]; 4];
        let mut members = [[[0_u8; 8]; 4]; 4];
        for (view, slots) in self.slots.iter().enumerate() {
            for (&name, &at) in self.slots[0].iter().zip(slots).take(self.frame.count()).skip(1) {
                slot[view][usize::from(name)] = at;
                members[view][usize::from(at >> 3)][usize::from(at & 7)] = name;
            }
        }
        let mut first_word = self.first_words();
        first_word.resize(8, 0);
        let (distinct, which) = self.distinct();
        let (mut first_region, mut first_rank) = ([0_u32; 4], [0_u32; 4]);
        let (mut words, mut size) = ([0_u32; 4], [0_u32; 4]);
        for (pattern, shape) in self.shapes.iter().enumerate() {
            let number = which[pattern];
            first_region[pattern] = distinct[..number].iter().map(|shape| shape.sets).sum();
            first_rank[pattern] = u32::try_from(number * RANK_BYTES).expect("few sizes");
            words[pattern] = shape.words();
            size[pattern] = u32::try_from(shape.tiles).expect("few tiles");
        }
        let constants = [
            neighbours.bytes(),
            directions.to_vec(),
            mirror.to_vec(),
            slot.concat(),
            members.concat().concat(),
            first_word.bytes(),
            first_region.bytes(),
            first_rank.bytes(),
            words.bytes(),
            size.bytes(),
        ]
        .concat();
        debug_assert_eq!(constants.len(), CONSTANTS_BYTES);
        constants
    }

    /// What a view's pattern sees of a standard board: the cells of its tiles, and the blank's.
    pub(crate) fn sight(&self, board: &[u8], view: usize, pattern: usize) -> (Vec<u8>, usize) {
        let mut cells = vec![0; self.shapes[pattern].tiles];
        let mut blank = 0;
        for (cell, &tile) in board.iter().enumerate() {
            let seen = self.seen(view, cell);
            if tile == 0 {
                blank = seen;
                continue;
            }
            let slot = usize::from(self.slots[view][usize::from(tile)]);
            if slot >> 3 == pattern {
                cells[slot & 7] = u8::try_from(seen).expect("a cell");
            }
        }
        (cells, blank)
    }

    /// A standard board as a node from which paths of at most `bound` moves are searched; `distances` are those that each
    /// pattern of each view has left. `None` where a view is so much weaker than another that its slack has no room.
    pub(crate) fn entry(&self, board: &[u8], distances: &[u32], bound: u32) -> Option<Vec<u8>> {
        let mut entry = vec![0; self.entry_bytes()];
        let mut header = 0_u32;
        for (cell, &tile) in board.iter().enumerate() {
            if tile == 0 {
                header = u32::try_from(cell).expect("a cell") << 8;
                continue;
            }
            let name = usize::from(self.slots[0][usize::from(tile)]);
            entry[cell] = u8::try_from(name).expect("at most 32");
            entry[32 + name] = u8::try_from(cell).expect("a cell");
            if self.mirror {
                let there =
                    if self.partitions.len() == 1 { usize::from(self.slots[1][usize::from(tile)]) } else { name };
                entry[32 + 8 * self.patterns() + there] = u8::try_from(self.seen(1, cell)).expect("a cell");
            }
        }
        header |= u32::from(entry[24]);
        entry[24..28].copy_from_slice(&header.to_ne_bytes());
        let mut values = 0_u32;
        for (view, of_view) in distances.chunks(self.patterns()).enumerate() {
            for (pattern, distance) in of_view.iter().enumerate() {
                values |= (distance >> 1 & 1) << (view * self.patterns() + pattern);
            }
            let slack = bound.checked_sub(of_view.iter().sum())? / 2;
            if slack >> self.slack_bits() != 0 {
                return None;
            }
            values |= slack << (self.slack_at() + self.slack_bits() * view);
        }
        entry[28..32].copy_from_slice(&values.to_ne_bytes());
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_print_as_they_are_read() {
        for partition in [Partition::small(5, 5), Partition::large(5, 5).unwrap(), Partition::small(4, 4)] {
            assert_eq!(partition.to_string().parse::<Partition>().unwrap(), partition);
        }
        assert_eq!(Partition::small(4, 5).sizes(), "4-5-5-5");
        assert_eq!(Partition::small(4, 4).sizes(), "7-8");
        assert_eq!(Partition::small(3, 3).sizes(), "8");
        assert!("..aa".parse::<Partition>().is_err());
        assert!(".aac".parse::<Partition>().unwrap_err().to_string().contains("without a gap"));
    }

    #[test]
    fn there_is_a_partition_for_every_board_that_is_served() {
        for width in 2..=12 {
            for height in (2..=12).filter(|height| width * height <= 25) {
                Partition::small(width, height).check(width * height).unwrap();
            }
        }
    }
}
