//! Sokoban through the engine: every algorithm with every heuristic, both metrics, on levels whose optimum is known.

use std::collections::BTreeSet;

use fewest_engine::catalog::AlgorithmInfo;
use fewest_engine::{
    Answer, Cancel, EngineError, Kind, Limits, Notation, Options, Outcome, Proof, Puzzle, Request, SokobanMetric,
    SokobanPuzzle, catalog, check, solve, verify,
};

/// A level, its fewest pushes and its fewest moves, both counted by hand or published.
const KNOWN: [(&str, u32, u32); 4] = [
    // Skinner's Microban 1, levels 1 and 2, with the published counts.
    ("; first\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####", 8, 33),
    ("######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######", 3, 16),
    ("6#|#@$-.#|6#", 2, 2),
    // Nothing to do.
    ("####\n#@*#\n####", 0, 0),
];

/// A search that follows every path needs more than this for some levels; what it knows by then must be true.
const ENOUGH: u64 = 200_000;

fn request(level: &str, metric: SokobanMetric) -> Request {
    Request::new(Puzzle::Sokoban(SokobanPuzzle { metric, ..SokobanPuzzle::new(level) }))
}

fn answer(request: &Request) -> Answer {
    solve(request, &Cancel::new(), &mut |_| ()).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

/// The moves, made by rules that the search knows nothing of, solve the level and are as many as was said.
fn replays(request: &Request, found: &Answer) {
    let moves = found.moves.as_deref().expect("a solution");
    let checked = verify(&request.puzzle, moves, Notation::Tile).expect("our own notation");
    assert!(checked.solves, "{moves}");
    assert_eq!(Some(checked.lengths[&found.metric]), found.length.map(u64::from), "{moves}");
    assert_eq!(checked.lengths["move"], moves.len() as u64);
    assert_eq!(checked.lengths["push"], moves.chars().filter(char::is_ascii_uppercase).count() as u64);
}

#[test]
fn all_that_promise_an_optimum_agree() {
    let mut solved_by = BTreeSet::new();
    for (level, pushes, moves) in KNOWN {
        for (metric, optimum) in [(SokobanMetric::Push, pushes), (SokobanMetric::Move, moves)] {
            let serving = |info: &&AlgorithmInfo| info.serves(Kind::Sokoban, &metric.to_string());
            for algorithm in catalog::algorithms().iter().filter(serving) {
                for heuristic in catalog::heuristics().iter().filter(|info| info.puzzles.contains(&Kind::Sokoban)) {
                    if !algorithm.uses_heuristic && heuristic.name != "none" {
                        continue;
                    }
                    let request = Request {
                        algorithm: algorithm.name.to_owned(),
                        heuristic: heuristic.name.to_owned(),
                        options: Options {
                            threads: algorithm.parallel.then_some(2),
                            depth: (algorithm.name == "DLS").then_some(optimum),
                            ..Options::default()
                        },
                        limits: Limits { expansions: Some(ENOUGH), ..Limits::default() },
                        ..request(level, metric)
                    };
                    let what = format!("{level} {metric} {} {}", algorithm.name, heuristic.name);
                    let found = answer(&request);
                    match found.outcome {
                        Outcome::Solved => {
                            replays(&request, &found);
                            assert!(found.length >= Some(optimum) && found.lower_bound <= Some(optimum), "{what}");
                            // Layers of pushes prove nothing about moves, and their answer does not say so.
                            let proves = metric == SokobanMetric::Push || !["BFS", "BFHS"].contains(&algorithm.name);
                            if algorithm.optimal && (proves || found.proof == Proof::Optimal) {
                                assert_eq!((found.length, found.proof), (Some(optimum), Proof::Optimal), "{what}");
                            }
                            if optimum > 0 {
                                solved_by.insert(algorithm.name);
                            }
                        }
                        Outcome::Limit => assert!(found.lower_bound <= Some(optimum), "{what}"),
                        Outcome::Unsolvable => panic!("{what}"),
                    }
                }
            }
        }
    }
    // None of them got away without solving anything.
    let all: BTreeSet<&str> = catalog::algorithms()
        .iter()
        .filter(|info| info.puzzles.contains(&Kind::Sokoban))
        .map(|info| info.name)
        .collect();
    assert_eq!(solved_by, all);
}

#[test]
fn auto_takes_a_star_with_the_matching_and_says_why() {
    let request = request(KNOWN[0].0, SokobanMetric::Push);
    let found = answer(&request);
    assert_eq!((&found.algorithm[..], &found.heuristic[..]), ("A*", "matching"));
    assert!(found.chosen_because.starts_with("A*, because pushes"), "{}", found.chosen_because);
    assert!(found.chosen_because.contains("matching, because it is the strongest"), "{}", found.chosen_because);
    assert_eq!((found.puzzle, &found.metric[..]), (Kind::Sokoban, "push"));
    assert_eq!(found.position, KNOWN[0].0);
    assert_eq!(found.goal, "####\n# *#\n#  ###\n#*   #\n#    #\n#  ###\n####");
    let threads = Options { threads: Some(2), ..Options::default() };
    assert_eq!(answer(&Request { options: threads, ..request }).algorithm, "HDA*");
}

#[test]
fn what_cannot_serve_is_refused() {
    let refusal = |algorithm: &str, heuristic: &str| {
        let request = Request {
            algorithm: algorithm.to_owned(),
            heuristic: heuristic.to_owned(),
            ..request(KNOWN[0].0, SokobanMetric::Push)
        };
        solve(&request, &Cancel::new(), &mut |_| ()).expect_err("it cannot serve").to_string()
    };
    for algorithm in ["BiBFS", "NBS", "exhaustive", "construct", "anytime"] {
        let error = refusal(algorithm, "auto");
        assert!(error.starts_with(&format!("the algorithm {algorithm} does not serve sokoban; it serves ")), "{error}");
    }
    let error = refusal("A*", "manhattan");
    assert_eq!(error, "the heuristic manhattan does not serve sokoban; there are auto, none, matching");
}

#[test]
fn a_level_without_a_solution_is_proven_to_have_none() {
    // A box in a corner; two boxes that block each other's way; a box behind a wall.
    for level in ["#####\n#$ .#\n# @ #\n#####", "########\n#@$ $..#\n########", "#######\n#@*#$.#\n#######"] {
        for metric in [SokobanMetric::Push, SokobanMetric::Move] {
            for (algorithm, why) in [("auto", "known of the start"), ("BFS", "deadlocks left out")] {
                let found = answer(&Request { algorithm: algorithm.into(), ..request(level, metric) });
                let told = (found.outcome, found.length, found.lower_bound);
                assert_eq!(told, (Outcome::Unsolvable, None, None), "{level}");
                assert!(
                    found.reason.as_ref().is_some_and(|reason| reason.contains(why)),
                    "{level}: {:?}",
                    found.reason
                );
            }
        }
        let checked = check(&Puzzle::Sokoban(SokobanPuzzle::new(level))).expect("a level");
        assert_eq!((checked.solvable, checked.lower_bounds.len()), (Some(false), 0), "{level}");
    }
    let checked = check(&Puzzle::Sokoban(SokobanPuzzle::new(KNOWN[0].0))).expect("a level");
    assert_eq!((checked.solvable, checked.what.as_deref()), (Some(true), Some("6×7 Sokoban with 2 boxes")));
    let bounds: Vec<_> = checked.lower_bounds.iter().map(|bound| (&bound.metric[..], bound.moves)).collect();
    assert_eq!(bounds, [("push", 4), ("move", 4)]);
}

#[test]
fn every_fault_is_told() {
    let Err(EngineError::Position(faults)) =
        solve(&request("#####\n#@$x#\n# @?\n#####", SokobanMetric::Push), &Cancel::new(), &mut |_| ())
    else {
        panic!("a level with faults")
    };
    assert_eq!(faults.iter().count(), 5, "{faults}");
    let checked =
        check(&Puzzle::Sokoban(SokobanPuzzle::new("####\n#@ #\n####"))).expect("faults are part of the answer");
    assert_eq!(checked.faults.len(), 1, "{:?}", checked.faults);
}

#[test]
fn a_limit_leaves_a_true_lower_bound() {
    let (level, pushes, moves) = KNOWN[0];
    for algorithm in ["A*", "IDA*", "BFS", "Dijkstra", "SMA*", "BFHS", "HDA*", "A*+IDA*", "greedy"] {
        for (metric, optimum) in [(SokobanMetric::Push, pushes), (SokobanMetric::Move, moves)] {
            let limits = Limits { expansions: Some(3), ..Limits::default() };
            let found = answer(&Request { algorithm: algorithm.into(), limits, ..request(level, metric) });
            assert_eq!((found.outcome, found.length), (Outcome::Limit, None), "{algorithm} {metric}");
            let bound = found.lower_bound.expect("a bound");
            assert!(bound <= optimum, "{algorithm} {metric}: {bound}");
            // The matching says so much at the start.
            assert!(
                bound >= 4 || !["A*", "IDA*", "HDA*", "SMA*", "A*+IDA*"].contains(&algorithm),
                "{algorithm} {metric}: {bound}"
            );
        }
    }
}

#[test]
fn levels_of_every_width() {
    // An open floor, on which the box goes straight down: 16 to 3,844 squares.
    for side in [4, 8, 9, 15, 16, 17, 62] {
        let (rim, half) = (side + 2, side / 2);
        let row = |mark: char| format!("#{}-{mark}{}-#|", half - 1, side - half);
        let floor = |rows: usize| format!("#{side}-#|").repeat(rows);
        let (above, between) = (side / 4, side - side / 4 - 3);
        let text = format!("{rim}#|{}{}{}{}{}{rim}#", floor(above), row('@'), row('$'), floor(between), row('.'));
        for metric in [SokobanMetric::Push, SokobanMetric::Move] {
            let request = request(&text, metric);
            let found = answer(&request);
            assert_eq!(found.length, Some(u32::try_from(between).expect("few") + 1), "{side}");
            replays(&request, &found);
        }
    }
}

#[test]
fn the_schema_knows_sokoban() {
    let text = r#"{"puzzle":{"kind":"sokoban","position":"5#|#@$.#|5#","metric":"move"}}"#;
    let request: Request = serde_json::from_str(text).expect("defaults fill the rest");
    assert_eq!(answer(&request).length, Some(1));
    let again = serde_json::to_string(&request).expect("serialises");
    assert_eq!(serde_json::from_str::<Request>(&again).expect("reads back"), request);
    for bad in [
        r#"{"puzzle":{"kind":"sokoban","position":"5#|#@$.#|5#","metric":"stm"}}"#,
        r#"{"puzzle":{"kind":"sokoban"}}"#,
        r#"{"puzzle":{"kind":"sokoban","position":"","goal":""}}"#,
    ] {
        assert!(serde_json::from_str::<Request>(bad).is_err(), "{bad}");
    }
}

#[test]
fn illegal_moves_are_found_and_explained() {
    let puzzle = Puzzle::Sokoban(SokobanPuzzle::new("6#|#@$-.#|6#"));
    let judge = |moves: &str| verify(&puzzle, moves, Notation::Tile).expect("moves");
    let found = judge("RR");
    assert!(found.solves && found.lengths["push"] == 2 && found.lengths["move"] == 2);
    assert_eq!(found.end, "######\n#  @*#\n######");
    let (number, why) = judge("RRR").illegal.expect("a wall behind the box");
    assert!(number == 3 && why.contains("behind it is a wall"), "{why}");
    assert!(!judge("R").solves && judge("r").illegal.is_some_and(|(_, why)| why.contains("capital letter")));
    assert!(matches!(verify(&puzzle, "R2", Notation::Tile), Err(EngineError::Notation(_))));
}
