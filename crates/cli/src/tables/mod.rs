//! `fewest tables`: the folder of tables of pattern databases.

mod build;
mod list;
mod remove;
mod stats;
mod verify;

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use fewest_engine::tables::TablesRequest;
use fewest_engine::{EngineError, Limits, Options, Session};
use fewest_tiles::{Goal, Position, Size};
use serde::Serialize;

use crate::exit::Exit;
use crate::options::{TilesMetric, size, usage};
use crate::output::Output;
use crate::solve::Bad;

/// List, build, check and remove tables of pattern databases, and say how strong they are
#[derive(Clone, Debug, Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum TablesCommand {
    List(list::ListArgs),
    Build(build::BuildArgs),
    Verify(verify::VerifyArgs),
    Remove(remove::RemoveArgs),
    Path(PathArgs),
    Stats(stats::StatsArgs),
}

/// Print the folder of tables
#[derive(Clone, Copy, Debug, Args)]
struct PathArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Folder<'a> {
    folder: &'a Path,
}

/// The board that tables are for.
#[derive(Clone, Debug, Args)]
struct BoardArgs {
    /// The board [default: that of the goal, or else 4x4]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<Size>,

    /// The goal: `blank-last` (the default), `blank-first` or a position
    #[arg(long)]
    goal: Option<String>,

    /// What counts as one move [default: stm]
    #[arg(long, value_enum)]
    metric: Option<TilesMetric>,
}

impl BoardArgs {
    /// What the engine is asked about some tables of this board.
    fn request(&self, options: Options, limits: Limits) -> anyhow::Result<TablesRequest> {
        let goal = self.goal.clone().unwrap_or_else(|| "blank-last".to_owned());
        let of_goal = match goal.parse::<Goal>().map_err(|faults| usage(&format!("the goal: {faults}")))? {
            Goal::BlankLast | Goal::BlankFirst => None,
            Goal::Board(_) => goal.parse::<Position>().ok().map(|goal| goal.size()),
        };
        let size = self.size.or(of_goal).map(|size| format!("{}x{}", size.width(), size.height()));
        let usual = TablesRequest::default();
        Ok(TablesRequest {
            size: size.unwrap_or(usual.size),
            goal,
            metric: self.metric.unwrap_or_default().into(),
            options,
            limits,
        })
    }
}

/// Does what was asked.
pub(crate) fn run(args: &TablesArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    match &args.command {
        TablesCommand::List(args) => list::run(*args, session, out),
        TablesCommand::Build(args) => build::run(args, session, out),
        TablesCommand::Verify(args) => verify::run(args, session, out),
        TablesCommand::Remove(args) => remove::run(args, session, out),
        TablesCommand::Stats(args) => stats::run(args, session, out),
        TablesCommand::Path(args) => {
            let folder = session.folder().ok_or(EngineError::NoFolder)?;
            if args.json {
                out.json(&Folder { folder })?;
            } else {
                writeln!(out, "{}", folder.display())?;
            }
            Ok(Exit::Ok)
        }
    }
}

/// An error of the engine, in the form and with the exit code that it has elsewhere.
fn refused(error: EngineError) -> anyhow::Error {
    let bad = Bad::Request(error);
    if bad.is_usage() { usage(&bad.at_length()) } else { anyhow!(bad.at_length()) }
}
