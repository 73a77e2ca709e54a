//! `fewest tables`: the folder of tables of pattern databases.

mod build;
mod list;
mod remove;
mod stats;
mod verify;

use std::ffi::OsStr;
use std::io::Write;

use clap::{Args, Subcommand};
use fewest_engine::tables::{Tabled, TablesRequest};
use fewest_engine::{EngineError, Limits, Options, Puzzle, Session};
use fewest_kinds::KINDS;
use serde_json::json;

use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::options::{JsonArg, PuzzleArgs, metric, usage};
use crate::output::Output;

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum TablesCommand {
    /// List the tables, with sizes and times
    List(JsonArg),
    Build(build::BuildArgs),
    Verify(verify::VerifyArgs),
    Remove(remove::RemoveArgs),
    /// Print the path of the folder of tables
    Path(JsonArg),
    Stats(stats::StatsArgs),
}

/// The puzzle that tables are for.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("pick", |pick| pick.hide(true)))]
#[command(mut_arg("size", |size| size.help("tiles: the size of the board, such as `4x4`; cube: `3x3x3` or `2x2x2`")))]
struct BoardArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// What counts as one move
    #[arg(long, value_parser = metric())]
    metric: Option<String>,
}

impl BoardArgs {
    /// The kind that the tables are of, and what it is asked about them; of the first kind with tables where none is named.
    fn request(&self, options: Options, limits: Limits) -> anyhow::Result<(&'static dyn Tabled, TablesRequest)> {
        if self.puzzle.picks() {
            return Err(usage("--pick has no effect: tables are for every position of a board"));
        }
        let spec = self.puzzle.spec(Some(OsStr::new("")), self.metric.as_deref(), &Interrupt::default())?;
        let tabled = spec.kind.tabled().ok_or_else(|| {
            let name = spec.info().name;
            let others = KINDS.iter().filter(|kind| kind.tabled().is_some()).map(|kind| kind.info().name);
            usage(&format!("there are no tables for {name}, only for {}", others.collect::<Vec<_>>().join(", ")))
        })?;
        let puzzle: Puzzle = spec.shared.with_some("metric", self.metric.as_deref());
        Ok((tabled, TablesRequest { puzzle, options, limits }))
    }
}

pub(crate) fn run(command: &TablesCommand, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    match command {
        TablesCommand::List(args) => list::run(*args, session, out),
        TablesCommand::Build(args) => build::run(args, session, out),
        TablesCommand::Verify(args) => verify::run(args, session, out),
        TablesCommand::Remove(args) => remove::run(args, session, out),
        TablesCommand::Stats(args) => stats::run(args, session, out),
        TablesCommand::Path(args) => {
            let folder = session.folder().ok_or(EngineError::NoFolder)?;
            if args.json {
                out.json(&json!({ "folder": folder }))?;
            } else {
                writeln!(out, "{}", folder.display())?;
            }
            Ok(Exit::Ok)
        }
    }
}
