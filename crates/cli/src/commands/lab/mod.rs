//! `fewest lab`: experiments.

mod list;
mod page;
mod report;
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Subcommand;
use fewest_engine::Session;
use fewest_lab::{Suite, builtin};

use crate::exit::Exit;
use crate::output::Output;
use crate::text::did_you_mean;

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum LabCommand {
    Run(run::RunArgs),
    Report(report::ReportArgs),
    Page(page::PageArgs),
    List(list::ListArgs),
}

pub(crate) fn run(command: &LabCommand, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    match command {
        LabCommand::Run(args) => run::run(args, session, out),
        LabCommand::Report(args) => report::run(args, out),
        LabCommand::Page(args) => page::run(args, out),
        LabCommand::List(args) => list::run(*args, out),
    }
}

/// The suite of this name or in this file, and the folder that its own files are looked for in.
fn open(name: &str) -> anyhow::Result<(Suite, PathBuf)> {
    if let Some(shipped) = builtin().iter().find(|shipped| shipped.name == name) {
        let suite = Suite::parse(shipped.text).with_context(|| format!("the built-in suite {name}"))?;
        return Ok((suite, PathBuf::new()));
    }
    let path = Path::new(name);
    if !path.exists() && path.extension().is_none() {
        let names: Vec<&str> = builtin().iter().map(|shipped| shipped.name).collect();
        let meant = did_you_mean(name, names.iter().copied());
        bail!("there is no suite {name:?}, built in or as a file; built in are {}.{meant}", names.join(", "));
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let suite = Suite::parse(&text).map_err(|error| anyhow!("{name}: {error}"))?;
    Ok((suite, path.parent().map(Path::to_owned).unwrap_or_default()))
}
