//! `fewest lab report`: tables, plots and a page of what a suite found.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::exit::Exit;
use crate::output::Output;

/// Make the tables, plots and the page of a folder of results again
#[derive(Clone, Debug, Args)]
pub(crate) struct LabReportArgs {
    /// The folder that `fewest lab run` wrote
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

/// Tells the folder and says where the page is.
pub(crate) fn report(args: &LabReportArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let told = fewest_lab::tell(&args.folder)?;
    writeln!(out, "{}", told.report.display())?;
    Ok(Exit::Ok)
}
