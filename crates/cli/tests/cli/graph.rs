//! Tiles on a graph on the command line.

use crate::{run, run_with};

/// A square with a diagonal.
const EDGES: &str = "1-2 2-3 3-4 4-1 1-3";
/// Wilson's exception: a hexagon with one more vertex between two opposite ones.
const THETA: &str = "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4";

#[test]
fn a_position_is_listed_and_solved() {
    let ran = run(&["solve", "--edges", EDGES, "2 1 3 0"]);
    let report = "\
1: tile 2 — 2 3 4
2: tile 1 — 1 3
3: tile 3 — 1 2 4
4: blank  — 1 3

tiles that move
3 1 2 1 3

5 moves, proven optimal
";
    assert!(ran.stdout.starts_with(report), "{}", ran.stdout);
    assert_eq!(ran.code, 0);
    let ran = run(&["verify", "--edges", EDGES, "--optimal", "2 1 3 0", "3 1 2 1 3"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "solves the position: 5 moves; proven optimal\n"));
    assert_eq!(run(&["verify", "--edges", EDGES, "2 1 3 0", "1"]).code, 1);
}

#[test]
fn what_cannot_be_solved_is_explained() {
    let ran = run(&["solve", "--edges", THETA, "2 1 3 4 5 6 0"]);
    assert_eq!(ran.code, 10);
    assert!(ran.stdout.contains("unsolvable: ") && ran.stdout.contains("class"), "{}", ran.stdout);
    let ran = run(&["check", "--json", "--edges", THETA, "2 1 3 4 5 6 0"]);
    let found = ran.json();
    assert_eq!((ran.code, &found["solvable"], &found["positions"]), (10, &false.into(), &840.into()));
    let ran = run(&["solve", "--edges", "1-2 2-3 3-4 4-1", "2 1 3 0"]);
    assert!(ran.code == 10 && ran.stdout.contains("polygon"), "{}", ran.stdout);
}

#[test]
fn edges_from_a_file_and_many_positions() {
    let dir = tempfile::tempdir().unwrap();
    let edges = dir.path().join("edges.txt");
    std::fs::write(&edges, "# a square\n1-2 2-3\n3-4 4-1\n1-3\n").unwrap();
    let edges = edges.to_str().unwrap();
    let positions = run(&["random", "--edges", edges, "--seed", "1", "--count", "5"]).stdout;
    let ran = run_with(&["solve", "--edges", edges, "--json"], &positions);
    assert_eq!(ran.json_lines().len(), 5);
    assert!(ran.json_lines().iter().all(|row| row["proof"] == "optimal" && row["edges"] == "1-2 1-3 1-4 2-3 3-4"));
}

#[test]
fn faults_are_listed() {
    let ran = run(&["solve", "--edges", "1-1 2-x 4-5", "1 0"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.starts_with("error: the graph is not valid:\n") && ran.stderr.lines().count() > 3,
        "{}",
        ran.stderr
    );
    let ran = run(&["solve", "--edges", EDGES, "1 1 9 0"]);
    assert!(ran.code == 1 && ran.stderr.starts_with("error: not a valid position:\n"), "{}", ran.stderr);
    let ran = run(&["solve", "--kind", "graph", "1 0"]);
    assert!(ran.code == 2 && ran.stderr.contains("--edges"), "{}", ran.stderr);
}
