//! How the steps of a position change the indices of the tables it is shown to.

use fewest_pdb::radix::{NO_PIECE, Placements};

use super::orientation::{REACH, Step};
use super::plan::{Lookup, Plan};
use crate::board::Board;
use crate::cells::Cells;

/// Disjoint patterns of one position, each with a table, in one orientation or several.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// By tile.
    members: Vec<Member>,
    /// The change of an index when a tile passes another, both ways of the pair being looked up with [`Cells::pair`].
    passing: Vec<i32>,
    ways: Vec<Way>,
    lookups: Vec<(Placements, Lookup)>,
    cells: usize,
    /// How many tiles a step can pass.
    reach: usize,
}

/// A tile in its pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    weight: i32,
    /// Which table it is looked up in.
    pub(super) table: u8,
    way: u8,
}

/// An orientation.
#[derive(Clone, Debug)]
struct Way {
    /// By the blank's cell and the tile's.
    steps: Vec<Step>,
    image: Vec<u8>,
}

impl View {
    /// Tiles of no pattern get a table of their own, behind the others.
    pub(super) fn new<C: Cells>(plan: &Plan, group: &[Lookup]) -> Self {
        let cells = plan.size().cells();
        let holed = plan.kind().is_full();
        // Only one pattern can be numbered without the blank, and then every tile takes part in it.
        let no_table = if holed { 0 } else { u8::try_from(group.len()).unwrap_or(u8::MAX) };
        let mut members = vec![Member { weight: 0, table: no_table, way: 0 }; cells];
        let mut passing = vec![0; C::pair(cells - 1, cells - 1) + 1];
        let mut ways = Vec::new();
        let mut lookups = Vec::new();
        for (table, lookup) in (0u8..).zip(group) {
            let placements = plan.shapes()[lookup.shape].placements();
            let changes = if holed { placements.jumping() } else { placements.passing() };
            let way = u8::try_from(ways.len()).expect("as many orientations as patterns");
            let steps = lookup.orientation.steps(plan.size(), holed);
            ways.push(Way { steps, image: lookup.orientation.image.clone() });
            let piece = |tile: usize| lookup.tiles.iter().position(|&other| usize::from(other) == tile);
            for moving in 1..cells {
                let moved = piece(moving);
                if let Some(moved) = moved {
                    members[moving] = Member { weight: placements.weight(moved), table, way };
                } else if !holed {
                    continue;
                }
                for passed in 1..cells {
                    if let Some(other) = piece(passed) {
                        let row = &changes[moved.unwrap_or(usize::from(NO_PIECE))];
                        passing[C::pair(moving, passed)] = row[other];
                    }
                }
            }
            lookups.push((placements, lookup.clone()));
        }
        if ways.is_empty() {
            ways.push(Way { steps: vec![Step::default(); cells * cells], image: vec![0; cells] });
        }
        let reach = plan.size().width().min(plan.size().height()) - 1;
        Self { members, passing, ways, lookups, cells, reach }
    }

    #[inline]
    pub(super) fn member(&self, tile: usize) -> Member {
        self.members[tile]
    }

    /// The change of the index of a tile's table when it steps.
    #[expect(clippy::inline_always, reason = "measured: the heart of every lookup, and the compiler hesitates")]
    #[inline(always)]
    pub(super) fn change<C: Cells>(&self, before: &Board<C>, tile: usize, from: usize, to: usize) -> i32 {
        let Member { weight, way, .. } = self.members[tile];
        let step = &self.ways[usize::from(way)].steps[to * self.cells + from];
        let passed = |place: usize| self.passing[C::pair(tile, before.tile(usize::from(step.between[place])))];
        // The common widths are written out: a loop whose length is not known costs more than its body.
        let passed = match self.reach {
            2 => passed(0) + passed(1),
            3 => passed(0) + passed(1) + passed(2),
            reach => (0..reach.min(REACH)).map(passed).sum(),
        };
        step.factor * weight + step.sign * passed
    }

    /// A cell as a tile's table names it.
    #[inline]
    pub(super) fn image(&self, member: Member, cell: usize) -> usize {
        usize::from(self.ways[usize::from(member.way)].image[cell])
    }

    /// The index of each table, from scratch, and the cell of the blank as the table names it.
    pub(super) fn indices<C: Cells>(&self, board: &Board<C>, holed: bool) -> impl Iterator<Item = (u32, usize)> {
        self.lookups.iter().map(move |(placements, lookup)| {
            let image = &lookup.orientation.image;
            let blank = image[board.blank()];
            let mut at = vec![0; lookup.tiles.len()];
            for (cell, &place) in image.iter().enumerate() {
                let piece = lookup.tiles.iter().position(|&tile| usize::from(tile) == board.tile(cell));
                if let Some(piece) = piece {
                    at[piece] = place - u8::from(holed && place > blank);
                }
            }
            (placements.rank(&at), usize::from(blank))
        })
    }
}
