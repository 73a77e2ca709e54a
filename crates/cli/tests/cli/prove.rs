//! `fewest prove`: certificates are written whole, checked, and rejected where they were changed.

use std::fs;
use std::path::Path;

use crate::{EIGHT, HARD, ODD, run};

/// One push, and one more.
const LEVEL: &str = "#######\n#@ $ .#\n#######";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_certificate_is_written_and_checked() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("eight");
    for (solver, proof) in [("batsat", "proof.drat"), ("cadical", "proof.lrat")] {
        let ran = run(&["prove", EIGHT, "--optimum", "21", "--sat-solver", solver, "--out", text(&folder), "--force"]);
        if ran.code == 2 && solver == "cadical" {
            // A build without the native solvers says how to get one with them.
            assert!(ran.stderr.contains("--features native-sat"), "{}", ran.stderr);
            continue;
        }
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
        let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.starts_with("21 moves, certified optimal: no solution has 19 moves or fewer;"), "{said}");
        for file in ["formula.cnf", proof, "proof.drat", "solution.txt", "manifest.json"] {
            assert!(folder.join(file).is_file(), "{file}");
        }
        let checked = run(&["prove", "--check", text(&folder), "--json"]).json();
        assert_eq!(
            (&checked["certified"], &checked["length"], &checked["at_most"]),
            (&"optimal".into(), &21.into(), &19.into())
        );
        assert_eq!(checked["position"], EIGHT);
        let solution = fs::read_to_string(folder.join("solution.txt")).unwrap();
        assert_eq!(run(&["verify", EIGHT, solution.trim()]).code, 0);
    }
    // Nothing but the certificate is left behind.
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
}

#[test]
fn pushes_are_certified_too() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("level");
    let ran = run(&["prove", LEVEL, "--out", text(&folder), "--json"]);
    let found = ran.json();
    assert_eq!((ran.code, &found["length"], &found["at_most"]), (0, &2.into(), &1.into()), "{found}");
    assert_eq!(run(&["prove", "--check", text(&folder)]).code, 0);
}

/// Every metric of blocks, and slides: the formula says which, and every change is found.
#[test]
fn blocks_and_slides_are_certified_in_their_metric() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("certificate");
    let cases = [
        ("rush-01", "step", 7),
        ("rush-01", "slide", 4),
        ("rush-01", "move", 4),
        ("rush-01", "group", 4),
        ("ab..\n....\n\n....\n...a", "move", 1),
        ("1 2 3/0 4 6/7 5 8", "mtm", 3),
    ];
    for (puzzle, metric, length) in cases {
        let ran = run(&["prove", puzzle, "--metric", metric, "--json", "--force", "--out", text(&folder)]);
        let found = ran.json();
        assert_eq!((ran.code, &found["length"], &found["metric"]), (0, &length.into(), &metric.into()), "{found}");
        assert_eq!(found["at_most"], length - 1);
        let checked = run(&["prove", "--check", text(&folder), "--metric", metric, puzzle]);
        assert!(checked.code == 0 && checked.stdout.contains(&format!("\nmetric   {metric}\n")), "{}", checked.stderr);
        let other = run(&[
            "prove",
            "--check",
            text(&folder),
            "--metric",
            if metric == "mtm" { "stm" } else { "group" },
            puzzle,
        ]);
        assert!(metric == "group" || other.code == 1 && other.stderr.contains("about the metric"), "{}", other.stderr);
        let path = folder.join("manifest.json");
        let manifest = fs::read_to_string(&path).unwrap();
        let comment = fs::read_to_string(folder.join("formula.cnf")).unwrap();
        assert!(
            manifest.contains(&format!("metric {metric}: no solution"))
                && comment.contains(&format!("metric {metric}"))
        );
        // The same folder about another metric: neither the formula nor the words are right.
        let other = if metric == "mtm" {
            "stm"
        } else if metric == "move" {
            "slide"
        } else {
            "move"
        };
        fs::write(&path, manifest.replace(&format!("\"metric\": \"{metric}\""), &format!("\"metric\": \"{other}\"")))
            .unwrap();
        assert_eq!(run(&["prove", "--check", text(&folder)]).code, 1, "{puzzle}");
        fs::write(&path, &manifest).unwrap();
        assert_eq!(run(&["prove", "--check", text(&folder)]).code, 0, "{puzzle}");
    }
}

