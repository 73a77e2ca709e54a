//! `fewest library`: the puzzles that are built in.

use std::io::Write;

use anstyle::Style;
use anyhow::bail;
use clap::Args;
use fewest_blocks::Metric;
use fewest_blocks::library::{self, Entry};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Output;
use crate::text::{shorten, thousands, wrap};

const EXAMPLES: &str = "\
Examples:
  fewest library
  fewest library klotski
  fewest solve klotski";

/// List the built-in puzzles of sliding blocks with their proven optima, or print one
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LibraryArgs {
    /// The name of one, under which other commands know it too
    name: Option<String>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// A puzzle with all that is known of it.
#[derive(Serialize)]
struct EntryLine<'a> {
    name: &'a str,
    title: &'a str,
    also: &'a [&'a str],
    by: Option<&'a str>,
    year: Option<u16>,
    note: Option<&'a str>,
    size: (usize, usize),
    pieces: usize,
    states: u64,
    optimum: Optimum,
    puzzle: String,
}

/// The lengths of shortest solutions.
#[derive(Serialize)]
struct Optimum {
    step: Option<u32>,
    slide: Option<u32>,
    r#move: Option<u32>,
    group: Option<u32>,
}

impl<'a> EntryLine<'a> {
    fn new(entry: &'a Entry) -> Self {
        let puzzle = entry.puzzle();
        Self {
            name: entry.name,
            title: entry.title,
            also: &entry.also,
            by: entry.by,
            year: entry.year,
            note: entry.note,
            size: (puzzle.width(), puzzle.height()),
            pieces: puzzle.pieces().len(),
            states: entry.states,
            optimum: Optimum {
                step: entry.optimum(Metric::Step),
                slide: entry.optimum(Metric::Slide),
                r#move: entry.optimum(Metric::Move),
                group: entry.optimum(Metric::Group),
            },
            puzzle: puzzle.to_string(),
        }
    }
}

/// Prints the list, or one puzzle.
pub(crate) fn run(args: &LibraryArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let chosen: Vec<&Entry> = match &args.name {
        None => library::all().iter().collect(),
        Some(name) => match library::find(name) {
            Some(entry) => vec![entry],
            None => bail!("there is no puzzle {:?}; `fewest library` lists those there are", shorten(name, 60)),
        },
    };
    if args.json {
        chosen.iter().try_for_each(|entry| out.json(&EntryLine::new(entry)))?;
        return Ok(Exit::Ok);
    }
    match chosen.as_slice() {
        [entry] if args.name.is_some() => one(out, entry)?,
        entries => list(out, entries)?,
    }
    Ok(Exit::Ok)
}

/// Writes one puzzle as text that every command reads, with what is known of it as comments.
fn one(out: &mut Output, entry: &Entry) -> anyhow::Result<()> {
    write!(out, "{}", entry.text)?;
    Ok(())
}

fn list(out: &mut Output, entries: &[&Entry]) -> anyhow::Result<()> {
    let bold = out.style(Style::new().bold());
    writeln!(
        out,
        "{:<26}{:>6}{:>7}{:>10}{:>6}{:>6}{:>6}{:>6}",
        "name", "size", "pieces", "positions", "step", "slide", "move", "group"
    )?;
    for entry in entries {
        let puzzle = entry.puzzle();
        let size = format!("{}×{}", puzzle.width(), puzzle.height());
        let optimum = |metric| entry.optimum(metric).map_or("-".to_owned(), |length: u32| length.to_string());
        write!(out, "{bold}{:<26}{bold:#}", entry.name)?;
        write!(out, "{size:>6}{:>7}{:>10}", puzzle.pieces().len(), thousands(entry.states))?;
        Metric::ALL.into_iter().try_for_each(|metric| write!(out, "{:>6}", optimum(metric)))?;
        writeln!(out)?;
    }
    writeln!(out)?;
    let words = "The four columns on the right are the lengths of shortest solutions, as each metric counts them. Solve one \
                 with `fewest solve NAME`, print one with `fewest library NAME`.";
    wrap(words, out.width()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}
