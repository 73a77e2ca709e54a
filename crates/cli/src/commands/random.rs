//! `fewest random`: positions to solve.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::Args;
use fewest_engine::{RandomRequest, random};
use fewest_tiles::{Goal, Position};

use crate::exit::{Exit, remark};
use crate::options::{BoardSize, count, goal, size};
use crate::output::Output;

const USUAL_SIZE: &str = "4x4";

/// Print random solvable positions, one a line
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  fewest random --count 10 --size 3x3 | fewest solve -")]
pub(crate) struct RandomArgs {
    /// The size, such as 4x3 [default: that of the goal, or 4x4]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<BoardSize>,

    /// The goal that can be reached: `blank-last`, `blank-first` or a position
    #[arg(long, default_value = "blank-last", value_parser = goal)]
    goal: String,

    /// The seed: the same gives the same positions on every machine [default: a new one, printed on stderr]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many positions
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    count: u64,

    /// Make this many random steps from the goal, instead of choosing evenly among all solvable positions
    #[arg(long, value_name = "STEPS", value_parser = count)]
    shuffle: Option<u64>,

    /// Do not print the seed
    #[arg(short, long)]
    quiet: bool,
}

/// Prints the positions.
pub(crate) fn run(args: &RandomArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let size = match args.size {
        Some(size) => size.to_string(),
        None => goal_size(&args.goal)?.unwrap_or_else(|| USUAL_SIZE.to_owned()),
    };
    let seed = args.seed.unwrap_or_else(new_seed);
    let request = RandomRequest { size, goal: args.goal.clone(), shuffle: args.shuffle, seed };
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

/// The size of a goal that is written out.
fn goal_size(goal: &str) -> anyhow::Result<Option<String>> {
    Ok(match goal.parse::<Goal>()? {
        Goal::BlankLast | Goal::BlankFirst => None,
        Goal::Board(_) => {
            let size = goal.parse::<Position>()?.size();
            Some(format!("{}x{}", size.width(), size.height()))
        }
    })
}

/// A number that nobody can foresee, short enough to be typed again.
fn new_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 32
}
