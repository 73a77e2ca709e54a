//! `fewest lab run`: a suite of experiments, gone on with where it stood.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use fewest_engine::Session;
use fewest_lab::{How, LabError, Progress as Standing, Summary, run as run_suite};
use serde::Serialize;

use crate::commands::lab::open;
use crate::exit::{Exit, notice, remark};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::text::{counted, duration, thousands};

const HELP: &str = "\
Each result is stored as soon as it is known: runs.jsonl has a line for every run, and at the end runs.csv has them \
all as a table. If a call was stopped or killed, the same command continues where it stopped and repeats no finished \
run. docs/lab/README.md describes suites and files.

Examples:
  fewest lab run example
  fewest lab run my-suite.toml --quick
  fewest lab run my-suite.toml --threads 1 --out results

Exit codes:
0 complete, 1 failure: a bad suite, results of another suite or a full disk, 2 usage, 20 stopped by Ctrl-C.";

/// Run a suite of experiments, or the runs of it that are still missing
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct RunArgs {
    /// The name of a built-in suite, or a TOML file
    #[arg(value_name = "SUITE")]
    suite: String,

    /// Folder for the results [default: lab/NAME, or lab/NAME-quick]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Run it on a few instances only, to see that it works
    #[arg(long)]
    quick: bool,

    /// Delete existing results and run everything again
    #[arg(long)]
    fresh: bool,

    /// How many searches run at once; 1 keeps them on one core, so that times can be compared [default: what the suite
    /// says, or one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=1024).contains(number));
    number.ok_or_else(|| format!("{text:?} is not a number of threads: write a number from 1 to 1024"))
}

#[derive(Serialize)]
struct Ended<'a> {
    suite: &'a str,
    folder: &'a Path,
    #[serde(flatten)]
    summary: &'a Summary,
}

pub(crate) fn run(args: &RunArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let (suite, beside) = open(&args.suite)?;
    let usual = || Path::new("lab").join(format!("{}{}", suite.name, if args.quick { "-quick" } else { "" }));
    let folder = args.out.clone().unwrap_or_else(usual);
    let how = How { quick: args.quick, fresh: args.fresh, threads: args.threads, beside };
    let mut progress = Progress::for_one(!args.json);
    let ended = run_suite(&suite, &folder, &how, session, &interrupt.cancel, &mut |standing| {
        show(&mut progress, &standing);
    });
    drop(progress);
    let summary = match ended {
        Err(LabError::Cancelled) => {
            remark(&LabError::Cancelled.to_string());
            return Ok(Exit::Limit);
        }
        ended => ended?,
    };
    summary.notices.iter().for_each(|text| notice(text));
    if args.json {
        out.json(&Ended { suite: &suite.name, folder: &folder, summary: &summary })?;
    } else {
        write(out, &suite.name, &folder, &summary)?;
    }
    Ok(if summary.missing == 0 { Exit::Ok } else { Exit::Limit })
}

fn show(progress: &mut Progress, standing: &Standing) {
    match standing {
        Standing::Preparing { group, made, wanted } => {
            progress.fraction(*made as u64, *wanted as u64, &format!("positions of {group}"));
        }
        Standing::Running { done, total, running, elapsed, remaining, .. } => {
            let left = remaining.map(|left| format!(", {} to go", duration(left.as_secs_f64()))).unwrap_or_default();
            let now = running.first().map(|key| format!("; {key}")).unwrap_or_default();
            let (done, total) = (*done as u64, *total as u64);
            let count = format!("{} of {}", thousands(done), counted(total, "run"));
            progress.fraction(done, total, &format!("{count}, {}{left}{now}", duration(elapsed.as_secs_f64())));
        }
    }
}

fn write(out: &mut Output, suite: &str, folder: &Path, summary: &Summary) -> anyhow::Result<()> {
    let runs = |number: usize| counted(number as u64, "run");
    let mut facts = vec![format!("{} solved", thousands(summary.solved as u64))];
    let others = [
        (summary.unsolvable, "proven unsolvable"),
        (summary.limited, "stopped at a limit"),
        (summary.refused, "refused"),
    ];
    let others = others.iter().filter(|(number, _)| *number > 0);
    facts.extend(others.map(|(number, what)| format!("{} {what}", thousands(*number as u64))));
    let before = match summary.resumed {
        0 => String::new(),
        resumed => format!(", {} of them earlier", thousands(resumed as u64)),
    };
    let done = runs(summary.total - summary.missing);
    let spent = duration(summary.seconds);
    writeln!(out, "{suite}: {done}{before}, in {spent}: {}", facts.join(", "))?;
    if summary.missing == 0 {
        writeln!(out, "results in {}: runs.csv, runs.jsonl", folder.display())?;
    } else {
        let missing = runs(summary.missing);
        writeln!(
            out,
            "{missing} of {} missing; the same command continues with them",
            thousands(summary.total as u64)
        )?;
        writeln!(out, "results in {}: runs.jsonl", folder.display())?;
    }
    Ok(())
}
