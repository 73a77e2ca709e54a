//! The doors of single kinds, and what every kind says of itself.

use std::collections::BTreeSet;

use fewest_engine::reader::{Entry, Line};
use fewest_engine::{
    Cancel, EngineError, HeuristicInfo, Kinds, Notation, Puzzle, Query, Request, SearchLimits, Session, query_with,
    solve_with,
};
use fewest_kinds::{INFOS, KINDS, sokoban, tiles};

use crate::library;

/// A program that serves one kind links nothing of the others, and says so when it is asked about them.
#[test]
fn each_door_serves_its_own_kind() {
    let session = Session::in_memory(Kinds::NONE);
    let request = Request::of("tiles", "1 2 3/4 5 6/7 0 8");
    let answer = solve_with(&tiles::KIND, &request, &session, &Cancel::new(), &mut |_| ()).unwrap();
    assert_eq!(answer.length, Some(1));
    let refusal = EngineError::OtherKind { puzzle: "tiles".to_owned(), serves: "sokoban" };
    let other = solve_with(&sokoban::KIND, &request, &session, &Cancel::new(), &mut |_| ());
    assert_eq!(other, Err(refusal.clone()));
    let question = Query::Check { puzzle: request.puzzle };
    let limits = SearchLimits::default();
    assert!(query_with(&tiles::KIND, INFOS, &question, &limits).is_ok());
    assert_eq!(query_with(&sokoban::KIND, INFOS, &question, &limits), Err(refusal));
}

#[test]
fn the_two_lists_of_kinds_are_one() {
    let names = |infos: Vec<&fewest_engine::KindInfo>| infos.iter().map(|info| info.name).collect::<Vec<_>>();
    assert_eq!(names(KINDS.infos().collect()), names(INFOS.to_vec()));
}

/// Names of heuristics are understood in any case, and no two heuristics of a kind share one.
#[test]
fn names_of_heuristics_are_understood_and_never_shared() {
    for info in INFOS {
        assert_eq!(info.heuristics[0], HeuristicInfo::NONE, "{}", info.name);
        for heuristic in info.heuristics {
            for name in std::iter::once(&heuristic.name).chain(heuristic.aliases) {
                assert_eq!(info.heuristic(&name.to_uppercase()), Ok(heuristic), "{} {name}", info.name);
            }
            let mut metrics = heuristic.metrics.iter();
            assert!(metrics.all(|metric| info.has_metric(metric)), "{} {}", info.name, heuristic.name);
        }
        let error = info.heuristic("hope").unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("there is no heuristic \"hope\" for {}; choose one of auto, none", info.name))
        );
    }
}

#[test]
fn fields_are_as_they_are_described() {
    for kind in KINDS.iter() {
        let info = kind.info();
        for fields in [info.fields, info.random_fields] {
            let names: BTreeSet<&str> = fields.iter().map(|field| field.name).collect();
            assert_eq!(names.len(), fields.len(), "{}: a field is listed twice", info.name);
            assert!(!names.contains("kind") && !names.contains("metric"), "{}", info.name);
            for field in fields {
                assert!(!field.is_required || field.default.is_none(), "{} {}", info.name, field.name);
                assert!(!field.about.ends_with('.') && !field.value.is_empty(), "{} {}", info.name, field.name);
            }
        }
        let example = info.example();
        assert_eq!(info.admit(&example), Ok(()), "{}", info.name);
        let check =
            kind.check(&example, &SearchLimits::default()).unwrap_or_else(|error| panic!("{}: {error}", info.name));
        assert!(check.faults.is_empty() && check.solvable != Some(false), "{check:?}");
        let unknown = info.admit(&example.clone().with("colour", "red"));
        assert!(matches!(unknown, Err(EngineError::UnknownField { .. })), "{unknown:?}");
        for field in info.fields.iter().filter(|field| field.is_required) {
            let lacking = info.admit(&example.clone().without(field.name));
            assert!(matches!(lacking, Err(EngineError::MissingField { .. })), "{lacking:?}");
        }
        // What is meant where a field is left out is what its default says.
        let defaults = info.fields.iter().filter_map(|field| Some((field.name, field.default?)));
        for (name, default) in defaults.filter(|(name, _)| !example.fields.contains_key(*name)) {
            assert_eq!(
                kind.check(&example.clone().with(name, default), &SearchLimits::default()),
                Ok(check.clone()),
                "{} {name}",
                info.name
            );
        }
    }
}

