//! `fewest generate rush`.

use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Instant;

use clap::{Args, ValueEnum};
use fewest_blocks::design::Method;
use fewest_blocks::design::rush::{Census, RushHunt, RushMetric};
use fewest_blocks::formats::Format;
use fewest_search::LimitKind;

use crate::exit::{Exit, remark};
use crate::generate::HuntArgs;
use crate::generate::stock::{range, sides};
use crate::interrupt::Interrupt;
use crate::options::usage;
use crate::output::Output;
use crate::text::thousands;

const HELP: &str = "\
What is printed: a line a board, the hardest first, as collections write them: its length, the board row by row and how many \
positions can be reached. Other commands read these lines. Boards that are mirror images of each other count as one. Unless \
--any is given, every board is minimal: no car can be left out without making it easier.

Examples:
  fewest generate rush --size 5x5
  fewest generate rush --walks 500 --seed 7 --state hunt.json
  fewest generate rush --count 1 | fewest solve -
  fewest generate rush --size 5x5 --tally

Exit codes:
0 found, or all is looked at; 20 stopped before anything was found; 1 failure; 2 usage.";

/// Search for hard Rush Hour boards
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RushArgs {
    /// Columns and rows, at most 6 each
    #[arg(long, value_name = "WxH", default_value = "6x6", value_parser = sides)]
    size: (u16, u16),

    /// The row of the red car, from 1 [default: the middle one, or the upper of two]
    #[arg(long, value_name = "ROW")]
    red_row: Option<u16>,

    /// The lengths of the other cars, such as 2 or 2-3
    #[arg(long, value_name = "A-B", default_value = "2-3", value_parser = range)]
    lengths: RangeInclusive<u16>,

    /// How many walls there may be, such as 1 or 0-2
    #[arg(long, value_name = "A-B", default_value = "0", value_parser = range)]
    walls: RangeInclusive<u16>,

    /// What counts as one move
    #[arg(long, value_enum, default_value_t)]
    metric: Unit,

    /// Also boards with cars that could be left out
    #[arg(long)]
    any: bool,

    /// Only count all boards of this kind, and the clusters of positions that they make up
    #[arg(long, conflicts_with_all = ["method", "count", "state"])]
    tally: bool,

    #[command(flatten)]
    hunt: HuntArgs,
}

/// What counts as one move of a car.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Unit {
    /// A car, any distance: as the game counts
    #[default]
    Slide,
    /// A car, one square
    Step,
}

/// Squares of a board of which all arrangements are looked at unless told otherwise.
const SMALL: u16 = 25;

pub(super) fn run(args: &RushArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let boards = args.boards()?;
    let interrupt = Interrupt::install()?;
    if args.tally {
        return tally(args, &boards, &interrupt, out);
    }
    let method = args.hunt.method(args.size.0 * args.size.1 <= SMALL && *args.walls.end() == 0)?;
    let unit = match args.metric {
        Unit::Slide => RushMetric::Slide,
        Unit::Step => RushMetric::Step,
    };
    let (least, most) = (args.hunt.min, args.hunt.most());
    let family = RushHunt {
        unit,
        least,
        most,
        minimal: !args.any,
        ..RushHunt::new(boards, method).map_err(|error| usage(&error.to_string()))?
    };
    if let Method::Enumerate = method
        && args.size.0 * args.size.1 > SMALL
    {
        remark("all boards of this size are very many: this can take days; --time-limit and --state help");
    }
    args.hunt.hunt(&family, method, &interrupt, out, |_, design| {
        let board = Format::Rush.write(&design.puzzle).unwrap_or_else(|_| design.find.text.clone());
        format!("{:02} {} {}", design.find.length, board.trim_end(), design.find.positions)
    })
}

impl RushArgs {
    fn boards(&self) -> anyhow::Result<Census> {
        let (width, height) = self.size;
        if !(3..=6).contains(&width) || !(1..=6).contains(&height) {
            return Err(usage(&format!(
                "a board of {width}×{height} cannot be searched: 3 to 6 columns and up to 6 rows can"
            )));
        }
        let usual = Census::new(width, height);
        let red_row = match self.red_row {
            None => usual.red_row,
            Some(row) if (1..=height).contains(&row) => row - 1,
            Some(row) => return Err(usage(&format!("there is no row {row} on a board of {height} rows"))),
        };
        let (least, most) = (*self.lengths.start(), *self.lengths.end());
        if least < 2 || most > width.max(height) {
            return Err(usage(&format!(
                "cars of {least} to {most} squares cannot be: at least 2, and no longer than the board"
            )));
        }
        if *self.walls.start() > width * height {
            return Err(usage(&format!("{} walls are more than the board has squares", self.walls.start())));
        }
        let length = |length: u16| u8::try_from(length).unwrap_or(u8::MAX);
        let walls = u32::from(*self.walls.start())..=u32::from(*self.walls.end());
        Ok(Census { red_row, lengths: length(least)..=length(most), walls, ..usual })
    }
}

/// Counts all boards.
fn tally(args: &RushArgs, boards: &Census, interrupt: &Interrupt, out: &mut Output) -> anyhow::Result<Exit> {
    let mut longest = 0;
    let limits = args.hunt.limits(interrupt);
    let begun = Instant::now();
    let is_late = || limits.time.is_some_and(|time| begun.elapsed() >= time);
    let mut met = 0u64;
    let counted = boards.run(&limits, |cluster| {
        longest = longest.max(cluster.length().unwrap_or_default());
        met += 1;
        let is_over = interrupt.is_raised() || (met.is_multiple_of(256) && is_late());
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (tally, limit) = counted.map_err(|error| usage(&error.to_string()))?;
    let limit = limit.map(|limit| if is_late() { LimitKind::Time } else { limit });
    let rows = [
        ("boards on which no car can go up or left", tally.boards),
        ("positions", tally.positions),
        ("clusters of positions that lead to each other", tally.clusters),
        ("solvable clusters", tally.solvable),
        ("of these with a minimal hardest board", tally.minimal),
        ("moves of the hardest board", u64::from(longest)),
    ];
    if args.hunt.json {
        out.json(&serde_json::json!({
            "boards": tally.boards, "positions": tally.positions, "clusters": tally.clusters,
            "solvable": tally.solvable, "minimal": tally.minimal, "hardest": longest,
            "limit": limit.map(|limit| limit.to_string()),
        }))?;
    } else {
        for (what, number) in rows {
            writeln!(out, "{what:<48}{:>14}", thousands(number))?;
        }
        if let Some(limit) = limit {
            out.flush()?;
            remark(&format!("{limit}: these are not all"));
        }
    }
    Ok(if limit.is_some() { Exit::Limit } else { Exit::Ok })
}
