//! Exact node counts of single-threaded searches. They change only when the order of flips, a heuristic or an algorithm
//! does: a change that was not meant to touch them must not. Where one is meant, the failing test prints the new table.

use fewest_pancake::heuristics::{Gap, GapAhead};
use fewest_pancake::pdb::{Counting, PatternPdb, divisions};
use fewest_pancake::random::Shuffler;
use fewest_pancake::{Flip, Nibbles, Position};
use fewest_pdb::encoding::Encoding;
use fewest_search::algorithms::IdaStar;
use fewest_search::{Limits, Max, Run, Search};

use crate::support::{FIFO, LIFO, burnt, pancakes, plain, tables};

/// Puzzle, search, nodes expanded, nodes generated; for ten random stacks together.
#[rustfmt::skip]
#[expect(clippy::unreadable_literal, reason = "pasted as the test prints it")]
const PINS: &[(&str, &str, u64, u64)] = &[
    ("12 pancakes", "A* FIFO, gap", 1503, 16543),
    ("12 pancakes", "A* LIFO, gap", 180, 1990),
    ("12 pancakes", "IDA*, gap", 227, 2300),
    ("12 pancakes", "IDA*, gap ahead", 187, 1898),
    ("12 pancakes", "IDA*, gap and tables", 214, 2170),
    ("12 pancakes", "IDA*, tables", 11082, 110876),
    ("16 pancakes", "A* FIFO, gap", 7065, 105985),
    ("16 pancakes", "A* LIFO, gap", 1396, 20950),
    ("16 pancakes", "IDA*, gap", 1436, 20136),
    ("16 pancakes", "IDA*, gap ahead", 1097, 15388),
    ("16 pancakes", "IDA*, gap and tables", 1357, 19030),
    ("8 burnt pancakes", "A* FIFO, gap", 6742, 53946),
    ("8 burnt pancakes", "A* LIFO, gap", 3306, 26458),
    ("8 burnt pancakes", "IDA*, gap", 2411, 16947),
    ("8 burnt pancakes", "IDA*, gap ahead", 1265, 8913),
    ("8 burnt pancakes", "IDA*, gap and tables", 1367, 9623),
    ("8 burnt pancakes", "IDA*, tables", 3644, 25564),
];

#[test]
fn node_counts_are_pinned() {
    let mut found = Vec::new();
    for size in [plain(12), plain(16), burnt(8)] {
        let goal = Position::sorted(size);
        let space = pancakes::<Nibbles>(&goal);
        let limits = Limits::default();
        let (plan, tables) = tables(&goal, &divisions(&goal, 50_000), Counting::Top, Encoding::NIBBLE);
        let pdb = || PatternPdb::new(&space, &plan, &tables).unwrap();
        let (gap, ahead, both) = (Gap::new(&space), GapAhead::new(&space), Max(Gap::new(&space), pdb()));
        let mut shuffler = Shuffler::new(1);
        let starts: Vec<Nibbles> = (0..10).map(|_| space.state(&shuffler.uniform(size)).unwrap()).collect();
        let mut count = |name, run: &dyn Fn(&Nibbles) -> Run<Flip>| {
            let runs: Vec<Run<Flip>> = starts.iter().map(run).collect();
            let expanded = runs.iter().map(|run| run.stats.expanded).sum::<u64>();
            found.push((size.to_string(), name, expanded, runs.iter().map(|run| run.stats.generated).sum::<u64>()));
        };
        count("A* FIFO, gap", &|start| FIFO.run(&space, start, &gap, &limits, &mut ()));
        count("A* LIFO, gap", &|start| LIFO.run(&space, start, &gap, &limits, &mut ()));
        count("IDA*, gap", &|start| IdaStar::default().run(&space, start, &gap, &limits, &mut ()));
        count("IDA*, gap ahead", &|start| IdaStar::default().run(&space, start, &ahead, &limits, &mut ()));
        count("IDA*, gap and tables", &|start| IdaStar::default().run(&space, start, &both, &limits, &mut ()));
        if size != plain(16) {
            count("IDA*, tables", &|start| IdaStar::default().run(&space, start, &pdb(), &limits, &mut ()));
        }
    }
    let found: Vec<(&str, &str, u64, u64)> =
        found.iter().map(|(size, name, a, b)| (size.as_str(), *name, *a, *b)).collect();
    let rows: Vec<String> = found.iter().map(|row| format!("    {row:?},\n")).collect();
    assert!(found == PINS, "the counts are now\n{}", rows.concat());
}
