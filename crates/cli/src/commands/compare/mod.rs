//! `fewest compare`: several searches of the same positions, side by side.

mod plot;
mod table;

use std::ffi::OsString;
use std::io::Write;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use fewest_engine::catalog::{Algorithm, HeuristicInfo, Parameter};
use fewest_engine::{Answer, KindInfo, Limits, Options, Outcome, Proof, Request, Session};
use serde::Serialize;

use crate::commands::explore::Picture;
use crate::exit::{Exit, complain, remark};
use crate::input::{Found, Input, rules};
use crate::interrupt::Interrupt;
use crate::options::{
    PdbArgs, PuzzleArgs, algorithm_names, bytes, count, heuristic_names, metric, position, seconds, usage,
};
use crate::output::Output;
use crate::progress::Progress;
use crate::search::search;
use crate::solve::{Bad, second_length};
use crate::text::{counted, duration};

const HELP: &str = "\
Every algorithm runs with every heuristic on every position, one search at a time; an algorithm that uses no heuristic \
runs once. For one position, the table has a row for each search; for several, it has sums over all positions, or with \
--each a row for each search of each position. A ≤ marks a length that is not proven to be the shortest; a > marks \
what a search had used when a limit stopped it. The time is that of the search alone; if loading or building the \
heuristic's tables took noticeable time, it is in a column of its own.

Examples:
  fewest compare \"5 3 8/0 2 4/1 7 6\" --algorithm \"BFS,A*,IDA*\" --heuristic manhattan,linear-conflict
  fewest compare boards.txt --algorithm \"A*,IDA*\" --heuristic manhattan,pdb --time-limit 10s
  fewest compare klotski --algorithm \"exhaustive,A*\" --csv
  fewest random --count 20 --size 3x3 | fewest compare - --plot searches.svg

Exit codes:
0 every search found an answer, 20 some were stopped by a limit or by Ctrl-C, 1 failure, 2 usage.";

/// Run several searches on the same positions and print one table
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP, after_long_help = format!("{}\n\n{HELP}", rules()))]
pub(crate) struct CompareArgs {
    /// A position such as "5 3 8/0 2 4/1 7 6", the name of a puzzle such as klotski, a file of positions, or - for stdin
    #[arg(value_name = "POSITION|FILE|-", allow_hyphen_values = true, value_parser = position())]
    position: Option<OsString>,

    /// More positions or files
    #[arg(value_name = "POSITION|FILE", value_parser = position())]
    more: Vec<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    puzzle: PuzzleArgs,

    /// What counts as one move
    #[arg(long, value_parser = metric())]
    metric: Option<String>,

    /// The algorithms, separated by commas: names that `fewest algorithms` lists, or auto
    #[arg(
        long = "algorithm",
        visible_alias = "solver",
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Search"
    )]
    #[arg(default_value = "A*,IDA*", value_parser = algorithm_names(), hide_possible_values = true)]
    solver: Vec<String>,

    /// The heuristics, separated by commas: names that `fewest algorithms` lists, or auto
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Search")]
    #[arg(default_value = "auto", value_parser = heuristic_names(), hide_possible_values = true)]
    heuristic: Vec<String>,

    #[command(flatten)]
    pdb: PdbArgs,

    /// Number of threads for each search whose algorithm uses several [default: all cores]
    #[arg(long, value_name = "N", help_heading = "Search")]
    threads: Option<u32>,

    /// Stop each search after this time, such as 30s, 500ms, 2m or 1.5 (seconds)
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = "Limits")]
    time_limit: Option<f64>,

    /// Stop each search when it uses this much memory, such as 50MB or 2GiB [default: 3/4 of the free memory]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Limits")]
    memory_limit: Option<u64>,

    /// Stop each search after this many expansions, such as 1000000, 1e6 or 10M
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    max_expansions: Option<u64>,

    /// Print a row for each search of each position
    #[arg(long, help_heading = "Output")]
    each: bool,

    /// Print one JSON object per line, for each search of each position
    #[arg(long, help_heading = "Output", conflicts_with = "csv")]
    json: bool,

    /// Print comma-separated values, one line for each search of each position
    #[arg(long, help_heading = "Output")]
    csv: bool,

    /// Plot the expanded nodes to this .svg or .png file: one bar per search for one position; for several, how many
    /// are solved within how many expanded nodes
    #[arg(long, value_name = "FILE", value_parser = Picture::read, help_heading = "Output")]
    plot: Option<Picture>,
}

/// A search: an algorithm with a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    algorithm: String,
    heuristic: String,
}

