//! Everything about a puzzle: what `docs/blocks-explore.md` defines.
//!
//! ```text
//! cargo run --release -p fewest-blocks --example explore -- [METRIC...] [--quick] [--memory MIB] [--time SECONDS] < puzzle
//! ```

use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use fewest_blocks::explore::{Analysis, Explorer};
use fewest_blocks::{Bits256, Blocks, Metric, Needs, Puzzle, Wide};
use fewest_search::Limits;

fn analyse(explorer: &Explorer, puzzle: &Arc<Puzzle>, metric: Metric, limits: &Limits) -> Analysis {
    let needs = Needs::of(puzzle);
    macro_rules! run {
        ($bits:ty, $key:ty) => {{
            let space = Blocks::<$bits, $key>::new(puzzle.clone(), metric).unwrap_or_else(|error| panic!("{error}"));
            explorer.run(&space, limits, &mut ())
        }};
    }
    match (needs.squares <= 64, needs.bits) {
        (true, ..=64) => run!(u64, u64),
        (true, ..=128) => run!(u64, u128),
        (false, ..=64) => run!(Bits256, u64),
        (false, ..=128) => run!(Bits256, u128),
        _ => run!(Bits256, Wide),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)?.parse::<u64>().ok()
    };
    let mut metrics: Vec<Metric> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    if metrics.is_empty() {
        metrics.push(Metric::Move);
    }
    let is_quick = arguments.iter().any(|argument| argument == "--quick");
    let explorer = if is_quick { Explorer::quick() } else { Explorer { samples: 1, ..Explorer::default() } };
    let limits = Limits {
        memory: option("--memory").map_or(8 << 30, |memory| memory << 20),
        time: option("--time").map(Duration::from_secs),
        ..Limits::default()
    };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("a puzzle");
    let puzzle: Puzzle = text.parse().unwrap_or_else(|faults| panic!("{faults}"));
    let puzzle = Arc::new(puzzle);
    for metric in metrics {
        let analysis = analyse(&explorer, &puzzle, metric, &limits);
        println!("{analysis}");
        let stats = &analysis.stats;
        eprintln!("{:.1?}, {} expanded, {} MiB", stats.elapsed, stats.expanded, stats.peak_memory >> 20);
    }
}
