//! `fewest tables build`.

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use fewest_engine::tables::{Built, Proposal};
use fewest_engine::{Limits, Session};
use serde::Serialize;

use super::BoardArgs;
use crate::exit::{Exit, complain, notice, remark};
use crate::interrupt::Interrupt;
use crate::options::{TableArgs, bytes, seconds};
use crate::output::Output;
use crate::progress::Progress;
use crate::solve::refused;
use crate::text::{bytes as amount, counted, duration, wrap};

const EXIT_CODES: &str = "\
Exit codes:
0 all tables are in the folder, 1 some could not be built or stored, 20 stopped by a limit or by Ctrl-C; only tables \
that were complete by then are kept.";

/// Build tables that do not exist yet: the named sets or, by default, a set that suits this machine
#[derive(Clone, Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct BuildArgs {
    /// Sets, written as for `fewest solve --pdb`, such as 7-8, fringe+corner or 1,2,5,6/3,4,7,8
    #[arg(value_name = "SPEC")]
    sets: Vec<String>,

    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    tables: TableArgs,

    /// The most memory that a build may use, such as 4GB [default: 3/4 of the free memory]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory_limit: Option<u64>,

    /// Stop after this time, such as 30s
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time_limit: Option<f64>,

    /// Only report what would be built, and how much memory and disk it needs
    #[arg(short = 'n', long)]
    dry_run: bool,

    /// Print one JSON object per set
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    proposal: &'a Proposal,
    #[serde(skip_serializing_if = "Option::is_none")]
    built: Option<&'a Built>,
}

pub(super) fn run(args: &BuildArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let sets: Vec<Option<&str>> =
        if args.sets.is_empty() { vec![None] } else { args.sets.iter().map(|set| Some(&**set)).collect() };
    let mut worst = Exit::Ok;
    // What is wrong is said before the first long build.
    let limits = Limits { seconds: args.time_limit, expansions: None, memory_bytes: args.memory_limit };
    let requests = sets.iter().map(|set| args.board.request(args.tables.options(*set), limits));
    let requests = requests.collect::<anyhow::Result<Vec<_>>>()?;
    let proposals =
        requests.iter().map(|(tabled, request)| tabled.propose(request, session)).collect::<Result<Vec<_>, _>>();
    for ((tabled, mut request), proposal) in requests.into_iter().zip(proposals.map_err(refused)?) {
        if !args.json {
            propose(out, &proposal, args.dry_run)?;
        }
        if args.dry_run {
            if args.json {
                out.json(&Line { proposal: &proposal, built: None })?;
            }
            continue;
        }
        // The set that was proposed is built, whatever happens to memory meanwhile.
        let set = proposal.set.split(' ').next().unwrap_or_default();
        request.options.pdb.get_or_insert_with(|| set.to_owned());
        let mut progress = Progress::for_one(!args.json);
        let built = tabled.build(&request, session, &interrupt.cancel, &mut |event| progress.show(&event));
        drop(progress);
        let built = built.map_err(refused)?;
        built.notices.iter().for_each(|text| notice(text));
        if args.json {
            out.json(&Line { proposal: &proposal, built: Some(&built) })?;
        } else {
            report(out, &built)?;
        }
        out.flush()?;
        worst = match (&built.stopped, worst) {
            (Some(limit), _) => {
                complain(&format!("{limit}: {} of {} are in the folder", built.stored, counted_tables(built.tables)));
                Exit::Limit
            }
            (None, worst) if built.stored == built.tables => worst,
            (None, _) => Exit::Failure,
        };
        if worst == Exit::Limit {
            break;
        }
    }
    Ok(worst)
}

/// Says what will be built and what it takes: on stderr, or as the result itself where nothing else is asked for.
fn propose(out: &mut Output, proposal: &Proposal, is_all: bool) -> anyhow::Result<()> {
    let missing = proposal.tables.iter().filter(|table| !table.stored).count();
    let because = proposal.because.as_ref().map(|because| format!(", because {because}")).unwrap_or_default();
    let rest = match missing {
        0 => format!("{} already stored", counted_tables(proposal.tables.len())),
        missing => format!(
            "{missing} of {} to build; {} on disk{}, up to {} of memory during the build ({} allowed)",
            counted_tables(proposal.tables.len()),
            amount(proposal.disk_bytes),
            proposal.disk_free_bytes.map(|free| format!(" ({} free)", amount(free))).unwrap_or_default(),
            amount(proposal.memory_bytes),
            amount(proposal.memory_limit_bytes),
        ),
    };
    let text = format!("{}{because}: {rest}", proposal.set);
    if is_all {
        out.line(Style::new(), 0, &text)?;
    } else {
        for line in wrap(&text, out.width) {
            remark(&line);
        }
    }
    Ok(())
}

fn report(out: &mut Output, built: &Built) -> io::Result<()> {
    if built.stopped.is_some() {
        return Ok(());
    }
    let text = format!("{}: {} built, {} stored, {}", built.set, built.built, built.stored, duration(built.seconds));
    out.line(Style::new(), 0, &text)
}

fn counted_tables(number: usize) -> String {
    counted(number as u64, "table")
}
