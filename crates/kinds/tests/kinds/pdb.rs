//! Pattern databases through the engine: every way to ask for them gives the same lengths, every wrong way a clear word, and
//! nothing that happens to a file gives a wrong answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fewest_engine::tables::{Tabled, TablesRequest};
use fewest_engine::{
    Answer, Cancel, EngineError, Event, Kind, Limits, Options, Outcome, PdbKind, Proof, Puzzle, RandomRequest, Request,
    Session,
};
use fewest_kinds::{KINDS, tiles};

fn in_memory() -> Session {
    Session::in_memory(KINDS)
}

fn in_folder(folder: &Path) -> Session {
    Session::in_folder(KINDS, folder)
}

fn tabled() -> &'static dyn Tabled {
    tiles::KIND.tabled().expect("tiles have tables")
}

fn positions(size: &str, goal: &str, shuffle: Option<u64>, count: usize) -> Vec<String> {
    let puzzle = Puzzle::empty("tiles").with("size", size).with("goal", goal);
    KINDS.random(&RandomRequest { puzzle, shuffle, seed: 5 }).expect("a good request").take(count).collect()
}

fn request(position: &str, goal: &str, metric: &str, algorithm: &str) -> Request {
    let puzzle = Puzzle::new("tiles", position).with("goal", goal).with("metric", metric);
    Request { algorithm: algorithm.to_owned(), ..Request::new(puzzle) }
}

fn with(request: &Request, options: &Options) -> Request {
    Request { options: options.clone(), ..request.clone() }
}

fn pdb(spec: &str) -> Options {
    Options { pdb: Some(spec.to_owned()), ..Options::default() }
}

fn answer(session: &Session, request: &Request) -> Answer {
    session.solve(request, &Cancel::new(), &mut |_| ()).expect("a good request")
}

/// A search with these tables finds what one with Manhattan distance finds.
fn agree(session: &Session, positions: &[String], goal: &str, metric: &str, algorithm: &str, options: &Options) {
    for position in positions {
        let plain = Request { heuristic: "manhattan".into(), ..request(position, goal, metric, "A*") };
        let expected = answer(session, &plain).length;
        let found = answer(session, &with(&request(position, goal, metric, algorithm), options));
        let name = format!("{position} {goal} {metric} {algorithm} {options:?}");
        assert_eq!((found.length, found.proof), (expected, Proof::Optimal), "{name}");
        assert_eq!(found.heuristic, "pdb", "{name}");
        assert!(found.notices.is_empty(), "{name}");
    }
}

#[test]
fn every_set_kind_and_encoding_gives_the_same_lengths() {
    let session = in_memory();
    let centre = "1 2 3/8 0 4/7 6 5";
    for goal in ["blank-last", centre] {
        let boards = positions("3x3", goal, None, 6);
        let five = "1,2,3+2,3,4+3,4,5+4,5,6+5,6,7";
        for spec in ["auto", "exact", "runs-1", "runs-2", "runs-4", "1,2,3,4", "8,6/2,1", "1,2,3/4,5+6,7,8", five] {
            for metric in ["stm", "mtm"] {
                agree(&session, &boards, goal, metric, "IDA*", &pdb(spec));
                agree(&session, &boards[..2], goal, metric, "A*", &pdb(spec));
            }
        }
        let regions = Options { pdb_kind: Some(PdbKind::AdditiveRegion), ..pdb("1,2,3,4/5,6,7,8") };
        agree(&session, &boards, goal, "stm", "IDA*", &regions);
        agree(&session, &boards[..2], goal, "stm", "A*", &regions);
        for kind in [PdbKind::Additive, PdbKind::AdditiveBlank, PdbKind::Full, PdbKind::Lines] {
            for encoding in ["byte", "nibble", "pair", "pair-min4"] {
                let options = Options {
                    pdb_kind: Some(kind),
                    pdb_encoding: Some(encoding.to_owned()),
                    pdb_mirrors: (encoding == "byte").then_some(false),
                    ..pdb("1,2,3,4/5,6,7,8")
                };
                if kind != PdbKind::Lines && (kind != PdbKind::AdditiveBlank || !encoding.contains("min")) {
                    agree(&session, &boards, goal, "stm", "IDA*", &options);
                }
                if matches!(kind, PdbKind::Full | PdbKind::Lines) {
                    agree(&session, &boards, goal, "mtm", "IDA*", &options);
                    agree(&session, &boards[..2], goal, "mtm", "A*", &options);
                }
            }
        }
    }
}