/// A solution whose moves the metric does not have is none, although its end is the goal.
#[test]
fn moves_of_another_metric_are_rejected() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("certificate");
    // Two pieces hook into each other: together they go right in one move, alone neither can go at all.
    let hooked = "aab..\nabb..\naab..\n\n.....\n.....\n.....";
    let puzzle = hooked.replace("\n\n.....\n.....\n.....", "\n\n.aa..\n.a...\n.aa..");
    let ran = run(&["prove", &puzzle, "--metric", "group", "--json", "--out", text(&folder)]);
    assert_eq!((ran.code, &ran.json()["length"]), (0, &1.into()), "{}", ran.stderr);
    let path = folder.join("manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    let tampered =
        manifest.replace("\"metric\": \"group\"", "\"metric\": \"slide\"").replace("metric group", "metric slide");
    assert_ne!(manifest, tampered);
    fs::write(&path, tampered).unwrap();
    let ran = run(&["prove", "--check", text(&folder)]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
}

#[test]
fn published_models_say_nothing_but_the_rules() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("model");
    for (position, encoding) in [("1 2 3/4 0 6/7 5 8", "edixhoven"), ("4 1 3/0 2 5", "edixhoven"), (LEVEL, "tamura")] {
        let ran = run(&["prove", position, "--encoding", encoding, "--out", text(&folder), "--force"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
        assert!(manifest.contains(&format!("\"encoding\": \"{encoding}\"")), "{manifest}");
        assert_eq!(run(&["prove", "--check", text(&folder)]).code, 0);
    }
    let ran = run(&["prove", EIGHT, "--encoding", "edixhoven-lines", "--out", text(&folder), "--force"]);
    assert!(ran.code == 2 && ran.stderr.contains("excludes some optimal solutions"), "{}", ran.stderr);
}

/// A formula that our bound alone makes false shows nothing.
#[test]
fn a_formula_has_something_to_refute() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("bare");
    for (position, encoding) in [("1 2 3/7 4 6/5 0 8", "edixhoven"), ("two-rooms", "tamura")] {
        let ran = run(&["prove", position, "--sat-solver", "batsat", "--json", "--out", text(&folder), "--force"]);
        let found = ran.json();
        assert_eq!((ran.code, &found["encoding"]), (0, &encoding.into()), "{}", ran.stderr);
        assert!(found["variables"].as_u64() > Some(100) && found.get("assumes").is_none(), "{found}");
        assert_eq!(run(&["prove", "--check", text(&folder)]).code, 0);
    }
    let asked = ["prove", "1 2 3/7 4 6/5 0 8", "--encoding", "fewest", "--out", text(&folder), "--force"];
    let ran = run(&asked);
    assert!(ran.code == 0 && ran.stdout.contains("\nassumes  our lower bounds"), "{}", ran.stdout);
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    assert!(manifest.contains("\"assumes\": \"our lower bounds"), "{manifest}");
    fs::write(folder.join("manifest.json"), manifest.replace("our lower bounds", "nothing at all")).unwrap();
    assert_eq!(run(&["prove", "--check", text(&folder)]).code, 1);
}

#[test]
fn one_kind_of_certificate_replaces_the_other() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("both");
    for (position, code, files) in [(EIGHT, 0, 4), (ODD, 10, 1), (EIGHT, 0, 4)] {
        let ran = run(&["prove", position, "--sat-solver", "batsat", "--out", text(&folder), "--force"]);
        assert_eq!(ran.code, code, "{}", ran.stderr);
        assert_eq!(run(&["prove", "--check", text(&folder)]).code, code);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), files);
    }
}

