//! `fewest man`: the manual pages.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::output::Output;

/// Print the manual page, or write one page for each command
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  fewest man | man -l -")]
pub(crate) struct ManArgs {
    /// Write one page for each command into this folder
    #[arg(long)]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &ManArgs, out: &mut Output) -> anyhow::Result<Exit> {
    match &args.dir {
        None => {
            let mut page = Vec::new();
            Man::new(Cli::command()).render(&mut page)?;
            out.write_all(&page)?;
        }
        Some(dir) => {
            let failed = || format!("cannot write manual pages to {}", dir.display());
            std::fs::create_dir_all(dir).with_context(failed)?;
            clap_mangen::generate_to(Cli::command(), dir).with_context(failed)?;
        }
    }
    Ok(Exit::Ok)
}
