//! Explanations: the parts add up to the estimate, and the estimate is the one that searches use.

use fewest_engine::explain::{Explanation, Part, explain_with};
use fewest_engine::{Cancel, EngineError, Limits, Options, PdbKind, Puzzle, RandomRequest, Request, Session};
use fewest_kinds::KINDS;

use crate::{graph, library};

fn explain(puzzle: &Puzzle, heuristic: &str, options: &Options, session: &Session) -> Result<Explanation, EngineError> {
    explain_with(KINDS.of(puzzle)?, puzzle, heuristic, options, session, &fewest_search::Limits::default())
}

fn explained(puzzle: &Puzzle, heuristic: &str, session: &Session) -> Explanation {
    explain(puzzle, heuristic, &Options::default(), session)
        .unwrap_or_else(|error| panic!("{puzzle:?} {heuristic}: {error}"))
}

fn sum(parts: &[Part]) -> u32 {
    parts.iter().map(Part::value).sum()
}

fn positions(size: &str, count: usize, seed: u64) -> Vec<String> {
    let puzzle = Puzzle::empty("tiles").with("size", size).with("goal", "blank-last");
    KINDS.random(&RandomRequest { puzzle, shuffle: None, seed }).expect("a size").take(count).collect()
}

/// Against what `check` says of the same heuristics, on many boards and under both metrics.
#[test]
fn parts_of_tiles_add_up_to_what_searches_use() {
    let session = Session::in_memory(KINDS);
    for (size, count) in [("3x3", 25), ("4x4", 3), ("4x3", 4), ("2x4", 10), ("5x5", 5), ("7x6", 2), ("4x1", 4)] {
        for position in positions(size, count, 11) {
            let puzzle = Puzzle::new("tiles", position.as_str());
            let bounds = KINDS.check(&puzzle).expect("a position").lower_bounds;
            for metric in ["stm", "mtm"] {
                let puzzle = puzzle.clone().with("metric", metric);
                for bound in bounds.iter().filter(|bound| bound.metric == metric) {
                    let found = explained(&puzzle, &bound.heuristic, &session);
                    assert_eq!(found.value, Some(bound.moves), "{position} {metric} {}", bound.heuristic);
                    assert_eq!(sum(&found.parts), bound.moves, "{position} {metric} {found:?}");
                }
            }
        }
    }
}

/// Vectors lead home, and the tiles that conflict are those without which a line is in order.
#[test]
fn vectors_and_conflicts_are_what_is_seen() {
    let session = Session::in_memory(KINDS);
    let puzzle = Puzzle::new("tiles", "3 2 1/4 6 5/7 0 8");
    let found = explained(&puzzle, "linear-conflict", &session);
    let conflicts: Vec<&Part> = found.parts.iter().filter(|part| matches!(part, Part::Conflict { .. })).collect();
    let json = serde_json::to_value(&conflicts).expect("JSON");
    assert_eq!(
        json,
        serde_json::json!([
            {"part": "conflict", "tiles": [3, 2], "axis": "row", "line": 0, "adds": 4},
            {"part": "conflict", "tiles": [6], "axis": "row", "line": 1, "adds": 2},
        ])
    );
    let vectors = serde_json::to_value(&found.parts[0]).expect("JSON");
    assert_eq!(vectors, serde_json::json!({"part": "vector", "tile": 3, "from": [0, 0], "to": [2, 0], "distance": 2}));
    // A position that cannot be solved has distances, but no lookup.
    let twisted = Puzzle::new("tiles", "1 2 3/4 5 6/8 7 0");
    assert_eq!(explained(&twisted, "manhattan", &session).value, Some(2));
    assert_eq!(explained(&twisted, "inversion-distance", &session).value, None);
}

