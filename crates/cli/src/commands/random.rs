//! `fewest random`: positions to solve.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::Args;
use fewest_engine::{RandomPuzzle, RandomRequest, random};
use fewest_tiles::{Goal, Position, Size};

use crate::exit::{Exit, remark};
use crate::options::{PuzzleArgs, Spec, count, usage};
use crate::output::Output;

const USUAL_SIZE: &str = "4x4";
const USUAL_PEGS: usize = 3;

const EXAMPLES: &str = "\
Examples:
  fewest random --count 10 --size 3x3 | fewest solve -
  fewest random --discs 8 --pegs 4 | fewest solve --kind hanoi -";

/// Print random solvable positions, one a line
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// The seed: the same gives the same positions on every machine [default: a new one, printed on stderr]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many positions
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    count: u64,

    /// Make this many random moves from the goal, instead of choosing evenly among all solvable positions
    #[arg(long, value_name = "STEPS", value_parser = count)]
    shuffle: Option<u64>,

    /// Do not print the seed
    #[arg(short, long)]
    quiet: bool,
}

/// Prints the positions.
pub(crate) fn run(args: &RandomArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let seed = args.seed.unwrap_or_else(new_seed);
    let request = RandomRequest { puzzle: puzzle(args.puzzle.spec()?)?, shuffle: args.shuffle, seed };
    let mut positions = random(&request)?;
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
fn puzzle(spec: Spec) -> anyhow::Result<RandomPuzzle> {
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
    })
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
