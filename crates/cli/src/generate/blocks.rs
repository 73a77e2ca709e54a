//! `fewest generate blocks`.

use std::io::Write;
use std::ops::RangeInclusive;

use clap::Args;
use fewest_blocks::design::{BlocksHunt, BlocksHuntError, BlocksWish, LayoutCensus, LayoutError, MAX_SQUARES, Stock};
use fewest_blocks::{Metric as BlockMetric, Square};
use fewest_search::LimitKind;

use crate::exit::{Exit, remark};
use crate::generate::stock::{range, sides, square, stock};
use crate::generate::{HuntArgs, titled};
use crate::interrupt::Interrupt;
use crate::options::{Metric, usage};
use crate::output::Output;
use crate::text::{counted, thousands};

const HELP: &str = "\
Pieces are written by columns x rows, such as 1x2, or row by row, such as oo/o. for a corner of three squares; behind * stands \
how many there are, or may be: 1x1*4, 1x1*0-6. The first piece is the one that must reach the target; no other has its shape. \
Boards have up to 64 squares; all layouts are counted, and looked at, on up to 32.

What is printed: the puzzles in native form, the hardest first. Puzzles that symmetry makes equal count as one.

Examples:
  fewest generate blocks --pieces \"2x2 1x2*4 2x1 1x1*4\"
  fewest generate blocks --size 4x4 --pieces \"oo/o. 1x2*2 2x1*2 1x1*0-4\" --target 3,3 --gaps 1-3
  fewest generate blocks --pieces \"2x2 1x2*0-7 2x1*0-7 1x1*0-14\" --gaps 2-16 --tally

Exit codes:
0 found, or all is looked at; 20 stopped before anything was found; 1 failure; 2 usage.";

/// The most squares of a board.
const MOST_SQUARES: usize = 64;

/// Search for hard puzzles of given pieces
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct BlocksArgs {
    /// Columns and rows
    #[arg(long, value_name = "WxH", default_value = "4x5", value_parser = sides)]
    size: (u16, u16),

    /// The pieces, such as "2x2 1x2*4 2x1 1x1*4"; the first is the one with a goal
    #[arg(long, value_name = "PIECES", value_parser = Pieces::read)]
    pieces: Pieces,

    /// Where the upper left corner of the first piece shall be, column and row from 1 [default: the middle of the lower
    /// edge]
    #[arg(long, value_name = "X,Y", value_parser = square)]
    target: Option<Square>,

    /// Squares that are walls, such as "1,1 4,1"
    #[arg(long, value_name = "SQUARES", value_parser = Squares::read)]
    walls: Option<Squares>,

    /// How many squares stay free, such as 2 or 1-4 [default: any number]
    #[arg(long, value_name = "A-B", value_parser = range)]
    gaps: Option<RangeInclusive<u16>>,

    /// What counts as one move [default: move]
    #[arg(long, value_enum)]
    metric: Option<Metric>,

    /// Only puzzles from which no piece can be left out without making them easier
    #[arg(long)]
    minimal: bool,

    /// Only count all layouts, and the groups of layouts that lead to each other
    #[arg(long, conflicts_with_all = ["method", "count", "state", "target"])]
    tally: bool,

    #[command(flatten)]
    hunt: HuntArgs,
}

/// The pieces of a puzzle.
#[derive(Clone, Debug)]
struct Pieces(Vec<Stock>);

impl Pieces {
    fn read(text: &str) -> Result<Self, String> {
        stock(text).map(Self)
    }
}

/// Some squares.
#[derive(Clone, Debug)]
struct Squares(Vec<Square>);

impl Squares {
    fn read(text: &str) -> Result<Self, String> {
        text.split_whitespace().map(square).collect::<Result<Vec<_>, _>>().map(Self)
    }
}

