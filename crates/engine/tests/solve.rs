//! The engine as its doors use it: text in, answers out.

use std::time::{Duration, Instant};

use fewest_engine::{
    Answer, BlocksPuzzle, Cancel, EngineError, Event, Kind, Limits, Metric, Notation, Options, Outcome, Proof, Puzzle,
    RandomPuzzle, RandomRequest, Request, TieBreak, TilesPuzzle, catalog, random, solve, verify,
};

/// 78 moves from the goal: no search here finishes it in the time of a test.
const HARD: &str = "0 15 8 13/12 11 9 10/14 3 6 2/4 7 5 1";

fn tiles(request: &mut Request) -> &mut TilesPuzzle {
    let Puzzle::Tiles(puzzle) = &mut request.puzzle else { panic!("these are requests about tiles") };
    puzzle
}

fn answer(request: &Request) -> Answer {
    solve(request, &Cancel::new(), &mut |_| ()).expect("a good request")
}

/// Position, goal, and the lengths under both metrics, found by a plain breadth-first search in another language.
const KNOWN: [(&str, &str, u32, u32); 4] = [
    ("8 6 7/2 5 4/3 0 1", "blank-last", 31, 20),
    ("6 8 7/3 0 2/1 5 4", "blank-last", 24, 15),
    ("1 2 3/4 5 6/7 8 0", "1 2 3/8 0 4/7 5 6", 12, 11),
    ("5 4/3 2/1 0", "blank-first", 15, 10),
];

#[test]
fn known_lengths_come_with_moves_that_are_a_solution() {
    for (position, goal, stm, mtm) in KNOWN {
        for (metric, length) in [(Metric::Stm, stm), (Metric::Mtm, mtm)] {
            for (algorithm, tie_break) in [
                ("BFS", None),
                ("A*", Some(TieBreak::Fifo)),
                ("A*", Some(TieBreak::Lifo)),
                ("IDA*", None),
                ("NBS", None),
                ("BiBFS", None),
            ] {
                let mut request = Request::tiles(position);
                (tiles(&mut request).metric, tiles(&mut request).goal) = (metric, goal.to_owned());
                request.algorithm = algorithm.to_owned();
                request.options.tie_break = tie_break;
                let found = answer(&request);
                let name = format!("{position} {metric} {algorithm}");
                assert_eq!((found.length, found.proof), (Some(length), Proof::Optimal), "{name}");
                assert_eq!((found.lower_bound, found.proven_factor), (Some(length), Some(1.0)), "{name}");
                let moves = found.moves.expect("a solution");
                let checked = verify(&request.puzzle, &moves, Notation::Tile).expect("our own notation");
                assert!(checked.solves && checked.lengths[&metric.to_string()] == u64::from(length), "{name}: {moves}");
            }
        }
    }
}

#[test]
fn every_algorithm_of_the_catalog_can_be_named() {
    for info in catalog::algorithms() {
        for name in std::iter::once(&info.name).chain(info.aliases) {
            let needs_depth = info.name == "DLS";
            let options = Options { depth: needs_depth.then_some(5), ..Options::default() };
            let puzzle = if info.puzzles.contains(&Kind::Tiles) {
                Request::tiles("1 2/0 3")
            } else {
                Request::new(Puzzle::Blocks(BlocksPuzzle::new("simplicity")))
            };
            let found = answer(&Request { algorithm: (*name).to_owned(), options, ..puzzle });
            assert_eq!((&found.algorithm[..], found.outcome), (info.name, Outcome::Solved));
            assert!(!info.optimal || found.proof == Proof::Optimal, "{name}");
        }
    }
}

#[test]
fn sizes_from_one_cell_to_sixteen_by_sixteen() {
    for (size, steps) in [
        ("1x1", 5),
        ("1x2", 5),
        ("5x1", 3),
        ("2x2", 50),
        ("2x3", 50),
        ("5x3", 18),
        ("5x5", 18),
        ("8x8", 14),
        ("16x16", 10),
        ("256x1", 200),
    ] {
        for goal in ["blank-last", "blank-first"] {
            let puzzle = RandomPuzzle::Tiles { size: size.into(), goal: goal.into() };
            let wanted = RandomRequest { puzzle, shuffle: Some(steps), seed: 3 };
            let position = random(&wanted).expect("a good request").next().expect("endless");
            for metric in [Metric::Stm, Metric::Mtm] {
                let mut request = Request::tiles(position.clone());
                (tiles(&mut request).metric, tiles(&mut request).goal) = (metric, goal.to_owned());
                let found = answer(&request);
                assert_eq!((found.outcome, found.proof), (Outcome::Solved, Proof::Optimal), "{size} {goal} {metric}");
                assert!(u64::from(found.length.expect("solved")) <= steps);
            }
        }
    }
}

