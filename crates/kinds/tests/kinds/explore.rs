//! Exploring puzzles of every kind but sliding blocks.

use fewest_engine::{
    Cancel, EngineError, Exploration, ExploreRequest, Finding, Limits, Outcome, Puzzle, Request, ToGoal,
};
use fewest_kinds::KINDS;

use crate::{graph, solve, tower};

fn explore(request: &ExploreRequest) -> Result<Exploration, EngineError> {
    KINDS.explore(request, &Cancel::new(), &mut |_| ())
}

fn found(puzzle: Puzzle) -> Exploration {
    explore(&ExploreRequest::new(puzzle)).expect("it can be explored")
}

fn board(size: &str, position: &str, metric: &str) -> Puzzle {
    Puzzle::new("tiles", position).with("size", size).with("metric", metric)
}

fn to_goal(found: &Exploration) -> &ToGoal {
    match &found.to_goal {
        Finding::Known(to_goal) => to_goal,
        Finding::Missing { missing } => panic!("{missing}"),
    }
}

/// Every line fits a terminal.
fn is_readable(text: &str) -> bool {
    text.lines().all(|line| line.chars().count() <= 80)
}

#[test]
fn tiles_are_counted_from_the_goal() {
    for (metric, hardest, count, mean) in [("stm", 31, 2, 21.972), ("mtm", 24, 1, 16.6)] {
        let found = found(board("3x3", "", metric));
        let to_goal = to_goal(&found);
        assert_eq!((found.positions, found.goals, found.outcome), (181_440, 1, Outcome::Solved));
        assert_eq!((to_goal.hardest, to_goal.hardest_count, &to_goal.layers), (hardest, count, &found.layers));
        assert!((to_goal.mean - mean).abs() < 0.1, "{}", to_goal.mean);
        assert!(found.more.is_empty() && found.optimum.is_none() && is_readable(&found.text), "{}", found.text);
        // Each of the hardest is a position that takes as many moves.
        for start in &to_goal.hardest_starts {
            let answer = solve(&Request::new(board("3x3", start, metric))).expect("a position");
            assert_eq!(answer.length, Some(hardest));
        }
    }
}

#[test]
fn a_start_has_layers_of_its_own() {
    let solvable = found(board("3x3", "8 6 7/2 5 4/3 0 1", "stm"));
    assert_eq!((solvable.optimum, solvable.outcome, solvable.positions), (Some(31), Outcome::Solved, 181_440));
    assert_eq!((solvable.layers[1], to_goal(&solvable).layers[1], to_goal(&solvable).hardest), (3, 2, 31));
    assert!(solvable.text.contains("optimum        31 moves"), "{}", solvable.text);
    let odd = found(board("3x3", "1 2 3/4 5 6/8 7 0", "stm"));
    assert_eq!((odd.outcome, odd.optimum, odd.goals), (Outcome::Unsolvable, None, 0));
    // What can be reached is the other half, and looks the same.
    assert_eq!((odd.positions, odd.layers.len()), (181_440, 32));
    assert!(matches!(&odd.to_goal, Finding::Missing { missing } if missing.contains("cannot be reached")));
}

#[test]
fn files_and_threads_change_nothing() {
    let directory = std::env::temp_dir();
    let usual = found(board("2x5", "", "mtm"));
    assert_eq!((usual.positions, to_goal(&usual).hardest, usual.peak_disk_bytes), (1_814_400, 36, None));
    let limits = Limits { memory_bytes: Some(100_000), ..Limits::default() };
    let request = ExploreRequest::new(board("2x5", "", "mtm"));
    let spilled = ExploreRequest { threads: Some(2), spill: Some(directory), limits, ..request.clone() };
    let spilled = explore(&spilled).expect("it can be explored");
    assert_eq!((&spilled.layers, &spilled.to_goal), (&usual.layers, &usual.to_goal));
    assert!(spilled.peak_memory_bytes <= 100_000 && spilled.peak_disk_bytes.is_some());
    let refuse = |request: ExploreRequest| explore(&request).expect_err("it is refused");
    let error = refuse(ExploreRequest { limits, ..request.clone() });
    assert!(matches!(&error, EngineError::TooManyPositions { positions: 1_814_400, .. }), "{error}");
    assert!(error.to_string().contains("name a folder"), "{error}");
    let error = refuse(ExploreRequest { spill: Some("/no/such/folder".into()), limits, ..request.clone() });
    assert!(error.to_string().contains("cannot make the folder"), "{error}");
    let limits = Limits { memory_bytes: Some(1000), ..Limits::default() };
    let error = refuse(ExploreRequest { spill: Some(std::env::temp_dir()), limits, ..request });
    assert!(matches!(error, EngineError::TooLittleMemory { .. }), "{error}");
    let error = refuse(ExploreRequest::new(board("4x4", "", "stm")));
    assert!(error.to_string().contains("10,461,394,944,000 positions"), "{error}");
    let error = refuse(ExploreRequest::new(board("5x5", "", "stm")));
    assert!(matches!(error, EngineError::Uncountable { .. }), "{error}");
}

