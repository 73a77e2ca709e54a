//! What a person wants to see of an answer, on a page of 80 columns.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use fewest_engine::{Answer, Formula, Kind, Notation, Outcome, Proof};
use fewest_tiles::{Goal, Position};

use crate::output::Output;
use crate::solve::SolveArgs;
use crate::stage::Scene;
use crate::text::{bytes, chop, counted, duration, rate, thousands, wrap};

/// The width of the names before the statistics.
const LABEL: usize = 8;

/// The time that the tables of a heuristic may take without a word.
const NOTICEABLE: f64 = 0.01;

const DIM: Style = Style::new().dimmed();

/// Writes the report on a search that these arguments asked for.
pub(crate) fn write(out: &mut Output, answer: &Answer, args: &SolveArgs) -> anyhow::Result<()> {
    if !args.animate {
        Scene::of(answer).stage()?.draw(out, "")?;
        writeln!(out)?;
    }
    if let Some(moves) = answer.moves.as_deref().filter(|moves| !moves.is_empty()) {
        let style = out.style(DIM);
        let what = match (answer.puzzle, answer.notation) {
            (Kind::Tiles, Notation::Tile) => "tile moves",
            (Kind::Tiles, Notation::Blank) => "blank moves",
            (Kind::Hanoi | Kind::Blocks, _) => "moves",
            (Kind::Graph, _) => "tiles that move",
            (Kind::Sokoban, _) => &steps(moves),
        };
        writeln!(out, "{style}{what}{style:#}")?;
        // Steps of Sokoban have no spaces between them.
        let lines = if answer.puzzle == Kind::Sokoban { chop(moves, out.width()) } else { wrap(moves, out.width()) };
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
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
    if !has_usual_goal(answer) {
        labelled(out, "goal", &answer.goal)?;
    }
    if answer.outcome != Outcome::Unsolvable || answer.expanded > 0 {
        statistics(out, answer)?;
    }
    Ok(())
}

/// How many steps a solution of Sokoban has, and how many of them push.
fn steps(moves: &str) -> String {
    let pushes = moves.chars().filter(char::is_ascii_uppercase).count();
    format!("{}, {}", counted(moves.len() as u64, "move"), counted(pushes as u64, "push"))
}

/// Whether the goal is the one that is meant where none is named.
fn has_usual_goal(answer: &Answer) -> bool {
    match answer.puzzle {
        Kind::Tiles => answer
            .goal
            .parse::<Position>()
            .is_ok_and(|goal| Goal::BlankLast.position(goal.size()).is_ok_and(|usual| goal == usual)),
        // All discs on the last peg: the others are empty.
        Kind::Hanoi => {
            answer.goal.starts_with('-')
                && answer.goal.split('/').filter(|peg| *peg != "-").count() == 1
                && !answer.goal.ends_with('-')
        }
        Kind::Graph => {
            let tiles: Vec<usize> = answer.goal.split(' ').filter_map(|tile| tile.parse().ok()).collect();
            tiles.iter().enumerate().all(|(index, &tile)| tile == (index + 1) % tiles.len())
        }
        // It is part of the picture.
        Kind::Blocks | Kind::Sokoban => true,
    }
}

/// The metric in brackets, where the puzzle has several and what is counted does not tell.
pub(crate) fn metric_of(answer: &Answer) -> String {
    match answer.puzzle {
        Kind::Tiles | Kind::Blocks => format!(" ({})", answer.metric),
        Kind::Hanoi | Kind::Graph | Kind::Sokoban => String::new(),
    }
}

/// What is counted.
pub(crate) fn noun_of(metric: &str) -> &'static str {
    if metric == "push" { "push" } else { "move" }
}

/// The result in one sentence.
pub(crate) fn verdict(answer: &Answer) -> String {
    let reason = answer.reason.as_deref().unwrap_or("no reason given");
    let metric = metric_of(answer);
    let moves = |number: Option<u32>| counted(u64::from(number.unwrap_or_default()), noun_of(&answer.metric));
    let (length, bound) = (moves(answer.length), moves(answer.lower_bound));
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
    let with = match &answer.formula {
        Some(formula) => format!("{}, encoding {}", formula.solver, formula.encoding),
        None => format!("{}{tables}", answer.heuristic),
    };
    labelled(out, "search", &format!("{} with {with}", answer.algorithm))?;
    labelled(out, "chosen", &answer.chosen_because)?;
    if let Some(Formula { horizon: Some(horizon), variables: Some(variables), clauses: Some(clauses), .. }) =
        answer.formula
    {
        let [variables, clauses] = [u64::from(variables), clauses].map(thousands);
        let moves = counted(u64::from(horizon), noun_of(&answer.metric));
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
        None => format!(", {}", rate(answer.generated, answer.seconds)),
    };
    let setup = Some(answer.setup_seconds).filter(|&seconds| seconds >= NOTICEABLE);
    let setup = setup.map(|seconds| format!("; {} before it for the tables", duration(seconds))).unwrap_or_default();
    labelled(out, "time", &format!("{}{speed}{setup}", duration(answer.seconds)))?;
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
