//! A batch as a table: columns of fixed width, so that rows can be written as they come.

use std::io::{self, Write};

use fewest_engine::{Answer, Outcome, Proof};

use crate::output::Output;
use crate::solve::{Place, second_length};
use crate::text::{shorten, thousands};

pub(crate) fn header(out: &mut Output, has_names: bool) -> io::Result<()> {
    let name = has_names.then_some("puzzle");
    row(out, "line", name, &["outcome", "length", "expanded", "seconds"], "moves")
}

pub(crate) fn answer(out: &mut Output, place: &Place, has_names: bool, answer: &Answer) -> io::Result<()> {
    let number = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let length = match answer.outcome {
        Outcome::Limit => format!("≥{}", number(answer.lower_bound)),
        Outcome::Solved => {
            let mark = if answer.proof == Proof::Optimal { "" } else { "≤" };
            let second = second_length(answer).map(|(_, second)| format!("/{second}")).unwrap_or_default();
            let length = answer.full_length().map_or_else(|| "-".to_owned(), |length| length.to_string());
            format!("{mark}{length}{second}")
        }
        Outcome::Unsolvable => number(answer.length),
    };
    let line = place.line.to_string();
    let name = has_names.then(|| place.name().unwrap_or("-"));
    let outcome = answer.outcome.to_string();
    let expanded = thousands(answer.expanded);
    let seconds = format!("{:.3}", answer.seconds);
    let columns = [&outcome[..], &length, &expanded, &seconds];
    match answer.moves.as_deref().filter(|_| answer.outcome == Outcome::Solved) {
        // Words of explanation are never cut; moves are, on a terminal, where the table is to be seen as one.
        Some(moves) if out.is_terminal => {
            let room = out.width.saturating_sub(TAIL + if has_names { NAME + 1 } else { 0 });
            row(out, &line, name, &columns, &shorten(moves, room))
        }
        Some(moves) => row(out, &line, name, &columns, moves),
        None if answer.first_moves.is_some() => row(out, &line, name, &columns, "too many moves; --result prints them"),
        None => row(out, &line, name, &columns, answer.reason.as_deref().unwrap_or("-")),
    }
}

pub(crate) fn error(out: &mut Output, place: &Place, has_names: bool, error: &str) -> io::Result<()> {
    let name = has_names.then(|| place.name().unwrap_or("-"));
    row(out, &place.line.to_string(), name, &["error", "-", "-", "-"], error)
}

/// Where the last column begins.
const TAIL: usize = 50;

/// The width of the column for names.
const NAME: usize = 24;

fn row(
    out: &mut Output,
    line: &str,
    name: Option<&str>,
    [outcome, length, expanded, seconds]: &[&str; 4],
    tail: &str,
) -> io::Result<()> {
    let name = name.map_or(String::new(), |name| format!("{:<NAME$} ", shorten(name, NAME)));
    let text = format!("{line:>7} {name}{outcome:<10} {length:>6} {expanded:>13} {seconds:>8}  {tail}");
    writeln!(out, "{}", text.trim_end())
}
