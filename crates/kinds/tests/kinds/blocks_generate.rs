//! Searches for hard puzzles of sliding blocks.

use std::num::NonZeroUsize;

use fewest_engine::generate::{GenerateEvent, GenerateRequest, Generated, Method};
use fewest_engine::{Cancel, EngineError, Kind, Limits, Request};
use fewest_kinds::KINDS;
use fewest_kinds::blocks::KIND;

/// A request for puzzles of a family with these fields.
fn wish(family: &str, fields: &[(&str, &str)]) -> GenerateRequest {
    let fields = fields.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    GenerateRequest { family: family.to_owned(), fields, ..GenerateRequest::default() }
}

fn run(request: &GenerateRequest) -> Result<Generated, EngineError> {
    KIND.generate().expect("a generator").run(request, &Cancel::new(), &mut |_| ())
}

fn tally(family: &str, fields: &[(&str, &str)]) -> serde_json::Value {
    let request = GenerateRequest { flags: vec!["tally".to_owned()], ..wish(family, fields) };
    run(&request).unwrap().tally.expect("a tally").json
}

#[test]
fn the_hardest_boards_come_first_and_are_as_hard_as_they_say() {
    let count = NonZeroUsize::new(3);
    let mut last = None;
    let mut sink = |event| last = Some(event);
    let request = GenerateRequest { count, ..wish("rush", &[("size", "4x4")]) };
    let found = KIND.generate().expect("a generator").run(&request, &Cancel::new(), &mut sink).unwrap();
    assert_eq!((found.found.len(), found.limit), (3, None));
    assert!(found.found.is_sorted_by(|a, b| a.length >= b.length && a.rank < b.rank));
    let Some(GenerateEvent::Progress { done, best, .. }) = last else { panic!("{last:?}") };
    assert_eq!((done, best), (found.done, found.found[0].length));
    for design in &found.found {
        let request = Request::new(fewest_engine::Puzzle::new("blocks", &design.puzzle).with("metric", "slide"));
        let answer = KINDS.solve(&request, &Cancel::new(), &mut |_| ()).unwrap();
        assert_eq!(answer.length, Some(design.length));
        assert_eq!(design.text, format!("{:02} {} {}", design.length, design.forms["rush"], design.positions));
        let json = serde_json::to_string(design).unwrap();
        assert!(json.starts_with(&format!("{{\"rank\":{},\"length\":{}", design.rank, design.length)), "{json}");
        assert!(json.ends_with(&format!("\"rush\":\"{}\"}}", design.forms["rush"])), "{json}");
    }
}

#[test]
fn walks_are_the_same_for_the_same_seed_and_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let state = Some(folder.path().join("hunt.json"));
    let anneal = |walks| GenerateRequest {
        method: Some(Method::Anneal),
        steps: Some(60),
        seed: Some(3),
        walks: Some(walks),
        ..wish("rush", &[("size", "5x5")])
    };
    let texts = |request: &GenerateRequest| -> Vec<String> {
        run(request).unwrap().found.into_iter().map(|design| design.text).collect()
    };
    let whole = texts(&GenerateRequest { threads: NonZeroUsize::new(1), ..anneal(8) });
    assert_eq!(texts(&GenerateRequest { threads: NonZeroUsize::new(2), ..anneal(8) }), whole);
    texts(&GenerateRequest { state: state.clone(), ..anneal(3) });
    assert_eq!(texts(&GenerateRequest { state: state.clone(), ..anneal(8) }), whole);
    let other = run(&GenerateRequest { state, ..wish("rush", &[("size", "4x4")]) }).unwrap_err();
    assert!(!other.is_about_the_request() && other.to_string().contains("another search"), "{other}");
}

