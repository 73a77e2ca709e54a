//! `fewest library`: the puzzles that are built in.

use std::io::Write;

use anstyle::Style;
use anyhow::bail;
use clap::Args;
use fewest_blocks::Metric;
use fewest_blocks::library::{self, Entry};
use fewest_engine::Kind;
use fewest_sokoban::library as levels;
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Output;
use crate::text::{shorten, thousands, wrap};

const EXAMPLES: &str = "\
Examples:
  fewest library
  fewest library klotski
  fewest solve klotski
  fewest solve two-rooms --metric move";

/// List the built-in puzzles of sliding blocks and Sokoban with their proven optima, or print one
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
    kind: Kind,
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
            kind: Kind::Blocks,
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

/// A level of Sokoban with all that is known of it.
#[derive(Serialize)]
struct LevelLine<'a> {
    kind: Kind,
    name: &'a str,
    title: &'a str,
    size: (usize, usize),
    boxes: usize,
    optimum: LevelOptimum,
    puzzle: String,
}

/// The lengths of shortest solutions.
#[derive(Serialize)]
struct LevelOptimum {
    push: u32,
    r#move: u32,
}

impl<'a> LevelLine<'a> {
    fn new(entry: &'a levels::Entry) -> Self {
        let level = entry.level();
        Self {
            kind: Kind::Sokoban,
            name: entry.name,
            title: entry.title,
            size: (level.width(), level.height()),
            boxes: level.boxes().len(),
            optimum: LevelOptimum { push: entry.pushes, r#move: entry.moves },
            puzzle: fewest_sokoban::write([&level]).trim_end().to_owned(),
        }
    }
}

/// Prints the list, or one puzzle as text that every command reads.
pub(crate) fn run(args: &LibraryArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let Some(name) = &args.name else {
        if args.json {
            library::all().iter().try_for_each(|entry| out.json(&EntryLine::new(entry)))?;
            levels::entries().iter().try_for_each(|entry| out.json(&LevelLine::new(entry)))?;
        } else {
            list(out)?;
        }
        return Ok(Exit::Ok);
    };
    match (library::find(name), levels::find(name)) {
        (Some(entry), _) if args.json => out.json(&EntryLine::new(entry))?,
        (Some(entry), _) => write!(out, "{}", entry.text)?,
        (None, Some(entry)) if args.json => out.json(&LevelLine::new(entry))?,
        (None, Some(entry)) => write!(out, "{}", fewest_sokoban::write([&entry.level()]))?,
        (None, None) => bail!("there is no puzzle {:?}; `fewest library` lists those there are", shorten(name, 60)),
    }
    Ok(Exit::Ok)
}

fn list(out: &mut Output) -> anyhow::Result<()> {
    let bold = out.style(Style::new().bold());
    writeln!(
        out,
        "{:<26}{:>6}{:>7}{:>10}{:>6}{:>6}{:>6}{:>6}",
        "Sliding blocks", "size", "pieces", "positions", "step", "slide", "move", "group"
    )?;
    for entry in library::all() {
        let puzzle = entry.puzzle();
        let size = format!("{}×{}", puzzle.width(), puzzle.height());
        let optimum = |metric| entry.optimum(metric).map_or("-".to_owned(), |length: u32| length.to_string());
        write!(out, "{bold}{:<26}{bold:#}", entry.name)?;
        write!(out, "{size:>6}{:>7}{:>10}", puzzle.pieces().len(), thousands(entry.states))?;
        Metric::ALL.into_iter().try_for_each(|metric| write!(out, "{:>6}", optimum(metric)))?;
        writeln!(out)?;
    }
    writeln!(out, "\n{:<26}{:>6}{:>7}{:>10}{:>6}", "Sokoban", "size", "boxes", "push", "move")?;
    for entry in levels::entries() {
        let level = entry.level();
        let size = format!("{}×{}", level.width(), level.height());
        write!(out, "{bold}{:<26}{bold:#}", entry.name)?;
        writeln!(out, "{size:>6}{:>7}{:>10}{:>6}", level.boxes().len(), entry.pushes, entry.moves)?;
    }
    writeln!(out)?;
    let words = "The columns on the right are the lengths of shortest solutions, as each metric counts them. Solve one \
                 with `fewest solve NAME`, print one with `fewest library NAME`.";
    wrap(words, out.width()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}
