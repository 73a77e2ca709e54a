//! The layout of a table of one bit an entry, for patterns of one size.
//!
//! An entry is a placement of the pattern's tiles and a region of the blank: the free cells that it can reach without moving a
//! tile of the pattern. Its bit is the second bit of the distance; the first is the parity of the placement, so that a path
//! that knows the distance of one entry knows those of all its neighbours.
//!
//! A *set* is a set of cells that the tiles occupy, numbered by its rank among sets of its size (in the order of the sets as
//! binary numbers). A *node* is a set and a region. The largest region makes node number `set`, so that a region with more than
//! half of the free cells need not be looked up; the others are numbered behind all sets. A node has a bit for each order of the
//! tiles, numbered by its inversions: the j-th tile counts how many tiles before it stand on smaller cells, times j!.
//!
//! All that is known of this layout on the host is in this file, and on the card in `kernels/tables.cu`. (The tables of
//! `fewest-tiles` that search on processors can share it.)

/// Bytes of the ranks of sets of one size: three small tables, so that they fit beside the stacks in shared memory.
pub(crate) const RANK_BYTES: usize = 512 * 4 + 9 * 256 * 2 + 256;

/// The largest label of a region: three planes have bits for so many.
const MOST_LABEL: usize = 7;

/// Most tiles of a pattern: each cell takes a byte of a word of eight.
pub(crate) const MOST_TILES: usize = 8;

/// Everything about patterns of one size on one board, but the distances.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) tiles: usize,
    /// How many sets of cells there are.
    pub(crate) sets: u32,
    /// How many nodes there are.
    pub(crate) nodes: u32,
    /// What kernels rank sets by.
    pub(crate) ranks: Vec<u8>,
    /// For each set three planes of labels and the node of the region with label 1.
    pub(crate) regions: Vec<[u32; 4]>,
    /// The set of each node.
    pub(crate) cells_of_node: Vec<u32>,
    /// The nodes by the parity of their set.
    pub(crate) by_parity: [Vec<u32>; 2],
}

impl Shape {
    /// The layout for `tiles` tiles on a board; `None` where the blank could be cut into more regions than labels tell apart.
    pub(crate) fn new(width: usize, height: usize, tiles: usize) -> Option<Self> {
        let cells = width * height;
        let sets = u32::try_from(binomial(cells, tiles)).ok()?;
        let all = mask(cells);
        let mut shape = Self {
            width,
            height,
            tiles,
            sets,
            nodes: sets,
            ranks: ranks(tiles),
            regions: Vec::with_capacity(sets as usize),
            cells_of_node: Vec::new(),
            by_parity: [Vec::new(), Vec::new()],
        };
        let even = even_cells(width, height);
        let mut small = Vec::new();
        let mut set = mask(tiles);
        for rank in 0..sets {
            shape.cells_of_node.push(set);
            let parity = ((set & even).count_ones() & 1) as usize;
            shape.by_parity[parity].push(rank);
            let mut planes = [0, 0, 0, sets + u32::try_from(small.len()).ok()?];
            let free = all & !set;
            let mut regions = shape.regions_of(free, cells);
            // The largest is first and has label 0.
            regions.sort_by_key(|region| std::cmp::Reverse(region.count_ones()));
            for (label, region) in regions.into_iter().enumerate().skip(1) {
                if label > MOST_LABEL {
                    return None;
                }
                for plane in (0..3).filter(|plane| label >> plane & 1 == 1) {
                    planes[plane] |= region;
                }
                shape.by_parity[parity].push(sets + u32::try_from(small.len()).ok()?);
                small.push(set);
            }
            shape.regions.push(planes);
            set = next_of_same_size(set);
        }
        shape.nodes += u32::try_from(small.len()).ok()?;
        shape.cells_of_node.extend(small);
        Some(shape)
    }

