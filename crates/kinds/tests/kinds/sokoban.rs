//! Sokoban through the engine: every algorithm with every heuristic, both metrics, on levels whose optimum is known.

use std::collections::BTreeSet;

use fewest_engine::catalog::AlgorithmInfo;
use fewest_engine::reader::{Entry, Line, LineFault};
use fewest_engine::stage::{Picture, Tone};
use fewest_engine::{
    Answer, Cancel, Check, Conversion, EngineError, Kind as _, Likeness, Limits, Notation, Options, Outcome, Proof,
    Puzzle, RandomRequest, Request, catalog,
};
use fewest_kinds::KINDS;
use fewest_kinds::sokoban::{INFO, KIND};

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

fn puzzle(level: &str) -> Puzzle {
    Puzzle::new("sokoban", level)
}

fn request(level: &str, metric: &str) -> Request {
    Request::new(puzzle(level).with("metric", metric))
}

fn solve(request: &Request) -> Result<Answer, EngineError> {
    KINDS.solve(request, &Cancel::new(), &mut |_| ())
}

fn answer(request: &Request) -> Answer {
    solve(request).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

fn check(level: &str) -> Check {
    KINDS.check(&puzzle(level)).expect("faults are part of the answer")
}

/// The moves, made by rules that the search knows nothing of, solve the level and are as many as was said.
fn replays(request: &Request, found: &Answer) {
    let moves = found.moves.as_deref().expect("a solution");
    let checked = KINDS.verify(&request.puzzle, moves, Notation::Tile).expect("our own notation");
    assert!(checked.solves, "{moves}");
    assert_eq!(Some(checked.lengths[&found.metric]), found.length.map(u64::from), "{moves}");
    assert_eq!(checked.lengths["move"], moves.len() as u64);
    assert_eq!(checked.lengths["push"], moves.chars().filter(char::is_ascii_uppercase).count() as u64);
}

#[test]
fn all_that_promise_an_optimum_agree() {
    let mut solved_by = BTreeSet::new();
    for (level, pushes, moves) in KNOWN {
        for (metric, optimum) in [("push", pushes), ("move", moves)] {
            let serving = |info: &&AlgorithmInfo| INFO.is_served_by(info.algorithm, metric);
            for algorithm in catalog::algorithms().iter().filter(serving) {
                for heuristic in INFO.heuristics {
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
                            let proves = metric == "push" || !["BFS", "BFHS"].contains(&algorithm.name);
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
    let all = catalog::algorithms().iter().filter(|info| INFO.is_served_by(info.algorithm, "push"));
    assert_eq!(solved_by, all.map(|info| info.name).collect());
}

#[test]
fn auto_takes_a_star_with_the_matching_and_says_why() {
    let request = request(KNOWN[0].0, "push");
    let found = answer(&request);
    assert_eq!((&found.algorithm[..], &found.heuristic[..]), ("A*", "matching"));
    assert!(found.chosen_because.starts_with("A*, because many orders of pushes"), "{}", found.chosen_because);
    assert!(found.chosen_because.contains("matching, because it is the strongest"), "{}", found.chosen_because);
    assert_eq!((&found.puzzle[..], &found.metric[..]), ("sokoban", "push"));
    assert_eq!(found.position, KNOWN[0].0);
    assert_eq!(found.goal, "####\n# *#\n#  ###\n#*   #\n#    #\n#  ###\n####");
    let threads = Options { threads: Some(2), ..Options::default() };
    assert_eq!(answer(&Request { options: threads, ..request }).algorithm, "HDA*");
}

#[test]
fn what_cannot_serve_is_refused() {
    let refusal = |algorithm: &str, heuristic: &str| {
        let request =
            Request { algorithm: algorithm.to_owned(), heuristic: heuristic.to_owned(), ..request(KNOWN[0].0, "push") };
        solve(&request).expect_err("it cannot serve").to_string()
    };
    for algorithm in ["exhaustive", "construct", "anytime", "BiBFS", "NBS"] {
        let error = refusal(algorithm, "auto");
        assert!(error.starts_with(&format!("the algorithm {algorithm} does not support sokoban")), "{error}");
    }
    let error = refusal("A*", "manhattan");
    assert_eq!(error, "there is no heuristic \"manhattan\" for sokoban; choose one of auto, none, matching");
    let by_steps = solve(&Request { algorithm: "SAT".into(), ..request(KNOWN[0].0, "move") });
    let error = by_steps.expect_err("formulas count pushes").to_string();
    assert_eq!(error, "the algorithm SAT does not support the metric move; it supports push, push-move");
}

#[test]
fn a_level_without_a_solution_is_proven_to_have_none() {
    // A box in a corner; two boxes that block each other's way; a box behind a wall.
    for level in ["#####\n#$ .#\n# @ #\n#####", "########\n#@$ $..#\n########", "#######\n#@*#$.#\n#######"] {
        for metric in ["push", "move"] {
            for (algorithm, why) in [("auto", "boxes of the start"), ("BFS", "except deadlocks")] {
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
        let checked = check(level);
        assert_eq!((checked.solvable, checked.lower_bounds.len()), (Some(false), 0), "{level}");
    }
    let checked = check(KNOWN[0].0);
    assert_eq!((checked.solvable, checked.what.as_deref()), (Some(true), Some("6×7 Sokoban with 2 boxes")));
    let bounds: Vec<_> = checked.lower_bounds.iter().map(|bound| (&bound.metric[..], bound.moves)).collect();
    assert_eq!(bounds, [("push", 4), ("move", 4)]);
}

#[test]
fn every_fault_is_told() {
    let Err(EngineError::Position(faults)) = solve(&request("#####\n#@$x#\n# @?\n#####", "push")) else {
        panic!("a level with faults")
    };
    assert_eq!(faults.iter().count(), 5, "{faults}");
    let checked = check("####\n#@ #\n####");
    assert_eq!(checked.faults.len(), 1, "{:?}", checked.faults);
}

#[test]
fn a_limit_leaves_a_true_lower_bound() {
    let (level, pushes, moves) = KNOWN[0];
    for algorithm in ["A*", "IDA*", "BFS", "Dijkstra", "SMA*", "BFHS", "HDA*", "A*+IDA*", "greedy"] {
        for (metric, optimum) in [("push", pushes), ("move", moves)] {
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
        for metric in ["push", "move"] {
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
        assert!(solve(&serde_json::from_str(bad).expect("a puzzle of any kind")).is_err(), "{bad}");
    }
}

#[test]
fn illegal_moves_are_found_and_explained() {
    let puzzle = puzzle("6#|#@$-.#|6#");
    let judge = |moves: &str| KINDS.verify(&puzzle, moves, Notation::Tile).expect("moves");
    let found = judge("RR");
    assert!(found.solves && found.lengths["push"] == 2 && found.lengths["move"] == 2);
    assert_eq!(found.end, "######\n#  @*#\n######");
    let (number, why) = judge("RRR").illegal.expect("a wall behind the box");
    assert!(number == 3 && why.contains("behind it is a wall"), "{why}");
    assert!(!judge("R").solves && judge("r").illegal.is_some_and(|(_, why)| why.contains("capital letter")));
    assert!(matches!(KINDS.verify(&puzzle, "R2", Notation::Tile), Err(EngineError::Notation(_))));
}

/// What a reader finds in lines.
fn found(lines: impl IntoIterator<Item = Result<String, LineFault>>) -> Vec<Entry> {
    let mut reader = KIND.reader(&Puzzle::empty("sokoban"));
    let mut found = Vec::new();
    for (number, content) in (1..).zip(lines) {
        reader.take(Line { number, content }, &mut found);
    }
    reader.finish(&mut found);
    found
}

#[test]
fn levels_are_told_apart_and_keep_their_titles() {
    let text = "; a\n####\n#@*#\n####\n\n5#|#@$.#|5#\nTitle: b\n\0\n####\n";
    let nul = |line: &str| if line == "\0" { Err(LineFault::Nul(1)) } else { Ok(line.to_owned()) };
    let good = |line, text: &str| Entry { line, text: Ok(text.to_owned()) };
    let bad = Entry { line: 8, text: Err(LineFault::Nul(1)) };
    let all = [good(2, "; a\n####|#@*#|####"), good(6, "; b\n#####|#@$.#|#####"), bad, good(9, "####")];
    assert_eq!(found(text.lines().map(nul)), all);
}

#[test]
fn levels_are_known_by_their_looks_and_names() {
    for level in [KNOWN[0].0, KNOWN[2].0, "two-rooms", "Two rooms", "Title: start\n####\n#@*#\n####"] {
        assert_eq!(KIND.sniff(level), Likeness::Certain, "{level}");
    }
    let blocks = "start:\n###\n#$.\n###\ngoal:\n###\n#.$\n###";
    for other in ["", "nobody", "1 2/3 0", "####\n#1.#\n####", "# me@home: $1\n0 1", blocks] {
        assert_eq!(KIND.sniff(other), Likeness::None, "{other}");
    }
}

#[test]
fn a_stage_plays_a_solution() {
    let mut stage = KIND.stage(&puzzle(KNOWN[2].0), "RR", Notation::Tile).expect("a level and its solution");
    assert_eq!((stage.moves(), stage.draw(6, false)), (2, Picture::plain(["######", "#@$ .#", "######"])));
    assert_eq!((stage.make(0), stage.make(1)), (Ok("R".to_owned()), Ok("R".to_owned())));
    assert_eq!(stage.position(), "######\n#  @*#\n######");
    let drawn = stage.draw(18, true);
    let row: Vec<(Tone, &str)> = drawn.lines[1].iter().map(|(tone, text)| (*tone, text.as_str())).collect();
    let (wall, floor) = ((Tone::Wall, "   "), (Tone::Plain, "   "));
    assert_eq!(row, [wall, floor, floor, (Tone::Player, " @ "), (Tone::InPlace, " * "), wall]);
    assert_eq!(stage.draw(17, true).lines[1][3].1, "@");
    assert!(stage.draw(5, true).is_too_wide);
    assert!(KIND.stage(&puzzle(KNOWN[2].0), "R2", Notation::Tile).is_err());
    let film = KIND.film(&puzzle(KNOWN[2].0), "RR", Notation::Tile, false).expect("a film");
    assert_eq!(film.scenes.len(), 3);
    assert_eq!(KIND.moves_heading("rruLLd", Notation::Tile), "6 moves, 2 pushes");
    assert_eq!(KIND.moves_heading("R", Notation::Tile), "1 move, 1 push");
}

#[test]
fn levels_are_converted_to_their_normal_form() {
    let convert = |text, to, before| KIND.convert(&Conversion { text, from: None, to, before, is_one_of_many: true });
    let written = "#####\n#@$.#\n#####\n";
    assert_eq!(convert("5#|#@$.#|5#", Some("XSB"), 0).as_deref(), Ok(written));
    assert_eq!(convert("5#|#@$.#|5#", None, 1), Ok(format!("\n{written}")));
    assert!(convert("two-rooms", None, 0).expect("a level").starts_with("; Two rooms\n#"));
    assert!(matches!(convert("5#|#@$.#|5#", Some("json"), 0), Err(EngineError::Format(_))));
    assert!(matches!(convert("5#|#@ .#|5#", None, 0), Err(EngineError::Position(_))));
}

#[test]
fn random_levels_have_the_size_and_the_boxes_that_were_asked_for() {
    let random = |fields: Puzzle, shuffle| KINDS.random(&RandomRequest { puzzle: fields, shuffle, seed: 3 });
    let what = |fields: Puzzle| {
        let level = random(fields, None).expect("a room").next().expect("a level");
        check(&level).what
    };
    let nothing = || Puzzle::empty("sokoban");
    assert_eq!(what(nothing()).as_deref(), Some("9×8 Sokoban with 3 boxes"));
    let room = nothing().with("size", "5×4").with("boxes", 1usize);
    assert_eq!(what(room.clone()).as_deref(), Some("7×6 Sokoban with 1 box"));
    let cost = |puzzle| KIND.random_cost(&RandomRequest { puzzle, shuffle: None, seed: 3 });
    assert_eq!((cost(nothing()), cost(room.clone())), (7 * 6 * 3, 5 * 4));
    assert!(random(room.clone(), Some(10)).is_err(), "levels are not shuffled");
    for size in ["big", "5", "5x", "2x2", "99999999999999999999x4"] {
        assert!(random(room.clone().with("size", size), None).is_err(), "{size}");
    }
    assert!(random(room.with("boxes", 100usize), None).is_err());
}