/// The kind that a text looks like.
fn sniffed(text: &str) -> Option<&'static str> {
    KINDS.sniff(text).map(|(kind, _)| kind.info().name)
}

/// Every puzzle of the library is known by its name, and by its text where that tells its kind.
#[test]
fn the_library_is_known_by_its_names() {
    for kind in KINDS.iter() {
        let name = kind.info().name;
        for entry in kind.library() {
            // Where nothing speaks for any kind, a name is looked up in all libraries.
            assert!(sniffed(&entry.name).is_none_or(|found| found == name), "{}", entry.name);
            for known in std::iter::once(&entry.name).chain(&entry.also) {
                let (found, found_entry) = KINDS.find(&known.to_uppercase()).expect(known);
                assert_eq!((found.info().name, &found_entry.name), (name, &entry.name));
            }
            // Where nothing speaks for any kind, the first is meant: for a row of numbers too, whatever it stands for.
            let found = sniffed(&entry.text).unwrap_or(INFOS[0].name);
            let rows = entry.text.lines().filter(|line| !line.starts_with('#'));
            let is_row = rows.flat_map(str::bytes).all(|byte| byte.is_ascii_digit() || byte == b' ');
            assert!(found == name || is_row && found == INFOS[0].name, "{}", entry.text);
        }
    }
    assert_eq!(KINDS.find("nobody").map(|(kind, _)| kind.info().name), None);
}

#[test]
fn an_empty_peg_tells_towers_from_tiles() {
    for text in ["3 2 1/-/-", "# towers\n\n 2 1 | - | 3 \n1/2/3\n", "-/-/1", "TOWER-3"] {
        assert_eq!(sniffed(text), Some("hanoi"), "{text}");
    }
    for text in ["1 2 3/4 5 6/7 8 0", "1 2/0 3", "3/2/1", "1 2/-/3", "-", "- - -", ""] {
        assert_ne!(sniffed(text), Some("hanoi"), "{text}");
    }
}

/// The positions that a kind finds in a text, each with the line where it begins.
fn entries(kind: &str, text: &str) -> Vec<(u64, String)> {
    let mut reader = KINDS.named(kind).expect("a kind").reader(&Puzzle::empty(kind));
    let mut found: Vec<Entry> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        reader.take(Line { number, content: Ok(line.to_owned()) }, &mut found);
    }
    reader.finish(&mut found);
    found.into_iter().map(|entry| (entry.line, entry.text.expect("text"))).collect()
}

#[test]
fn towers_and_graphs_are_told_apart_by_lines() {
    let all = |kind, text| entries(kind, text).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    assert_eq!(entries("hanoi", "# one\n3 2 1\n-\n-\n\n2 1/-/-\n1/2/-\n").len(), 3);
    assert_eq!(entries("hanoi", "3 2 1\n-\n-\n"), [(1, "3 2 1\n-\n-".to_owned())]);
    assert_eq!(all("hanoi", "2 1/-/-\n# between\n1/2/-\n\n2 1|-|-\n"), [1, 3, 5]);
    assert_eq!(all("graph", "2 1 0\n# between\n\n0 1 2\n1 0 2\n"), [1, 4, 5]);
    // More lines than there can be pegs are more than one position.
    assert_eq!(all("hanoi", &"1\n".repeat(27)).len(), 27);
}

