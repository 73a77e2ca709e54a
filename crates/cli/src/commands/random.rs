//! `fewest random`: positions to solve.

use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use fewest_engine::{RandomPuzzle, RandomRequest, random};
use fewest_tiles::{Goal, Position, Size};

use crate::exit::{Exit, remark};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::options::{PuzzleArgs, Spec, count, position, usage};
use crate::output::Output;
use crate::solve::Bad;

const USUAL_SIZE: &str = "4x4";
const USUAL_PEGS: usize = 3;
/// The width and height of a room of Sokoban.
const USUAL_ROOM: (usize, usize) = (7, 6);
const USUAL_BOXES: usize = 3;

const EXAMPLES: &str = "\
Examples:
  fewest random --count 10 --size 3x3 | fewest solve -
  fewest random --discs 8 --pegs 4 | fewest solve --kind hanoi -
  fewest random klotski --shuffle 40 --count 5 | fewest solve -
  fewest random --kind sokoban --size 8x6 --boxes 4 | fewest solve -";

/// Print random solvable positions, one a line
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RandomArgs {
    /// blocks: the puzzle whose pieces are shuffled: its name, its text, a file, or - for stdin
    #[arg(value_name = "PUZZLE", value_parser = position())]
    blocks: Option<OsString>,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// The seed: the same gives the same positions on every machine [default: a new one, printed on stderr]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many positions
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    count: u64,

    /// Make this many random moves from the goal (blocks: from the start), instead of choosing evenly among all solvable
    /// positions
    #[arg(long, value_name = "STEPS", value_parser = count)]
    shuffle: Option<u64>,

    /// sokoban: how many boxes [default: 3]
    #[arg(long, value_name = "N")]
    boxes: Option<usize>,

    /// Do not print the seed
    #[arg(short, long)]
    quiet: bool,
}

/// Prints the positions.
pub(crate) fn run(args: &RandomArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let seed = args.seed.unwrap_or_else(new_seed);
    let request = RandomRequest { puzzle: puzzle(args)?, shuffle: args.shuffle, seed };
    let mut positions = random(&request).map_err(|error| anyhow!(Bad::Request(error).at_length()))?;
    if args.seed.is_none() && !args.quiet {
        remark(&format!("seed {seed} (the same again: --seed {seed})"));
    }
    for _ in 0..args.count {
        if let Some(position) = positions.next() {
            writeln!(out, "{position}")?;
        }
    }
    Ok(Exit::Ok)
}

/// What the options ask for.
fn puzzle(args: &RandomArgs) -> anyhow::Result<RandomPuzzle> {
    let interrupt = Interrupt::default();
    if args.puzzle.is_sokoban() {
        return level(args, &interrupt);
    }
    if args.boxes.is_some() {
        return Err(usage("--boxes is for levels of Sokoban: say --kind sokoban as well"));
    }
    let spec = match &args.blocks {
        Some(argument) => args.puzzle.spec(Some(argument), None, &interrupt)?,
        // Without a puzzle there is nothing to look at, stdin least of all.
        None => args.puzzle.spec(Some(OsStr::new("")), None, &interrupt)?,
    };
    if let (Some(_), false) = (&args.blocks, matches!(spec, Spec::Blocks { .. })) {
        return Err(usage(
            "only sliding blocks are shuffled from a puzzle; of other kinds say --size, --discs or --edges",
        ));
    }
    Ok(match spec {
        Spec::Tiles { goal, size } => {
            let size = match size {
                Some(size) => Some(size),
                None => goal_size(&goal)?,
            };
            let size = size.map_or(USUAL_SIZE.to_owned(), |size| format!("{}x{}", size.width(), size.height()));
            RandomPuzzle::Tiles { size, goal }
        }
        Spec::Hanoi { goal, discs, pegs } => {
            let Some(discs) = discs else { return Err(usage("write how many --discs there are")) };
            RandomPuzzle::Hanoi { discs, pegs: pegs.unwrap_or(USUAL_PEGS), goal }
        }
        Spec::Graph { goal, edges } => RandomPuzzle::Graph { edges, goal },
        Spec::Blocks { format } => {
            let Some(argument) = &args.blocks else {
                return Err(usage("name the puzzle whose pieces are to be shuffled, such as klotski"));
            };
            let mut input = Input::open(Some(argument), &spec, &interrupt)?;
            if input.is_many() {
                bail!("there are several puzzles; random takes one");
            }
            let entry = input.next()?.context("there is no puzzle")?;
            let position = entry.text.map_err(|fault| anyhow!(input.locate(entry.line, &fault.to_string())))?;
            RandomPuzzle::Blocks { position, format: format.map(|format| format.name().to_owned()) }
        }
        Spec::Sokoban => return level(args, &interrupt),
    })
}

/// A room of Sokoban; there --size is that of the room.
fn level(args: &RandomArgs, interrupt: &Interrupt) -> anyhow::Result<RandomPuzzle> {
    if args.blocks.is_some() {
        return Err(usage("random levels of Sokoban are made from nothing: say --size and --boxes"));
    }
    if args.shuffle.is_some() {
        return Err(usage("--shuffle is for positions of a puzzle, and levels of Sokoban are made from nothing"));
    }
    let (rest, size) = args.puzzle.without_size();
    // What is for other kinds is refused there.
    rest.spec(Some(OsStr::new("")), None, interrupt)?;
    let (width, height) = size.map_or(USUAL_ROOM, |size| (size.width(), size.height()));
    Ok(RandomPuzzle::Sokoban { width, height, boxes: args.boxes.unwrap_or(USUAL_BOXES) })
}

/// The size of a goal that is written out.
fn goal_size(goal: &str) -> anyhow::Result<Option<Size>> {
    Ok(match goal.parse::<Goal>()? {
        Goal::BlankLast | Goal::BlankFirst => None,
        Goal::Board(_) => Some(goal.parse::<Position>()?.size()),
    })
}

/// A number that nobody can foresee, short enough to be typed again.
fn new_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 32
}
