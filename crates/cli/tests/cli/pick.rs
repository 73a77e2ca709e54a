//! Collections: several inputs, one position of them, and its boards.

use std::fs;

use crate::{EIGHT, run, run_with};

const LEVELS: &str =
    "; First steps\n#####\n#@$.#\n#####\n\n; Second try\n######\n#@ $.#\n######\n\n######\n#.$ @#\n######\n";

#[test]
fn one_level_of_a_collection_is_picked() {
    let moves = |pick: &str| run_with(&["solve", "-", "--quiet", "--pick", pick], LEVELS).stdout;
    assert_eq!([moves("1"), moves("2"), moves("3")], ["R\n", "rR\n", "lL\n"]);
    assert_eq!([moves("second try"), moves("SECOND"), moves("first-steps")], ["rR\n", "rR\n", "R\n"]);
    for command in ["check", "explore", "convert"] {
        let args: &[&str] =
            if command == "explore" { &["explore", "--pick", "2", "-"] } else { &[command, "-", "--pick", "2"] };
        let ran = run_with(args, LEVELS);
        assert!(ran.code == 0 && !ran.stdout.contains("#@$.#"), "{command}: {}{}", ran.stdout, ran.stderr);
    }
    for (pick, said) in [
        ("4", "has 3 positions; there is no number 4"),
        ("thrid", "the titles are \"First steps\", \"Second try\""),
        ("s", "2 titles"),
        ("0", "counted from 1"),
        ("secnd try", "Did you mean \"Second try\"?"),
    ] {
        let ran = run_with(&["solve", "-", "--pick", pick], LEVELS);
        assert!(ran.code > 0 && ran.stderr.contains(said), "{pick}: {}", ran.stderr);
    }
    let ran = run_with(&["explore", "-"], LEVELS);
    assert!(ran.code == 1 && ran.stderr.contains("--pick"), "{}", ran.stderr);
}

#[test]
fn several_inputs_are_one_batch_whose_rows_have_names() {
    let folder = tempfile::tempdir().unwrap();
    let [levels, boards] = ["levels.xsb", "boards.txt"].map(|name| folder.path().join(name));
    fs::write(&levels, LEVELS).unwrap();
    fs::write(&boards, "1 2 3/4 5 6/7 0 8\n1 1 2 0\n").unwrap();
    let args = ["solve", EIGHT, levels.to_str().unwrap(), "klotski", boards.to_str().unwrap()];
    let ran = run(&args);
    let rows: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(rows.len(), 1 + 1 + 3 + 1 + 2, "{}", ran.stdout);
    for (row, name) in
        [(0, " puzzle "), (2, "First steps"), (3, "Second try"), (4, "levels.xsb"), (5, "Klotski"), (7, "boards.txt")]
    {
        assert!(rows[row].contains(name) || name.contains('.'), "{name}: {}", rows[row]);
    }
    assert_eq!(ran.code, 1, "a bad line");
    let lines = run(&[&args[..], &["--json"]].concat()).json_lines();
    let facts: Vec<String> =
        lines.iter().map(|line| format!("{} {} {}", line["title"], line["line"], line["outcome"])).collect();
    assert_eq!(facts[1], "\"First steps\" 2 \"solved\"");
    assert!(lines[6]["file"].as_str().unwrap().ends_with("boards.txt") && facts[6].contains("error"), "{}", facts[6]);
    assert_eq!(run_with(&["solve", "-", "-"], EIGHT).code, 2);
    let picked = run(&["solve", levels.to_str().unwrap(), boards.to_str().unwrap(), "--pick", "4", "--quiet"]);
    assert_eq!((picked.code, picked.stdout.as_str()), (0, "L\n"), "{}", picked.stderr);
}

#[test]
fn boards_show_every_position_of_a_solution() {
    let ran = run(&["solve", "1 2 3/4 5 6/0 7 8", "--boards"]);
    let captions: Vec<&str> =
        ran.stdout.lines().filter(|line| line.starts_with("start") || line.starts_with("move ")).collect();
    assert_eq!(captions, ["start", "move 1 of 2: L", "move 2 of 2: L"], "{}", ran.stdout);
    let json = run(&["solve", "1 2 3/4 5 6/0 7 8", "--boards", "--json"]).json();
    assert_eq!(json["boards"], serde_json::json!(["1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 8 0"]));
    assert!(run(&["solve", EIGHT, "--json"]).json().get("boards").is_none());
}

#[test]
fn boards_without_spaces_are_read() {
    let moves = |position: &str| run(&["solve", position, "--quiet"]).stdout;
    assert_eq!(moves("538024176"), moves(EIGHT));
    let hex = run(&["check", "FE169B4C0A73D852", "--json"]).json();
    assert_eq!(hex["position"], "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2");
    let ran = run_with(&["solve", "-", "--json"], "538024176\n123456780\n");
    assert_eq!(ran.json_lines().len(), 2, "{}", ran.stdout);
}

#[test]
fn pieces_may_be_tied() {
    let barbell = "tied: a\nstart:\na..\n.a.\n...\ngoal:\n...\n.a.\n..a\n";
    let ran = run_with(&["solve", "-", "--quiet", "--metric", "step"], barbell);
    assert_eq!((ran.code, ran.stdout.trim()), (0, "aR aD"), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(run_with(&["convert", "-"], barbell).stdout.trim(), barbell.trim());
    let untied = run_with(&["check", "-"], barbell.replace("tied: a\n", ""));
    assert!(untied.stdout.contains("write `tied: a` if its parts move as one"), "{}", untied.stdout);
}