#[test]
fn the_published_optimum_of_korfs_first_instance() {
    let mut request = Request::tiles("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3");
    tiles(&mut request).goal = "blank-first".to_owned();
    request.options.threads = Some(1);
    let found = answer(&request);
    assert_eq!((found.length, found.proof), (Some(57), Proof::Optimal));
    assert_eq!((found.algorithm.as_str(), found.heuristic.as_str()), ("IDA*", "pdb"));
    assert_eq!(found.pdb.as_deref(), Some("6-6-3 (additive, nibble, mirrored)"));
    assert!(found.chosen_because.contains("its tables are built in a moment; 2000000 positions"));
}

#[test]
fn unsolvable_positions_are_explained_without_searching() {
    let found = answer(&Request::tiles("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"));
    assert_eq!((found.outcome, found.expanded, found.length), (Outcome::Unsolvable, 0, None));
    assert!(found.reason.expect("a reason").contains("14-15 position"));
}

#[test]
fn every_limit_ends_in_a_true_lower_bound() {
    for algorithm in ["BFS", "A*", "IDA*"] {
        for limits in [
            Limits { expansions: Some(20_000), ..Limits::default() },
            Limits { seconds: Some(0.2), ..Limits::default() },
            Limits { memory_bytes: Some(2 << 20), seconds: Some(1.0), ..Limits::default() },
        ] {
            let request = Request { algorithm: algorithm.into(), limits, ..Request::tiles(HARD) };
            let found = answer(&request);
            assert_eq!((found.outcome, found.length), (Outcome::Limit, None), "{algorithm} {limits:?}");
            let bound = found.lower_bound.expect("a bound");
            assert!((1..=78).contains(&bound), "{algorithm} {limits:?}: {bound}");
            assert!(found.peak_memory_bytes <= limits.memory_bytes.unwrap_or(u64::MAX));
            if let Some(expansions) = limits.expansions {
                assert_eq!(found.expanded, expansions);
            }
        }
    }
}

#[test]
fn auto_needs_no_more_memory_than_there_is() {
    let with = |position: &str, algorithm: &str, bytes: u64| {
        let limits = Limits { memory_bytes: Some(bytes), ..Limits::default() };
        answer(&Request { algorithm: algorithm.into(), limits, ..Request::tiles(position) })
    };
    let found = with("3 1/2 0", "auto", 100_000);
    assert!(found.algorithm.ends_with("IDA*") && found.length == Some(4), "{}", found.algorithm);
    for algorithm in ["BFS", "A*", "IDA*"] {
        assert_eq!(with("1 2/3 0", algorithm, 0).length, Some(0), "{algorithm}");
        assert_eq!(with("1 2/0 3", algorithm, 0).outcome, Outcome::Limit, "{algorithm}");
    }
}

#[test]
fn cancelling_stops_within_half_a_second() {
    for algorithm in ["BFS", "A*", "IDA*"] {
        let request = Request { algorithm: algorithm.into(), ..Request::tiles(HARD) };
        let cancel = Cancel::new();
        let (progress, is_under_way) = std::sync::mpsc::channel();
        let (found, waited) = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let mut tell = |event| {
                    if matches!(event, Event::Progress { .. }) {
                        progress.send(()).expect("someone listens");
                    }
                };
                let found = solve(&request, &cancel, &mut tell).expect("a good request");
                (found, Instant::now())
            });
            is_under_way.recv_timeout(Duration::from_secs(60)).expect("progress is told");
            let asked = Instant::now();
            cancel.cancel();
            let (found, stopped) = search.join().expect("no panic");
            (found, stopped - asked)
        });
        assert_eq!((found.outcome, found.reason.as_deref()), (Outcome::Limit, Some("cancelled")));
        // The promise is 50 ms of the search's own time; a loaded machine may keep it from running for longer.
        assert!(waited < Duration::from_millis(500), "{algorithm} took {waited:?}");
    }
}

