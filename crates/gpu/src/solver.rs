//! A device with the tables of one goal: solves one start after the other.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_search::{Cost, Limits, Observer, Run};

use crate::device::{Device, Program};
use crate::error::{Error, Result};
use crate::frame::Frame;
use crate::plan::{Partition, Plan};
use crate::search::{self, Counts, Searcher, Sizes};
use crate::tables::{self, Level, Tables};

/// The fewest entries of a spill, and the fewest roots, with which a search on a small card still works well.
const SMALL: Sizes = Sizes { roots: 20_000, spill: 400, steps: None };

/// Everything on a device that solves puzzles with one goal.
#[derive(Debug)]
pub struct Solver {
    device: Arc<dyn Device>,
    program: Box<dyn Program>,
    tables: Tables,
    searcher: Searcher,
    bytes: u64,
}

/// What a solver would take of a device's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Bytes of the tables.
    pub tables: u64,
    /// The most bytes that are held at once.
    pub most: u64,
}

impl Solver {
    /// What a solver with these partitions takes of a device's memory.
    ///
    /// # Errors
    /// A partition that does not fit the board.
    pub fn need(device: &Arc<dyn Device>, frame: &Frame, partitions: &[Partition], sizes: Sizes) -> Result<Need> {
        let plan = Plan::new(frame.clone(), partitions.to_vec(), device.facts())?;
        Ok(Self::need_of(&plan, device, sizes))
    }

    fn need_of(plan: &Plan, device: &Arc<dyn Device>, sizes: Sizes) -> Need {
        // What building takes is given back before the search takes its own.
        let beside = search::need(plan, sizes, device.facts().processors);
        let tables = plan.table_bytes();
        Need { tables, most: tables::need(plan).max(tables + beside + (64 << 20)) }
    }

    /// Compiles the kernels for a goal and builds the tables; `None` where `watch` said that it is enough.
    ///
    /// # Errors
    /// [`Error::Memory`] where the card has too little, and what the driver says.
    pub fn new(
        device: &Arc<dyn Device>,
        frame: &Frame,
        partitions: &[Partition],
        sizes: Option<Sizes>,
        watch: &mut dyn FnMut(&Level) -> ControlFlow<()>,
    ) -> Result<Option<Self>> {
        let plan = Plan::new(frame.clone(), partitions.to_vec(), device.facts())?;
        let free = device.free_memory()?;
        let usual = Sizes::default();
        let fits = |sizes: Sizes| Self::need_of(&plan, device, sizes).most <= free;
        let sizes = match sizes {
            Some(sizes) => sizes,
            None if fits(usual) => usual,
            None => SMALL,
        };
        let need = Self::need_of(&plan, device, sizes);
        if need.most > free {
            return Err(Error::Memory { what: "this search", needed: need.most, free });
        }
        let program = device.compile(&plan.source())?;
        let Some(tables) = Tables::build(device, &*program, &plan, watch)? else { return Ok(None) };
        let searcher = Searcher::new(device, plan, sizes)?;
        Ok(Some(Self { device: Arc::clone(device), program, tables, searcher, bytes: need.most }))
    }

    /// Finds the shortest solution of a board: the tile on each cell, row by row, 0 for the blank. The moves of the solution are
    /// the cells that the blank goes to. `known` is a lower bound that is proven already, or 0.
    ///
    /// # Errors
    /// What the driver says. Limits are results.
    pub fn solve<O: Observer>(
        &mut self,
        board: &[u8],
        known: Cost,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Run<u8>> {
        self.searcher.counts = Counts::default();
        self.searcher.solve(&*self.program, &self.tables, board, known, limits, observer)
    }

    /// What the kernels counted in the last search.
    pub fn counts(&self) -> Counts {
        self.searcher.counts
    }

    /// How many placements are at each distance, for each table: comparable with tables that were built elsewhere.
    pub fn histograms(&self) -> &[Vec<u64>] {
        &self.tables.histograms
    }

    /// Bytes of the tables.
    pub fn table_bytes(&self) -> u64 {
        self.tables.bits.bytes
    }

    /// The most bytes of the device's memory that it claimed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The names of its partitions, such as `6-6-6-6`.
    pub fn name(&self) -> String {
        let names: Vec<String> = self.searcher.plan().partitions.iter().map(Partition::sizes).collect();
        names.join(" and ")
    }

    /// The goal that it was made for.
    pub fn frame(&self) -> &Frame {
        &self.searcher.plan().frame
    }

    /// The device.
    pub fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }
}
