//! The arguments of `fewest solve`, and the request they make.

use std::ffi::OsString;

use clap::Args;
use fewest_engine::{Limits, Puzzle, Request};

use crate::input::RULES;
use crate::options::{Evaluation, Metric, Notation, PuzzleArgs, TieBreak, algorithm, bytes, count, heuristic, seconds};
use crate::search::Trace;

const OUTPUT: &str = "\
Output:
One position gives a picture, the moves, the length and the statistics. Several give a table with a row for \
each, a bad line included, and a summary on stderr. --json gives one object a line instead: the engine's answer, \
or `outcome` \"error\" with `error`; in a batch with the number of its `line`. --quiet gives the moves alone, for \
each position of a batch a line (empty without a solution).

--evaluation, --result, --moves and --duration replace all this by exactly what they name, in this order, bare, \
each on a line of its own (`-` where there is none): expansions, moves, length, seconds. In a batch a blank line \
follows the expansions of each position. With --json, map is the answer's `expanded_by_depth`, and list adds \
lines {\"event\":\"depths\",...} before the answer.

Exit codes:
0 solved, 10 proven unsolvable, 20 limit reached or Ctrl-C, 1 failure, 2 usage. In a batch: 1 if any line was \
bad, or else 20 if any limit was reached, or else 10 if any position is unsolvable, or else 0.";

const EXAMPLES: &str = "\
Examples:
  fewest solve \"5 3 8/0 2 4/1 7 6\"
  fewest solve --goal blank-first --metric mtm boards.txt
  fewest random --count 100 --size 3x3 | fewest solve --json -
  fewest solve --solver \"A*\" --memory-limit 50MB --time-limit 10s board.txt";

/// Find the fewest moves that solve a position, and prove it
#[derive(Clone, Debug, Args)]
#[command(after_help = "See --help for how positions are written and what is printed.",
          after_long_help = format!("{RULES}\n\n{OUTPUT}\n\n{EXAMPLES}"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct SolveArgs {
    /// A position such as "5 3 8/0 2 4/1 7 6", a file of positions, or - for stdin
    #[arg(value_name = "POSITION|FILE|-")]
    pub(crate) position: Option<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    pub(crate) puzzle: PuzzleArgs,

    /// What counts as one move
    #[arg(long, value_enum, default_value_t)]
    pub(crate) metric: Metric,

    /// The algorithm: auto, or one that `fewest algorithms` lists
    #[arg(long, visible_alias = "algorithm", value_name = "NAME", default_value = "auto", value_parser = algorithm)]
    #[arg(help_heading = "Search")]
    pub(crate) solver: String,

    /// The heuristic: auto, or one that `fewest algorithms` lists
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = heuristic, help_heading = "Search")]
    pub(crate) heuristic: String,

    /// Which of equally promising nodes A* expands first
    #[arg(long, value_enum, default_value_t, value_name = "ORDER", help_heading = "Search")]
    pub(crate) tie_break: TieBreak,

    /// Stop each search after this time, such as 30s, 500ms, 2m or 1.5 (seconds)
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = "Limits")]
    pub(crate) time_limit: Option<f64>,

    /// Stop each search at this much memory, such as 50MB or 2GiB [default: 3/4 of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Limits")]
    pub(crate) memory_limit: Option<u64>,

    /// Stop each search after this many expansions, such as 1000000, 1e6 or 10M
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub(crate) max_expansions: Option<u64>,

    /// Whose direction a move names
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) notation: Notation,

    /// Print one JSON object a line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Print only the moves of the solution
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Play the solution in the terminal
    #[arg(long, help_heading = "Output", conflicts_with_all = ["json", "quiet", "evaluation", "result", "moves", "duration"])]
    pub(crate) animate: bool,

    /// Moves a second of --animate
    #[arg(long, default_value_t = 5.0, value_parser = frames, requires = "animate", help_heading = "Output")]
    pub(crate) fps: f64,

    /// Print just the time that the search took, in seconds
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) duration: bool,

    /// Print just the length of the shortest solution
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) moves: bool,

    /// Print just the moves of the solution, on one line
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) result: bool,

    /// Print just the expansions: by depth, or the depth of each as it happens
    #[arg(long, value_enum, ignore_case = true, value_name = "FORM", help_heading = "Output")]
    pub(crate) evaluation: Option<Evaluation>,
}

impl SolveArgs {
    /// What the engine is asked about a position; the limit of memory, where there is one, is in bytes.
    pub(crate) fn request(&self, position: String, memory: Option<u64>) -> Request {
        Request {
            puzzle: Puzzle::Tiles(self.puzzle.puzzle(position, self.metric)),
            algorithm: self.solver.clone(),
            heuristic: self.heuristic.clone(),
            tie_break: self.tie_break.into(),
            limits: Limits { seconds: self.time_limit, expansions: self.max_expansions, memory_bytes: memory },
            notation: self.notation.into(),
            trace_depths: self.evaluation == Some(Evaluation::List),
            ..Request::tiles("")
        }
    }

    /// How depths are written, where they are asked for.
    pub(crate) fn trace(&self) -> Trace {
        if self.json { Trace::Json } else { Trace::Lines }
    }

    /// Whether a terminal shows how the search comes along.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.json && !self.quiet
    }
}

fn frames(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(fps) if (0.1..=100.0).contains(&fps) => Ok(fps),
        _ => Err("write a number from 0.1 to 100".to_owned()),
    }
}
