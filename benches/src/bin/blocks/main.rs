//! Sliding blocks, measured against the bars that we set ourselves, in one run: `cargo xtask bench blocks`.
//!
//! Every time is the best of several runs and includes what a user waits for: the tables of the space as well as the
//! search. Every length and every count is compared with what is known, so that no number here comes from a wrong answer.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fewest_benches::report::{Bar, Report};
use fewest_blocks::design::LayoutCensus;
use fewest_blocks::design::rush::Census;
use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::{Blocks, Metric, Puzzle, formats, library};
use fewest_search::{Limits, Run, Search, Zero};

/// Fogleman's hardest board without walls: 51 moves.
const RUSH_51: &str = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.";
/// The board with the most steps: 93.
const RUSH_93: &str = "BBBHLMICCHLMI.AALMDDJ....KJ.EE.KFFGG";
/// Kato's compound with all pieces told apart: 200 moves among 23,461,056 positions.
const COMPOUND: &str = ".aa.\ngaah\nebbf\neccf\niddj\n\n.aa.\ngaah\nfbbe\nfcce\niddj\n";

fn main() -> Result<()> {
    let mut report = Report::default();
    let klotski = library::find("klotski").context("it is built in")?.puzzle();
    for (metric, length) in [(Metric::Move, 81), (Metric::Slide, 90), (Metric::Step, 116)] {
        let what = format!("Klotski, {length} {metric}s");
        solve(&mut report, &what, &klotski, metric, length, (200, 1.0))?;
    }
    for metric in [Metric::Move, Metric::Slide, Metric::Step] {
        let what = format!("Klotski, all 25,955 positions by {metric}s");
        explore(&mut report, &what, &klotski, metric, 25_955, 1, (200, Bar::AtMost(2.0)))?;
    }
    let board = |text: &str| -> Result<Puzzle> { Ok(formats::read(text)?.1.validate()?) };
    solve(&mut report, "Rush Hour, 51 moves", &board(RUSH_51)?, Metric::Slide, 51, (500, 0.3))?;
    solve(&mut report, "Rush Hour, 93 steps", &board(RUSH_93)?, Metric::Step, 93, (200, 2.0))?;
    let compound: Puzzle = COMPOUND.parse()?;
    solve(&mut report, "compound, 200 moves", &compound, Metric::Move, 200, (2, 3000.0))?;
    rates(&mut report, &compound)?;
    censuses(&mut report)?;
    print!("{report}");
    Ok(())
}

/// The best time of several runs in milliseconds, and what the last one gave.
fn best<T>(runs: usize, mut run: impl FnMut() -> Result<T>) -> Result<(f64, T)> {
    let mut best = Duration::MAX;
    let mut last = None;
    for _ in 0..runs {
        let begun = Instant::now();
        last = Some(run()?);
        best = best.min(begun.elapsed());
    }
    Ok((best.as_secs_f64() * 1000.0, last.context("at least one run")?))
}

fn limits() -> Limits {
    Limits { memory: 8 << 30, ..Limits::default() }
}

fn on(threads: usize) -> Exhaustive {
    Exhaustive { threads: NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN), ..Exhaustive::default() }
}

/// Solves a puzzle on one thread, the space included.
fn solve(
    report: &mut Report,
    what: &str,
    puzzle: &Puzzle,
    metric: Metric,
    length: u32,
    (runs, bar): (usize, f64),
) -> Result<()> {
    let puzzle = Arc::new(puzzle.clone());
    let (time, Run { outcome, stats }) = best(runs, || {
        let space = Blocks::<u64, u64>::new(puzzle.clone(), metric)?;
        Ok(on(1).run(&space, &space.start(), &Zero, &limits(), &mut ()))
    })?;
    ensure!(outcome.cost() == Some(length), "{what}: {:?}", outcome.cost());
    let detail = format!("{} expanded, {} KB", stats.expanded, stats.peak_memory / 1000);
    report.add(what, time, "ms", Bar::AtMost(bar), &detail);
    Ok(())
}

/// Visits everything within reach, the space included.
fn explore(
    report: &mut Report,
    what: &str,
    puzzle: &Puzzle,
    metric: Metric,
    states: u64,
    threads: usize,
    (runs, bar): (usize, Bar),
) -> Result<()> {
    let puzzle = Arc::new(puzzle.clone());
    let (time, (found, memory)) = best(runs, || {
        let space = Blocks::<u64, u64>::new(puzzle.clone(), metric)?;
        let all = on(threads).explore(&space, &[space.start()], &limits(), &mut ())?;
        Ok((all.states(), all.stats.peak_memory))
    })?;
    ensure!(found == states, "{what}: {found} positions");
    match bar {
        Bar::AtMost(_) => report.add(what, time, "ms", bar, &format!("{} KB", memory / 1000)),
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        Bar::AtLeast(_) => {
            let detail = format!("{:.2} s, {} MB", time / 1000.0, memory / 1_000_000);
            report.add(what, found as f64 / time / 1000.0, "M positions/s", bar, &detail);
        }
    }
    Ok(())
}

/// How many positions a second, and in how much memory.
fn rates(report: &mut Report, compound: &Puzzle) -> Result<()> {
    for (threads, bar) in [(1, 8.0), (2, 15.0)] {
        let what = format!(
            "all 23,461,056 positions of the compound by steps, {threads} thread{}",
            if threads == 1 { "" } else { "s" }
        );
        explore(report, &what, compound, Metric::Step, 23_461_056, threads, (2, Bar::AtLeast(bar)))?;
    }
    let space = Blocks::<u64, u64>::new(Arc::new(compound.clone()), Metric::Move)?;
    let run = on(1).run(&space, &space.start(), &Zero, &limits(), &mut ());
    #[expect(clippy::cast_precision_loss, reason = "megabytes for people")]
    let memory = run.stats.peak_memory as f64 / 1e6;
    report.add("memory for the compound, 200 moves", memory, "MB", Bar::AtMost(150.0), "");
    Ok(())
}

/// Whole families of puzzles, one thread.
fn censuses(report: &mut Report) -> Result<()> {
    let (time, layouts) = best(3, || Ok(LayoutCensus::huarong_dao().run(&limits())?))?;
    ensure!((layouts.layouts(), layouts.groups(), layouts.sets.len()) == (29_334_498, 25_422, 203), "layouts");
    report.add(
        "all 29,334,498 layouts of 4×5 with one 2×2, in 25,422 groups",
        time / 1000.0,
        "s",
        Bar::AtMost(1.0),
        "",
    );
    let (time, (tally, limit)) = best(3, || Ok(Census::new(5, 5).run(&limits(), |_| ControlFlow::Continue(()))?))?;
    ensure!(limit.is_none() && (tally.boards, tally.clusters) == (268_109, 130_299), "boards");
    ensure!((tally.solvable, tally.minimal) == (62_106, 1_730), "clusters");
    report.add("all 268,109 boards of 5×5 Rush Hour", time / 1000.0, "s", Bar::AtMost(0.7), "");
    Ok(())
}
