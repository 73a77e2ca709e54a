//! What several of these tests need.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use fewest_conformance::Check;
use fewest_graph::{Goal, Graph, GraphPuzzle, Labels, Position};
use fewest_search::algorithms::AStar;
use fewest_search::frontier::TieBreak;

/// A* with both ways of breaking ties.
pub(crate) const FIFO: AStar = AStar { tie_break: TieBreak::Fifo };
pub(crate) const LIFO: AStar = AStar { tie_break: TieBreak::Lifo };

/// Wilson's exception: a hexagon with one more vertex that joins two opposite ones.
pub(crate) const THETA: &str = "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4";

pub(crate) fn graph(text: &str) -> Arc<Graph> {
    Arc::new(text.parse().unwrap_or_else(|faults| panic!("{text}: {faults}")))
}

/// The board of a sliding-tile puzzle.
pub(crate) fn grid(width: usize, height: usize) -> Arc<Graph> {
    let mut edges = Vec::new();
    for vertex in 1..=width * height {
        if vertex % width != 0 {
            edges.push(format!("{vertex}-{}", vertex + 1));
        }
        if vertex + width <= width * height {
            edges.push(format!("{vertex}-{}", vertex + width));
        }
    }
    graph(&edges.join(" "))
}

pub(crate) fn position(graph: &Arc<Graph>, tiles: &[u8]) -> Position {
    Position::new(graph, tiles).unwrap_or_else(|faults| panic!("{tiles:?}: {faults}"))
}

/// The puzzle of reaching a goal.
pub(crate) fn puzzle<L: Labels>(goal: &Position) -> GraphPuzzle<L> {
    GraphPuzzle::new(goal).expect("a packing that is large enough")
}

/// The puzzle with the default goal.
pub(crate) fn blank_last<L: Labels>(graph: &Arc<Graph>) -> GraphPuzzle<L> {
    puzzle(&Goal::BlankLast.position(graph).expect("a goal"))
}

/// A goal for each vertex of the blank, with the tiles out of order.
pub(crate) fn goals(graph: &Arc<Graph>) -> Vec<Position> {
    let vertices = graph.vertices();
    let goal = |blank: usize| {
        // A turn and, for every other one, a mirror image: permutations of both parities.
        let label = |vertex: usize| if blank.is_multiple_of(2) { vertex } else { vertices - 1 - vertex };
        let offset = vertices - label(blank);
        let tiles: Vec<u8> =
            (0..vertices).map(|vertex| u8::try_from((label(vertex) + offset) % vertices).unwrap()).collect();
        position(graph, &tiles)
    };
    (0..vertices).map(goal).collect()
}

/// Every permutation of `0..count`, in order.
pub(crate) fn permutations(count: usize) -> Vec<Vec<u8>> {
    fn extend(prefix: &mut Vec<u8>, count: usize, found: &mut Vec<Vec<u8>>) {
        if prefix.len() == count {
            found.push(prefix.clone());
        }
        for next in 0..count {
            let next = u8::try_from(next).unwrap();
            if !prefix.contains(&next) {
                prefix.push(next);
                extend(prefix, count, found);
                prefix.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(&mut Vec::new(), count, &mut found);
    found
}

/// Every connected graph of 1 to `most` vertices, one of each isomorphism class: a list for each number of vertices.
///
/// Every connected graph has a vertex that can be taken away and leaves it connected; so all of `n` vertices are those
/// of `n − 1` with one vertex more, joined to any of the others but not to none.
pub(crate) fn connected_graphs(most: usize) -> Vec<Vec<Arc<Graph>>> {
    let mut matrices = vec![vec![vec![0u8]]];
    while matrices.len() < most {
        let vertices = matrices.len() + 1;
        let mut found = BTreeSet::new();
        for smaller in &matrices[vertices - 2] {
            for joined in 1..1u8 << (vertices - 1) {
                let mut rows = smaller.clone();
                for (vertex, row) in rows.iter_mut().enumerate() {
                    *row |= (joined >> vertex & 1) << (vertices - 1);
                }
                rows.push(joined);
                found.insert(canonical(&rows));
            }
        }
        matrices.push(found.into_iter().collect());
    }
    let graphs = |list: Vec<Vec<u8>>| list.iter().map(|rows| graph(&edges(rows))).collect();
    matrices.into_iter().map(graphs).collect()
}

fn edges(rows: &[u8]) -> String {
    let pairs = (0..rows.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let words = pairs.filter(|&(a, b)| rows[b] >> a & 1 == 1).map(|(a, b)| format!(" {}-{}", a + 1, b + 1));
    format!("1{}", words.collect::<String>())
}

/// The least matrix among those that isomorphic graphs with their degrees in order have.
fn canonical(rows: &[u8]) -> Vec<u8> {
    fn extend(rows: &[u8], degrees: &[u32], order: &mut Vec<usize>, built: &mut Vec<u8>, least: &mut Option<Vec<u8>>) {
        if order.len() == rows.len() {
            if least.as_ref().is_none_or(|least| *built < *least) {
                *least = Some(built.clone());
            }
            return;
        }
        let degree = degrees[built.len()];
        for vertex in (0..rows.len()).filter(|&vertex| rows[vertex].count_ones() == degree) {
            if order.contains(&vertex) {
                continue;
            }
            let row =
                order.iter().enumerate().fold(0, |row, (place, &other)| row | (rows[vertex] >> other & 1) << place);
            order.push(vertex);
            built.push(row);
            extend(rows, degrees, order, built, least);
            order.pop();
            built.pop();
        }
    }
    let mut degrees: Vec<u32> = rows.iter().map(|row| row.count_ones()).collect();
    degrees.sort_unstable();
    let mut least = None;
    extend(rows, &degrees, &mut Vec::new(), &mut Vec::new(), &mut least);
    // The lower half of the matrix says it all; the upper half is filled in again.
    let mut full = least.expect("there is an order");
    for b in 0..full.len() {
        for a in 0..b {
            full[a] |= (full[b] >> a & 1) << b;
        }
    }
    full
}

/// Calls `check` for every item, on every core, and returns the first complaint.
pub(crate) fn on_every_core<T: Sync>(items: &[T], check: impl Fn(&T) -> Check + Sync) -> Check {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let share = |core: usize| items.iter().skip(core).step_by(cores).try_for_each(&check);
        let threads: Vec<_> = (0..cores).map(|core| scope.spawn(move || share(core))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a check returns what is wrong"))
    })
}
