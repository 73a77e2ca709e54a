//! Tiles on the vertices of a graph, with edges in dots of braille between them.

use std::collections::BTreeMap;

use fewest_engine::view::Board;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::Modifier;

use super::Signs;
use super::pen::{chars, line, put};
use crate::theme::Colors;

/// The largest picture that is of use.
const LARGEST: Size = Size::new(66, 27);
/// The dots of a letter of braille: its columns and rows, and the bit of each.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Where vertices are.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) size: Size,
    /// The middle letter of each vertex.
    at: Vec<(u16, u16)>,
    /// Columns of a tile.
    token: u16,
}

impl Plan {
    pub(super) fn of(places: &[[f64; 2]], room: Size) -> Result<Self, Size> {
        let token = chars(&places.len().to_string()) + 2;
        let height = room.height.min(LARGEST.height);
        let width = room.width.min(LARGEST.width).min(height.saturating_mul(5) / 2);
        let fitting = Self::sized(places, Size::new(width, height), token);
        fitting.ok_or_else(|| {
            let sizes = (3..200).map(|height| Size::new(height * 5 / 2, height));
            sizes.into_iter().find(|&size| Self::sized(places, size, token).is_some()).unwrap_or(LARGEST)
        })
    }

    /// The places in a picture of this size, if no two tiles touch.
    fn sized(places: &[[f64; 2]], size: Size, token: u16) -> Option<Self> {
        // Room for the number of what is wanted, behind each tile.
        let across = f64::from(size.width.checked_sub(2 * token)?);
        let along = f64::from(size.height.checked_sub(1)?);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
        let letter = |part: f64, letters: f64| (part.clamp(0.0, 1.0) * letters).round() as u16;
        let at: Vec<(u16, u16)> =
            places.iter().map(|&[x, y]| (token / 2 + letter(x, across), letter(y, along))).collect();
        let apart = |a: &(u16, u16), b: &(u16, u16)| a.1 != b.1 || a.0.abs_diff(b.0) > 2 * token - 2;
        let is_clear = at.iter().enumerate().all(|(index, a)| at[..index].iter().all(|b| apart(a, b)));
        is_clear.then_some(Self { size, at, token })
    }

    pub(super) fn hit(&self, column: u16, row: u16) -> Option<u32> {
        let near = |&(x, y): &(u16, u16)| y.abs_diff(row) <= 1 && x.abs_diff(column) <= self.token / 2 + 1;
        let found = self.at.iter().enumerate().filter(|(_, at)| near(at));
        let (vertex, _) = found.min_by_key(|(_, at)| 2 * at.1.abs_diff(row) + at.0.abs_diff(column))?;
        u32::try_from(vertex).ok()
    }
}

/// A graph that is being drawn.
pub(super) struct Drawing<'a> {
    pub(super) plan: &'a Plan,
    pub(super) edges: &'a [[u32; 2]],
    pub(super) tiles: &'a [u32],
    pub(super) goal: &'a [u32],
    pub(super) signs: &'a Signs<'a>,
    pub(super) colors: Colors,
    pub(super) at: Position,
}

impl Drawing<'_> {
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        self.lines(buffer);
        let target = self.signs.target.and_then(|target| match target {
            Board::Graph { tiles, .. } => Some(tiles.as_slice()),
            _ => None,
        });
        let half = self.plan.token / 2;
        for (vertex, (&(x, y), &tile)) in self.plan.at.iter().zip(self.tiles).enumerate() {
            let (x, y) = (self.at.x + x, self.at.y + y);
            let wanted = self.goal.get(vertex).copied().unwrap_or_default();
            let is_hinted = tile != 0 && target.is_some_and(|later| later.get(vertex) != Some(&tile));
            let is_selected = tile != 0 && self.signs.selected == Some(tile);
            let mut style = if tile == 0 { self.colors.faint() } else { self.colors.token(tile == wanted) };
            let (open, close) = match (tile, is_hinted, is_selected) {
                (0, ..) => ('(', ')'),
                (_, true, _) => ('▸', '◂'),
                (_, _, true) => ('<', '>'),
                _ => ('[', ']'),
            };
            if is_hinted || is_selected {
                style = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
            }
            let label = if tile == 0 { String::new() } else { tile.to_string() };
            let inner = usize::from(self.plan.token - 2);
            let text = format!("{open}{label:^inner$}{close}");
            let behind = line(buffer, x.saturating_sub(half), y, &text, self.plan.token, style);
            if tile != wanted && wanted != 0 {
                line(buffer, behind, y, &wanted.to_string(), 3, self.colors.faint());
            }
        }
    }

    /// The edges, from middle to middle.
    fn lines(&self, buffer: &mut Buffer) {
        let mut dots: BTreeMap<(u16, u16), u8> = BTreeMap::new();
        let dot = |vertex: u32| {
            let &(x, y) = self.plan.at.get(vertex as usize)?;
            Some((i32::from(x) * 2 + 1, i32::from(y) * 4 + 2))
        };
        for &[a, b] in self.edges {
            let (Some((from_x, from_y)), Some((to_x, to_y))) = (dot(a), dot(b)) else { continue };
            let steps = (to_x - from_x).abs().max((to_y - from_y).abs()).max(1);
            for step in 0..=steps {
                let (x, y) = (from_x + (to_x - from_x) * step / steps, from_y + (to_y - from_y) * step / steps);
                let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { continue };
                *dots.entry((x / 2, y / 4)).or_default() |= DOTS[usize::from(y % 4)][usize::from(x % 2)];
            }
        }
        for ((x, y), bits) in dots {
            let letter = char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ');
            put(buffer, self.at.x + x, self.at.y + y, letter, self.colors.faint());
        }
    }
}
