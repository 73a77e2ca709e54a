//! Plays a solution: on the screen of a terminal, with pause, steps and an end by key; otherwise one picture below the other.

use std::io::Write;

use fewest_engine::{Answer, Session};
use fewest_kinds::KINDS;

use crate::commands::play::colors;
use crate::output::Output;
use crate::solve::SolveArgs;
use crate::stage::{draw, picture, puzzle_of, stage};

/// Shows every position from the start to the goal; nothing where there is no solution.
pub(crate) fn play(out: &mut Output, answer: &Answer, args: &SolveArgs) -> anyhow::Result<()> {
    if out.is_terminal && fewest_tui::has_terminal() && answer.listed_moves().is_some() {
        out.flush()?;
        let puzzle = puzzle_of(answer)?;
        fewest_tui::watch(Session::in_memory(KINDS), &puzzle, answer, args.fps, colors(out))?;
        // The screen is as it was before; the report begins with the start, as it does without a show.
        draw(&picture(stage(answer)?.as_ref(), out), out)?;
        return Ok(writeln!(out)?);
    }
    show(out, answer)
}

/// Prints every position from the start to the goal, one below the other.
pub(crate) fn show(out: &mut Output, answer: &Answer) -> anyhow::Result<()> {
    let mut stage = stage(answer)?;
    let moves = stage.moves();
    for step in 0..=moves {
        let caption = match step.checked_sub(1) {
            None => "start".to_owned(),
            Some(index) => format!("move {step} of {moves}: {}", stage.make(index)?),
        };
        draw(&picture(stage.as_ref(), out), out)?;
        writeln!(out, "{caption}\n")?;
        out.flush()?;
    }
    Ok(())
}
