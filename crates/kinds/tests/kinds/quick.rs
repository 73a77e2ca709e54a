//! What a page is told before the searches have come, and of a search while it runs.

use fewest_engine::{
    Cancel, Event, Limits, Outcome, Proof, Puzzle, Query, RandomRequest, Reply, Request, SearchLimits, Session,
    light_query_with, query_with,
};
use fewest_kinds::{INFOS, KINDS, tiles};

use crate::solve;

/// Eighty moves from the goal that begins with the blank.
const FAR: &str = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";

fn ask(query: &Query) -> Reply {
    Session::in_memory(KINDS).query(query, &SearchLimits::default()).expect("a good question")
}

fn quick(puzzle: Puzzle) -> Option<fewest_engine::Answer> {
    let Reply::Quick { answer } = ask(&Query::Quick { puzzle }) else { panic!("another reply") };
    answer.map(|answer| *answer)
}

/// The small search is another one than those of the catalog would choose, on positions that nobody has picked.
#[test]
fn quick_answers_are_those_of_the_searches() {
    for (size, shuffle) in [("3x3", None), ("4x4", Some(40)), ("2x3", None)] {
        let puzzle = Puzzle::empty("tiles").with("size", size);
        let request = RandomRequest { puzzle, shuffle, seed: 7 };
        let Reply::Random { puzzles } = ask(&Query::Random { request, count: 8 }) else { panic!("another reply") };
        for puzzle in puzzles {
            let soon = quick(puzzle.clone()).expect("easy");
            let answer = solve(&Request { algorithm: "A*".to_owned(), ..Request::new(puzzle) }).unwrap();
            assert_eq!((soon.outcome, soon.proof), (Outcome::Solved, Proof::Optimal));
            assert_eq!((soon.length, soon.position, soon.metric), (answer.length, answer.position, answer.metric));
            assert_eq!(soon.lengths["stm"], u64::from(soon.length.unwrap()));
        }
    }
}

#[test]
fn what_is_not_easy_has_no_quick_answer() {
    assert_eq!(quick(Puzzle::new("tiles", FAR).with("goal", "blank-first")), None, "the search ends soon");
    assert_eq!(quick(Puzzle::new("tiles", "1 2 3/4 5 6/7 0 8").with("metric", "mtm")), None, "another metric");
    assert_eq!(quick(Puzzle::new("tiles", "2 1 3/4 5 6/7 8 0")), None, "no solution");
    for info in INFOS.iter().filter(|info| info.name != "tiles") {
        assert_eq!(quick(info.example()), None, "{}", info.name);
    }
}

/// Rules that leave out searches answer the rest as the whole does.
#[test]
fn light_questions_are_answered_alike_and_the_others_not_at_all() {
    let puzzle = Puzzle::new("tiles", "1 2 3/4 5 6/7 0 8");
    let limits = SearchLimits::default();
    let view = Query::View { puzzle: puzzle.clone(), moves: "L".to_owned() };
    let foreign = Query::View { puzzle: Puzzle::new("sokoban", "niche"), moves: String::new() };
    for query in [Query::Catalog {}, Query::Library { kind: "tiles".to_owned() }, view, foreign] {
        let light = light_query_with(&tiles::KIND, INFOS, &query);
        assert_eq!(light, Some(query_with(&tiles::KIND, INFOS, &query, &limits)), "{query:?}");
    }
    let request = RandomRequest { puzzle: Puzzle::empty("tiles"), shuffle: Some(3), seed: 1 };
    for query in [Query::Check { puzzle: puzzle.clone() }, Query::Quick { puzzle }, Query::Random { request, count: 1 }]
    {
        assert_eq!(light_query_with(&tiles::KIND, INFOS, &query), None, "{query:?}");
    }
}

/// A request whose search is long enough for several samples on any machine.
fn long(samples: bool) -> Request {
    Request {
        algorithm: "IDA*".to_owned(),
        heuristic: "manhattan".to_owned(),
        limits: Limits { expansions: Some(3_000_000), ..Limits::default() },
        trace_samples: samples,
        ..Request::new(Puzzle::new("tiles", FAR).with("goal", "blank-first"))
    }
}

/// Runs a search, and gathers what is shown of it: `g`, `h` and the position.
fn samples(request: &Request) -> Vec<(u32, Option<u32>, String)> {
    let mut found = Vec::new();
    let answer = KINDS.solve(request, &Cancel::new(), &mut |event| {
        if let Event::Sample { g, h, backward, position } = event {
            assert!(!backward, "it goes from the start alone");
            found.push((g, h, position));
        }
    });
    assert_eq!(answer.expect("a good request").outcome, Outcome::Limit);
    found
}

#[test]
fn samples_are_positions_of_the_search_with_their_estimates() {
    assert_eq!(samples(&long(false)), []);
    let shown = samples(&long(true));
    assert_eq!(shown[0].0, 0, "the first is the start");
    for (g, h, position) in &shown {
        let puzzle = Puzzle::new("tiles", position.as_str()).with("goal", "blank-first");
        let Reply::Check(check) = ask(&Query::Check { puzzle }) else { panic!("another reply") };
        assert_eq!(check.solvable, Some(true), "{position}");
        let is_manhattan = |bound: &&fewest_engine::Bound| (&*bound.heuristic, &*bound.metric) == ("manhattan", "stm");
        let bound = check.lower_bounds.iter().find(is_manhattan).expect("a bound");
        assert_eq!(*h, Some(bound.moves), "{position}");
        assert!(g + bound.moves <= 80, "beyond every bound of the search: {g} + {}", bound.moves);
    }
}

/// A tree and samples can be told at once, and samples go on when the tree is full.
#[test]
fn samples_come_beside_a_tree() {
    let mut nodes = 0;
    let mut shown = 0;
    let request = Request { trace_tree: Some(5), ..long(true) };
    let answer = KINDS.solve(&request, &Cancel::new(), &mut |event| match event {
        Event::Nodes { nodes: more } => nodes += more.len(),
        Event::Sample { .. } => shown += 1,
        _ => {}
    });
    assert!(answer.is_ok());
    assert_eq!(nodes, 5);
    assert!(shown >= 1);
}
