//! The engine as its doors use it: text in, answers out.

use std::time::{Duration, Instant};

use fewest_engine::catalog::{AlgorithmEntry, algorithm_entries};
use fewest_engine::{
    Answer, Cancel, EngineError, Event, Limits, Notation, Options, Outcome, Proof, Puzzle, RandomRequest, Request,
    TieBreak,
};
use fewest_kinds::{INFOS, KINDS};

/// 78 moves from the goal: no search here finishes it in the time of a test.
const HARD: &str = "0 15 8 13/12 11 9 10/14 3 6 2/4 7 5 1";

fn tiles(position: impl Into<String>) -> Request {
    Request::of("tiles", position)
}

/// The same puzzle with another value of a field.
fn set(request: &mut Request, field: &str, value: &str) {
    request.puzzle = request.puzzle.clone().with(field, value);
}

fn answer(request: &Request) -> Answer {
    KINDS.solve(request, &Cancel::new(), &mut |_| ()).expect("a good request")
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
        for (metric, length) in [("stm", stm), ("mtm", mtm)] {
            for (algorithm, tie_break) in [
                ("BFS", None),
                ("A*", Some(TieBreak::Fifo)),
                ("A*", Some(TieBreak::Lifo)),
                ("IDA*", None),
                ("NBS", None),
                ("BiBFS", None),
            ] {
                let mut request = tiles(position);
                set(&mut request, "metric", metric);
                set(&mut request, "goal", goal);
                request.algorithm = algorithm.to_owned();
                request.options.tie_break = tie_break;
                let found = answer(&request);
                let name = format!("{position} {metric} {algorithm}");
                assert_eq!((found.length, found.proof), (Some(length), Proof::Optimal), "{name}");
                assert_eq!((found.lower_bound, found.proven_factor), (Some(length), Some(1.0)), "{name}");
                let moves = found.moves.expect("a solution");
                let checked = KINDS.verify(&request.puzzle, &moves, Notation::Tile).expect("our own notation");
                assert!(checked.solves && checked.lengths[metric] == u64::from(length), "{name}: {moves}");
            }
        }
    }
}

#[test]
fn every_algorithm_of_the_catalog_can_be_named() {
    for AlgorithmEntry { info, puzzles, .. } in algorithm_entries(INFOS) {
        for name in std::iter::once(&info.name).chain(info.aliases) {
            let needs_depth = info.name == "DLS";
            let options = Options { depth: needs_depth.then_some(5), ..Options::default() };
            let puzzle = match puzzles.first() {
                Some(&"tiles") => tiles("1 2/0 3"),
                Some(&"hanoi") => Request::of("hanoi", "3 2 1/-/-"),
                _ => Request::of("blocks", "simplicity"),
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
            let puzzle = Puzzle::empty("tiles").with("size", size).with("goal", goal);
            let wanted = RandomRequest { puzzle, shuffle: Some(steps), seed: 3 };
            let position = KINDS.random(&wanted).expect("a good request").next().expect("endless");
            for metric in ["stm", "mtm"] {
                let mut request = tiles(position.clone());
                set(&mut request, "metric", metric);
                set(&mut request, "goal", goal);
                let found = answer(&request);
                assert_eq!((found.outcome, found.proof), (Outcome::Solved, Proof::Optimal), "{size} {goal} {metric}");
                assert!(u64::from(found.length.expect("solved")) <= steps);
            }
        }
    }
}

#[test]
fn the_published_optimum_of_korfs_first_instance() {
    let mut request = tiles("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3");
    set(&mut request, "goal", "blank-first");
    request.options.threads = Some(1);
    let found = answer(&request);
    assert_eq!((found.length, found.proof), (Some(57), Proof::Optimal));
    assert_eq!((found.algorithm.as_str(), found.heuristic.as_str()), ("IDA*", "pdb"));
    assert_eq!(found.pdb.as_deref(), Some("6-6-3 (additive, nibble, mirrored)"));
    assert!(
        found
            .chosen_because
            .contains("its tables take only a moment to build; a first search without tables expanded 2000000 nodes")
    );
}

#[test]
fn unsolvable_positions_are_explained_without_searching() {
    let found = answer(&tiles("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"));
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
            let request = Request { algorithm: algorithm.into(), limits, ..tiles(HARD) };
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
        answer(&Request { algorithm: algorithm.into(), limits, ..tiles(position) })
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
        let request = Request { algorithm: algorithm.into(), ..tiles(HARD) };
        let cancel = Cancel::new();
        let mut asked = None;
        let found = KINDS.solve(&request, &cancel, &mut |event| {
            if let (Event::Progress { .. }, None) = (event, asked) {
                cancel.cancel();
                asked = Some(Instant::now());
            }
        });
        // A search looks every few milliseconds; a loaded machine may keep it from running for longer.
        let waited = asked.expect("it goes on for long enough").elapsed();
        assert!(waited < Duration::from_millis(500), "{algorithm} took {waited:?}");
        let found = found.expect("a good request");
        assert_eq!((found.outcome, found.reason.as_deref()), (Outcome::Limit, Some("cancelled")));
    }
}

