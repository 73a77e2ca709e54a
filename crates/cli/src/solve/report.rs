//! What a person wants to see of an answer, on a page of 80 columns.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use fewest_engine::catalog::{Algorithm, HeuristicInfo};
use fewest_engine::{Answer, Formula, Kind, KindInfo, Outcome, Proof, Solutions};
use fewest_kinds::KINDS;

use crate::output::Output;
use crate::solve::SolveArgs;
use crate::stage::{draw, picture, stage};
use crate::text::{bytes, chop, counted, duration, rate, thousands, wrap};

/// The width of the names before the statistics.
const LABEL: usize = 8;

/// The most lines of moves in a report.
const MOST_LINES: usize = 40;

/// The time that the tables of a heuristic may take without a word.
const NOTICEABLE: f64 = 0.01;

/// The nodes that a speed is said of.
const MEASURABLE: u64 = 100;

const DIM: Style = Style::new().dimmed();

/// Writes the report on a search that these arguments asked for.
pub(crate) fn write(out: &mut Output, answer: &Answer, args: &SolveArgs) -> anyhow::Result<()> {
    if !args.animate && !args.boards {
        draw(&picture(stage(answer)?.as_ref(), out), out)?;
        writeln!(out)?;
    }
    let kind = KINDS.named(&answer.puzzle)?;
    let solutions: Vec<&str> = match &answer.all {
        Some(all) if !all.moves.is_empty() => all.moves.iter().map(String::as_str).collect(),
        _ => answer.listed_moves().into_iter().collect(),
    };
    let unlisted = answer.unlisted();
    for (number, moves) in (1u64..).zip(&solutions).filter(|(_, moves)| !moves.is_empty()) {
        let style = out.style(DIM);
        let number = if answer.all.is_some() { format!("{}: ", thousands(number)) } else { String::new() };
        writeln!(out, "{style}{number}{}{style:#}", kind.moves_heading(moves, answer.notation))?;
        let lines = if kind.info().moves_are_letters { chop(moves, out.width) } else { wrap(moves, out.width) };
        lines.iter().take(MOST_LINES).try_for_each(|line| writeln!(out, "{line}"))?;
        if unlisted > 0 {
            let style = out.style(DIM);
            let shown = lines.iter().take(MOST_LINES).map(|line| line.split_whitespace().count() as u64).sum::<u64>();
            let more = thousands(answer.full_length().unwrap_or_default().saturating_sub(shown));
            writeln!(out, "{style}… and {more} more moves; --result prints them one by one{style:#}")?;
        } else if lines.len() > MOST_LINES {
            let style = out.style(DIM);
            let more = thousands((lines.len() - MOST_LINES) as u64);
            writeln!(out, "{style}… and {more} more lines; --result and --json print them all{style:#}")?;
        }
        writeln!(out)?;
    }
    let color = match answer.outcome {
        Outcome::Solved => AnsiColor::Green,
        Outcome::Unsolvable => AnsiColor::Red,
        Outcome::Limit => AnsiColor::Yellow,
    };
    out.paragraph(color.on_default().bold(), &verdict(answer))?;
    if let Some(all) = &answer.all {
        labelled(out, "optimal", &optima(all))?;
    } else if args.all.is_some() && answer.outcome == Outcome::Solved {
        labelled(out, "optimal", "not listed, because the length is not proven optimal")?;
    }
    if let Some(goal) = kind.unusual_goal(&answer.goal) {
        labelled(out, "goal", &goal)?;
    }
    if answer.outcome != Outcome::Unsolvable || answer.expanded > 0 {
        statistics(out, answer)?;
    }
    Ok(())
}

/// How many optimal solutions there are, and how many of them are listed.
fn optima(all: &Solutions) -> String {
    let listed = thousands(all.moves.len() as u64);
    match (all.count, all.reason.as_deref()) {
        (Some(1), _) => "this solution alone".to_owned(),
        (Some(count), _) if all.complete => format!("{} solutions in all", thousands(count)),
        (Some(u64::MAX), _) => format!("at least {} solutions in all; {listed} listed", thousands(u64::MAX)),
        (Some(count), None) => format!("{} solutions in all; {listed} listed", thousands(count)),
        (Some(count), Some(reason)) => {
            format!("{} solutions in all; {listed} listed; {reason} before more were", thousands(count))
        }
        (None, reason) => format!("at least {listed}; {} before they were counted", reason.unwrap_or("stopped")),
    }
}

fn info_of(kind: &str) -> Option<&'static KindInfo> {
    KINDS.named(kind).ok().map(Kind::info)
}

/// The metric in brackets, where the puzzle has several and what is counted does not tell which it is.
pub(crate) fn metric_of(answer: &Answer) -> String {
    let metrics = info_of(&answer.puzzle).map(|info| info.metrics).unwrap_or_default();
    let noun = noun_of(&answer.puzzle, &answer.metric);
    let is_decided = metrics.iter().any(|metric| metric.name == answer.metric && metric.then.is_some());
    let with_noun = metrics.iter().filter(|metric| metric.noun == noun && metric.then.is_none());
    if is_decided || with_noun.count() > 1 { format!(" ({})", answer.metric) } else { String::new() }
}

