//! Tables in the memory of a device: built there, and looked up for the exact distances of a start.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::device::{Bytes, Device, Launch, Memory, Parameters, Program};
use crate::error::{Error, Result};
use crate::plan::Plan;
use crate::shape::{Shape, even_cells, placement};

/// Bytes of what the threads of a block share while they build, before the bits.
const BUILD_SHARED: usize = 32 * 4 + 32 * 4 + 32 * 8 + 16;
/// Threads of a block of walks.
const WALK_THREADS: u32 = 64;
/// The most levels that a table can have: no placement is as far as this.
const MOST_LEVELS: u32 = 400;

/// A level of a table is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Which table, from 0.
    pub table: usize,
    /// How many tables there are.
    pub tables: usize,
    /// Which level.
    pub level: u32,
    /// Entries of the table that are known.
    pub known: u64,
    /// Entries of the table.
    pub entries: u64,
}

/// What kernels need of a layout.
#[derive(Debug)]
struct Layout {
    shape: Arc<Shape>,
    ranks: Memory,
    regions: Memory,
}

/// The tables of a plan.
#[derive(Debug)]
pub(crate) struct Tables {
    layouts: Vec<Layout>,
    pub(crate) bits: Memory,
    /// Ranks and regions of all sizes, one behind the other, as the search reads them.
    pub(crate) all_ranks: Memory,
    pub(crate) all_regions: Memory,
    /// How many placements are at each distance, by table.
    pub(crate) histograms: Vec<Vec<u64>>,
}

/// Bytes of the device's memory that building holds at most.
pub(crate) fn need(plan: &Plan) -> u64 {
    let largest = plan.shapes.iter().map(|shape| shape.table_bytes()).max().unwrap_or_default();
    let layouts: u64 = plan.distinct_shapes().iter().map(|shape| u64::from(shape.nodes) * 64).sum();
    plan.table_bytes() + 2 * largest + layouts + (64 << 20)
}

impl Tables {
    /// Builds all tables; `None` where `watch` said that it is enough.
    pub(crate) fn build(
        device: &Arc<dyn Device>,
        program: &dyn Program,
        plan: &Plan,
        watch: &mut dyn FnMut(&Level) -> ControlFlow<()>,
    ) -> Result<Option<Self>> {
        let layouts = plan.distinct_shapes().into_iter().map(|shape| {
            Ok(Layout {
                shape: Arc::clone(shape),
                ranks: Memory::holding(device, "the layout of the tables", &shape.ranks)?,
                regions: Memory::holding(device, "the layout of the tables", &shape.regions.bytes())?,
            })
        });
        let layouts = layouts.collect::<Result<Vec<_>>>()?;
        let (mut all_ranks, mut all_regions) = (Vec::new(), Vec::new());
        for layout in &layouts {
            all_ranks.extend_from_slice(&layout.shape.ranks);
            all_regions.extend(layout.shape.regions.bytes());
        }
        let mut tables = Self {
            layouts,
            bits: Memory::zeroed(device, "the tables", plan.table_bytes())?,
            all_ranks: Memory::holding(device, "the layout of the tables", &all_ranks)?,
            all_regions: Memory::holding(device, "the layout of the tables", &all_regions)?,
            histograms: Vec::new(),
        };
        let first_words = plan.first_words();
        let count = first_words.len() - 1;
        for number in 0..tables.layouts.len() {
            let mut site = Site::new(device, &tables.layouts[number])?;
            for table in (0..count).filter(|table| plan.shape_number(table % plan.patterns()) == number) {
                let (partition, pattern) = (table / plan.patterns(), table % plan.patterns());
                let cells = &plan.partitions[partition].patterns()[pattern];
                let address = tables.bits.address + 4 * first_words[table];
                let told = &mut |level, known, entries| watch(&Level { table, tables: count, level, known, entries });
                let Some(histogram) = site.build(program, cells, address, told)? else { return Ok(None) };
                tables.histograms.resize(count, Vec::new());
                tables.histograms[table] = histogram;
            }
        }
        Ok(Some(tables))
    }

    /// The exact distances of a standard board, for each pattern of each view.
    pub(crate) fn distances(
        &self,
        device: &Arc<dyn Device>,
        program: &dyn Program,
        plan: &Plan,
        board: &[u8],
    ) -> Result<Vec<u32>> {
        let mut found = vec![0; plan.views() * plan.patterns()];
        let first_words = plan.first_words();
        let (width, height) = (plan.frame.width, plan.frame.height);
        let views_of_partition = plan.views() / plan.partitions.len();
        for (index, distance) in found.iter_mut().enumerate() {
            let (view, pattern) = (index / plan.patterns(), index % plan.patterns());
            let partition = view / views_of_partition;
            let layout = &self.layouts[plan.shape_number(pattern)];
            let (cells, blank) = plan.sight(board, view, pattern);
            let placements = Memory::holding(device, "a question", &[packed(&cells)].bytes())?;
            let blanks = Memory::holding(device, "a question", &[u32::try_from(blank).expect("a cell")].bytes())?;
            let answers = Memory::zeroed(device, "an answer", 4)?;
            let parameters = Parameters::addresses(&[
                layout.ranks.address,
                layout.regions.address,
                self.bits.address + 4 * first_words[partition * plan.patterns() + pattern],
                placements.address,
                blanks.address,
                answers.address,
                packed(&plan.partitions[partition].patterns()[pattern]),
            ]);
            let tiles = u32::try_from(layout.shape.tiles).expect("few tiles");
            let parameters = parameters.numbers(&[1, tiles, layout.shape.words(), 0, even_cells(width, height)]);
            program.launch("walk", Launch { blocks: 1, threads: WALK_THREADS, shared: 0 }, &parameters)?;
            let mut answer = [0; 4];
            answers.read(0, &mut answer)?;
            *distance = u32::from_ne_bytes(answer);
            if *distance == u32::MAX {
                return Err(Error::Internal(format!(
                    "a table of the card has no way down from {cells:?}, blank {blank}"
                )));
            }
        }
        Ok(found)
    }
}

