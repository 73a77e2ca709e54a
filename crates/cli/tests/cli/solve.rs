//! `fewest solve` with one position.

use std::io::Write;

use crate::{EIGHT, HARD, ODD, run, run_with};

#[test]
fn the_report_of_a_small_board() {
    let ran = run(&["solve", EIGHT]);
    let report: Vec<&str> =
        ran.stdout.lines().filter(|line| !line.starts_with("time ") && !line.starts_with("memory ")).collect();
    assert_eq!(
        report.join("\n"),
        "\
5 3 8
_ 2 4
1 7 6

tile moves
L2 U R D L D R2 U2 L2 D R D R U2 L2

21 moves, proven optimal (stm)
search  A* with linear-conflict
chosen  A*, because all positions fit into memory; linear-conflict, because it
        is the strongest heuristic without tables
nodes   305 expanded, 828 generated"
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(
        ran.stdout.contains("\nmemory  ") && ran.stdout.contains("\ntime    ") && ran.stdout.contains(" nodes/s\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn no_line_is_wider_than_the_page() {
    let shuffled = run(&["random", "--size", "16x16", "--shuffle", "24", "--seed", "5"]).stdout;
    let line = run(&["random", "--size", "200x1", "--seed", "5"]).stdout;
    for (args, position) in [
        (&["solve", "-"][..], EIGHT),
        (&["solve", "-"], ODD),
        (&["solve", "-"], "1 3 0 2/"),
        (&["solve", "-", "--max-expansions", "5"], HARD),
        (&["solve", "-"], &shuffled),
        (&["solve", "-", "--goal", &shuffled], "1 2 3/4 5 6/7 8 0"),
        (&["solve", "-"], &line),
        (&["check", "-"], &shuffled),
        (&["check", "-"], ODD),
        (&["algorithms"], ""),
    ] {
        let ran = run_with(args, position);
        let widest = ran.stdout.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest <= 80, "{widest} columns:\n{}", ran.stdout);
    }
}

#[test]
fn json_has_every_field() {
    let ran = run(&["solve", "--json", EIGHT]);
    let answer = ran.json();
    for (field, expected) in [
        ("outcome", "solved".into()),
        ("length", 21.into()),
        ("proof", "optimal".into()),
        ("lower_bound", 21.into()),
        ("algorithm", "A*".into()),
        ("heuristic", "linear-conflict".into()),
        ("metric", "stm".into()),
        ("position", EIGHT.into()),
        ("expanded", 305.into()),
        ("generated", 828.into()),
    ] as [(&str, serde_json::Value); 10]
    {
        assert_eq!(answer[field], expected, "{field}");
    }
    assert!(answer["moves"].is_string() && answer["seconds"].is_f64() && answer["peak_memory_bytes"].is_u64());
    assert!(answer.get("line").is_none(), "one position has no line");
    assert_eq!((ran.code, ran.stdout.lines().count(), ran.stderr.as_str()), (0, 1, ""));
}

#[test]
fn optimal_solutions_are_listed_and_counted() {
    let near = "4 1 3/0 2 6/7 5 8";
    let ran = run(&["solve", near, "--all", "10"]);
    assert!(ran.stdout.contains("\n1: tile moves\n") && !ran.stdout.contains("\n2: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("\noptimal this solution alone\n"), "{}", ran.stdout);
    let ran = run(&["solve", "--discs", "4", "--pegs", "4", "--all", "2"]);
    assert!(ran.stdout.contains("\n2: moves\n") && !ran.stdout.contains("\n3: "), "{}", ran.stdout);
    assert!(ran.stdout.contains(" solutions in all; 2 listed\n"), "{}", ran.stdout);
    let found = run(&["solve", "--discs", "4", "--pegs", "4", "--all", "1000", "--json"]).json();
    let all = &found["all"];
    let moves: std::collections::BTreeSet<&str> =
        all["moves"].as_array().unwrap().iter().filter_map(|moves| moves.as_str()).collect();
    assert!(all["complete"] == true && all["count"] == moves.len() && moves.len() > 2, "{found}");
    assert_eq!(found["moves"], all["moves"][0]);
    let quiet = run(&["solve", "--discs", "4", "--pegs", "4", "--all", "1000", "--quiet"]);
    assert_eq!(quiet.stdout.lines().collect::<std::collections::BTreeSet<_>>(), moves);
    for (arguments, fault) in [
        (&["solve", near, "--all", "0"][..], "write a number from 1 to 1,000,000"),
        (&["solve", near, "--all", "3", "--solver", "WA*"], "WA* does not prove its solutions optimal"),
        (&["solve", near, "--all", "3", "--result"], "cannot be used with"),
        (&["solve", near, EIGHT, "--all", "3"], "choose one with --pick, or use --json"),
    ] {
        let ran = run(arguments);
        assert!(ran.code != 0 && ran.stderr.contains(fault), "{arguments:?}: {}", ran.stderr);
    }
    let lines = run(&["solve", near, EIGHT, "--all", "3", "--json"]).json_lines();
    assert!(lines.iter().all(|line| line["all"]["count"].is_u64()), "{lines:?}");
}

#[test]
fn unsolvable_is_explained() {
    let ran = run(&["solve", ODD]);
    assert_eq!(ran.code, 10);
    assert!(ran.stdout.contains("\nunsolvable: odd permutation: this is the goal with 7 and 8 exchanged"));
    let ran = run(&["solve", "--json", ODD]);
    assert_eq!((ran.code, &ran.json()["outcome"]), (10, &"unsolvable".into()));
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    for (option, value, reason) in [
        ("--max-expansions", "1e3", "expansion limit"),
        ("--time-limit", "30ms", "time limit"),
        ("--memory-limit", "2MB", "memory limit"),
    ] {
        let solver = if reason == "memory limit" { "AStar" } else { "IDA" };
        let ran = run(&["solve", "--solver", solver, option, value, HARD]);
        assert_eq!(ran.code, 20, "{}", ran.stderr);
        assert!(ran.stdout.contains(&format!("\n{reason} reached: at least ")), "{}", ran.stdout);
        let answer = run(&["solve", "--json", "--solver", solver, option, value, HARD]).json();
        assert_eq!((&answer["outcome"], &answer["reason"]), (&"limit".into(), &reason.into()));
        assert!((50..=78).contains(&answer["lower_bound"].as_u64().unwrap()), "{answer}");
    }
}

#[test]
fn a_position_is_an_argument_a_file_or_stdin() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"# a comment\n\n5 3 8\n. 2 4\n1 7 6\n").unwrap();
    let name = file.path().to_str().unwrap();
    for args in [&["solve", "-q", EIGHT][..], &["solve", "-q", name], &["solve", "-q", "5 3 8\nx 2 4\n1 7 6"]] {
        assert_eq!(run(args).stdout, "L2 U R D L D R2 U2 L2 D R D R U2 L2\n");
    }
    for args in [&["solve", "-q", "-"], &["solve", "-q"][..]] {
        assert_eq!(run_with(args, "5,3,8\r\n_,2,4\r\n1,7,6\r\n").stdout, "L2 U R D L D R2 U2 L2 D R D R U2 L2\n");
    }
}

#[test]
fn options_reach_the_engine() {
    let field = |args: &[&str], field: &str| run(&[&["solve", "--json"], args].concat()).json()[field].clone();
    for (name, expected) in [("A*", "A*"), ("AStar", "A*"), ("IDA", "IDA*"), ("ida*", "IDA*"), ("bfs", "BFS")] {
        assert_eq!(field(&["--solver", name, EIGHT], "algorithm"), expected);
        assert_eq!(field(&["--algorithm", name, EIGHT], "length"), 21);
    }
    assert_eq!(field(&["--heuristic", "md", EIGHT], "heuristic"), "manhattan");
    assert_eq!(field(&["--metric", "mtm", "0 2 3/1 5 6/4 7 8"], "length"), 2);
    assert_eq!(field(&["--goal", "blank-first", "1 0 2/3 4 5/6 7 8"], "length"), 1);
    assert_eq!(field(&["--goal", "1 2/0 3", "1 2/3 0"], "moves"), "R");
    assert_eq!(field(&["--size", "2x3", "1 2 3 4 0 5"], "position"), "1 2/3 4/0 5");
    assert_eq!(field(&["--notation", "blank", "1 2/0 3"], "moves"), "R");
    assert_eq!(field(&["--notation", "tile", "1 2/0 3"], "moves"), "L");
    let expanded = |order| field(&["--solver", "A*", "--tie-break", order, EIGHT], "expanded").as_u64().unwrap();
    assert!(expanded("lifo") < expanded("fifo"));
}

#[test]
fn quiet_is_the_moves_or_nothing() {
    let ran = run(&["solve", "--quiet", ODD]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (10, "", ""));
    let ran = run(&["solve", "--quiet", "--max-expansions", "9", HARD]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (20, "", ""));
}

#[test]
fn korfs_first_instance_takes_57_moves() {
    let ran = run(&["solve", "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "--goal", "blank-first"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("\n57 moves, proven optimal (stm)\n"), "{}", ran.stdout);
}
