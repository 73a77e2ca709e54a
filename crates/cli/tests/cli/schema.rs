//! `docs/schema.json` describes every line that a command prints with `--json`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::validator::Validator;
use crate::{EIGHT, HARD, ODD, Ran, run, run_with};

/// One push, and one more.
const LEVEL: &str = "#######\n#@ $ .#\n#######";
const SQUARE: &str = "1-2 2-3 3-4 4-1 1-3";

/// A puzzle of each kind, as every command reads it, and how random ones of its size are asked for.
const KINDS: [(&[&str], &[&str]); 7] = [
    (&[EIGHT], &["--size", "3x3"]),
    (&["--discs", "3"], &["--discs", "3"]),
    (&["--edges", SQUARE, "2 1 3 0"], &["--edges", SQUARE]),
    (&["rush-01"], &["--shuffle", "5", "rush-01"]),
    (&["two-rooms"], &["--kind", "sokoban"]),
    (&["--kind", "pancake", "3 1 2 4"], &["--kind", "pancake"]),
    (&["--kind", "cube", "--size", "2x2x2", "R U F'"], &["--kind", "cube", "--size", "2x2x2"]),
];

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
    serde_json::from_str(&fs::read_to_string(path).expect("docs/schema.json")).expect("JSON")
}

/// Compares what commands print with the schema, and remembers which definitions were asked for.
struct Lines {
    validator: Validator,
    seen: BTreeSet<&'static str>,
}

impl Lines {
    fn new() -> Self {
        Self { validator: Validator::new(&schema()), seen: BTreeSet::new() }
    }

    /// Runs a command, and compares each line that it prints; there must be so many, or some.
    fn of(&mut self, definition: &'static str, code: i32, args: &[&str]) -> Vec<Value> {
        let ran = run(args);
        self.compare(definition, code, args, &ran)
    }

    fn compare(&mut self, definition: &'static str, code: i32, args: &[&str], ran: &Ran) -> Vec<Value> {
        assert_eq!(ran.code, code, "{args:?}: {}", ran.stderr);
        let lines = ran.json_lines();
        assert!(!lines.is_empty(), "{args:?}: {}", ran.stderr);
        for line in &lines {
            self.validator.check(definition, line).unwrap_or_else(|fault| panic!("{args:?}: {fault}\n{line}"));
        }
        self.seen.insert(definition);
        lines
    }

    /// The same for a command with something between its name and the puzzle.
    fn of_kind(&mut self, definition: &'static str, code: i32, command: &[&str], puzzle: &[&str]) {
        self.of(definition, code, &[command, puzzle].concat());
    }
}

#[test]
fn every_kind() {
    let mut lines = Lines::new();
    for (puzzle, random) in KINDS {
        lines.of_kind("SolveLine", 0, &["solve", "--json", "--boards"], puzzle);
        lines.of_kind("SolveLine", 20, &["solve", "--json", "--solver", "A*", "--max-expansions", "1"], puzzle);
        lines.of_kind("CheckLine", 0, &["check", "--json"], puzzle);
        lines.of_kind("CompareLine", 0, &["compare", "--json", "--solver", "BFS,A*"], puzzle);
        lines.of_kind("ExploreLine", 0, &["explore", "--json"], puzzle);
        lines.of_kind("RandomLine", 0, &["random", "--json", "--seed", "1", "--count", "2"], random);
    }
}

#[test]
fn answers() {
    let mut lines = Lines::new();
    lines.of("SolveLine", 10, &["solve", "--json", ODD]);
    lines.of("SolveLine", 1, &["solve", "--json", "1 2 2/3 4 5/6 7 0"]);
    lines.of("SolveLine", 0, &["solve", "--json", "--solver", "SAT", "--metric", "mtm", "1 2 3/0 5 6/4 7 8"]);
    lines.of("SolveLine", 0, &["solve", "--json", "--solver", "SAT", "rush-01"]);
    lines.of("SolveLine", 0, &["solve", "--json", "--solver", "construct", HARD]);
    for form in ["list", "map"] {
        lines.of("SolveLine", 0, &["solve", "--json", "--solver", "IDA*", "--evaluation", form, EIGHT]);
    }
    let batch = format!("{EIGHT}\n{ODD}\n1 2 2/3 4 5/6 7 0\n");
    let args = ["solve", "--json", "-"];
    assert_eq!(lines.compare("SolveLine", 1, &args, &run_with(&args, &batch)).len(), 3);
    let args = ["check", "--json", "-"];
    assert_eq!(lines.compare("CheckLine", 1, &args, &run_with(&args, &batch)).len(), 3);
    let args = ["compare", "--json", "--metric", "mtm", "--solver", "BFS,NBS,construct", "-"];
    let two = format!("{EIGHT}\n1 2 3/4 5 6/7 0 8\n");
    assert_eq!(lines.compare("CompareLine", 0, &args, &run_with(&args, two)).len(), 6);
    lines.of("CompareLine", 20, &["compare", "--json", "--solver", "A*", "--max-expansions", "5", EIGHT]);
    lines.of("CompareLine", 0, &["compare", "--json", "--solver", "A*", ODD]);
    for (puzzle, moves, code) in
        [(EIGHT, "URDL", 1), ("1 2 3/4 5 6/7 0 8", "L", 0), ("rush-01", "AR", 1), (LEVEL, "rr", 1), (LEVEL, "u", 1)]
    {
        lines.of("VerifyLine", code, &["verify", "--json", puzzle, moves]);
    }
    for (moves, code) in [("L", 0), ("RLL", 1)] {
        lines.of("VerifyLine", code, &["verify", "--json", "--optimal", "1 2 3/4 5 6/7 0 8", moves]);
    }
    for puzzle in [&["--size", "2x3"][..], &["--edges", SQUARE], &["--discs", "4", "--pegs", "4"]] {
        lines.of_kind("ExploreLine", 0, &["explore", "--json"], puzzle);
    }
    for puzzle in [&["--size", "3x3"][..], &["klotski"]] {
        lines.of_kind("ExploreLine", 20, &["explore", "--json", "--time-limit", "1ms"], puzzle);
    }
    lines.of("LibraryLine", 0, &["library", "--json"]);
    lines.of("AlgorithmsLine", 0, &["algorithms", "--json"]);
    lines.of("AlgorithmsLine", 0, &["algorithms", "--json", "manhattan"]);
}

