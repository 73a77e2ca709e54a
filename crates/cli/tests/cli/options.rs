//! The parameters of algorithms on the command line, and what boards of any size get.

use crate::{EIGHT, HARD, run, run_with};

#[test]
fn parameters_reach_their_algorithms() {
    let length = |args: &[&str]| run(&[&["solve", EIGHT, "--json"], args].concat()).json();
    assert!(length(&["--solver", "WA*", "--weight", "4/3"])["proven_factor"].as_f64() <= Some(4.0 / 3.0));
    let found = length(&["--solver", "WA*", "--weight", "2", "--heuristic", "manhattan"]);
    let (moves, bound) = (found["length"].as_u64().unwrap(), found["lower_bound"].as_u64().unwrap());
    assert!((21..=42).contains(&moves) && bound <= 21 && moves <= 2 * bound, "{found}");
    let factor = found["proven_factor"].as_f64().unwrap();
    assert!((1.0..=2.0).contains(&factor), "{factor}");
    let limited = run(&["solve", EIGHT, "--solver", "DLS", "--depth", "20"]);
    assert_eq!(limited.code, 20);
    assert!(limited.stdout.contains("depth limit reached: at least 21 moves"), "{}", limited.stdout);
    assert_eq!(length(&["--solver", "DLS", "--depth", "21"])["length"], 21);
    let few = run(&["solve", EIGHT, "--solver", "SMA*", "--nodes", "20"]);
    assert!(few.code == 20 && few.stdout.contains("memory limit reached: at least 21 moves"), "{}", few.stdout);
    assert_eq!(length(&["--solver", "SMA*", "--nodes", "21"])["proof"], "optimal");
    let plain = length(&["--solver", "IDA*", "--heuristic", "misplaced"]);
    let table = length(&["--solver", "IDA*", "--heuristic", "misplaced", "--table", "10MB"]);
    assert_eq!(table["length"], 21);
    assert!(table["expanded"].as_u64() < plain["expanded"].as_u64(), "{} {}", table["expanded"], plain["expanded"]);
    assert_eq!(length(&["--solver", "IDA*", "--order", "by-f"])["length"], 21);
    for (algorithm, parallel) in [("IDA*", "PIDA*"), ("A*", "HDA*")] {
        let found = length(&["--solver", algorithm, "--threads", "2"]);
        assert_eq!((&found["algorithm"], &found["length"]), (&parallel.into(), &21.into()));
        assert!(found["chosen_because"].as_str().unwrap().contains("2 threads"));
    }
}

#[test]
fn an_option_without_effect_is_refused() {
    for (args, message) in [
        (&["--solver", "IDA*", "--weight", "2"][..], "the option --weight has no effect on IDA*; it applies to WA*"),
        (&["--solver", "BFS", "--threads", "4"], "the option --threads has no effect on BFS"),
        (&["--weight", "2"], "the option --weight has no effect on"),
        (
            &["--solver", "BFS", "--heuristic", "manhattan"],
            "the heuristic manhattan has no effect on BFS, which uses none",
        ),
        (
            &["--metric", "step"],
            "--metric step is for blocks, but the input looks like a puzzle of the kind tiles, which has",
        ),
        (&["--solver", "WA*", "--weight", "0.5"], "it must be at least 1"),
        (&["--solver", "DLS"], "DLS needs the option --depth"),
        (&["--solver", "A*", "--threads", "0"], "write a number from 1 to 1024"),
        (&["--solver", "HDA*", "--evaluation", "list"], "runs on several threads"),
    ] {
        let ran = run(&[&["solve", EIGHT], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(message), "{args:?}: {}", ran.stderr);
    }
    let ran = run_with(&["solve", "--solver", "BFS", "--weight", "2"], "1 2/3 0\n1 2/0 3\n");
    assert_eq!(ran.code, 2, "a batch says it once: {}", ran.stderr);
}

#[test]
fn a_board_of_any_size_has_a_solution_at_once() {
    for (size, metric) in [("5x5", "stm"), ("10x10", "stm"), ("10x10", "mtm"), ("16x16", "stm"), ("3x30", "stm")] {
        let board = run(&["random", "--size", size, "--seed", "9"]).stdout;
        let ran = run_with(&["solve", "--json", "--metric", metric], &board);
        let found = ran.json();
        assert_eq!(
            (ran.code, &found["outcome"], &found["algorithm"]),
            (0, &"solved".into(), &"construct".into()),
            "{size}"
        );
        let (length, bound) = (found["length"].as_u64().unwrap(), found["lower_bound"].as_u64().unwrap());
        assert!(found["proof"] == "bounded" && 0 < bound && bound < length, "{size}: {bound} {length}");
        let moves = found["moves"].as_str().unwrap();
        let checked = run(&["verify", "--json", board.trim(), moves]).json();
        assert_eq!((&checked["solves"], &checked["lengths"][metric]), (&true.into(), &found["length"]), "{size}");
    }
}

#[test]
fn anytime_improves_until_the_limit() {
    let board = run(&["random", "--size", "6x6", "--seed", "3"]).stdout;
    let at_once = run_with(&["solve", "--json", "--solver", "construct"], &board).json();
    let ran = run_with(&["solve", "--json", "--time-limit", "2s"], &board);
    let found = ran.json();
    assert_eq!((ran.code, &found["algorithm"], &found["reason"]), (0, &"anytime".into(), &"time limit".into()));
    assert!(found["length"].as_u64() <= at_once["length"].as_u64().map(|length| length * 11 / 10));
    let text = run_with(&["solve", "--time-limit", "0.5"], &board).stdout;
    assert!(text.contains("times the optimum") && text.contains("stopped by the time limit"), "{text}");
}

/// Tables of 6-6-6-6 take minutes to build: what is promised at any moment is there before.
#[test]
fn anytime_constructs_before_it_builds_tables() {
    let board = run(&["random", "--size", "5x5", "--seed", "1"]).stdout;
    let tables = tempfile::tempdir().unwrap();
    let args = ["solve", "--json", "--solver", "anytime", "--pdb", "runs-6", "--time-limit", "2s", "--tables"];
    let ran = run_with(&[&args[..], &[tables.path().to_str().unwrap()]].concat(), &board);
    let found = ran.json();
    assert_eq!((ran.code, &found["outcome"], &found["proof"]), (0, &"solved".into(), &"bounded".into()), "{found}");
    assert_eq!((&found["reason"], &found["heuristic"]), (&"time limit".into(), &"manhattan".into()));
    assert!(found.get("pdb").is_none(), "no table was looked up: {found}");
}

#[test]
fn memory_never_ends_the_hybrid() {
    let limits = ["--memory-limit", "3MB", "--time-limit", "1s"];
    let args = |solver| [&["solve", HARD, "--json", "--goal", "blank-last", "--solver", solver][..], &limits].concat();
    let alone = run(&args("A*")).json();
    assert_eq!(alone["reason"], "memory limit");
    let hybrid = run(&args("A*+IDA*")).json();
    assert_eq!(hybrid["reason"], "time limit");
    assert!(hybrid["lower_bound"].as_u64() > alone["lower_bound"].as_u64());
}
