//! `fewest tables`, and what becomes of files of tables that are not as they should be.

use std::fs;
#[cfg(target_os = "linux")]
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::{EIGHT, Ran, run};
#[cfg(target_os = "linux")]
use crate::{HARD, signals::Running};

/// Runs the command with a folder of tables.
fn run_in(folder: &Path, args: &[&str]) -> Ran {
    run(&[args, &["--tables", folder.to_str().unwrap()]].concat())
}

/// The files of a folder whose names end so, in order.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_str().unwrap().ends_with(end));
    files.sort();
    files
}

fn fits(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

const SET: &str = "1,2,3,4/5,6,7,8";

#[test]
fn an_empty_folder_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("absent");
    for folder in [folder.path(), &absent] {
        let listed = run_in(folder, &["tables", "list"]);
        assert_eq!((listed.code, listed.stderr.as_str()), (0, ""));
        assert_eq!(listed.stdout, format!("no tables in {}, 0 B\n", folder.display()));
        assert_eq!(run_in(folder, &["tables", "list", "--json"]).json()["tables"], serde_json::json!([]));
        assert_eq!(run_in(folder, &["tables", "verify"]).code, 0);
        assert_eq!(run_in(folder, &["tables", "remove", "--all"]).stdout, "0 tables removed, 0 B freed\n");
        assert_eq!(run_in(folder, &["tables", "path"]).stdout, format!("{}\n", folder.display()));
        let missing = run_in(folder, &["tables", "remove", "7"]);
        assert!(missing.code == 1 && missing.stderr.contains("there is no table \"7\" in "), "{}", missing.stderr);
    }
    assert!(!absent.exists(), "looking makes no folder");
    assert_eq!(run_in(folder.path(), &["tables", "remove"]).code, 2);
}

#[test]
fn tables_are_built_listed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let dry = run_in(folder, &["tables", "build", "-n", "--memory-limit", "50MB"]);
    let dry = dry.stdout.replace('\n', " ");
    assert!(dry.starts_with("6-6-3 (additive, nibble, mirrored), because 7-8 "), "{dry}");
    assert!(dry.contains("3 of 3 tables to build; 5.8 MB on disk") && dry.contains("(50.0 MB allowed)"), "{dry}");
    let built = run_in(folder, &["tables", "build", "4-4-4-3", "exact", "--size", "4x4", "--json"]);
    assert_eq!((built.code, files(folder, ".pdb").len()), (1, 0), "all is looked at before the first is built");
    assert!(built.stderr.contains("boards of up to 12 cells"), "{}", built.stderr);
    let built = run_in(folder, &["tables", "build", "4-4-4-3", "2x2", "--json"]);
    let lines = built.json_lines();
    assert_eq!((built.code, &lines[0]["built"]["built"], &lines[0]["built"]["stored"]), (0, &4.into(), &4.into()));
    assert_eq!(lines[0]["proposal"]["tables"][0]["entries"], 43680);
    let again = run_in(folder, &["tables", "build", "4-4-4-3"]);
    assert!(again.stderr.contains("4 tables already stored") && again.code == 0, "{}", again.stderr);
    assert!(again.stdout.starts_with("4-4-4-3 (additive, nibble, mirrored): 0 built, 4 stored, "), "{}", again.stdout);
    assert_eq!(run_in(folder, &["tables", "build", SET, "--size", "3x3", "--encoding", "byte"]).code, 0);
    let listed = run_in(folder, &["tables", "list"]);
    // Who reads lines from a pipe gets each fact on one.
    let whole = |line: &str| line.contains("goal cells") && line.contains("built in") && line.contains("used");
    assert!(listed.stdout.lines().any(whole), "{}", listed.stdout);
    let count = files(folder, ".pdb").len();
    assert!(listed.stdout.contains("tiles 4x4 additive (4-4-4-3), "), "{}", listed.stdout);
    let words = listed.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(" goal cells 1,2,4,5, goal cell of the blank 0; 43,680 entries, built in "), "{words}");
    assert_eq!(words.matches(", used just now").count(), count, "{words}");
    assert!(listed.stdout.contains(&format!("\n{count} tables in ")), "{}", listed.stdout);
    let table = run_in(folder, &["tables", "list", "--json"]).json()["tables"][0].clone();
    assert_eq!(
        (&table["board"], &table["encoding"], &table["kind"]),
        (&"3x3".into(), &"byte".into(), &"additive".into())
    );
    let verified = run_in(folder, &["tables", "verify"]);
    assert_eq!((verified.code, verified.stdout.matches(": intact").count()), (0, count), "{}", verified.stdout);
    let removed = run_in(folder, &["tables", "remove", "1", table["name"].as_str().unwrap()]);
    assert!(removed.stdout.starts_with("1 table removed, "), "{}", removed.stdout);
    assert!(run_in(folder, &["tables", "remove", "4-4-4-3", "--json"]).json()["bytes"].as_u64() > Some(40_000));
    assert_eq!(run_in(folder, &["tables", "remove", "--all"]).code, 0);
    assert_eq!(files(folder, ".pdb").len(), 0);
}

