//! Exploring puzzles of every kind but sliding blocks.

use std::fs;

use crate::{ODD, run, run_with};

/// The widths of 3×4 that are published first: OEIS A090166.
#[cfg(unix)]
const ELEVEN: [u64; 12] = [1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392];

#[test]
fn boards_are_counted_from_the_goal() {
    let found = run(&["explore", "--size", "3x3", "--json"]).json();
    assert_eq!((&found["positions"], &found["to_goal"]["hardest"]), (&181_440.into(), &31.into()));
    assert_eq!(found["to_goal"]["layers"], found["layers"]);
    assert!(found.get("pieces").is_none() && found.get("optimum").is_some_and(serde_json::Value::is_null));
    let ran = run(&["explore", "--size", "3x3", "--metric", "mtm", "--threads", "2", "--samples", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for word in ["181,440", "24 moves to the goal (God's number)", "16.554", "#####", "fewest solve \""] {
        assert!(ran.stdout.contains(word), "{word}: {}", ran.stdout);
    }
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    // What is offered can be done.
    let command = ran.stdout.lines().find_map(|line| line.strip_prefix("solve one      fewest ")).expect("a command");
    let (position, rest) = command.strip_prefix("solve \"").and_then(|rest| rest.split_once('"')).expect("a position");
    let args: Vec<&str> = ["solve", position].into_iter().chain(rest.split_whitespace()).chain(["--json"]).collect();
    assert_eq!(run(&args).json()["length"], 24);
}

#[test]
fn every_kind_is_counted() {
    let towers = run(&["explore", "--discs", "6", "--pegs", "4", "--json"]).json();
    assert_eq!((&towers["positions"], &towers["to_goal"]["hardest"]), (&4096.into(), &17.into()));
    let graph = run(&["explore", "--edges", "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4", "--json"]).json();
    assert_eq!(graph["positions"], 840);
    let level = "#####\n#@$.#\n#####\n";
    let ran = run_with(&["explore", "--kind", "sokoban", "--metric", "move", "--json", "-"], level);
    assert_eq!((ran.code, &ran.json()["layers"]), (0, &serde_json::json!([1, 1, 1])), "{}", ran.stderr);
    let started = run(&["explore", "8 6 7/2 5 4/3 0 1", "--json"]).json();
    assert_eq!((&started["optimum"], &started["layers"][1]), (&31.into(), &3.into()));
    assert_eq!(run(&["explore", ODD]).code, 10);
}

#[test]
fn pictures_are_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, start) in [("widths.svg", &b"<svg "[..]), ("widths.png", b"\x89PNG")] {
        let ran = run(&["explore", "--size", "3x3", "--plot", &file(name)]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(fs::read(file(name)).unwrap().starts_with(start));
    }
    assert_eq!(run(&["explore", "pennant", "--quick", "--plot", &file("blocks.svg")]).code, 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    for bad in [file("widths.gif"), file("no/such/folder.svg")] {
        assert_eq!(run(&["explore", "--size", "3x3", "--plot", &bad]).code, 2);
    }
}

#[test]
fn what_does_not_fit_is_refused_at_once() {
    let ran = run(&["explore", "--size", "3x5", "--memory-limit", "1GB"]);
    assert_eq!(ran.code, 1);
    for word in ["653,837,184,000 positions", "--memory-limit", "--spill"] {
        assert!(ran.stderr.contains(word), "{word}: {}", ran.stderr);
    }
    assert_eq!(run(&["explore", "--size", "3x3", "--memory-limit", "20kB"]).code, 1);
    assert_eq!(run(&["explore", "--size", "6x6"]).code, 1);
    assert_eq!(run(&["explore", "--size", "3x3", "--threads", "0"]).code, 2);
    let folder = tempfile::tempdir().unwrap();
    let spill = folder.path().to_str().unwrap();
    let ran =
        run(&["explore", "--size", "3x3", "--memory-limit", "20kB", "--threads", "1", "--spill", spill, "--json"]);
    assert_eq!((ran.code, &ran.json()["to_goal"]["hardest"]), (0, &31.into()), "{}", ran.stderr);
    let missing = folder.path().join("missing");
    let args = ["explore", "--size", "3x3", "--memory-limit", "20kB", "--threads", "1", "--spill"];
    let ran = run(&[&args[..], &[missing.to_str().unwrap()]].concat());
    assert!(ran.code == 1 && ran.stderr.contains("missing"), "{}", ran.stderr);
}

/// A signal ends a count with what is complete, and its files are removed; those of a killed one by the next.
#[cfg(unix)]
#[test]
fn signals_end_a_count() {
    use std::thread;

    use crate::signals::Running;

    let folder = tempfile::tempdir().unwrap();
    let spill = folder.path().to_str().unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let args = ["explore", "--size", "3x4", "--memory-limit", "8MB", "--spill", spill, "--json"];
    let begun = |signal: &str| {
        let running = Running::start(&args);
        // It is at work when its folder has a table.
        let has_table = || {
            let folders = fs::read_dir(folder.path()).unwrap().flatten();
            folders.flat_map(|entry| fs::read_dir(entry.path()).into_iter().flatten()).count() > 3
        };
        while !has_table() {
            thread::yield_now();
        }
        running.signal(signal);
        running.finish()
    };
    let (stdout, stderr, code) = begun("INT");
    assert_eq!(code, Some(20), "{stderr}");
    let found: serde_json::Value = serde_json::from_str(&stdout).expect(&stdout);
    let layers: Vec<u64> = serde_json::from_value(found["layers"].clone()).unwrap();
    let known = layers.len().min(ELEVEN.len());
    assert_eq!((&layers[..known], &found["limit"]), (&ELEVEN[..known], &"cancelled".into()));
    assert_eq!(files(), 0);
    assert_eq!(begun("KILL").2, None);
    assert_eq!(files(), 1);
    let ran = run(&["explore", "--size", "3x3", "--memory-limit", "20kB", "--threads", "1", "--spill", spill]);
    assert_eq!((ran.code, files()), (0, 0), "{}", ran.stderr);
}
