//! The ladder of 15-puzzles: Korf's instances, from the easiest upwards.

use std::time::Duration;

use anyhow::{Result, ensure};
use fewest_benches::instances::{korf, replayed};
use fewest_benches::report::{Bar, Report};
use fewest_sat::{Aim, Ascent, Backend, ToCnf, climb_watched};
use fewest_search::{Cost, Limits, Outcome, Run};
use fewest_tiles::sat::SatEncoding;
use fewest_tiles::{Goal, Move, Position};

use crate::watch::timed;

/// Those of up to this many moves must not take a minute.
const EASY: Cost = 47;
/// Any solution of those of this many moves must not take five seconds.
const ANY: Cost = 50;

/// Prints the ladder, from the shortest solutions to the longest.
pub(crate) fn print(most: Cost, time: Duration, report: &mut Report) -> Result<()> {
    let backend = Backend::BEST;
    println!("\n## Korf's 15-puzzles of up to {most} moves, {backend}, processor seconds\n");
    println!(
        "The thesis needed a little under 6 hours on 64 threads for the optimum of one with 47 moves, and 37 hours \
         (MiniSat) or 30 minutes to 3 hours (Plingeling, 64 threads) for any solution of one with 50.\n"
    );
    println!(
        "| instance | moves | first bound | horizons | variables | clauses | conflicts | optimal | any | of moves |\n\
         |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    );
    let mut instances: Vec<(usize, (Position, Cost))> =
        (1..).zip(korf()?).filter(|(_, (_, length))| *length <= most).collect();
    instances.sort_by_key(|(number, (_, length))| (*length, *number));
    let (mut slowest, mut in_time, mut slowest_any) = (Duration::ZERO, 0_usize, Duration::ZERO);
    for (number, (start, length)) in &instances {
        let goal = Goal::BlankFirst.position(start.size())?;
        let limits = Limits { time: Some(time), ..Limits::default() };
        let bound = SatEncoding::new(start, &goal)?.lower_bound().unwrap_or_default();
        let ((run, last), spent) = timed(|| climbed(start, &goal, Aim::Optimal, backend, &limits));
        let optimal = if let Outcome::LimitReached { lower_bound, .. } = &run.outcome {
            ensure!(lower_bound <= length, "a wrong lower bound");
            format!("not in {} s, ≥ {lower_bound}", time.as_secs())
        } else {
            ensure!(replayed(start, &goal, &run)? == *length, "instance {number} takes {length} moves");
            in_time += 1;
            format!("{:.2}", spent.as_secs_f64())
        };
        let ((any, _), spent_any) = timed(|| climbed(start, &goal, Aim::Any, backend, &limits));
        let (any, moves) = match &any.outcome {
            Outcome::LimitReached { .. } => (format!("not in {} s", time.as_secs()), String::new()),
            _ => (format!("{:.2}", spent_any.as_secs_f64()), replayed(start, &goal, &any)?.to_string()),
        };
        let (variables, clauses) = last.map_or((0, 0), |last| (last.variables, last.clauses));
        println!(
            "| {number} | {length} | {bound} | {} | {variables} | {clauses} | {} | {optimal} | {any} | {moves} |",
            run.stats.iterations, run.stats.expanded
        );
        if *length <= EASY {
            slowest = slowest.max(spent);
        }
        if *length == ANY {
            slowest_any = slowest_any.max(spent_any);
        }
    }
    report.add("15-puzzles of up to 47 moves, the slowest", slowest.as_secs_f64(), "s", Bar::AtMost(60.0), "");
    if most >= ANY {
        #[expect(clippy::cast_precision_loss, reason = "a count of instances")]
        let share = 100.0 * in_time as f64 / instances.len() as f64;
        let what = format!("15-puzzles of up to {most} moves, solved");
        report.add(&what, share, "%", Bar::AtLeast(80.0), &format!("{} s each", time.as_secs()));
        report.add("any solution at 50 moves, the slowest", slowest_any.as_secs_f64(), "s", Bar::AtMost(5.0), "");
    }
    Ok(())
}

/// One climb, and its last formula.
fn climbed(
    start: &Position,
    goal: &Position,
    aim: Aim,
    backend: Backend,
    limits: &Limits,
) -> (Run<Move>, Option<Ascent>) {
    let mut last = None;
    let puzzle = match aim {
        Aim::Optimal => SatEncoding::new(start, goal),
        Aim::Any => SatEncoding::staged(start, goal),
    };
    let puzzle = puzzle.expect("start and goal are of one size");
    let run = climb_watched(&puzzle, aim, backend, limits, &mut (), &mut |ascent| last = Some(*ascent));
    (run, last)
}
