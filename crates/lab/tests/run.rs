//! Suites are run, killed in mind, and gone on with.

use std::fs;
use std::path::Path;

use fewest_engine::{Cancel, Session};
use fewest_lab::{Ending, How, LabError, Progress, Row, Suite, Summary, builtin, count, results, run};

const SUITE: &str = r#"
    name = "small"
    title = "Small"
    threads = 2
    limits = { memory_bytes = 100_000_000 }
    [[instances]]
    group = "3x3"
    random = { kind = "tiles", size = "3x3", goal = "blank-last" }
    shuffles = [10, 20]
    count = 5
    seed = 1
    [[instances]]
    group = "known"
    set = "mtm-samples"
    names = ["Easy-1", "Medium-1"]
    [[searches]]
    algorithms = ["A*", "BFS"]
    heuristics = ["manhattan", "misplaced"]
    metrics = ["stm"]
    record = ["estimate", "depths"]
    [[searches]]
    label = "slides"
    groups = ["known"]
    algorithms = ["IDA*"]
    heuristics = ["manhattan"]
    metrics = ["mtm", "stm"]
    repetitions = 2
    record = ["steps"]
"#;

/// Twelve instances by A* with two heuristics and BFS, two by IDA* under two metrics twice.
const RUNS: usize = 12 * 3 + 2 * 2 * 2;

fn suite() -> Suite {
    Suite::parse(SUITE).unwrap()
}

fn go(suite: &Suite, folder: &Path, how: &How) -> Result<Summary, LabError> {
    run(suite, folder, how, &Session::in_memory(fewest_kinds::KINDS), &Cancel::new(), &mut |_| ())
}

fn go_on(folder: &Path) -> Summary {
    go(&suite(), folder, &How::default()).unwrap()
}

fn rows(folder: &Path) -> Vec<Row> {
    results(folder).unwrap().rows
}

/// What does not depend on time and chance.
fn facts(rows: &[Row]) -> Vec<(String, Option<u32>, u64, u64)> {
    rows.iter().map(|row| (row.key.clone(), row.length, row.expanded, row.generated)).collect()
}

#[test]
fn a_suite_is_run_in_the_order_of_its_plan() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(count(&suite(), &How::default()).unwrap(), RUNS);
    let mut last = None;
    let ended = run(
        &suite(),
        folder.path(),
        &How::default(),
        &Session::in_memory(fewest_kinds::KINDS),
        &Cancel::new(),
        &mut |standing| {
            last = Some(standing);
        },
    )
    .unwrap();
    assert_eq!((ended.total, ended.resumed, ended.missing, ended.solved), (RUNS, 0, 0, RUNS));
    let Some(Progress::Running { done, total, running, remaining, .. }) = last else { panic!("progress is told") };
    assert_eq!((done, total, running.len()), (RUNS, RUNS, 0));
    assert_eq!(remaining.map(|left| left.as_nanos()), Some(0));
    let rows = rows(folder.path());
    let keys: Vec<&str> = rows.iter().map(|row| row.key.as_str()).collect();
    assert_eq!(
        keys[..4],
        [
            "3x3/s10-0001|stm|A* manhattan|1",
            "3x3/s10-0001|stm|A* misplaced|1",
            "3x3/s10-0001|stm|BFS|1",
            "3x3/s10-0002|stm|A* manhattan|1"
        ]
    );
    assert_eq!(
        keys[RUNS - 4..],
        [
            "known/Medium-1|mtm|slides|1",
            "known/Medium-1|mtm|slides|2",
            "known/Medium-1|stm|slides|1",
            "known/Medium-1|stm|slides|2"
        ]
    );
    let csv = fs::read_to_string(folder.path().join("runs.csv")).unwrap();
    let in_table: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(in_table, keys);
    for row in rows.iter().filter(|row| row.group == "known") {
        assert!(row.optimal && row.length == row.distance && row.distance.is_some(), "{}", row.key);
    }
    let of = |row: &&Row| row.search == "slides";
    for row in rows.iter().filter(of) {
        let steps = row.depth_by_step.as_ref().unwrap();
        assert_eq!((steps.len() as u64, row.step_stride), (row.expanded, Some(1)));
        assert!(row.expanded_by_depth.is_none() && row.estimate.is_none());
    }
    for row in rows.iter().filter(|row| !of(row)) {
        assert_eq!(row.expanded_by_depth.as_ref().unwrap().iter().sum::<u64>(), row.expanded);
        assert_eq!(row.estimate.is_some(), row.search != "BFS");
        assert!(row.estimate <= row.length && row.abreast == 2);
    }
}

