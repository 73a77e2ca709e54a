//! `fewest generate`: hard puzzles, found.

mod blocks;
mod rush;
mod stock;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use fewest_blocks::Puzzle;
use fewest_blocks::design::{Anneal, Catch, Design, Event, Family, Hunt, Method};
use fewest_blocks::formats::Format;
use fewest_engine::default_memory_limit;
use fewest_search::{LimitKind, Limits};
use serde::Serialize;

use crate::exit::{Exit, remark};
use crate::interrupt::Interrupt;
use crate::options::{count, seconds, usage};
use crate::output::Output;
use crate::progress::Progress;
use crate::text::{counted, duration, thousands};

/// Search for hard puzzles of sliding blocks
#[derive(Clone, Debug, Args)]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Debug, Subcommand)]
enum What {
    Rush(rush::RushArgs),
    Blocks(blocks::BlocksArgs),
}

/// Searches.
pub(crate) fn run(args: &GenerateArgs, out: &mut Output) -> anyhow::Result<Exit> {
    match &args.what {
        What::Rush(args) => rush::run(args, out),
        What::Blocks(args) => blocks::run(args, out),
    }
}

/// How puzzles are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    /// Look at all there are
    Enumerate,
    /// Change puzzles at random and keep what is harder
    Anneal,
}

/// How many walks are made where nobody says.
const USUAL_WALKS: u64 = 20;

/// What all searches for puzzles have in common.
#[derive(Clone, Debug, Args)]
struct HuntArgs {
    /// How many puzzles to print, the hardest first
    #[arg(long, value_name = "N", default_value = "10")]
    count: NonZeroUsize,

    /// The fewest moves that a puzzle may take
    #[arg(long, value_name = "MOVES", default_value_t = 1)]
    min: u32,

    /// The most moves that a puzzle may take
    #[arg(long, value_name = "MOVES")]
    max: Option<u32>,

    /// How to look [default: enumerate where the board is small enough, else anneal]
    #[arg(long, value_enum)]
    method: Option<Way>,

    /// anneal: the seed; the same gives the same puzzles on every machine and any number of threads [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// anneal: how many walks to make, each from an empty board or a random layout [default: 20]
    #[arg(long, value_name = "N", value_parser = count)]
    walks: Option<u64>,

    /// anneal: how many changes a walk tries [default: 1500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    steps: Option<u32>,

    /// A file that says how far the search has come: written every few seconds, and taken up again where it is there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Stop after this time and print what was found
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time_limit: Option<f64>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

impl HuntArgs {
    fn method(&self, is_small: bool) -> anyhow::Result<Method> {
        let given =
            [("--seed", self.seed.is_some()), ("--walks", self.walks.is_some()), ("--steps", self.steps.is_some())];
        let given = given.iter().find(|(_, is_given)| *is_given);
        // Who says how to anneal wants it.
        let usual = if is_small && given.is_none() { Way::Enumerate } else { Way::Anneal };
        let way = self.method.unwrap_or(usual);
        if let (Way::Enumerate, Some((option, _))) = (way, given) {
            return Err(usage(&format!("{option} has no effect where all are looked at; it is for --method anneal")));
        }
        if self.max.is_some_and(|max| max < self.min) || self.walks == Some(0) {
            return Err(usage("nothing is asked for: --max must not be below --min, and --walks not 0"));
        }
        let Anneal { seed, steps, heat } = Anneal::default();
        Ok(match way {
            Way::Enumerate => Method::Enumerate,
            Way::Anneal => {
                Method::Anneal(Anneal { seed: self.seed.unwrap_or(seed), steps: self.steps.unwrap_or(steps), heat })
            }
        })
    }

    fn most(&self) -> u32 {
        self.max.unwrap_or(u32::MAX)
    }

    fn limits(&self, interrupt: &Interrupt) -> Limits {
        let time = self.time_limit.and_then(|time| std::time::Duration::try_from_secs_f64(time).ok());
        Limits { time, memory: default_memory_limit(), cancel: interrupt.cancel().clone(), ..Limits::default() }
    }

    /// Searches and prints the list.
    fn hunt<F: Family>(
        &self,
        family: &F,
        method: Method,
        interrupt: &Interrupt,
        out: &mut Output,
        line: impl Fn(usize, &Design) -> String,
    ) -> anyhow::Result<Exit> {
        let usual = Hunt::default();
        let hunt = Hunt {
            keep: self.count.get(),
            units: matches!(method, Method::Anneal(_)).then_some(self.walks.unwrap_or(USUAL_WALKS)),
            threads: self.threads.unwrap_or(usual.threads),
            state: self.state.clone(),
            ..usual
        };
        let mut progress = Progress::for_one(!self.json);
        let mut best = 0;
        let caught = hunt.run(family, &self.limits(interrupt), |event| {
            match event {
                Event::Found(design) => best = best.max(design.find.length),
                Event::Progress { done, units, elapsed } => {
                    let of = units.map(|units| format!(" of {}", thousands(units))).unwrap_or_default();
                    let spent = duration(elapsed.as_secs_f64());
                    progress.note(&format!("{spent}: {}{of} parts done, best {best}", thousands(done)));
                }
            }
            ControlFlow::Continue(())
        });
        drop(progress);
        let Catch { best, done, limit } = caught?;
        for (index, design) in best.iter().enumerate() {
            if self.json {
                out.json(&DesignLine::new(index + 1, design, family))?;
            } else {
                writeln!(out, "{}", line(index + 1, design))?;
            }
        }
        out.flush()?;
        if !self.json {
            remark(&self.summary(best.len(), done, limit));
        }
        Ok(if best.is_empty() && limit.is_some() { Exit::Limit } else { Exit::Ok })
    }

    fn summary(&self, found: usize, done: u64, limit: Option<LimitKind>) -> String {
        let stopped = limit.map(|limit| format!("{limit}; ")).unwrap_or_default();
        let again = match (&self.state, limit) {
            (Some(state), Some(_)) => format!("; the same command goes on from {}", state.display()),
            _ => String::new(),
        };
        format!("{stopped}{} after {}{again}", counted(found as u64, "puzzle"), counted(done, "part"))
    }
}

/// A puzzle that was found, as JSON.
#[derive(Serialize)]
struct DesignLine {
    rank: usize,
    length: u32,
    metric: String,
    positions: u64,
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rush: Option<String>,
}

impl DesignLine {
    fn new<F: Family>(rank: usize, design: &Design, family: &F) -> Self {
        Self {
            rank,
            length: design.find.length,
            metric: family.metric().to_string(),
            positions: design.find.positions,
            puzzle: design.puzzle.to_string(),
            rush: Format::Rush.write(&design.puzzle).ok().map(|board| board.trim_end().to_owned()),
        }
    }
}

/// The puzzle with a title.
fn titled(puzzle: &Puzzle, title: String) -> Arc<Puzzle> {
    let mut setup = puzzle.setup().clone();
    setup.title = Some(title);
    Arc::new(setup.validate().expect("only the title has changed"))
}
