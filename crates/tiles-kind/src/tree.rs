//! The tree of all move strings that a depth-first search follows, counted without searching.
//!
//! How many nodes there are at a depth, and where their blanks are, depends on the board alone: each node's children are
//! known from the blank's cell and the last move. Korf, Reid and Edelkamp (2001) count by kinds of cells; here every cell
//! is a kind of its own, which is no approximation.

use fewest_tiles::Size;

use crate::Metric;

/// How the blank came: not at all, or along one of four directions.
const ARRIVALS: usize = 5;
const NOT_AT_ALL: usize = 0;
/// Levels after which the shares of cells no longer change.
const SETTLED: usize = 1000;

/// The nodes of one depth.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// By the blank's cell and how it came there.
    nodes: Vec<[f64; ARRIVALS]>,
    /// The children of each.
    children: Vec<[Vec<(usize, usize)>; ARRIVALS]>,
}

impl Tree {
    /// A root with the blank in any cell, all equally likely.
    pub(super) fn new(size: Size, metric: Metric) -> Self {
        let cells = size.cells();
        #[expect(clippy::cast_precision_loss, reason = "at most 256 cells")]
        let share = 1.0 / cells as f64;
        let mut root = [0.0; ARRIVALS];
        root[NOT_AT_ALL] = share;
        let children = (0..cells).map(|cell| std::array::from_fn(|arrival| children(size, metric, cell, arrival)));
        Self { nodes: vec![root; cells], children: children.collect() }
    }

    /// The nodes of this depth, by the blank's cell.
    pub(super) fn by_cell(&self) -> impl Iterator<Item = f64> {
        self.nodes.iter().map(|nodes| nodes.iter().sum())
    }

    /// One deeper.
    pub(super) fn descend(&mut self) {
        let mut next = vec![[0.0; ARRIVALS]; self.nodes.len()];
        for (nodes, children) in self.nodes.iter().zip(&self.children) {
            for (count, children) in nodes.iter().zip(children) {
                for &(cell, arrival) in children {
                    next[cell][arrival] += count;
                }
            }
        }
        self.nodes = next;
    }

    /// How many children a node has, on average, at great depth. Even and odd depths may differ, so two are taken together.
    pub(super) fn branching_factor(mut self) -> f64 {
        let mut factor = 0.0;
        for _ in 0..SETTLED {
            self.descend();
            self.descend();
            let grown: f64 = self.by_cell().sum();
            if grown == 0.0 {
                return 0.0;
            }
            self.nodes.iter_mut().flatten().for_each(|count| *count /= grown);
            factor = grown.sqrt();
        }
        factor
    }
}

/// Where the blank goes from a cell to which it came in some way: not straight back, and under `mtm` not along the same
/// line again.
fn children(size: Size, metric: Metric, cell: usize, arrival: usize) -> Vec<(usize, usize)> {
    let (row, column) = (size.row(cell), size.column(cell));
    // Up, down, left, right: the second of each pair undoes the first.
    let room = [row, size.height() - 1 - row, column, size.width() - 1 - column];
    let mut found = Vec::new();
    for (direction, &room) in room.iter().enumerate() {
        let last = arrival.checked_sub(1);
        let (is_forbidden, reach) = match metric {
            Metric::Stm => (last == Some(direction ^ 1), 1),
            Metric::Mtm => (last.is_some_and(|last| last / 2 == direction / 2), usize::MAX),
        };
        if is_forbidden {
            continue;
        }
        for length in 1..=room.min(reach) {
            let target = match direction {
                0 => size.cell(row - length, column),
                1 => size.cell(row + length, column),
                2 => size.cell(row, column - length),
                _ => size.cell(row, column + length),
            };
            found.push((target, direction + 1));
        }
    }
    found
}
