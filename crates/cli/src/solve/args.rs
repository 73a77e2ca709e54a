//! The arguments of `fewest solve`, and the request they make.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use fewest_engine::{Limits, MoveOrder, Notation, Options, Request, TieBreak};
use fewest_kinds::KINDS;

use crate::input::{Input, rules};
use crate::interrupt::Interrupt;
use crate::options::{
    Evaluation, NOTATIONS, ORDERS, PdbArgs, PuzzleArgs, Spec, TIE_BREAKS, algorithm_names, bytes, choice, count,
    heuristic_names, metric, position, seconds, usage,
};

const OUTPUT: &str = "\
Output:
For one position, fewest prints a picture, the moves, the length and the statistics; for several, a table with a row \
for each, including bad lines, and a summary on stderr. In the table, ≤ marks a length that is not proven to be the \
shortest, and ≥ a lower bound where no solution was found. --json prints one object per line instead: the engine's \
answer, or `outcome` \"error\" with `error`; in a batch it has the number of the `line`. --quiet prints only the \
moves, one line for each position of a batch (empty without a solution).

--evaluation, --result, --moves and --duration replace all of this by bare values, in this order, each on a line of \
its own (`-` if there is none): expansions, moves, length, seconds. In a batch, a blank line follows the expansions of \
each position. With --json, map is the answer's `expanded_by_depth`, and list adds \
lines {\"event\":\"depths\",...} before the answer.

Exit codes:
0 solved, 10 proven unsolvable, 20 stopped by a limit or by Ctrl-C, 1 failure, 2 usage. construct and anytime, which \
are meant to be stopped, exit with 0 once they have a solution. With --require-proof, a solution that is not proven \
optimal exits with 20 too. In a batch: 1 if any line was bad, otherwise 20 if any limit was reached, otherwise 10 if \
any position is unsolvable, otherwise 0.";

const EXAMPLES: &str = "\
Examples:
  fewest solve \"5 3 8/0 2 4/1 7 6\"
  fewest solve --goal blank-first --metric mtm boards.txt
  fewest random --count 100 --size 3x3 | fewest solve --json -
  fewest solve --algorithm \"A*\" --memory-limit 50MB --time-limit 10s board.txt
  fewest solve --pdb 7-8 --goal blank-first korf.txt
  fewest solve --discs 8 --pegs 4
  fewest solve --edges \"1-2 2-3 3-4 4-1 1-3\" \"2 1 3 0\"
  fewest solve klotski --metric step --animate
  fewest solve IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM
  fewest solve levels.xsb --metric move
  fewest solve levels.xsb --metric push-move
  fewest solve levels.xsb --pick 3 --boards
  fewest solve \"5 3 8/0 2 4/1 7 6\" --all 10
  fewest random --size 10x10 | fewest solve --algorithm anytime --time-limit 10s -";

