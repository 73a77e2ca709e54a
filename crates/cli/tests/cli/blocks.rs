//! Sliding blocks on the command line.

use std::fs;

use crate::{run, run_with};

/// 60 moves and 103 steps among 2,332 positions (Fogleman 2018).
const RUSH: &str = "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM";
/// Two squares on a line that cannot pass each other.
const STUCK: &str = "ab.\n\n.ba\n";

#[test]
fn a_puzzle_is_drawn_and_solved() {
    let ran = run(&["solve", "pennant"]);
    let picture = "start  goal\naabb   ....\naacc   ....\nde..   ....\nfghh   aa..\nfgii   aa..\n\nmoves\n";
    assert!(ran.stdout.starts_with(picture), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n59 moves, proven optimal (move)\n"), "{}", ran.stdout);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80));
    let colored = run(&["solve", "pennant", "--color", "always"]).stdout;
    assert!(colored.contains("\u{1b}[38;5;16m\u{1b}[48;5;203m a "), "{colored}");
}

#[test]
fn every_metric_by_name_and_by_text() {
    for (metric, length) in [("step", 116), ("slide", 90), ("move", 81), ("group", 59)] {
        for puzzle in ["klotski", "1A9BF0C"] {
            let found = run(&["solve", puzzle, "--metric", metric, "--json"]).json();
            assert_eq!((&found["length"], &found["proof"]), (&length.into(), &"optimal".into()), "{puzzle} {metric}");
            assert_eq!((&found["puzzle"], &found["metric"]), (&"blocks".into(), &metric.into()));
        }
    }
    assert_eq!(run(&["solve", RUSH, "--moves"]).stdout, "60\n");
    assert_eq!(run_with(&["solve", "-", "--metric", "step", "--moves"], RUSH).stdout, "103\n");
}

#[test]
fn every_algorithm_of_blocks() {
    let catalog = run(&["algorithms", "--json"]).json();
    for info in catalog["algorithms"].as_array().unwrap() {
        let name = info["name"].as_str().unwrap();
        if !info["puzzles"].as_array().unwrap().contains(&"blocks".into()) {
            assert_eq!(run(&["solve", "simplicity", "--solver", name]).code, 2, "{name}");
            continue;
        }
        let mut args = vec!["solve", "simplicity", "--solver", name, "--json"];
        args.extend(if name == "DLS" { &["--depth", "18"][..] } else { &[] });
        let found = run(&args).json();
        assert_eq!(found["outcome"], "solved", "{name}");
        assert!(info["optimal"] == false || found["length"] == 18, "{name}: {}", found["length"]);
    }
    for info in catalog["heuristics"].as_array().unwrap() {
        let name = info["name"].as_str().unwrap();
        let of_blocks = |other: &serde_json::Value| other["puzzles"].as_array().unwrap().contains(&"blocks".into());
        let serves =
            catalog["heuristics"].as_array().unwrap().iter().any(|other| other["name"] == name && of_blocks(other));
        let ran = run(&["solve", "super-compo", "--solver", "A*", "--heuristic", name, "--metric", "step", "--json"]);
        match ran.code {
            0 => assert!(serves && ran.json()["length"] == 158, "{name}: {}", ran.stdout),
            // Of a puzzle with one piece in its goal there are no patterns.
            1 => assert!(
                name == "patterns" && ran.stderr.contains("no easier puzzle gives a better bound"),
                "{name}: {}",
                ran.stderr
            ),
            code => assert!(!serves && code == 2, "{name}: {}", ran.stderr),
        }
    }
}

#[test]
fn searches_from_both_ends_find_the_lengths_of_the_thesis() {
    // Wübbers 2019, chapter 7; there the goals of these puzzles were not listed.
    for (puzzle, steps) in [("klotski", 116), ("century", 131), ("blockado", 103)] {
        for solver in ["NBS", "BiBFS"] {
            let found = run(&["solve", puzzle, "--solver", solver, "--metric", "step", "--json"]).json();
            assert_eq!((&found["length"], &found["proof"]), (&steps.into(), &"optimal".into()), "{puzzle} {solver}");
        }
    }
}

#[test]
fn solutions_are_verified() {
    let moves = run(&["solve", "pennant", "-q"]).stdout;
    let ran = run(&["verify", "pennant", moves.trim(), "--optimal"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("59 moves (move)") && text.ends_with("proven optimal (move)"), "{text}");
    let ran = run(&["verify", "pennant", "dR2 dR"]);
    assert_eq!(ran.code, 1);
    let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("move 1 is illegal at the position below: piece `d` cannot go right: piece `e`"), "{text}");
    assert!(ran.stdout.ends_with("aabb\naacc\nde..\nfghh\nfgii\n"), "{}", ran.stdout);
    let json = run(&["verify", "--json", "pennant", "eR2 dR2 fU gL"]).json();
    assert_eq!((&json["solves"], &json["illegal"][0]), (&false.into(), &4.into()), "{json}");
    assert_eq!((&json["lengths"]["step"], &json["lengths"]["move"]), (&5.into(), &3.into()));
    assert_eq!(run(&["verify", "pennant", "d"]).code, 1);
}

#[test]
fn what_cannot_be_solved_is_proven_so() {
    let ran = run_with(&["solve", "-"], STUCK);
    assert_eq!(ran.code, 10);
    assert!(ran.stdout.contains("unsolvable: all 3 positions that can be reached were examined"), "{}", ran.stdout);
    let ran = run_with(&["check", "-"], STUCK);
    assert_eq!(ran.code, 10);
    assert!(ran.stdout.contains("unsolvable: all 3"), "{}", ran.stdout);
    let ran = run(&["check", "klotski"]);
    assert!(ran.code == 0 && ran.stdout.contains("4×5 sliding blocks with 10 pieces, solvable"), "{}", ran.stdout);
}

#[test]
fn random_positions_can_be_solved_again() {
    let args = ["random", "klotski", "--shuffle", "30", "--count", "3", "--seed", "5"];
    let shuffled = run(&args);
    assert_eq!((shuffled.code, shuffled.stderr.as_str()), (0, ""));
    assert_eq!(run(&args).stdout, shuffled.stdout);
    let evenly = run(&["random", "klotski", "--count", "2", "--seed", "5"]).stdout;
    let all = format!("{}{evenly}", shuffled.stdout);
    let solved = run_with(&["solve", "--json"], &all).json_lines();
    assert_eq!(solved.len(), 5);
    assert!(solved.iter().all(|found| found["outcome"] == "solved" && found["proof"] == "optimal"));
    assert_eq!(run(&["random", "--kind", "blocks"]).code, 2);
    assert_eq!(run(&["random", "1 2 3 0"]).code, 2);
    assert_eq!(run_with(&["random", "-", "--kind", "blocks"], STUCK).code, 1);
}

#[test]
fn every_fault_is_named_with_its_place() {
    let faults = |text: &str| {
        let ran = run_with(&["solve", "--kind", "blocks", "-"], text);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{text}: {}", ran.stderr);
        ran.stderr
    };
    let disconnected = faults("aba\n...\n\n..b\n...\n");
    assert!(disconnected.contains("piece `a` is not connected"), "{disconnected}");
    let two = faults("aba\n...\n\n..c\n...\n");
    assert!(two.contains("is not connected") && two.contains("piece `c`, which is not on the board"), "{two}");
    assert!(faults("ab\n..\n").contains("there is no goal"));
    assert!(faults("aa.\n\n..a\n").contains("not of its shape"));
    assert!(faults(&format!("{}\n\n.a\n", "a".repeat(17))).contains("at most 16 by 16"));
    assert!(faults("\0").contains("NUL"));
    let json = r#"{"format":"fewest-blocks","version":1,"board":["..",".."],"pieces":[{"label":"a","cells":[[0,0],[1,0]]},
        {"label":"b","cells":[[1,0],[1,2]]}],"goals":[[{"piece":"a","on":[[0,1],[1,1]]}]]}"#;
    let overlap = faults(json);
    assert!(overlap.contains("overlap") && overlap.contains("off the board"), "{overlap}");
}