/// What a search of a position came to. Flat, so that it is a line of JSON and of CSV.
#[derive(Clone, Debug, Serialize)]
struct Run {
    /// Which position, from 1.
    position_number: usize,
    file: Option<String>,
    line: u64,
    title: Option<String>,
    puzzle: String,
    position: String,
    metric: String,
    /// What was asked for.
    solver: String,
    heuristic: String,
    /// What ran, where that was left to the engine.
    algorithm: String,
    used_heuristic: String,
    outcome: String,
    length: Option<u64>,
    /// The length in the metric that decides between equal lengths, where one does.
    #[serde(skip)]
    second: Option<u64>,
    proven: bool,
    lower_bound: Option<u32>,
    expanded: u64,
    generated: u64,
    seconds: f64,
    setup_seconds: f64,
    peak_memory_bytes: u64,
    /// Which limit was reached, why there is no solution, or why the search was refused.
    reason: Option<String>,
}

/// The outcome of a search that the engine refuses.
const REFUSED: &str = "refused";

impl Run {
    fn is_refused(&self) -> bool {
        self.outcome == REFUSED
    }

    fn is_stopped(&self) -> bool {
        self.outcome == Outcome::Limit.to_string()
    }

    fn is_solved(&self) -> bool {
        self.outcome == Outcome::Solved.to_string()
    }
}

pub(crate) fn run(args: &CompareArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let begin = Instant::now();
    let arguments =
        args.puzzle.arguments(args.position.iter().chain(&args.more), args.metric.as_deref(), &interrupt)?;
    let mut input = Input::open_all(arguments, &interrupt)?;
    let mut progress = Progress::for_one(!args.json && !args.csv);
    let (mut runs, mut searches): (Vec<Run>, Vec<Way>) = (Vec::new(), Vec::new());
    let mut positions = 0;
    let mut exit = Exit::Ok;
    if args.csv {
        table::csv_header(out)?;
    }
    while let Some(found) = input.next()? {
        positions += 1;
        let text = match &found.text {
            Ok(text) => text.clone(),
            Err(fault) => bail!(found.locate(&fault.to_string())),
        };
        let ways = ways(args, found.spec.info())?;
        for way in &ways {
            if interrupt.is_raised() {
                break;
            }
            let request = request(args, way, &found, text.clone());
            progress.note(&format!("position {positions}: {} with {}", way.algorithm, way.heuristic));
            let answer = search(session, &request, &interrupt, true, &mut progress, out)?.map_err(Bad::Request);
            let run = match answer {
                Ok(answer) => of_answer(positions, &found, way, answer),
                Err(bad) if is_about_the_position(&bad) => bail!(found.locate(&bad.at_length())),
                Err(bad) => refused(positions, &found, way, &bad),
            };
            if args.json {
                progress.suspend_for(out, |out| out.json(&run))?;
            } else if args.csv {
                progress.suspend_for(out, |out| table::csv(&run, out))?;
            }
            if run.is_stopped() {
                exit = Exit::Limit;
            }
            runs.push(run);
        }
        for way in ways {
            if !searches.contains(&way) {
                searches.push(way);
            }
        }
        if interrupt.is_raised() {
            exit = Exit::Limit;
            break;
        }
    }
    drop(progress);
    check_lengths(&runs)?;
    if runs.iter().all(Run::is_refused) && !interrupt.is_raised() {
        let reason = runs.iter().find_map(|run| run.reason.as_deref()).unwrap_or("no search was possible");
        return Err(usage(&format!("every search was refused: {reason}")));
    }
    if !args.json && !args.csv {
        if args.each || positions == 1 {
            table::each(&runs, positions, out)?;
        } else {
            table::sums(&runs, &searches, positions, out)?;
        }
        let cancelled = if interrupt.is_raised() { "cancelled; " } else { "" };
        let (searched, positions) = (counted(runs.len() as u64, "search"), counted(positions as u64, "position"));
        out.flush()?;
        remark(&format!("{cancelled}{searched} of {positions}; {}", duration(begin.elapsed().as_secs_f64())));
    }
    if let Some(picture) = &args.plot {
        picture.write(&plot::chart(&runs, &searches, positions)?)?;
    }
    Ok(exit)
}

