//! Pegs with discs: bars on rods, or lines of numbers where there is no room for bars.

use fewest_engine::view::Colour;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::{Modifier, Style};

use super::Signs;
use super::pen::{chars, line, put};
use crate::theme::Colors;

/// Rows beside the discs: a disc in the hand, the ends of the rods, the ground, and the numbers.
const ROWS: u16 = 4;
/// The fewest columns of a line of numbers.
const LINE: u16 = 16;

/// Where pegs are.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pegs: u16,
    discs: u16,
    /// Columns of a peg; nothing where pegs are lines.
    column: Option<u16>,
    /// Columns that one disc is wider than the next smaller one.
    growth: u16,
    pub(super) size: Size,
}

impl Plan {
    pub(super) fn of(pegs: usize, discs: u32, room: Size) -> Result<Self, Size> {
        let short = |number| u16::try_from(number).unwrap_or(u16::MAX);
        let (pegs, discs) = (short(pegs), u16::try_from(discs).unwrap_or(u16::MAX));
        let widest = chars(&discs.to_string());
        for growth in [4, 2, 1] {
            let column = discs.saturating_sub(1).saturating_mul(growth).saturating_add(widest + 4);
            let size = Size::new(pegs.saturating_mul(column), discs.saturating_add(ROWS));
            if size.width <= room.width && size.height <= room.height {
                return Ok(Self { pegs, discs, column: Some(column), growth, size });
            }
        }
        let size = Size::new(room.width.min(discs.saturating_mul(widest + 1).saturating_add(4).max(LINE)), pegs);
        if room.width < LINE || room.height < pegs {
            return Err(Size::new(LINE, pegs));
        }
        Ok(Self { pegs, discs, column: None, growth: 0, size })
    }

    pub(super) fn hit(&self, column: u16, row: u16) -> Option<u32> {
        let peg = self.column.map_or(row, |width| column / width);
        (peg < self.pegs).then_some(peg.into())
    }

    pub(super) fn draw(
        &self,
        pegs: &[Vec<u32>],
        goal: &[Vec<u32>],
        signs: &Signs<'_>,
        colors: Colors,
        at: Position,
        buffer: &mut Buffer,
    ) {
        let target = signs.target.and_then(|target| match target {
            fewest_engine::view::Board::Pegs { pegs, .. } => Some(pegs.as_slice()),
            _ => None,
        });
        for (number, peg) in (0..self.pegs).zip(pegs) {
            let index = usize::from(number);
            let is_hinted = target.and_then(|target| target.get(index)).is_some_and(|later| later.len() != peg.len());
            let is_lifted = signs.lifted == Some(number.into());
            let mut style = if is_hinted { colors.hint() } else { colors.strong() };
            if signs.cursor == Some(number.into()) {
                style = style.add_modifier(Modifier::REVERSED);
            }
            let wanted = goal.get(index).map(Vec::as_slice).unwrap_or_default();
            match self.column {
                Some(width) => {
                    let left = at.x + number * width;
                    self.rod(peg, wanted, is_lifted, colors, Position::new(left, at.y), width, buffer);
                    let name = if is_hinted { format!("▸{}◂", number + 1) } else { format!(" {} ", number + 1) };
                    line(
                        buffer,
                        left + (width - 1).saturating_sub(1) / 2,
                        at.y + self.size.height - 1,
                        &name,
                        4,
                        style,
                    );
                }
                None => self.numbers(number, peg, is_lifted, style, at, buffer),
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "where and what of one peg")]
    fn rod(
        &self,
        peg: &[u32],
        wanted: &[u32],
        is_lifted: bool,
        colors: Colors,
        at: Position,
        width: u16,
        buffer: &mut Buffer,
    ) {
        let (middle, ground) = (at.x + width / 2, at.y + self.discs + 2);
        for y in at.y + 1..ground {
            put(buffer, middle, y, '│', colors.faint());
        }
        for x in at.x..at.x + width {
            put(buffer, x, ground, '▀', colors.faint());
        }
        let stays = peg.len() - usize::from(is_lifted && !peg.is_empty());
        for (row, disc) in (0..self.discs).zip(wanted).skip(stays) {
            self.bar(*disc, None, colors.faint(), ground - 1 - row, (middle, width), buffer);
        }
        for (row, disc) in (0..self.discs).zip(&peg[..stays]) {
            let style = colors.coloured(Colour::Hue(disc.saturating_sub(1)));
            self.bar(*disc, Some(colors), style, ground - 1 - row, (middle, width), buffer);
        }
        if let Some(disc) = peg.get(stays) {
            let style = colors.coloured(Colour::Hue(disc.saturating_sub(1))).add_modifier(Modifier::BOLD);
            self.bar(*disc, Some(colors), style, at.y, (middle, width), buffer);
        }
    }

    /// A disc, or dots where the goal wants one.
    fn bar(
        &self,
        disc: u32,
        solid: Option<Colors>,
        style: Style,
        y: u16,
        (middle, column): (u16, u16),
        buffer: &mut Buffer,
    ) {
        let label = disc.to_string();
        let smaller = u16::try_from(disc.saturating_sub(1)).unwrap_or(u16::MAX);
        let least = chars(&self.discs.to_string()) + 2;
        let width = smaller.saturating_mul(self.growth).saturating_add(least).min(column);
        let left = middle - width / 2;
        for x in left..left + width {
            let letter = match solid {
                None => '┄',
                Some(Colors::None) if x == left => '[',
                Some(Colors::None) if x == left + width - 1 => ']',
                Some(Colors::None) => '=',
                Some(_) => ' ',
            };
            put(buffer, x, y, letter, style);
        }
        if solid.is_some() {
            line(buffer, left + (width - chars(&label)) / 2, y, &label, width, style.add_modifier(Modifier::BOLD));
        }
    }

    /// A peg as a line: its number, and its discs from the bottom; where they are too many, those on top.
    fn numbers(&self, number: u16, peg: &[u32], is_lifted: bool, style: Style, at: Position, buffer: &mut Buffer) {
        let y = at.y + number;
        let x = line(buffer, at.x, y, &format!("{} │", number + 1), self.size.width, style);
        let stays = peg.len() - usize::from(is_lifted && !peg.is_empty());
        let mut words: Vec<String> = peg[..stays].iter().map(u32::to_string).collect();
        words.extend(peg.get(stays).map(|disc| format!("({disc})")));
        let room = (at.x + self.size.width).saturating_sub(x + 1);
        let mut text = words.join(" ");
        if chars(&text) > room {
            let behind = text.chars().count() - usize::from(room.saturating_sub(1));
            text = std::iter::once('…').chain(text.chars().skip(behind)).collect();
        }
        line(buffer, x + 1, y, &text, room, Style::new());
    }
}
