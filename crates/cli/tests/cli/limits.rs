//! Limits hold whatever is asked for: each case names a search that would take far more than it is given.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::{process, program, run};

/// What the program itself holds, whatever the limit: 21 MB for the smallest board in a build with all checks, and 45 MB with a
/// level of 60×60 squares, of which the limit allows 1 MB.
const PROGRAM: u64 = 44_000_000;
/// What a SAT solver may take between two looks at its memory. Without any look it took gigabytes.
const BEYOND: u64 = 16_000_000;
/// How long a search may go on when its time is up; generous, for the tests of a busy machine.
const LATE: Duration = Duration::from_secs(4);

/// A board of this size with its tiles in reverse order, or in an order next to that which has a solution.
pub(crate) fn reversed(width: usize, height: usize) -> String {
    let mut tiles: Vec<usize> = (0..width * height).rev().collect();
    // The blank is where it belongs, so the others must be an even permutation.
    let pairs = (0..tiles.len()).flat_map(|a| (a + 1..tiles.len()).map(move |b| (a, b)));
    let inversions = pairs.filter(|&(a, b)| tiles[b] != 0 && tiles[a] > tiles[b]).count();
    if inversions % 2 == 1 {
        tiles.swap(0, 1);
    }
    let rows = tiles.chunks(width).map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join("/")
}

/// A room of this size with a box and its goal in opposite quarters.
fn room(size: usize) -> String {
    let row = |row: usize| -> String {
        let square = |column: usize| match (row, column) {
            _ if row == 0 || column == 0 || row == size - 1 || column == size - 1 => '#',
            (2, 2) => '$',
            (2, 3) => '@',
            (row, column) if (row, column) == (size - 3, size - 3) => '.',
            _ => ' ',
        };
        (0..size).map(square).collect()
    };
    (0..size).map(row).collect::<Vec<_>>().join("\n")
}

/// The exit code of a command, the most memory that it held, and its time.
fn measure(args: &[&str]) -> (Option<i32>, u64, Duration) {
    let begun = Instant::now();
    let mut child =
        process().args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        // The most that it ever held, not what it holds now: no look comes too late but the last.
        let held = fs::read_to_string(&status).ok().and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.trim().trim_end_matches(" kB").parse::<u64>().ok()
        });
        peak = held.map_or(peak, |kilobytes| kilobytes * 1024).max(peak);
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), peak, begun.elapsed());
        }
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn formulas_keep_to_the_memory_and_the_time_that_they_are_given() {
    let boards = [reversed(128, 2), reversed(16, 16), reversed(9, 9)];
    let levels = [room(60), room(30)];
    let tiles = boards.iter().flat_map(|board| {
        [("SAT", "fewest"), ("SAT-any", "fewest"), ("SAT", "edixhoven")]
            .map(|(solver, encoding)| (solver, encoding, board))
    });
    let sokoban = levels.iter().flat_map(|level| ["fewest", "tamura"].map(|encoding| ("SAT", encoding, level)));
    for (solver, encoding, position) in tiles.chain(sokoban) {
        for memory in [5_000_000, 50_000_000] {
            let (limit, time) = (memory.to_string(), Duration::from_secs(1));
            let options = ["--solver", solver, "--encoding", encoding, "--memory-limit", &limit, "--time-limit", "1s"];
            let (code, peak, elapsed) = measure(&[&["solve", position], &options[..]].concat());
            let case =
                format!("{solver} {encoding} at {memory} bytes: {code:?}, {peak} bytes, {elapsed:?}\n{position}");
            // A solver's own memory is measured every few milliseconds, or later on a busy machine: it may grow beyond.
            assert!(peak <= PROGRAM + memory + memory / 2 + BEYOND, "{case}");
            assert!(elapsed <= time + LATE, "{case}");
            assert!(matches!(code, Some(0 | 20)), "{case}");
        }
    }
}

#[test]
fn a_limit_on_addresses_ends_a_search_and_not_the_program() {
    let (board, level) = (reversed(10, 10), room(30));
    let solvers = ["BFS", "BiBFS", "NBS", "HDA*", "PIDA*", "SMA*", "anytime", "SAT", "SAT-any"];
    let cases =
        solvers.map(|solver| (solver, &board)).into_iter().chain([("BFS", &level), ("HDA*", &level), ("SAT", &level)]);
    for (solver, position) in cases {
        for kilobytes in [250_000, 600_000] {
            for memory in [&[][..], &["--memory-limit", "20GB"]] {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("ulimit -v {kilobytes}; exec \"$@\""), "sh"]).arg(program());
                shell.args(["solve", "--solver", solver, "--time-limit", "500ms", position]).args(memory);
                let output = shell.stdin(Stdio::null()).output().unwrap();
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(matches!(output.status.code(), Some(0 | 20)), "{solver} in {kilobytes} kB: {output:?}");
                assert_eq!(said, "", "{solver} in {kilobytes} kB");
            }
        }
    }
}

/// Tables of six tiles each on 7×7 need gigabytes; a solution needs none.
#[test]
fn anytime_has_a_solution_though_its_tables_cannot_be_built() {
    let board = &reversed(7, 7);
    let limits = ["--time-limit", "1s", "--memory-limit", "200MB"];
    let ran = run(&[&["solve", board, "--algorithm", "anytime", "--pdb", "runs-6", "--json"][..], &limits].concat());
    let found = ran.json();
    assert_eq!(
        (ran.code, &found["outcome"], &found["heuristic"]),
        (0, &"solved".into(), &"manhattan".into()),
        "{found}"
    );
    assert!(found["notices"][0].as_str().is_some_and(|notice| notice.contains("memory")), "{found}");
}
