//! `fewest solve` with many positions.

use std::io::Write;

use crate::{EIGHT, HARD, run, run_with};

const MIXED: &str = "\
# solvable, bad, unsolvable
1 2 3/4 5 6/7 0 8
1 2 3/4 nonsense
1 2 3/4 5 6/8 7 0

1 2
0 3
";

#[test]
fn a_table_goes_on_past_bad_lines() {
    let ran = run_with(&["solve", "-"], MIXED);
    let rows: Vec<Vec<&str>> = ran.stdout.lines().map(|line| line.split_whitespace().take(3).collect()).collect();
    assert_eq!(
        rows,
        [
            ["line", "outcome", "length"],
            ["2", "solved", "1"],
            ["3", "error", "-"],
            ["4", "unsolvable", "-"],
            ["6", "solved", "1"],
        ]
    );
    let ends: Vec<usize> = ran.stdout.lines().map(|line| line.chars().take(25).collect::<String>().len()).collect();
    assert_eq!(ends, [25; 5], "columns are aligned");
    assert!(ran.stdout.contains("row 2, place 2: \"nonsense\" is not a tile"));
    assert!(
        ran.stderr.starts_with("4 positions: 2 solved with 2 moves in total, 1 unsolvable, 1 bad; "),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 1);
}

/// Greedy search proves nothing.
#[test]
fn a_length_that_is_not_proven_is_marked() {
    let boards = format!("{EIGHT}\n{EIGHT}\n{HARD}\n");
    let args = ["solve", "--solver", "greedy", "--max-expansions", "2000"];
    let ran = run_with(&args, &boards);
    let lengths: Vec<&str> = ran.stdout.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert!(lengths[1].starts_with('≤') && lengths[2].starts_with('≤'), "{lengths:?}");
    assert!(ran.stderr.contains("≤: the length of a solution that is not proven"), "{}", ran.stderr);
    assert!(ran.stderr.contains("of these solutions not proven to be the shortest"), "{}", ran.stderr);
    let two = format!("{EIGHT}\n{EIGHT}\n");
    let code = |args: &[&str]| run_with(&[&["solve", "--solver"], args].concat(), &two).code;
    assert_eq!([code(&["greedy"]), code(&["greedy", "--require-proof"]), code(&["A*", "--require-proof"])], [0, 20, 0]);
    let one = |args: &[&str]| run(&[&["solve", EIGHT, "--solver", "greedy"], args].concat());
    assert_eq!([one(&[]).code, one(&["--require-proof"]).code, one(&["--require-proof", "--json"]).code], [0, 20, 20]);
    let bare = one(&["--moves"]);
    assert!(bare.code == 0 && bare.stderr.contains("proven: at most"), "{}", bare.stderr);
}

/// What one kind takes for a comment may be a puzzle of another.
#[test]
fn no_puzzle_of_another_kind_is_passed_over() {
    let level = "#####\n#@$.#\n#####\n";
    for (args, input, line, words) in [
        (
            &["solve", "--json", "--kind", "tiles"][..],
            format!("{EIGHT}\n\n{level}\n{EIGHT}\n"),
            3,
            "the kind sokoban, but the others are of the kind tiles",
        ),
        (
            &["solve", "--json"],
            format!("{level}\n{EIGHT}\n\n{level}"),
            5,
            "tiles, but the others are of the kind sokoban",
        ),
    ] {
        let ran = run_with(args, &input);
        let rows = ran.json_lines();
        let bad: Vec<_> = rows.iter().filter(|row| row["outcome"] == "error").collect();
        assert_eq!((ran.code, rows.len(), bad.len(), &bad[0]["line"]), (1, 3, 1, &line.into()), "{}", ran.stdout);
        assert!(bad[0]["error"].as_str().unwrap().contains(words), "{}", ran.stdout);
        assert!(rows.is_sorted_by_key(|row| row["line"].as_u64()), "{}", ran.stdout);
    }
}

