//! Times the exhaustive search on a puzzle: the best of several runs, and what making the space took.
//!
//! ```text
//! cargo run --release -p fewest-blocks --example speed -- METRIC RUNS THREADS < puzzle
//! ```

use std::io::Read;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Blocks, Metric, Puzzle};
use fewest_search::{Limits, Search, Zero};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let metric: Metric = arguments[0].parse().expect("a metric");
    let runs: usize = arguments[1].parse().expect("how many runs");
    let threads = arguments[2].parse().expect("how many threads");
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("a puzzle");
    let puzzle: Puzzle = text.parse().unwrap_or_else(|faults| panic!("{faults}"));
    let puzzle = Arc::new(puzzle);
    let space = || Blocks::<u64, u64>::new(puzzle.clone(), metric).expect("at most 64 squares and bits");
    let search = Exhaustive { threads, ..Exhaustive::default() };
    let limits = Limits { memory: 8 << 30, ..Limits::default() };
    let (mut prepare, mut solve, mut explore) = (Duration::MAX, Duration::MAX, Duration::MAX);
    let mut last = String::new();
    for _ in 0..runs {
        let started = Instant::now();
        let space = space();
        prepare = prepare.min(started.elapsed());
        let started = Instant::now();
        let run = search.run(&space, &space.start(), &Zero, &limits, &mut ());
        solve = solve.min(started.elapsed());
        let started = Instant::now();
        let all = search.explore(&space, &[space.start()], &limits, &mut ()).expect("states fit");
        explore = explore.min(started.elapsed());
        last = format!(
            "cost {:?}, expanded {}, generated {}, states {}, layers {}, peak {} KiB",
            run.outcome.cost(),
            run.stats.expanded,
            all.stats.generated,
            all.states(),
            all.layers.len(),
            all.stats.peak_memory >> 10
        );
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = all.states() as f64 / explore.as_secs_f64() / 1e6;
        last =
            format!("prepare {prepare:.2?}, solve {solve:.2?}, explore {explore:.2?} ({rate:.1} M states/s); {last}");
    }
    println!("{metric}: {last}");
}
