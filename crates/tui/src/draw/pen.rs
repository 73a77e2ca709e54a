//! Letters into a buffer, none of them beyond its edges.

use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Modifier, Style};

/// How many columns a text takes: everything here is made of letters of one column.
pub(crate) fn chars(text: &str) -> u16 {
    u16::try_from(text.chars().count()).unwrap_or(u16::MAX)
}

/// Writes one letter; the ground stays where the style has none.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, letter: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        // Bold and dim are of the letter that was there before.
        cell.modifier = Modifier::empty();
        cell.set_char(letter).set_style(style);
    }
}

/// Writes a text, of which what goes beyond `width` columns is cut off with an ellipsis. Returns the column behind it.
pub(crate) fn line(buffer: &mut Buffer, x: u16, y: u16, text: &str, width: u16, style: Style) -> u16 {
    let is_cut = chars(text) > width;
    let kept = if is_cut { width.saturating_sub(1) } else { width };
    let shown = text.chars().take(kept.into()).chain(is_cut.then_some('…').filter(|_| width > 0));
    let mut at = x;
    for letter in shown {
        put(buffer, at, y, letter, style);
        at = at.saturating_add(1);
    }
    at
}