#[test]
fn other_boards_have_tables_too() {
    let session = in_memory();
    for (size, shuffle, specs) in [
        ("4x4", 30, &["4-4-4-3", "5-5-5", "2x2", "4-4-4-3+2x2", "runs-3"][..]),
        ("2x5", 60, &["runs-5", "runs-2"]),
        ("5x3", 30, &["auto", "runs-4"]),
        ("5x5", 24, &["runs-3", "runs-2", "1,2,6,7/3,4,5"]),
        ("1x6", 9, &["runs-2"]),
    ] {
        let boards = positions(size, "blank-last", Some(shuffle), 3);
        for spec in specs {
            agree(&session, &boards, "blank-last", "stm", "IDA*", &pdb(spec));
        }
    }
    // With regions, large boards have an answer first and no walks with twins.
    for (size, shuffle, spec) in [("5x5", 24, "runs-4"), ("4x5", 24, "runs-5"), ("6x6", 16, "1,2,7,8/3,4,9,10")] {
        let regions = Options { pdb_kind: Some(PdbKind::AdditiveRegion), ..pdb(spec) };
        for algorithm in ["IDA*", "PIDA*"] {
            agree(&session, &positions(size, "blank-last", Some(shuffle), 2), "blank-last", "stm", algorithm, &regions);
        }
    }
    let boards = positions("4x4", "blank-first", Some(16), 2);
    agree(&session, &boards, "blank-first", "mtm", "PIDA*", &pdb("runs-3"));
}

