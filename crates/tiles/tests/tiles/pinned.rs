//! Exact node counts of single-threaded searches. They change only when the order of moves, a heuristic or an algorithm
//! does: a change that was not meant to touch them must not. Where one is meant, the failing test prints the new table.

use fewest_search::algorithms::{
    BidirectionalBreadthFirst, BreadthFirst, DepthLimited, Dijkstra, GreedyBestFirst, IdaStar, Weight, WeightedAStar,
};
use fewest_search::{Limits, Run, Search, Zero};
use fewest_tiles::{Goal, Move, Mtm, Nibbles, Stm};

use crate::support::{FIFO, LIFO, Rated, position, tiles};

const MIDDLING: &str = "5 3 8/0 2 4/1 7 6";
const FARTHEST: &str = "8 6 7/2 5 4/3 0 1";
const SLIDES: &str = "5 4 7/0 3 2/1 6 8";
const EASY_15: &str = "1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15";

/// Position, metric, algorithm, nodes expanded, nodes generated; the heuristic is Manhattan distance, its weight in weighted A*
/// 3/2.
#[rustfmt::skip]
#[expect(clippy::unreadable_literal, reason = "pasted as the test prints it")]
const PINS: &[(&str, &str, &str, u64, u64)] = &[
    ("5 3 8/0 2 4/1 7 6", "stm", "IDA*", 991, 1696),
    ("5 3 8/0 2 4/1 7 6", "stm", "A* FIFO", 839, 2243),
    ("5 3 8/0 2 4/1 7 6", "stm", "A* LIFO", 382, 1031),
    ("5 3 8/0 2 4/1 7 6", "stm", "weighted A*", 305, 824),
    ("5 3 8/0 2 4/1 7 6", "stm", "greedy", 100, 275),
    ("5 3 8/0 2 4/1 7 6", "stm", "breadth-first", 46036, 123455),
    ("5 3 8/0 2 4/1 7 6", "stm", "bidirectional", 963, 2632),
    ("5 3 8/0 2 4/1 7 6", "stm", "Dijkstra", 57210, 156977),
    ("5 3 8/0 2 4/1 7 6", "stm", "depth 12", 2913, 5233),
    ("5 3 8/0 2 4/1 7 6", "mtm", "IDA*", 1475, 2977),
    ("5 3 8/0 2 4/1 7 6", "mtm", "A* FIFO", 907, 3629),
    ("5 3 8/0 2 4/1 7 6", "mtm", "A* LIFO", 616, 2465),
    ("5 3 8/0 2 4/1 7 6", "mtm", "weighted A*", 356, 1425),
    ("5 3 8/0 2 4/1 7 6", "mtm", "greedy", 882, 3529),
    ("5 3 8/0 2 4/1 7 6", "mtm", "breadth-first", 30397, 121589),
    ("5 3 8/0 2 4/1 7 6", "mtm", "bidirectional", 685, 2742),
    ("5 3 8/0 2 4/1 7 6", "mtm", "Dijkstra", 33441, 133765),
    ("5 3 8/0 2 4/1 7 6", "mtm", "depth 12", 16381, 32765),
    ("8 6 7/2 5 4/3 0 1", "stm", "IDA*", 17818, 28750),
    ("8 6 7/2 5 4/3 0 1", "stm", "A* FIFO", 19763, 52306),
    ("8 6 7/2 5 4/3 0 1", "stm", "A* LIFO", 7631, 20067),
    ("8 6 7/2 5 4/3 0 1", "stm", "weighted A*", 601, 1610),
    ("8 6 7/2 5 4/3 0 1", "stm", "greedy", 88, 235),
    ("8 6 7/2 5 4/3 0 1", "stm", "breadth-first", 181378, 483657),
    ("8 6 7/2 5 4/3 0 1", "stm", "bidirectional", 10059, 27441),
    ("8 6 7/2 5 4/3 0 1", "stm", "Dijkstra", 181438, 483837),
    ("8 6 7/2 5 4/3 0 1", "stm", "depth 12", 2913, 5233),
    ("8 6 7/2 5 4/3 0 1", "mtm", "IDA*", 12979, 25985),
    ("8 6 7/2 5 4/3 0 1", "mtm", "A* FIFO", 7731, 30925),
    ("8 6 7/2 5 4/3 0 1", "mtm", "A* LIFO", 3688, 14753),
    ("8 6 7/2 5 4/3 0 1", "mtm", "weighted A*", 1248, 4993),
    ("8 6 7/2 5 4/3 0 1", "mtm", "greedy", 98, 393),
    ("8 6 7/2 5 4/3 0 1", "mtm", "breadth-first", 147671, 590685),
    ("8 6 7/2 5 4/3 0 1", "mtm", "bidirectional", 2905, 11622),
    ("8 6 7/2 5 4/3 0 1", "mtm", "Dijkstra", 165279, 661117),
    ("8 6 7/2 5 4/3 0 1", "mtm", "depth 12", 16381, 32765),
    ("5 4 7/0 3 2/1 6 8", "stm", "IDA*", 7293, 12090),
    ("5 4 7/0 3 2/1 6 8", "stm", "A* FIFO", 2951, 7870),
    ("5 4 7/0 3 2/1 6 8", "stm", "A* LIFO", 2906, 7752),
    ("5 4 7/0 3 2/1 6 8", "stm", "weighted A*", 1731, 4652),
    ("5 4 7/0 3 2/1 6 8", "stm", "greedy", 227, 623),
    ("5 4 7/0 3 2/1 6 8", "stm", "breadth-first", 124064, 329724),
    ("5 4 7/0 3 2/1 6 8", "stm", "bidirectional", 2399, 6530),
    ("5 4 7/0 3 2/1 6 8", "stm", "Dijkstra", 142087, 383793),
    ("5 4 7/0 3 2/1 6 8", "stm", "depth 12", 2913, 5233),
    ("5 4 7/0 3 2/1 6 8", "mtm", "IDA*", 20994, 42015),
    ("5 4 7/0 3 2/1 6 8", "mtm", "A* FIFO", 7622, 30489),
    ("5 4 7/0 3 2/1 6 8", "mtm", "A* LIFO", 5080, 20321),
    ("5 4 7/0 3 2/1 6 8", "mtm", "weighted A*", 2644, 10577),
    ("5 4 7/0 3 2/1 6 8", "mtm", "greedy", 81, 325),
    ("5 4 7/0 3 2/1 6 8", "mtm", "breadth-first", 113458, 453833),
    ("5 4 7/0 3 2/1 6 8", "mtm", "bidirectional", 2162, 8650),
    ("5 4 7/0 3 2/1 6 8", "mtm", "Dijkstra", 141878, 567513),
    ("5 4 7/0 3 2/1 6 8", "mtm", "depth 12", 16381, 32765),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "IDA*", 31, 75),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "A* FIFO", 66, 208),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "A* LIFO", 28, 91),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "weighted A*", 25, 82),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "greedy", 490, 1590),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "breadth-first", 32129, 100114),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "bidirectional", 405, 1265),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "Dijkstra", 49141, 152939),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "stm", "depth 12", 31553, 67281),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "IDA*", 297, 911),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "A* FIFO", 307, 1843),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "A* LIFO", 269, 1615),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "weighted A*", 92, 553),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "greedy", 43799, 262795),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "breadth-first", 140912, 845473),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "bidirectional", 893, 5360),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "Dijkstra", 156538, 939229),
    ("1 2 3 4/14 0 6 8/10 5 7 12/9 13 11 15", "mtm", "depth 12", 248089, 744271),
];

