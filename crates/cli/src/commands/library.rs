//! `fewest library`: the puzzles that are built in.

use std::io::Write;

use anstyle::Style;
use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use fewest_engine::{Kind, LibraryEntry};
use fewest_kinds::KINDS;
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Output;
use crate::text::{did_you_mean, shorten, thousands};

const EXAMPLES: &str = "\
Examples:
  fewest library
  fewest library --kind sokoban
  fewest library klotski
  fewest solve klotski
  fewest solve two-rooms --metric move";

/// List the built-in puzzles with their proven optima, or print one
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LibraryArgs {
    /// Print the puzzle of this name; other commands accept the name too
    name: Option<String>,

    /// List only the puzzles of this kind
    #[arg(long, value_name = "KIND", value_parser = kinds(), ignore_case = true, conflicts_with = "name")]
    kind: Option<String>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The kinds that have puzzles built in.
fn kinds() -> PossibleValuesParser {
    let kinds = KINDS.iter().filter(|kind| !kind.library().is_empty()).map(Kind::info);
    PossibleValuesParser::new(kinds.map(|info| PossibleValue::new(info.name).help(info.title)))
}

/// A puzzle with all that is known of it.
#[derive(Serialize)]
struct EntryLine<'a> {
    kind: &'static str,
    #[serde(flatten)]
    entry: &'a LibraryEntry,
    text: &'a str,
}

impl<'a> EntryLine<'a> {
    fn new(kind: &dyn Kind, entry: &'a LibraryEntry) -> Self {
        Self { kind: kind.info().name, entry, text: &entry.text }
    }
}

/// Prints the list, or one puzzle as text that every command reads.
pub(crate) fn run(args: &LibraryArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let Some(name) = &args.name else {
        let is_meant =
            |kind: &&dyn Kind| args.kind.as_deref().is_none_or(|name| kind.info().name.eq_ignore_ascii_case(name));
        for kind in KINDS.iter().filter(is_meant) {
            let entries = kind.library();
            if args.json {
                entries.iter().try_for_each(|entry| out.json(&EntryLine::new(kind, entry)))?;
            } else if !entries.is_empty() {
                list(kind, &entries, out)?;
            }
        }
        if !args.json {
            let words = "The columns on the right show the length of a shortest solution in each metric. `fewest solve \
                         NAME` solves a puzzle, and `fewest library NAME` prints it.";
            out.paragraph(Style::new(), words)?;
        }
        return Ok(Exit::Ok);
    };
    match KINDS.find(name) {
        Some((kind, entry)) if args.json => out.json(&EntryLine::new(kind, &entry))?,
        Some((_, entry)) => writeln!(out, "{}", entry.text.trim_end())?,
        None => {
            let known: Vec<String> = KINDS.iter().flat_map(Kind::library).map(|entry| entry.name).collect();
            let meant = did_you_mean(name, known.iter().map(String::as_str));
            bail!("there is no built-in puzzle {:?}; `fewest library` lists them all.{meant}", shorten(name, 60))
        }
    }
    Ok(Exit::Ok)
}

/// The puzzles of a kind as a table: what is known of each, and its optimum in each metric.
fn list(kind: &dyn Kind, entries: &[LibraryEntry], out: &mut Output) -> anyhow::Result<()> {
    let info = kind.info();
    let metrics = || info.metrics.iter().map(|metric| metric.name);
    let facts: Vec<&str> =
        entries.first().map_or(Vec::new(), |entry| entry.facts.iter().map(|(name, _)| &**name).collect());
    let size = entries.iter().map(|entry| entry.size.chars().count()).max().unwrap_or_default().max(4) + 1;
    let width = |name: &str| name.len().max(5) + 1;
    let fact = |entry: &LibraryEntry, name: &str| {
        let found = entry.facts.iter().find(|(known, _)| known == name);
        found.map_or("-".to_owned(), |(_, number)| thousands(*number))
    };
    let fact_width =
        |name: &str| entries.iter().map(|entry| fact(entry, name).len()).max().unwrap_or_default().max(name.len()) + 1;
    write!(out, "{:<26}{:>size$}", info.title, "size")?;
    facts.iter().try_for_each(|name| write!(out, "{name:>width$}", width = fact_width(name)))?;
    metrics().try_for_each(|name| write!(out, "{name:>width$}", width = width(name)))?;
    writeln!(out)?;
    let bold = out.style(Style::new().bold());
    for entry in entries {
        write!(out, "{bold}{:<26}{bold:#}{:>size$}", entry.name, entry.size)?;
        facts.iter().try_for_each(|name| write!(out, "{:>width$}", fact(entry, name), width = fact_width(name)))?;
        for name in metrics() {
            let optimum = entry.optimum.get(name).map_or("-".to_owned(), |&length| thousands(length));
            write!(out, "{optimum:>width$}", width = width(name))?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    Ok(())
}
