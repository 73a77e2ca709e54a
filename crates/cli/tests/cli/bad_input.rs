//! Input that is no position: a clear error, bounded memory, no panic.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::{fewest, run, run_with};

#[track_caller]
fn refused(args: &[&str], stdin: impl AsRef<[u8]>, message: &str) {
    let ran = run_with(args, stdin);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert_eq!(ran.stdout, "");
    assert!(ran.stderr.starts_with("error: ") && ran.stderr.contains(message), "{}", ran.stderr);
}

#[test]
fn nothing_at_all() {
    refused(&["solve"], "", "stdin has no position: write one such as");
    refused(&["solve", ""], "", "the argument has no position");
    refused(&["solve", "-"], "# only a comment\n \n", "stdin has no position");
    refused(&["solve", "/"], "", "is a folder");
    refused(&["solve", ";"], "", "the position is empty");
}

#[test]
fn what_is_not_text() {
    refused(&["solve"], b"1 2 3\n4 5\0 6\n7 8 0\n", "stdin, line 2: byte 4 is NUL");
    refused(&["solve"], b"1 2/\xff 0", "stdin, line 1: byte 5 is not UTF-8");
    refused(&["solve"], "1 2/３ 0", "\"３\" is not a tile");
    refused(&["solve", "½ 2/3 0"], "", "\"½\" is not a tile");
}

#[test]
fn what_is_not_a_position() {
    refused(&["solve", "1 1 3/4 9 6/7 0 0"], "", "not a valid position:\n  row 2, place 2: tile 9 is out of range");
    refused(&["solve", "1 2 3"], "", "3 cells in one row do not form a square board");
    refused(&["solve", "boards.txt"], "", "\"boards.txt\" is not a file, a built-in puzzle");
    refused(&["solve", "1 2/3 0", "--goal", "1 2 3/4 5 6/7 8 0"], "", "the goal is not valid");
    refused(&["solve", "1 2/3 0", "--size", "3x3"], "", "row 1 has 2 cells, but 3 were expected");
}

/// A grid in which each number is a piece is no board of tiles, and who writes one learns how it is read.
#[test]
fn a_grid_of_numbered_pieces_is_sliding_blocks() {
    let ran = run(&["solve", "2113\n2113\n4556\n4786\n9..0"]);
    assert!(ran.code == 1 && ran.stderr.contains("there is no goal: write a second grid"), "{}", ran.stderr);
    let ran = run(&["solve", "2113\n2113\n4556\n4786\n9..0\n\n....\n....\n....\n.11.\n.11.", "--moves"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "81\n"), "{}", ran.stderr);
    for grid in ["2113/2113/4556/4786/9..0", "2 1 1 3/2 1 1 3/4 5 5 6/4 7 8 6/9 0 0 10"] {
        for command in ["solve", "check"] {
            let ran = run(&[command, grid]);
            let said = format!("{}{}", ran.stdout, ran.stderr);
            assert!(ran.code == 1 && said.contains("say --kind blocks"), "{said}");
        }
    }
    // Neither a tile that is there twice nor one board a line is meant.
    for board in ["1 2 3/4 4 6/7 0 8", "123\n446\n708", "538024176\n538024167"] {
        let ran = run(&["check", board]);
        assert!(!format!("{}{}", ran.stdout, ran.stderr).contains("blocks"), "{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn with_json_the_error_is_data_too() {
    let ran = run(&["solve", "--json", "1 2/3 3"]);
    assert_eq!((ran.code, &ran.json()["outcome"]), (1, &"error".into()));
    assert!(ran.json()["error"].as_str().unwrap().contains("there is no blank"));
    assert!(ran.stderr.starts_with("error: not a valid position"));
}

#[test]
fn huge_sizes() {
    for size in ["1000x1000", "99999999999999999999x1", "0x0", "-1x4", "4xx4"] {
        let ran = run(&["solve", &format!("--size={size}"), "1 0"]);
        assert_eq!(ran.code, 2, "{size}");
        assert!(ran.stderr.contains("--size"), "{}", ran.stderr);
    }
    let row = "1 ".repeat(1000);
    refused(&["solve", &row], "", "is too large");
    let rows = run_with(&["solve", "--quiet"], "1 2\n".repeat(257));
    assert_eq!((rows.code, rows.stderr.lines().count()), (1, 257), "more rows than a board can have are positions");
}

#[test]
fn a_long_line_among_good_ones() {
    let input = format!("1 2/0 3\n{}\n1 2/0 3\n", "7".repeat(1 << 20));
    let ran = run_with(&["solve", "--json"], input);
    let outcomes: Vec<_> = ran.json_lines().iter().map(|row| row["outcome"].as_str().unwrap().to_owned()).collect();
    assert_eq!(outcomes, ["solved", "error", "solved"]);
    assert_eq!(ran.code, 1);
}

#[test]
fn a_hundred_million_digits_on_one_line() {
    let mut child = Command::new(fewest().get_program())
        .arg("solve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let digits = vec![b'7'; 1 << 20];
    for _ in 0..100 {
        stdin.write_all(&digits).unwrap();
    }
    // Everything is read but nothing is kept: far less memory than the line has.
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 50_000, "{kilobytes} kB");
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("error: stdin, line 1: the line is longer than 65536 bytes"), "{stderr}");
}

#[test]
fn options_that_make_no_sense() {
    for args in [
        &["solve", "--solver", "magic", "1 0/2 3"][..],
        &["solve", "--heuristic", "magic", "1 0/2 3"],
        &["solve", "--time-limit", "soon", "1 0/2 3"],
        &["solve", "--memory-limit", "much", "1 0/2 3"],
        &["solve", "--max-expansions", "1.5", "1 0/2 3"],
        &["solve", "--goal", "blank-middle", "1 0/2 3"],
        &["solve", "--metric", "qtm", "1 0/2 3"],
        &["solve", "--animate", "--fps", "0", "1 0/2 3"],
        &["solve", "1 0/2 3", "twice"],
        &["random", "--count", "-1"],
        &["verify", "1 0/2 3"],
        &["dance"],
        &[],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains("--help"), "{}", ran.stderr);
    }
}

#[test]
fn an_invalid_value_comes_with_the_usage_of_its_command() {
    for (args, usage) in [
        (&["solve", "1 2 3/4 5 6/7 8 0", "--metric", "stp"][..], "Usage: fewest solve "),
        (&["--color", "never", "compare", "klotski", "--heuristic", "manhatan"], "Usage: fewest compare "),
        (&["tables", "build", "--time-limit", "soon"], "Usage: fewest tables build "),
        (&["solv"], "Usage: fewest "),
    ] {
        let ran = run(args);
        assert!(ran.code == 2 && ran.stderr.contains(usage), "{args:?}: {}", ran.stderr);
    }
}
