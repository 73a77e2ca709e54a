//! Sokoban on the command line.

use std::fs;

use crate::{run, run_with};

/// Skinner's Microban 1, level 1: 8 pushes, 33 moves.
const FIRST: &str = "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####";
/// Two boxes in a corridor, of which the second can never be reached.
const STUCK: &str = "########\n#@$ $..#\n########\n";

#[test]
fn a_level_is_drawn_and_solved() {
    let ran = run(&["solve", FIRST]);
    assert!(ran.stdout.starts_with(&format!("{FIRST}\n\n33 moves, 8 pushes\n")), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n8 pushes, proven optimal\nsearch  A* with matching\n"), "{}", ran.stdout);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80));
    let colored = run(&["solve", FIRST, "--color", "always"]).stdout;
    assert!(colored.contains("\u{1b}[30m\u{1b}[43m $ "), "{colored}");
    let moves = run_with(&["solve", "-", "--metric", "move"], FIRST).stdout;
    assert!(moves.contains("\n33 moves, proven optimal\n"), "{moves}");
}

#[test]
fn both_metrics_from_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.xsb");
    fs::write(&path, FIRST).unwrap();
    for (metric, length) in [("push", 8), ("move", 33)] {
        for ran in [
            run(&["solve", FIRST, "--metric", metric, "--json"]),
            run(&["solve", path.to_str().unwrap(), "--metric", metric, "--json"]),
            run_with(&["solve", "--metric", metric, "--json"], FIRST),
            run_with(&["solve", "--kind", "sokoban", "--metric", metric, "--json", "-"], FIRST.replace(' ', "-")),
            run_with(&["solve", "--metric", metric, "--json", "-"], "4#|#-.#|#--3#|#*@--#|#--$-#|#--3#|4#"),
        ] {
            let found = ran.json();
            assert_eq!((&found["length"], &found["proof"]), (&length.into(), &"optimal".into()), "{found}");
            assert_eq!((&found["puzzle"], &found["metric"]), (&"sokoban".into(), &metric.into()));
            assert_eq!(found["position"], FIRST);
            let moves = found["moves"].as_str().unwrap();
            assert!(moves.len() >= 33 && moves.chars().filter(char::is_ascii_uppercase).count() >= 8, "{moves}");
        }
    }
    assert_eq!(run(&["solve", FIRST, "--moves"]).stdout, "8\n");
}

