//! Compares searches on puzzles: exhaustive, informed, from both ends. For each puzzle it says how many states are goals, how
//! many of these can be reached, and what each search expands.
//!
//! ```text
//! cargo run --release -p fewest-blocks --example ends -- METRIC PATTERN [FILE...]
//! ```
//!
//! A pattern has at most so many positions. Without files, the library; a file is of any form that is read.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fewest_blocks::exhaustive::{Exhaustive, Word};
use fewest_blocks::heuristics::{Blockers, Distances, LinearConflict, PatternDistances};
use fewest_blocks::{Bits, Bits256, Blocks, Metric, Needs, Puzzle, formats, library};
use fewest_search::algorithms::{AStar, BidirectionalBreadthFirst, IdaStar, Nbs};
use fewest_search::{Heuristic, Limits, Max, Run, Search, Zero};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The most goals that are listed.
const MOST_GOALS: usize = 1 << 24;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let metric: Metric = arguments.next().ok_or("name a metric")?.parse()?;
    let most: u64 = arguments.next().ok_or("say how many positions a pattern may have")?.parse()?;
    let files: Vec<String> = arguments.collect();
    if files.is_empty() {
        for entry in library::all() {
            compare(entry.name, entry.puzzle(), metric, most)?;
        }
    }
    for file in files {
        compare(&file, formats::read(&std::fs::read_to_string(&file)?)?.1.validate()?, metric, most)?;
    }
    Ok(())
}

fn compare(name: &str, puzzle: Puzzle, metric: Metric, most: u64) -> Result<()> {
    let needs = Needs::of(&puzzle);
    let puzzle = Arc::new(puzzle);
    println!("{name}, {metric}: {} squares, {} bits", needs.squares, needs.bits);
    if needs.squares <= 64 && needs.bits <= 64 {
        searches(&Blocks::<u64, u64>::new(puzzle, metric)?, most)
    } else {
        searches(&Blocks::<Bits256, u128>::new(puzzle, metric)?, most)
    }
}

fn searches<B: Bits, K: Word>(space: &Blocks<B, K>, most_in_pattern: u64) -> Result<()> {
    let limits = Limits { memory: 3 << 30, time: Some(Duration::from_secs(20)), ..Limits::default() };
    let start = space.start();
    let mut reached = 0;
    let all = Exhaustive::default().explore_layers(space, &[start], &limits, &mut (), |layer| {
        reached += layer.goals().count();
        ControlFlow::Continue(())
    })?;
    let begun = Instant::now();
    let listed = space.goals_within(MOST_GOALS).map(|goals| goals.len()).ok();
    let most = if all.limit.is_some() { "at least " } else { "" };
    let listed_in = begun.elapsed();
    println!("  {most}{} states, {reached} goals among them, of {listed:?} listed in {listed_in:.1?}", all.states());
    drop(all);
    let distances = Distances::new(space);
    let modified = LinearConflict::modified(space);
    let back = Distances::from_start(space, &start);
    let line_back = LinearConflict::from_start(space, &start);
    report("exhaustive", || Exhaustive::default().run(space, &start, &Zero, &limits, &mut ()));
    report("A*, distances", || AStar::default().run(space, &start, &distances, &limits, &mut ()));
    report("A*, modified", || AStar::default().run(space, &start, &modified, &limits, &mut ()));
    report("A*, blockers", || AStar::default().run(space, &start, &Blockers::new(space), &limits, &mut ()));
    let begun = Instant::now();
    if let Some(patterns) = PatternDistances::new(space, most_in_pattern, &limits) {
        println!("  patterns in {:.1?}, {:?} at the start:", begun.elapsed(), patterns.estimate(&start));
        for pattern in patterns.summaries() {
            println!("    {pattern:?}");
        }
        let patterns = &Max(distances.clone(), patterns);
        report("A*, patterns", || AStar::default().run(space, &start, patterns, &limits, &mut ()));
        report("IDA*, patterns", || IdaStar::default().run(space, &start, patterns, &limits, &mut ()));
    }
    if listed.is_some() {
        report("both ends", || BidirectionalBreadthFirst.run(space, &start, &Zero, &limits, &mut ()));
        report("NBS, distances", || Nbs { backward: &back }.run(space, &start, &distances, &limits, &mut ()));
        report("NBS, conflicts", || Nbs { backward: &line_back }.run(space, &start, &modified, &limits, &mut ()));
    }
    Ok(())
}

fn report<M>(name: &str, search: impl Fn() -> Run<M>) {
    let begun = Instant::now();
    let run = search();
    let cost = run.outcome.cost().map_or_else(|| "none".to_owned(), |cost| cost.to_string());
    println!("  {name:<16} {cost:>5} {:>10} expanded, {:.1?}", run.stats.expanded, begun.elapsed());
}
