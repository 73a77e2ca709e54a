//! `fewest lab page`: a page of one's own, filled with what a suite found.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::{Args, ValueHint};

use crate::exit::Exit;
use crate::output::Output;

const HELP: &str = "\
Filled in the template: {{table NAME}}, {{plot NAME}}, {{method}} and {{machine}} on lines of their own; {{runs}} and \
{{value MEASURE where search=… group=…}} in sentences. docs/lab/README.md has the rest.";

/// Fill a Markdown template with tables, plots and numbers of a folder of results
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct PageArgs {
    /// The folder that `fewest lab run` wrote
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,

    /// The template
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    template: PathBuf,

    /// Where the page, named as the suite, and its pictures in img/ go
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    out: PathBuf,
}

pub(crate) fn run(args: &PageArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let template = &args.template;
    let text = fs::read_to_string(template).with_context(|| format!("cannot read {}", template.display()))?;
    let written = fewest_lab::write_page(&args.folder, &text, &args.out);
    let page = written.map_err(|error| match error {
        fewest_lab::LabError::Page(error) => anyhow!("{}, {error}", template.display()),
        error => error.into(),
    })?;
    writeln!(out, "{}", page.display())?;
    Ok(Exit::Ok)
}
