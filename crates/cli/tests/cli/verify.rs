//! `fewest verify`.

use crate::{run, run_with};

const START: &str = "0 2 3/1 5 6/4 7 8";

#[test]
fn a_solution() {
    let ran = run(&["verify", START, "U2 L2"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "solves the position: 4 moves (stm), 2 moves (mtm)\n"));
    assert_eq!(run(&["verify", START, "D2R2", "--notation", "blank"]).code, 0);
    assert_eq!(run_with(&["verify", START, "-"], "u u l l\n").code, 0);
    assert_eq!(run_with(&["verify", "-", "U2 L2"], START).code, 0);
    assert_eq!(run(&["verify", START, "", "--goal", START]).code, 0);
    assert_eq!(run(&["verify", "1 2 3 4 0 5", "L", "--size", "3x2"]).code, 0);
}

#[test]
fn no_solution() {
    let ran = run(&["verify", START, "U2 L"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.starts_with("does not solve the position: 3 moves (stm)"), "{}", ran.stdout);
    let ran = run(&["verify", START, "U2 L3 D"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("move 2 is illegal at 1 2 3/4 5 6/0 7 8: 3 tiles"), "{}", ran.stdout);
}

#[test]
fn json() {
    let ran = run(&["verify", "--json", START, "U2 L3"]);
    let found = ran.json();
    assert_eq!((ran.code, &found["solves"], &found["illegal"][0]), (1, &false.into(), &2.into()));
    assert!(found.get("optimality").is_none());
}

#[test]
fn optimal_or_longer() {
    let ran = run(&["verify", "--optimal", START, "U2 L2"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.ends_with("; proven optimal (stm)\n"), "{}", ran.stdout);
    let ran = run(&["verify", "--optimal", "--metric", "mtm", START, "U D U2 L2"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("not optimal: 2 moves are"), "{}", ran.stdout);
    let ran = run(&["verify", "--optimal", "--json", START, "U D U2 L2"]);
    assert_eq!(ran.json()["optimality"], "longer");
}

#[test]
fn what_cannot_be_read() {
    let ran = run(&["verify", START, "U2 Q"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with("error: the moves cannot be read: character 4: 'Q'"), "{}", ran.stderr);
    assert!(run(&["verify", "1 2/3 3", "U"]).stderr.starts_with("error: not a valid position:\n  there is no blank"));
    assert!(run(&["verify", "-", "-"]).stderr.contains("cannot both come from stdin"));
    assert!(run_with(&["verify", "-", "U"], "1 2/3 0\n1 2/0 3\n").stderr.contains("verify takes one"));
    assert_eq!(run_with(&["verify", START, "-"], b"\xff").code, 1);
    assert_eq!(run_with(&["verify", START, "-"], "U".repeat(2 << 20)).code, 1);
}