#[test]
fn events_tell_the_story() {
    let mut request = Request::tiles("8 6 7/2 5 4/3 0 1");
    request.algorithm = "IDA*".to_owned();
    request.trace_depths = true;
    let mut chosen = 0;
    let mut bounds = Vec::new();
    let mut depths = Vec::new();
    let found = solve(&request, &Cancel::new(), &mut |event| match event {
        Event::Chosen { .. } => chosen += 1,
        Event::Iteration { bound, .. } => bounds.push(bound),
        Event::Depths { depths: more } => depths.extend(more),
        Event::Building { .. } | Event::Progress { .. } | Event::Improved { .. } | Event::Nodes { .. } => {}
    })
    .expect("a good request");
    assert_eq!(chosen, 1);
    assert!(bounds.is_sorted_by(|a, b| a < b) && bounds.last() < Some(&31), "{bounds:?}");
    assert_eq!(bounds.len() as u64 + 1, found.iterations);
    assert_eq!(depths.len() as u64, found.expanded);
    for (depth, count) in (0u32..).zip(&found.expanded_by_depth) {
        assert_eq!(depths.iter().filter(|&&seen| seen == depth).count() as u64, *count);
    }
}

#[test]
fn the_schema_is_stable_and_strict() {
    let request: Request =
        serde_json::from_str(r#"{"puzzle":{"kind":"tiles","position":"1 2/3 0","metric":"mtm"},"algorithm":"a*"}"#)
            .expect("defaults fill the rest");
    assert_eq!(request.version, fewest_engine::SCHEMA_VERSION);
    let text = serde_json::to_string(&request).expect("serialises");
    assert_eq!(serde_json::from_str::<Request>(&text).expect("reads back"), request);
    for bad in [
        r#"{"puzzle":{"kind":"tiles","position":"0/"},"colour":"red"}"#,
        r#"{"puzzle":{"kind":"tiles","position":"0/","metrik":"stm"}}"#,
        r#"{"puzzle":{"kind":"chess"}}"#,
        r#"{"algorithm":"auto"}"#,
    ] {
        assert!(serde_json::from_str::<Request>(bad).is_err(), "{bad}");
    }
    let found = answer(&request);
    let value = serde_json::to_value(&found).expect("serialises");
    for field in [
        "outcome",
        "length",
        "proof",
        "lower_bound",
        "moves",
        "algorithm",
        "heuristic",
        "metric",
        "expanded",
        "generated",
        "seconds",
        "peak_memory_bytes",
    ] {
        assert!(value.get(field).is_some(), "{field}");
    }
    assert_eq!(serde_json::from_value::<Answer>(value).expect("reads back"), found);
    let event = Event::Depths { depths: vec![1, 2] };
    assert_eq!(serde_json::to_string(&event).expect("serialises"), r#"{"event":"depths","depths":[1,2]}"#);
}

#[test]
fn bad_requests_say_what_would_be_right() {
    let error = |request: &Request| solve(request, &Cancel::new(), &mut |_| ()).expect_err("a bad request").to_string();
    let with = |change: fn(&mut Request)| {
        let mut request = Request::tiles("1 2 3/4 5 6/7 8 0");
        change(&mut request);
        error(&request)
    };
    assert!(with(|r| r.version = 99).contains("version 1"));
    assert!(with(|r| r.algorithm = "magic".into()).contains("A*, IDA*"));
    assert!(with(|r| r.heuristic = "hope".into()).contains("manhattan"));
    assert!(with(|r| tiles(r).goal = "1 2/3 0".into()).contains("the goal is not possible"));
    assert!(with(|r| tiles(r).size = Some("3xx".into())).contains("not a size"));
    assert!(with(|r| tiles(r).size = Some("17x17".into())).contains("at most 256"));
    assert!(with(|r| tiles(r).position = "1 2 3/4 5 5/7 8 9".into()).contains("tile 5 appears 2 times"));
    assert!(matches!(solve(&Request::tiles(""), &Cancel::new(), &mut |_| ()), Err(EngineError::Position(_))));
}
