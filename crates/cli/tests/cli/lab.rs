//! `fewest lab`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use serde_json::Value;

use crate::{fewest, process, run};

/// About 2,000 searches of a fraction of a millisecond to some milliseconds.
const SUITE: &str = r#"
    name = "killed"
    title = "Killed"
    threads = 2
    limits = { memory_bytes = 200_000_000 }
    [[instances]]
    group = "3x3"
    random = { kind = "tiles", size = "3x3", goal = "blank-last" }
    count = 250
    seed = 1
    [[searches]]
    algorithms = ["A*", "IDA*"]
    heuristics = ["manhattan", "linear-conflict"]
    metrics = ["stm", "mtm"]
"#;
const RUNS: usize = 2000;

fn rows(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("runs.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    whole.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Names that nobody has, positions that are none and fields that do not belong are told in one go.
#[test]
fn faults_of_a_suite_come_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.toml");
    let suite = SUITE
        .replace("\"IDA*\"", "\"BLA\"")
        .replace("\"manhattan\"", "\"manhatan\"")
        .replace("\"mtm\"", "\"xyz\"")
        .replace(
            "[[searches]]",
            "[[instances]]\ngroup = \"b\"\npuzzles = [{ kind = \"tiles\", position = \"1 1 2 0\" }]\n[[searches]]",
        );
    let said = |suite: &str| {
        fs::write(&path, suite).unwrap();
        let ran = run(&["lab", "run", path.to_str().unwrap(), "--out", folder.path().join("out").to_str().unwrap()]);
        assert_eq!(ran.code, 1);
        ran.stderr
    };
    let names = ["no algorithm \"BLA\"", "no heuristic \"manhatan\"", "no metric \"xyz\""];
    let found = said(&suite);
    assert!(names.iter().chain(&["tile 1 appears 2 times"]).all(|word| found.contains(word)), "{found}");
    let found = said(&suite.replace("seed = 1", "seed = 1\nkind = \"tiles\"").replace("\"killed\"", "\"Not so\""));
    assert!(names.iter().chain(&["unknown field `kind`", "Not so"]).all(|word| found.contains(word)), "{found}");
}

/// What does not depend on the clock, by key.
fn facts(folder: &Path) -> BTreeSet<String> {
    let fact = |row: &Value| format!("{} {} {} {}", row["key"], row["length"], row["expanded"], row["generated"]);
    rows(folder).iter().map(fact).collect()
}

#[test]
fn killed_at_any_moment_it_goes_on_where_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.toml");
    fs::write(&suite, SUITE).unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let args = |out: &Path| ["lab", "run", suite.to_str().unwrap(), "--out", out.to_str().unwrap()].map(str::to_owned);
    let output = fewest().args(args(&whole)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(rows(&whole).len(), RUNS);

    // Twice it is killed while it begins, then as soon as some rows more are there, wherever it is by then.
    let size = || fs::metadata(killed.join("runs.jsonl")).map_or(0, |file| file.len());
    let (mut before, mut midway) = (0, 0);
    for attempt in 0..10 {
        let enough = size() + 9_973 * attempt;
        let mut child = process().args(args(&killed)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let is_far_enough = || match attempt {
            0 => true,
            1 => killed.exists(),
            _ => size() >= enough,
        };
        while !is_far_enough() && child.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let now = rows(&killed).len();
        assert!(now >= before, "rows were lost: {before} became {now}");
        midway += usize::from(now > before && now < RUNS);
        before = now;
    }
    assert!(midway > 0, "it was never killed midway");
    let output = fewest().args(args(&killed)).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["total"], &summary["missing"]), (&Value::from(RUNS), &Value::from(0)));
    assert_eq!(summary["resumed"], before);

    assert_eq!(rows(&killed).len(), RUNS, "none is doubled");
    assert_eq!(facts(&killed).len(), RUNS);
    assert_eq!(facts(&killed), facts(&whole));
    let keys = |folder: &Path| -> Vec<String> {
        let text = fs::read_to_string(folder.join("runs.csv")).unwrap();
        text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
    };
    assert_eq!(keys(&killed).len(), RUNS);
    assert_eq!(keys(&killed), keys(&whole));
}

#[test]
fn built_in_suites_are_listed_and_run() {
    let listed = run(&["lab", "list"]);
    assert!(listed.code == 0 && listed.stdout.starts_with("example "), "{}", listed.stdout);
    for line in listed.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let lines = run(&["lab", "list", "--json"]).json_lines();
    let folder = tempfile::tempdir().unwrap();
    let output = fewest().args(["lab", "run", "example", "--quick"]).current_dir(folder.path()).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "no progress in a pipe: {}", String::from_utf8_lossy(&output.stderr));
    let runs = lines[0]["quick_runs"].as_u64().unwrap();
    assert!(stdout.starts_with(&format!("example: {runs} runs, in ")), "{stdout}");
    let results = folder.path().join("lab").join("example-quick");
    assert!(stdout.contains("results in lab/example-quick: runs.csv, runs.jsonl"), "{stdout}");
    assert_eq!(rows(&results).len() as u64, runs);
    for file in ["suite.toml", "instances.jsonl", "machine.json", "runs.csv"] {
        assert!(results.join(file).exists(), "{file}");
    }
}

#[test]
fn what_is_wrong_with_a_suite_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.toml");
    let out = folder.path().join("out");
    let complaint = |text: &str| {
        fs::write(&path, text).unwrap();
        let ran = run(&["lab", "run", path.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        assert_eq!(ran.code, 1);
        assert!(!out.join("suite.toml").exists());
        ran.stderr
    };
    let said = complaint("name = \"x\"\ntitle = ");
    assert!(said.starts_with("error: ") && said.contains("bad.toml: TOML parse error at line 2"), "{said}");
    let said = complaint(&SUITE.replace("\"3x3\", goal", "\"3by3\", goal"));
    assert!(said.contains("instances \"3x3\": \"3by3\" is not a size"), "{said}");
    let said = complaint(&SUITE.replace("\"IDA*\"", "\"ADI*\""));
    assert!(said.contains("searches 1: there is no algorithm \"ADI*\""), "{said}");
    let ran = run(&["lab", "run", "exmaple"]);
    let said =
        ["the built-in suites are example, ", "Did you mean \"example\"?"].map(|words| ran.stderr.contains(words));
    assert!(ran.code == 1 && said == [true, true], "{}", ran.stderr);
    assert_eq!(run(&["lab", "run", "example", "--threads", "0"]).code, 2);
    assert_eq!(run(&["lab"]).code, 2);
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_is_complete() {
    use crate::signals::Running;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.toml");
    let hard = "0 15 8 13 12 11 9 10 14 3 6 2 4 7 5 1";
    let text = format!(
        "name = \"long\"\ntitle = \"Long\"\nthreads = 1\n[[instances]]\ngroup = \"4x4\"\npuzzles = [\
         {{ kind = \"tiles\", position = \"1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12\" }}, \
         {{ kind = \"tiles\", position = \"{hard}\" }}]\n\
         [[searches]]\nalgorithms = [\"IDA*\"]\nheuristics = [\"misplaced\"]"
    );
    fs::write(&path, text).unwrap();
    let out = folder.path().join("out");
    let running = Running::start(&["lab", "run", path.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    while rows(&out).is_empty() {
        thread::yield_now();
    }
    running.signal("INT");
    let (stdout, stderr, code) = running.finish();
    assert_eq!(code, Some(20), "{stderr}");
    assert!(stdout.contains("long: 1 run, in ") && stdout.contains("1 run of 2 missing"), "{stdout}");
    assert_eq!(rows(&out).len(), 1);
}
