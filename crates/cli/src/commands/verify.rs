//! `fewest verify`: is this string of moves a solution?

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read, Write};

use anstyle::AnsiColor;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use fewest_engine::{Answer, EngineError, KindInfo, Notation, Outcome, Puzzle, Request, Session, Verification};
use fewest_kinds::KINDS;
use serde::Serialize;

use crate::exit::Exit;
use crate::input::{Input, rules};
use crate::interrupt::Interrupt;
use crate::options::{NOTATIONS, PuzzleArgs, choice, metric, position};
use crate::output::Output;
use crate::progress::Progress;
use crate::search::search;
use crate::solve::{Bad, check_notation, metric_of, noun_of, second};
use crate::text::counted;

/// More than any sensible solution has.
const MOST_MOVES: u64 = 1 << 20;

const EXIT_CODES: &str = "\
Exit codes:
0 the moves solve the position (with --optimal: in the fewest moves), 1 they do not, 20 stopped by Ctrl-C before there \
was a proof (with --optimal).";

/// Check whether moves solve a position, and count them
#[derive(Clone, Debug, Args)]
#[command(after_help = EXIT_CODES, after_long_help = format!("{}\n\n{EXIT_CODES}", rules()))]
pub(crate) struct VerifyArgs {
    /// A position such as "5 3 8/0 2 4/1 7 6", a file with one, or - for stdin; with --discs, "" is the usual start
    #[arg(value_name = "POSITION|FILE|-", allow_hyphen_values = true, value_parser = position())]
    position: OsString,

    /// The moves, such as "U L2 D R" for tiles, "aR2 bDL" for blocks or "ruLL" for sokoban, or - for stdin
    moves: String,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// tiles: whose direction a move names [default: tile]
    #[arg(long, value_parser = choice(NOTATIONS))]
    notation: Option<Notation>,

    /// Also search for a shorter solution
    #[arg(long)]
    optimal: bool,

    /// What counts as one move for --optimal
    #[arg(long, value_parser = metric(), requires = "optimal")]
    metric: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was found, and what the search says to it.
#[derive(Serialize)]
struct VerifyLine<'a> {
    #[serde(flatten)]
    verification: &'a Verification,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimality: Option<Optimality>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
}

/// What a search says to a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Optimality {
    /// There is no shorter one.
    Optimal,
    /// There is.
    Longer,
    /// The search did not finish, and its bound leaves both possible.
    Open,
}

pub(crate) fn run(args: &VerifyArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = if args.optimal { Interrupt::install()? } else { Interrupt::default() };
    let spec = args.puzzle.spec(Some(&args.position), args.metric.as_deref(), &interrupt)?;
    check_notation(&spec, args.notation)?;
    if args.position == "-" && args.moves == "-" {
        bail!("position and moves cannot both come from stdin; write one of them as an argument");
    }
    // Where the puzzle has a start of its own, an empty position stands for it.
    let position = Some(args.position.as_os_str()).filter(|position| !position.is_empty() || !spec.has_start());
    let mut input = Input::open(position, &spec, &interrupt)?;
    let (line, text) = input.only("position", "verify")?;
    let moves = if args.moves == "-" { moves_from_stdin()? } else { args.moves.clone() };
    let puzzle = spec.puzzle(text, args.metric.as_deref());
    let found = KINDS.verify(&puzzle, &moves, args.notation.unwrap_or_default()).map_err(|error| match error {
        EngineError::Position(_) => anyhow!(input.locate(line, &Bad::Request(error).at_length())),
        other => anyhow!(Bad::Request(other).at_length()),
    })?;
    let best = if args.optimal && found.solves { Some(best(puzzle, args, session, &interrupt, out)?) } else { None };
    let optimality = best.as_ref().map(|best| judge(best, &found.lengths, spec.info()));
    if args.json {
        let lower_bound = best.as_ref().and_then(|best| best.lower_bound);
        out.json(&VerifyLine { verification: &found, optimality, lower_bound })?;
    } else {
        let proof = best.as_ref().zip(optimality).map(|(best, optimality)| in_words(best, optimality));
        let text = [Some(outcome(&found, spec.info())), proof].into_iter().flatten().collect::<Vec<_>>().join("; ");
        let good = found.solves && optimality != Some(Optimality::Longer);
        out.line(if good { AnsiColor::Green } else { AnsiColor::Red }.on_default().bold(), 0, &text)?;
        // A position that takes several lines stands below, where it can be seen.
        if !found.solves && found.end.contains('\n') {
            writeln!(out, "{}", found.end)?;
        }
    }
    Ok(match (found.solves, optimality) {
        (false, _) | (_, Some(Optimality::Longer)) => Exit::Failure,
        (true, Some(Optimality::Open)) => Exit::Limit,
        (true, None | Some(Optimality::Optimal)) => Exit::Ok,
    })
}

