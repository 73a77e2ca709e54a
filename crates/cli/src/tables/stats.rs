//! `fewest tables stats`.

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use fewest_engine::tables::{Bin, Strength, StrengthRequest};
use fewest_engine::{Limits, Session};

use super::BoardArgs;
use crate::exit::{Exit, notice};
use crate::interrupt::Interrupt;
use crate::options::{TableArgs, bytes, count, heuristic_names};
use crate::output::Output;
use crate::progress::Progress;
use crate::solve::refused;
use crate::text::{scaled, thousands};

/// The longest bar of a histogram.
const BAR: usize = 40;
/// The most rows of predictions.
const MOST_ROWS: usize = 24;

const EXPLANATION: &str = "\
The prediction follows Korf, Reid and Edelkamp (2001): the nodes of the tree of moves at each depth, times the share \
of random positions whose estimate is small enough. It is a mean over all starts, and counts a complete round of IDA*.";

/// Measure how strong a set of tables or a heuristic is: its values, and the predicted cost of IDA* with it
#[derive(Clone, Debug, Args)]
#[command(after_help = EXPLANATION)]
pub(crate) struct StatsArgs {
    /// A set, written as for `fewest solve --pdb` [default: auto]
    #[arg(value_name = "SPEC", conflicts_with = "heuristic")]
    set: Option<String>,

    /// Measure this heuristic instead, one that `fewest algorithms` lists
    #[arg(long, value_name = "NAME", value_parser = heuristic_names(), hide_possible_values = true)]
    heuristic: Option<String>,

    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    tables: TableArgs,

    /// How many random positions to sample
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = count)]
    samples: u64,

    /// The seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The most memory that a build of tables may use, such as 4GB [default: 3/4 of the free memory]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory_limit: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &StatsArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let limits = Limits { memory_bytes: args.memory_limit, ..Limits::default() };
    let (tabled, request) = args.board.request(args.tables.options(args.set.as_deref()), limits)?;
    let mut progress = Progress::for_one(!args.json);
    let heuristic = args.heuristic.as_deref().filter(|name| !name.eq_ignore_ascii_case("auto"));
    let asked = StrengthRequest { heuristic, samples: args.samples, seed: args.seed };
    let tell = &mut |event| progress.show(&event);
    let found = tabled.strength(&request, &asked, session, &interrupt.cancel, tell);
    drop(progress);
    let found = found.map_err(refused)?;
    found.notices.iter().for_each(|text| notice(text));
    if args.json {
        out.json(&found)?;
    } else {
        write(out, &found)?;
    }
    Ok(if interrupt.is_raised() { Exit::Limit } else { Exit::Ok })
}

fn write(out: &mut Output, found: &Strength) -> io::Result<()> {
    let bold = out.style(Style::new().bold());
    let name = found.pdb.as_ref().map_or(found.heuristic.clone(), |pdb| format!("{} {pdb}", found.heuristic));
    writeln!(out, "{bold}{name}{bold:#}, {}, {}", found.size, found.metric)?;
    for table in &found.tables {
        writeln!(out, "\n{}", table.key)?;
        let entries = thousands(table.entries);
        writeln!(out, "  {entries} values, mean {:.3}, greatest {}", table.mean, table.maximum)?;
        let bins: Vec<String> = table.histogram.iter().map(|bin| format!("{}:{}", bin.value, bin.count)).collect();
        out.indented(2, &bins.join(" "))?;
    }
    writeln!(
        out,
        "\n{} random positions (seed {}): mean {:.3}, greatest {}",
        thousands(found.samples),
        found.seed,
        found.mean,
        found.maximum
    )?;
    histogram(out, &found.histogram, found.samples)?;
    if let (Some(mean), Some(maximum)) = (found.mean_distance, found.maximum_distance) {
        writeln!(out, "\nthe true distances: mean {mean:.3}, greatest {maximum}")?;
    }
    writeln!(out, "\nbranching factor {:.5}", found.branching_factor)?;
    writeln!(out, "\nIDA* is expected to expand, on average over all starts:")?;
    writeln!(out, "  bound   nodes")?;
    let step = found.predicted.len().div_ceil(MOST_ROWS).max(1);
    for predicted in found.predicted.iter().rev().step_by(step).collect::<Vec<_>>().into_iter().rev() {
        writeln!(out, "  {:>5}   {}", predicted.bound, scaled(predicted.expansions, ""))?;
    }
    Ok(())
}

/// Rows with a bar each, the longest for the most frequent value.
fn histogram(out: &mut Output, bins: &[Bin], all: u64) -> io::Result<()> {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1).max(1);
    for bin in bins {
        let length = usize::try_from(bin.count * BAR as u64 / most).unwrap_or(BAR);
        let percent = bin.count as f64 * 100.0 / all.max(1) as f64;
        let row = format!("  {:>5} {percent:>8.4} % {}", bin.value, "#".repeat(length));
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}
