//! The tree of all move strings that a depth-first search follows, counted without searching.
//!
//! How many nodes there are at a depth, and where their blanks are, depends on the board alone: each node's children are
//! known from the blank's cell and the last move. Korf, Reid and Edelkamp (2001) count by kinds of cells; here every cell
//! is a kind of its own, which is no approximation.

use fewest_tiles::Size;

use crate::request::Metric;

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

#[cfg(test)]
mod tests {
    use fewest_search::capability::MovePruning;
    use fewest_tiles::{Board, Goal, Nibbles, Tiles};

    use super::*;

    fn factor(width: usize, height: usize) -> f64 {
        Tree::new(Size::new(width, height).unwrap(), Metric::Stm).branching_factor()
    }

    /// Those of Korf, Reid and Edelkamp 2001.
    #[test]
    fn branching_factors_are_the_published_ones() {
        for (width, height, published) in [(3, 3, 3f64.sqrt()), (4, 4, 2.1304), (5, 5, 2.36761), (6, 6, 2.51964)] {
            let found = factor(width, height);
            assert!((found - published).abs() < 6e-5, "{width}×{height}: {found}, published {published}");
        }
        assert!(factor(1, 1) == 0.0 && factor(5, 1) == 0.0, "the way along a line ends");
    }

    /// Nodes that a search of the space itself meets at a depth.
    fn met<M: fewest_tiles::Metric>(space: &Tiles<Nibbles, M>, board: Board<Nibbles>, depth: usize) -> f64
    where
        Tiles<Nibbles, M>: MovePruning<State = Board<Nibbles>, Move = fewest_tiles::Move>,
    {
        fn below<S: MovePruning>(space: &S, state: &S::State, trace: S::Trace, depth: usize) -> f64 {
            if depth == 0 {
                return 1.0;
            }
            let mut count = 0.0;
            space.for_each_allowed(state, trace, |mv, trace| {
                let mut after = state.clone();
                space.apply(&mut after, mv);
                count += below(space, &after, trace, depth - 1);
            });
            count
        }
        below(space, &board, space.root_trace(), depth)
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn the_tree_is_the_one_that_searches_follow() {
        for (width, height) in [(3, 3), (2, 4), (4, 4), (1, 4)] {
            let size = Size::new(width, height).unwrap();
            let goal = Goal::BlankLast.position(size).unwrap();
            let mut trees = [Tree::new(size, Metric::Stm), Tree::new(size, Metric::Mtm)];
            for depth in 0..6 {
                let (mut steps, mut slides) = (0.0, 0.0);
                for blank in 0..size.cells() {
                    let mut tiles: Vec<String> = (1..size.cells()).map(|tile| tile.to_string()).collect();
                    tiles.insert(blank, "0".to_owned());
                    let rows: Vec<String> = tiles.chunks(width).map(|row| row.join(" ")).collect();
                    let text = rows.join("/") + if height == 1 { "/" } else { "" };
                    let position = text.parse().unwrap();
                    let stm = Tiles::<Nibbles, fewest_tiles::Stm>::new(&goal).unwrap();
                    let mtm = Tiles::<Nibbles, fewest_tiles::Mtm>::new(&goal).unwrap();
                    steps += met(&stm, stm.board(&position).unwrap(), depth) / size.cells() as f64;
                    slides += met(&mtm, mtm.board(&position).unwrap(), depth) / size.cells() as f64;
                }
                for (tree, met) in trees.iter_mut().zip([steps, slides]) {
                    let counted: f64 = tree.by_cell().sum();
                    assert!((counted - met).abs() < 1e-9 * (1.0 + met), "{size} depth {depth}: {counted}, met {met}");
                    tree.descend();
                }
            }
        }
    }
}
