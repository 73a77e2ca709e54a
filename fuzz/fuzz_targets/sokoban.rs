//! Any text as Sokoban levels: each is refused with faults, or read, and then what is written of it reads the same, and
//! small searches of one in 64 end with something true, by whatever pushes are left out.
#![no_main]

use std::sync::Arc;

use fewest_fuzz::is_one_of;
use fewest_search::algorithms::{AStar, BreadthFirst};
use fewest_search::{Limits, Outcome, Search, Zero};
use fewest_sokoban::heuristics::Matching;
use fewest_sokoban::{Level, Position, Pruning, Pushes, read, scene, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for setup in read(text) {
        match setup.validate() {
            Ok(level) => check(level, is_one_of(64, text.as_bytes())),
            Err(faults) => assert!(faults.iter().count() > 0),
        }
    }
});

fn check(level: Level, with_searches: bool) {
    let written = write([&level]);
    let again = read(&written);
    assert_eq!(again.len(), 1, "{written}");
    let again = again[0].validate().expect("what is written is a level");
    assert_eq!(again.to_string(), level.to_string());
    assert_eq!(write([&again]), written);
    let level = Arc::new(level);
    let start = Position::start(level.clone());
    assert_eq!(scene::squares(&start).len(), level.height());
    if !with_searches {
        return;
    }
    let limits = Limits { expansions: Some(300), memory: 1 << 20, ..Limits::default() };
    let Ok(space) = Pushes::<1>::new(level.clone()) else { return };
    let all = Pushes::<1>::with_pruning(level, Pruning::NONE).expect("it fits as well");
    let informed = AStar::default().run(&space, &space.start(), &Matching::new(&space), &limits, &mut ());
    let blind = BreadthFirst.run(&all, &all.start(), &Zero, &limits, &mut ());
    let has_ended = |outcome: &Outcome<_>| !matches!(outcome, Outcome::LimitReached { .. });
    if has_ended(&informed.outcome) && has_ended(&blind.outcome) {
        assert_eq!(informed.outcome.cost(), blind.outcome.cost());
    }
    if let Outcome::Solved { moves, cost, .. } = informed.outcome {
        let mut position = start.clone();
        for step in space.steps(&start, &moves) {
            position.try_move(step).expect("a legal step");
        }
        assert!(position.is_solved());
        assert_eq!(u32::try_from(position.pushes()), Ok(cost));
    }
}
