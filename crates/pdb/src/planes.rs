//! Which planes there are, and from which each is reached.
//!
//! A plane stands for a set of cells that the pieces are on and a *spot* of the blank: a region of free cells that it
//! walks at no cost, or one cell where its steps count. A bit of the plane is an arrangement of the pieces. A move takes
//! whole planes to planes, so the graph of planes is small: some tens of thousands where there are hundreds of millions
//! of states. It is laid out once, as lists.

use fewest_search::Cancel;

use crate::abstraction::{Abstraction, Counting};
use crate::shift;

#[derive(Debug)]
pub(crate) struct Planes {
    /// The first plane of each set, and one more.
    starts: Vec<u32>,
    /// The cells of each plane's spot.
    spots: Vec<u64>,
    /// The first link of each plane, and one more.
    link_starts: Vec<usize>,
    links: Vec<Link>,
    /// Every way of a piece in reading order that a link takes.
    pub(crate) ways: Vec<(usize, usize)>,
}

/// A plane that another is reached from. Where moves are slides, links are chains, the farthest plane first: what leaves
/// it goes through all the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) source: u32,
    pub(crate) shift: u16,
    /// Whether the next plane is the target itself.
    pub(crate) ends: bool,
}

/// How many there are, without laying them out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    pub(crate) planes: u64,
    pub(crate) links: u64,
}

struct Graph<'a> {
    of: &'a Abstraction,
    all: u64,
    /// The neighbours of each cell.
    beside: [u64; 64],
    /// How many cells a slide from a cell can end on.
    reach: [u64; 64],
}

impl<'a> Graph<'a> {
    fn new(of: &'a Abstraction) -> Self {
        let cells = of.placements.cells();
        let mut graph = Self { of, all: u64::MAX >> (64 - cells), beside: [0; 64], reach: [0; 64] };
        for cell in 0..cells {
            for direction in &of.directions {
                let mut at = cell;
                while let Some(next) = direction[at].filter(|&next| usize::from(next) != cell) {
                    if at == cell {
                        graph.beside[cell] |= 1 << next;
                    }
                    graph.reach[cell] += 1;
                    at = usize::from(next);
                }
            }
        }
        graph
    }

    /// Calls `visit` with every spot of the blank beside a set of occupied cells.
    fn for_each_spot(&self, occupied: u64, mut visit: impl FnMut(u64)) {
        let mut left = self.all & !occupied;
        while left != 0 {
            let mut spot = left & left.wrapping_neg();
            if self.of.counting == Counting::Pieces {
                let mut frontier = spot;
                while frontier != 0 {
                    let reached = self.beside[frontier.trailing_zeros() as usize] & left & !spot;
                    spot |= reached;
                    frontier = (frontier & (frontier - 1)) | reached;
                }
            }
            visit(spot);
            left &= !spot;
        }
    }

    /// How many links lead to the planes of a set.
    fn links(&self, occupied: u64) -> u64 {
        let mut links = 0;
        for_each(self.all & !occupied, |cell| {
            links += match self.of.counting {
                Counting::Pieces => u64::from((self.beside[cell] & occupied).count_ones()),
                Counting::Steps => u64::from(self.beside[cell].count_ones()),
                // A chain for each end, as long as the slide.
                Counting::Slides => self.reach[cell],
            };
        });
        links
    }
}