#[test]
fn wrong_sets_are_refused_with_every_fault() {
    let session = in_memory();
    let refused = |position: &str, metric, options: &Options, heuristic: &str| {
        let request = Request { heuristic: heuristic.to_owned(), ..request(position, "blank-last", metric, "IDA*") };
        session.solve(&with(&request, options), &Cancel::new(), &mut |_| ()).expect_err("a bad request")
    };
    let three = "1 2 3/4 5 6/7 0 8";
    let EngineError::PdbHere(faults) = refused(three, "stm", &pdb("1,2,9/2/+7-8"), "auto") else {
        panic!("the tiles are wrong on this board")
    };
    let faults: Vec<&String> = faults.iter().collect();
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(faults[0].contains("pattern 1, place 3: \"9\" is not a tile; write a number from 1 to 8"), "{faults:?}");
    assert!(faults[1].contains("pattern 3 is empty"), "{faults:?}");
    assert!(faults[2].contains("tile 2 is named 2 times"), "{faults:?}");
    assert!(faults[3].contains("7-8: this set is for 4×4 with the blank's goal in a corner"), "{faults:?}");
    let message =
        |position, metric, options: &Options, heuristic| refused(position, metric, options, heuristic).to_string();
    assert!(
        message(three, "stm", &pdb("8-7"), "auto").contains("\"8-7\" is not a set; choose one of 7-8, diagonal, 6-6-3")
    );
    assert!(
        message(three, "stm", &pdb("auto"), "lc")
            .contains("the heuristic is linear-conflict, and the option applies only to pdb")
    );
    let four = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    assert!(message(four, "stm", &pdb("exact"), "auto").contains("boards of up to 12 cells"));
    let additive = Options { pdb_kind: Some(PdbKind::Additive), ..pdb("auto") };
    assert!(message(four, "mtm", &additive, "auto").contains("under mtm values cannot be added"));
    let request = Request { options: pdb("auto"), ..request(four, "blank-last", "stm", "BFS") };
    let error = session.solve(&request, &Cancel::new(), &mut |_| ()).expect_err("BFS uses none").to_string();
    assert_eq!(error, "the option pdb has no effect here: BFS uses no heuristic");
    let hanoi: Request =
        serde_json::from_str(r#"{"puzzle":{"kind":"hanoi","discs":3},"options":{"pdb":"7-8"}}"#).expect("a request");
    let error = session.solve(&hanoi, &Cancel::new(), &mut |_| ()).expect_err("not for hanoi").to_string();
    assert_eq!(error, "the option pdb has no effect here: hanoi has no pattern databases to choose from");
    let request: Request = serde_json::from_str(
        r#"{"puzzle":{"kind":"tiles","position":"1 2/0 3"},"options":{"pdb":"1,2","pdb_kind":"full","pdb_encoding":"byte"}}"#,
    )
    .expect("a request");
    assert_eq!(answer(&session, &request).pdb.as_deref(), Some("1,2 (full-stm, byte, mirrored)"));
}

#[test]
fn a_session_builds_a_table_once() {
    let session = in_memory();
    let built = |options: &Options| {
        let request = with(&request("1 2 3/4 5 6/0 7 8", "blank-last", "stm", "IDA*"), options);
        let mut tables = 0;
        let found = session.solve(&request, &Cancel::new(), &mut |event| {
            if let Event::Building { level: 0, number, tables: all, .. } = event {
                tables += 1;
                assert!(number == tables && all == 2);
            }
        });
        assert_eq!(found.expect("a good request").length, Some(2));
        tables
    };
    assert_eq!([built(&pdb("1,2,3/4,5,6,7,8")), built(&pdb("1,2,3/4,5,6,7,8"))], [2, 0]);
}

#[test]
fn limits_hold_while_tables_are_built() {
    const HARD: &str = "0 15 8 13/12 11 9 10/14 3 6 2/4 7 5 1";
    let session = in_memory();
    let hard = with(&request(HARD, "blank-last", "stm", "IDA*"), &pdb("7-8"));
    let limits = Limits { memory_bytes: Some(100_000_000), ..Limits::default() };
    let error = session.solve(&Request { limits, ..hard.clone() }, &Cancel::new(), &mut |_| ()).expect_err("too large");
    assert!(error.to_string().contains("and the memory limit is 100 MB; raise it"), "{error}");
    let begun = Instant::now();
    let limits = Limits { seconds: Some(0.1), ..Limits::default() };
    let found = answer(&session, &Request { limits, ..hard.clone() });
    assert_eq!((found.outcome, found.reason.as_deref()), (Outcome::Limit, Some("time limit")));
    assert!(found.lower_bound >= Some(40) && begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    let cancel = Cancel::new();
    let found = session.solve(&hard, &cancel, &mut |event| {
        if matches!(event, Event::Building { level: 3, .. }) {
            cancel.cancel();
        }
    });
    let found = found.expect("a good request");
    assert_eq!((found.outcome, found.reason.as_deref()), (Outcome::Limit, Some("cancelled")));
}

/// The files of a set in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pdb"))
        .collect();
    files.sort();
    files
}

#[test]
fn damaged_files_are_named_set_aside_and_never_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = &positions("3x3", "blank-last", None, 1)[0];
    let asked = with(&request(board, "blank-last", "stm", "IDA*"), &pdb("1,2,3,4/5,6,7,8"));
    let expected = answer(&in_memory(), &asked);
    let sound = answer(&in_folder(folder.path()), &asked);
    assert_eq!((sound.length, sound.notices.len()), (expected.length, 0));
    let names = files(folder.path());
    assert_eq!(names.len(), 2);
    let (first, second) = (fs::read(&names[0]).expect("a file"), fs::read(&names[1]).expect("a file"));
    let damages: [(&str, Vec<u8>); 5] = [
        ("bytes where its header says", first[..first.len() - 7].to_vec()),
        (
            "the checksum of chunk 0",
            first.iter().enumerate().map(|(at, b)| b ^ u8::from(at == first.len() - 9)).collect(),
        ),
        ("it holds", second),
        ("it is not a table", b"FEWESTPX".iter().chain(&first[8..]).copied().collect()),
        ("version 9", first[..8].iter().chain(&[9]).chain(&first[9..]).copied().collect()),
    ];
    for (words, bytes) in damages {
        fs::write(&names[0], bytes).expect("writable");
        let found = answer(&in_folder(folder.path()), &asked);
        assert_eq!((found.length, found.expanded), (expected.length, expected.expanded), "{words}");
        assert_eq!(found.notices.len(), 1, "{words}: {:?}", found.notices);
        let notice = &found.notices[0];
        let name = names[0].to_str().expect("text");
        assert!(notice.contains(words) && notice.contains(name) && notice.contains(".bad"), "{words}: {notice}");
        // The header tells the time that the build took.
        let repaired = fs::read(&names[0]).expect("built again");
        assert!(repaired.len() == first.len() && repaired[4096..] == first[4096..], "{words}");
        let again = answer(&in_folder(folder.path()), &asked);
        assert!(again.notices.is_empty(), "{words}");
    }
}