#[test]
fn json_names_the_line() {
    let ran = run_with(&["solve", "--json"], MIXED);
    let rows = ran.json_lines();
    let outcomes: Vec<_> =
        rows.iter().map(|row| (row["line"].as_u64().unwrap(), row["outcome"].as_str().unwrap())).collect();
    assert_eq!(outcomes, [(2, "solved"), (3, "error"), (4, "unsolvable"), (6, "solved")]);
    assert!(rows[1]["error"].as_str().unwrap().contains("nonsense"));
    assert_eq!(rows[0]["moves"], "L");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
}

#[test]
fn the_exit_code_is_the_worst_result() {
    let (good, odd, bad) = ("1 2 3/4 5 6/7 0 8\n", "1 2 3/4 5 6/8 7 0\n", "x/y\n");
    let hard = format!("{HARD}\n");
    let code = |lines: &[&str]| run_with(&["solve", "--max-expansions", "100"], lines.concat()).code;
    assert_eq!(code(&[good, good]), 0);
    assert_eq!(code(&[good, odd, good]), 10);
    assert_eq!(code(&[odd, &hard, good]), 20);
    assert_eq!(code(&[odd, &hard, bad, good]), 1);
}

#[test]
fn quiet_keeps_the_lines_together() {
    let ran = run_with(&["solve", "--quiet"], MIXED);
    assert_eq!(ran.stdout, "L\n\n\nL\n");
    assert!(ran.stderr.starts_with("error: stdin, line 3: not a valid position"), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1);
}

#[test]
fn selected_outputs_follow_each_other() {
    assert_eq!(run_with(&["solve", "--moves", "--result"], MIXED).stdout, "L\n1\n-\n-\n-\n-\nL\n1\n");
    let ran = run_with(&["solve", "--evaluation", "map"], "1 2/0 3\n0 2/1 3\n");
    assert_eq!(ran.stdout, "0 1\n\n0 1\n1 1\n\n");
}

#[test]
fn random_positions_are_solved_from_a_pipe_and_a_file() {
    let positions = run(&["random", "--size", "3x2", "--count", "50", "--seed", "1"]).stdout;
    let piped = run_with(&["solve", "--json", "-"], &positions);
    assert_eq!((piped.code, piped.stdout.lines().count()), (0, 50));
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(positions.as_bytes()).unwrap();
    let lengths = run(&["solve", "--moves", file.path().to_str().unwrap()]).stdout;
    let expected: Vec<String> = piped.json_lines().iter().map(|row| row["length"].to_string()).collect();
    assert_eq!(lengths.lines().collect::<Vec<_>>(), expected);
}

/// A hard position among easy ones: those behind it are done first, and wait.
#[test]
fn positions_side_by_side_are_answered_in_order() {
    let easy = run(&["random", "--size", "3x3", "--count", "60", "--seed", "8"]).stdout;
    let mut lines: Vec<&str> = easy.lines().filter(|line| !line.is_empty()).collect();
    lines.insert(3, "13 12 6 3/10 14 0 11/4 5 9 8/15 1 2 7");
    lines.insert(30, "1 2 3/4 nonsense");
    let input = lines.join("\n") + "\n";
    let answers = |threads: &str| {
        let ran = run_with(&["solve", "--json", "--threads", threads], &input);
        assert_eq!(ran.code, 1);
        let rows = ran.json_lines();
        rows.iter().map(|row| (row["line"].as_u64().unwrap(), row["length"].as_u64())).collect::<Vec<_>>()
    };
    let abreast = answers("3");
    assert_eq!(abreast.len(), 62);
    assert!(abreast.is_sorted_by_key(|(line, _)| *line));
    assert_eq!(abreast[3].1, Some(55));
    assert_eq!(abreast, answers("1"));
    let many = run_with(&["solve", "--json", "--threads", "5000"], &input);
    assert_eq!((many.code, many.stdout.as_str()), (2, ""), "{}", many.stderr);
}

#[test]
fn an_animation_is_for_one() {
    let ran = run_with(&["solve", "--animate"], MIXED);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.starts_with("error: --animate plays the solution of one position"));
}

/// Pushes of Sokoban and moves of blocks do not add up.
#[test]
fn moves_of_different_puzzles_are_not_added() {
    let ran = run(&["solve", "two-rooms", "pennant"]);
    assert!(ran.stderr.starts_with("2 positions: 2 solved; "), "{}", ran.stderr);
}
