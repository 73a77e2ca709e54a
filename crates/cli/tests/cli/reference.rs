//! The commands that tell about the tool itself.

use crate::run;

#[test]
fn version_and_help() {
    let ran = run(&["--version"]);
    // The commit stands behind the version, where it is known.
    let (version, rest) = ran.stdout.split_once('\n').unwrap();
    let number = format!("fewest {}", env!("CARGO_PKG_VERSION"));
    assert!(ran.code == 0 && (version == number || version.starts_with(&format!("{number}+"))), "{version}");
    assert_eq!(run(&["-V"]).stdout, format!("{version}\n"));
    for part in ["features: ", "SAT solvers: batsat", "puzzles: tiles, ", "algorithms: BFS, "] {
        assert!(rest.contains(part), "{part}: {rest}");
    }
    let help = run(&["--help"]).stdout;
    for command in [
        "solve",
        "compare",
        "check",
        "random",
        "verify",
        "explore",
        "generate",
        "render",
        "convert",
        "lab",
        "library",
        "serve",
        "algorithms",
        "completions",
        "man",
        "Exit codes:",
    ] {
        assert!(help.contains(command), "{command}");
    }
    let help = run(&["solve", "--help"]).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for rule in ["blank lines separate positions", "Exit codes:", "expanded_by_depth", "Examples:"] {
        assert!(help.contains(rule), "{rule}");
    }
}

#[test]
fn families_of_puzzles_say_what_they_are() {
    let help = run(&["generate", "--help"]).stdout;
    let about =
        |family: &str| help.lines().find_map(|line| line.trim().strip_prefix(family)).unwrap().trim().to_owned();
    assert!(about("rush").contains("Rush Hour") && about("blocks") != about("rush"), "{help}");
    assert!(run(&["generate", "rush", "--help"]).stdout.starts_with(&about("rush")), "{help}");
}

#[test]
fn algorithms_come_from_the_catalog() {
    let text = run(&["algorithms"]).stdout;
    let catalog = run(&["algorithms", "--json"]).json();
    for kind in ["algorithms", "heuristics"] {
        let entries = catalog[kind].as_array().unwrap();
        assert!(entries.len() >= 3);
        for entry in entries {
            let name = entry["name"].as_str().unwrap();
            assert!(text.contains(&format!("\n  {name} (also ")), "{name}");
            let source = entry["source"].as_str().unwrap();
            assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(source), "{source}");
        }
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell]);
        assert!(ran.code == 0 && ran.stdout.contains("max-expansions"), "{shell}");
    }
    let script = run(&["completions", "bash"]).stdout;
    for word in ["IDA*", "linear-conflict", "blank-first", "klotski", "two-rooms"] {
        assert!(script.contains(word), "{word}");
    }
    assert_eq!(run(&["completions", "abacus"]).code, 2);
}

#[test]
fn manual_pages() {
    let page = run(&["man"]).stdout;
    assert!(page.contains(".TH fewest 1") && page.contains("proven unsolvable"), "{page}");
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("man1");
    assert_eq!(run(&["man", "--dir", pages.to_str().unwrap()]).code, 0);
    for name in ["fewest", "fewest-solve", "fewest-check", "fewest-random", "fewest-verify", "fewest-algorithms"] {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let ran = run(&["man", "--dir", file.to_str().unwrap()]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with("error: cannot write manual pages to "), "{}", ran.stderr);
}

#[test]
fn one_algorithm_is_explained() {
    let ran = run(&["algorithms", "idastar"]);
    assert!(ran.code == 0 && ran.stdout.starts_with("IDA*\n") && ran.stdout.contains("--order"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("BFS\n"));
    let ran = run(&["algorithms", "linear-conflict", "--json"]).json();
    assert_eq!(ran["algorithms"].as_array().map(Vec::len), Some(0));
    assert!(ran["heuristics"].as_array().unwrap().iter().all(|entry| entry["name"] == "linear-conflict"));
    assert!(run(&["algorithms", "manhatan"]).stderr.contains("Did you mean \"manhattan\"?"));
}

#[test]
fn names_that_are_misspelt_are_guessed() {
    for (args, meant) in [
        (&["solve", "klotsky"][..], "Did you mean \"klotski\"?"),
        (&["library", "klotsky"], "Did you mean \"klotski\"?"),
        (&["solve", "1 2 3 0", "--heuristic", "manhatan"], "Did you mean \"manhattan\"?"),
        (&["solve", "1 2 3 0", "--solver", "IDAstr"], "Did you mean \"IDA*\"?"),
    ] {
        let ran = run(args);
        assert!(ran.code > 0 && ran.stderr.contains(meant), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn a_misuse_shows_how_the_command_is_used() {
    let ran = run(&["--color", "never", "solve", "1 2 3 0", "--discs", "3", "--edges", "1-2"]);
    assert!(ran.code == 2 && ran.stderr.contains("Usage: fewest solve "), "{}", ran.stderr);
    let ran = run(&["tables", "build", "--pick", "2", "--size", "3x3"]);
    assert!(ran.code == 2 && ran.stderr.contains("Usage: fewest tables build "), "{}", ran.stderr);
}

#[test]
fn families_say_what_they_are_and_how_they_are_called() {
    let help = run(&["generate", "--help"]).stdout;
    assert!(help.contains("Search for hard Rush Hour boards"), "{help}");
    let help = run(&["generate", "rush", "--help"]).stdout;
    assert!(help.contains("  fewest generate rush --size 5x5\n") && help.contains("--max <MOVES>"), "{help}");
}

#[test]
fn both_names_of_the_option_for_algorithms_are_understood() {
    let solved = |option: &str| run(&["solve", option, "BFS", "--moves", "1 2 3/4 5 6/7 0 8"]).stdout;
    assert_eq!((solved("--algorithm").as_str(), solved("--solver").as_str()), ("1\n", "1\n"));
}

#[test]
fn global_options_stand_last() {
    let help = run(&["solve", "-h"]).stdout;
    let at = |heading: &str| help.find(heading).unwrap_or_else(|| panic!("{heading}: {help}"));
    assert!(at("Global options:") > at("\nOutput:") && at("Global options:") > at("\nOptions:"));
}

#[test]
fn the_library_is_listed_kind_by_kind() {
    let ran = run(&["library", "--kind", "sokoban"]);
    assert!(ran.code == 0 && ran.stdout.contains("two-rooms") && !ran.stdout.contains("klotski"), "{}", ran.stdout);
    assert!(run(&["library", "--kind", "sokoban", "--json"]).json_lines().iter().all(|line| line["kind"] == "sokoban"));
}