#[test]
fn files_of_sbp_solver_are_read_where_they_hold_a_known_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.sbp");
    let name = path.to_str().unwrap();
    fs::write(&path, "ab.\n...\n\n..a\n...\n").unwrap();
    assert_eq!(run(&["solve", "--kind", "blocks", name]).code, 0);
    fs::write(&path, [0u8, 159, 146, 150]).unwrap();
    let ran = run(&["solve", "--kind", "blocks", name]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("not publicly documented") && ran.stderr.contains("To convert it"), "{}", ran.stderr);
}

#[test]
fn very_long_input_is_refused_in_little_memory() {
    let rows = "ab.\n".repeat(1 << 20);
    let ran = run_with(&["solve", "--kind", "blocks", "-"], rows);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("65536") || ran.stderr.contains("65,536"), "{}", ran.stderr);
}

#[test]
fn a_batch_of_boards() {
    let lines = format!("# two and a bad one\n60 {RUSH} 2332\n02 oooBoooooBooAAoBoooooooooooooooooooo 14\n02 ooo 1\n");
    let ran = run_with(&["solve", "--format", "rush", "-", "--json"], lines);
    assert_eq!(ran.code, 1);
    let found = ran.json_lines();
    let lengths: Vec<_> = found.iter().map(|found| (found["line"].clone(), found["length"].clone())).collect();
    assert_eq!(lengths[..2], [(2.into(), 60.into()), (3.into(), 2.into())]);
    assert_eq!(found[2]["outcome"], "error");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for args in [
        &["solve", "klotski", "--goal", "blank-last"][..],
        &["solve", "klotski", "--notation", "blank"],
        &["solve", "1 2 3 0", "--metric", "step"],
        &["solve", "klotski", "--kind", "blocks", "--metric", "stm"],
        &["solve", "klotski", "--pdb", "7-8"],
        &["solve", "klotski", "--format", "nonsense"],
        &["solve", "klotski", "--format", "rush", "--kind", "tiles"],
        &["explore", "klotski", "--spill", "."],
    ] {
        assert_ne!(run(args).code, 0, "{args:?}");
    }
    let ran = run(&["solve", "no-such-puzzle"]);
    assert!(ran.code == 1 && ran.stderr.contains("`fewest library` lists them"), "{}", ran.stderr);
}

