//! Exact node counts of single-threaded searches. They change only when the order of moves, a heuristic or an algorithm
//! does: a change that was not meant to touch them must not. Where one is meant, the failing test prints the new table.

use fewest_hanoi::heuristics::{DiscGroups, DiscsAway, OutAndBack, split};
use fewest_hanoi::{Move, Position, Word64};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::{Limits, Run, Search, Zero};

use crate::support::{FIFO, LIFO, hanoi, last, size};

/// Discs, pegs, search, nodes expanded, nodes generated.
#[rustfmt::skip]
#[expect(clippy::unreadable_literal, reason = "pasted as the test prints it")]
const PINS: &[(usize, usize, &str, u64, u64)] = &[
    (8, 3, "breadth-first", 6220, 18660),
    (8, 3, "A* FIFO, discs away", 5861, 17583),
    (8, 3, "A* FIFO, out and back", 5415, 16245),
    (8, 3, "A* FIFO, groups", 3883, 11649),
    (8, 3, "A* LIFO, groups", 3820, 11460),
    (8, 4, "breadth-first", 65516, 391583),
    (8, 4, "A* FIFO, discs away", 59396, 355301),
    (8, 4, "A* FIFO, out and back", 18311, 109638),
    (8, 4, "A* FIFO, groups", 7975, 47688),
    (8, 4, "A* LIFO, groups", 5942, 35516),
    (7, 5, "breadth-first", 78050, 758844),
    (7, 5, "A* FIFO, discs away", 58256, 569832),
    (7, 5, "A* FIFO, out and back", 5658, 55732),
    (7, 5, "A* FIFO, groups", 7443, 73381),
    (7, 5, "A* LIFO, groups", 3008, 29509),
    (7, 5, "IDA*, groups", 26669, 121044),
];

#[test]
fn node_counts_are_pinned() {
    let mut found = Vec::new();
    for (discs, pegs) in [(8, 3), (8, 4), (7, 5)] {
        let space = hanoi::<Word64<3>>(&last(size(discs, pegs)));
        let start = space.state(&Position::stacked(space.size())).unwrap();
        let limits = Limits::default();
        let divisions = [split(&[2, discs - 2]), split(&[discs - 2, 2])];
        let groups = DiscGroups::build(&space, &divisions, &limits).unwrap();
        let mut count = |name, run: Run<Move>| {
            found.push((discs, pegs, name, run.stats.expanded, run.stats.generated));
        };
        count("breadth-first", BreadthFirst.run(&space, &start, &Zero, &limits, &mut ()));
        count("A* FIFO, discs away", FIFO.run(&space, &start, &DiscsAway::new(&space), &limits, &mut ()));
        count("A* FIFO, out and back", FIFO.run(&space, &start, &OutAndBack::new(&space), &limits, &mut ()));
        count("A* FIFO, groups", FIFO.run(&space, &start, &groups, &limits, &mut ()));
        count("A* LIFO, groups", LIFO.run(&space, &start, &groups, &limits, &mut ()));
        if pegs > 4 {
            count("IDA*, groups", IdaStar::default().run(&space, &start, &groups, &limits, &mut ()));
        }
    }
    let rows: Vec<String> = found.iter().map(|row| format!("    {row:?},\n")).collect();
    assert!(found == PINS, "the counts are now\n{}", rows.concat());
}
