//! Solving from the outside in: line after line is placed, tile by tile, until a small block is left.
//!
//! The last two tiles of a line cannot be placed one after the other, because the last would have to pass through the
//! one before it. So the last is brought near, and then both are moved together.

use fewest_search::{Cost, LimitKind, Meter, Observer};

use crate::construct::beam::{Beam, Nodes, Placing, Stage};
use crate::construct::guide::{Guide, Places};
use crate::construct::judge::{LARGEST_CHANGE, STEP};
use crate::construct::region::{Edge, Region};
use crate::{Cells, Metric, Tiles};

/// How near the last tile of a line must come before it is placed together with the one before it.
const NEAR: usize = 2;

/// The cells over which these two move: one further, so that the blank beside a near tile is among them.
const ROOM: usize = NEAR + 1;

/// What a step of the guide weighs at first: a little more than a step of a tile, so that what the others gain counts.
const SOFT: u32 = STEP + STEP / 4;

/// What it weighs where that led astray: more than anything else can change, so that it cannot.
const FIRM: u32 = LARGEST_CHANGE + 1;

/// The most moves that a soft stage takes beyond the guide's distance.
const DETOUR: Cost = 64;

/// A board of which less and less may be touched.
#[derive(Debug)]
pub(super) struct Lines<'a, C: Cells, M: Metric> {
    space: &'a Tiles<C, M>,

    region: Region,
    /// Cells that may still be touched.
    pub(super) open: Vec<bool>,
}

impl<'a, C: Cells, M: Metric> Lines<'a, C, M> {
    /// All of the board, which has at least two rows and two columns.
    pub(super) fn new(space: &'a Tiles<C, M>) -> Self {
        let size = space.size();
        Self { space, region: Region::whole(size), open: vec![true; size.cells()] }
    }

    pub(super) fn area(&self) -> usize {
        self.region.area()
    }

    /// Places one more line on every board of the beam, of which there is one at least, before and after.
    pub(super) fn place_next<O: Observer>(
        &mut self,
        beam: &mut Beam<'_, C, M>,
        mut nodes: Nodes<C, M>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Nodes<C, M>, LimitKind> {
        let (side, line) = self.choose(&nodes);
        let [singles @ .., last] = &line[..] else { return Ok(nodes) };
        for &cell in singles {
            let tile = self.space.goal().tile(cell);
            let home = |places: Places| usize::from(places[1]) == cell;
            nodes = self.stage(&[tile], |_| true, home, beam, nodes, meter)?;
            self.open[cell] = false;
        }
        if let [.., first] = singles {
            nodes = self.place_pair(*first, *last, beam, nodes, meter)?;
        }
        self.region = self.region.without(side);
        Ok(nodes)
    }

    /// The line to place next: of the shortest, the one whose tiles are nearest on the best board.
    fn choose(&self, nodes: &Nodes<C, M>) -> (Edge, Vec<usize>) {
        let board = &nodes[0].board;
        let far = |line: &[usize]| -> Cost {
            let tiles = line.iter().map(|&cell| self.space.goal().tile(cell));
            let place = |tile: usize| (0..self.open.len()).find(|&cell| board.tile(cell) == tile);
            tiles.filter_map(|tile| Some(self.space.goal_distance(tile, place(tile)?))).sum()
        };
        let sides = self.region.removable(self.space.goal_cells()[0]);
        let lines = sides.map(|side| (side, self.region.line(side)));
        let best = lines.min_by_key(|(_, line)| (line.len(), far(line)));
        best.expect("of four sides at most two have the goal's blank")
    }

    /// Places the last two tiles of a line, the first of which is in place.
    fn place_pair<O: Observer>(
        &mut self,
        first: usize,
        last: usize,
        beam: &mut Beam<'_, C, M>,
        nodes: Nodes<C, M>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Nodes<C, M>, LimitKind> {
        let tiles = [first, last].map(|cell| self.space.goal().tile(cell));
        let size = self.space.size();
        let near = self.region.near(last, NEAR);
        let is_near = |places: Places| {
            let [blank, tile, _] = places.map(usize::from);
            tile == last || near.contains(tile) && size.distance(blank, tile) == 1
        };
        let nodes = self.stage(&tiles[1..], |_| true, is_near, beam, nodes, meter)?;
        // Where the tile is in place already, the blank may be anywhere.
        let (mut placed, nodes): (Vec<_>, Vec<_>) =
            nodes.into_iter().partition(|node| node.board.tile(last) == tiles[1]);
        self.open[first] = true;
        let room = self.region.near(last, ROOM);
        let home = |places: Places| usize::from(places[1]) == first && usize::from(places[2]) == last;
        placed.extend(self.stage(&tiles, |cell| room.contains(cell), home, beam, nodes, meter)?);
        self.open[first] = false;
        self.open[last] = false;
        Ok(beam.best_of(placed))
    }

    /// Moves one tile or two until they are where they shall be, over open cells inside `room`.
    fn stage<O: Observer>(
        &self,
        tiles: &[usize],
        room: impl Fn(usize) -> bool,
        done: impl Fn(Places) -> bool,
        beam: &mut Beam<'_, C, M>,
        mut nodes: Nodes<C, M>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Nodes<C, M>, LimitKind> {
        if nodes.is_empty() {
            return Ok(nodes);
        }
        let open = |cell: usize| self.open[cell] && room(cell);
        let guide = Guide::new(self.space.size(), tiles.len(), open, done, meter)?;
        let tiles = [tiles[0], tiles[tiles.len() - 1]];
        let stage = |weight, longest| Stage {
            open: &self.open,
            placing: Some(Placing { guide: &guide, tiles, weight }),
            longest,
        };
        let mut completed = beam.run(&stage(SOFT, guide.greatest().saturating_add(DETOUR)), nodes.clone(), meter);
        if matches!(&completed, Ok(completed) if completed.is_empty()) {
            // The way down must be open also where it goes on along the last slide.
            Beam::<C, M>::forget_last_moves(&mut nodes);
            completed = beam.run(&stage(FIRM, Cost::MAX), nodes, meter);
        }
        guide.discard(meter);
        completed
    }
}
