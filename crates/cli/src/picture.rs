//! A position as a picture.
//!
//! Without colours it is the rows with their numbers aligned, a text that `fewest` reads as well; with colours every
//! tile is a field, and those in their place differ from those that are not.

use std::io;
use std::io::Write;

use anstyle::{AnsiColor, Color, Style};
use fewest_tiles::Position;

use crate::output::Output;
use crate::text::wrap;

const IN_PLACE: Style =
    Style::new().fg_color(Some(Color::Ansi(AnsiColor::Black))).bg_color(Some(Color::Ansi(AnsiColor::Green)));
const ASTRAY: Style =
    Style::new().fg_color(Some(Color::Ansi(AnsiColor::Black))).bg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// Draws the position, each row ended by `line_end`. A board too wide for the page is written as text instead.
pub(crate) fn draw(out: &mut Output, position: &Position, goal: &Position, line_end: &str) -> io::Result<()> {
    let columns = position.size().width();
    let digits = digits(position);
    let (in_place, astray) = (out.style(IN_PLACE), out.style(ASTRAY));
    let colored = in_place != Style::new();
    // A field has air beside its number where there is room for it.
    let air = if colored && columns * (digits + 3) <= out.width() { " " } else { "" };
    if !fits(out, position) {
        let rows = position.size().height();
        writeln!(out, "a board of {columns}×{rows}, too wide to be drawn:{line_end}")?;
        for line in wrap(&position.to_string(), out.width()) {
            writeln!(out, "{line}{line_end}")?;
        }
        return Ok(());
    }
    for (row, goal_row) in position.tiles().chunks(columns).zip(goal.tiles().chunks(columns)) {
        for (column, (&tile, &wanted)) in row.iter().zip(goal_row).enumerate() {
            let gap = if column == 0 { "" } else { " " };
            let style = match tile {
                0 => Style::new(),
                _ if tile == wanted => in_place,
                _ => astray,
            };
            let number = match tile {
                0 if colored => String::new(),
                0 => "_".to_owned(),
                _ => tile.to_string(),
            };
            write!(out, "{gap}{style}{air}{number:>digits$}{air}{style:#}")?;
        }
        writeln!(out, "{line_end}")?;
    }
    Ok(())
}

/// Whether the page is wide enough for the board.
pub(crate) fn fits(out: &Output, position: &Position) -> bool {
    position.size().width() * (digits(position) + 1) <= out.width() + 1
}

fn digits(position: &Position) -> usize {
    (position.tiles().len() - 1).to_string().len()
}

/// How many lines [`draw`] writes for a board that is not too wide.
pub(crate) fn height(position: &Position) -> usize {
    position.size().height()
}
