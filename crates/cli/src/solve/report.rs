//! What a person wants to see of an answer, on a page of 80 columns.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use fewest_engine::{Answer, Outcome, Proof};
use fewest_tiles::{Goal, Position};

use crate::options::Notation;
use crate::output::Output;
use crate::picture;
use crate::solve::SolveArgs;
use crate::text::{bytes, counted, duration, rate, thousands, wrap};

/// The width of the names before the statistics.
const LABEL: usize = 8;

const DIM: Style = Style::new().dimmed();

/// Writes the report on a search that these arguments asked for.
pub(crate) fn write(out: &mut Output, answer: &Answer, args: &SolveArgs) -> anyhow::Result<()> {
    let start: Position = answer.position.parse()?;
    let goal: Position = answer.goal.parse()?;
    if !args.animate {
        picture::draw(out, &start, &goal, "")?;
        writeln!(out)?;
    }
    if let Some(moves) = answer.moves.as_deref().filter(|moves| !moves.is_empty()) {
        let style = out.style(DIM);
        let whose = match args.notation {
            Notation::Tile => "tile",
            Notation::Blank => "blank",
        };
        writeln!(out, "{style}{whose} moves{style:#}")?;
        wrap(moves, out.width()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out)?;
    }
    let color = match answer.outcome {
        Outcome::Solved => AnsiColor::Green,
        Outcome::Unsolvable => AnsiColor::Red,
        Outcome::Limit => AnsiColor::Yellow,
    };
    let style = out.style(color.on_default().bold());
    for line in wrap(&verdict(answer), out.width()) {
        writeln!(out, "{style}{line}{style:#}")?;
    }
    if goal != Goal::BlankLast.position(goal.size())? {
        labelled(out, "goal", &answer.goal)?;
    }
    if answer.outcome != Outcome::Unsolvable || answer.expanded > 0 {
        statistics(out, answer)?;
    }
    Ok(())
}

/// The result in one sentence.
pub(crate) fn verdict(answer: &Answer) -> String {
    let metric = answer.metric;
    let reason = answer.reason.as_deref().unwrap_or("no reason given");
    let moves = |number: Option<u32>| counted(u64::from(number.unwrap_or_default()), "move");
    match (answer.outcome, answer.proof) {
        (Outcome::Solved, Proof::Optimal) => format!("{}, proven optimal ({metric})", moves(answer.length)),
        (Outcome::Solved, Proof::Bounded) => {
            format!("{} ({metric}); proven: at least {}", moves(answer.length), moves(answer.lower_bound))
        }
        (Outcome::Solved, Proof::None) => format!("{} ({metric}); nothing is proven", moves(answer.length)),
        (Outcome::Unsolvable, _) => format!("unsolvable: {reason}"),
        (Outcome::Limit, _) => {
            let reached = if reason.ends_with("limit") { " reached" } else { "" };
            let best = answer.length.map(|length| format!("; best known: {}", moves(Some(length))));
            let bound = moves(answer.lower_bound);
            format!("{reason}{reached}: at least {bound} ({metric}){}", best.unwrap_or_default())
        }
    }
}

fn statistics(out: &mut Output, answer: &Answer) -> io::Result<()> {
    labelled(out, "search", &format!("{} with {}", answer.algorithm, answer.heuristic))?;
    labelled(out, "chosen", &answer.chosen_because)?;
    let mut nodes = vec![(answer.expanded, "expanded"), (answer.generated, "generated")];
    nodes.extend([(answer.reopened, "reopened")].iter().filter(|(count, _)| *count > 0));
    nodes.extend([(answer.iterations, "iterations")].iter().filter(|(count, _)| *count > 1));
    let nodes: Vec<String> = nodes.iter().map(|(count, what)| format!("{} {what}", thousands(*count))).collect();
    labelled(out, "nodes", &nodes.join(", "))?;
    let speed = rate(answer.generated, answer.seconds);
    labelled(out, "time", &format!("{}, {speed}", duration(answer.seconds)))?;
    labelled(out, "memory", &bytes(answer.peak_memory_bytes))
}

fn labelled(out: &mut Output, label: &str, text: &str) -> io::Result<()> {
    let style = out.style(DIM);
    let lines = wrap(text, out.width() - LABEL);
    for (index, line) in lines.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        writeln!(out, "{style}{label:LABEL$}{style:#}{line}")?;
    }
    Ok(())
}