#[test]
fn pushes_and_then_moves_or_moves_and_then_pushes() {
    let verdict = |metric: &str| {
        let ran = run(&["solve", "two-rooms", "--metric", metric]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout.lines().find(|line| line.contains("proven optimal")).unwrap_or_default().to_owned()
    };
    assert_eq!(verdict("push"), "11 pushes, proven optimal");
    assert_eq!(verdict("push-move"), "11 pushes and 19 moves, proven optimal (push-move)");
    assert_eq!(verdict("move-push"), "19 moves and 11 pushes, proven optimal (move-push)");
    let found = run(&["solve", "two-rooms", "--metric", "push-move", "--json"]).json();
    assert_eq!(
        (&found["length"], &found["lengths"]["push"], &found["lengths"]["move"]),
        (&11.into(), &11.into(), &19.into())
    );
    assert_eq!(found["moves"].as_str().unwrap().len(), 19);
    let compared =
        run(&["compare", "two-rooms", "--metric", "push-move", "--solver", "A*,BFS,SAT", "--json"]).json_lines();
    assert_eq!(compared.len(), 3);
    assert!(compared.iter().all(|row| row["length"] == 11 && row["proven"] == true), "{compared:?}");
    let table = run(&["compare", "two-rooms", "--metric", "push-move", "--solver", "A*"]).stdout;
    assert!(table.contains(" 11/19 "), "{table}");
    let table = run(&["solve", "two-rooms", "niche", "--metric", "move-push"]).stdout;
    assert!(table.contains(" 19/11 "), "{table}");
    // Another solution of 11 pushes is optimal in pushes, and not in both.
    let long = "uurDRRRlldLurrrurrdLLLLdlUruL";
    for (metric, code, said) in [
        ("push", 0, "solves the position: 11 pushes, 29 moves; proven optimal\n"),
        (
            "push-move",
            1,
            "solves the position: 11 pushes, 29 moves; not optimal: 11 pushes and 19 moves are enough (push-move)\n",
        ),
    ] {
        let ran = run(&["verify", "two-rooms", long, "--optimal", "--metric", metric]);
        assert_eq!((ran.code, ran.stdout.as_str()), (code, said));
    }
    let refused = run(&["solve", "two-rooms", "--metric", "push-move", "--solver", "greedy"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("greedy does not support the metric push-move; it supports push, move"),
        "{}",
        refused.stderr
    );
    let refused = run(&["solve", "two-rooms", "--metric", "move-push", "--solver", "BFS"]);
    assert!(refused.stderr.contains("BFS does not support the metric move-push"), "{}", refused.stderr);
    let refused = run(&["explore", "two-rooms", "--metric", "push-move"]);
    assert!(refused.code != 0 && refused.stderr.contains("are not available for sokoban"), "{}", refused.stderr);
}

#[test]
fn every_algorithm_of_sokoban() {
    let catalog = run(&["algorithms", "--json"]).json();
    for info in catalog["algorithms"].as_array().unwrap() {
        let name = info["name"].as_str().unwrap();
        let mut args = vec!["solve", FIRST, "--solver", name, "--json"];
        args.extend(if name == "DLS" { &["--depth", "8"][..] } else { &[] });
        let ran = run(&args);
        if !info["puzzles"].as_array().unwrap().contains(&"sokoban".into()) {
            assert!(
                ran.code == 2 && ran.stderr.contains("does not support sokoban; it supports"),
                "{name}: {}",
                ran.stderr
            );
            continue;
        }
        let found = ran.json();
        assert_eq!(found["outcome"], "solved", "{name}");
        assert!(info["optimal"] == false || found["length"] == 8, "{name}: {}", found["length"]);
    }
    let ran = run(&["solve", FIRST, "--heuristic", "manhattan"]);
    assert!(ran.code == 2 && ran.stderr.contains("choose one of auto, none, matching"), "{}", ran.stderr);
}

#[test]
fn files_of_several_levels_with_titles() {
    let text = format!(
        "A set\n\n; one\n{FIRST}\n\n{STUCK}Title: two\nAuthor: me\n\n; three\n####\n#@x#\n####\n\n5#|#@$.#|5#\n"
    );
    let ran = run_with(&["solve", "--json", "-"], &text);
    assert_eq!(ran.code, 1);
    let found = ran.json_lines();
    let line = |index: usize| (found[index]["line"].as_u64().unwrap(), found[index]["outcome"].as_str().unwrap());
    assert_eq!(
        (0..4).map(line).collect::<Vec<_>>(),
        [(4, "solved"), (12, "unsolvable"), (19, "error"), (23, "solved")]
    );
    assert_eq!(found[0]["position"], format!("; one\n{FIRST}"));
    assert!(found[1]["position"].as_str().unwrap().starts_with("; two\n"), "{}", found[1]);
    assert!(found[2]["error"].as_str().unwrap().contains("row 2, column 3: 'x' has no meaning"), "{}", found[2]);
    let table = run_with(&["solve", "-"], &text);
    assert!(
        table.stderr.contains("4 positions: 2 solved with 9 pushes in total, 1 unsolvable, 1 bad"),
        "{}",
        table.stderr
    );
    let lengths = run_with(&["solve", "--moves", "-"], format!("{FIRST}\n\n{FIRST}\n")).stdout;
    assert_eq!(lengths, "8\n8\n");
}

#[test]
fn every_fault_is_named_with_its_place() {
    let faults = |text: &str| {
        let ran = run_with(&["solve", "--kind", "sokoban", "-"], text);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{text}: {}", ran.stderr);
        ran.stderr
    };
    assert!(faults("#####\n#@$.\n#####\n").contains("the player can walk out at row 2, column 5"));
    assert!(faults("#####\n# $.#\n#####\n").contains("there is no player: write `@`"));
    assert!(faults("#####\n#@$ #\n#####\n").contains("the numbers of boxes (1) and goals (0) differ"));
    assert!(faults("######\n#@$.@#\n######\n").contains("row 2, column 5: a second player"));
    assert!(faults("####\n#@ #\n####\n").contains("there are no boxes"));
    let unknown = faults("; mine\n\n#####\n#@$.#\n#a b#\n#####\n");
    assert!(unknown.starts_with("error: stdin, line 3: not a valid position:\n"), "{unknown}");
    assert!(
        unknown.contains("row 3, column 2: 'a' has no meaning") && unknown.contains("row 3, column 4: 'b'"),
        "{unknown}"
    );
    assert!(faults(&"#@$.#\n".repeat(100_000)).contains("more than 64 rows"));
    assert!(faults("\0\n").contains("NUL"));
    let none = faults("nothing here\n");
    assert!(none.contains("has no position") && none.contains("5#|#@$.#|5#"), "{none}");
    // Several faults, each on a line of its own; `check` lists them too.
    let ran = run(&["check", "#####\n#@$x#\n# @?\n#####"]);
    assert!(ran.code == 1 && ran.stdout.starts_with("invalid: 5 faults\n"), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_solved_is_proven_so() {
    for (args, why) in [
        (&["solve", "-"][..], "not all boxes of the start can be brought to goals"),
        (&["check", "-"], "not all boxes of the start can be brought to goals"),
        (&["solve", "--solver", "BFS", "-"], "every position that can be reached, except deadlocks, was examined"),
    ] {
        let ran = run_with(args, STUCK);
        assert_eq!(ran.code, 10, "{}", ran.stdout);
        let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("unsolvable: {why}")), "{text}");
    }
    let ran = run(&["check", FIRST]);
    assert!(ran.code == 0 && ran.stdout.contains("6×7 Sokoban with 2 boxes, solvable"), "{}", ran.stdout);
    assert!(ran.stdout.contains("  push  move\n") && ran.stdout.contains("matching"), "{}", ran.stdout);
}

#[test]
fn a_limit_gives_a_lower_bound() {
    let ran = run(&["solve", FIRST, "--max-expansions", "3"]);
    assert_eq!(ran.code, 20, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("expansion limit reached: at least ") && ran.stdout.contains(" pushes\n"),
        "{}",
        ran.stdout
    );
    let found = run(&["solve", FIRST, "--max-expansions", "3", "--json"]).json();
    assert_eq!((&found["outcome"], &found["length"]), (&"limit".into(), &serde_json::Value::Null));
    assert!((4..=8).contains(&found["lower_bound"].as_u64().unwrap()), "{found}");
}

#[test]
fn solutions_are_verified() {
    let moves = run(&["solve", FIRST, "-q"]).stdout;
    let ran = run(&["verify", FIRST, moves.trim(), "--optimal"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "solves the position: 8 pushes, 33 moves; proven optimal\n"));
    let ran = run(&["verify", FIRST, moves.trim(), "--optimal", "--metric", "move"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "solves the position: 8 pushes, 33 moves; proven optimal\n"));
    let longer = format!("rl{}", moves.trim());
    let ran = run(&["verify", FIRST, &longer, "--optimal", "--metric", "move"]);
    assert!(ran.code == 1 && ran.stdout.contains("not optimal: 33 moves are enough"), "{}", ran.stdout);
    let ran = run(&["verify", FIRST, "rR"]);
    assert_eq!(ran.code, 1);
    let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("move 2 is illegal at the position below: R: there is no box at row 4, column 5;"), "{text}");
    let json = run(&["verify", "--json", "6#|#@$-.#|6#", "R R R"]).json();
    assert_eq!((&json["solves"], &json["illegal"][0]), (&false.into(), &3.into()), "{json}");
    assert_eq!((&json["lengths"]["push"], &json["lengths"]["move"]), (&2.into(), &2.into()));
    let ran = run(&["verify", FIRST, "xyz"]);
    assert!(ran.code == 1 && ran.stderr.contains("'x' is not a step"), "{}", ran.stderr);
}

#[test]
fn a_solution_is_played() {
    let ran = run(&["solve", "6#|#@$-.#|6#", "--animate"]);
    let film = "######\n#@$ .#\n######\nstart\n\n######\n# @$.#\n######\nmove 1 of 2: R\n\n######\n#  @*#\n######\nmove 2 of 2: R\n\n";
    assert!(ran.code == 0 && ran.stdout.starts_with(film), "{}", ran.stdout);
}

#[test]
fn levels_are_written_in_normal_form() {
    let ran = run(&["convert", "4#|#-.#|#_-3#|#*@--#|#--$-#|#--3#|4#"]);
    assert_eq!((ran.code, ran.stdout), (0, format!("{FIRST}\n")));
    let two = "5#|#@$.#|5#\nTitle: a\n\n\n; b\n####\n#@*#\n####";
    let written = run_with(&["convert", "-"], two).stdout;
    assert_eq!(written, "; a\n#####\n#@$.#\n#####\n\n; b\n####\n#@*#\n####\n");
    assert_eq!(run_with(&["convert", "--from", "xsb", "--to", "xsb", "-"], &written).stdout, written);
    assert_eq!(run(&["convert", FIRST, "--to", "json"]).code, 2);
    assert_eq!(run(&["convert", "klotski", "--to", "xsb"]).code, 2);
    let ran = run(&["convert", "#####|#@$##|#####"]);
    assert!(ran.code == 1 && ran.stderr.contains("they must be equal"), "{}", ran.stderr);
}

#[test]
fn the_library_is_listed_and_its_names_are_known() {
    let list = run(&["library"]).stdout;
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    let entries = run(&["library", "--json"]).json_lines();
    let levels: Vec<_> = entries.iter().filter(|entry| entry["kind"] == "sokoban").collect();
    assert!(levels.len() >= 5 && entries.len() > levels.len());
    for entry in levels {
        let name = entry["name"].as_str().unwrap();
        assert!(list.contains(name), "{name}");
        assert_eq!(run(&["solve", name, "--moves"]).stdout, format!("{}\n", entry["optimum"]["push"]), "{name}");
    }
    let text = run(&["library", "two-rooms"]).stdout;
    let named = run(&["solve", "two-rooms", "--metric", "move", "--json"]).json();
    let written = run_with(&["solve", "-", "--metric", "move", "--json"], &text).json();
    assert_eq!((&named["position"], &named["length"]), (&written["position"], &written["length"]));
    assert_eq!(run(&["convert", "Two Rooms"]).stdout, text);
    let ran = run(&["solve", "two-rooms", "--kind", "tiles"]);
    assert!(ran.code == 1 && ran.stderr.contains("two-rooms is a puzzle of the kind sokoban"), "{}", ran.stderr);
    // A level of that title is not replaced by the one of the library.
    assert_eq!(run(&["solve", "; Two rooms\n#####\n#@$.#\n#####", "--moves"]).stdout, "1\n");
}

#[test]
fn random_levels_have_a_solution() {
    let args = ["random", "--kind", "sokoban", "--size", "6x5", "--boxes", "2", "--count", "5", "--seed", "3"];
    let made = run(&args);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    assert_eq!(run(&args).stdout, made.stdout);
    assert!(made.stdout.starts_with("; Random, seed 3, number 1\n########\n"), "{}", made.stdout);
    let solved = run_with(&["solve", "--json"], &made.stdout).json_lines();
    assert_eq!(solved.len(), 5);
    assert!(solved.iter().all(|found| found["proof"] == "optimal" && found["length"] != 0), "{solved:?}");
    assert_eq!(run(&["random", "--kind", "sokoban", "-q"]).code, 0);
    for wrong in [
        &["random", "--kind", "sokoban", "--shuffle", "5"][..],
        &["random", "--kind", "sokoban", FIRST],
        &["random", "--kind", "sokoban", "--discs", "5"],
        &["random", "--boxes", "5"],
    ] {
        assert_eq!(run(wrong).code, 2, "{wrong:?}");
    }
    let ran = run(&["random", "--kind", "sokoban", "--size", "4x4", "--boxes", "9"]);
    assert!(ran.code == 1 && ran.stderr.contains("there must be from 1 to 4"), "{}", ran.stderr);
}

#[test]
fn levels_are_drawn_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    for (form, signature) in
        [("svg", "<svg"), ("png", "\u{89}PNG"), ("gif", "GIF89a"), ("html", "<!DOCTYPE"), ("pdf", "%PDF-")]
    {
        let path = folder.path().join(format!("picture.{form}"));
        let ran = run(&["render", FIRST, "-o", path.to_str().unwrap(), "--cell", "16"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{form}: {}", ran.stderr);
        let bytes = fs::read(&path).unwrap();
        let head: String = bytes.iter().take(signature.chars().count()).map(|&byte| char::from(byte)).collect();
        assert_eq!(head, signature);
    }
    // Every step counts, a walk's too.
    let later = run(&["render", "6#|#@-$.#|6#", "--moves", "rR", "--after", "1"]);
    assert!(later.code == 0 && later.stdout.contains("1/2 r"), "{}", later.stdout);
    assert_eq!(run(&["render", "6#|#@-$.#|6#", "--after", "3"]).code, 1);
    let ran = run_with(&["render", "-", "-o", folder.path().join("stuck.gif").to_str().unwrap()], STUCK);
    assert!(ran.code == 10 && ran.stderr.contains("no solution to show"), "{}", ran.stderr);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for args in [
        &["solve", FIRST, "--goal", "blank-last"][..],
        &["solve", FIRST, "--notation", "blank"],
        &["solve", FIRST, "--kind", "sokoban", "--metric", "step"],
        &["solve", FIRST, "--kind", "sokoban", "--size", "3x3"],
        &["solve", FIRST, "--pdb", "7-8"],
        &["solve", "klotski", "--metric", "push", "--kind", "blocks"],
        &["explore", FIRST, "--spill", "."],
        &["generate", "blocks", "--pieces", "2x2", "--metric", "push"],
    ] {
        assert_eq!(run(args).code, 2, "{args:?}");
    }
    // What is a metric of both goes by the looks of the puzzle.
    assert_eq!(run(&["solve", "klotski", "--metric", "move", "--moves"]).stdout, "81\n");
}
