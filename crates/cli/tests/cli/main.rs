//! The command as its users meet it: arguments and input in; stdout, stderr and the exit code out.

mod bad_input;
mod batch;
mod blocks;
mod cancel;
mod check;
mod compare;
mod explore;
mod graph;
mod hanoi;
mod lab;
mod limits;
mod options;
mod output;
mod pick;
mod play;
mod prove;
mod random;
mod reference;
mod render;
mod schema;
mod selection;
mod serve;
mod signals;
mod sokoban;
mod solve;
mod tables;
mod validator;
mod verify;

use std::process;

use assert_cmd::Command;
use serde_json::Value;

/// A 3×3 position that 21 moves solve.
const EIGHT: &str = "5 3 8/0 2 4/1 7 6";
/// A 3×3 position that no moves solve.
const ODD: &str = "1 2 3/4 5 6/8 7 0";
/// A 15-puzzle of 78 moves: hours of work for the heuristics at hand.
const HARD: &str = "0 15 8 13 12 11 9 10 14 3 6 2 4 7 5 1";

/// Where tables are kept that no test looks at.
const TABLES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/tables");

/// The command in a plain environment.
fn fewest() -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("fewest");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command.env("FEWEST_TABLES", TABLES);
    command
}

/// The command as a process of its own, in the same environment. Whoever started the tests may ignore signals, as a shell does
/// for what it runs in the background; where there is an `env` that can undo that, it does.
fn process() -> process::Command {
    let program = program();
    let mut command = if cfg!(target_os = "linux") {
        let mut command = process::Command::new("env");
        command.args(["--default-signal=HUP,INT", "--"]).arg(program);
        command
    } else {
        process::Command::new(program)
    };
    command.env("FEWEST_TABLES", TABLES);
    command
}

/// The command's file.
fn program() -> std::ffi::OsString {
    fewest().get_program().to_owned()
}

/// What became of a command.
struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).expect(&self.stdout)
    }

    fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

/// Runs the command with these arguments.
fn run(args: &[&str]) -> Ran {
    run_with(args, b"")
}

/// Runs the command with these arguments and this on stdin.
fn run_with(args: &[&str], stdin: impl AsRef<[u8]>) -> Ran {
    let output = fewest().args(args).write_stdin(stdin.as_ref()).output().unwrap();
    Ran {
        code: output.status.code().expect("not killed"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
