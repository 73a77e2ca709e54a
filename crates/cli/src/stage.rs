//! Pictures of positions in a terminal: a kind says what stands where, here it gets its colours.

use std::io::{self, Write};

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use fewest_engine::stage::{Picture, Stage, Tone};
use fewest_engine::{Answer, EngineError, Puzzle};
use fewest_kinds::KINDS;

use crate::output::Output;
use crate::text::wrap;

/// The piece that matters most.
const ACCENT: u8 = 203;
/// A piece that is white or grey.
const PALE: u8 = 254;
/// The other pieces, in turn: apart in hue, all light enough for black letters.
const HUES: [u8; 12] = [110, 150, 179, 146, 115, 216, 140, 186, 152, 174, 108, 223];

pub(crate) fn puzzle_of(answer: &Answer) -> Result<Puzzle, EngineError> {
    in_normal_form(&answer.puzzle, &answer.position, &answer.goal, answer.edges.as_deref(), Some(&answer.metric))
}

/// A puzzle in normal form, with the fields that its kind has.
pub(crate) fn in_normal_form(
    kind: &str,
    position: &str,
    goal: &str,
    edges: Option<&str>,
    metric: Option<&str>,
) -> Result<Puzzle, EngineError> {
    let info = KINDS.named(kind)?.info();
    let has = |name: &str| info.fields.iter().any(|field| field.name == name);
    let metric = metric.filter(|_| info.metrics.len() > 1);
    let puzzle = Puzzle::new(info.name, position).with_some("metric", metric);
    let puzzle = puzzle.with_some("goal", Some(goal).filter(|_| has("goal")));
    Ok(puzzle.with_some("edges", edges.filter(|_| has("edges"))))
}

/// The start of a search, with the solution it found, or the first moves of it where it is too long to be listed.
pub(crate) fn stage(answer: &Answer) -> Result<Box<dyn Stage>, EngineError> {
    let puzzle = puzzle_of(answer)?;
    KINDS.of(&puzzle)?.stage(&puzzle, answer.listed_moves().unwrap_or_default(), answer.notation)
}

pub(crate) fn picture(stage: &dyn Stage, out: &Output) -> Picture {
    stage.draw(out.width, out.has_colors)
}

/// Writes a picture.
pub(crate) fn draw(picture: &Picture, out: &mut Output) -> io::Result<()> {
    for line in &picture.lines {
        if picture.is_too_wide {
            let text: String = line.iter().map(|(_, text)| text.as_str()).collect();
            wrap(&text, out.width).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        } else if out.has_colors {
            for (tone, text) in line {
                let style = style(*tone);
                write!(out, "{style}{text}{style:#}")?;
            }
            writeln!(out)?;
        } else {
            let text: String = line.iter().map(|(_, text)| text.as_str()).collect();
            writeln!(out, "{}", text.trim_end())?;
        }
    }
    Ok(())
}

fn style(tone: Tone) -> Style {
    let ansi = |color: AnsiColor| field(Color::Ansi(AnsiColor::Black), Color::Ansi(color));
    let light = |color: u8| field(Color::Ansi256(Ansi256Color(16)), Color::Ansi256(Ansi256Color(color)));
    let ink = |color: u8| Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(color))));
    match tone {
        Tone::Plain => Style::new(),
        Tone::InPlace => ansi(AnsiColor::Green),
        Tone::Astray => ansi(AnsiColor::Yellow),
        Tone::Wall => Style::new().bg_color(Some(Color::Ansi256(Ansi256Color(240)))),
        Tone::Floor => ink(245),
        Tone::Target => ink(ACCENT).bold(),
        Tone::Player => ink(75).bold(),
        Tone::Accent => light(ACCENT),
        Tone::Pale => light(PALE),
        Tone::Hue(hue) => light(HUES[hue % HUES.len()]),
    }
}

fn field(ink: Color, ground: Color) -> Style {
    Style::new().fg_color(Some(ink)).bg_color(Some(ground))
}