#[test]
fn a_torn_line_is_cut_off_and_its_run_done_again() {
    let folder = tempfile::tempdir().unwrap();
    go_on(folder.path());
    let (runs, whole) = (folder.path().join("runs.jsonl"), rows(folder.path()));
    let text = fs::read(&runs).unwrap();
    // Kills at many places: at the end of a line, within one, before its end.
    for keep in (0..text.len()).step_by(text.len() / 9).chain([text.len() - 1]) {
        fs::write(&runs, &text[..keep]).unwrap();
        let lines = text[..keep].split(|byte| *byte == b'\n').count() - 1;
        assert_eq!(results(folder.path()).unwrap().missing, RUNS - lines);
        let ended = go_on(folder.path());
        assert_eq!((ended.resumed, ended.missing), (lines, 0));
        assert_eq!(facts(&rows(folder.path())), facts(&whole));
        assert_eq!(fs::read_to_string(&runs).unwrap().lines().count(), RUNS);
    }
    assert_eq!(go_on(folder.path()).resumed, RUNS);
}

#[test]
fn what_is_wrong_in_the_middle_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    go_on(folder.path());
    let runs = folder.path().join("runs.jsonl");
    let text = fs::read_to_string(&runs).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let complaint = |lines: &[&str]| {
        fs::write(&runs, lines.join("\n") + "\n").unwrap();
        let error = go(&suite(), folder.path(), &How::default()).unwrap_err();
        assert!(matches!(error, LabError::Damaged { .. }));
        error.to_string()
    };
    let mut broken = lines.clone();
    broken[2] = &broken[2][..30];
    assert!(complaint(&broken).contains("runs.jsonl, line 3: this is not a row"));
    let mut doubled = lines.clone();
    doubled.push(lines[4]);
    let said = complaint(&doubled);
    assert!(said.contains(&format!("line {}: the run ", RUNS + 1)) && said.contains("is already on line 5"), "{said}");
    let other = lines[1].replace("|stm|", "|xtm|");
    let mut foreign = lines.clone();
    foreign[1] = &other;
    assert!(complaint(&foreign).contains("line 2: the suite has no run "));
    // Nothing was changed by complaining.
    assert_eq!(fs::read_to_string(&runs).unwrap().lines().count(), RUNS);
}

#[test]
fn another_suite_needs_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    go_on(folder.path());
    let complaint = |text: &str, how: &How| {
        let error = go(&Suite::parse(text).unwrap(), folder.path(), how).unwrap_err();
        assert!(matches!(error, LabError::OtherSuite { .. }), "{error}");
        error.to_string()
    };
    let usual = How::default();
    assert!(complaint(&SUITE.replace("seed = 1", "seed = 2"), &usual).contains("differs in instances \"3x3\";"));
    assert!(complaint(&SUITE.replace("repetitions = 2", ""), &usual).contains("differs in searches 2;"));
    assert!(complaint(&SUITE.replace("100_000_000", "200_000_000"), &usual).contains("differs in limits;"));
    assert!(complaint(SUITE, &How { quick: true, ..How::default() }).contains("a full run, not a quick run"));
    // What does not decide rows may change, and is kept.
    let other = SUITE.replace("\"Small\"", "\"Smaller\"").replace("threads = 2", "threads = 1");
    assert_eq!(go(&Suite::parse(&other).unwrap(), folder.path(), &usual).unwrap().resumed, RUNS);
    assert_eq!(results(folder.path()).unwrap().suite.title, "Smaller");
    // Afresh: only our files go.
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let quick = How { quick: true, fresh: true, ..How::default() };
    let ended = go(&suite(), folder.path(), &quick).unwrap();
    assert_eq!((ended.total, ended.resumed), (8 * 3 + 8, 0));
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "mine");
    // Rows without a suite are nobody's.
    fs::remove_file(folder.path().join("suite.toml")).unwrap();
    assert!(complaint(SUITE, &usual).contains("suite.toml, which is missing"));
}

#[test]
fn a_preparation_that_was_killed_is_begun_again() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("machine.json"), "{").unwrap();
    fs::write(folder.path().join("instances.jsonl.part"), "{\"gro").unwrap();
    assert_eq!(go_on(folder.path()).missing, 0);
    assert!(!folder.path().join("instances.jsonl.part").exists());
    assert!(matches!(results(&folder.path().join("elsewhere")), Err(LabError::NoResults { .. })));
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    run(
        &suite(),
        folder.path(),
        &How::default(),
        &Session::in_memory(fewest_kinds::KINDS),
        &Cancel::new(),
        &mut |_| {
            let fresh = How { fresh: true, ..How::default() };
            let second = go(&suite(), folder.path(), &fresh);
            refused += usize::from(matches!(second, Err(LabError::Busy { .. })));
        },
    )
    .unwrap();
    assert!(refused > 0);
    assert_eq!(rows(folder.path()).len(), RUNS);
}

