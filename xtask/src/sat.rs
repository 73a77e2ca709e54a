//! The chore `sat`: satisfiability beside search, measured.

use anyhow::Result;

use crate::native::Solvers;
use crate::need;
use crate::shell::{announce, cargo, execute};

/// What is measured.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Options of the measurement itself, after `--`; `-- --help` lists them
    #[arg(last = true)]
    options: Vec<String>,
}

/// Builds with every solver, measures, and prints the tables.
pub(crate) fn run(args: &Args) -> Result<()> {
    need::ensure(Solvers::All.needs())?;
    announce("sat: build for release, and measure");
    let run = ["run", "--quiet", "--release", "--locked", "--package", "fewest-benches", "--features", "native-sat"];
    execute(cargo(run).args(["--bin", "sat", "--"]).args(&args.options))
}
