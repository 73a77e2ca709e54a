//! `fewest explore`: everything about a puzzle that counting its positions can tell.

mod plot;

pub(crate) use plot::Picture;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use fewest_engine::{Event, Exploration, ExploreRequest, Finding, Limits, Outcome, Puzzle};
use fewest_kinds::KINDS;

use crate::exit::Exit;
use crate::input::{Input, rules};
use crate::interrupt::Interrupt;
use crate::options::{PuzzleArgs, Spec, bytes, metric, position, seconds, usage};
use crate::output::Output;
use crate::progress::Progress;
use crate::solve::Bad;
use crate::text::{bytes as bytes_in_words, counted, duration};

const HELP: &str = "\
The report gives the number of positions at each distance from the start and to the goal, the greatest distance (God's \
number), the mean distance and the hardest positions. For tiles, hanoi and graph you may leave out the start: \
positions are then counted from the goal. docs/explore.md defines every figure, and says how much memory each size \
takes.

For sliding blocks it also gives the two positions that are farthest apart, the number of shortest solutions, dead \
ends, the positions that every solution passes, the pieces that are needed, and measures of difficulty \
(docs/blocks-explore.md).

Examples:
  fewest explore --size 3x4
  fewest explore --size 3x4 --metric mtm --plot widths.svg
  fewest explore --discs 10 --pegs 4
  fewest explore --edges \"1-2 2-3 3-4 4-1 1-3\"
  fewest explore --size 2x7 --spill /var/tmp --memory-limit 4GB
  fewest explore klotski
  fewest explore puzzle.txt --metric step --json

Exit codes:
0 solvable or, without a start, all positions counted; 10 proven unsolvable, 20 stopped by a limit, 1 failure, 2 usage.";

/// Count all positions of a puzzle by distance, and report the hardest ones and the pieces that matter
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP, after_long_help = format!("{}\n\n{HELP}", rules()))]
pub(crate) struct ExploreArgs {
    /// The start, the name of a puzzle such as klotski, a file with one, or - for stdin [default: with --size, --discs
    /// or --edges, count from the goal]
    #[arg(value_name = "PUZZLE|FILE|-", value_parser = position())]
    position: Option<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    puzzle: PuzzleArgs,

    /// What counts as one move
    #[arg(long, value_parser = metric())]
    metric: Option<String>,

    /// blocks: report only the positions that can be reached, their distances to the goal and the number of solutions
    #[arg(long)]
    quick: bool,

    /// How many positions to show when several qualify
    #[arg(long, value_name = "N", default_value_t = 3)]
    samples: usize,

    /// tiles, hanoi, graph: number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// tiles, hanoi, graph: if the count does not fit into the memory limit, use files in this folder
    #[arg(long, value_name = "DIR")]
    spill: Option<PathBuf>,

    /// Plot the number of positions at each distance to this .svg or .png file
    #[arg(long, value_name = "FILE", value_parser = Picture::read)]
    plot: Option<Picture>,

    /// Stop after this time, such as 30s
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time_limit: Option<f64>,

    /// Stop when this much memory is used, such as 2GB [default: 3/4 of the free memory]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory_limit: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ExploreArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    // Whoever describes a puzzle by options has no need of stdin, which may never end.
    let described = (args.position.is_none() && args.puzzle.has_fields()).then(|| OsStr::new(""));
    let spec = args.puzzle.spec(args.position.as_deref().or(described), args.metric.as_deref(), &interrupt)?;
    let (text, place) = if args.position.is_none() && spec.kind.can_explore_goal(&spec.shared) {
        (String::new(), None)
    } else {
        let mut input = Input::open(args.position.as_deref(), &spec, &interrupt)?;
        let (line, text) = input.only("puzzle", "explore")?;
        (text, Some((input.locator, line)))
    };
    let limits = Limits { seconds: args.time_limit, memory_bytes: args.memory_limit, expansions: None };
    let request = ExploreRequest {
        quick: args.quick,
        samples: args.samples,
        threads: args.threads,
        spill: args.spill.clone(),
        limits,
        ..ExploreRequest::new(match place {
            Some(_) => spec.puzzle(text, args.metric.as_deref()),
            None => spec.shared.clone().with("position", "").with_some("metric", args.metric.as_deref()),
        })
    };
    let mut progress = Progress::for_one(!args.json);
    let found = KINDS.explore(&request, &interrupt.cancel, &mut |event| match event {
        // What a search calls a bound is the layer that is expanded here.
        Event::Progress { lower_bound, expanded, seconds, .. } => {
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
        if let Some(command) = solve_command(&spec, &request.puzzle, &found) {
            writeln!(out, "\n{:<15}{command}", "solve one")?;
        }
        let disk =
            found.peak_disk_bytes.map(|bytes| format!(", {} on disk", bytes_in_words(bytes))).unwrap_or_default();
        let (time, memory) = (duration(found.seconds), bytes_in_words(found.peak_memory_bytes));
        writeln!(out, "{:<15}{time}, {memory}{disk}", "spent")?;
    }
    if let Some(picture) = &args.plot {
        picture.write_layers(&found)?;
    }
    Ok(match found.outcome {
        Outcome::Unsolvable => Exit::Unsolvable,
        // A kind that reports more than counts says of each part that a limit left it out.
        Outcome::Solved if found.limit.is_none() || !found.more.is_empty() => Exit::Ok,
        Outcome::Solved | Outcome::Limit => Exit::Limit,
    })
}

/// The command that solves the first of the hardest positions.
fn solve_command(spec: &Spec, puzzle: &Puzzle, found: &Exploration) -> Option<String> {
    let Finding::Known(to_goal) = &found.to_goal else { return None };
    let info = spec.info();
    let hardest = spec.kind.as_argument(to_goal.hardest_starts.first()?)?;
    let is_shown = KINDS.sniff(&hardest).is_none_or(|(kind, _)| kind.info().name == info.name)
        && (KINDS.sniff(&hardest).is_some() || KINDS.infos().next()?.name == info.name);
    let telling = info.fields.iter().any(|field| field.tells_kind && puzzle.fields.contains_key(field.name));
    let kind = if is_shown || telling { String::new() } else { format!(" --kind {}", info.name) };
    // What the position shows need not be said again.
    let shown = |name: &str| name == "position" || (name == "size" && hardest.contains('/'));
    let is_default = |name: &str, value: &str| {
        let field = info.fields.iter().find(|field| field.name == name);
        field.and_then(|field| field.default) == Some(value) || (name == "metric" && info.metrics[0].name == value)
    };
    let fields = puzzle.fields.iter().map(|(name, value)| (name, value.to_string()));
    let fields = fields.filter(|(name, value)| !shown(name) && !is_default(name, value));
    let quoted = |value: String| if value.contains(' ') { format!("\"{value}\"") } else { value };
    let mut command = format!("fewest solve \"{hardest}\"{kind}");
    command.extend(fields.map(|(name, value)| format!(" --{name} {}", quoted(value))));
    Some(command)
}