#[test]
fn what_was_told_to_end_is_no_row() {
    let folder = tempfile::tempdir().unwrap();
    let suite = Suite::parse(
        r#"
        name = "long"
        title = "Long"
        threads = 2
        [[instances]]
        group = "4x4"
        puzzles = [
            { kind = "tiles", position = "1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12" },
            { kind = "tiles", position = "0 15 8 13/12 11 9 10/14 3 6 2/4 7 5 1" },
        ]
        [[searches]]
        algorithms = ["IDA*"]
        heuristics = ["misplaced"]
        "#,
    )
    .unwrap();
    let cancel = Cancel::new();
    let mut seen = Vec::new();
    let ended = run(
        &suite,
        folder.path(),
        &How::default(),
        &Session::in_memory(fewest_kinds::KINDS),
        &cancel,
        &mut |standing| {
            if let (Progress::Running { done: 1, running, .. }, false) = (standing, cancel.is_cancelled()) {
                seen = running;
                cancel.cancel();
            }
        },
    )
    .unwrap();
    assert_eq!((ended.total, ended.missing, ended.solved, ended.limited), (2, 1, 1, 0));
    assert_eq!(seen, ["4x4/0002|stm|IDA* misplaced|1"]);
    assert!(!folder.path().join("runs.csv").exists());
    let found = results(folder.path()).unwrap();
    assert_eq!((found.missing, found.rows.len(), found.rows[0].length), (1, 1, Some(1)));
}

#[test]
fn refusals_and_limits_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"
        name = "odd"
        title = "Odd"
        threads = 1
        [[instances]]
        group = "3x3"
        puzzles = [
            { kind = "tiles", position = "8 6 7/2 5 4/3 0 1" },
            { kind = "tiles", position = "1 2 3/4 5 6/8 7 0" },
        ]
        names = ["far", "odd"]
        [[searches]]
        algorithms = ["A*"]
        heuristics = ["manhattan", "discs-away"]
        [[searches]]
        algorithms = ["A*"]
        heuristics = ["misplaced"]
        options = { tie_break = "fifo" }
        limits = { expansions = 10 }
    "#;
    let ended = go(&Suite::parse(text).unwrap(), folder.path(), &How::default()).unwrap();
    assert_eq!((ended.solved, ended.limited, ended.refused, ended.unsolvable), (1, 1, 2, 2));
    let rows = rows(folder.path());
    let refused = &rows[1];
    assert_eq!((refused.key.as_str(), refused.outcome), ("3x3/far|stm|A* discs-away|1", Ending::Refused));
    assert!(
        refused.reason.as_ref().unwrap().contains("there is no heuristic \"discs-away\" for tiles"),
        "{:?}",
        refused.reason
    );
    assert_eq!(rows[2].key, "3x3/far|stm|A* misplaced tie-break=fifo|1");
    assert_eq!((rows[2].outcome, rows[2].expanded, rows[2].length), (Ending::Limit, 10, None));
    // Two searches that cannot be told apart, and names that nobody has.
    let said = |text: &str| go(&Suite::parse(text).unwrap(), folder.path(), &How { fresh: true, ..How::default() });
    let same = text.replace("options = { tie_break = \"fifo\" }", "").replace("misplaced", "manhattan");
    let error = said(&same).unwrap_err().to_string();
    assert_eq!(
        error,
        "two searches of group \"3x3\" are called \"A* manhattan\"; give one a different `label`, or remove one"
    );
    let wrong =
        text.replace("misplaced", "missplaced").replace("\"discs-away\"]", "\"hope\"]\nmetrics = [\"mtm\", \"x\"]");
    let error = said(&wrong).unwrap_err().to_string();
    assert!(error.contains("searches 1: there is no heuristic \"hope\""), "{error}");
    assert!(error.contains("searches 2: there is no heuristic \"missplaced\""), "{error}");
    let wrong = text.replace("\"discs-away\"]", "\"misplaced\"]\nmetrics = [\"mtm\", \"x\"]");
    let error = said(&wrong).unwrap_err().to_string();
    assert!(
        error.contains("there is no metric \"x\" for any kind; choose one of ") && error.contains("mtm"),
        "{error}"
    );
    assert_eq!(self::rows(folder.path()), rows, "a suite that is wrong deletes nothing");
}