/// What a report says of goals and moves.
#[test]
fn reports_name_unusual_goals() {
    let unusual = |kind: &str, goal: &str| KINDS.named(kind).expect("a kind").unusual_goal(goal);
    assert_eq!(unusual("hanoi", "-/-/3 2 1"), None);
    assert_eq!(unusual("graph", "1 2 3 0"), None);
    for (kind, goal) in [
        ("hanoi", "-/3 2 1/-"),
        ("hanoi", "3 2 1/-/-"),
        ("hanoi", "-/3/2 1"),
        ("graph", "0 1 2 3"),
        ("graph", "2 1 3 0"),
    ] {
        assert_eq!(unusual(kind, goal).as_deref(), Some(goal), "{kind}");
    }
    let heading = |kind: &str| KINDS.named(kind).expect("a kind").moves_heading("", Notation::Tile);
    assert_eq!((heading("hanoi").as_str(), heading("graph").as_str()), ("moves", "tiles that move"));
}

/// A start may be left out where the number of discs says what it is.
#[test]
fn a_tower_needs_no_position() {
    let hanoi = KINDS.named("hanoi").expect("a kind");
    let tower = Puzzle::empty("hanoi").with("discs", 3_usize);
    assert!(hanoi.has_start(&tower) && !hanoi.has_start(&Puzzle::empty("hanoi")));
    assert_eq!(
        hanoi.check(&tower, &SearchLimits::default()).map(|check| check.position),
        Ok(Some("3 2 1/-/-".to_owned()))
    );
    let error =
        hanoi.check(&Puzzle::empty("hanoi"), &SearchLimits::default()).expect_err("nothing is known").to_string();
    assert_eq!(error, "give a position or a number of discs");
}

/// A stage plays every solution to its end, and a film has a scene for the start and for every move.
#[test]
fn towers_and_graphs_are_played_in_letters() {
    for entry in ["hanoi", "graph"].into_iter().flat_map(library).filter(|entry| entry.name != "reve-21") {
        let kind = KINDS.of(&entry.puzzle).expect("a puzzle");
        let answer = crate::solve(&Request::new(entry.puzzle.clone())).expect("an answer");
        let moves = answer.moves.expect("a solution");
        let mut stage = kind.stage(&entry.puzzle, &moves, Notation::Tile).expect("a stage");
        let start = stage.draw(80, false);
        let names: Vec<String> = (0..stage.moves()).map(|index| stage.make(index).expect("legal")).collect();
        assert_eq!((names.join(" "), stage.draw(80, true).lines.len()), (moves.clone(), start.lines.len()));
        let end = kind.stage(&kind.view(&entry.puzzle, &moves).expect("a view").here, "", Notation::Tile);
        assert_eq!(stage.draw(80, false), end.expect("a stage").draw(80, false));
        let length = names.len() + 1;
        let film = kind.film(&entry.puzzle, &moves, Notation::Tile, false).expect("pictures");
        assert_eq!(film.scenes.len(), length);
    }
    let tower = crate::tower(2, 3);
    let hanoi = KINDS.of(&tower).expect("a puzzle");
    let error = hanoi.stage(&tower, "A>B A>B", Notation::Tile).err().expect("an illegal move").to_string();
    assert!(error.starts_with("the moves cannot be read: move 2: disc 2 of peg A cannot go to peg B"), "{error}");
    let film = hanoi.film(&tower, "A>B", Notation::Tile, false).expect("a film");
    let cells = |scene: usize, disc: usize| {
        let piece = film.scenes[scene].pieces.iter().find(|piece| piece.id == disc).expect("a disc");
        piece.cells.clone()
    };
    // Three pegs of three squares with one between them, and a row above the tower.
    assert_eq!((film.scenes[0].columns, film.scenes[0].rows), (11, 3));
    assert_eq!((cells(0, 2), cells(0, 1)), (vec![(0, 2), (1, 2), (2, 2)], vec![(1, 1)]));
    assert_eq!((cells(1, 2), cells(1, 1)), (vec![(0, 2), (1, 2), (2, 2)], vec![(5, 2)]));
}
