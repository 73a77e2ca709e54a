//! The chore `bench`: how fast the search is, in time and in instructions.
//!
//! Times depend on the machine and on what else it does. Instructions per node do not, for one compiler and target, so
//! that they show a change of a per cent.

mod report;

use std::process::Command;

use anyhow::{Context, Result};
use clap::{Args as ClapArgs, ValueEnum};

use crate::quotient::quotient;
use crate::shell::{announce, capture, cargo, execute};
use crate::{table, valgrind, web};
use report::Report;

/// The first of Korf's hundred instances (1985).
const BOARD: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
/// Their goal.
const GOAL: &str = "blank-first";
/// The fewest moves that solve it.
const OPTIMUM: &str = "57";
const HEURISTICS: [&str; 2] = ["manhattan", "linear-conflict"];
/// The expansions of the two runs whose instructions are counted. In their difference start-up cancels out.
const SAMPLES: [u64; 2] = [500_000, 2_500_000];

/// What is measured.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// What to measure: core (IDA* without tables, with its instructions counted), 15 (everything about the 15-puzzle),
    /// 24 (proofs of 24-puzzles), blocks or web
    #[arg(value_enum, default_value = "core")]
    suite: Suite,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Suite {
    /// IDA* without tables, in time and instructions
    Core,
    /// Tables, and searches with and without them, against the targets for the 15-puzzle
    #[value(name = "15")]
    Fifteen,
    /// Proofs of 24-puzzles with tables of regions
    #[value(name = "24")]
    TwentyFour,
    /// Sliding blocks: exhaustive searches and censuses, against their targets
    Blocks,
    /// The engine in a browser compared with the native one
    Web,
}

/// Builds, measures, and prints one table.
pub(crate) fn run(args: &Args) -> Result<()> {
    match args.suite {
        Suite::Core => core(),
        Suite::Fifteen => fifteen(),
        Suite::TwentyFour => twenty_four(),
        Suite::Web => web::bench(),
        Suite::Blocks => {
            build()?;
            announce("bench: sliding blocks");
            let run = ["run", "--quiet", "--release", "--locked", "--package", "fewest-benches", "--bin", "blocks"];
            execute(&mut cargo(run))
        }
    }
}

fn build() -> Result<()> {
    announce("bench: build for release");
    execute(&mut cargo(["build", "--release", "--locked", "--package", "fewest-benches"]))
}

/// The 15-puzzle; tables are stored in the folder for temporary files, and removed again.
fn fifteen() -> Result<()> {
    build()?;
    let scratch = std::env::temp_dir();
    announce("bench: the 15-puzzle, which takes 0.6 GB of disk for a while");
    let mut command =
        cargo(["run", "--quiet", "--release", "--locked", "--package", "fewest-benches", "--bin", "fifteen", "--"]);
    execute(command.arg("--scratch").arg(scratch))
}

/// The 24-puzzle; tables are kept in the folder for temporary files, so that a second run finds them.
fn twenty_four() -> Result<()> {
    build()?;
    let tables = std::env::temp_dir().join("fewest-bench-tables");
    announce(&format!("bench: the 24-puzzle; its tables, 91 MB, stay in {}", tables.display()));
    let mut command =
        cargo(["run", "--quiet", "--release", "--locked", "--package", "fewest-benches", "--bin", "twentyfour", "--"]);
    execute(command.arg("--tables").arg(tables))
}

fn core() -> Result<()> {
    build()?;
    let counting = valgrind::ensure();
    let mut rows =
        vec![["heuristic", "generated", "expanded", "seconds", "nodes/s", "instructions/node"].map(str::to_owned)];
    for heuristic in HEURISTICS {
        announce(&format!("bench: IDA* with {heuristic}, to the optimum"));
        let Report { generated, expanded, seconds, rate } = time(heuristic)?;
        let instructions = if counting {
            announce(&format!("bench: IDA* with {heuristic}, counting instructions"));
            instructions_per_node(heuristic)?
        } else {
            "-".to_owned()
        };
        rows.push([heuristic.to_owned(), generated.to_string(), expanded.to_string(), seconds, rate, instructions]);
    }
    print!("{}", table::render(&rows));
    Ok(())
}

/// Runs to the optimum, natively.
fn time(heuristic: &str) -> Result<Report> {
    let output = capture(bench(&[], heuristic).args(["--optimum", OPTIMUM]))?;
    Report::parse(&String::from_utf8_lossy(&output.stdout))
}

/// Runs twice under valgrind, up to a limit, and compares.
fn instructions_per_node(heuristic: &str) -> Result<String> {
    let count = |expansions: u64| -> Result<(u64, u64)> {
        let output = capture(bench(&valgrind::AS_RUNNER, heuristic).args(["--expansions", &expansions.to_string()]))?;
        let report = Report::parse(&String::from_utf8_lossy(&output.stdout))?;
        Ok((valgrind::instructions(&String::from_utf8_lossy(&output.stderr))?, report.generated))
    };
    let (small, large) = (count(SAMPLES[0])?, count(SAMPLES[1])?);
    quotient(large.0.saturating_sub(small.0).into(), large.1.saturating_sub(small.1).into(), 1).context(
        "the larger run did not generate more nodes than the smaller one: were both solved before their limit?",
    )
}

/// The binary of `fewest-benches`, run by cargo, which knows where it put it.
fn bench(cargo_options: &[&str], heuristic: &str) -> Command {
    let mut command =
        cargo(["run", "--quiet", "--release", "--locked", "--package", "fewest-benches", "--bin", "single"]);
    command.args(cargo_options).args(["--", BOARD, "--goal", GOAL, "--heuristic", heuristic]);
    command
}
