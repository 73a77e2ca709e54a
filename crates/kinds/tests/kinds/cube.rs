//! Rubik's cube, through every door.

use fewest_engine::reader::{Entry, Line};
use fewest_engine::tables::{StrengthRequest, TablesRequest};
use fewest_engine::view::Board;
use fewest_engine::{
    Answer, Cancel, EngineError, Event, ExploreRequest, Finding, Limits, Notation, Options, Outcome, Proof, Puzzle,
    RandomRequest, Request, Session,
};
use fewest_kinds::KINDS;

use crate::{library, solve};

/// Enough for small tables alone.
const MEMORY: u64 = 200_000_000;

fn cube(position: &str) -> Puzzle {
    Puzzle::new("cube", position)
}

fn pocket(position: &str) -> Puzzle {
    cube(position).with("size", "2x2x2")
}

/// Solves, and has the moves made by rules that the search knows nothing of.
fn solved(session: &Session, request: &Request) -> Answer {
    let answer = session.solve(request, &Cancel::new(), &mut |_| ()).unwrap_or_else(|error| panic!("{error}"));
    let moves = answer.moves.as_deref().unwrap_or_else(|| panic!("{request:?}: {answer:?}"));
    let checked = KINDS.verify(&request.puzzle, moves, Notation::Tile).expect("our own notation");
    assert!(checked.solves, "{request:?}: {moves}");
    assert_eq!(Some(checked.lengths[&answer.metric]), answer.length.map(u64::from), "{request:?}");
    answer
}

#[test]
fn a_text_is_known_by_its_looks() {
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let net = "      L L L\n      U U U\n      U U U\nB L L F F F R R R B B U\nB L L F F F R R R B B U\nB L L F F F R R R B B U\n\
               \n";
    let whole = "    U U U\n    U U U\n    U U U\nL L L F F F R R R B B B\nL L L F F F R R R B B B\nL L L F F F R R R B B B\n\
                 \x20   D D D\n    D D D\n    D D D\n";
    for text in [
        "R U2 F'",
        "R U R' U'",
        "(R U R' U')3",
        "[R, U] F2",
        "r U M' x R2",
        "R2U2F2",
        "# a comment\nF R' U2 B' D L2\nR U2 F'",
        "superflip",
        whole,
        &solved.replace('U', "W").replace('F', "G").replace('D', "Y").replace('L', "O"),
        solved,
        "UUUU RRRR FFFF DDDD LLLL BBBB",
    ] {
        let found = KINDS.sniff(text).map(|(kind, _)| kind.info().name);
        assert_eq!(found, Some("cube"), "{text}");
    }
    for text in
        ["1 2 3/4 5 0", "R", "x", "x y", "", "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", "UDLR", "a.\n.b", "+1 -2", net]
    {
        let found = KINDS.sniff(text).map(|(kind, _)| kind.info().name);
        assert_ne!(found, Some("cube"), "{text}");
    }
}

#[test]
fn positions_are_found_in_lines() {
    let entries = |text: &str| -> Vec<(u64, String)> {
        let mut reader = KINDS.named("cube").expect("a kind").reader(&Puzzle::empty("cube"));
        let mut found: Vec<Entry> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            reader.take(Line { number, content: Ok(line.to_owned()) }, &mut found);
        }
        reader.finish(&mut found);
        found.into_iter().map(|entry| (entry.line, entry.text.expect("text"))).collect()
    };
    let net = "  UU\n  UU\nLLFFRRBB\nLLFFRRBB\n  DD\n  DD";
    let text = format!("R U2 F'\nU' R\n\n{net}\n\n# comment\nM2 E2\n");
    let lines: Vec<u64> = entries(&text).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 2, 4, 12]);
    let check = KINDS.check(&cube(&entries(&text)[2].1)).expect("a cube");
    assert_eq!((check.what.as_deref(), check.solvable), (Some("2×2×2"), Some(true)));
}

