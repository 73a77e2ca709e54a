//! The chore `bare`: both commands of the README, from nothing, in a system that has nothing to spare.
//!
//! A machine on which people work has libraries and programs that a newcomer's lacks, and hides that we need them. So this
//! makes a minimal Debian system in a folder, clones the project into it, and runs there what the README says. The mounts
//! that it takes live in a namespace that ends with the last process in it, however that ends.

mod readme;
mod root;

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use crate::need::{self, Need, Source, runs};
use crate::shell::{announce, capture, is_root, program, target_folder};
use crate::stopwatch::{Elapsed, Stopwatch, seconds};
use crate::table;
use root::{PROJECT, Root};

/// What `cargo xtask bare` is asked to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run only this command of the README
    #[arg(long, value_enum, conflicts_with = "enter")]
    only: Option<Which>,
    /// Keep the system after a success too; it is always kept after a failure
    #[arg(long)]
    keep: bool,
    /// Only open a shell in the system that an earlier run kept
    #[arg(long)]
    enter: bool,
}

/// A command of the README, in the order they stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The main job
    Main,
    /// All checks
    Test,
}

const DEBOOTSTRAP: Need =
    Need { name: "debootstrap", find: || runs("debootstrap"), source: Source::Debian("debootstrap") };

/// Makes the system and runs the commands.
pub(crate) fn run(args: &Args) -> Result<()> {
    ensure!(
        is_root(),
        "`cargo xtask bare` changes the root folder and mounts file systems in it, so it must run as root: run it in a \
         container or a virtual machine, or with `sudo env HOME=\"$HOME\" PATH=\"$PATH\" cargo xtask bare`"
    );
    let root = Root::at(&target_folder().join("bare"));
    if args.enter {
        ensure!(root.exists(), "there is no system in {}; `cargo xtask bare --keep` keeps one", root.path().display());
        return root.run(&format!("cd {PROJECT}; exec bash"));
    }
    let commands = commands(args.only)?;
    need::ensure(&[DEBOOTSTRAP])?;
    let commit = commit()?;
    let watch = Stopwatch::start();
    root.make()?;
    let mut rows =
        vec![["", "", "time", "processor"].map(str::to_owned), row("make the system", true, watch.elapsed())];
    let result = commands.iter().try_for_each(|command| run_one(&root, command, &mut rows));
    eprint!("{}", table::render(&rows));
    let path = root.path().display();
    if let Err(error) = result {
        announce(&format!("bare: the system is kept in {path}; look around in it with `cargo xtask bare --enter`"));
        return Err(error);
    }
    if args.keep {
        announce(&format!("bare: the system is kept in {path}"));
    } else {
        root.remove()?;
    }
    announce(&format!("bare: commit {commit} on {}: passed", root::release()?.name));
    Ok(())
}

/// The commands to run.
fn commands(only: Option<Which>) -> Result<Vec<String>> {
    let commands = readme::commands()?;
    Ok(match only {
        None => commands.to_vec(),
        Some(which) => vec![commands[which as usize].clone()],
    })
}

/// The commit that is cloned; what is not committed is named, because it is not tested.
fn commit() -> Result<String> {
    let git = |args: &[&str]| -> Result<String> {
        let output = capture(program("git").args(["-c", "safe.directory=*"]).args(args))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    };
    let changes = git(&["status", "--porcelain"])?;
    if !changes.is_empty() {
        announce(&format!("bare: NOT tested, because it is not committed:\n{changes}"));
    }
    git(&["rev-parse", "--short", "HEAD"])
}

/// Runs one command where a newcomer would.
fn run_one(root: &Root, command: &str, rows: &mut Vec<[String; 4]>) -> Result<()> {
    const TIMES: &str = "tmp/times";
    announce(&format!("bare: {command}"));
    // The shell measures: it sees processes that end inside, and nothing else.
    let timed = format!("cd {PROJECT}; exec 3>&2; {{ time {command} 2>&3; }} 2>/{TIMES}");
    let result = root.run(&format!("TIMEFORMAT='%R %U %S'\n{timed}"));
    let times = fs::read_to_string(root.path().join(TIMES)).unwrap_or_default();
    rows.push(row(command, result.is_ok(), parse_times(&times).unwrap_or_default()));
    result.with_context(|| format!("`{command}` failed on a bare system"))
}

/// Real, user and system seconds, as the shell prints them last.
fn parse_times(text: &str) -> Option<Elapsed> {
    let mut numbers = text.lines().last()?.split(' ').map(|word| word.parse().ok().map(Duration::from_secs_f64));
    let (wall, user, system) = (numbers.next()??, numbers.next()??, numbers.next()??);
    Some(Elapsed { wall, processor: Some(user + system) })
}

fn row(name: &str, passed: bool, elapsed: Elapsed) -> [String; 4] {
    let state = if passed { "passed" } else { "FAILED" };
    let processor = elapsed.processor.map_or_else(|| "-".to_owned(), seconds);
    [name.to_owned(), state.to_owned(), seconds(elapsed.wall), processor]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_picked_by_name() {
        let [main, test] = readme::commands().unwrap();
        assert_eq!(commands(None).unwrap(), [main.clone(), test.clone()]);
        assert_eq!(commands(Some(Which::Main)).unwrap(), [main]);
        assert_eq!(commands(Some(Which::Test)).unwrap(), [test]);
    }

    #[test]
    fn times_are_the_last_line() {
        let elapsed = parse_times("a word\n12.500 20.250 1.250\n").unwrap();
        assert_eq!(
            (elapsed.wall, elapsed.processor),
            (Duration::from_millis(12_500), Some(Duration::from_millis(21_500)))
        );
        assert_eq!(parse_times(""), None);
        assert_eq!(parse_times("killed\n"), None);
    }
}
