//! Sliding blocks through the engine: every algorithm with every heuristic, all metrics, on puzzles whose optimum is known.

use std::collections::BTreeSet;

use fewest_engine::catalog::{Algorithm, AlgorithmInfo, algorithms};
use fewest_engine::{Cancel, Limits, Options, Outcome, Proof, Puzzle, Request};
use fewest_kinds::KINDS;
use fewest_kinds::blocks::INFO;

/// A search that follows every path needs more than this for most puzzles; what it knows by then must be true.
const ENOUGH: u64 = 100_000;

#[test]
fn all_that_promise_an_optimum_agree_with_the_library() {
    // Formulas climb from one move, and these lengths are far: they have tests of their own.
    let all = || algorithms().iter().filter(|info| info.optimal && serves(info) && info.algorithm != Algorithm::Sat);
    let mut solved_by = BTreeSet::new();
    for name in ["simplicity", "moving-day", "hughes", "pennant"] {
        let (_, entry) = KINDS.find(name).expect(name);
        for metric in INFO.metrics.iter().map(|metric| metric.name) {
            let optimum = entry.optimum[metric];
            for algorithm in all() {
                for heuristic in INFO.heuristics {
                    let is_served = heuristic.serves(metric) && heuristic.name != "patterns";
                    if !is_served || (!algorithm.uses_heuristic && heuristic.name != "none") {
                        continue;
                    }
                    let puzzle = Puzzle::new("blocks", name).with("metric", metric);
                    let request = Request {
                        algorithm: algorithm.name.to_owned(),
                        heuristic: heuristic.name.to_owned(),
                        options: Options { threads: algorithm.parallel.then_some(2), ..Options::default() },
                        limits: Limits { expansions: Some(ENOUGH), ..Limits::default() },
                        ..Request::new(puzzle.clone())
                    };
                    let what = format!("{name} {metric} {} {}", algorithm.name, heuristic.name);
                    let answer = KINDS
                        .solve(&request, &Cancel::new(), &mut |_| ())
                        .unwrap_or_else(|error| panic!("{what}: {error}"));
                    match answer.outcome {
                        Outcome::Solved => {
                            let length = answer.length.map(u64::from);
                            assert_eq!((length, answer.proof), (Some(optimum), Proof::Optimal), "{what}");
                            let moves = answer.moves.expect("a solution");
                            let found = KINDS.verify(&puzzle, &moves, answer.notation).expect("moves");
                            assert!(found.solves && found.lengths[metric] == optimum, "{what}");
                            solved_by.insert(algorithm.name);
                        }
                        Outcome::Limit => assert!(answer.lower_bound.map(u64::from) <= Some(optimum), "{what}"),
                        Outcome::Unsolvable => panic!("{what}"),
                    }
                }
            }
        }
    }
    // None of them got away without solving anything.
    assert_eq!(solved_by, all().map(|info| info.name).collect());
}

/// Whether an algorithm serves sliding blocks.
fn serves(info: &AlgorithmInfo) -> bool {
    INFO.metrics.iter().all(|metric| INFO.is_served_by(info.algorithm, metric.name))
}

#[test]
fn patterns_serve_where_goals_tell_pieces_apart() {
    // Kato's compound: all pieces told apart, 256 steps or 200 moves among 23,461,056 positions.
    let compound = ".aa.\ngaah\nebbf\neccf\niddj\n\n.aa.\ngaah\nfbbe\nfcce\niddj";
    let puzzle = Puzzle::new("blocks", compound).with("metric", "step");
    let request = Request { algorithm: "A*".into(), heuristic: "patterns".into(), ..Request::new(puzzle) };
    let answer = KINDS.solve(&request, &Cancel::new(), &mut |_| ()).expect("a puzzle");
    assert_eq!((answer.length, answer.proof), (Some(256), Proof::Optimal));
    assert!(answer.expanded < 2_000_000, "{}", answer.expanded);
}

#[test]
fn pieces_that_leave_the_board_and_boards_of_any_size() {
    let leaves = "exit out right:\n...\n..+\nstart:\nb..\na.b\ngoal:\n...\n...\nleaves a: out\n";
    let narrow = leaves.replace("b..\na.b", "...\na.b");
    for (text, metric, length) in [(&narrow, "step", 4), (&wide(), "slide", 2)] {
        for algorithm in ["auto", "A*", "BFS"] {
            let puzzle = Puzzle::new("blocks", text).with("metric", metric);
            let limits = Limits { memory_bytes: Some(2_000_000_000), ..Limits::default() };
            let request = Request { algorithm: algorithm.into(), limits, ..Request::new(puzzle) };
            let answer =
                KINDS.solve(&request, &Cancel::new(), &mut |_| ()).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!((answer.outcome, answer.length), (Outcome::Solved, Some(length)), "{algorithm}: {text}");
        }
    }
}

/// A puzzle of sixteen rows and columns, of which a position takes more than 128 bits.
fn wide() -> String {
    let row = |label: char| format!("{label}{}", ".".repeat(15));
    let rows: Vec<String> = ('a'..='p').map(row).collect();
    format!("{}\n\n{}.a..............\n", rows.join("\n"), "................\n".repeat(15))
}
