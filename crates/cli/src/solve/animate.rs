//! Plays a solution: in place where a terminal allows it, otherwise one picture below the other.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use fewest_engine::Answer;

use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::solve::SolveArgs;
use crate::stage::{draw, picture, stage};

/// Clears what is left of a line that is written anew.
const CLEAR: &str = "\x1b[K";
/// The longest sleep after which Ctrl-C is looked for.
const NAP: Duration = Duration::from_millis(20);

/// Shows every position from the start to the goal; nothing where there is no solution. Ctrl-C ends the show early.
pub(crate) fn play(out: &mut Output, answer: &Answer, args: &SolveArgs, interrupt: &Interrupt) -> anyhow::Result<()> {
    let mut stage = stage(answer)?;
    let moves = stage.moves();
    let first = picture(stage.as_ref(), out);
    let height = (!first.is_too_wide).then_some(first.lines.len() + 1);
    let height = height.filter(|&height| out.is_terminal && out.height.is_none_or(|rows| height < rows));
    let line_end = if height.is_some() { CLEAR } else { "" };
    for step in 0..=moves {
        let caption = match step.checked_sub(1) {
            None => "start".to_owned(),
            Some(index) => format!("move {step} of {moves}: {}", stage.make(index)?),
        };
        if let Some(height) = height.filter(|_| step > 0) {
            write!(out, "\x1b[{height}A")?;
        }
        draw(&picture(stage.as_ref(), out), out, line_end)?;
        writeln!(out, "{caption}{line_end}")?;
        if height.is_none() {
            writeln!(out)?;
        }
        out.flush()?;
        if out.is_terminal && step < moves && !pause(args.fps, interrupt) {
            break;
        }
    }
    if height.is_some() {
        writeln!(out)?;
    }
    Ok(())
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
        writeln!(out, "{caption}")?;
        draw(&picture(stage.as_ref(), out), out, "")?;
        writeln!(out)?;
    }
    Ok(())
}

/// Waits for the next picture; says no where the user has seen enough.
fn pause(fps: f64, interrupt: &Interrupt) -> bool {
    let end = Instant::now() + Duration::from_secs_f64(1.0 / fps);
    while !interrupt.is_raised() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(NAP));
    }
    false
}
