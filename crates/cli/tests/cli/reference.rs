//! The commands that tell about the tool itself.

use crate::run;

#[test]
fn version_and_help() {
    let ran = run(&["--version"]);
    assert_eq!((ran.code, ran.stdout), (0, format!("fewest {}\n", env!("CARGO_PKG_VERSION"))));
    let help = run(&["--help"]).stdout;
    for command in [
        "solve",
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