/// Visits every bit.
fn for_each(mut mask: u64, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// How many bits are set below a cell.
fn below(mask: u64, cell: usize) -> usize {
    (mask & ((1 << cell) - 1)).count_ones() as usize
}

impl Census {
    /// Of an abstraction. `None` where someone asked for the end.
    pub(crate) fn new(of: &Abstraction, cancel: &Cancel) -> Option<Self> {
        let graph = Graph::new(of);
        let mut census = Self::default();
        let mut occupied = (1u64 << of.placements.pieces()) - 1;
        for set in 0..of.placements.set_count() {
            if is_over(set, cancel) {
                return None;
            }
            graph.for_each_spot(occupied, |_| census.planes += 1);
            census.links += graph.links(occupied);
            occupied = following(occupied);
        }
        Some(census)
    }

    /// At once, the same with as few planes as there can be: where only moves of pieces count, one for each set.
    pub(crate) fn least(of: &Abstraction) -> Self {
        let graph = Graph::new(of);
        let (cells, pieces) = (of.placements.cells() as u64, of.placements.pieces() as u64);
        let sets = of.placements.set_count() as u64;
        let free = cells - pieces;
        // In how many sets a cell is free, and in how many of these a neighbour of it is occupied.
        let share = |part: u64, of: u64| u64::try_from(u128::from(sets) * u128::from(part) / u128::from(of.max(1)));
        let each = |ends: u64, part: u64, of: u64| ends.saturating_mul(share(part, of).unwrap_or(u64::MAX));
        let neighbours: u64 = graph.beside.iter().map(|mask| u64::from(mask.count_ones())).sum();
        let (planes, links) = match of.counting {
            Counting::Pieces => (sets, each(neighbours, free * pieces, cells * (cells.max(2) - 1))),
            Counting::Steps => (sets * free, each(neighbours, free, cells)),
            Counting::Slides => (sets * free, each(graph.reach.iter().sum(), free, cells)),
        };
        Self { planes, links }
    }

    /// The bytes of the graph of planes.
    pub(crate) fn bytes(self, sets: usize) -> u64 {
        sets as u64 * 4 + self.planes * (8 + 8) + self.links * size_of::<Link>() as u64
    }
}

/// Looks now and then whether someone asked for the end.
fn is_over(set: usize, cancel: &Cancel) -> bool {
    set.is_multiple_of(1 << 8) && cancel.is_cancelled()
}

/// The next larger number with as many ones: sets are numbered in this order.
pub(crate) fn following(occupied: u64) -> u64 {
    if occupied == 0 {
        return 0;
    }
    let lowest = occupied & occupied.wrapping_neg();
    let carried = occupied.wrapping_add(lowest);
    carried | (occupied ^ carried).checked_shr(2 + lowest.trailing_zeros()).unwrap_or(0)
}

impl Planes {
    /// Lays out the planes of an abstraction, of which there are so many. `None` where someone asked for the end.
    pub(crate) fn new(of: &Abstraction, census: Census, cancel: &Cancel) -> Option<Self> {
        let graph = Graph::new(of);
        let sets = of.placements.set_count();
        let count = |count: u64| usize::try_from(count).expect("more than that was refused");
        let mut planes = Self {
            starts: Vec::with_capacity(sets + 1),
            spots: Vec::with_capacity(count(census.planes)),
            link_starts: Vec::with_capacity(count(census.planes) + 1),
            links: Vec::with_capacity(count(census.links)),
            ways: Vec::new(),
        };
        let mut occupied = (1u64 << of.placements.pieces()) - 1;
        for set in 0..sets {
            if is_over(set, cancel) {
                return None;
            }
            planes.starts.push(number(planes.spots.len()));
            graph.for_each_spot(occupied, |spot| planes.spots.push(spot));
            occupied = following(occupied);
        }
        planes.starts.push(number(planes.spots.len()));
        let mut ways = [[false; 16]; 16];
        let mut occupied = (1u64 << of.placements.pieces()) - 1;
        for set in 0..sets {
            if is_over(set, cancel) {
                return None;
            }
            for plane in planes.of_set(set) {
                planes.link_starts.push(planes.links.len());
                for_each(planes.spots[plane], |blank| planes.link(&graph, occupied, blank, &mut ways));
            }
            occupied = following(occupied);
        }
        planes.link_starts.push(planes.links.len());
        debug_assert_eq!((planes.spots.len(), planes.links.len()), (count(census.planes), count(census.links)));
        let all = (0..16).flat_map(|from| (0..16).map(move |to| (from, to)));
        planes.ways = all.filter(|&(from, to)| ways[from][to]).collect();
        Some(planes)
    }

    /// Adds the links to a plane that come through one cell of the blank.
    fn link(&mut self, graph: &Graph<'_>, occupied: u64, blank: usize, ways: &mut [[bool; 16]; 16]) {
        for direction in &graph.of.directions {
            let first = self.links.len();
            let (mut occupied, mut at) = (occupied, blank);
            // A direction that leads around ends where it began.
            while let Some(next) = direction[at].map(usize::from).filter(|&next| next != blank) {
                let is_piece = occupied >> next & 1 == 1;
                if graph.of.counting == Counting::Pieces && !is_piece {
                    break;
                }
                // Backward: the blank came from `next`, where a piece went if one is there now.
                let mut shift = 0;
                if is_piece {
                    let before = occupied ^ 1 << next ^ 1 << at;
                    let (from, to) = (below(before, at), below(occupied, next));
                    ways[from][to] = true;
                    shift = shift::id((from, to));
                    occupied = before;
                }
                let source = self.find(graph, occupied, next);
                self.links.push(Link { source, shift, ends: self.links.len() == first });
                at = next;
                if graph.of.counting != Counting::Slides {
                    break;
                }
            }
            self.links[first..].reverse();
        }
    }

    /// The plane of a set with the blank on a cell.
    fn find(&self, graph: &Graph<'_>, occupied: u64, blank: usize) -> u32 {
        let set = graph.of.placements.set(occupied);
        let place = match graph.of.counting {
            Counting::Pieces => {
                let spots = &self.spots[self.of_set(set)];
                spots.iter().position(|spot| spot >> blank & 1 == 1).expect("a free cell is in a region")
            }
            Counting::Steps | Counting::Slides => below(graph.all & !occupied, blank),
        };
        self.starts[set] + number(place)
    }

    pub(crate) fn count(&self) -> usize {
        self.spots.len()
    }

    #[inline]
    pub(crate) fn of_set(&self, set: usize) -> std::ops::Range<usize> {
        self.starts[set] as usize..self.starts[set + 1] as usize
    }

    #[inline]
    pub(crate) fn spot(&self, plane: usize) -> u64 {
        self.spots[plane]
    }

    /// The planes that a plane is reached from.
    #[inline]
    pub(crate) fn links(&self, plane: usize) -> &[Link] {
        &self.links[self.link_starts[plane]..self.link_starts[plane + 1]]
    }
}

/// As it is stored.
fn number(count: usize) -> u32 {
    u32::try_from(count).expect("more planes than 2³² do not fit a memory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regions::Regions;

    #[test]
    fn the_least_census_has_all_links_and_no_plane_too_many() {
        for (width, height, pieces) in [(3, 3, 2), (4, 3, 4), (1, 5, 2), (2, 2, 1)] {
            let goals: Vec<u8> = (0..).take(pieces).collect();
            let last = u8::try_from(width * height - 1).unwrap();
            let regions = Regions::shared(width, height, pieces).unwrap();
            for counting in [Counting::Pieces, Counting::Steps, Counting::Slides] {
                let of = Abstraction { counting, ..regions.abstraction(&goals, last) };
                let (least, all) = (Census::least(&of), Census::new(&of, &Cancel::new()).unwrap());
                assert_eq!(least.links, all.links, "{pieces} on {width}×{height}, {counting:?}");
                let is_exact = least.planes == all.planes;
                assert!(is_exact || counting == Counting::Pieces && least.planes < all.planes, "{least:?} {all:?}");
            }
        }
    }
}