pub(super) fn run(args: &BlocksArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let limits = args.hunt.limits(&interrupt);
    let layouts = args.layouts()?;
    if args.tally {
        return tally(args, &layouts, &interrupt, out);
    }
    let squares = usize::from(args.size.0) * usize::from(args.size.1);
    if squares > MOST_SQUARES {
        return Err(usage(&format!(
            "a board of {squares} squares is too large: puzzles are searched on up to {MOST_SQUARES}"
        )));
    }
    let method = args.hunt.method(squares <= MAX_SQUARES)?;
    let target = args.target()?;
    let wish = BlocksWish {
        metric: args.metric()?,
        method,
        least: args.hunt.min,
        most: args.hunt.most(),
        minimal: args.minimal,
        ..BlocksWish::new(layouts, 0, target)
    };
    let metric = wish.metric;
    let family = match BlocksHunt::new(wish, &limits) {
        Ok(family) => family,
        Err(BlocksHuntError::Layouts(LayoutError::Limit(limit))) => return Ok(stopped(limit)),
        Err(BlocksHuntError::Goal { .. }) => {
            return Err(usage("there must be exactly one of the first piece, which is the one with a goal"));
        }
        Err(other) => return Err(usage(&other.to_string())),
    };
    args.hunt.hunt(&family, method, &interrupt, out, |rank, design| {
        let moves = counted(u64::from(design.find.length), "move");
        let title = format!("Number {rank}, {moves} ({metric}), {} positions", design.find.positions);
        titled(&design.puzzle, title).to_string()
    })
}

impl BlocksArgs {
    fn layouts(&self) -> anyhow::Result<LayoutCensus> {
        let (width, height) = self.size;
        let gaps = self.gaps.clone().unwrap_or(0..=width * height);
        if *gaps.start() > width * height {
            return Err(usage(&format!("{} free squares are more than the board has", gaps.start())));
        }
        let walls = self.walls.as_ref().map(|squares| squares.0.clone()).unwrap_or_default();
        Ok(LayoutCensus { width, height, walls, stock: self.pieces.0.clone(), gaps })
    }

    fn metric(&self) -> anyhow::Result<BlockMetric> {
        match self.metric {
            None | Some(Metric::Move) => Ok(BlockMetric::Move),
            Some(Metric::Step) => Ok(BlockMetric::Step),
            Some(Metric::Slide) => Ok(BlockMetric::Slide),
            Some(Metric::Group) => Ok(BlockMetric::Group),
            Some(Metric::Stm | Metric::Mtm | Metric::Push) => {
                Err(usage("stm and mtm are for tiles, push is for sokoban; blocks have step, slide, move and group"))
            }
        }
    }

    /// Where the first piece shall be.
    fn target(&self) -> anyhow::Result<Square> {
        if let Some(target) = self.target {
            return Ok(target);
        }
        let first = &self.pieces.0[0].shape;
        let side = |of: fn(&Square) -> u16| first.iter().map(of).max().unwrap_or_default() + 1;
        let (width, height) = (side(|square| square.x), side(|square| square.y));
        if width > self.size.0 || height > self.size.1 {
            return Err(usage("the first piece is larger than the board"));
        }
        Ok(Square::new((self.size.0 - width) / 2, self.size.1 - height))
    }
}

/// That a limit came before there was anything to tell.
fn stopped(limit: LimitKind) -> Exit {
    remark(&format!("{limit}: it came before all layouts were counted; --method anneal needs no count"));
    Exit::Limit
}

/// Counts all layouts.
fn tally(args: &BlocksArgs, layouts: &LayoutCensus, interrupt: &Interrupt, out: &mut Output) -> anyhow::Result<Exit> {
    let all = match layouts.run(&args.hunt.limits(interrupt)) {
        Ok(all) => all,
        Err(LayoutError::Limit(limit)) => return Ok(stopped(limit)),
        Err(error) => return Err(usage(&error.to_string())),
    };
    let largest = all.sets.iter().flat_map(|set| &set.groups).map(|group| group.layouts).max().unwrap_or_default();
    if args.hunt.json {
        out.json(&serde_json::json!({
            "layouts": all.layouts(), "groups": all.groups(), "piece_sets": all.sets.len(), "largest_group": largest,
        }))?;
    } else {
        let rows = [
            ("layouts", all.layouts()),
            ("groups of layouts that lead to each other", all.groups()),
            ("layouts of the largest group", largest),
            ("sets of pieces", all.sets.len() as u64),
        ];
        for (what, number) in rows {
            writeln!(out, "{what:<48}{:>14}", thousands(number))?;
        }
    }
    Ok(Exit::Ok)
}
