//! Abstract puzzles searched in the plainest way: states as lists of cells in a map, one step after the other.

use std::collections::{HashMap, VecDeque};

use fewest_tiles::pdb::Kind;
use fewest_tiles::{Position, Size};

/// The cells of the pattern's tiles and the blank's, last.
type State = Vec<usize>;

/// Every abstract position with its distance: for a kind without the blank under its cells alone.
pub(crate) struct Brute {
    pub(crate) tiles: Vec<u8>,
    pub(crate) keeps_blank: bool,
    pub(crate) distances: HashMap<State, u32>,
}

/// The lines of cells that a blank can go to, nearest first.
pub(crate) fn lines(size: Size, blank: usize) -> Vec<Vec<usize>> {
    let (row, column) = (size.row(blank), size.column(blank));
    vec![
        (0..row).rev().map(|row| size.cell(row, column)).collect(),
        (row + 1..size.height()).map(|row| size.cell(row, column)).collect(),
        (0..column).rev().map(|column| size.cell(row, column)).collect(),
        (column + 1..size.width()).map(|column| size.cell(row, column)).collect(),
    ]
}

impl Brute {
    pub(crate) fn new(goal: &Position, tiles: &[u8], kind: Kind) -> Self {
        let size = goal.size();
        let cell_of = |tile: u8| goal.tiles().iter().position(|&other| other == tile).expect("a tile of the board");
        let mut start: State = tiles.iter().map(|&tile| cell_of(tile)).collect();
        start.push(goal.blank());
        let mut full = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let distance = full[&state];
            for line in lines(size, state[tiles.len()]) {
                let mut after = state.clone();
                let mut counted = 0;
                for (length, cell) in (1..).zip(line) {
                    let blank = after[tiles.len()];
                    let mut moves_pattern = false;
                    for at in &mut after[..tiles.len()] {
                        if *at == cell {
                            *at = blank;
                            moves_pattern = true;
                        }
                    }
                    after[tiles.len()] = cell;
                    counted += u32::from(moves_pattern);
                    let cost = match kind {
                        Kind::Additive | Kind::AdditiveBlank | Kind::AdditiveRegion => counted,
                        Kind::FullSteps => length,
                        Kind::FullSlides | Kind::Lines => 1,
                    };
                    // Only single steps where steps are counted; longer slides are made of them.
                    if kind != Kind::FullSlides && length > 1 {
                        break;
                    }
                    let through = distance + cost;
                    if full.get(&after).is_none_or(|&known| through < known) {
                        full.insert(after.clone(), through);
                        // Free moves first: then every state leaves the queue with its least distance.
                        if cost == 0 { queue.push_front(after.clone()) } else { queue.push_back(after.clone()) }
                    }
                }
            }
        }
        let keeps_blank = kind != Kind::Additive;
        let mut distances = full;
        if !keeps_blank {
            let mut least: HashMap<State, u32> = HashMap::new();
            for (mut state, distance) in distances {
                state.pop();
                let known = least.entry(state).or_insert(distance);
                *known = distance.min(*known);
            }
            distances = least;
        }
        Self { tiles: tiles.to_vec(), keeps_blank, distances }
    }

    pub(crate) fn histogram(&self) -> Vec<u64> {
        let mut histogram = Vec::new();
        for &distance in self.distances.values() {
            histogram.resize(histogram.len().max(distance as usize + 1), 0);
            histogram[distance as usize] += 1;
        }
        histogram
    }

    /// The distance of the abstraction of a position.
    pub(crate) fn distance(&self, position: &Position) -> u32 {
        let cell_of = |tile: &u8| position.tiles().iter().position(|other| other == tile).expect("a tile of the board");
        let mut state: State = self.tiles.iter().map(cell_of).collect();
        if self.keeps_blank {
            state.push(position.blank());
        }
        self.distances[&state]
    }
}
