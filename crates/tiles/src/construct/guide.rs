//! Exact distances for one or two tiles and the blank, all others taken for alike: a small pattern database (Culberson
//! and Schaeffer 1998) for one step of the construction.

use fewest_search::{Cost, LimitKind, Meter, Observer};

use crate::layout::neighbour;
use crate::{Direction, Size};

/// No such place, or no way from there.
const NONE: u16 = u16::MAX;

/// The blank and up to two tiles, by cell. Where there is one tile only, the second stands with the first.
pub(super) type Places = [u8; 3];

/// How many steps of the blank bring some tiles to where they shall be, over open cells.
#[derive(Debug)]
pub(super) struct Guide {
    /// Open cells, numbered; [`NONE`] for the others.
    numbers: Vec<u16>,
    cells: Vec<u8>,
    tiles: usize,
    distances: Vec<u16>,
    claimed: u64,
}

impl Guide {
    /// Works out the distances for `tiles` tiles, one or two, over the cells that are `open`, to every place that is
    /// `done`.
    pub(super) fn new<O: Observer>(
        size: Size,
        tiles: usize,
        open: impl Fn(usize) -> bool,
        done: impl Fn(Places) -> bool,
        meter: &mut Meter<'_, O>,
    ) -> Result<Self, LimitKind> {
        meter.poll()?;
        let beside = |cell| Direction::ALL.into_iter().filter_map(|way| neighbour(size, cell, way)).collect();
        let neighbours: Vec<Vec<usize>> = (0..size.cells()).map(beside).collect();
        let mut numbers = vec![NONE; size.cells()];
        let mut cells = Vec::new();
        for cell in (0..size.cells()).filter(|&cell| open(cell)) {
            numbers[cell] = u16::try_from(cells.len()).expect("a board has at most 256 cells");
            cells.push(u8::try_from(cell).expect("a board has at most 256 cells"));
        }
        let states = cells.len().pow(u32::try_from(tiles).expect("two at most") + 1);
        // The distances and the queue.
        let claimed = (states * (size_of::<u16>() + size_of::<Places>())) as u64;
        meter.claim(claimed)?;
        let mut guide = Self { numbers, cells, tiles, distances: vec![NONE; states], claimed };
        let mut queue = Vec::with_capacity(states);
        guide.for_each_place(|places| {
            if done(places) {
                queue.push(places);
            }
        });
        for &places in &queue {
            guide.set(places, 0);
        }
        let mut next = 0;
        while let Some(&places) = queue.get(next) {
            next += 1;
            let distance = guide.distance(places).expect("in the queue");
            for &target in &neighbours[usize::from(places[0])] {
                let after = step(places, u8::try_from(target).expect("a cell"));
                if guide.numbers[target] != NONE && guide.distance(after).is_none() {
                    guide.set(after, distance + 1);
                    queue.push(after);
                }
            }
        }
        Ok(guide)
    }

    /// The distance from these places, or `None` where they are out of reach.
    #[inline]
    pub(super) fn distance(&self, places: Places) -> Option<u16> {
        Some(self.distances[self.index(places)?]).filter(|&distance| distance != NONE)
    }

    pub(super) fn greatest(&self) -> Cost {
        Cost::from(self.distances.iter().copied().filter(|&distance| distance != NONE).max().unwrap_or(0))
    }

    pub(super) fn discard<O: Observer>(self, meter: &mut Meter<'_, O>) {
        meter.release(self.claimed);
    }

    fn set(&mut self, places: Places, distance: u16) {
        let index = self.index(places).expect("open cells only");
        self.distances[index] = distance;
    }

    #[inline]
    fn index(&self, [blank, first, second]: Places) -> Option<usize> {
        let number = |cell: u8| Some(self.numbers[usize::from(cell)]).filter(|&n| n != NONE).map(usize::from);
        let index = number(blank)? * self.cells.len() + number(first)?;
        if self.tiles == 1 { Some(index) } else { Some(index * self.cells.len() + number(second)?) }
    }

    /// Every way to place the blank and the tiles in cells of their own.
    fn for_each_place(&self, mut visit: impl FnMut(Places)) {
        for &blank in &self.cells {
            for &first in self.cells.iter().filter(|&&cell| cell != blank) {
                if self.tiles == 1 {
                    visit([blank, first, first]);
                    continue;
                }
                for &second in self.cells.iter().filter(|&&cell| cell != blank && cell != first) {
                    visit([blank, first, second]);
                }
            }
        }
    }
}

/// The places after the blank trades with its neighbour.
#[inline]
pub(super) fn step([blank, first, second]: Places, target: u8) -> Places {
    let moved = |cell: u8| if cell == target { blank } else { cell };
    [target, moved(first), moved(second)]
}