fn counts<M: Rated>(board: &str) -> Vec<(&'static str, u64, u64)> {
    let start = position(board);
    let space = tiles::<Nibbles, M>(&Goal::BlankLast.position(start.size()).unwrap());
    let start = space.board(&start).unwrap();
    let manhattan = M::manhattan(&space);
    let limits = Limits::default();
    let count = |name, run: Run<Move>| (name, run.stats.expanded, run.stats.generated);
    let weighted = WeightedAStar { weight: Weight::new(3, 2).unwrap(), ..WeightedAStar::default() };
    vec![
        count("IDA*", IdaStar::default().run(&space, &start, &manhattan, &limits, &mut ())),
        count("A* FIFO", FIFO.run(&space, &start, &manhattan, &limits, &mut ())),
        count("A* LIFO", LIFO.run(&space, &start, &manhattan, &limits, &mut ())),
        count("weighted A*", weighted.run(&space, &start, &manhattan, &limits, &mut ())),
        count("greedy", GreedyBestFirst::default().run(&space, &start, &manhattan, &limits, &mut ())),
        count("breadth-first", BreadthFirst.run(&space, &start, &Zero, &limits, &mut ())),
        count("bidirectional", BidirectionalBreadthFirst.run(&space, &start, &Zero, &limits, &mut ())),
        count("Dijkstra", Dijkstra.run(&space, &start, &Zero, &limits, &mut ())),
        count("depth 12", DepthLimited { depth: 12 }.run(&space, &start, &Zero, &limits, &mut ())),
    ]
}

#[test]
fn node_counts_are_pinned() {
    let mut found = Vec::new();
    for board in [MIDDLING, FARTHEST, SLIDES, EASY_15] {
        for (metric, counts) in [("stm", counts::<Stm>(board)), ("mtm", counts::<Mtm>(board))] {
            found.extend(
                counts.into_iter().map(|(name, expanded, generated)| (board, metric, name, expanded, generated)),
            );
        }
    }
    let rows: Vec<String> = found.iter().map(|row| format!("    {row:?},\n")).collect();
    assert!(found == PINS, "the counts are now\n{}", rows.concat());
}