#[test]
fn the_folder_comes_from_the_environment_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = |variable: &str, args: &[&str]| {
        let output =
            crate::fewest().args(["tables", "path"]).args(args).env("FEWEST_TABLES", variable).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(path(folder.path().to_str().unwrap(), &[]), format!("{}\n", folder.path().display()));
    assert_eq!(path("ignored", &["--tables", "named"]), "named\n");
    assert!(path("", &[]).ends_with("tables\n"), "an empty variable names no folder");
}

/// A file that is cut short, changed, exchanged: it is named once, the answer is right, the next run is silent.
#[test]
fn damage_is_told_and_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let solve = ["solve", EIGHT, "--pdb", SET, "--solver", "IDA*", "--json"];
    let sound = run_in(folder, &solve);
    assert_eq!((sound.code, &sound.json()["length"], sound.json().get("notices")), (0, &21.into(), None));
    let names = files(folder, ".pdb");
    let (first, second) = (fs::read(&names[0]).unwrap(), fs::read(&names[1]).unwrap());
    let mut flipped = first.clone();
    *flipped.last_mut().unwrap() ^= 16;
    for (bytes, words) in
        [(&first[..5000], "bytes where its header says"), (&flipped, "checksum"), (&second, "it holds")]
    {
        fs::write(&names[0], bytes).unwrap();
        let verified = run_in(folder, &["tables", "verify"]);
        assert_eq!(
            (verified.code, verified.stdout.matches(": intact").count()),
            (1, 1),
            "{words}: {}",
            verified.stdout
        );
        let ran = run_in(folder, &solve);
        assert_eq!((ran.code, &ran.json()["length"]), (0, &21.into()), "{words}");
        assert_eq!(ran.json()["expanded"], sound.json()["expanded"], "{words}");
        let notice = ran.json()["notices"][0].as_str().unwrap().to_owned();
        assert!(notice.contains(words) && notice.contains(names[0].to_str().unwrap()), "{words}: {notice}");
        assert_eq!(ran.stderr, format!("notice: {notice}\n"), "{words}");
        assert_eq!(files(folder, ".bad").len(), 1, "{words}");
        let again = run_in(folder, &solve);
        assert_eq!((again.stderr.as_str(), again.json().get("notices")), ("", None), "{words}");
        assert_eq!(run_in(folder, &["tables", "verify"]).code, 0, "{words}");
    }
    let listed = run_in(folder, &["tables", "list"]).stdout;
    assert!(listed.contains("damaged, set aside"), "{listed}");
    assert!(run_in(folder, &["tables", "remove", "--all"]).stdout.starts_with("2 tables removed, "));
    assert!(files(folder, ".bad").is_empty() && files(folder, ".pdb").is_empty());
    fs::write(folder.join("nonsense.pdb"), "no table").unwrap();
    let listed = run_in(folder, &["tables", "list"]);
    assert!(listed.code == 0 && listed.stdout.contains("nonsense.pdb: it is not a table"), "{}", listed.stdout);
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let batch = folder.path().join("batch.txt");
    fs::write(&batch, format!("{EIGHT}\n1 2 3/4 5 6/7 0 8\n")).unwrap();
    let below = file.join("below");
    let ran = run_in(&below, &["solve", "--pdb", SET, "--json", batch.to_str().unwrap()]);
    let lines = ran.json_lines();
    assert_eq!((ran.code, &lines[0]["length"], &lines[1]["length"]), (0, &21.into(), &1.into()));
    assert_eq!(ran.stderr.matches("notice: ").count(), 2, "one for each table: {}", ran.stderr);
    assert!(
        lines[0]["notices"].as_array().is_some_and(|notices| notices.len() == 2) && lines[1].get("notices").is_none()
    );
    let built = run_in(&below, &["tables", "build", SET, "--size", "3x3"]);
    assert_eq!((built.code, built.stderr.matches("cannot be stored").count()), (1, 2), "{}", built.stderr);
    let listed = run_in(&file, &["tables", "list"]);
    assert!(listed.code == 1 && listed.stderr.starts_with("error: cannot use "), "{}", listed.stderr);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let locked = folder.path().join("locked");
        fs::create_dir(&locked).unwrap();
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
        // Some users may write anywhere.
        if fs::write(locked.join("probe"), "").is_err() {
            let ran = run_in(&locked, &["solve", EIGHT, "--pdb", SET, "--json"]);
            assert_eq!((ran.code, &ran.json()["length"]), (0, &21.into()));
            assert!(ran.stderr.contains("used from memory: Permission denied"), "{}", ran.stderr);
        }
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = ["tables", "build", "7-8", "--tables", folder.to_str().unwrap()];
    let running = crate::signals::Running::start(&args);
    while files(folder, ".lock").is_empty() {
        std::thread::yield_now();
    }
    running.signal("INT");
    let (stdout, stderr, code) = running.finish();
    assert_eq!((code, stdout.as_str()), (Some(20), ""), "{stderr}");
    assert!(stderr.contains("7-8 (additive, nibble, mirrored): 2 of 2 tables to build; 288 MB on disk"), "{stderr}");
    assert!(stderr.ends_with("error: cancelled: 0 of 2 tables are in the folder\n"), "{stderr}");
    assert!(files(folder, ".pdb").is_empty() && files(folder, ".tmp").is_empty());
    assert_eq!(run_in(folder, &["tables", "list", "--json"]).json()["bytes"], 0);
}

