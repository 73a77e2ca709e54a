//! `fewest explore`: everything about a puzzle of sliding blocks.

use std::ffi::OsString;
use std::io::Write;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use fewest_engine::{ExploreRequest, Kind, Limits, Outcome, explore};

use crate::exit::Exit;
use crate::input::{Input, RULES};
use crate::interrupt::Interrupt;
use crate::options::{Metric, PuzzleArgs, bytes, position, seconds, usage};
use crate::output::Output;
use crate::progress::Progress;
use crate::solve::Bad;
use crate::text::{bytes as bytes_in_words, duration};

const HELP: &str = "\
What is told: the positions that can be reached and the goals among them, layer by layer; the hardest start for this goal; \
the two positions that are farthest apart; how many shortest solutions there are; dead ends, and where every solution must \
pass; which pieces are needed; how hard it is. docs/blocks-explore.md defines every figure.

Examples:
  fewest explore klotski
  fewest explore puzzle.txt --metric step --json

Exit codes:
0 solvable, 10 proven unsolvable, 20 a limit came before that was known, 1 failure, 2 usage.";

/// Tell everything about a puzzle of sliding blocks: what can be reached, what is hardest, which pieces matter
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP, after_long_help = format!("{RULES}\n\n{HELP}"))]
pub(crate) struct ExploreArgs {
    /// The name of a puzzle such as klotski, its text, a file with one, or - for stdin
    #[arg(value_name = "PUZZLE|FILE|-", value_parser = position())]
    position: Option<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    puzzle: PuzzleArgs,

    /// What counts as one move [default: move]
    #[arg(long, value_enum)]
    metric: Option<Metric>,

    /// Stop at what can be reached, distances to the goal and the number of solutions
    #[arg(long)]
    quick: bool,

    /// How many positions to show where there are several
    #[arg(long, value_name = "N", default_value_t = 3)]
    samples: usize,

    /// Stop after this time, such as 30s
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time_limit: Option<f64>,

    /// Stop at this much memory, such as 2GB [default: 3/4 of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory_limit: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Explores the puzzle.
pub(crate) fn run(args: &ExploreArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let spec = args.puzzle.spec(args.position.as_deref(), args.metric, &interrupt)?;
    if spec.kind() != Kind::Blocks {
        return Err(usage(&format!("only sliding blocks are explored, and the puzzle is {}", spec.kind())));
    }
    let mut input = Input::open(args.position.as_deref(), &spec, &interrupt)?;
    let entry = input.next()?.context("there is no puzzle")?;
    if input.is_many() {
        bail!("there are several puzzles; explore takes one");
    }
    let text = entry.text.map_err(|fault| anyhow!(input.locate(entry.line, &fault.to_string())))?;
    let limits = Limits { seconds: args.time_limit, memory_bytes: args.memory_limit, expansions: None };
    let request = ExploreRequest {
        quick: args.quick,
        samples: args.samples,
        limits,
        ..ExploreRequest::new(spec.puzzle(text, args.metric))
    };
    let mut progress = Progress::for_one(!args.json);
    let found = explore(&request, interrupt.cancel(), &mut |event| progress.show(&event));
    drop(progress);
    let found = found.map_err(|error| anyhow!(input.locate(entry.line, &Bad::Request(error).at_length())))?;
    if args.json {
        out.json(&found)?;
    } else {
        write!(out, "{}", found.text)?;
        writeln!(out, "{:<15}{}, {}", "spent", duration(found.seconds), bytes_in_words(found.peak_memory_bytes))?;
    }
    Ok(match found.outcome {
        Outcome::Solved => Exit::Ok,
        Outcome::Unsolvable => Exit::Unsolvable,
        Outcome::Limit => Exit::Limit,
    })
}
