//! The same searches written plainly, with tables in hash maps: what the kernels are compared with.

use std::collections::{HashMap, VecDeque};

use crate::automaton::Automaton;
use crate::plan::Partition;

/// The cells of a pattern's tiles, and the region of the blank.
type Placement = (Vec<usize>, u32);

/// Boards of one size with the standard goal.
pub(super) struct Plain {
    pub(super) width: usize,
    pub(super) height: usize,
    automaton: &'static Automaton,
    pub(super) tables: Vec<(Vec<usize>, HashMap<Placement, u32>)>,
}

impl Plain {
    pub(super) fn new(width: usize, height: usize, partition: &Partition) -> Self {
        let mut plain = Self { width, height, automaton: Automaton::usual(), tables: Vec::new() };
        for pattern in partition.patterns() {
            let cells: Vec<usize> = pattern.iter().map(|&cell| usize::from(cell)).collect();
            let table = plain.table(&cells);
            plain.tables.push((cells, table));
        }
        plain
    }

    fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The cell beyond a cell: above, left, right, below.
    fn beyond(&self, cell: usize, direction: usize) -> Option<usize> {
        let (row, column) = (cell / self.width, cell % self.width);
        match direction {
            0 => (row > 0).then(|| cell - self.width),
            1 => (column > 0).then(|| cell - 1),
            2 => (column + 1 < self.width).then(|| cell + 1),
            _ => (row + 1 < self.height).then(|| cell + self.width),
        }
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        (0..4).filter_map(move |direction| self.beyond(cell, direction))
    }

    /// The cells that the blank reaches without a move of these tiles.
    fn region(&self, tiles: &[usize], blank: usize) -> u32 {
        let (mut region, mut waiting) = (1 << blank, vec![blank]);
        while let Some(cell) = waiting.pop() {
            for next in self.neighbours(cell) {
                if region >> next & 1 == 0 && !tiles.contains(&next) {
                    region |= 1 << next;
                    waiting.push(next);
                }
            }
        }
        region
    }

    fn table(&self, goal: &[usize]) -> HashMap<Placement, u32> {
        let start = (goal.to_vec(), self.region(goal, 0));
        let mut distances = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some((tiles, region)) = queue.pop_front() {
            let distance = distances[&(tiles.clone(), region)];
            for (index, &from) in tiles.iter().enumerate() {
                for to in self.neighbours(from).filter(|to| region >> to & 1 == 1) {
                    let mut moved = tiles.clone();
                    moved[index] = to;
                    let region = self.region(&moved, from);
                    let next = (moved, region);
                    if !distances.contains_key(&next) {
                        distances.insert(next.clone(), distance + 1);
                        queue.push_back(next);
                    }
                }
            }
        }
        distances
    }

    /// What the best view says.
    pub(super) fn estimate(&self, board: &[u8]) -> u32 {
        let straight = self.sum(board);
        if self.width != self.height {
            return straight;
        }
        let turned = |cell: usize| cell % self.width * self.width + cell / self.width;
        let mut mirrored = vec![0; board.len()];
        for (cell, &tile) in board.iter().enumerate() {
            mirrored[turned(cell)] = u8::try_from(turned(usize::from(tile))).unwrap();
        }
        straight.max(self.sum(&mirrored))
    }

    fn sum(&self, board: &[u8]) -> u32 {
        let at = |tile: usize| board.iter().position(|&there| usize::from(there) == tile).unwrap();
        let distance = |(pattern, table): &(Vec<usize>, HashMap<Placement, u32>)| {
            let tiles: Vec<usize> = pattern.iter().map(|&tile| at(tile)).collect();
            let region = self.region(&tiles, at(0));
            table[&(tiles, region)]
        };
        self.tables.iter().map(distance).sum()
    }

    /// The nodes that a round without the goal expands and generates; `None` where it meets the goal.
    pub(super) fn round(&self, board: &[u8], bound: u32) -> Option<(u64, u64)> {
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        let mut counts = (0, 0);
        let mut board = board.to_vec();
        self.dive(&mut board, blank, 0, 0, bound, &mut counts).then_some(counts)
    }

    fn dive(&self, board: &mut [u8], blank: usize, state: u16, g: u32, bound: u32, counts: &mut (u64, u64)) -> bool {
        counts.0 += 1;
        for direction in 0..4 {
            let (Some(next), Some(to)) =
                (self.automaton.next[usize::from(state)][direction], self.beyond(blank, direction))
            else {
                continue;
            };
            counts.1 += 1;
            board.swap(blank, to);
            let left = self.estimate(board);
            let goes_on = left > 0 && (g + 1 + left > bound || self.dive(board, to, next, g + 1, bound, counts));
            board.swap(blank, to);
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// The board after steps of the blank in directions drawn from a seed, none of which takes the last one back.
    pub(super) fn walk(&self, steps: usize, seed: u64) -> Vec<u8> {
        let mut board: Vec<u8> = (0..self.cells()).map(|cell| u8::try_from(cell).unwrap()).collect();
        let (mut blank, mut last, mut random) = (0, 4, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..steps {
            loop {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let direction = usize::try_from(random >> 32 & 3).unwrap();
                if direction + last == 3 {
                    continue;
                }
                if let Some(to) = self.beyond(blank, direction) {
                    board.swap(blank, to);
                    (blank, last) = (to, direction);
                    break;
                }
            }
        }
        board
    }
}
