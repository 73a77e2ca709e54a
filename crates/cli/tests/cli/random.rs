//! `fewest random`.

use std::collections::HashSet;

use crate::{run, run_with};

#[test]
fn a_seed_names_its_positions() {
    let ran = run(&["random", "--seed", "7", "--count", "20"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(ran.stdout.lines().collect::<HashSet<_>>().len(), 20);
    assert_eq!(run(&["random", "--seed", "7", "--count", "20"]).stdout, ran.stdout);
    assert_ne!(run(&["random", "--seed", "8", "--count", "20"]).stdout, ran.stdout);
    let default = run(&["random"]).stdout;
    assert_eq!((default.lines().count(), default.split(['/', ' ']).count()), (1, 16));
}

#[test]
fn a_new_seed_is_told() {
    let ran = run(&["random"]);
    let seed = ran.stderr.strip_prefix("seed ").unwrap().split(' ').next().unwrap();
    assert_eq!(run(&["random", "--seed", seed]).stdout, ran.stdout);
    assert_eq!(run(&["random", "--quiet"]).stderr, "");
}

#[test]
fn all_are_solvable() {
    for args in [&["--size", "2x3"][..], &["--goal", "blank-first"], &["--goal", "3 0/1 2"], &["--size", "5x1"]] {
        let goal = args.iter().position(|arg| *arg == "--goal").map_or("blank-last", |index| args[index + 1]);
        let positions = run(&[&["random", "--count", "30", "--quiet"], args].concat()).stdout;
        assert_eq!(run_with(&["check", "--json", "--goal", goal], positions).code, 0, "{args:?}");
    }
}

#[test]
fn a_shuffle_is_no_further_than_its_steps() {
    let positions = run(&["random", "--shuffle", "6", "--count", "20", "--seed", "1"]).stdout;
    let ran = run_with(&["solve", "--moves"], positions);
    assert!(ran.stdout.lines().all(|length| length.parse::<u32>().unwrap() <= 6), "{}", ran.stdout);
    assert_eq!(run(&["random", "--shuffle", "0", "--size", "2x2"]).stdout, "1 2/3 0\n");
}

#[test]
fn a_goal_must_fit() {
    let ran = run(&["random", "--size", "3x3", "--goal", "1 2/3 0"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with("error: the goal is not valid"), "{}", ran.stderr);
    assert_eq!(run(&["random", "--goal", "1 2/3 3"]).code, 1);
}

#[test]
fn positions_at_a_distance_are_exactly_so_far() {
    for args in [
        &["--size", "3x3", "--distance", "31"][..],
        &["--size", "4x4", "--distance", "12"],
        &["--kind", "hanoi", "--discs", "4", "--distance", "9"],
        &["--kind", "pancake", "--distance", "5"],
        &["--kind", "cube", "--distance", "3"],
    ] {
        let drawn = run(&[&["random", "--seed", "3", "--count", "3", "--json"], args].concat());
        assert_eq!(drawn.code, 0, "{args:?}: {}", drawn.stderr);
        let lines = drawn.json_lines();
        assert_eq!(lines.len(), 3);
        for line in lines {
            let (kind, position) = (line["kind"].as_str().unwrap(), line["position"].as_str().unwrap());
            let solved = run(&["solve", "--kind", kind, position, "--json"]).json();
            assert_eq!(
                (&solved["length"], &solved["proof"]),
                (&line["distance"], &"optimal".into()),
                "{args:?}: {position}"
            );
            assert!(line["puzzle"]["kind"] == kind && line["seed"] == 3, "{line}");
        }
    }
    let ran = run(&["random", "--size", "3x3", "--distance", "32"]);
    assert!(ran.code == 2 && ran.stderr.contains("farther than 31"), "{}", ran.stderr);
}
