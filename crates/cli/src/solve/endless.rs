//! Solutions of any length on stdout: where an answer does not list one, its moves are made while they are written.

use std::io::Write;

use fewest_engine::Answer;
use fewest_kinds::KINDS;
use fewest_text::thousands;

use crate::exit::remark;
use crate::output::Output;
use crate::stage::puzzle_of;

/// How many moves are written between two looks at whether to go on.
const AT_ONCE: usize = 1 << 12;

/// Writes the moves of an answer on one line; `otherwise` where it has none.
pub(crate) fn write(
    out: &mut Output,
    answer: &Answer,
    otherwise: &str,
    go_on: &dyn Fn() -> bool,
) -> anyhow::Result<()> {
    let puzzle = puzzle_of(answer)?;
    let endless = if answer.moves.is_none() && answer.first_moves.is_some() {
        KINDS.of(&puzzle)?.endless(&puzzle, answer.notation)?
    } else {
        None
    };
    let Some(moves) = endless else {
        return Ok(writeln!(out, "{}", answer.moves.as_deref().unwrap_or(otherwise))?);
    };
    for (number, mv) in moves.enumerate() {
        if number % AT_ONCE == 0 && !go_on() {
            writeln!(out)?;
            out.flush()?;
            remark(&format!("cancelled after {} moves, before the last one", thousands(number as u64)));
            return Ok(());
        }
        let space = if number == 0 { "" } else { " " };
        write!(out, "{space}{}", mv?)?;
    }
    Ok(writeln!(out)?)
}
