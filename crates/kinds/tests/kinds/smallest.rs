//! The smallest puzzles there are, through every door: with every algorithm, heuristic and metric. Whatever is asked of
//! them is answered, or refused in words; nothing panics, and nothing is the engine's own fault.

use fewest_engine::catalog;
use fewest_engine::tables::{StrengthRequest, TablesRequest};
use fewest_engine::{
    Cancel, EngineError, ExploreRequest, Limits, Notation, Options, Outcome, Puzzle, Query, RandomRequest, Request,
    SearchLimits, Session,
};
use fewest_kinds::KINDS;

use crate::{graph, tower};

/// A puzzle of each kind that has next to nothing in it, and some that are full or of one row.
fn smallest() -> Vec<Puzzle> {
    let tiles = ["0/", "0 1", "1 0", "1/0", "1 2 0", "1 0 2", "2 1 0", "1 2/3 0", "3 1/2 0"];
    let blocks = ["a", ".", "a.", "ab", "a.\n\n.a", "ab\n\nba", "aa\naa", "a\n.\n\n.\na"];
    let sokoban =
        ["###\n#@#\n###", "####\n#@*#\n####", "####\n#+$#\n####", "#####\n#@$.#\n#####", "#####\n#.$@#\n#####"];
    let cubes = ["solved", "UUUURRRRFFFFDDDDLLLLBBBB", "M2 E2 M2 E2"];
    let pancakes = ["1", "1 2", "2 1", "+1", "-1", "-2 -1"];
    let mut puzzles: Vec<Puzzle> = Vec::new();
    puzzles.extend(tiles.map(|position| Puzzle::new("tiles", position)));
    puzzles.extend(blocks.map(|position| Puzzle::new("blocks", position)));
    puzzles.extend(sokoban.map(|position| Puzzle::new("sokoban", position)));
    puzzles.extend(pancakes.map(|position| Puzzle::new("pancake", position)));
    puzzles.extend(cubes.map(|position| Puzzle::new("cube", position)));
    puzzles.push(Puzzle::new("cube", "U'").with("size", "2x2x2"));
    puzzles.push(Puzzle::new("cube", "U'").with("goal", "cross"));
    puzzles.extend([tower(1, 3), tower(1, 26), tower(2, 3), Puzzle::new("hanoi", "-/-/1")]);
    puzzles.extend([
        graph("", "0"),
        graph("1", "0"),
        graph("1-2", "0 1"),
        graph("1-2", "1 0"),
        graph("1-2 2-3", "0 1 2"),
    ]);
    puzzles
}

/// Lets a refusal through, if it is none of the engine's own faults.
fn refused_in_words<T>(result: Result<T, EngineError>, what: &str) -> Option<T> {
    match result {
        Ok(answer) => Some(answer),
        Err(EngineError::Internal(fault)) => panic!("{what}: {fault}"),
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty(), "{what}");
            None
        }
    }
}

#[test]
fn every_search_ends_well() {
    let session = Session::in_memory(KINDS);
    let mut solved = 0;
    for puzzle in smallest() {
        let Ok(kind) = KINDS.of(&puzzle) else { continue };
        let info = kind.info();
        for metric in info.metrics {
            let puzzle = puzzle.clone().with("metric", metric.name);
            let mut lengths: Vec<Option<u32>> = Vec::new();
            for algorithm in
                catalog::algorithms().iter().filter(|known| info.is_served_by(known.algorithm, metric.name))
            {
                let heuristics = info.heuristics.iter().filter(|known| known.serves(metric.name));
                for heuristic in heuristics.map(|known| known.name).chain(["auto"]) {
                    let request = Request {
                        algorithm: algorithm.name.to_owned(),
                        heuristic: heuristic.to_owned(),
                        options: Options {
                            depth: (algorithm.name == "DLS").then_some(10),
                            threads: algorithm.parallel.then_some(2),
                            ..Options::default()
                        },
                        limits: Limits { seconds: Some(10.0), memory_bytes: Some(50_000_000), ..Limits::default() },
                        ..Request::new(puzzle.clone())
                    };
                    let what = format!("{} with {heuristic}: {puzzle:?}", algorithm.name);
                    let answer = session.solve(&request, &Cancel::new(), &mut |_| ());
                    let Some(answer) = refused_in_words(answer, &what) else { continue };
                    if answer.outcome == Outcome::Solved && algorithm.optimal {
                        solved += 1;
                        lengths.push(answer.length);
                    }
                }
            }
            lengths.dedup();
            assert!(lengths.len() <= 1, "{puzzle:?}: {lengths:?}");
        }
    }
    assert!(solved > 1000, "only {solved} searches were of any use");
}

#[test]
fn every_question_is_answered_or_refused() {
    let session = Session::in_memory(KINDS);
    let limits = SearchLimits { memory: 50_000_000, ..SearchLimits::default() };
    for puzzle in smallest() {
        let Ok(kind) = KINDS.of(&puzzle) else { continue };
        let info = kind.info();
        for metric in info.metrics {
            let puzzle = puzzle.clone().with("metric", metric.name);
            let mut queries = vec![
                Query::Check { puzzle: puzzle.clone() },
                Query::View { puzzle: puzzle.clone(), moves: String::new() },
                Query::Verify { puzzle: puzzle.clone(), moves: String::new(), notation: Notation::Tile },
                Query::Quick { puzzle: puzzle.clone() },
            ];
            for heuristic in info.heuristics.iter().map(|known| known.name).chain(["auto"]) {
                let (heuristic, options) = (heuristic.to_owned(), Options::default());
                queries.push(Query::Explain { puzzle: puzzle.clone(), heuristic, options });
            }
            for shuffle in [None, Some(3)] {
                let request = RandomRequest { puzzle: puzzle.clone(), shuffle, seed: 1 };
                queries.push(Query::Random { request, count: 2 });
            }
            for query in queries {
                refused_in_words(session.query(&query, &limits), &format!("{query:?}"));
            }
            let mut explore = ExploreRequest::new(puzzle.clone());
            explore.limits = Limits { seconds: Some(10.0), memory_bytes: Some(50_000_000), ..Limits::default() };
            refused_in_words(KINDS.explore(&explore, &Cancel::new(), &mut |_| ()), &format!("explore {puzzle:?}"));
        }
    }
}

#[test]
fn tables_of_the_smallest_boards_are_built_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = Session::in_folder(KINDS, folder.path());
    for info in KINDS.infos() {
        let Ok(kind) = KINDS.named(info.name) else { continue };
        let Some(tabled) = kind.tabled() else { continue };
        for metric in info.metrics {
            for size in ["1x1", "1x2", "2x1", "1x5", "2x2", "3x2"] {
                let puzzle = Puzzle::empty(info.name).with("size", size).with("metric", metric.name);
                let request = TablesRequest::new(puzzle);
                let what = format!("{} {size} {}", info.name, metric.name);
                let asked = StrengthRequest { heuristic: None, samples: 10, seed: 1 };
                refused_in_words(tabled.propose(&request, &session), &what);
                refused_in_words(tabled.build(&request, &session, &Cancel::new(), &mut |_| ()), &what);
                refused_in_words(tabled.strength(&request, &asked, &session, &Cancel::new(), &mut |_| ()), &what);
            }
        }
    }
}
