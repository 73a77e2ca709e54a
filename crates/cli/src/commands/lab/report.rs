//! `fewest lab report`: tables, plots and a page of what a suite found.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::exit::Exit;
use crate::output::Output;

const HELP: &str = "\
Written into the folder: report.html, which needs nothing else; summary.md, the tables in Markdown; plots/, each plot as SVG and \
PNG. What was there is replaced.";

/// Make tables, plots and one self-contained HTML page of a folder of results
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ReportArgs {
    /// The folder that `fewest lab run` wrote
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

pub(crate) fn run(args: &ReportArgs, out: &mut Output) -> anyhow::Result<Exit> {
    writeln!(out, "{}", fewest_lab::tell(&args.folder)?.display())?;
    Ok(Exit::Ok)
}
