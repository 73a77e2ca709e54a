//! Plays a solution: in place where a terminal allows it, otherwise one picture below the other.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use fewest_engine::Answer;
use fewest_tiles::{Direction, Notation, Position, Slide, parse_slides};

use crate::interrupt::Interrupt;
use crate::options::Metric;
use crate::output::Output;
use crate::picture;
use crate::solve::SolveArgs;

/// Clears what is left of a line that is written anew.
const CLEAR: &str = "\x1b[K";
/// The longest sleep after which Ctrl-C is looked for.
const NAP: Duration = Duration::from_millis(20);

/// Shows every position from the start to the goal; nothing where there is no solution. Ctrl-C ends the show early.
pub(crate) fn play(out: &mut Output, answer: &Answer, args: &SolveArgs, interrupt: &Interrupt) -> anyhow::Result<()> {
    let goal: Position = answer.goal.parse()?;
    let mut position: Position = answer.position.parse()?;
    let slides = slides(answer, args)?;
    let height = picture::height(&position) + 1;
    let in_place = out.is_terminal() && out.height().is_none_or(|rows| height < rows) && picture::fits(out, &position);
    let line_end = if in_place { CLEAR } else { "" };
    for step in 0..=slides.len() {
        let caption = match step.checked_sub(1).map(|last| slides[last]) {
            None => "start".to_owned(),
            Some(slide) => {
                position.try_slide(slide)?;
                format!("move {step} of {}: {}", slides.len(), name(slide, args.notation.into()))
            }
        };
        if step > 0 && in_place {
            write!(out, "\x1b[{height}A")?;
        }
        picture::draw(out, &position, &goal, line_end)?;
        writeln!(out, "{caption}{line_end}")?;
        if !in_place {
            writeln!(out)?;
        }
        out.flush()?;
        if out.is_terminal() && step < slides.len() && !pause(args.fps, interrupt) {
            break;
        }
    }
    if in_place {
        writeln!(out)?;
    }
    Ok(())
}

/// The moves, each as the metric counts them.
fn slides(answer: &Answer, args: &SolveArgs) -> anyhow::Result<Vec<Slide>> {
    let runs = parse_slides(answer.moves.as_deref().unwrap_or_default(), args.notation.into())?;
    Ok(match args.metric {
        Metric::Mtm => runs,
        Metric::Stm => runs
            .into_iter()
            .flat_map(|run| std::iter::repeat_n(Slide { length: 1, ..run }, usize::from(run.length)))
            .collect(),
    })
}

fn name(slide: Slide, notation: Notation) -> String {
    let direction: Direction = match notation {
        Notation::Tile => slide.direction,
        Notation::Blank => slide.direction.opposite(),
    };
    match slide.length {
        1 => direction.letter().to_string(),
        length => format!("{}{length}", direction.letter()),
    }
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