#[test]
fn a_folder_that_cannot_be_gives_notices_and_right_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "no folder").expect("writable");
    let board = &positions("3x3", "blank-last", None, 1)[0];
    let asked = with(&request(board, "blank-last", "stm", "IDA*"), &pdb("1,2,3,4/5,6,7,8"));
    let expected = answer(&in_memory(), &asked);
    let session = in_folder(&file.join("below"));
    let found = answer(&session, &asked);
    assert_eq!((found.length, found.expanded), (expected.length, expected.expanded));
    assert_eq!(found.notices.len(), 2, "{:?}", found.notices);
    assert!(found.notices[0].contains("cannot be stored and is used from memory"), "{:?}", found.notices);
    assert!(answer(&session, &asked).notices.is_empty(), "it is said once");
}

/// An easy position does not wait for tables; a hard one gets them, out of the folder the second time.
#[test]
fn auto_uses_tables_where_they_pay() {
    let folder = tempfile::tempdir().expect("a folder");
    let easy = request("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15", "blank-last", "stm", "IDA*");
    let hard = request("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "blank-first", "stm", "IDA*");
    let session = in_folder(folder.path());
    assert_eq!(answer(&session, &easy).heuristic, "wd+lc");
    assert!(!folder.path().join("lock").exists() && files(folder.path()).is_empty());
    let found = answer(&session, &hard);
    assert_eq!((found.heuristic.as_str(), found.length), ("pdb", Some(57)));
    assert!(
        found
            .chosen_because
            .contains("its tables take only a moment to build; a first search without tables expanded 2000000 nodes")
    );
    let bytes: u64 = files(folder.path()).iter().map(|path| fs::metadata(path).expect("a file").len()).sum();
    assert!((5_000_000..7_000_000).contains(&bytes), "{bytes}");
    let again = answer(&session, &hard);
    assert!(again.chosen_because.contains("its tables are loaded") && again.expanded < found.expanded - 1_900_000);
    let later = answer(&in_folder(folder.path()), &hard);
    assert!(
        later.chosen_because.contains("in the folder of tables; a first search without tables expanded 100000 nodes"),
        "{}",
        later.chosen_because
    );
    assert_eq!(later.expanded, again.expanded + 100_000);
    // With little memory, or none to spare for tables, they are not built.
    let limits = Limits { memory_bytes: Some(20_000_000), expansions: Some(2_500_000), ..Limits::default() };
    let found = answer(&in_memory(), &Request { limits, ..hard });
    assert_eq!((found.heuristic.as_str(), found.expanded), ("linear-conflict", 2_500_000));
}

#[test]
fn a_proposal_tells_what_a_build_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = in_folder(&folder.path().join("new"));
    let request = |spec: Option<&str>, memory: u64| TablesRequest {
        options: Options { pdb: spec.map(str::to_owned), ..Options::default() },
        limits: Limits { memory_bytes: Some(memory), ..Limits::default() },
        ..TablesRequest::new(Puzzle::empty("tiles"))
    };
    let build = |spec| tabled().build(&request(spec, 50_000_000), &session, &Cancel::new(), &mut |_| ());
    let small = tabled().propose(&request(None, 50_000_000), &session).expect("a good request");
    assert!(small.set.starts_with("6-6-3 ") && small.because.expect("a reason").contains("7-8"), "{}", small.set);
    let large = tabled().propose(&request(Some("7-8"), 50_000_000), &session).expect("a good request");
    assert_eq!(large.tables.iter().map(|table| table.entries).collect::<Vec<_>>(), [518_918_400, 57_657_600]);
    assert_eq!(large.disk_bytes, 288_288_000);
    assert!(large.memory_bytes > 500_000_000 && large.because.is_none());
    let error = build(Some("7-8")).expect_err("too large");
    assert!(error.to_string().contains("raise it, or choose smaller patterns"), "{error}");
    let built = build(Some("4-4-4-3")).expect("room");
    assert_eq!((built.built, built.stored, built.tables, built.stopped), (4, 4, 4, None));
    let inventory = session.inventory().expect("a folder");
    assert_eq!(inventory.tables.len(), 4);
    let three = inventory.tables.iter().find(|table| table.words.pattern.len() == 3).expect("three tiles");
    assert_eq!((&three.words.board[..], &three.words.kind[..], three.entries), ("4x4", "additive", 3360));
    assert!(three.words.sets.contains(&"4-4-4-3".to_owned()) && three.last_used.is_some() && three.fault.is_none());
    assert_eq!(inventory.named("4-4-4-3").len(), 4);
    assert_eq!(session.verify_table(three), Ok(None));
    assert_eq!(session.remove_table(three), Ok(three.bytes));
    let built = build(Some("4-4-4-3")).expect("room");
    assert_eq!((built.built, built.stored), (1, 4), "what is at hand is still built for the folder");
}

