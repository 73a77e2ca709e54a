//! The lengths that the library claims are proven again, in every metric.

use std::sync::Arc;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::library::{self, Entry};
use fewest_blocks::{Blocks, Metric, Position};
use fewest_search::{Limits, Outcome, Search, Zero, algorithms::BreadthFirst};

fn solve(entry: &Entry, metric: Metric) -> u32 {
    let space = Blocks::<u64, u64>::new(Arc::new(entry.puzzle()), metric).expect("small enough");
    let run = Exhaustive::default().run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
    let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("{}: {:?}", entry.name, run.outcome) };
    let start = Position::start(space.puzzle().clone());
    let mut position = start.clone();
    for shift in space.shifts(&start, &moves).expect("its start") {
        position.try_shift(&shift, metric).unwrap_or_else(|illegal| panic!("{} {metric}: {illegal}", entry.name));
    }
    assert!(position.is_goal() && moves.len() == cost as usize, "{} {metric}", entry.name);
    cost
}

#[test]
fn every_length_is_proven() {
    let mut faults = Vec::new();
    for entry in library::all() {
        for metric in Metric::ALL {
            let length = solve(entry, metric);
            if entry.optimum(metric) != Some(length) {
                faults.push(format!("{} {metric} {length}", entry.name));
            }
        }
        let space = Blocks::<u64, u64>::new(Arc::new(entry.puzzle()), Metric::Step).expect("small enough");
        let all = Exhaustive::default().explore(&space, &[space.start()], &Limits::default(), &mut ());
        let states = all.expect("small enough").states();
        if entry.states != states {
            faults.push(format!("{} has {states} states", entry.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn another_search_agrees() {
    for name in ["klotski", "pennant", "motor-car", "simplicity"] {
        let entry = library::find(name).expect(name);
        for metric in Metric::ALL {
            let space = Blocks::<u64, u64>::new(Arc::new(entry.puzzle()), metric).expect("small enough");
            let run = BreadthFirst.run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
            assert_eq!(run.outcome.cost(), entry.optimum(metric), "{name} {metric}");
        }
    }
}
