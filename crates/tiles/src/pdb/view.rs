//! How the steps of a position change the places that its tables look it up in.

use fewest_pdb::rank::Placements;

use super::orientation::{REACH, Step};
use super::plan::{Lookup, Plan};

use crate::{Board, Cells, Metric, Move, Tiles};

/// Disjoint patterns of one position, each with a table, in one orientation or several.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The table of each tile, if it has one.
    members: Vec<Option<u8>>,
    /// The change of an arrangement when a tile passes another, both ways of the pair being looked up with [`Cells::pair`].
    passing: Vec<i32>,
    /// By table.
    ways: Vec<Way>,
    cells: usize,
    /// How many tiles a step can pass.
    reach: usize,
}

/// A table and how a position is shown to it.
#[derive(Clone, Debug)]
struct Way {
    placements: Placements,
    lookup: Lookup,
    /// By the blank's cell and the tile's.
    steps: Vec<Step>,
}

/// Where the tiles of a pattern are, as their table sees it: the cells they are on, and the number of their arrangement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) occupied: u64,
    pub(super) arrangement: u32,
}

impl View {
    pub(super) fn new<C: Cells>(plan: &Plan, group: &[Lookup]) -> Self {
        let cells = plan.size().cells();
        let mut members = vec![None; cells];
        let mut passing = vec![0; C::pair(cells - 1, cells - 1) + 1];
        let mut ways = Vec::new();
        for (table, lookup) in (0u8..).zip(group) {
            let placements = plan.shapes()[lookup.shape].placements();
            let changes = placements.passing();
            for (&moving, row) in lookup.tiles.iter().zip(&changes) {
                members[usize::from(moving)] = Some(table);
                for (&passed, &change) in lookup.tiles.iter().zip(row) {
                    passing[C::pair(usize::from(moving), usize::from(passed))] = change;
                }
            }
            let steps = lookup.orientation.steps(plan.size());
            ways.push(Way { placements, lookup: lookup.clone(), steps });
        }
        let reach = plan.size().width().min(plan.size().height()) - 1;
        Self { members, passing, ways, cells, reach }
    }

    /// The table that a tile is looked up in.
    #[inline]
    pub(super) fn table(&self, tile: usize) -> Option<usize> {
        self.members[tile].map(usize::from)
    }

    /// Where the tiles of a table are after one of them stepped.
    #[expect(clippy::inline_always, reason = "measured: the heart of every lookup, and the compiler hesitates")]
    #[inline(always)]
    pub(super) fn step<C: Cells>(
        &self,
        table: usize,
        place: Place,
        before: &Board<C>,
        tile: usize,
        from: usize,
        to: usize,
    ) -> Place {
        let step = &self.ways[table].steps[to * self.cells + from];
        let passed = |place: usize| self.passing[C::pair(tile, before.tile(usize::from(step.between[place])))];
        // The common widths are written out: a loop whose length is not known costs more than its body.
        let passed = match self.reach {
            2 => passed(0) + passed(1),
            3 => passed(0) + passed(1) + passed(2),
            reach => (0..reach.min(REACH)).map(passed).sum(),
        };
        Place {
            occupied: place.occupied ^ step.exchanged,
            arrangement: place.arrangement.wrapping_add_signed(step.sign * passed),
        }
    }

    /// Where the tiles of the one table are after a move.
    #[inline]
    pub(super) fn slide<C: Cells, M: Metric>(
        &self,
        space: &Tiles<C, M>,
        place: Place,
        before: &Board<C>,
        mv: Move,
    ) -> Place {
        let mut place = place;
        // The tiles between are where they were: each step passes only cells beyond those of the last.
        space.layout().for_each_tile_step(mv, |from, to| {
            let tile = before.tile(from);
            if self.members[tile].is_some() {
                place = self.step(0, place, before, tile, from, to);
            }
        });
        place
    }

    /// The index in a table without the blank.
    #[inline]
    pub(super) fn index(&self, table: usize, place: Place) -> usize {
        self.ways[table].placements.index(place.occupied, place.arrangement)
    }

    /// The index in a table with the blank, which is in a cell of the position.
    #[inline]
    pub(super) fn index_with_blank(&self, table: usize, place: Place, blank: usize) -> usize {
        let way = &self.ways[table];
        let blank = usize::from(way.lookup.orientation.image[blank]);
        way.placements.index_with_blank(place.occupied, blank, place.arrangement)
    }

    /// Where the tiles of each table are, from scratch.
    pub(super) fn places<C: Cells>(&self, board: &Board<C>) -> impl Iterator<Item = Place> {
        self.ways.iter().map(move |Way { placements, lookup, .. }| {
            let mut at = vec![0; lookup.tiles.len()];
            for (cell, &image) in lookup.orientation.image.iter().enumerate() {
                let piece = lookup.tiles.iter().position(|&tile| usize::from(tile) == board.tile(cell));
                if let Some(piece) = piece {
                    at[piece] = image;
                }
            }
            let occupied = at.iter().fold(0, |occupied, cell| occupied | 1 << cell);
            Place { occupied, arrangement: placements.arrangement(&at) }
        })
    }
}