#[test]
fn the_library_is_listed_and_printed() {
    let list = run(&["library"]).stdout;
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    let entries = run(&["library", "--json"]).json_lines();
    assert!(entries.len() >= 17);
    for entry in &entries {
        assert!(list.contains(entry["name"].as_str().unwrap()));
    }
    let donkey = run(&["library", "L'Ane Rouge", "--json"]).json();
    assert_eq!((&donkey["name"], &donkey["optimum"]["move"]), (&"klotski".into(), &81.into()));
    let text = run(&["library", "pennant"]).stdout;
    assert_eq!(run_with(&["solve", "-", "--moves"], text).stdout, "59\n");
    assert_eq!(run(&["library", "nothing"]).code, 1);
}

#[test]
fn a_limit_is_no_error_of_usage() {
    let args =
        ["generate", "blocks", "--pieces", "2x2 1x2*0-7 2x1*0-7 1x1*0-14", "--gaps", "2-16", "--time-limit", "1ms"];
    let ran = run(&[&args[..], &["--tally"]].concat());
    assert!(
        ran.code == 20 && ran.stderr.starts_with("time limit: not all layouts were counted"),
        "{} {}",
        ran.code,
        ran.stderr
    );
    assert_eq!(run(&args).code, 20);
}

#[test]
fn several_puzzles_in_every_format() {
    let two = run(&["random", "klotski", "--count", "2", "--seed", "1", "-q"]).stdout;
    for format in ["native", "json", "jimslide", "slide", "common-code", "short-code", "raw-code"] {
        let text = run_with(&["convert", "-", "--to", format], &two).stdout;
        let solved = run_with(&["solve", "--kind", "blocks", "--moves", "-"], &text);
        assert_eq!((solved.code, solved.stdout.lines().count()), (0, 2), "{format}: {text}{}", solved.stderr);
    }
}

