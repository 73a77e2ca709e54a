//! `fewest explore`: everything about a puzzle that counting its positions can tell.

mod plot;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use fewest_engine::{Event, Exploration, ExploreRequest, Kind, Limits, Outcome, Part, Puzzle, explore};

use crate::commands::explore::plot::Picture;
use crate::exit::Exit;
use crate::input::{Input, RULES};
use crate::interrupt::Interrupt;
use crate::options::{Metric, PuzzleArgs, Spec, bytes, position, seconds, usage};
use crate::output::Output;
use crate::progress::Progress;
use crate::solve::Bad;
use crate::text::{bytes as bytes_in_words, counted, duration};

const HELP: &str = "\
What is told: how many positions there are at each distance from the start and to the goal, the greatest distance (God's \
number), the mean, and the hardest positions. Of tiles, hanoi and graph the start may be left out: then everything is counted \
from the goal. docs/explore.md defines every figure, and says how much memory a size takes.

Of sliding blocks also: the two positions that are farthest apart; how many shortest solutions there are; dead ends, and where \
every solution must pass; which pieces are needed; how hard it is (docs/blocks-explore.md).

Examples:
  fewest explore --size 3x4
  fewest explore --size 3x4 --metric mtm --plot widths.svg
  fewest explore --discs 10 --pegs 4
  fewest explore --edges \"1-2 2-3 3-4 4-1 1-3\"
  fewest explore --size 2x7 --spill /var/tmp --memory-limit 4GB
  fewest explore klotski
  fewest explore puzzle.txt --metric step --json

Exit codes:
0 solvable, or without a start: all counted; 10 proven unsolvable, 20 a limit came before, 1 failure, 2 usage.";

/// Count every position of a puzzle by its distance: what can be reached, what is hardest, which pieces matter
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP, after_long_help = format!("{RULES}\n\n{HELP}"))]
pub(crate) struct ExploreArgs {
    /// The start, the name of a puzzle such as klotski, a file with one, or - for stdin [default: from the goal, where --size,
    /// --discs or --edges is given]
    #[arg(value_name = "PUZZLE|FILE|-", value_parser = position())]
    position: Option<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    puzzle: PuzzleArgs,

    /// What counts as one move [default: stm for tiles, move for blocks, push for sokoban]
    #[arg(long, value_enum)]
    metric: Option<Metric>,

    /// blocks: stop at what can be reached, distances to the goal and the number of solutions
    #[arg(long)]
    quick: bool,

    /// How many positions to show where there are several
    #[arg(long, value_name = "N", default_value_t = 3)]
    samples: usize,

    /// tiles, hanoi, graph: how many threads count together [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// tiles, hanoi, graph: count with files in this folder what does not fit the memory limit
    #[arg(long, value_name = "DIR")]
    spill: Option<PathBuf>,

    /// Draw how many positions there are at each distance, as .svg or .png
    #[arg(long, value_name = "FILE", value_parser = Picture::read)]
    plot: Option<Picture>,

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
    let (text, place) = if args.position.is_none() && needs_no_start(&spec) {
        (String::new(), None)
    } else {
        let mut input = Input::open(args.position.as_deref(), &spec, &interrupt)?;
        let entry = input.next()?.context("there is no puzzle")?;
        if input.is_many() {
            bail!("there are several puzzles; explore takes one");
        }
        let text = entry.text.map_err(|fault| anyhow!(input.locate(entry.line, &fault.to_string())))?;
        (text, Some((input.locator(), entry.line)))
    };
    let limits = Limits { seconds: args.time_limit, memory_bytes: args.memory_limit, expansions: None };
    let request = ExploreRequest {
        quick: args.quick,
        samples: args.samples,
        threads: args.threads,
        spill: args.spill.clone(),
        limits,
        ..ExploreRequest::new(spec.puzzle(text, args.metric))
    };
    let mut progress = Progress::for_one(!args.json);
    let found = explore(&request, interrupt.cancel(), &mut |event| match event {
        // What a search calls a bound is the layer that is expanded here.
        Event::Progress { lower_bound, expanded, seconds, .. } if spec.kind() != Kind::Blocks => {
            let positions = counted(expanded, "position");
            progress.note(&format!("{}: layer {lower_bound}, {positions}", duration(seconds)));
        }
        event => progress.show(&event),
    });
    drop(progress);
    let found = found.map_err(|error| {
        let bad = Bad::Request(error);
        match &place {
            _ if bad.is_usage() => usage(&bad.at_length()),
            Some((locator, line)) => anyhow!(locator.locate(*line, &bad.at_length())),
            None => anyhow!(bad.at_length()),
        }
    })?;
    if args.json {
        out.json(&found)?;
    } else {
        write!(out, "{}", found.text)?;
        if found.puzzle != Kind::Blocks {
            writeln!(out)?;
            if let Some(command) = solve_command(&request.puzzle, &found) {
                writeln!(out, "{:<15}{command}", "solve one")?;
            }
        }
        let disk =
            found.peak_disk_bytes.map(|bytes| format!(", {} on disk", bytes_in_words(bytes))).unwrap_or_default();
        let (time, memory) = (duration(found.seconds), bytes_in_words(found.peak_memory_bytes));
        writeln!(out, "{:<15}{time}, {memory}{disk}", "spent")?;
    }
    if let Some(picture) = &args.plot {
        picture.write(&found)?;
    }
    Ok(match found.outcome {
        Outcome::Unsolvable => Exit::Unsolvable,
        // Sliding blocks that are solved may have parts that a limit left out, each of which says so.
        Outcome::Solved if found.limit.is_none() || found.puzzle == Kind::Blocks => Exit::Ok,
        Outcome::Solved | Outcome::Limit => Exit::Limit,
    })
}

/// Whether the goal is known without a start.
fn needs_no_start(spec: &Spec) -> bool {
    match spec {
        Spec::Tiles { size, .. } => size.is_some(),
        Spec::Hanoi { discs, .. } => discs.is_some(),
        Spec::Graph { .. } => true,
        Spec::Blocks { .. } | Spec::Sokoban => false,
    }
}

/// The command that solves the first of the hardest positions.
fn solve_command(puzzle: &Puzzle, found: &Exploration) -> Option<String> {
    let Part::Known(to_goal) = &found.to_goal else { return None };
    let hardest = to_goal.hardest_starts.first()?;
    let goal = |usual: &str, goal: &str| if goal == usual { String::new() } else { format!(" --goal \"{goal}\"") };
    let rest = match puzzle {
        Puzzle::Tiles(tiles) => {
            // A single row might be a square.
            let size = if hardest.contains('/') { None } else { tiles.size.as_deref() };
            let size = size.map(|size| format!(" --size {size}")).unwrap_or_default();
            let metric = format!(" --metric {}", found.metric);
            format!("{size}{}{}", goal("blank-last", &tiles.goal), if found.metric == "stm" { "" } else { &metric })
        }
        Puzzle::Hanoi(hanoi) => format!(" --kind hanoi{}", goal("last", &hanoi.goal)),
        Puzzle::Graph(graph) => format!(" --edges \"{}\"{}", graph.edges, goal("blank-last", &graph.goal)),
        Puzzle::Blocks(_) => return None,
        Puzzle::Sokoban(_) => format!(" --metric {}", found.metric),
    };
    let hardest = hardest.trim_end().lines().collect::<Vec<_>>().join("|");
    Some(format!("fewest solve \"{hardest}\"{rest}"))
}
