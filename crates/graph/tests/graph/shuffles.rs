//! Random positions: reachable, equally likely, the same everywhere.

use std::collections::HashMap;

use fewest_graph::random::Shuffler;
use fewest_graph::{Class, Goal, reachable_count};

use crate::support::{THETA, goals, graph, grid};

/// How often each position is drawn on average.
const EACH: u32 = 60;

#[test]
fn every_position_of_a_class_is_equally_likely() {
    for text in [
        "1",
        "1-2",
        "1-2 2-3 2-4",
        "1-2 2-3 3-4 4-1",
        "1-2 2-3 3-4 4-1 1-3",
        "1-2 2-3 3-4 4-1 1-5 5-3",
        "1-2 2-3 3-1 3-4 4-5 5-6 6-4",
        THETA,
    ] {
        let graph = graph(text);
        let goal = &goals(&graph)[0];
        let class = Class::of(goal);
        let count = u32::try_from(reachable_count(&graph).unwrap()).unwrap();
        let mut shuffler = Shuffler::new(1);
        let mut drawn: HashMap<Vec<u8>, f64> = HashMap::new();
        for _ in 0..EACH * count {
            let position = shuffler.draw(&class);
            assert!(class.contains(&position), "{text}: {position}");
            *drawn.entry(position.tiles().to_vec()).or_default() += 1.0;
        }
        assert_eq!(u32::try_from(drawn.len()), Ok(count), "{text}: every position is drawn");
        // χ² of a uniform draw has the mean count − 1 and the variance 2 (count − 1).
        let (freedom, each) = (f64::from(count - 1), f64::from(EACH));
        let chi_squared: f64 = drawn.values().map(|times| (times - each).powi(2) / each).sum();
        assert!((chi_squared - freedom).abs() <= 5.0 * (2.0 * freedom).sqrt(), "{text}: {chi_squared} of {freedom}");
    }
}

#[test]
fn a_seed_names_the_same_positions_everywhere() {
    let goal = Goal::BlankLast.position(&grid(3, 3)).unwrap();
    let mut shuffler = Shuffler::new(42);
    let drawn = [shuffler.uniform(&goal), shuffler.draw(&Class::of(&goal)), shuffler.walk(&goal, 20)];
    assert_eq!(
        drawn.map(|position| position.to_string()),
        ["8 3 1 7 4 6 0 2 5", "6 7 1 5 3 2 0 4 8", "5 3 7 2 0 8 4 6 1"]
    );
    let mixed = Goal::BlankFirst.position(&graph("1-2 2-3 3-4 4-1 4-5 5-6 6-7 7-8 8-9 9-4 4-10 10-7")).unwrap();
    assert_eq!(Shuffler::new(42).uniform(&mixed).to_string(), "2 3 1 5 6 7 0 8 4 9");
}

#[test]
fn walks_stay_in_the_class_and_never_turn_back() {
    for text in ["1", "1-2", "1-2 2-3 3-4", "1-2 2-3 3-4 4-1 1-3", THETA] {
        for goal in goals(&graph(text)) {
            let class = Class::of(&goal);
            for moves in 0..30 {
                assert!(class.contains(&Shuffler::new(moves).walk(&goal, moves)));
            }
        }
    }
    // On a ring of five without turning back, 20 moves come round to the start and 4 do not.
    let goal = Goal::BlankLast.position(&graph("1-2 2-3 3-4 4-5 5-1")).unwrap();
    for seed in 0..10 {
        assert_eq!(Shuffler::new(seed).walk(&goal, 20), goal);
        assert_ne!(Shuffler::new(seed).walk(&goal, 4), goal);
    }
}
