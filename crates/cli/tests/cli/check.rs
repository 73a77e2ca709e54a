//! `fewest check`.

use crate::{EIGHT, ODD, run, run_with};

#[test]
fn a_solvable_position() {
    let ran = run(&["check", EIGHT]);
    assert_eq!(
        ran.stdout,
        "\
5 3 8
_ 2 4
1 7 6

a valid position of 3×3, solvable
parity: odd permutation, the blank is 3 steps from its goal
the goal can be reached from 181,440 positions
moves, at least:         stm   mtm
  misplaced                8     4
  manhattan               13     7
  linear-conflict         13     7
  walking-distance        13     7
  wd+lc                   13     7
  inversion-distance      13     7
  alternating              -     7
"
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
fn an_unsolvable_position() {
    let ran = run(&["check", ODD]);
    assert_eq!(ran.code, 10);
    assert!(ran.stdout.contains("unsolvable: odd permutation") && ran.stdout.contains("the blank is 0 steps"));
    assert_eq!(run(&["check", "--goal", ODD, ODD]).code, 0);
}

#[test]
fn every_fault_has_a_line() {
    let ran = run(&["check", "1 1 3/4 9 6/7 0 0"]);
    assert_eq!(ran.code, 1);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "invalid: 4 faults");
    assert_eq!(lines.len(), 5);
    let ran = run_with(&["check"], b"1 2\0");
    assert_eq!((ran.code, ran.stdout.lines().next()), (1, Some("invalid: 1 fault")));
}

#[test]
fn json() {
    let found = run(&["check", "--json", EIGHT]).json();
    assert_eq!((&found["solvable"], &found["size"]), (&true.into(), &serde_json::json!([3, 3])));
    let bounds = found["lower_bounds"].as_array().unwrap();
    assert_eq!(bounds.len(), 13);
    assert!(found.get("line").is_none());
    let ran = run(&["check", "--json", "1 2/2 0"]);
    assert_eq!((ran.code, ran.json()["faults"].as_array().unwrap().len()), (1, 2));
}

#[test]
fn many() {
    let ran = run_with(&["check", "--json"], "1 2/3 0\n2 1/3 0\n");
    let found: Vec<_> = ran.json_lines().iter().map(|row| (row["line"].as_u64(), row["solvable"].as_bool())).collect();
    assert_eq!(found, [(Some(1), Some(true)), (Some(2), Some(false))]);
    assert_eq!(ran.code, 10);
    let ran = run_with(&["check"], "1 2/3 0\n2 1/3 0\n9 9/9 9\n1 2/3 0\n");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("\nline 3\ninvalid: "), "{}", ran.stdout);
}