fn moves_from_stdin() -> anyhow::Result<String> {
    let mut moves = Vec::new();
    io::stdin().take(MOST_MOVES + 1).read_to_end(&mut moves).context("cannot read stdin")?;
    if moves.len() as u64 > MOST_MOVES {
        bail!("stdin has more than {MOST_MOVES} bytes of moves; no solution needs that many");
    }
    String::from_utf8(moves)
        .map_err(|_| anyhow!("the moves on stdin are not plain text: write them as `fewest solve` prints them"))
}

fn best(
    puzzle: Puzzle,
    args: &VerifyArgs,
    session: &Session,
    interrupt: &Interrupt,
    out: &mut Output,
) -> anyhow::Result<Answer> {
    let request = Request::new(puzzle);
    let mut progress = Progress::for_one(!args.json);
    Ok(search(session, &request, interrupt, false, &mut progress, out)??)
}

fn judge(best: &Answer, lengths: &BTreeMap<String, u64>, info: &KindInfo) -> Optimality {
    let length = lengths[&best.metric];
    let then = info.metrics.iter().find(|metric| metric.name == best.metric).and_then(|metric| metric.then);
    match best.outcome {
        // Where another metric decides between equal lengths, both must be the least.
        Outcome::Solved if let Some(then) = then => {
            let is_least = (length, lengths.get(then)) <= (best.lengths[&best.metric], best.lengths.get(then));
            if is_least { Optimality::Optimal } else { Optimality::Longer }
        }
        Outcome::Limit if then.is_some() => Optimality::Open,
        _ if best.lower_bound.map(u64::from) == Some(length) => Optimality::Optimal,
        Outcome::Solved if best.full_length() < Some(length) => Optimality::Longer,
        Outcome::Solved | Outcome::Unsolvable | Outcome::Limit => Optimality::Open,
    }
}

fn outcome(found: &Verification, info: &KindInfo) -> String {
    // What is counted may tell metrics apart as well as a word in brackets.
    let plain = || info.metrics.iter().filter(|metric| metric.then.is_none());
    let several = plain().skip(1).any(|metric| metric.noun == info.metrics[0].noun);
    let is_plain = |name: &str| plain().any(|metric| metric.name == name);
    let lengths = found.lengths.iter().rev().filter(|(metric, _)| is_plain(metric)).map(|(metric, &length)| {
        let count = counted(length, noun_of(info.name, metric));
        if several { format!("{count} ({metric})") } else { count }
    });
    let lengths = lengths.collect::<Vec<_>>().join(", ");
    let end = if found.end.contains('\n') { "the position below" } else { &found.end };
    match &found.illegal {
        None if found.solves => format!("solves the position: {lengths}"),
        None => format!("does not solve the position: {lengths}, to {end}"),
        Some((place, why)) => format!("does not solve the position: move {place} is illegal at {end}: {why}"),
    }
}

fn in_words(best: &Answer, optimality: Optimality) -> String {
    let bound = counted(u64::from(best.lower_bound.unwrap_or_default()), noun_of(&best.puzzle, &best.metric));
    let metric = metric_of(best);
    match optimality {
        Optimality::Optimal => format!("proven optimal{metric}"),
        Optimality::Longer => {
            let second = second(best).map(|second| format!(" and {second}")).unwrap_or_default();
            format!("not optimal: {bound}{second} are enough{metric}")
        }
        Optimality::Open => format!("not known to be optimal: at least {bound} are needed{metric}"),
    }
}
