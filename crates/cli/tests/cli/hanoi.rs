//! Towers of Hanoi on the command line.

use std::io::Read as _;
use std::process::Stdio;

use crate::{process, run, run_with};

#[test]
fn a_tower_is_drawn_and_solved() {
    let ran = run(&["solve", "--discs", "3"]);
    let lines = [
        "   |       |       |",
        "  =1=      |       |",
        " ==2==     |       |",
        "===3===    |       |",
        "   A       B       C",
        "",
        "moves",
        "A>C A>B C>B A>C B>A B>C A>C",
        "",
        "7 moves, proven optimal",
    ];
    assert_eq!(ran.stdout.lines().take(lines.len()).collect::<Vec<_>>(), lines);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
fn any_arrangement_to_any_other() {
    let found = run(&["solve", "--kind", "hanoi", "--json", "--goal", "-/4 1/-/3 2", "4 3 2 1/-/-/-"]).json();
    assert_eq!(
        (&found["puzzle"], &found["metric"], &found["proof"]),
        (&"hanoi".into(), &"moves".into(), &"optimal".into())
    );
    assert_eq!((&found["position"], &found["goal"]), (&"4 3 2 1/-/-/-".into(), &"-/4 1/-/3 2".into()));
    let moves = found["moves"].as_str().unwrap();
    let ran = run(&["verify", "--kind", "hanoi", "--optimal", "--goal", "-/4 1/-/3 2", "4 3 2 1/-/-/-", moves]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.ends_with("; proven optimal\n"), "{}", ran.stdout);
    assert_eq!(run(&["verify", "--discs", "2", "", "A>B A>C B>C"]).code, 0);
    // Pegs at the end that are empty need not be written.
    assert_eq!(run(&["solve", "--pegs", "4", "-q", "--goal", "B", "2 1"]).stdout, "A>D A>B D>B\n");
    // What is printed can be pasted, also where it begins with an empty peg.
    assert_eq!(run(&["solve", "--kind", "hanoi", "--moves", "-/2 1/-"]).stdout, "3\n");
}

#[test]
fn every_algorithm_of_hanoi() {
    let catalog = run(&["algorithms", "--json"]).json();
    for info in catalog["algorithms"].as_array().unwrap() {
        let name = info["name"].as_str().unwrap();
        if !info["puzzles"].as_array().unwrap().contains(&"hanoi".into()) {
            let ran = run(&["solve", "--discs", "3", "--solver", name]);
            assert_eq!(ran.code, 2, "{name}");
            assert!(ran.stderr.contains("does not support hanoi"), "{name}: {}", ran.stderr);
            continue;
        }
        let mut args = vec!["solve", "--discs", "4", "--pegs", "4", "--solver", name, "--json"];
        args.extend(if name == "DLS" { &["--depth", "12"][..] } else { &[] });
        let found = run(&args).json();
        assert_eq!(found["outcome"], "solved", "{name}");
        assert!(info["optimal"] == false || found["length"] == 9, "{name}: {}", found["length"]);
    }
}

#[test]
fn faults_are_listed() {
    let ran = run(&["solve", "--kind", "hanoi", "1 2 2/x/-"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with("error: not a valid position:\n"), "{}", ran.stderr);
    assert!(ran.stderr.lines().count() >= 4, "{}", ran.stderr);
    for args in [
        &["solve", "--discs", "3", "--size", "3x3"][..],
        &["solve", "--discs", "3", "--metric", "mtm"],
        &["solve", "--discs", "3", "--notation", "blank"],
        &["solve", "--discs", "3", "--heuristic", "manhattan"],
        &["random", "--kind", "hanoi"],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
    }
    let many = u64::MAX.to_string();
    for args in [
        &["solve", "--kind", "hanoi", "--pegs", &many, "1"][..],
        &["check", "--kind", "hanoi", "--pegs", "4294967296", "1"],
        &["verify", "--kind", "hanoi", "--pegs", "27", "1", "A>B"],
    ] {
        let ran = run(args);
        assert!(ran.code == 1 && ran.stdout.len() < 1000 && ran.stderr.len() < 1000, "{args:?}: {}", ran.stderr);
    }
    for args in [&["solve", "--discs", "0"][..], &["solve", "--discs", "99"], &["solve", "--discs", "3", "--pegs", "2"]]
    {
        let ran = run(args);
        assert_eq!(ran.code, 1, "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn check_and_random() {
    let ran = run(&["check", "--discs", "8", "--pegs", "4"]);
    assert_eq!(ran.code, 0);
    for part in ["solvable", "65,536 positions", "disc-groups", "moves, exactly: 33"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert!(run(&["check", "--discs", "8", "--pegs", "5"]).stdout.contains("moves, at most: 23"));
    let positions = run(&["random", "--discs", "5", "--seed", "4", "--count", "6"]).stdout;
    assert_eq!(positions.lines().count(), 6);
    let ran = run_with(&["solve", "--kind", "hanoi", "--json"], &positions);
    assert!(ran.json_lines().iter().all(|row| row["proof"] == "optimal"), "{}", ran.stdout);
    let near = run(&["random", "--discs", "9", "--seed", "4", "--shuffle", "2"]).stdout;
    assert_eq!(run_with(&["solve", "--kind", "hanoi", "--moves", "-"], near).stdout, "2\n");
}

#[test]
fn limits_hold_while_tables_are_built() {
    let ran = run(&["solve", "--discs", "15", "--pegs", "4", "--algorithm", "A*+IDA*", "--time-limit", "50ms"]);
    assert_eq!(ran.code, 20, "{}", ran.stdout);
    assert!(ran.stdout.contains("time limit reached"), "{}", ran.stdout);
    // What is known without a search stands beside what the search has proven.
    assert!(ran.stdout.contains("; best known: 129 moves"), "{}", ran.stdout);
    let ran = run(&["solve", "--discs", "12", "--algorithm", "A*", "--memory-limit", "5kB"]);
    let verdict = "memory limit reached: at least 23 moves; best known: 4,095 moves";
    assert!(ran.code == 20 && ran.stdout.contains(verdict), "{}", ran.stdout);
    assert_eq!(run(&["solve", "--discs", "3", "--goal", "A", "--algorithm", "A*", "--memory-limit", "1kB"]).code, 0);
    let found = run(&["solve", "--discs", "9", "--pegs", "4", "--memory-limit", "2MB", "--json"]).json();
    assert_eq!((&found["length"], &found["proof"]), (&41.into(), &"optimal".into()));
}

/// The arrangements, lengths and moves of three pegs are known without a search, in every form of output.
#[test]
fn three_pegs_need_no_search() {
    let found = run(&["solve", "--discs", "16", "--json"]).json();
    assert_eq!((&found["algorithm"], &found["proof"]), (&"recursive".into(), &"optimal".into()));
    assert_eq!((&found["length"], &found["expanded"]), (&65_535.into(), &0.into()));
    let moves = found["moves"].as_str().unwrap();
    let ran = run_with(&["verify", "--discs", "16", "", "-"], moves);
    assert_eq!(ran.stdout, "solves the position: 65,535 moves\n");

    // One that is longer is not listed, but its length is told in full and its moves are printed.
    let found = run(&["solve", "--discs", "17", "--json"]).json();
    assert_eq!((&found["length"], &found["moves"]), (&131_071.into(), &serde_json::Value::Null));
    assert_eq!(found["first_moves"].as_str().unwrap().split(' ').count(), 1000);
    let printed = run(&["solve", "--discs", "17", "--result"]);
    let ran = run_with(&["verify", "--discs", "17", "", "-"], &printed.stdout);
    assert_eq!((printed.code, ran.stdout.as_str()), (0, "solves the position: 131,071 moves\n"));
    assert_eq!(run(&["solve", "--discs", "17", "-q"]).stdout, printed.stdout);

    let found = run(&["solve", "--discs", "64", "--json"]).json();
    assert_eq!((&found["length"], &found["exact_length"]), (&serde_json::Value::Null, &u64::MAX.to_string().into()));
    assert_eq!((&found["proof"], &found["lengths"]["moves"]), (&"optimal".into(), &u64::MAX.into()));
    let ran = run(&["solve", "--discs", "64"]);
    for part in ["18,446,744,073,709,551,615 moves, proven optimal", " more moves; --result prints them one by one"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert_eq!(run(&["solve", "--discs", "64", "--moves"]).stdout, format!("{}\n", u64::MAX));
    assert!(run(&["check", "--discs", "64"]).stdout.contains("moves, exactly: 18,446,744,073,709,551,615"));
}

/// Nobody waits for 2^64 moves: whoever reads stops reading, and that is no error.
#[test]
fn moves_without_end_end_with_their_reader() {
    let mut child = process().args(["solve", "--discs", "64", "-q"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut beginning = vec![0; 100_000];
    child.stdout.take().unwrap().read_exact(&mut beginning).unwrap();
    assert!(beginning.starts_with(b"A>B A>C B>C A>B C>A C>B A>B "));
    assert!(child.wait().unwrap().code().is_none_or(|code| code == 0));
}

/// On three pegs a position may have two shortest solutions, and never more.
#[test]
fn all_shortest_solutions_on_three_pegs() {
    let counts = |args: &[&str]| {
        let found = run(&[&["solve", "--kind", "hanoi", "--json", "--all", "9"], args].concat()).json();
        (found["all"]["count"].clone(), found["all"]["complete"].clone(), found["length"].clone())
    };
    for args in
        [&["--goal", "B", "3 2 1/-/-"][..], &["--goal", "3/-/2 1", "-/3/2 1"], &["--goal", "-/-/3 2 1", "2/1/3"]]
    {
        let searched = counts(&[&["--algorithm", "A*"], args].concat());
        assert_eq!(counts(args), searched, "{args:?}");
    }
    let two = counts(&["--goal", "3/1/2", "2/1/3"]);
    assert_eq!(two, counts(&["--algorithm", "A*", "--goal", "3/1/2", "2/1/3"]));
}

#[test]
fn what_needs_a_search_is_not_called_exact() {
    let ran = run(&["solve", "--discs", "5", "--pegs", "5", "--algorithm", "recursive"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("recursive cannot be used here: these are 5 discs on 5 pegs"), "{}", ran.stderr);
    let found = run(&["solve", "--discs", "64", "--pegs", "4", "--json"]).json();
    assert_eq!((&found["length"], &found["proof"]), (&18_433.into(), &"optimal".into()));
    // Who names a heuristic wants a search.
    let found = run(&["solve", "--discs", "4", "--heuristic", "discs-away", "--json"]).json();
    assert_eq!((&found["algorithm"], &found["length"]), (&"A*".into(), &15.into()));
}
