//! The lengths that the library claims are proven again, in every metric.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::library::{self, Entry};
use fewest_blocks::{Blocks, Metric, Position, Setup};
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

/// What the graded set claims: a board is the hardest of all that can be reached, and gets easier without any other car.
#[test]
fn the_graded_boards_are_hardest_and_minimal() {
    let slides = |setup: &Setup| {
        let space =
            Blocks::<u64, u64>::new(Arc::new(setup.validate().expect("a puzzle")), Metric::Slide).expect("small");
        let run = Exhaustive::default().run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
        run.outcome.cost().expect("a board that can be solved")
    };
    for entry in library::all().iter().filter(|entry| entry.name.starts_with("rush-")) {
        let (puzzle, length) = (entry.puzzle(), entry.optimum(Metric::Slide).expect("it is known"));
        for piece in puzzle.setup().pieces.iter().filter(|piece| piece.label != 'A') {
            let mut fewer = puzzle.setup().clone();
            fewer.pieces.retain(|other| other.label != piece.label);
            assert!(slides(&fewer) < length, "{} without {}", entry.name, piece.label);
        }
        let space = Blocks::<u64, u64>::new(Arc::new(puzzle), Metric::Slide).expect("small");
        let mut goals = Vec::new();
        let all =
            Exhaustive::default().explore_layers(&space, &[space.start()], &Limits::default(), &mut (), |layer| {
                goals.extend(layer.goals());
                ControlFlow::Continue(())
            });
        assert!(all.is_ok());
        let back = Exhaustive::default().explore(&space, &goals, &Limits::default(), &mut ()).expect("small");
        assert_eq!(back.layers.len(), length as usize + 1, "{}", entry.name);
    }
}
