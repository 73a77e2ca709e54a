//! `fewest play`: a game in the terminal.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};

use anyhow::bail;
use clap::Args;
use fewest_engine::{Limits, Puzzle, RandomRequest, Session};
use fewest_kinds::KINDS;
use fewest_tui::{Colors, Opened, Opening, Settings};

use crate::exit::Exit;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::options::{PuzzleArgs, metric, position, seconds, usage};
use crate::output::Output;
use crate::solve::refused;

const HELP: &str = "\
Without a puzzle, a list of kinds, sizes and built-in puzzles appears; --kind alone opens the list at that kind, and \
--size or another option of a kind starts with a random puzzle. Press ? to see all keys. docs/play.md has pictures.

Examples:
  fewest play
  fewest play klotski
  fewest play \"5 3 8/0 2 4/1 7 6\"
  fewest play --size 3x3
  fewest play --discs 5
  fewest random --kind sokoban | fewest play -";

/// Play a puzzle in the terminal, with hints and the optimum
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct PlayArgs {
    /// A position, the name of a puzzle such as klotski, a file, or - for stdin [default: a list to choose from]
    #[arg(value_name = "PUZZLE", allow_hyphen_values = true, value_parser = position())]
    position: Option<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    puzzle: PuzzleArgs,

    /// What counts as one move
    #[arg(long, value_parser = metric())]
    metric: Option<String>,

    /// The longest time to search for a hint, a solution or the optimum, such as 30s or 2m
    #[arg(long, value_name = "TIME", value_parser = seconds, default_value = "30s")]
    time_limit: f64,
}

pub(crate) fn run(args: &PlayArgs, session: Session, out: &Output) -> anyhow::Result<Exit> {
    if args.time_limit <= 0.0 {
        return Err(usage("--time-limit must be longer than 0; write a time such as 30s"));
    }
    if !fewest_tui::has_terminal() {
        bail!(
            "play needs a keyboard and a terminal that can move its cursor; without them, `fewest solve` prints a \
             solution"
        );
    }
    let opening = opening(args)?;
    let settings = Settings { colors: colors(out), seconds: args.time_limit, metric: args.metric.clone() };
    fewest_tui::play(session, opening, &settings)?;
    Ok(Exit::Ok)
}

/// As many colours as the terminal has, where colours are wanted.
pub(crate) fn colors(out: &Output) -> Colors {
    if out.has_colors { Colors::of_environment() } else { Colors::None }
}

fn opening(args: &PlayArgs) -> anyhow::Result<Opening> {
    // A signal ends the program at once until the game has the terminal.
    let interrupt = Interrupt::default();
    if args.position.is_none() && (args.puzzle.is_empty() || args.puzzle.only_kind().is_some()) {
        return Ok(Opening::Picker { kind: args.puzzle.only_kind().map(str::to_owned) });
    }
    // Without a puzzle there is nothing to look at, stdin least of all.
    let argument = args.position.as_deref().unwrap_or_default();
    let is_named = args.position.is_some();
    let spec = args.puzzle.spec(Some(argument), args.metric.as_deref(), &interrupt)?;
    if is_named || spec.has_start() {
        let argument = if is_named { args.position.as_deref() } else { None };
        let (_, position) = Input::open(argument, &spec, &interrupt)?.only("puzzle", "play")?;
        let puzzle = spec.puzzle(position, args.metric.as_deref());
        return Ok(Opening::Puzzle(Opened { puzzle, random: None }));
    }
    let info = spec.info();
    if info.random_fields.iter().any(|field| field.name == "position") {
        return Err(usage(&format!(
            "name a puzzle of the kind {0}: `fewest library --kind {0}` lists them",
            info.name
        )));
    }
    let takes = |name: &str| info.random_fields.iter().any(|field| field.name == name);
    let given = spec.shared.fields.iter().filter(|(name, _)| takes(name));
    let puzzle = given.fold(Puzzle::empty(info.name), |puzzle, (name, value)| puzzle.with(name, value.clone()));
    let request = RandomRequest { puzzle, shuffle: None, seed: RandomState::new().hash_one(std::process::id()) >> 32 };
    let limits = Limits::default().for_search(&interrupt.cancel);
    let mut positions = KINDS.random_within(&request, &limits).map_err(refused)?;
    let Some(position) = positions.next() else { bail!("no random puzzle could be drawn") };
    let puzzle = spec.kind.at_random(&request.puzzle, position).with_some("metric", args.metric.clone());
    Ok(Opening::Puzzle(Opened { puzzle, random: Some(request) }))
}
