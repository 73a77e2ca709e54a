//! `fewest lab`: experiments.

mod run;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::Style;
use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand, ValueHint};
use fewest_engine::Session;
use fewest_lab::{How, LabError, Suite, builtin, count};
use serde::Serialize;

use crate::exit::{Exit, notice};
use crate::output::Output;
use crate::text::{counted, did_you_mean};

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum LabCommand {
    Run(run::RunArgs),
    Report(ReportArgs),
    Page(PageArgs),
    List(ListArgs),
}

pub(crate) fn run(command: &LabCommand, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    match command {
        LabCommand::Run(args) => run::run(args, session, out),
        LabCommand::Report(args) => report(args, out),
        LabCommand::Page(args) => page(args, out),
        LabCommand::List(args) => list(*args, out),
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
        bail!("there is no built-in suite and no file {name:?}; the built-in suites are {}.{meant}", names.join(", "));
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let suite = Suite::parse(&text).map_err(|error| anyhow!("{name}: {error}"))?;
    Ok((suite, path.parent().map(Path::to_owned).unwrap_or_default()))
}

const REPORT_HELP: &str = "\
Prints the tables; the last line is the path of the report. Writes into the folder report.html, a self-contained page; \
summary.md, the tables in Markdown; and plots/, each plot as SVG and PNG. Existing files are replaced.";

/// Print the tables of a folder of results, and write plots and a self-contained HTML report
#[derive(Clone, Debug, Args)]
#[command(after_help = REPORT_HELP)]
pub(crate) struct ReportArgs {
    /// The folder that `fewest lab run` wrote
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

fn report(args: &ReportArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let told = fewest_lab::tell(&args.folder)?;
    told.warnings.iter().for_each(|warning| notice(warning));
    let bold = out.style(Style::new().bold());
    for (title, table) in &told.tables {
        writeln!(out, "{bold}{title}{bold:#}\n{table}")?;
    }
    writeln!(out, "{}", told.report.display())?;
    Ok(Exit::Ok)
}

const PAGE_HELP: &str = "\
These placeholders are filled in: {{table NAME}}, {{plot NAME}}, {{method}} and {{machine}}, each on a line of its \
own; {{runs}} and {{value MEASURE where search=… group=…}} within sentences. docs/lab/README.md has the details.";

/// Fill a Markdown template with the tables, plots and numbers of a folder of results
#[derive(Clone, Debug, Args)]
#[command(after_help = PAGE_HELP)]
pub(crate) struct PageArgs {
    /// The folder that `fewest lab run` wrote
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,

    /// The template, a Markdown file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    template: PathBuf,

    /// Folder for the page, which is named after the suite, and for its pictures in img/
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    out: PathBuf,
}

fn page(args: &PageArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let template = &args.template;
    let text = fs::read_to_string(template).with_context(|| format!("cannot read {}", template.display()))?;
    let written = fewest_lab::write_page(&args.folder, &text, &args.out);
    let page = written.map_err(|error| match error {
        LabError::Page(error) => anyhow!("{}, {error}", template.display()),
        error => error.into(),
    })?;
    writeln!(out, "{}", page.display())?;
    Ok(Exit::Ok)
}

/// List the built-in suites
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ListArgs {
    /// Print one JSON object per line
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

fn list(args: ListArgs, out: &mut Output) -> anyhow::Result<Exit> {
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