/// What a metric counts, in the singular.
pub(crate) fn noun_of(kind: &str, metric: &str) -> &'static str {
    let metrics = info_of(kind).map(|info| info.metrics).unwrap_or_default();
    metrics.iter().find(|known| known.name == metric).map_or("move", |metric| metric.noun)
}

/// The metric that decides between solutions of equal length, where one does, and the length in it.
pub(crate) fn second_length(answer: &Answer) -> Option<(&'static str, u64)> {
    let metrics = info_of(&answer.puzzle).map(|info| info.metrics)?;
    let then = metrics.iter().find(|known| known.name == answer.metric)?.then?;
    Some((then, *answer.lengths.get(then)?))
}

/// The same in words.
pub(crate) fn second(answer: &Answer) -> Option<String> {
    second_length(answer).map(|(then, length)| counted(length, noun_of(&answer.puzzle, then)))
}

pub(crate) fn verdict(answer: &Answer) -> String {
    let reason = answer.reason.as_deref().unwrap_or("no reason given");
    let metric = metric_of(answer);
    let moves = |number: Option<u64>| counted(number.unwrap_or_default(), noun_of(&answer.puzzle, &answer.metric));
    let (length, bound) = (moves(answer.full_length()), moves(answer.lower_bound.map(u64::from)));
    let length = match second(answer) {
        Some(second) => format!("{length} and {second}"),
        None => length,
    };
    let factor = answer.proven_factor.map_or("nothing is proven".to_owned(), |factor| {
        format!("proven: at most {factor:.3} times the optimum, which is at least {bound}")
    });
    match (answer.outcome, answer.proof) {
        (Outcome::Solved, Proof::Optimal) => format!("{length}, proven optimal{metric}"),
        (Outcome::Solved, Proof::Bounded) => {
            let stopped = answer.reason.as_deref().map(|reason| match reason {
                "cancelled" => "; stopped by Ctrl-C".to_owned(),
                limit => format!("; stopped by the {limit}"),
            });
            format!("{length}{metric}; {factor}{}", stopped.unwrap_or_default())
        }
        (Outcome::Solved, Proof::None) => format!("{length}{metric}; nothing is proven"),
        (Outcome::Unsolvable, _) => format!("unsolvable: {reason}"),
        (Outcome::Limit, _) => {
            let reached = if reason.ends_with("limit") { " reached" } else { "" };
            let best = answer.length.map(|_| format!("; best known: {length}"));
            format!("{reason}{reached}: at least {bound}{metric}{}", best.unwrap_or_default())
        }
    }
}

fn statistics(out: &mut Output, answer: &Answer) -> io::Result<()> {
    let tables = answer.pdb.as_ref().map(|pdb| format!(" {pdb}")).unwrap_or_default();
    let uses_heuristic = Algorithm::named(&answer.algorithm).is_ok_and(|algorithm| algorithm.info().uses_heuristic);
    let with = match &answer.formula {
        Some(formula) => format!(" with {}, encoding {}", formula.solver, formula.encoding),
        None if !uses_heuristic && answer.heuristic == HeuristicInfo::NONE.name => String::new(),
        None => format!(" with {}{tables}", answer.heuristic),
    };
    labelled(out, "search", &format!("{}{with}", answer.algorithm))?;
    labelled(out, "chosen", &answer.chosen_because)?;
    if let Some(Formula { horizon: Some(horizon), variables: Some(variables), clauses: Some(clauses), .. }) =
        answer.formula
    {
        let [variables, clauses] = [u64::from(variables), clauses].map(thousands);
        let moves = counted(u64::from(horizon), noun_of(&answer.puzzle, &answer.metric));
        labelled(out, "formula", &format!("{variables} variables, {clauses} clauses for {moves}"))?;
    }
    let (expanded, generated) =
        if answer.formula.is_some() { ("conflicts", "decisions") } else { ("expanded", "generated") };
    let mut nodes = vec![(answer.expanded, expanded), (answer.generated, generated)];
    nodes.extend([(answer.reopened, "reopened")].iter().filter(|(count, _)| *count > 0));
    nodes.extend([(answer.iterations, "iterations")].iter().filter(|(count, _)| *count > 1));
    let nodes: Vec<String> = nodes.iter().map(|(count, what)| format!("{} {what}", thousands(*count))).collect();
    labelled(out, "nodes", &nodes.join(", "))?;
    let speed = match answer.formula {
        Some(_) => String::new(),
        // A clock says nothing of so short a search.
        None if answer.generated < MEASURABLE || answer.seconds <= 0.0 => String::new(),
        None => format!(", {}", rate(answer.generated, answer.seconds)),
    };
    let setup = Some(answer.setup_seconds).filter(|&seconds| seconds >= NOTICEABLE);
    let setup = setup.map(|seconds| format!("; {} before that for the tables", duration(seconds))).unwrap_or_default();
    labelled(out, "time", &format!("{}{speed}{setup}", duration(answer.seconds)))?;
    labelled(out, "memory", &bytes(answer.peak_memory_bytes))
}

fn labelled(out: &mut Output, label: &str, text: &str) -> io::Result<()> {
    let style = out.style(DIM);
    let lines = wrap(text, out.width - LABEL);
    for (index, line) in lines.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        writeln!(out, "{style}{label:LABEL$}{style:#}{line}")?;
    }
    Ok(())
}
