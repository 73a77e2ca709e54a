//! A batch as a table: columns of fixed width, so that rows can be written as they come.

use std::io::{self, Write};

use fewest_engine::{Answer, Outcome, Proof};

use crate::output::Output;
use crate::text::{shorten, thousands};

pub(crate) fn header(out: &mut Output) -> io::Result<()> {
    row(out, &["line", "outcome", "length", "expanded", "seconds"], "moves")
}

pub(crate) fn answer(out: &mut Output, line: u64, answer: &Answer) -> io::Result<()> {
    let number = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let length = match answer.outcome {
        Outcome::Limit => format!("≥{}", number(answer.lower_bound)),
        Outcome::Solved if answer.proof != Proof::Optimal => format!("≤{}", number(answer.length)),
        Outcome::Solved | Outcome::Unsolvable => number(answer.length),
    };
    let line = line.to_string();
    let outcome = answer.outcome.to_string();
    let expanded = thousands(answer.expanded);
    let seconds = format!("{:.3}", answer.seconds);
    let columns = [&line[..], &outcome, &length, &expanded, &seconds];
    match answer.moves.as_deref().filter(|_| answer.outcome == Outcome::Solved) {
        // Words of explanation are never cut; moves are, on a terminal, where the table is to be seen as one.
        Some(moves) if out.is_terminal => {
            let room = out.width.saturating_sub(TAIL);
            row(out, &columns, &shorten(moves, room))
        }
        Some(moves) => row(out, &columns, moves),
        None => row(out, &columns, answer.reason.as_deref().unwrap_or("-")),
    }
}

pub(crate) fn error(out: &mut Output, line: u64, error: &str) -> io::Result<()> {
    row(out, &[&line.to_string(), "error", "-", "-", "-"], error)
}

/// Where the last column begins.
const TAIL: usize = 50;

fn row(out: &mut Output, [line, outcome, length, expanded, seconds]: &[&str; 5], tail: &str) -> io::Result<()> {
    let text = format!("{line:>7} {outcome:<10} {length:>6} {expanded:>13} {seconds:>8}  {tail}");
    writeln!(out, "{}", text.trim_end())
}