    /// How many orders the tiles have: the bits of a node.
    pub(crate) fn orders(&self) -> u32 {
        (1..=self.tiles).product::<usize>().try_into().expect("at most 8!")
    }

    /// Words of 32 bits of a node.
    pub(crate) fn words(&self) -> u32 {
        self.orders().div_ceil(32)
    }

    /// Bytes of a table.
    pub(crate) fn table_bytes(&self) -> u64 {
        u64::from(self.nodes) * u64::from(self.words()) * 4
    }

    /// The node of a set of cells with the blank on a cell.
    pub(crate) fn node(&self, set: u32, blank: usize) -> u32 {
        let rank = self.rank(set);
        let [x, y, z, first] = self.regions[rank as usize];
        let label = (x >> blank & 1) | (y >> blank & 1) << 1 | (z >> blank & 1) << 2;
        if label == 0 { rank } else { first + label - 1 }
    }

    /// The number of a set.
    pub(crate) fn rank(&self, set: u32) -> u32 {
        let at = |offset: usize| self.ranks[offset];
        let (high, middle, low) = ((set >> 16) as usize, (set >> 8 & 255) as usize, (set & 255) as usize);
        let first = u32::from_ne_bytes(std::array::from_fn(|i| at(4 * high + i)));
        let second = 2048 + 2 * (256 * high.count_ones() as usize + middle);
        let second = u16::from_ne_bytes([at(second), at(second + 1)]);
        first + u32::from(second) + u32::from(at(2048 + 4608 + low))
    }

    /// Where an order goes when the tile of place `a` takes place `b`: at `(a * tiles + b) * orders + order`.
    pub(crate) fn reorder(&self) -> Vec<u16> {
        let (tiles, orders) = (self.tiles, self.orders() as usize);
        let mut moved = vec![0; tiles * tiles * orders];
        for order in 0..orders {
            let places = places_of(order, tiles);
            for from in 0..tiles {
                // A tile that moves up or down passes fewer tiles than a row has cells.
                for to in (0..tiles).filter(|to| to.abs_diff(from) < self.width) {
                    let shifted = places.iter().map(|&place| match place {
                        place if place == from => to,
                        place if from < place && place <= to => place - 1,
                        place if to <= place && place < from => place + 1,
                        place => place,
                    });
                    let order_there = order_of(&shifted.collect::<Vec<_>>());
                    moved[(from * tiles + to) * orders + order] = u16::try_from(order_there).expect("less than 8!");
                }
            }
        }
        moved
    }

    /// The regions of the free cells.
    fn regions_of(&self, free: u32, cells: usize) -> Vec<u32> {
        let (mut left, mut regions) = (free, Vec::new());
        while left != 0 {
            let region = self.flood(left & left.wrapping_neg(), free, cells);
            left &= !region;
            regions.push(region);
        }
        regions
    }

