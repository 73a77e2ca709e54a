//! `fewest lab list`: the suites that are built in.

use std::io::Write;

use anyhow::Context;
use clap::Args;
use fewest_lab::{How, Suite, builtin, count};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Output;
use crate::text::counted;

/// List the built-in suites
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ListArgs {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    title: &'a str,
    about: &'a str,
    runs: usize,
    quick_runs: usize,
}

pub(crate) fn run(args: ListArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let width = builtin().iter().map(|shipped| shipped.name.len()).max().unwrap_or(0);
    for shipped in builtin() {
        let suite = Suite::parse(shipped.text).with_context(|| format!("the built-in suite {}", shipped.name))?;
        let runs = |quick| count(&suite, &How { quick, ..How::default() });
        let (runs, quick_runs) = (runs(false)?, runs(true)?);
        if args.json {
            out.json(&Line { name: &suite.name, title: &suite.title, about: &suite.about, runs, quick_runs })?;
        } else {
            let [all, quick] = [runs, quick_runs].map(|runs| counted(runs as u64, "run"));
            writeln!(out, "{:width$}  {}", suite.name, suite.title)?;
            writeln!(out, "{:width$}  {all}; quick: {quick}", "")?;
        }
    }
    Ok(Exit::Ok)
}