/// Find the fewest moves that solve a position, and prove it
#[derive(Clone, Debug, Args)]
#[command(after_help = "--help explains how to write positions and what is printed.",
          after_long_help = format!("{}\n\n{OUTPUT}\n\n{EXAMPLES}", rules()))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct SolveArgs {
    /// A position such as "5 3 8/0 2 4/1 7 6", the name of a puzzle such as klotski, a file of positions, or - for stdin
    #[arg(value_name = "POSITION|FILE|-", allow_hyphen_values = true, value_parser = position())]
    pub(crate) position: Option<OsString>,

    /// More positions or files
    #[arg(value_name = "POSITION|FILE", value_parser = position())]
    pub(crate) more: Vec<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    pub(crate) puzzle: PuzzleArgs,

    /// What counts as one move
    #[arg(long, value_parser = metric())]
    pub(crate) metric: Option<String>,

    /// The algorithm: auto, or one that `fewest algorithms` lists
    #[arg(
        long = "algorithm",
        visible_alias = "solver",
        value_name = "NAME",
        default_value = "auto",
        hide_possible_values = true
    )]
    #[arg(help_heading = "Search", value_parser = algorithm_names())]
    pub(crate) solver: String,

    /// The heuristic: auto, or one that `fewest algorithms` lists
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Search")]
    #[arg(value_parser = heuristic_names(), hide_possible_values = true)]
    pub(crate) heuristic: String,

    #[command(flatten)]
    pub(crate) pdb: PdbArgs,

    /// Number of threads of a search or, for auto in a batch, number of positions solved at a time [default: all cores
    /// for auto, HDA*, PIDA* and exhaustive; otherwise 1]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) threads: Option<u32>,

    /// A*, WA*, greedy, HDA*, A*+IDA*: which of equally promising nodes is expanded first [default: lifo]
    #[arg(long, value_parser = choice(TIE_BREAKS), value_name = "ORDER", help_heading = "Search")]
    pub(crate) tie_break: Option<TieBreak>,

    /// WA*: accept a solution of up to this many times the optimum [default: 1.5]
    #[arg(long, value_name = "W", value_parser = weight, help_heading = "Search")]
    pub(crate) weight: Option<f64>,

    /// DFS, DLS: the longest path to follow
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) depth: Option<u32>,

    /// SMA*: the number of nodes to keep at once [default: as many as memory allows]
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Search")]
    pub(crate) nodes: Option<u64>,

    /// IDA*, PIDA*: the order in which to try successors [default: natural]
    #[arg(long, value_parser = choice(ORDERS), value_name = "ORDER", help_heading = "Search")]
    pub(crate) order: Option<MoveOrder>,

    /// IDA*: the size of a transposition table, which remembers positions that were searched without success, such as
    /// 100MB
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Search")]
    pub(crate) table: Option<u64>,

    /// exhaustive: when memory is full, continue with files in this folder
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    pub(crate) spill: Option<PathBuf>,

    /// SAT, SAT-any: the SAT solver: batsat or, in builds with native-sat, cadical, glucose, kissat or minisat
    /// [default: glucose if available]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub(crate) sat_solver: Option<String>,

    #[arg(long, value_name = "NAME", help_heading = "Search", help = encodings())]
    pub(crate) encoding: Option<String>,

    /// Stop each search after this time, such as 30s, 500ms, 2m or 1.5 (seconds)
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = "Limits")]
    pub(crate) time_limit: Option<f64>,

    /// Stop each search when it uses this much memory, such as 50MB or 2GiB [default: 3/4 of the free memory]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Limits")]
    pub(crate) memory_limit: Option<u64>,

    /// Stop each search after this many expansions, such as 1000000, 1e6 or 10M
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub(crate) max_expansions: Option<u64>,

    /// List up to N different optimal solutions, and count them all
    #[arg(long, value_name = "N", help_heading = "Output")]
    #[arg(conflicts_with_all = ["boards", "animate", "evaluation", "result", "moves", "duration"])]
    pub(crate) all: Option<u32>,

    /// Exit with 20 unless the solution is proven optimal, or proven not to exist
    #[arg(long, help_heading = "Output")]
    pub(crate) require_proof: bool,

    /// tiles: whose direction a move names [default: tile]
    #[arg(long, value_parser = choice(NOTATIONS), help_heading = "Output")]
    pub(crate) notation: Option<Notation>,

    /// Print one JSON object per line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Print only the moves of the solution
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Print the position after every move; with --json as `boards`, in normal form
    #[arg(long, help_heading = "Output", conflicts_with_all = ["quiet", "evaluation", "result", "moves", "duration", "animate"])]
    pub(crate) boards: bool,

    /// Play the solution in the terminal
    #[arg(long, help_heading = "Output", conflicts_with_all = ["json", "quiet", "evaluation", "result", "moves", "duration"])]
    pub(crate) animate: bool,

    /// Moves per second with --animate
    #[arg(long, default_value_t = 5.0, value_parser = frames, requires = "animate", help_heading = "Output")]
    pub(crate) fps: f64,

    /// Print only the time of the search, in seconds
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) duration: bool,

    /// Print only the length of the solution; a note on stderr says if it is not proven to be the shortest
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) moves: bool,

    /// Print only the moves of the solution, on one line
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) result: bool,

    /// Print only the expansions: their number at each depth, or the depth of each as it happens
    #[arg(long, value_enum, ignore_case = true, value_name = "FORM", help_heading = "Output")]
    pub(crate) evaluation: Option<Evaluation>,
}

impl SolveArgs {
    /// What is to be solved.
    pub(crate) fn input(&self, interrupt: &Interrupt) -> anyhow::Result<Input> {
        let arguments =
            self.puzzle.arguments(self.position.iter().chain(&self.more), self.metric.as_deref(), interrupt)?;
        arguments.iter().try_for_each(|(_, spec)| check_notation(spec, self.notation))?;
        Input::open_all(arguments, interrupt)
    }