#[test]
fn what_was_changed_is_rejected() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("eight");
    let write = || assert_eq!(run(&["prove", EIGHT, "--out", text(&folder), "--force"]).code, 0);
    for file in ["formula.cnf", "proof.drat", "solution.txt", "manifest.json"] {
        write();
        let path = folder.join(file);
        let before = fs::read_to_string(&path).unwrap();
        fs::write(&path, &before[..before.len() / 2]).unwrap();
        let ran = run(&["prove", "--check", text(&folder)]);
        assert_eq!(ran.code, 1, "{file}: {}", ran.stdout);
        assert!(ran.stderr.contains("is not a certificate:") && ran.stderr.contains(file), "{file}: {}", ran.stderr);
    }
    // A manifest that claims another position: the formula is not its formula.
    write();
    let path = folder.join("manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    let changes = [
        ("5 3 8/0 2 4/1 7 6", "5 3 8/2 0 4/1 7 6", "its solution does not solve the puzzle"),
        ("drat-trim formula.cnf", "rm -rf formula.cnf", "`check_with`"),
        ("no solution costs 19", "no solution costs 20", "`claim`"),
        ("\"optimum\": 21", "\"optimum\": 4294967295", "must differ by 2"),
        ("\"encoding\": \"fewest\"", "\"encoding\": \"edixhoven\"", "formula is not the one for 19 moves"),
    ];
    for (from, to, words) in changes {
        assert!(manifest.contains(from), "{from}");
        fs::write(&path, manifest.replace(from, to)).unwrap();
        let ran = run(&["prove", "--check", text(&folder)]);
        assert!(ran.code == 1 && ran.stderr.contains(words), "{from}: {}", ran.stderr);
    }
}