#[test]
fn events_tell_the_story() {
    let mut request = tiles("8 6 7/2 5 4/3 0 1");
    request.algorithm = "IDA*".to_owned();
    request.trace_depths = true;
    let mut chosen = 0;
    let mut bounds = Vec::new();
    let mut depths = Vec::new();
    let found = KINDS
        .solve(&request, &Cancel::new(), &mut |event| match event {
            Event::Chosen { .. } => chosen += 1,
            Event::Iteration { bound, .. } => bounds.push(bound),
            Event::Depths { depths: more } => depths.extend(more),
            Event::Building { .. }
            | Event::Progress { .. }
            | Event::Improved { .. }
            | Event::Nodes { .. }
            | Event::Sample { .. } => {}
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
    for bad in [r#"{"puzzle":{"kind":"tiles","position":"0/"},"colour":"red"}"#, r#"{"algorithm":"auto"}"#] {
        assert!(serde_json::from_str::<Request>(bad).is_err(), "{bad}");
    }
    for (bad, words) in [
        (
            r#"{"puzzle":{"kind":"tiles","position":"0/","metrik":"stm"}}"#,
            "no field \"metrik\"; it has position, goal, size, metric",
        ),
        (r#"{"puzzle":{"kind":"tiles"}}"#, "needs the field position"),
        (r#"{"puzzle":{"kind":"tiles","position":"0/","metric":"qtm"}}"#, "choose one of stm, mtm"),
        (r#"{"puzzle":{"kind":"chess"}}"#, "choose one of tiles"),
    ] {
        let request: Request = serde_json::from_str(bad).expect("a request");
        let error = KINDS.solve(&request, &Cancel::new(), &mut |_| ()).expect_err(bad).to_string();
        assert!(error.contains(words), "{bad}: {error}");
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
    let error =
        |request: &Request| KINDS.solve(request, &Cancel::new(), &mut |_| ()).expect_err("a bad request").to_string();
    let with = |change: fn(&mut Request)| {
        let mut request = tiles("1 2 3/4 5 6/7 8 0");
        change(&mut request);
        error(&request)
    };
    assert!(with(|r| r.version = 99).contains("version 1"));
    assert!(with(|r| r.algorithm = "magic".into()).contains("A*, IDA*"));
    assert!(with(|r| r.heuristic = "hope".into()).contains("manhattan"));
    assert!(with(|r| set(r, "goal", "1 2/3 0")).contains("the goal is not valid"));
    assert!(with(|r| set(r, "size", "3xx")).contains("not a size"));
    assert!(with(|r| set(r, "size", "17x17")).contains("at most 256"));
    assert!(with(|r| set(r, "position", "1 2 3/4 5 5/7 8 9")).contains("tile 5 appears 2 times"));
    assert!(matches!(KINDS.solve(&tiles(""), &Cancel::new(), &mut |_| ()), Err(EngineError::Position(_))));
}