#[test]
fn impossible_cubes_are_explained_and_every_fault_is_told() {
    let of = |stickers: &str| KINDS.check(&cube(stickers)).expect("stickers");
    let twisted = of("UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB");
    assert_eq!(twisted.solvable, Some(false));
    assert!(twisted.reason.unwrap().contains("twist one corner"), "a twisted corner");
    let flipped = of("UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB");
    assert!(flipped.reason.unwrap().contains("flip one edge"), "a flipped edge");
    let swapped = of("UUUUUUUUURFRRRRRRRFRFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB");
    assert!(swapped.reason.unwrap().contains("exchange the edges at UR and UF"), "two edges");
    let bad = of("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU");
    assert!(bad.faults.len() >= 3, "{:?}", bad.faults);
    let answer = solve(&Request::new(cube("UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"))).unwrap();
    assert_eq!(answer.outcome, Outcome::Unsolvable);
    assert!(answer.reason.unwrap().contains("an odd number of edges is flipped"));
    // The part that leaves the flipped edge free can be reached.
    let corners = cube("UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB").with("goal", "2x2x2");
    assert_eq!(solve(&Request::new(corners)).unwrap().length, Some(0));
    for (goal, part) in [("crosss", "`cross`"), ("R Q", "not a move")] {
        let error = KINDS.check(&cube("R U").with("goal", goal)).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let error = KINDS.verify(&pocket("R U"), "R M", Notation::Tile).unwrap();
    assert!(error.illegal.is_some_and(|(number, reason)| number == 2 && reason.contains("has no M")));
}

/// Every optimal algorithm with every heuristic agrees on near cubes, in every metric, to whole and partial goals.
#[test]
fn searches_agree_on_near_cubes() {
    let session = Session::in_memory(KINDS);
    let info = KINDS.named("cube").expect("a kind").info();
    let puzzles = [
        (cube("R U F'"), "solved"),
        (cube("M' U2 M"), "solved"),
        (cube("x R2 U'"), "solved"),
        (cube("R U' B"), "U R"),
        (cube("F R D'"), "cross"),
        (cube("D R' F"), "2x2x2"),
        (pocket("R U F'"), "solved"),
        (pocket("R2 U"), "F' R"),
    ];
    for (puzzle, goal) in puzzles {
        let goal = if puzzle.text("size").is_some() && goal != "solved" {
            KINDS.view(&pocket(goal), "").unwrap().here.position().to_owned()
        } else {
            goal.to_owned()
        };
        for metric in ["htm", "qtm", "stm"] {
            let puzzle = puzzle.clone().with("goal", goal.as_str()).with("metric", metric);
            let mut lengths: Vec<(String, u32)> = Vec::new();
            let algorithms = ["BFS", "BiBFS", "A*", "IDA*", "PIDA*", "NBS", "anytime", "BFHS", "HDA*"];
            for algorithm in algorithms {
                for heuristic in info.heuristics.iter().map(|known| known.name).chain(["auto"]) {
                    let is_blind = ["BFS", "BiBFS"].contains(&algorithm);
                    if is_blind && heuristic != "auto" || heuristic == "none" && metric == "stm" {
                        continue;
                    }
                    let request = Request {
                        algorithm: algorithm.to_owned(),
                        heuristic: heuristic.to_owned(),
                        options: Options {
                            pdb: (heuristic == "pdb" && puzzle.text("size").is_none()).then(|| "edges-3".to_owned()),
                            ..Options::default()
                        },
                        limits: Limits { memory_bytes: Some(MEMORY), ..Limits::default() },
                        ..Request::new(puzzle.clone())
                    };
                    let name = format!("{algorithm} {heuristic} {puzzle:?}");
                    match session.solve(&request, &Cancel::new(), &mut |_| ()) {
                        Ok(answer) => {
                            assert_eq!((answer.outcome, answer.proof), (Outcome::Solved, Proof::Optimal), "{name}");
                            lengths.push((name, solved(&session, &request).length.expect("solved")));
                        }
                        Err(EngineError::HeuristicUnavailable { .. } | EngineError::NeedsGoals { .. }) => {}
                        Err(error) => panic!("{name}: {error}"),
                    }
                }
            }
            assert!(lengths.len() >= 12, "{lengths:?}");
            assert!(lengths.iter().all(|(_, length)| *length == lengths[0].1), "{lengths:?}");
        }
    }
}

/// Random cubes have a solution at once, which improves, and no limit is passed over.
#[test]
fn random_cubes_are_solved_within_limits() {
    let session = Session::in_memory(KINDS);
    let request = RandomRequest { puzzle: Puzzle::empty("cube"), shuffle: None, seed: 4 };
    for position in KINDS.random(&request).unwrap().take(3) {
        let mut improved = Vec::new();
        let request = Request {
            limits: Limits { expansions: Some(300_000), ..Limits::default() },
            ..Request::new(cube(&position))
        };
        let answer = session
            .solve(&request, &Cancel::new(), &mut |event| {
                if let Event::Improved { length, .. } = event {
                    improved.push(length);
                }
            })
            .unwrap();
        assert_eq!((answer.outcome, answer.algorithm.as_str()), (Outcome::Solved, "anytime"));
        let (length, bound) = (answer.length.unwrap(), answer.lower_bound.unwrap());
        assert!((15..=24).contains(&length) && bound >= 8 && bound < length, "{bound} {length}");
        assert!(answer.expanded <= 300_000);
        assert!(!improved.is_empty() && improved.is_sorted_by(|a, b| a > b) && improved.last() == Some(&length));
        solved(&session, &request);
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = session.solve(&Request::new(cube(&position)), &cancel, &mut |_| ()).unwrap();
        assert_eq!(stopped.proof, Proof::None);
    }
    let tight = Request {
        limits: Limits { memory_bytes: Some(1_000_000), ..Limits::default() },
        ..Request::new(cube("R U F' D2 L B' R2 U' F D"))
    };
    assert!(matches!(solve(&tight), Err(EngineError::PdbHere(_))), "{:?}", solve(&tight));
}

/// The proof on several threads, with one that improves the solution: as long as what one thread finds.
#[test]
fn several_threads_prove_what_one_does() {
    let session = Session::in_memory(KINDS);
    let puzzle = cube("R U2 F' D B2 L' U R2 F D' L B'");
    let with = |algorithm: &str, threads| Request {
        algorithm: algorithm.to_owned(),
        options: Options { threads: Some(threads), ..Options::default() },
        limits: Limits { memory_bytes: Some(MEMORY), ..Limits::default() },
        ..Request::new(puzzle.clone())
    };
    let one = solved(&session, &with("auto", 1));
    let several = solved(&session, &with("PIDA*", 2));
    assert_eq!((one.length, one.proof), (several.length, several.proof));
    assert!(one.length <= Some(12) && one.proof == Proof::Optimal);
    // Far enough that the first search, on one thread, does not come to its end.
    let far = RandomRequest { puzzle: Puzzle::empty("cube"), shuffle: Some(14), seed: 2 };
    let position = KINDS.random(&far).unwrap().next().expect("a cube");
    let limits = Limits { memory_bytes: Some(MEMORY), ..Limits::default() };
    let answer = solved(&session, &Request { limits, ..Request::new(cube(&position)) });
    assert_eq!((answer.length, answer.proof, answer.algorithm.as_str()), (Some(14), Proof::Optimal, "anytime"));
}

#[test]
fn every_optimal_solution_is_listed() {
    for (puzzle, count) in [(cube("R L"), 2), (cube("R2"), 1), (cube("R2").with("metric", "qtm"), 2)] {
        let answer = solve(&Request { all: Some(100), ..Request::new(puzzle) }).unwrap();
        let all = answer.all.expect("all are listed");
        assert!(all.complete && all.moves.len() == count, "{all:?}");
    }
}

#[test]
fn cubes_are_counted() {
    let explore = |puzzle: Puzzle| KINDS.explore(&ExploreRequest::new(puzzle), &Cancel::new(), &mut |_| ());
    let counted = explore(Puzzle::empty("cube").with("size", "2x2x2").with("position", "")).unwrap();
    assert_eq!(counted.layers, [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]);
    let Finding::Known(to_goal) = counted.to_goal else { panic!("all were counted") };
    let farthest = solve(&Request::new(cube(&to_goal.hardest_starts[0]))).unwrap();
    assert_eq!((to_goal.hardest, farthest.length, farthest.proof), (11, Some(11), Proof::Optimal));
    let cross = explore(cube("R F D' L").with("goal", "cross")).unwrap();
    assert_eq!((cross.outcome, cross.positions), (Outcome::Solved, 190_080));
    let Finding::Known(to_goal) = cross.to_goal else { panic!("all were counted") };
    assert_eq!(to_goal.layers, [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102]);
    let farthest = solve(&Request::new(cube(&to_goal.hardest_starts[0]).with("goal", "cross"))).unwrap();
    assert_eq!((to_goal.hardest, farthest.length), (8, Some(8)));
    let length = solve(&Request::new(cube("R F D' L").with("goal", "cross"))).unwrap().length;
    assert_eq!(cross.optimum, length);
    assert!(matches!(explore(cube("R U")), Err(EngineError::Uncountable { .. })));
    assert!(matches!(explore(cube("R U").with("goal", "oll")), Err(EngineError::NotOffered { .. })));
}

#[test]
fn a_cube_is_shown_turned_and_filmed() {
    let seen = KINDS.view(&cube("R"), "U").unwrap();
    let Board::Grid { width, height, pieces, .. } = &seen.board else { panic!("stickers lie on a grid") };
    assert_eq!((*width, *height, pieces.len(), seen.moves.len()), (12, 9, 54, 54));
    assert_eq!((seen.lengths["htm"], seen.lengths["stm"]), (1, 1));
    assert_eq!(KINDS.view(&pocket("R"), "").unwrap().moves.len(), 27);
    assert!(KINDS.view(&cube("R"), "R'").unwrap().solved);
    // However it is held, what is in place is known.
    let Board::Grid { pieces, .. } = KINDS.view(&cube("x"), "").unwrap().board else { panic!("a grid") };
    assert!(pieces.iter().all(|piece| piece.at_home));
    let kind = KINDS.named("cube").unwrap();
    assert_eq!(kind.film(&cube("R"), "U R'", Notation::Tile, false).unwrap().scenes.len(), 3);
    let stage = kind.stage(&cube("R"), "R'", Notation::Tile).unwrap();
    let plain = stage.draw(80, false);
    let text: Vec<String> =
        plain.lines.iter().map(|line| line.iter().map(|(_, text)| text.as_str()).collect()).collect();
    assert_eq!(KINDS.check(&cube(&text.join("\n"))).unwrap().position, Some(stage.position()));
    assert!(stage.draw(20, true).is_too_wide && !stage.draw(40, true).is_too_wide);
}

#[test]
fn tables_are_built_described_and_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = Session::in_folder(KINDS, folder.path());
    let kind = KINDS.named("cube").expect("a kind");
    let tabled = kind.tabled().expect("cubes have tables");
    let request = |set: &str, puzzle: Puzzle| TablesRequest {
        options: Options { pdb: Some(set.to_owned()), ..Options::default() },
        ..TablesRequest::new(puzzle)
    };
    let small = request("cosets-small", Puzzle::empty("cube"));
    let proposal = tabled.propose(&small, &session).unwrap();
    assert_eq!((proposal.tables.len(), proposal.disk_bytes), (3, 1_013_760 + 1_082_565 + 6_053_616));
    let built = tabled.build(&small, &session, &Cancel::new(), &mut |_| ()).unwrap();
    assert_eq!((built.built, built.stored), (3, 3));
    assert_eq!(tabled.build(&small, &session, &Cancel::new(), &mut |_| ()).unwrap().built, 0);
    tabled.build(&request("exact", pocket("")), &session, &Cancel::new(), &mut |_| ()).unwrap();
    tabled.build(&request("edges-3", Puzzle::empty("cube")), &session, &Cancel::new(), &mut |_| ()).unwrap();
    let listed = session.inventory().unwrap();
    assert!(
        listed.tables.iter().all(|table| table.words.puzzle == "cube" && !table.words.sets.is_empty()),
        "{listed:?}"
    );
    let edges = listed.tables.iter().find(|table| table.words.pattern == [0, 1, 2]).expect("three edges");
    assert_eq!((edges.words.kind.as_str(), edges.words.sets.as_slice()), ("edges, htm", &["edges-3".to_owned()][..]));
    assert!(listed.tables.iter().any(|table| table.words.board == "2×2×2"));
    let asked = StrengthRequest { heuristic: None, samples: 2000, seed: 1 };
    let strength =
        tabled.strength(&request("exact", pocket("")), &asked, &session, &Cancel::new(), &mut |_| ()).unwrap();
    assert!((strength.mean - 8.76).abs() < 0.1 && strength.maximum_distance == Some(11), "{strength:?}");
    let strength = tabled.strength(&small, &asked, &session, &Cancel::new(), &mut |_| ()).unwrap();
    assert!((strength.branching_factor - 13.348).abs() < 0.01 && strength.mean > 8.5, "{strength:?}");
    for (set, part) in [("edges-9", "edges-1 to edges-6"), ("huge", "cosets-medium"), ("exact", "only the 2×2×2")] {
        let error = tabled.propose(&request(set, Puzzle::empty("cube")), &session).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn known_cubes_are_as_far_as_it_is_said() {
    let session = Session::in_memory(KINDS);
    for entry in library("cube").into_iter().filter(|entry| entry.optimum["htm"] <= 9) {
        let answer = solved(&session, &Request::new(entry.puzzle));
        assert_eq!(answer.length.map(u64::from), entry.optimum.get("htm").copied(), "{}", entry.name);
    }
}