#[test]
fn strength_in_words_and_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let stats = ["tables", "stats", SET, "--size", "3x3", "--samples", "20000"];
    let ran = run_in(folder.path(), &stats);
    fits(&ran.stdout);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for words in [
        "pdb 1,2,3,4/5,6,7,8 (additive, nibble, mirrored), 3×3, stm\n",
        "\n  3,024 values, mean ",
        "\n20,000 random positions (seed 1): mean ",
        "the true distances: mean 21.972, greatest 31",
        "branching factor 1.73205",
        "IDA* is expected to expand",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    let json = run_in(folder.path(), &[&stats[..], &["--json"]].concat()).json();
    assert!(json["predicted"].as_array().is_some_and(|rows| rows.len() > 10) && json["seed"] == 1);
    let other = run_in(folder.path(), &["tables", "stats", "--heuristic", "lc", "--samples", "1000", "--json"]).json();
    assert_eq!((&other["heuristic"], &other["size"]), (&"linear-conflict".into(), &"4×4".into()));
    assert_eq!(run_in(folder.path(), &["tables", "stats", "7-8", "--heuristic", "lc"]).code, 2);
}

#[test]
fn wrong_sets_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    for (args, code, words) in [
        (&["--pdb", "7-9"][..], 2, "\"7-9\" is not a set; choose one of 7-8, diagonal, 6-6-3"),
        (&["--pdb", "1,2,x+1,1"], 1, "part 2, 1,1: tile 1 is named 2 times"),
        (&["--pdb", "7-8"], 1, "this set is for 4×4"),
        (&["--pdb", "auto", "--heuristic", "lc"], 2, "the heuristic is linear-conflict"),
        (&["--pdb", "auto", "--solver", "BFS"], 2, "BFS uses no heuristic"),
        (&["--pdb", "auto", "--pdb-encoding", "bits"], 2, "is not an encoding"),
        (&["--pdb", "auto", "--pdb-kind", "additive", "--metric", "mtm"], 2, "cannot be added"),
        (&["--pdb-kind", "half"], 2, "possible values: additive, additive-blank, additive-region, full"),
    ] {
        let ran = run_in(folder.path(), &[&["solve", EIGHT], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
    let report = run_in(folder.path(), &["solve", EIGHT, "--pdb", SET]);
    assert!(report.stdout.contains("with pdb 1,2,3,4/5,6,7,8 (additive, nibble"), "{}", report.stdout);
}

/// Starts a search of hours with tables in files, changes one of them when it is at work, and returns what was said and the exit
/// code after Ctrl-C.
#[cfg(target_os = "linux")]
fn changed_in_use(change: impl Fn(&fs::File)) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    assert_eq!(run_in(folder.path(), &["tables", "build", "4-4-4-3"]).code, 0);
    let running = Running::start(&["solve", "--json", "--solver", "IDA*", "--pdb", "4-4-4-3", "--tables", name, HARD]);
    running.wait_for_work(1);
    for path in files(folder.path(), ".pdb") {
        change(&fs::OpenOptions::new().write(true).open(path).unwrap());
    }
    running.signal("INT");
    running.finish()
}

#[test]
#[cfg(target_os = "linux")]
fn no_answer_comes_of_a_table_that_was_overwritten_in_use() {
    let (rest, stderr, code) = changed_in_use(|mut file| {
        file.seek(SeekFrom::Start(5000)).unwrap();
        file.write_all(&[0xff; 1000]).unwrap();
    });
    assert!(stderr.contains("another program wrote to the table "), "{stderr}");
    assert!(code == Some(1) && !rest.contains("\"length\""), "{code:?}\n{rest}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_that_is_truncated_in_use_ends_the_program_with_a_word() {
    let (rest, stderr, code) = changed_in_use(|file| file.set_len(100).unwrap());
    // Whether the search reads behind the end before it is stopped is chance; no answer comes either way.
    let said = ["a table in use was truncated", "another program wrote to the table "];
    assert!(said.iter().any(|said| stderr.contains(said)), "{stderr}");
    assert!(code == Some(1) && !rest.contains("\"length\""), "{code:?}\n{rest}");
}
