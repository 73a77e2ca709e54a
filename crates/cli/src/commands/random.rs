//! `fewest random`: positions to solve.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::Args;
use fewest_engine::{Limits, Puzzle, RandomRequest, Session};
use fewest_kinds::KINDS;
use serde::Serialize;

use crate::commands::far::Far;
use crate::exit::{Exit, remark};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::options::{RandomFieldArgs, count, position, usage};
use crate::output::Output;
use crate::solve::refused;

const EXAMPLES: &str = "\
Examples:
  fewest random --count 10 --size 3x3 | fewest solve -
  fewest random --discs 8 --pegs 4 | fewest solve --kind hanoi -
  fewest random --size 3x3 --distance 31
  fewest random klotski --shuffle 40 --count 5 | fewest solve -
  fewest random --kind sokoban --size 8x6 --boxes 4 | fewest solve -";

/// Print random solvable positions, one per line
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RandomArgs {
    /// The puzzle to shuffle, if the kind needs one: its name, its text, a file, or - for stdin
    #[arg(value_name = "PUZZLE", value_parser = position())]
    position: Option<OsString>,

    #[command(flatten)]
    puzzle: RandomFieldArgs,

    /// The seed: the same seed gives the same positions on every machine [default: a new one, printed to stderr]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many positions to print
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    count: u64,

    /// Make this many random moves from the goal, or from the puzzle if one is named, instead of drawing all solvable
    /// positions with equal probability
    #[arg(long, value_name = "STEPS", value_parser = count)]
    shuffle: Option<u64>,

    /// Print positions that are exactly this many moves from the goal, counted in the kind's default metric
    #[arg(long, value_name = "N", conflicts_with = "shuffle")]
    distance: Option<u32>,

    /// Print one JSON object per line, with the position and the puzzle that starts from it
    #[arg(long)]
    json: bool,

    /// Do not print the seed
    #[arg(short, long)]
    quiet: bool,
}

/// A random position as JSON.
#[derive(Serialize)]
struct RandomLine<'a> {
    kind: &'static str,
    /// Counted from 1.
    number: u64,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shuffle: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    position: &'a str,
    /// What can be asked of the engine.
    puzzle: Puzzle,
}

pub(crate) fn run(args: &RandomArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let seed = args.seed.unwrap_or_else(new_seed);
    let puzzle = puzzle(args)?;
    let kind = KINDS.named(&puzzle.kind)?;
    let request = RandomRequest { puzzle, shuffle: args.shuffle, seed };
    let interrupt = Interrupt::install()?;
    let limits = Limits::default().for_search(&interrupt.cancel);
    let mut far = args.distance.map(|distance| Far::new(distance, &request, session, &interrupt)).transpose()?;
    let mut positions = match far {
        Some(_) => None,
        None => Some(KINDS.random_within(&request, &limits).map_err(refused)?),
    };
    if args.seed.is_none() && !args.quiet {
        remark(&format!("seed {seed} (to repeat: --seed {seed})"));
    }
    for number in 1..=args.count {
        let drawn = match (&mut far, &mut positions) {
            (Some(far), _) => far.next()?,
            (None, Some(positions)) => positions.next(),
            (None, None) => None,
        };
        let Some(position) = drawn else {
            out.flush()?;
            remark("cancelled");
            return Ok(Exit::Limit);
        };
        if args.json {
            let puzzle = kind.at_random(&request.puzzle, position.clone());
            let (shuffle, distance) = (args.shuffle, args.distance);
            out.json(&RandomLine {
                kind: kind.info().name,
                number,
                seed,
                shuffle,
                distance,
                position: &position,
                puzzle,
            })?;
        } else {
            writeln!(out, "{position}")?;
        }
    }
    Ok(Exit::Ok)
}

fn puzzle(args: &RandomArgs) -> anyhow::Result<Puzzle> {
    let interrupt = Interrupt::default();
    // Without a puzzle there is nothing to look at, stdin least of all.
    let argument = args.position.as_deref().unwrap_or_default();
    let spec = args.puzzle.spec(Some(argument), None, &interrupt)?;
    let info = spec.info();
    let takes = |name: &str| info.random_fields.iter().find(|field| field.name == name);
    match (&args.position, takes("position")) {
        (None, None) => Ok(spec.shared),
        (Some(argument), Some(_)) => {
            let (_, position) = Input::open(Some(argument), &spec, &interrupt)?.only("puzzle", "random")?;
            Ok(spec.shared.with("position", position))
        }
        (Some(_), None) => {
            let options: Vec<String> = info.random_fields.iter().map(|field| format!("--{}", field.name)).collect();
            let (name, options) = (info.name, options.join(", "));
            Err(usage(&format!("random positions of {name} are not made from a puzzle; describe them with {options}")))
        }
        (None, Some(field)) => Err(usage(&format!("name a puzzle, such as klotski: {}", field.about))),
    }
}

/// A number that nobody can foresee, short enough to be typed again.
fn new_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 32
}