#[test]
fn limits_leave_complete_layers() {
    let limits = Limits { expansions: Some(1000), ..Limits::default() };
    let found = explore(&ExploreRequest { limits, ..ExploreRequest::new(board("3x3", "", "stm")) }).expect("explored");
    assert_eq!((found.outcome, found.limit.as_deref()), (Outcome::Limit, Some("expansion limit")));
    assert_eq!(found.layers[..6], [1, 2, 4, 8, 16, 20]);
    assert!(matches!(&found.to_goal, Finding::Missing { missing } if missing.contains("expansion limit")));
    assert!(found.text.contains("counting complete layers only") && is_readable(&found.text), "{}", found.text);
}

#[test]
fn towers_and_graphs_are_counted() {
    let towers = found(tower(7, 3));
    assert_eq!((towers.positions, to_goal(&towers).hardest, to_goal(&towers).hardest_count), (2187, 127, 128));
    // From a tower, the arrangements at distance d are two to the power of the ones in d (Hinz 1992).
    let hinz: Vec<u64> = (0..128_u32).map(|distance| 1 << distance.count_ones()).collect();
    assert_eq!(towers.layers, hinz);
    assert!(is_readable(&towers.text), "{}", towers.text);
    let tower = found(Puzzle::new("hanoi", "4 3 2 1/-/-/-"));
    assert_eq!((tower.optimum, tower.positions), (Some(9), 256));
    // Wilson's graph: a ring of six with a chord of one vertex, on which few arrangements can be reached.
    let theta = "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4";
    let wilson = found(graph(theta, ""));
    assert_eq!((wilson.positions, wilson.layers.iter().sum::<u64>()), (840, 840));
    let hardest = &to_goal(&wilson).hardest_starts[0];
    let answer = solve(&Request::new(graph(theta, hardest))).expect("a position");
    assert_eq!(answer.length, Some(to_goal(&wilson).hardest));
    let apart = found(graph(theta, "2 1 3 4 5 6 0"));
    assert_eq!((apart.outcome, apart.positions), (Outcome::Unsolvable, 840));
}

#[test]
fn sokoban_is_counted_by_its_rules() {
    const LEVEL: &str = "#######\n#@    #\n#  $  #\n#   . #\n#######";
    for (metric, optimum) in [("push", 2), ("move", 6)] {
        let level = |text: &str| Puzzle::new("sokoban", text).with("metric", metric);
        let found = found(level(LEVEL));
        // A box on any of fifteen squares; the player in any of the parts, or on any square, that are left.
        assert_eq!((found.optimum, found.outcome), (Some(optimum), Outcome::Solved), "{}", found.text);
        let to_goal = to_goal(&found);
        // From a wall without a goal no push leads away: lost, and counted.
        assert!(to_goal.lost > 0 && to_goal.layers.iter().sum::<u64>() + to_goal.lost == found.positions);
        assert_eq!(to_goal.layers[0], found.goals);
        let answer = solve(&Request::new(level(&to_goal.hardest_starts[0]))).expect("a level");
        assert_eq!(answer.length, Some(to_goal.hardest));
        let request = ExploreRequest { threads: Some(2), ..ExploreRequest::new(level(LEVEL)) };
        let error = explore(&request).expect_err("it is refused");
        assert!(matches!(error, EngineError::UselessForCount { option: "threads", .. }), "{error}");
    }
}