#[test]
fn what_cannot_be_solved_is_certified_by_parity() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("odd");
    let ran = run(&["prove", ODD, "--out", text(&folder)]);
    assert_eq!((ran.code, ran.stderr.as_str()), (10, ""));
    assert!(ran.stdout.starts_with("certified unsolvable: "), "{}", ran.stdout);
    assert_eq!(run(&["prove", "--check", text(&folder)]).code, 10);
    let path = folder.join("unsolvable.json");
    let document = fs::read_to_string(&path).unwrap();
    fs::write(&path, document.replace("1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0")).unwrap();
    let ran = run(&["prove", "--check", text(&folder)]);
    assert!(ran.code == 1 && ran.stderr.contains("is not a certificate"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_certified_is_refused_and_leaves_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("none");
    let refusal = |args: &[&str], code: i32, words: &str| {
        let ran = run(&[&["prove", "--out", text(&folder)], args].concat());
        assert_eq!(ran.code, code, "{args:?}: {}{}", ran.stdout, ran.stderr);
        assert!(format!("{}{}", ran.stdout, ran.stderr).contains(words), "{args:?}: {}{}", ran.stdout, ran.stderr);
        assert!(!folder.exists(), "{args:?}");
    };
    refusal(&[EIGHT, "--optimum", "19"], 1, "the optimum is 21, not 19 as claimed");
    refusal(&["1 2 3/4 5 6/7 8 0"], 1, "nothing to certify");
    refusal(&["--kind", "hanoi", "3 2 1/-/-"], 1, "there are no certificates for hanoi");
    refusal(&["--metric", "move", LEVEL], 1, "tiles (stm, mtm)");
    refusal(&["rush-01", "--encoding", "fewest"], 2, "for blocks under move, choose rules");
    refusal(&["rush-01", "--metric", "stm"], 2, "--metric stm is for tiles");
    refusal(&["ab.\n\nba."], 1, "only a list of all positions would show it");
    refusal(&[EIGHT, "--sat-solver", "zchaff"], 2, "there is no SAT solver `zchaff`");
    refusal(&["1 2 3/4 5 6"], 1, "");
    refusal(&[HARD, "--time-limit", "300ms"], 20, "nothing was certified");
    refusal(&[EIGHT, "--proof-limit", "100"], 20, "nothing was certified");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("mine.txt"), "precious").unwrap();
    let ran = run(&["prove", EIGHT, "--out", text(&folder)]);
    assert!(
        ran.code == 1
            && ran.stderr.contains("exists and is not empty: name another folder, or replace it with --force"),
        "{}",
        ran.stderr
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_check_says_what_is_certified_and_compares_it_with_a_position() {
    let scratch = tempfile::tempdir().unwrap();
    for (position, code) in [(EIGHT, 0), (ODD, 10)] {
        let folder = scratch.path().join(code.to_string());
        assert_eq!(run(&["prove", position, "--out", text(&folder)]).code, code);
        let ran = run(&["prove", "--check", text(&folder)]);
        assert!(ran.stdout.contains(&format!("tiles, from {position}\n")), "{}", ran.stdout);
        assert!(ran.stdout.contains("to 1 2 3/4 5 6/7 8 0\n"), "{}", ran.stdout);
        assert_eq!(run(&["prove", "--check", text(&folder), "--json"]).json()["position"], position);
        assert_eq!(run(&["prove", "--check", text(&folder), position]).code, code);
        for other in [&["2 1 3/4 5 6/8 7 0"][..], &[position, "--goal", "blank-first"]] {
            let ran = run(&[&["prove", "--check", text(&folder)], other].concat());
            assert!(ran.code == 1 && ran.stderr.contains("it is for another puzzle"), "{other:?}: {}", ran.stderr);
        }
        assert_eq!(run(&["prove", "--check", text(&folder), "--kind", "tiles"]).code, 2);
    }
}

/// Whoever checks a certificate did not write it: no file of it may hang the check or fill memory.
#[test]
#[cfg(unix)]
fn hostile_files_are_refused() {
    use std::os::unix::fs::symlink;
    let scratch = tempfile::tempdir().unwrap();
    let optimal = scratch.path().join("optimal");
    assert_eq!(run(&["prove", EIGHT, "--out", text(&optimal)]).code, 0);
    let refused = |folder: &Path, words: &str| {
        let ran = run(&["prove", "--check", text(folder)]);
        assert!(ran.code == 1 && ran.stderr.contains(words), "{words}: {}{}", ran.stdout, ran.stderr);
    };
    let with = |name: &str, change: &dyn Fn(&Path)| {
        let folder = scratch.path().join(name);
        fs::create_dir(&folder).unwrap();
        for entry in fs::read_dir(&optimal).unwrap().flatten() {
            fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
        change(&folder);
        folder
    };
    let device = with("device", &|folder| {
        fs::remove_file(folder.join("solution.txt")).unwrap();
        symlink("/dev/zero", folder.join("solution.txt")).unwrap();
    });
    refused(&device, "not a regular file");
    let longer = with("longer", &|folder| {
        // A file with a hole takes no room, and would take minutes to read.
        let file = fs::OpenOptions::new().write(true).open(folder.join("formula.cnf")).unwrap();
        file.set_len(1 << 36).unwrap();
    });
    refused(&longer, "has 68719476736");
    let steps = with("steps", &|folder| {
        let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
        let at = manifest.find("\"proof_steps\": ").unwrap() + 15;
        let (before, after) = manifest.split_at(at);
        fs::write(folder.join("manifest.json"), format!("{before}1{after}")).unwrap();
    });
    refused(&steps, "steps, and it has");
    let unsolvable = scratch.path().join("unsolvable");
    fs::create_dir(&unsolvable).unwrap();
    symlink("/dev/zero", unsolvable.join("unsolvable.json")).unwrap();
    refused(&unsolvable, "not a regular file");
    fs::remove_file(unsolvable.join("unsolvable.json")).unwrap();
    fs::File::create(unsolvable.join("unsolvable.json")).unwrap().set_len(1 << 36).unwrap();
    refused(&unsolvable, "more than");
}