/// Cells as kernels take them: a byte each.
fn packed(cells: &[u8]) -> u64 {
    cells.iter().rev().fold(0, |word, &cell| word << 8 | u64::from(cell))
}

/// Where tables of one layout are built, one after the other.
struct Site<'a> {
    layout: &'a Layout,
    cells_of_node: Memory,
    lists: [Memory; 2],
    visited: Memory,
    fresh: Memory,
    last: Memory,
    known: Memory,
    reorder: Memory,
    found: Memory,
}

impl<'a> Site<'a> {
    fn new(device: &Arc<dyn Device>, layout: &'a Layout) -> Result<Self> {
        let shape = &layout.shape;
        let what = "building the tables";
        let (nodes, bytes) = (u64::from(shape.nodes), shape.table_bytes());
        Ok(Self {
            layout,
            cells_of_node: Memory::holding(device, what, &shape.cells_of_node.bytes())?,
            lists: [
                Memory::holding(device, what, &shape.by_parity[0].bytes())?,
                Memory::holding(device, what, &shape.by_parity[1].bytes())?,
            ],
            visited: Memory::new(device, what, bytes)?,
            fresh: Memory::new(device, what, bytes)?,
            last: Memory::new(device, what, 2 * nodes)?,
            known: Memory::new(device, what, 4 * nodes)?,
            reorder: Memory::holding(device, what, &shape.reorder().bytes())?,
            found: Memory::new(device, what, 8)?,
        })
    }

    /// Builds the table of a pattern whose tiles belong on these cells, at an address whose bits are 0. Returns how many entries
    /// have each distance; `None` where `watch` said that it is enough.
    fn build(
        &mut self,
        program: &dyn Program,
        cells: &[u8],
        table: u64,
        watch: &mut dyn FnMut(u32, u64, u64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<u64>>> {
        let shape = Arc::clone(&self.layout.shape);
        for memory in [&self.visited, &self.last, &self.known] {
            memory.clear()?;
        }
        let (set, order) = placement(cells);
        let goal = shape.node(set, 0);
        let row = u64::from(goal) * u64::from(shape.words()) * 4;
        let (word, bit) = (u64::from(order / 32) * 4, (1_u32 << (order % 32)).to_ne_bytes());
        self.fresh.write(row, &vec![0; shape.words() as usize * 4])?;
        self.fresh.write(row + word, &bit)?;
        self.visited.write(row + word, &bit)?;
        self.last.write(2 * u64::from(goal), &1_u16.to_ne_bytes())?;
        self.known.write(4 * u64::from(goal), &1_u32.to_ne_bytes())?;
        let even = even_cells(shape.width, shape.height);
        let goal_parity = (set & even).count_ones() & 1;
        let entries = u64::from(shape.nodes) * u64::from(shape.orders());
        let (mut known, mut histogram) = (1, vec![1]);
        let launch_shared = BUILD_SHARED.next_multiple_of(16) + shape.words() as usize * 4;
        let threads = if shape.tiles >= 8 {
            256
        } else if shape.tiles == 7 {
            128
        } else {
            32
        };
        for level in 0..MOST_LEVELS {
            let parity = ((goal_parity + level + 1) & 1) as usize;
            let listed = u32::try_from(shape.by_parity[parity].len()).expect("fewer than nodes");
            self.found.write(0, &[0; 8])?;
            let parameters = Parameters::addresses(&[
                self.layout.ranks.address,
                self.layout.regions.address,
                self.cells_of_node.address,
                self.lists[parity].address,
                self.visited.address,
                self.fresh.address,
                table,
                self.last.address,
                self.known.address,
                self.reorder.address,
                self.found.address,
            ]);
            let tiles = u32::try_from(shape.tiles).expect("few tiles");
            let parameters = parameters.numbers(&[listed, shape.sets, tiles, shape.orders(), shape.words(), level]);
            let shared = u32::try_from(launch_shared).expect("some kilobytes");
            program.launch("build_level", Launch { blocks: listed.max(1), threads, shared }, &parameters)?;
            let mut found = [0; 8];
            self.found.read(0, &mut found)?;
            let found = u64::from_ne_bytes(found);
            if found == 0 {
                return Ok(Some(histogram));
            }
            known += found;
            histogram.push(found);
            if watch(level + 1, known, entries).is_break() {
                return Ok(None);
            }
        }
        Err(Error::Internal(format!("a table of {} tiles has no end", cells.len())))
    }
}
