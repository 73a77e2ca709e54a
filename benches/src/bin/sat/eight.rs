//! A hundred random 8-puzzles: the thesis' Table 7.1 beside ours.

use std::time::Duration;

use anyhow::{Result, ensure};
use fewest_benches::instances::{optimum, replayed};
use fewest_benches::report::{Bar, Report};
use fewest_sat::{Aim, Backend, ToCnf, climb};
use fewest_search::algorithms::{AStar, Dijkstra};
use fewest_search::heuristic::Zero;
use fewest_search::{Cost, Limits, Search};
use fewest_tiles::edixhoven::{Additional, Edixhoven};
use fewest_tiles::heuristics::WalkingDistance;
use fewest_tiles::random::Shuffler;
use fewest_tiles::sat::SatEncoding;
use fewest_tiles::{Goal, Move, Nibbles, Position, Size, Stm, Tiles};

use crate::watch::{Summary, timed};

/// How many positions, of which seed.
const COUNT: usize = 100;
const SEED: u64 = 2016;

/// The rows of the thesis (Edixhoven 2016, Table 7.1), in seconds: program, whether the optimum, total, mean, deviation.
const PUBLISHED: [(&str, &str, f64, f64, f64); 8] = [
    ("A* with X-Y, machine 3", "optimal", 0.3767, 0.0037, 0.0013),
    ("Dijkstra, machine 3", "optimal", 27.4419, 0.2744, 0.2076),
    ("Plingeling, 64 threads, machine 1", "any", 766.5890, 7.6658, 1.6215),
    ("Plingeling, 64 threads, machine 1", "optimal", 2091.0082, 20.9100, 6.5046),
    ("Plingeling, 2 threads, machine 3", "any", 339.0015, 3.3900, 0.8953),
    ("Plingeling, 2 threads, machine 3", "optimal", 771.8428, 7.7184, 3.0342),
    ("MiniSat, machine 3", "any", 217.5099, 2.1751, 0.5060),
    ("MiniSat, machine 3", "optimal", 496.0598, 4.9605, 2.0594),
];

/// Positions with their lengths.
type Instances = [(Position, Cost)];

/// Prints both, row by row.
pub(crate) fn print(thesis: usize, report: &mut Report) -> Result<()> {
    println!("\n## 100 random 8-puzzles (seed {SEED}), processor seconds\n");
    println!("| program | solution | positions | total | mean | deviation |\n|---|---|---:|---:|---:|---:|");
    for (program, aim, total, mean, deviation) in PUBLISHED {
        println!("| thesis: {program} | {aim} | 100 | {total:.4} | {mean:.4} | {deviation:.4} |");
    }
    let goal = Goal::BlankLast.position(Size::new(3, 3)?)?;
    let space = Tiles::<Nibbles, Stm>::new(&goal)?;
    let mut shuffler = Shuffler::new(SEED);
    let starts: Vec<Position> = (0..COUNT).map(|_| shuffler.uniform(&goal)).collect();

    let (mut instances, mut informed, mut blind) = (Vec::new(), Vec::new(), Vec::new());
    for start in starts {
        let board = space.board(&start)?;
        let (run, time) = timed(|| {
            let walking = WalkingDistance::new(&space)?;
            anyhow::Ok(AStar::default().run(&space, &board, &walking, &Limits::default(), &mut ()))
        });
        informed.push(time);
        let (other, time) = timed(|| Dijkstra.run(&space, &board, &Zero, &Limits::default(), &mut ()));
        blind.push(time);
        let length = optimum(&run?)?;
        ensure!(optimum(&other)? == length, "A* and Dijkstra disagree on {start}");
        instances.push((start, length));
    }
    row("A* with X-Y", "optimal", Summary::of(&informed));
    row("Dijkstra", "optimal", Summary::of(&blind));

    for &backend in Backend::ALL {
        let times = climbs(&instances, &goal, Aim::Optimal, backend, |start| Ok(SatEncoding::new(start, &goal)?))?;
        let summary = Summary::of(&times);
        row(&format!("SAT, {backend}"), "optimal", summary);
        if backend == Backend::BEST {
            report.add("random 8-puzzles, optimal, mean", 1e3 * summary.mean, "ms", Bar::AtMost(50.0), backend.name());
        }
        let times = climbs(&instances, &goal, Aim::Any, backend, |start| Ok(SatEncoding::staged(start, &goal)?))?;
        row(&format!("SAT, {backend}"), "any", Summary::of(&times));
    }
    let some = &instances[..thesis.min(COUNT)];
    for &backend in Backend::ALL.iter().filter(|backend| ["batsat", "minisat", "glucose"].contains(&backend.name())) {
        for (aim, name) in [(Aim::Any, "any"), (Aim::Optimal, "optimal")] {
            let additional = Additional { no_undo: true, keep_completed_lines: false };
            let model = |start: &Position| Ok(Edixhoven::new(start.clone(), goal.clone(), additional));
            let times = climbs(some, &goal, aim, backend, model)?;
            row(&format!("SAT, the thesis' model, {backend}"), name, Summary::of(&times));
        }
    }
    Ok(())
}

/// The time that each takes, formulas and all.
fn climbs<P: ToCnf<Move = Move>>(
    instances: &Instances,
    goal: &Position,
    aim: Aim,
    backend: Backend,
    encoding: impl Fn(&Position) -> Result<P>,
) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for (start, length) in instances {
        let (run, time) =
            timed(|| encoding(start).map(|puzzle| climb(&puzzle, aim, backend, &Limits::default(), &mut ())));
        let found = replayed(start, goal, &run?)?;
        match aim {
            Aim::Optimal => ensure!(found == *length, "{start} takes {length} moves, not {found}"),
            Aim::Any => ensure!(found >= *length, "{start} cannot be solved in {found} moves"),
        }
        times.push(time);
    }
    Ok(times)
}

fn row(program: &str, aim: &str, summary: Summary) {
    let Summary { count, total, mean, deviation } = summary;
    println!("| {program} | {aim} | {count} | {total:.4} | {mean:.4} | {deviation:.4} |");
}