/// Every set that is advised can be laid out, and the small one stays small.
#[test]
fn every_advised_set_serves_its_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = in_folder(folder.path());
    let proposed = |size: &str, goal: &str, metric: &str, memory: u64| {
        let puzzle = Puzzle::empty("tiles").with("size", size).with("goal", goal).with("metric", metric);
        let limits = Limits { memory_bytes: Some(memory), ..Limits::default() };
        let request = TablesRequest { limits, ..TablesRequest::new(puzzle) };
        let proposal = tabled().propose(&request, &session).expect("a good request");
        let bytes: u64 = proposal.tables.iter().map(|table| table.bytes).sum();
        (proposal.set.split(' ').next().expect("a name").to_owned(), bytes)
    };
    for (sizes, metric, large, small) in [
        (["4x4", "4x4"], "stm", "7-8", "6-6-3"),
        (["4x4", "4x4"], "mtm", "lines-7", "lines-6"),
        (["2x7", "7x2"], "stm", "runs-7", "runs-5"),
        (["2x8", "8x2"], "stm", "runs-8", "runs-5"),
        (["3x5", "5x3"], "stm", "runs-7", "runs-7"),
        (["4x5", "5x4"], "stm", "runs-7", "runs-5"),
        (["5x5", "5x5"], "stm", "6-6-6-6", "runs-5"),
        (["3x3", "3x3"], "mtm", "runs-5", "runs-5"),
    ] {
        for size in sizes {
            let (set, bytes) = proposed(size, "blank-last", metric, 1_000_000);
            assert!(set == small && bytes <= 40_000_000, "{size} {metric}: {set}, {bytes}");
            let (set, bytes) = proposed(size, "blank-first", metric, u64::MAX);
            assert!(set == large && bytes <= 400_000_000, "{size} {metric}: {set}, {bytes}");
        }
    }
    let centre = "1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15";
    assert_eq!(proposed("4x4", centre, "stm", 1_000_000).0, "runs-5");
    assert_eq!(proposed("4x4", centre, "mtm", u64::MAX).0, "runs-7");
}

