//! `fewest check`: what can be said of a position without searching.

use std::ffi::OsString;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clap::Args;
use fewest_engine::{Check, check};
use fewest_tiles::Position;
use serde::Serialize;

use crate::exit::Exit;
use crate::input::{Input, RULES};
use crate::interrupt::Interrupt;
use crate::options::{Metric, PuzzleArgs};
use crate::output::Output;
use crate::picture;
use crate::text::{counted, wrap};

const EXIT_CODES: &str = "\
Exit codes:
0 all are solvable, 10 some are unsolvable, 1 some are no positions.";

/// Say whether a position is valid and solvable, and how many moves it takes at least
#[derive(Clone, Debug, Args)]
#[command(after_help = EXIT_CODES, after_long_help = format!("{RULES}\n\n{EXIT_CODES}"))]
pub(crate) struct CheckArgs {
    /// A position such as "5 3 8/0 2 4/1 7 6", a file of positions, or - for stdin
    #[arg(value_name = "POSITION|FILE|-")]
    position: Option<OsString>,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// What was found, with its line where there are many.
#[derive(Serialize)]
struct CheckLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(flatten)]
    check: &'a Check,
}

/// Checks every position of the input.
pub(crate) fn run(args: &CheckArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::default();
    let mut input = Input::open(args.position.as_deref(), args.puzzle.cells(), &interrupt)?;
    let mut worst = Exit::Ok;
    let mut is_first = true;
    while let Some(entry) = input.next()? {
        let found = match entry.text {
            Err(fault) => Check::invalid(vec![fault.to_string()]),
            Ok(text) => check(&args.puzzle.puzzle(text, Metric::Stm))?,
        };
        let line = input.is_many().then_some(entry.line);
        if args.json {
            out.json(&CheckLine { line, check: &found })?;
        } else {
            if !is_first {
                writeln!(out)?;
            }
            if let Some(line) = line {
                writeln!(out, "line {line}")?;
            }
            write(out, &found)?;
        }
        out.flush()?;
        is_first = false;
        worst = match (found.solvable, worst) {
            (None, _) | (_, Exit::Failure) => Exit::Failure,
            (Some(false), _) => Exit::Unsolvable,
            (Some(true), worst) => worst,
        };
    }
    Ok(worst)
}

fn write(out: &mut Output, found: &Check) -> anyhow::Result<()> {
    let verdict = |out: &mut Output, color: AnsiColor, text: &str| -> io::Result<()> {
        let style: Style = out.style(color.on_default().bold());
        wrap(text, out.width()).iter().try_for_each(|line| writeln!(out, "{style}{line}{style:#}"))
    };
    let (Some(position), Some(goal), Some(solvable)) = (&found.position, &found.goal, found.solvable) else {
        verdict(out, AnsiColor::Red, &format!("invalid: {}", counted(found.faults.len() as u64, "fault")))?;
        found.faults.iter().try_for_each(|fault| writeln!(out, "  {fault}"))?;
        return Ok(());
    };
    let position: Position = position.parse()?;
    picture::draw(out, &position, &goal.parse()?, "")?;
    writeln!(out)?;
    let size = position.size();
    if solvable {
        verdict(out, AnsiColor::Green, &format!("a valid position of {size}, solvable"))?;
    } else {
        let reason = found.reason.as_deref().unwrap_or_default();
        verdict(out, AnsiColor::Red, &format!("a valid position of {size}, unsolvable: {reason}"))?;
    }
    if let (Some(is_odd), Some(distance)) = (found.permutation_is_odd, found.blank_distance) {
        let permutation = if is_odd { "odd" } else { "even" };
        writeln!(out, "parity: {permutation} permutation, blank {} from its goal", counted(distance as u64, "step"))?;
    }
    bounds(out, found)?;
    Ok(())
}

/// Writes the lower bounds, a row for each heuristic and a column for each metric.
fn bounds(out: &mut Output, found: &Check) -> io::Result<()> {
    let mut heuristics: Vec<&str> = Vec::new();
    let mut metrics: Vec<String> = Vec::new();
    for bound in &found.lower_bounds {
        if !heuristics.contains(&&bound.heuristic[..]) {
            heuristics.push(&bound.heuristic);
        }
        if !metrics.contains(&bound.metric.to_string()) {
            metrics.push(bound.metric.to_string());
        }
    }
    if heuristics.is_empty() {
        return Ok(());
    }
    let row = |out: &mut Output, head: &str, cells: &[String]| -> io::Result<()> {
        write!(out, "{head:<19}")?;
        cells.iter().try_for_each(|cell| write!(out, "{cell:>6}"))?;
        writeln!(out)
    };
    row(out, "at least, moves:", &metrics)?;
    for heuristic in heuristics {
        let cells = metrics.iter().map(|metric| {
            let mut bounds = found.lower_bounds.iter();
            let bound = bounds.find(|bound| bound.heuristic == heuristic && bound.metric.to_string() == *metric);
            bound.map_or("-".to_owned(), |bound| bound.moves.to_string())
        });
        row(out, &format!("  {heuristic}"), &cells.collect::<Vec<_>>())?;
    }
    Ok(())
}