    /// The cells that the blank reaches from `from` over free cells.
    fn flood(&self, from: u32, free: u32, cells: usize) -> u32 {
        let (left, right) = edges(self.width, cells);
        let mut reached = from;
        loop {
            let sideways = (reached << 1 & !left) | (reached >> 1 & !right);
            let further = (reached | sideways | reached << self.width | reached >> self.width) & free;
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }
}

/// The tiles' cells as a set and as the number of their order.
pub(crate) fn placement(cells: &[u8]) -> (u32, u32) {
    let set = cells.iter().fold(0, |set, cell| set | 1 << cell);
    (set, u32::try_from(order_of(cells)).expect("less than 8!"))
}

/// The number of an order: see the head of this file.
fn order_of<T: PartialOrd>(places: &[T]) -> usize {
    let mut factorial = 1;
    let mut order = 0;
    for (j, place) in places.iter().enumerate() {
        order += factorial * places[..j].iter().filter(|earlier| *earlier < place).count();
        factorial *= j + 1;
    }
    order
}

/// The order of a number: the place of each tile.
fn places_of(order: usize, tiles: usize) -> Vec<usize> {
    let mut rest = order;
    let mut sorted = Vec::new();
    for tile in 0..tiles {
        sorted.insert(rest % (tile + 1), tile);
        rest /= tile + 1;
    }
    let mut places = vec![0; tiles];
    for (place, tile) in sorted.into_iter().enumerate() {
        places[tile] = place;
    }
    places
}

/// The cells whose row and column add up to an even number.
pub(crate) fn even_cells(width: usize, height: usize) -> u32 {
    let even = (0..width * height).filter(|cell| (cell / width + cell % width).is_multiple_of(2));
    even.fold(0, |cells, cell| cells | 1 << cell)
}

/// The cells of the left and of the right column.
pub(crate) fn edges(width: usize, cells: usize) -> (u32, u32) {
    let left = (0..cells).step_by(width).fold(0, |column, cell| column | 1 << cell);
    (left, left << (width - 1))
}

/// The first `count` cells.
pub(crate) fn mask(count: usize) -> u32 {
    (1 << count) - 1
}

/// The next larger number with as many bits.
fn next_of_same_size(set: u32) -> u32 {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    (((carried ^ set) >> 2) / lowest) | carried
}

fn binomial(n: usize, k: usize) -> usize {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The three tables that rank sets of one size: by the highest nine bits, by how many of these are set and the next eight, and
/// by the lowest eight.
fn ranks(tiles: usize) -> Vec<u8> {
    let choose = |from: usize, taken: u32| {
        tiles.checked_sub(taken as usize).map_or(0, |rest| u32::try_from(binomial(from, rest)).expect("few sets"))
    };
    let mut bytes = Vec::with_capacity(RANK_BYTES);
    let mut first = 0_u32;
    for high in 0_u32..512 {
        bytes.extend(first.to_ne_bytes());
        first += choose(16, high.count_ones());
    }
    for above in 0..9 {
        let mut first = 0_u32;
        for middle in 0_u32..256 {
            bytes.extend(u16::try_from(first).expect("at most 16 over 8").to_ne_bytes());
            first += choose(8, above + middle.count_ones());
        }
    }
    let mut seen = [0_u8; 9];
    for low in 0_u32..256 {
        let count = &mut seen[low.count_ones() as usize];
        bytes.push(*count);
        *count = count.wrapping_add(1);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_sets_in_order() {
        for (width, height, tiles) in [(3, 3, 4), (4, 4, 8), (5, 5, 6), (3, 2, 3)] {
            let shape = Shape::new(width, height, tiles).unwrap();
            for (rank, &set) in shape.cells_of_node[..shape.sets as usize].iter().enumerate() {
                assert_eq!(shape.rank(set) as usize, rank, "{width}x{height}, {tiles} tiles, {set:b}");
            }
        }
    }

    #[test]
    fn orders_and_their_numbers_agree() {
        for tiles in 1..=6 {
            let orders = (1..=tiles).product::<usize>();
            for order in 0..orders {
                assert_eq!(order_of(&places_of(order, tiles)), order);
            }
        }
    }

    #[test]
    fn a_move_there_and_back_leaves_the_order() {
        let shape = Shape::new(4, 4, 5).unwrap();
        let (reorder, orders) = (shape.reorder(), shape.orders() as usize);
        let go = |from: usize, to: usize, order: usize| reorder[(from * 5 + to) * orders + order] as usize;
        for order in 0..orders {
            assert_eq!(go(3, 1, go(1, 3, order)), order);
        }
    }

    #[test]
    fn every_free_cell_is_in_a_region_of_its_own_set() {
        let shape = Shape::new(4, 4, 8).unwrap();
        for set in &shape.cells_of_node[..shape.sets as usize] {
            for blank in (0..16).filter(|blank| set >> blank & 1 == 0) {
                let node = shape.node(*set, blank);
                assert!(node < shape.nodes);
                assert_eq!(shape.cells_of_node[node as usize], *set);
            }
        }
    }
}
