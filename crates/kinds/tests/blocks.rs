//! Sliding blocks through the engine: every algorithm with every heuristic, all metrics, on puzzles whose optimum is known.

use std::collections::BTreeSet;

use fewest_blocks::{Metric, library};
use fewest_engine::catalog;
use fewest_engine::{
    BlocksMetric, BlocksPuzzle, Cancel, Kind, Limits, Options, Outcome, Proof, Puzzle, Request, solve, verify,
};

const METRICS: [(BlocksMetric, Metric); 4] = [
    (BlocksMetric::Step, Metric::Step),
    (BlocksMetric::Slide, Metric::Slide),
    (BlocksMetric::Move, Metric::Move),
    (BlocksMetric::Group, Metric::Group),
];

/// A search that follows every path needs more than this for most puzzles; what it knows by then must be true.
const ENOUGH: u64 = 100_000;

#[test]
fn all_that_promise_an_optimum_agree_with_the_library() {
    let mut solved_by = BTreeSet::new();
    for name in ["simplicity", "moving-day", "hughes", "pennant"] {
        let entry = library::find(name).expect(name);
        for (metric, word) in METRICS {
            let optimum = entry.optimum(word).expect("every metric");
            for algorithm in catalog::algorithms().iter().filter(|info| info.puzzles.contains(&Kind::Blocks)) {
                for heuristic in catalog::heuristics().iter().filter(|info| info.puzzles.contains(&Kind::Blocks)) {
                    let is_served = heuristic.metrics.contains(&word.word()) && heuristic.name != "patterns";
                    if !is_served || (!algorithm.uses_heuristic && heuristic.name != "none") || !algorithm.optimal {
                        continue;
                    }
                    let puzzle = Puzzle::Blocks(BlocksPuzzle { metric, ..BlocksPuzzle::new(name) });
                    let request = Request {
                        algorithm: algorithm.name.to_owned(),
                        heuristic: heuristic.name.to_owned(),
                        options: Options { threads: algorithm.parallel.then_some(2), ..Options::default() },
                        limits: Limits { expansions: Some(ENOUGH), ..Limits::default() },
                        ..Request::new(puzzle.clone())
                    };
                    let what = format!("{name} {word} {} {}", algorithm.name, heuristic.name);
                    let answer =
                        solve(&request, &Cancel::new(), &mut |_| ()).unwrap_or_else(|error| panic!("{what}: {error}"));
                    match answer.outcome {
                        Outcome::Solved => {
                            assert_eq!((answer.length, answer.proof), (Some(optimum), Proof::Optimal), "{what}");
                            let moves = answer.moves.expect("a solution");
                            let found = verify(&puzzle, &moves, answer.notation).expect("moves");
                            assert!(found.solves && found.lengths[word.word()] == u64::from(optimum), "{what}");
                            solved_by.insert(algorithm.name);
                        }
                        Outcome::Limit => assert!(answer.lower_bound <= Some(optimum), "{what}"),
                        Outcome::Unsolvable => panic!("{what}"),
                    }
                }
            }
        }
    }
    // None of them got away without solving anything.
    let all: BTreeSet<&str> = catalog::algorithms()
        .iter()
        .filter(|info| info.optimal && info.puzzles.contains(&Kind::Blocks))
        .map(|info| info.name)
        .collect();
    assert_eq!(solved_by, all);
}

#[test]
fn patterns_serve_where_goals_tell_pieces_apart() {
    // Kato's compound: all pieces told apart, 256 steps or 200 moves among 23,461,056 positions.
    let compound = ".aa.\ngaah\nebbf\neccf\niddj\n\n.aa.\ngaah\nfbbe\nfcce\niddj";
    let puzzle = Puzzle::Blocks(BlocksPuzzle { metric: BlocksMetric::Step, ..BlocksPuzzle::new(compound) });
    let request = Request { algorithm: "A*".into(), heuristic: "patterns".into(), ..Request::new(puzzle) };
    let answer = solve(&request, &Cancel::new(), &mut |_| ()).expect("a puzzle");
    assert_eq!((answer.length, answer.proof), (Some(256), Proof::Optimal));
    assert!(answer.expanded < 2_000_000, "{}", answer.expanded);
}

#[test]
fn pieces_that_leave_the_board_and_boards_of_any_size() {
    let leaves = "exit out right:\n...\n..+\nstart:\nb..\na.b\ngoal:\n...\n...\nleaves a: out\n";
    let narrow = leaves.replace("b..\na.b", "...\na.b");
    // On sixteen rows and columns a position takes more than 128 bits.
    let row = |label: char| format!("{label}{}", ".".repeat(15));
    let rows: Vec<String> = ('a'..='p').map(row).collect();
    let wide = format!("{}\n\n{}.a..............\n", rows.join("\n"), "................\n".repeat(15));
    for (text, metric, length) in [(&narrow, BlocksMetric::Step, 4), (&wide, BlocksMetric::Slide, 2)] {
        for algorithm in ["auto", "A*", "BFS"] {
            let puzzle = Puzzle::Blocks(BlocksPuzzle { metric, ..BlocksPuzzle::new(text.as_str()) });
            let limits = Limits { memory_bytes: Some(2_000_000_000), ..Limits::default() };
            let request = Request { algorithm: algorithm.into(), limits, ..Request::new(puzzle) };
            let answer = solve(&request, &Cancel::new(), &mut |_| ()).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!((answer.outcome, answer.length), (Outcome::Solved, Some(length)), "{algorithm}: {text}");
        }
    }
}