/// The sum of the patterns is the bound with which a search begins.
#[test]
fn patterns_are_those_of_the_split() {
    let session = Session::in_memory(KINDS);
    let of = |pdb: &str, pdb_kind| Options { pdb: Some(pdb.into()), pdb_kind, ..Options::default() };
    let sets = [
        ("3x3", "stm", "1,2,4,5/3,6,7,8", None),
        ("3x3", "stm", "1,2,4,5/3,6,7,8", Some(PdbKind::AdditiveBlank)),
        ("3x3", "stm", "1,2,4,5+3,6,7,8", Some(PdbKind::Full)),
        ("3x3", "stm", "1,2,3/4,7", None),
        ("3x3", "stm", "exact", None),
        ("3x3", "mtm", "1,2,4,5+3,6,7,8", None),
        ("3x3", "mtm", "1,2,4,5+3,6,7,8", Some(PdbKind::Full)),
        ("4x4", "stm", "4-4-4-3", None),
    ];
    for (size, metric, set, kind) in sets {
        for position in positions(size, 8, 5) {
            let puzzle = Puzzle::new("tiles", position.as_str()).with("metric", metric);
            let found = explain(&puzzle, "auto", &of(set, kind), &session).expect(set);
            let value = found.value.expect("a position that can be solved");
            assert_eq!((found.heuristic.as_str(), sum(&found.parts)), ("pdb", value), "{set} {position} {found:?}");
            // A search that may not even begin knows as its bound what the heuristic says of the start.
            let request = Request {
                algorithm: "IDA*".into(),
                options: of(set, kind),
                limits: Limits { expansions: Some(0), ..Limits::default() },
                ..Request::new(puzzle.clone())
            };
            let answer = session.solve(&request, &Cancel::new(), &mut |_| ()).expect("a search");
            assert_eq!(answer.lower_bound, Some(value), "{set} {position}");
            let is_of_several =
                |part: &Part| matches!(part, Part::Pattern { name: Some(name), .. } if name == "several patterns");
            // Only tables of lines have one pattern for rows and another for columns.
            let has_several = found.parts.iter().any(is_of_several);
            assert!(!has_several || metric == "mtm" && kind.is_none(), "{set} {position} {found:?}");
            if set == "1,2,4,5/3,6,7,8" {
                assert!(found.parts.iter().all(|part| matches!(part, Part::Pattern { tiles, .. } if tiles.len() == 4)));
            }
        }
    }
    let large =
        explain(&Puzzle::new("tiles", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"), "pdb", &of("7-8", None), &session);
    assert!(matches!(large, Err(EngineError::PdbHere(_))), "{large:?}");
}

#[test]
fn parts_of_other_kinds_add_up_too() {
    let session = Session::in_memory(KINDS);
    let mut puzzles: Vec<Puzzle> = ["hanoi", "graph", "sokoban", "blocks"]
        .into_iter()
        .flat_map(|kind| library(kind).into_iter().take(12))
        .map(|entry| entry.puzzle)
        .filter(|puzzle| puzzle.number("discs") != Ok(Some(21)))
        .collect();
    puzzles.push(Puzzle::new("hanoi", "4 1/3/2/-"));
    puzzles.push(graph("1-2 2-3 3-1", "2 0 1"));
    puzzles.push(Puzzle::new("cube", "R U2 F' D B2 L"));
    puzzles.push(Puzzle::new("cube", "R U2 F' D B2 L").with("goal", "2x2x3").with("metric", "qtm"));
    puzzles.push(Puzzle::new("cube", "R U2 F' R").with("size", "2x2x2"));
    puzzles.push(Puzzle::new("sokoban", "#####\n#@$.#\n#####"));
    for puzzle in &puzzles {
        let bounds = KINDS.check(puzzle).expect("a puzzle").lower_bounds;
        for info in KINDS.of(puzzle).expect("a puzzle").info().heuristics {
            let found = match explain(puzzle, info.name, &Options::default(), &session) {
                Ok(found) => found,
                Err(EngineError::HeuristicUnavailable { .. }) => continue,
                Err(error) => panic!("{puzzle:?} {}: {error}", info.name),
            };
            let bound = bounds.iter().find(|bound| bound.heuristic == info.name && bound.metric == found.metric);
            if let Some(bound) = bound {
                assert_eq!(found.value, Some(bound.moves), "{puzzle:?} {}", info.name);
            }
            assert!(found.parts.is_empty() || Some(sum(&found.parts)) == found.value, "{puzzle:?} {found:?}");
        }
        assert!(explain(puzzle, "auto", &Options::default(), &session).is_ok());
    }
    let pushes = explained(&Puzzle::new("sokoban", "niche"), "matching", &session);
    assert!(!pushes.parts.is_empty() && pushes.parts.iter().all(|part| matches!(part, Part::Vector { .. })));
    let unknown = explain(&puzzles[0], "manhattan", &Options::default(), &session).expect_err("of other puzzles");
    assert!(
        unknown.to_string().starts_with("there is no heuristic \"manhattan\" for hanoi; choose one of auto, none"),
        "{unknown}"
    );
}