    /// What the engine is asked about a position; the limit of memory, where there is one, is in bytes.
    pub(crate) fn request(&self, spec: &Spec, position: String, memory: Option<u64>) -> Request {
        Request {
            algorithm: self.solver.clone(),
            heuristic: self.heuristic.clone(),
            options: Options {
                tie_break: self.tie_break,
                weight: self.weight,
                depth: self.depth,
                nodes: self.nodes,
                threads: self.threads,
                order: self.order,
                table_bytes: self.table,
                spill: self.spill.clone(),
                sat_solver: self.sat_solver.clone(),
                encoding: self.encoding.clone(),
                ..self.pdb.options()
            },
            limits: Limits { seconds: self.time_limit, expansions: self.max_expansions, memory_bytes: memory },
            notation: self.notation.unwrap_or_default(),
            trace_depths: self.evaluation == Some(Evaluation::List),
            all: self.all,
            ..Request::new(spec.puzzle(position, self.metric.as_deref()))
        }
    }

    /// On how many threads positions are solved side by side: where the algorithm is ours to choose, a batch is done
    /// sooner with a thread for each position than with all for one.
    pub(crate) fn abreast(&self) -> Option<NonZeroUsize> {
        let is_auto = self.solver.eq_ignore_ascii_case("auto");
        let threads = match self.threads {
            // What is out of bounds is for the engine to refuse.
            Some(threads) => NonZeroUsize::new(usize::try_from(threads).ok()?).filter(|threads| threads.get() <= 1024),
            None => thread::available_parallelism().ok(),
        };
        threads.filter(|threads| threads.get() > 1 && is_auto && self.evaluation != Some(Evaluation::List))
    }

    /// A request that leaves the other threads to other positions.
    pub(crate) fn request_abreast(&self, spec: &Spec, position: String, memory: u64) -> Request {
        let mut request = self.request(spec, position, Some(memory));
        request.options.threads = Some(1);
        request
    }

    /// Whether a terminal shows how the search comes along.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.json && !self.quiet
    }
}

/// Refuses a notation where moves are written in one way alone.
pub(crate) fn check_notation(spec: &Spec, notation: Option<Notation>) -> anyhow::Result<()> {
    if notation.is_some() && !spec.info().has_notations {
        return Err(usage(&format!("--notation has no effect: {} has only one notation", spec.info().name)));
    }
    Ok(())
}

/// The help of `--encoding`: what there is for each kind.
fn encodings() -> String {
    format!("SAT, SAT-any: how the puzzle is written as a formula [{}]", encodings_of_kinds())
}

/// The encodings of each kind that has some; the first of each is the default.
pub(crate) fn encodings_of_kinds() -> String {
    let kinds = KINDS.infos().filter(|info| !info.encodings.is_empty()).map(|info| {
        // Where they differ from metric to metric, each metric has its own.
        let names =
            |metric: &str| info.encodings_in(metric).map(|encoding| encoding.name).collect::<Vec<_>>().join(", ");
        let mut lists: Vec<(Vec<&str>, String)> = Vec::new();
        for metric in info.metrics {
            match (names(metric.name), lists.last_mut()) {
                (list, _) if list.is_empty() => {}
                (list, Some((metrics, known))) if *known == list => metrics.push(metric.name),
                (list, _) => lists.push((vec![metric.name], list)),
            }
        }
        let several = lists.len() > 1;
        let list = |(metrics, list): (Vec<&str>, String)| {
            let metrics = if several { format!(" ({})", metrics.join(", ")) } else { String::new() };
            format!("{}{metrics}: {list}", info.name)
        };
        lists.into_iter().map(list).collect::<Vec<_>>().join("; ")
    });
    kinds.collect::<Vec<_>>().join("; ")
}

/// A number such as 1.2, or a ratio such as 6/5.
fn weight(text: &str) -> Result<f64, String> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    match (above.trim().parse::<f64>(), below.trim().parse::<f64>()) {
        (Ok(above), Ok(below)) if above.is_finite() && below > 0.0 => Ok(above / below),
        _ => Err("write a number such as 1.2 or a ratio such as 6/5".to_owned()),
    }
}

fn frames(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(fps) if (0.1..=100.0).contains(&fps) => Ok(fps),
        _ => Err("write a number from 0.1 to 100".to_owned()),
    }
}