#[test]
fn certificates_tables_and_experiments() {
    let scratch = tempfile::tempdir().unwrap();
    let path = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let mut lines = Lines::new();
    for (puzzle, code) in [(&[EIGHT][..], 0), (&["rush-01"], 0), (&[ODD], 10)] {
        let folder = path("certificate");
        lines.of_kind("ProveLine", code, &["prove", "--json", "--force", "--out", &folder], puzzle);
        lines.of("ProveLine", code, &["prove", "--json", "--check", &folder]);
    }
    lines.of("ProveLine", 20, &["prove", "--json", "--time-limit", "1ms", "--out", &path("none"), HARD]);
    let tables = path("tables");
    let mut of_tables = |definition, code, args: &[&str]| {
        let output = crate::fewest().args(["tables"]).args(args).env("FEWEST_TABLES", &tables).output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let ran = Ran { code: output.status.code().unwrap(), stdout, stderr };
        lines.compare(definition, code, args, &ran);
    };
    of_tables("TablesBuildLine", 0, &["build", "--json", "--dry-run", "--size", "3x3"]);
    of_tables("TablesBuildLine", 0, &["build", "--json", "--size", "3x3"]);
    of_tables("TablesVerifyLine", 0, &["verify", "--json"]);
    let table = fs::read_dir(&tables).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&table).unwrap();
    fs::write(&table, &bytes[..bytes.len() / 2]).unwrap();
    of_tables("TablesVerifyLine", 1, &["verify", "--json"]);
    of_tables("TablesListLine", 0, &["list", "--json"]);
    of_tables("TablesPathLine", 0, &["path", "--json"]);
    of_tables("TablesStatsLine", 0, &["stats", "--json", "--size", "3x3", "--samples", "50"]);
    of_tables(
        "TablesStatsLine",
        0,
        &["stats", "--json", "--size", "3x3", "--samples", "50", "--heuristic", "manhattan"],
    );
    of_tables("TablesRemoveLine", 0, &["remove", "--json", "--all"]);
    lines.of("LabListLine", 0, &["lab", "list", "--json"]);
    lines.of("LabRunLine", 0, &["lab", "run", "example", "--quick", "--json", "--out", &path("lab")]);
    lines.of("GenerateLine", 0, &["generate", "rush", "--json", "--tally", "--size", "4x4"]);
    lines.of("GenerateLine", 0, &["generate", "blocks", "--json", "--tally", "--size", "3x2", "--pieces", "1x1*2"]);
    lines.of(
        "GenerateLine",
        0,
        &["generate", "rush", "--json", "--seed", "1", "--time-limit", "500ms", "--count", "2"],
    );
}

/// Every command that has `--json` is in these tests.
#[test]
fn no_command_is_forgotten() {
    let schema = schema();
    let defined = schema["definitions"].as_object().unwrap().keys().filter(|name| name.ends_with("Line"));
    let source = include_str!("schema.rs");
    // Parts of a solve line.
    for name in defined.filter(|name| !["SolvedLine", "ErrorLine"].contains(&name.as_str())) {
        assert!(source.contains(&format!("\"{name}\"")), "{name} is compared with nothing");
    }
    // Help names the commands, and theirs names the option.
    let commands = |help: &str| -> Vec<String> {
        let list = help.split("Commands:\n").nth(1).unwrap_or_default().split("\n\n").next().unwrap_or_default();
        let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    let help = |words: &[&str]| run(&[words, &["--help"]].concat()).stdout;
    for command in commands(&help(&[])).iter().filter(|command| *command != "help") {
        let own = help(&[command]);
        let mut subcommands: Vec<Vec<&str>> = vec![vec![command]];
        let parts = commands(&own);
        if !parts.is_empty() {
            subcommands = parts.iter().filter(|part| *part != "help").map(|part| vec![&**command, &**part]).collect();
        }
        for words in subcommands.iter().filter(|words| help(words).contains("--json")) {
            let definition: String = words
                .iter()
                .enumerate()
                .filter(|&(index, _)| index == 0 || words[0] != "generate")
                .map(|(_, word)| word[..1].to_uppercase() + &word[1..])
                .collect();
            assert!(schema["definitions"].get(format!("{definition}Line")).is_some(), "{words:?}: {definition}Line");
        }
    }
}
