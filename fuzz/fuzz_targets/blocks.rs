//! Any text as two grids of sliding blocks: refused with faults, or read, and then it prints as something that reads the same,
//! and of one in 64 a small search ends with something true.
#![no_main]

use std::sync::Arc;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::heuristics::{Distances, LinearConflict};
use fewest_blocks::{Blocks, Metric, Needs, Position, Puzzle, Setup};
use fewest_fuzz::is_one_of;
use fewest_search::algorithms::AStar;
use fewest_search::{Heuristic, Limits, Outcome, Search, Zero};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let puzzle = match Setup::parse(text).and_then(|setup| setup.validate()) {
        Ok(puzzle) => puzzle,
        Err(faults) => return assert!(faults.iter().count() > 0),
    };
    assert_eq!(puzzle.to_string().parse::<Puzzle>().as_ref(), Ok(&puzzle));
    if !is_one_of(64, text.as_bytes()) {
        return;
    }
    let needs = Needs::of(&puzzle);
    let puzzle = Arc::new(puzzle);
    if needs.squares > 64 || needs.bits > 64 {
        return;
    }
    let Ok(space) = Blocks::<u64, u64>::new(puzzle, Metric::Move) else { return };
    let limits = Limits { expansions: Some(500), memory: 1 << 20, ..Limits::default() };
    let start = space.start();
    let distances = Distances::new(&space);
    let run = Exhaustive::default().run(&space, &start, &Zero, &limits, &mut ());
    let informed = AStar::default().run(&space, &start, &distances, &limits, &mut ());
    if let (Some(one), Some(two)) = (run.outcome.cost(), informed.outcome.cost()) {
        assert_eq!(one, two);
    }
    if let Outcome::Solved { moves, cost, .. } = run.outcome {
        assert!(distances.estimate(&start).is_some_and(|estimate| estimate <= cost));
        assert!(LinearConflict::modified(&space).estimate(&start).is_some_and(|estimate| estimate <= cost));
        let mut position = Position::start(space.puzzle().clone());
        for shift in space.shifts(&position.clone(), &moves).expect("a solution of this puzzle") {
            position.try_shift(&shift, Metric::Move).expect("a legal move");
        }
        assert!(position.is_goal());
    }
});
