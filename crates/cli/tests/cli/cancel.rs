//! Ctrl-C and the time limit in everything that takes its time: each case is a command that would go on for minutes.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::limits::reversed;
use crate::{EIGHT, HARD, process, run};

/// What a command may still compute after the signal, all its threads together, in hundredths of a second: ten are promised, and
/// the rest is for a build with every check in it and for a machine that is busy. Time on the clock says nothing there.
const SOON: u64 = 15;
/// What a command has computed, in hundredths of a second, when the signal comes.
const AT_WORK: u64 = 40;
/// A command that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// The state of a process and the hundredths of a second that it has computed (see proc(5)). Those of one that has ended can be
/// asked for until it is waited for.
fn standing(child: &Child) -> (char, u64) {
    let text = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    let fields: Vec<&str> = text.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let hundredths: u64 = [11, 12].iter().map(|&at: &usize| fields[at].parse::<u64>().unwrap()).sum();
    (fields[0].chars().next().unwrap(), hundredths)
}

/// Waits until a process has ended or `is_enough` says so of what it has computed, and returns both.
fn wait_for(child: &mut Child, case: &str, is_enough: impl Fn(u64) -> bool) -> (bool, u64) {
    let begun = Instant::now();
    loop {
        let (state, hundredths) = standing(child);
        if state == 'Z' || is_enough(hundredths) {
            return (state == 'Z', hundredths);
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{case}: it does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Runs a command, sends it SIGINT when it is at work, and holds what it computes after that against what it may.
fn ends_soon(args: &[&str], codes: &[i32], answer: &str) {
    ends_soon_after(AT_WORK, args, codes, answer);
}

/// The same for a command that is at work once it has computed for so many hundredths of a second.
fn ends_soon_after(work: u64, args: &[&str], codes: &[i32], answer: &str) {
    let case = args.join(" ");
    let out = tempfile::NamedTempFile::new().unwrap();
    let stdout = out.reopen().unwrap();
    let stderr = stdout.try_clone().unwrap();
    let mut child = process().args(args).stdin(Stdio::null()).stdout(stdout).stderr(stderr).spawn().unwrap();
    let (has_ended, before) = wait_for(&mut child, &case, |hundredths| hundredths >= work);
    assert!(!has_ended, "{case}: it ended by itself\n{}", fs::read_to_string(out.path()).unwrap());
    let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let (_, after) = wait_for(&mut child, &case, |_| false);
    let code = child.wait().unwrap().code();
    let said = fs::read_to_string(out.path()).unwrap_or_default();
    // How it ended stands at the end; there may be megabytes before.
    let end: String = said.chars().skip(said.chars().count().saturating_sub(2000)).collect();
    println!("{} hundredths of a second after the signal, exit {code:?}: {case}", after - before);
    assert!(after - before <= SOON, "{case}: {} hundredths of a second", after - before);
    assert!(code.is_some_and(|code| codes.contains(&code)), "{case}: {code:?}\n{end}");
    assert!(said.contains(answer), "{case}\n{end}");
}

/// A puzzle of sliding blocks with more positions than anyone counts.
const BLOCKS: &str = "\
start:\naabcdef\naabcdef\ngghhiij\nkkllmmj\nnnooppq\n......q\n.......\n\
goal:\n.......\n.......\n.......\n.......\n.......\n.....aa\n.....aa\n";

/// Every algorithm, with a position that keeps it busy.
#[test]
fn every_algorithm_ends_within_a_tenth_of_a_second_of_computing_after_ctrl_c() {
    let catalog = run(&["algorithms", "--json"]).json();
    let folder = tempfile::tempdir().unwrap();
    let blocks = folder.path().join("blocks.txt");
    fs::write(&blocks, BLOCKS).unwrap();
    let (board, vast) = (reversed(10, 10), reversed(16, 16));
    for algorithm in catalog["algorithms"].as_array().unwrap() {
        let name = algorithm["name"].as_str().unwrap();
        let has = |list: &str, wanted: &str| algorithm[list].as_array().unwrap().iter().any(|item| item == wanted);
        // It answers at once, whatever it is asked. Its moves, of which there may be no end, are among the commands.
        if name == "recursive" {
            continue;
        }
        let position = match name {
            // It answers for a hundred cells before the signal comes.
            "construct" => &*vast,
            _ if has("puzzles", "tiles") => &board,
            _ => blocks.to_str().unwrap(),
        };
        let depth = if has("parameters", "depth") { &["--depth", "300"][..] } else { &[] };
        let args = [&["solve", "--json", "--memory-limit", "500MB", "--solver", name, position][..], depth].concat();
        // These give a solution at any time, and have one by then, or nearly.
        let codes = if matches!(name, "anytime" | "construct") { &[0, 20][..] } else { &[20] };
        // It constructs a solution of 256 cells in less than half a second.
        let work = if name == "construct" { AT_WORK / 4 } else { AT_WORK };
        ends_soon_after(work, &args, codes, "\"lower_bound\"");
    }
}

/// A suite that takes hours.
const SUITE: &str = r#"
    name = "endless"
    title = "Endless"
    [[instances]]
    group = "hard"
    puzzles = [{ kind = "tiles", position = "0 15 8 13 12 11 9 10 14 3 6 2 4 7 5 1" }]
    [[searches]]
    algorithms = ["IDDFS"]
"#;

/// A suite of more instances than anyone makes, shuffled by so many moves.
fn vast_suite(shuffles: &str) -> String {
    format!(
        "name = \"vast\"\ntitle = \"Vast\"\n[[instances]]\ngroup = \"many\"\ncount = 100000\nseed = 1\n{shuffles}\n\
         random = {{ kind = \"tiles\", size = \"16x16\" }}\n[[searches]]\nalgorithms = [\"A*\"]\n"
    )
}

/// Writes a certificate whose proof is said to have many gigabytes, and has, though they take no room.
fn vast_certificate(folder: &Path) {
    let name = folder.to_str().unwrap();
    let ran = run(&["prove", EIGHT, "--out", name]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let manifest = folder.join("manifest.json");
    let mut text: Value = serde_json::from_str(&fs::read_to_string(&manifest).unwrap()).unwrap();
    let bytes = 64u64 << 30;
    for file in text["files"].as_array_mut().unwrap() {
        if file["name"] == "proof.drat" {
            file["bytes"] = bytes.into();
        }
    }
    fs::write(&manifest, text.to_string()).unwrap();
    fs::OpenOptions::new().write(true).open(folder.join("proof.drat")).unwrap().set_len(bytes).unwrap();
}

#[test]
fn every_command_ends_within_a_tenth_of_a_second_of_computing_after_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("suite.toml"), SUITE).unwrap();
    fs::write(at("hard.txt"), format!("{HARD}\n").repeat(8)).unwrap();
    fs::write(at("vast.toml"), vast_suite("")).unwrap();
    fs::write(at("shuffled.toml"), vast_suite("shuffles = [1000000000]")).unwrap();
    // A board of many tiles, and moves to and fro: what is drawn takes minutes.
    let row = |row: usize| (1..=16).map(|column| ((row * 16 + column) % 256).to_string()).collect::<Vec<_>>().join(" ");
    let (solved, moves) = ((0..16).map(row).collect::<Vec<_>>().join("/"), "R L ".repeat(2000));
    let film = |file: &str| {
        ["render".to_owned(), solved.clone(), "--moves".to_owned(), moves.clone(), "-o".to_owned(), at(file)]
    };
    let (gif, page) = (film("film.gif"), film("film.html"));
    let (gif, page) = (gif.each_ref().map(String::as_str), page.each_ref().map(String::as_str));
    vast_certificate(&folder.path().join("vast"));
    fs::create_dir(at("spill")).unwrap();
    let discs = (1..=40).rev().map(|disc| disc.to_string()).collect::<Vec<_>>().join(" ");
    let towers = format!("{discs}/-/-");
    // Commands that answer at once are not here: algorithms, completions, convert, help, library, man, verify, and the other
    // commands of `tables` and `lab`. `serve` and what waits for input are tested in `signals`.
    let cases: &[(&[&str], &[i32], &str)] = &[
        (&["solve", &at("hard.txt"), "--solver", "IDA*"], &[20], "cancelled"),
        (&["solve", "--result", &towers], &[20], "cancelled after"),
        (&["explore", "--size", "4x3"], &[20], "cancelled"),
        (&["explore", HARD, "--memory-limit", "500MB", "--spill", &at("spill")], &[20], ""),
        (&["generate", "rush", "--walks", "100000"], &[0, 20], ""),
        (&["prove", HARD, "--out", &at("proof")], &[20], ""),
        (&["prove", "--check", &at("vast")], &[20], "cancelled"),
        (&["render", HARD, "-o", &at("picture.gif")], &[20], ""),
        (&gif, &[20], "cancelled: nothing was written"),
        (&page, &[20], "cancelled: nothing was written"),
        (&["compare", HARD, "--solver", "IDDFS,A*"], &[20], "cancelled"),
        (&["random", "--size", "4x4", "--distance", "70"], &[20], "cancelled"),
        (&["random", "--size", "16x16", "--count", "10000000"], &[20, 130], ""),
        (&["tables", "build", "7-8", "--tables", &at("tables")], &[20], ""),
        (&["tables", "stats", "--heuristic", "manhattan", "--samples", "1000000000"], &[20, 130], ""),
        (&["lab", "run", &at("suite.toml"), "--out", &at("lab")], &[20], ""),
        (&["lab", "run", &at("vast.toml"), "--out", &at("vast-lab")], &[20], "stopped before the instances were made"),
        (
            &["lab", "run", &at("shuffled.toml"), "--out", &at("shuffled-lab")],
            &[20],
            "stopped before the instances were made",
        ),
    ];
    for (args, codes, answer) in cases {
        ends_soon(args, codes, answer);
    }
    for file in ["picture.gif", "film.gif", "film.html", "proof", "vast-lab/suite.toml", "shuffled-lab/suite.toml"] {
        assert!(!Path::new(&at(file)).exists(), "what is half done goes: {file}");
    }
}