#[test]
fn what_could_be_misread_is_refused() {
    let refused = |text: &str, word: &str| {
        let ran = run_with(&["solve", "--kind", "blocks", "-"], text);
        assert!(ran.code == 1 && ran.stderr.contains(word), "{text}: {} {}", ran.code, ran.stderr);
    };
    refused("a.\n\n.a\n\nb.\n\n.b\n", "without a heading");
    refused("start:\na.\ngoal:\n..\nempty:\n..\n", "requires nothing");
    refused("a\tb.\n....\n\n...a\n....\n", "a tab");
    refused("a\u{301}b.\n\n..a\n", "is not a visible character");
    // A comment as other files have them.
    assert_eq!(run_with(&["solve", "-", "--moves"], "# mine\nstart:\na.\ngoal:\n.a\n").stdout, "1\n");
    assert_eq!(run_with(&["solve", "-", "--moves"], "## Korf\n5 3 8/0 2 4/1 7 6\n").stdout, "21\n");
    let ran = run(&["solve", "klotski", "--size", "4x4"]);
    assert!(ran.stderr.contains("but the puzzle is of the kind blocks"), "{}", ran.stderr);
}

#[test]
fn memory_that_is_full_is_no_end_with_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let args = ["solve", "new-century", "--metric", "step", "--memory-limit", "300kB", "--json"];
    assert_eq!(run(&args).json()["outcome"], "limit");
    let found = run(&[&args[..], &["--spill", name]].concat()).json();
    assert_eq!((&found["length"], &found["proof"]), (&307.into(), &"optimal".into()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let ran = run(&["solve", "klotski", "--spill", "/no/such/folder"]);
    assert!(ran.code == 2 && ran.stderr.contains("name a folder that exists"), "{}", ran.stderr);
}

#[test]
fn formats_are_converted() {
    assert_eq!(run(&["convert", "klotski", "--to", "short-code"]).stdout, "4WVE1\n");
    let native = run(&["convert", RUSH]).stdout;
    assert_eq!(run_with(&["convert", "--to", "rush"], native).stdout.trim(), RUSH);
    for format in ["native", "json", "jimslide", "slide", "common-code", "raw-code"] {
        let text = run(&["convert", "klotski", "--to", format]).stdout;
        let ran = run_with(&["solve", "--kind", "blocks", "--moves", "-"], &text);
        assert_eq!(ran.stdout, "81\n", "{format}: {text}{}", ran.stderr);
    }
    let ran = run(&["convert", "klotski", "--to", "rush"]);
    assert!(ran.code == 1 && ran.stderr.contains("rush cannot express"), "{}", ran.stderr);
}

#[test]
fn puzzles_are_explored() {
    let found = run(&["explore", "pennant", "--json"]).json();
    assert_eq!((&found["positions"], &found["goals"], &found["optimum"]), (&1398.into(), &32.into(), &59.into()));
    assert_eq!(found["farthest_pair"]["distance"], 105);
    assert_eq!(found["pieces"]["roles"].as_array().unwrap().len(), 9);
    let text = run(&["explore", "pennant"]).stdout;
    for word in ["optimum", "hardest start", "farthest apart", "solutions", "bottlenecks", "minimal", "difficulty"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert_eq!(run_with(&["explore", "--kind", "blocks", "-"], STUCK).code, 10);
    let ran = run(&["explore", "klotski", "--memory-limit", "100kB", "--json"]);
    assert_eq!((ran.code, &ran.json()["outcome"]), (20, &"limit".into()));
}

#[test]
fn boards_are_generated_and_taken_up_again() {
    let rush = run(&["generate", "rush", "--size", "4x4", "--count", "3"]);
    assert_eq!(rush.code, 0, "{}", rush.stderr);
    let lengths: Vec<u32> = rush.stdout.lines().map(|line| line[..2].parse().unwrap()).collect();
    assert!(lengths.len() == 3 && lengths.is_sorted_by(|a, b| a >= b), "{}", rush.stdout);
    let solved = run_with(&["solve", "--json", "--format", "rush", "-"], &rush.stdout).json_lines();
    assert!(solved.iter().zip(&lengths).all(|(found, length)| found["length"] == *length), "{}", rush.stdout);

    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("hunt.json");
    let state = state.to_str().unwrap();
    let walks = |count: &str, more: &[&str]| {
        let args =
            ["generate", "rush", "--size", "5x5", "--method", "anneal", "--steps", "60", "--seed", "3", "--walks"];
        run(&[&args[..], &[count], more].concat()).stdout
    };
    let whole = walks("8", &["--threads", "1"]);
    assert_eq!(whole, walks("8", &["--threads", "2"]));
    let _ = walks("3", &["--state", state]);
    assert_eq!(whole, walks("8", &["--state", state]));
    let other = run(&["generate", "rush", "--size", "4x4", "--state", state]);
    assert!(other.code == 1 && other.stderr.contains("another search"), "{}", other.stderr);
}

#[test]
fn puzzles_of_given_pieces_are_generated() {
    let args =
        ["generate", "blocks", "--size", "4x3", "--pieces", "2x2 1x2*2 1x1*0-4", "--target", "3,2", "--gaps", "2"];
    let ran = run(&[&args[..], &["--count", "2"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("title: Number 1, 5 moves (move), "), "{}", ran.stdout);
    let lengths = run_with(&["solve", "--moves", "-"], &ran.stdout).stdout;
    assert_eq!(lengths.lines().next(), Some("5"));
    let tally = run(&["generate", "rush", "--size", "4x4", "--tally", "--json"]).json();
    assert_eq!((&tally["boards"], &tally["positions"]), (&1349.into(), &9304.into()));
    let args = ["generate", "blocks", "--size", "3x2", "--pieces", "2x1 1x1*0-6", "--gaps", "1-6", "--tally", "--json"];
    let tally = run(&args).json();
    assert_eq!((&tally["layouts"], &tally["groups"]), (&60.into(), &5.into()));
    for wrong in [
        &["generate", "blocks", "--pieces", "2x2*2"][..],
        &["generate", "blocks", "--pieces", "9x9"],
        &["generate", "blocks", "--pieces", "what"],
        &["generate", "rush", "--size", "9x9"],
        &["generate", "rush", "--red-row", "7"],
        &["generate", "rush", "--lengths", "1-3"],
        &["generate", "rush", "--size", "4x4", "--walks", "3", "--method", "enumerate"],
        &["generate", "rush", "--size", "4x4", "--min", "5", "--max", "3"],
        &["generate", "rush", "--walls", "40"],
        &["generate", "blocks", "--pieces", "2x2 1x1", "--walls", "9,9"],
        &["generate", "blocks", "--pieces", "2x2 1x1", "--gaps", "100"],
        &["generate", "blocks", "--pieces", "2x2 1x1", "--size", "9x9"],
    ] {
        assert_eq!(run(wrong).code, 2, "{wrong:?}");
    }
}

#[test]
#[cfg(unix)]
fn what_was_found_is_printed_though_its_state_finds_no_room() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("hunt.json");
    // A file of more than one block is refused, as on a full disk.
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]).arg(crate::program());
    shell.args(["generate", "rush", "--size", "5x5", "--walks", "2", "--steps", "40", "--count", "20", "--state"]);
    let output = shell.arg(&state).output().unwrap();
    let (found, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(found.lines().count() >= 10, "{found}\n{said}");
    assert!(
        said.contains("hunt.json cannot be written") && said.contains("the puzzles found so far are printed"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing half written is left");
}