/// The searches of a kind of puzzle: every algorithm with every heuristic that it uses, each once.
fn ways(args: &CompareArgs, info: &KindInfo) -> anyhow::Result<Vec<Way>> {
    let is_auto = |name: &str| name.eq_ignore_ascii_case("auto");
    let is_pdb = |name: &&String| info.heuristic(name).is_ok_and(HeuristicInfo::is_pdb);
    if args.pdb.options().first_of_pdb().is_some() && !args.heuristic.iter().any(|name| is_pdb(&name) || is_auto(name))
    {
        return Err(usage("the options of pattern databases apply to the heuristic pdb: add it to --heuristic"));
    }
    let is_guided =
        |name: &String| is_auto(name) || Algorithm::named(name).is_ok_and(|algorithm| algorithm.info().uses_heuristic);
    let is_named = |name: &&String| !is_auto(name) && !name.eq_ignore_ascii_case(HeuristicInfo::NONE.name);
    if let (Some(heuristic), false) = (args.heuristic.iter().find(is_named), args.solver.iter().any(is_guided)) {
        let solvers = args.solver.join(", ");
        return Err(usage(&format!("--heuristic {heuristic} has no effect: none of {solvers} uses a heuristic")));
    }
    let mut ways: Vec<Way> = Vec::new();
    for name in &args.solver {
        let uses_heuristic = is_auto(name) || Algorithm::named(name)?.info().uses_heuristic;
        let heuristics = if uses_heuristic { &args.heuristic[..] } else { &["auto".to_owned()] };
        for heuristic in heuristics {
            let algorithm =
                if is_auto(name) { "auto".to_owned() } else { Algorithm::named(name)?.info().name.to_owned() };
            let heuristic = match info.heuristic(heuristic) {
                _ if !uses_heuristic => "-".to_owned(),
                Ok(known) => known.name.to_owned(),
                Err(_) => heuristic.clone(),
            };
            let way = Way { algorithm, heuristic };
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }
    Ok(ways)
}

fn request(args: &CompareArgs, way: &Way, found: &Found, position: String) -> Request {
    let info = found.spec.info();
    let is_pdb = info.heuristic(&way.heuristic).is_ok_and(HeuristicInfo::is_pdb) || way.heuristic == "auto";
    let takes_threads =
        Algorithm::named(&way.algorithm).is_ok_and(|known| known.info().parameters.contains(&Parameter::Threads));
    let options = if is_pdb { args.pdb.options() } else { Options::default() };
    Request {
        algorithm: way.algorithm.clone(),
        heuristic: if way.heuristic == "-" { "auto".to_owned() } else { way.heuristic.clone() },
        options: Options { threads: args.threads.filter(|_| takes_threads || way.algorithm == "auto"), ..options },
        limits: Limits { seconds: args.time_limit, expansions: args.max_expansions, memory_bytes: args.memory_limit },
        ..Request::new(found.spec.puzzle(position, args.metric.as_deref()))
    }
}

/// Whether no search could be asked about this position.
fn is_about_the_position(bad: &Bad) -> bool {
    use fewest_engine::EngineError::{Goal, Graph, MissingField, Position, Size, UnknownMetric};
    matches!(
        bad,
        Bad::Line(_)
            | Bad::Request(Position(_) | Goal(_) | Graph(_) | Size(_) | MissingField { .. } | UnknownMetric { .. })
    )
}

fn plain(number: usize, found: &Found, way: &Way) -> Run {
    Run {
        position_number: number,
        file: found.file().map(str::to_owned),
        line: found.line,
        title: found.title.clone(),
        puzzle: found.spec.info().name.to_owned(),
        position: found.text.clone().unwrap_or_default(),
        metric: String::new(),
        solver: way.algorithm.clone(),
        heuristic: way.heuristic.clone(),
        algorithm: String::new(),
        used_heuristic: String::new(),
        outcome: REFUSED.to_owned(),
        length: None,
        second: None,
        proven: false,
        lower_bound: None,
        expanded: 0,
        generated: 0,
        seconds: 0.0,
        setup_seconds: 0.0,
        peak_memory_bytes: 0,
        reason: None,
    }
}

fn of_answer(number: usize, found: &Found, way: &Way, answer: Answer) -> Run {
    let tables = answer.pdb.as_ref().map(|pdb| format!(" {pdb}")).unwrap_or_default();
    let second = second_length(&answer).map(|(_, length)| length);
    let length = answer.full_length();
    Run {
        second,
        length,
        proven: answer.outcome == Outcome::Unsolvable || answer.proof == Proof::Optimal,
        used_heuristic: format!("{}{tables}", answer.heuristic),
        position: answer.position,
        metric: answer.metric,
        algorithm: answer.algorithm,
        outcome: answer.outcome.to_string(),
        lower_bound: answer.lower_bound,
        expanded: answer.expanded,
        generated: answer.generated,
        seconds: answer.seconds,
        setup_seconds: answer.setup_seconds,
        peak_memory_bytes: answer.peak_memory_bytes,
        reason: answer.reason,
        ..plain(number, found, way)
    }
}

fn refused(number: usize, found: &Found, way: &Way, bad: &Bad) -> Run {
    Run { reason: Some(bad.to_string()), ..plain(number, found, way) }
}

/// Two proven lengths of one position must be the same.
fn check_lengths(runs: &[Run]) -> anyhow::Result<()> {
    let proven = |run: &&Run| run.is_solved() && run.proven;
    for run in runs.iter().filter(proven) {
        let mut others = runs.iter().filter(proven).filter(|other| other.position_number == run.position_number);
        if let Some(other) = others.find(|other| other.length != run.length) {
            complain(
                "two searches prove different lengths; this is a bug in fewest, please report it with the position",
            );
            bail!(
                "{} with {} proves {:?}, {} with {} proves {:?}",
                run.solver,
                run.heuristic,
                run.length,
                other.solver,
                other.heuristic,
                other.length
            );
        }
    }
    Ok(())
}
