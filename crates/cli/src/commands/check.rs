//! `fewest check`: what can be said of a position without searching.

use std::ffi::OsString;
use std::io::{self, Write};

use anstyle::AnsiColor;
use anyhow::anyhow;
use clap::Args;
use fewest_engine::{Check, Notation};
use fewest_kinds::KINDS;

use crate::exit::Exit;
use crate::input::{Input, meant, rules};
use crate::interrupt::Interrupt;
use crate::options::{PuzzleArgs, position};
use crate::output::{Lined, Output};
use crate::solve::Bad;
use crate::stage::{draw, in_normal_form, picture};
use crate::text::{counted, thousands};

const EXIT_CODES: &str = "\
Exit codes:
0 all positions are solvable, 10 some are unsolvable, 20 it is unknown whether some are solvable, 1 some are not valid \
positions.";

/// Check whether a position is valid and solvable, and print lower bounds for its solution
#[derive(Clone, Debug, Args)]
#[command(after_help = EXIT_CODES, after_long_help = format!("{}\n\n{EXIT_CODES}", rules()))]
pub(crate) struct CheckArgs {
    /// A position such as "5 3 8/0 2 4/1 7 6", a file of positions, or - for stdin
    #[arg(value_name = "POSITION|FILE|-", allow_hyphen_values = true, value_parser = position())]
    position: Option<OsString>,

    /// More positions or files
    #[arg(value_name = "POSITION|FILE", value_parser = position())]
    more: Vec<OsString>,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &CheckArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::default();
    let arguments = args.puzzle.arguments(args.position.iter().chain(&args.more), None, &interrupt)?;
    let mut input = Input::open_all(arguments, &interrupt)?;
    let mut worst = Exit::Ok;
    let mut is_first = true;
    while let Some(entry) = input.next()? {
        let spec = &entry.spec;
        let place = entry.name().map(|name| format!(": {name}")).unwrap_or_default();
        let (file, title) = (entry.file().map(str::to_owned), entry.title.clone());
        let text = entry.text.as_ref().ok().cloned();
        let found = match entry.text {
            Err(fault) => Check::invalid(spec.info().name, fault.to_string()),
            Ok(text) => {
                KINDS.check(&spec.puzzle(text, None)).map_err(|error| anyhow!(Bad::Request(error).at_length()))?
            }
        };
        let line = input.locator.is_many.then_some(entry.line);
        if args.json {
            out.json(&Lined { file: file.as_deref(), line, title: title.as_deref(), found: &found })?;
        } else {
            if !is_first {
                writeln!(out)?;
            }
            if let Some(line) = line {
                writeln!(out, "line {line}{place}")?;
            }
            write(out, &found)?;
            let text = text.filter(|_| !found.faults.is_empty());
            if let Some(hint) = text.and_then(|text| meant(spec.info().name, &text)) {
                writeln!(out, "{hint}")?;
            }
        }
        out.flush()?;
        is_first = false;
        worst = match (found.solvable, worst) {
            _ if !found.faults.is_empty() => Exit::Failure,
            (_, Exit::Failure) => Exit::Failure,
            (None, _) | (_, Exit::Limit) => Exit::Limit,
            (Some(false), _) => Exit::Unsolvable,
            (Some(true), worst) => worst,
        };
    }
    Ok(worst)
}

fn write(out: &mut Output, found: &Check) -> anyhow::Result<()> {
    let verdict = |out: &mut Output, color: AnsiColor, text: &str| out.paragraph(color.on_default().bold(), text);
    let (Some(position), Some(goal)) = (&found.position, &found.goal) else {
        verdict(out, AnsiColor::Red, &format!("invalid: {}", counted(found.faults.len() as u64, "fault")))?;
        found.faults.iter().try_for_each(|fault| writeln!(out, "  {fault}"))?;
        return Ok(());
    };
    let puzzle = in_normal_form(&found.puzzle, position, goal, found.edges.as_deref(), None)?;
    let stage = KINDS.of(&puzzle)?.stage(&puzzle, "", Notation::Tile)?;
    draw(&picture(stage.as_ref(), out), out)?;
    writeln!(out)?;
    let what = found.what.as_deref().unwrap_or("position");
    let reason = found.reason.as_deref().unwrap_or_default();
    match found.solvable {
        Some(true) => verdict(out, AnsiColor::Green, &format!("a valid position of {what}, solvable"))?,
        Some(false) => verdict(out, AnsiColor::Red, &format!("a valid position of {what}, unsolvable: {reason}"))?,
        None => verdict(out, AnsiColor::Yellow, &format!("a valid position of {what}; solvability unknown: {reason}"))?,
    }
    if let (Some(is_odd), Some(distance)) = (found.permutation_is_odd, found.blank_distance) {
        let permutation = if is_odd { "odd" } else { "even" };
        writeln!(
            out,
            "parity: {permutation} permutation, the blank is {} from its goal",
            counted(distance as u64, "step")
        )?;
    }
    if let Some(positions) = found.positions {
        writeln!(out, "the goal can be reached from {}", counted(positions, "position"))?;
    }
    bounds(out, found)?;
    if let Some(moves) = found.optimum {
        writeln!(out, "moves, exactly: {}", thousands(moves))?;
    } else if let Some(moves) = found.upper_bound {
        writeln!(out, "moves, at most: {}", thousands(moves))?;
    }
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
        if !metrics.contains(&bound.metric) {
            metrics.push(bound.metric.clone());
        }
    }
    if heuristics.is_empty() {
        return Ok(());
    }
    let width = heuristics.iter().map(|name| name.len() + 3).max().unwrap_or_default().max(22);
    let row = |out: &mut Output, head: &str, cells: &[String]| -> io::Result<()> {
        write!(out, "{head:<width$}")?;
        cells.iter().try_for_each(|cell| write!(out, "{cell:>6}"))?;
        writeln!(out)
    };
    row(out, "moves, at least:", &metrics)?;
    for heuristic in heuristics {
        let cells = metrics.iter().map(|metric| {
            let mut bounds = found.lower_bounds.iter();
            let bound = bounds.find(|bound| bound.heuristic == heuristic && bound.metric == *metric);
            bound.map_or("-".to_owned(), |bound| bound.moves.to_string())
        });
        row(out, &format!("  {heuristic}"), &cells.collect::<Vec<_>>())?;
    }
    Ok(())
}