/// Sets by name, tiles and joins are read, and the metric says what they count.
#[test]
fn sets_tiles_and_joins_are_read() {
    let session = in_memory();
    let named = |spec: &str, metric: &str| {
        let easy = request("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "blank-last", metric, "IDA*");
        let limits = Limits { seconds: Some(0.0), ..Limits::default() };
        answer(&session, &Request { limits, ..with(&easy, &pdb(spec)) }).pdb.expect("tables")
    };
    for (spec, metric, name) in [
        ("7-8", "stm", "7-8 (additive, nibble, mirrored)"),
        ("6-6-3", "stm", "6-6-3 (additive, nibble, mirrored)"),
        ("FRINGE", "stm", "fringe (full-stm, nibble)"),
        ("fringe+corner", "stm", "fringe+corner (full-stm, nibble, mirrored)"),
        ("auto", "stm", "6-6-3 (additive, nibble, mirrored)"),
        ("runs-6", "stm", "runs-6 (additive, nibble, mirrored)"),
        ("1,2,3/4 5", "stm", "1,2,3/4 5 (additive, nibble, mirrored)"),
        ("7", "stm", "7 (additive, nibble, mirrored)"),
        ("7-8 + 1,2/3", "stm", "7-8+1,2/3 (additive, nibble, mirrored)"),
        ("7-8", "mtm", "7-8 (lines, nibble)"),
    ] {
        assert_eq!(named(spec, metric), name, "{spec} {metric}");
    }
    let small = request("1 2 3/4 5 6/7 0 8", "blank-last", "mtm", "IDA*");
    assert_eq!(answer(&session, &with(&small, &pdb("exact"))).pdb.as_deref(), Some("exact (full-mtm, mod3)"));
}

#[test]
fn every_fault_of_a_set_is_told_with_what_would_be_right() {
    let session = in_memory();
    let refused = |spec: &str, kind: Option<PdbKind>, encoding: Option<&str>, metric: &str| {
        let easy = request("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "blank-last", metric, "IDA*");
        let options = Options { pdb_kind: kind, pdb_encoding: encoding.map(str::to_owned), ..pdb(spec) };
        let limits = Limits { seconds: Some(0.0), ..Limits::default() };
        session.solve(&Request { limits, ..with(&easy, &options) }, &Cancel::new(), &mut |_| ())
    };
    let faults = |spec, kind, encoding, metric| match refused(spec, kind, encoding, metric) {
        Err(EngineError::Pdb(faults)) => faults.into_iter().collect::<Vec<_>>(),
        other => panic!("{spec} should be refused: {other:?}"),
    };
    let found = faults("7-9+ +runs-99", None, Some("crumb"), "stm");
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[0].starts_with("part 1: \"7-9\" is not a set; choose one of 7-8, diagonal, 6-6-3, "), "{found:?}");
    assert!(found[1].starts_with("part 2: it is empty"), "{found:?}");
    assert!(found[2].starts_with("part 3: \"runs-99\" is not a length of runs; write runs-1 to"), "{found:?}");
    assert!(found[3].starts_with("\"crumb\" is not an encoding"), "{found:?}");
    let only = |spec, kind, encoding, metric| {
        let found = faults(spec, kind, encoding, metric);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    };
    assert!(only("7-8+fringe", None, None, "stm").starts_with("7-8 adds the steps"));
    assert!(only("7-8", Some(PdbKind::Additive), None, "mtm").contains("under mtm values cannot be added"));
    assert!(only("exact+7-8", Some(PdbKind::Full), None, "stm").contains("write it alone"));
    assert!(only("7-8", None, Some("mod3"), "stm").contains("for full tables and `exact`"));
    assert!(only("exact", None, Some("byte"), "stm").contains("packed as mod4 under stm"));
    assert!(only("7-8", Some(PdbKind::AdditiveBlank), Some("nibble-min2"), "stm").contains("share no entries"));
    assert!(only("fringe", Some(PdbKind::Full), Some("mod4"), "mtm").contains("write mod3"));
    assert!(only("6-6-6-6", None, Some("nibble"), "stm").contains("are packed as mod4"));
    assert!(only("7-8", Some(PdbKind::AdditiveRegion), None, "mtm").contains("under mtm values cannot be added"));
    assert!(refused("7-8+fringe", Some(PdbKind::Full), None, "stm").is_ok());
    assert!(refused("fringe", Some(PdbKind::Full), Some("mod3"), "mtm").is_ok());
    assert!(only("fringe", None, Some("mod3"), "mtm").contains("for full tables and `exact`"));
    assert!(only("lines-7", None, None, "stm").contains("are for mtm"));
}