#[test]
fn puzzles_of_given_pieces() {
    let pieces = [("size", "4x3"), ("pieces", "2x2 1x2*2 1x1*0-4"), ("target", "3,2"), ("gaps", "2")];
    let found = run(&GenerateRequest { count: NonZeroUsize::new(2), ..wish("blocks", &pieces) }).unwrap().found;
    assert_eq!((found[0].length, found[0].metric.as_str()), (5, "move"));
    assert!(found[0].text.starts_with("title: Number 1, 5 moves (move), "), "{}", found[0].text);
}

#[test]
fn all_are_counted() {
    let boards = tally("rush", &[("size", "4x4")]);
    assert_eq!((&boards["boards"], &boards["positions"], &boards["limit"]), (&1349.into(), &9304.into(), &().into()));
    let layouts = |pieces| tally("blocks", &[("size", "3x2"), ("pieces", pieces), ("gaps", "1-6")]);
    assert_eq!((&layouts("2x1 1x1*0-6")["layouts"], &layouts("2x1 1x1*0-6")["groups"]), (&60.into(), &5.into()));
    // A shape row by row, not at the upper left corner of what is written.
    assert_eq!(layouts("oo/..  1x1*0-6"), layouts("2x1 1x1*0-6"));
    assert_ne!(layouts(".o/.o 1x1*0-6"), layouts("2x1 1x1*0-6"));
}

#[test]
fn a_limit_that_comes_first_is_no_fault() {
    let pieces = [("pieces", "2x2 1x2*0-7 2x1*0-7 1x1*0-14"), ("gaps", "2-16")];
    let limits = Limits { seconds: Some(0.001), ..Limits::default() };
    for flags in [vec![], vec!["tally".to_owned()]] {
        let stopped = run(&GenerateRequest { limits, flags, ..wish("blocks", &pieces) }).unwrap();
        assert!(stopped.found.is_empty() && stopped.tally.is_none() && stopped.limit.is_some());
        assert!(stopped.remark.is_some_and(|remark| remark.starts_with("time limit: not all layouts were counted")));
    }
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let tally = || vec!["tally".to_owned()];
    for (what, request) in [
        ("no such family", wish("sudoku", &[])),
        ("no such field", wish("rush", &[("pieces", "2x2")])),
        ("no pieces", wish("blocks", &[])),
        ("two with a goal", wish("blocks", &[("pieces", "2x2*2")])),
        ("too large a piece", wish("blocks", &[("pieces", "9x9")])),
        ("no piece", wish("blocks", &[("pieces", "what")])),
        ("an empty piece", wish("blocks", &[("pieces", "..")])),
        ("no number of pieces", wish("blocks", &[("pieces", "2x2 1x2*3-1")])),
        ("too large a board", wish("blocks", &[("pieces", "2x2 1x1"), ("size", "9x9")])),
        ("a wall off the board", wish("blocks", &[("pieces", "2x2 1x1"), ("walls", "9,9")])),
        ("too many gaps", wish("blocks", &[("pieces", "2x2 1x1"), ("gaps", "100")])),
        ("a metric of tiles", wish("blocks", &[("pieces", "2x2 1x1"), ("metric", "stm")])),
        ("too large a board", wish("rush", &[("size", "9x9")])),
        ("no such row", wish("rush", &[("red-row", "7")])),
        ("too short a car", wish("rush", &[("lengths", "1-3")])),
        ("too many walls", wish("rush", &[("walls", "40")])),
        ("a metric of other blocks", wish("rush", &[("metric", "move")])),
        ("walks without annealing", {
            let method = Some(Method::Enumerate);
            GenerateRequest { walks: Some(3), method, ..wish("rush", &[("size", "4x4")]) }
        }),
        ("no length", GenerateRequest { min: Some(5), max: Some(3), ..wish("rush", &[("size", "4x4")]) }),
        ("counts of none", GenerateRequest { count: NonZeroUsize::new(1), flags: tally(), ..wish("rush", &[]) }),
    ] {
        let error = run(&request).expect_err(what);
        assert!(error.is_about_the_request(), "{what}: {error}");
    }
}