#[test]
fn take_and_quick_choose_the_first_of_each_part() {
    let text = SUITE.replace("label = \"slides\"", "label = \"slides\"\ntake = 1\nquick = 0");
    let text = text.replace("record = [\"estimate\", \"depths\"]", "take = 2");
    let suite = Suite::parse(&text).unwrap();
    assert_eq!(count(&suite, &How::default()).unwrap(), (4 + 2) * 3 + 4);
    assert_eq!(count(&suite, &How { quick: true, ..How::default() }).unwrap(), (4 + 2) * 3);
}

#[test]
fn every_shipped_suite_can_be_planned() {
    for shipped in builtin() {
        let suite = Suite::parse(shipped.text).unwrap_or_else(|error| panic!("{}: {error}", shipped.name));
        let runs = |quick| {
            count(&suite, &How { quick, ..How::default() }).unwrap_or_else(|error| panic!("{}: {error}", shipped.name))
        };
        let (few, all) = (runs(true), runs(false));
        assert!(0 < few && few <= all, "{}: {few} and {all} runs", shipped.name);
    }
}

#[test]
fn a_proof_against_the_known_optimum_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    go_on(folder.path());
    let [runs, instances] = ["runs.jsonl", "instances.jsonl"].map(|name| folder.path().join(name));
    let text = fs::read_to_string(&instances).unwrap();
    let wrong = text.replacen("{\"mtm\":2,\"stm\":4}", "{\"mtm\":2,\"stm\":5}", 1);
    assert_ne!(text, wrong);
    fs::write(&instances, wrong).unwrap();
    fs::write(&runs, "").unwrap();
    let error = go(&suite(), folder.path(), &How { threads: Some(1), ..How::default() }).unwrap_err();
    assert!(matches!(error, LabError::Contradiction { length: 4, known: 5, .. }), "{error}");
    let said = error.to_string();
    assert!(
        said.starts_with(
            "known/Easy-1, A* manhattan: the search proved 4 stm moves to be the fewest, but the known optimum is 5; "
        ),
        "{said}"
    );
    assert!(said.contains("one of them is wrong"), "{said}");
    // Rows of before it stay, it and those behind it do not.
    let kept = rows(folder.path());
    assert_eq!(kept.len(), 10 * 3);
    assert!(kept.iter().all(|row| row.group == "3x3"));
}

#[test]
fn a_file_is_no_folder() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("taken");
    fs::write(&file, "mine").unwrap();
    for folder in [file.clone(), file.join("within")] {
        let error = go(&suite(), &folder, &How::default()).unwrap_err();
        assert!(matches!(&error, LabError::NotAFolder(path) if *path == file), "{error}");
        assert!(error.to_string().contains("taken is a file, not a folder"), "{error}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn a_file_that_has_changed_is_told() {
    let place = tempfile::tempdir().unwrap();
    let (boards, folder) = (place.path().join("boards.txt"), place.path().join("results"));
    let how = How { beside: place.path().to_owned(), ..How::default() };
    let suite = Suite::parse(
        r#"
        name = "filed"
        title = "Filed"
        [[instances]]
        group = "f"
        file = "boards.txt"
        like = { kind = "tiles", position = "1 2/3 0" }
        [[searches]]
        algorithms = ["BFS"]
        "#,
    )
    .unwrap();
    fs::write(&boards, "1 2/0 3\n0 2/1 3\n").unwrap();
    go(&suite, &folder, &how).unwrap();
    // Comments and empty lines are not positions.
    fs::write(&boards, "# two boards\n1 2/0 3\n\n0 2/1 3\n").unwrap();
    assert_eq!(go(&suite, &folder, &how).unwrap().resumed, 2);
    for other in ["1 2/0 3\n2 0/1 3\n", "1 2/0 3\n", "1 2/0 3\n0 2/1 3\n2 0/1 3\n"] {
        fs::write(&boards, other).unwrap();
        let error = go(&suite, &folder, &how).unwrap_err();
        assert!(matches!(error, LabError::OtherSuite { .. }), "{error}");
        assert!(error.to_string().contains("differs in instances \"f\": "), "{error}");
        assert!(error.to_string().contains("boards.txt has changed since the first run"), "{error}");
    }
    fs::remove_file(&boards).unwrap();
    let error = go(&suite, &folder, &how).unwrap_err().to_string();
    assert!(error.starts_with("instances \"f\": cannot read "), "{error}");
    assert_eq!(rows(&folder).len(), 2);
}
