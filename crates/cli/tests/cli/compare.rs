//! `fewest compare`.

use std::fs;

use crate::{EIGHT, HARD, run, run_with};

#[test]
fn searches_stand_side_by_side() {
    let args = ["compare", EIGHT, "--solver", "BFS,A*,IDA*", "--heuristic", "manhattan,linear-conflict"];
    let ran = run(&args);
    let rows: Vec<Vec<&str>> = ran
        .stdout
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    // On a busy machine even the smallest tables may take a time that is shown.
    let head: Vec<&str> = rows[0].iter().copied().filter(|&name| name != "tables").collect();
    assert_eq!(head, ["algorithm", "heuristic", "length", "proven", "expanded", "generated", "time", "memory"]);
    let searches: Vec<_> = rows[1..].iter().map(|row| row[..4].join(" ")).collect();
    assert_eq!(
        searches,
        [
            "BFS - 21 yes",
            "A* manhattan 21 yes",
            "A* linear-conflict 21 yes",
            "IDA* manhattan 21 yes",
            "IDA* linear-conflict 21 yes"
        ],
        "{}",
        ran.stdout
    );
    assert_eq!(rows[3][4], "305", "as solve says");
    assert_eq!(ran.code, 0);
}

#[test]
fn several_positions_are_summed_up() {
    let two = format!("{EIGHT}\n1 2 3/4 5 6/7 0 8\n");
    let ran = run_with(&["compare", "-", "--solver", "BFS,A*"], &two);
    let row = |name: &str| ran.stdout.lines().find(|line| line.starts_with(name)).expect(&ran.stdout).to_owned();
    assert!(row("A*").contains("2 of 2") && row("A*").contains(" 22 "), "{}", ran.stdout);
    assert!(ran.code == 0 && ran.stdout.contains("Sums over 2 positions"), "{}", ran.stdout);
    let lines = run_with(&["compare", "-", "--solver", "BFS,A*", "--json"], &two).json_lines();
    assert_eq!(lines.len(), 4);
    assert!(lines[3]["position_number"] == 2 && lines[3]["length"] == 1 && lines[3]["proven"] == true, "{}", lines[3]);
    let csv = run_with(&["compare", "-", "--solver", "BFS,A*", "--csv"], &two).stdout;
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(columns.len() == 5 && columns.iter().all(|&count| count == columns[0]), "{csv}");
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("out.svg");
    assert_eq!(run_with(&["compare", "-", "--plot", plot.to_str().unwrap()], &two).code, 0);
    assert!(fs::read_to_string(plot).unwrap().starts_with("<svg "));
}

#[test]
fn what_did_not_run_to_its_end_is_not_mistaken_for_an_answer() {
    let ran = run(&["compare", HARD, "--solver", "IDA*,SMA*", "--heuristic", "manhattan", "--max-expansions", "1000"]);
    assert!(ran.code == 20 && ran.stdout.contains("> 1,000") && ran.stdout.contains('≥'), "{}", ran.stdout);
    // One search is refused, another is not.
    let ran = run(&["compare", "two-rooms", "--solver", "NBS,A*"]);
    let row = ran.stdout.lines().find(|line| line.starts_with("NBS")).expect(&ran.stdout);
    assert!(ran.code == 0 && row.contains("refused") && ran.stdout.contains("\nNBS with auto: "), "{}", ran.stdout);
    let ran = run(&["compare", "two-rooms", "--solver", "NBS"]);
    assert!(ran.code == 2 && ran.stderr.contains("every search was refused"), "{}", ran.stderr);
    let ran = run(&["compare", EIGHT, "--solver", "A*,Bogus"]);
    assert!(ran.code == 2 && ran.stderr.contains("Bogus"), "{}", ran.stderr);
    assert_eq!(run(&["compare", "1 1 2 0"]).code, 1);
}

#[test]
fn a_heuristic_that_no_algorithm_uses_is_refused() {
    let ran = run(&["compare", EIGHT, "--solver", "BFS,Dijkstra", "--heuristic", "manhattan"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("--heuristic manhattan has no effect: none of BFS, Dijkstra uses"),
        "{}",
        ran.stderr
    );
    assert_eq!(run(&["compare", EIGHT, "--solver", "BFS,A*", "--heuristic", "manhattan"]).code, 0);
}
