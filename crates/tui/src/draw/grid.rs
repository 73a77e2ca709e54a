//! Boards of squares: pieces as areas with an outline where squares are large enough, as letters where they are not.

use fewest_engine::view::{Cell, Ground, Mark, Meaning, Piece, Role, Side};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::{Modifier, Style};

use super::pen::{chars, put};
use crate::choose::Way;
use crate::theme::Colors;

/// Columns and rows of a square, the largest first.
const SQUARES: [(u16, u16); 9] = [(10, 5), (8, 4), (6, 3), (4, 2), (3, 2), (4, 1), (3, 1), (2, 1), (1, 1)];

/// The letters of an outline: four corners, across, along.
type Outline = [char; 6];
const PLAIN: Outline = ['┌', '┐', '└', '┘', '─', '│'];
const SELECTED: Outline = ['╔', '╗', '╚', '╝', '═', '║'];
const HINTED: Outline = ['┏', '┓', '┗', '┛', '━', '┃'];

/// Where squares are.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    board: [u32; 2],
    square: (u16, u16),
    /// Columns and rows around the squares: 1 where there is a frame.
    margin: u16,
}

impl Plan {
    pub(super) fn of(board: [u32; 2], ground: &[Ground], pieces: &[Piece], room: Size) -> Result<Self, Size> {
        let longest = pieces.iter().map(|piece| chars(&piece.label)).max().unwrap_or_default();
        let margin = u16::from(ground.iter().all(|ground| *ground == Ground::Floor));
        let serves = |&(width, height): &(u16, u16)| match (width, height) {
            // Wide and low is for labels of several letters.
            (3 | 4, 1) => longest > 1 && longest < width,
            (1 | 2, 1) => longest <= 1,
            (width, _) => longest + 2 <= width,
        };
        let plans = SQUARES.iter().copied().filter(serves).map(|square| Self { board, square, margin });
        let mut smallest = None;
        for plan in plans {
            let size = plan.size();
            if size.width <= room.width && size.height <= room.height {
                return Ok(plan);
            }
            smallest = Some(size);
        }
        Err(smallest.unwrap_or(Size::new(u16::MAX, u16::MAX)))
    }

    pub(super) fn size(&self) -> Size {
        let side = |squares: u32, letters: u16| {
            u16::try_from(squares).unwrap_or(u16::MAX).saturating_mul(letters).saturating_add(2 * self.margin)
        };
        Size::new(side(self.board[0], self.square.0), side(self.board[1], self.square.1))
    }

    pub(super) fn hit(&self, column: u16, row: u16) -> Option<Cell> {
        let cell = |at: u16, letters: u16| Some(u32::from(at.checked_sub(self.margin)? / letters));
        let (x, y) = (cell(column, self.square.0)?, cell(row, self.square.1)?);
        (x < self.board[0] && y < self.board[1]).then_some([x, y])
    }
}

/// A board that is being drawn.
pub(super) struct Drawing<'a> {
    pub(super) plan: &'a Plan,
    pub(super) ground: &'a [Ground],
    pub(super) marks: &'a [Mark],
    pub(super) pieces: &'a [Piece],
    /// The pieces behind the move that is hinted at.
    pub(super) target: Option<&'a [Piece]>,
    pub(super) selected: Option<u32>,
    pub(super) colors: Colors,
    pub(super) at: Position,
}

impl Drawing<'_> {
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        if self.plan.margin > 0 {
            self.frame(buffer);
        }
        self.floor(buffer);
        for piece in self.pieces {
            self.piece(piece, buffer);
        }
        for mark in self.marks {
            self.mark(mark, buffer);
        }
        for piece in self.pieces {
            self.hint(piece, buffer);
        }
    }

    /// The upper left letter of a square.
    fn corner(&self, [x, y]: Cell) -> (u16, u16) {
        let (width, height) = self.plan.square;
        let along = |from: u16, squares: u32, letters: u16| {
            let squares = u16::try_from(squares).unwrap_or(u16::MAX);
            from.saturating_add(self.plan.margin).saturating_add(squares.saturating_mul(letters))
        };
        (along(self.at.x, x, width), along(self.at.y, y, height))
    }

    fn middle(&self, cell: Cell) -> (u16, u16) {
        let ((x, y), (width, height)) = (self.corner(cell), self.plan.square);
        (x + (width - 1) / 2, y + (height - 1) / 2)
    }

    fn frame(&self, buffer: &mut Buffer) {
        let (size, style) = (self.plan.size(), self.colors.faint());
        let (right, bottom) = (self.at.x + size.width - 1, self.at.y + size.height - 1);
        for x in self.at.x..=right {
            put(buffer, x, self.at.y, '─', style);
            put(buffer, x, bottom, '─', style);
        }
        for y in self.at.y..=bottom {
            put(buffer, self.at.x, y, '│', style);
            put(buffer, right, y, '│', style);
        }
        put(buffer, self.at.x, self.at.y, '╭', style);
        put(buffer, right, self.at.y, '╮', style);
        put(buffer, self.at.x, bottom, '╰', style);
        put(buffer, right, bottom, '╯', style);
    }

    fn floor(&self, buffer: &mut Buffer) {
        let (width, height) = self.plan.square;
        for (cell, ground) in self.cells().zip(self.ground) {
            let (x, y) = self.corner(cell);
            match ground {
                Ground::Outside => {}
                Ground::Floor => {
                    let (x, y) = self.middle(cell);
                    put(buffer, x, y, '·', self.colors.faint());
                }
                Ground::Wall => {
                    let letter = if self.colors == Colors::None { '▒' } else { ' ' };
                    let letters = (0..height).flat_map(|row| (0..width).map(move |column| (x + column, y + row)));
                    letters.for_each(|(x, y)| put(buffer, x, y, letter, self.colors.wall()));
                }
            }
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let [width, height] = self.plan.board;
        (0..height).flat_map(move |y| (0..width).map(move |x| [x, y]))
    }

    fn is_covered(&self, cell: Cell) -> bool {
        self.pieces.iter().any(|piece| piece.cells.contains(&cell))
    }

    fn holds_player(&self, cell: Cell) -> bool {
        self.plan.square.0 > 1
            && self.pieces.iter().any(|piece| piece.role == Role::Player && piece.cells.contains(&cell))
    }

    /// Goals show on what lies on them too, where squares are large enough.
    fn mark(&self, mark: &Mark, buffer: &mut Buffer) {
        let style = self.colors.wanted(mark.colour);
        let (width, height) = self.plan.square;
        for &cell in &mark.cells {
            let (x, y) = self.corner(cell);
            match mark.kind {
                Meaning::Exit => self.exit(cell, mark.side, style, buffer),
                Meaning::Goal if !self.is_covered(cell) => {
                    let (x, y) = self.middle(cell);
                    put(buffer, x, y, '○', style);
                }
                Meaning::Goal if self.holds_player(cell) => put(buffer, x + width - 1, y, '○', style),
                Meaning::Goal if height > 1 => put(buffer, x + width - 2, y + height - 1, '○', Style::new()),
                Meaning::Gate if !self.is_covered(cell) => {
                    let (x, y) = self.middle(cell);
                    put(buffer, x, y, ':', style);
                }
                Meaning::Goal | Meaning::Gate => {}
            }
        }
    }

    /// An arrow where a piece may leave: in the frame, or at the edge of the square where there is none.
    fn exit(&self, cell: Cell, side: Option<Side>, style: Style, buffer: &mut Buffer) {
        let ((x, y), (middle, row)) = (self.corner(cell), self.middle(cell));
        let ((width, height), margin) = (self.plan.square, self.plan.margin);
        let (x, y, letter) = match side {
            Some(Side::Up) => (middle, y.saturating_sub(margin), '↑'),
            Some(Side::Left) => (x.saturating_sub(margin), row, '←'),
            Some(Side::Right) => (x + width - 1 + margin, row, '→'),
            Some(Side::Down) => (middle, y + height - 1 + margin, '↓'),
            None => (middle, row, '○'),
        };
        put(buffer, x, y, letter, style);
    }

    /// Where a piece will be behind the move that is hinted at.
    fn later(&self, piece: &Piece) -> Option<&Piece> {
        let later = self.target?.iter().find(|other| other.id == piece.id)?;
        (later.cells != piece.cells).then_some(later)
    }

    /// Whether all pieces that the hint moves go the same way: what is turned over goes none.
    fn goes_one_way(&self) -> bool {
        let way = |piece: &Piece| {
            let (from, to) = (piece.cells.first()?, self.later(piece)?.cells.first()?);
            Some([to[0].cast_signed() - from[0].cast_signed(), to[1].cast_signed() - from[1].cast_signed()])
        };
        let mut ways = self.pieces.iter().filter_map(way);
        let first = ways.next();
        ways.all(|way| Some(way) == first)
    }

    fn piece(&self, piece: &Piece, buffer: &mut Buffer) {
        let is_selected = self.selected == Some(piece.id);
        let is_hinted =
            self.later(piece).is_some() || self.target.is_some_and(|all| all.iter().all(|p| p.id != piece.id));
        let mut style = self.colors.piece(piece);
        if piece.role == Role::Player {
            return self.player(piece, if is_hinted { self.colors.hint() } else { style }, buffer);
        }
        let outline = if is_hinted {
            &HINTED
        } else if is_selected {
            &SELECTED
        } else {
            &PLAIN
        };
        if is_selected || is_hinted {
            style = style.add_modifier(Modifier::BOLD);
        }
        let (width, height) = self.plan.square;
        for &cell in &piece.cells {
            let (left, top) = self.corner(cell);
            for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
                let letter = if height > 1 { self.line(piece, cell, (column, row), outline) } else { ' ' };
                put(buffer, left + column, top + row, letter, style);
            }
        }
        if height == 1 && (is_selected || is_hinted) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        self.label(piece, style, buffer);
    }

    /// The letter of an outline at a place of a square: a line where the piece ends, nothing inside.
    fn line(&self, piece: &Piece, [x, y]: Cell, (column, row): (u16, u16), outline: &Outline) -> char {
        let (width, height) = self.plan.square;
        let has = |dx: i32, dy: i32| {
            let near = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
            near.is_some_and(|(x, y)| piece.cells.contains(&[x, y]))
        };
        let dx = if column == 0 { -1 } else { i32::from(column == width - 1) };
        let dy = if row == 0 { -1 } else { i32::from(row == height - 1) };
        let (ends_across, ends_along) = (dx != 0 && !has(dx, 0), dy != 0 && !has(0, dy));
        let [upper_left, upper_right, lower_left, lower_right, across, along] = *outline;
        let corner = |dx: i32, dy: i32| match (dx, dy) {
            (-1, -1) => upper_left,
            (1, -1) => upper_right,
            (-1, 1) => lower_left,
            _ => lower_right,
        };
        match (ends_across, ends_along) {
            (true, true) => corner(dx, dy),
            (true, false) => along,
            (false, true) => across,
            // A corner that the piece goes around.
            (false, false) if dx != 0 && dy != 0 && !has(dx, dy) => corner(-dx, -dy),
            (false, false) => ' ',
        }
    }

    fn label(&self, piece: &Piece, style: Style, buffer: &mut Buffer) {
        let (width, height) = self.plan.square;
        let style = style.add_modifier(Modifier::BOLD);
        let text = match (piece.role, piece.at_home) {
            (Role::Box, true) if width == 1 => "*",
            (Role::Box, false) if width == 1 => "$",
            (Role::Box, true) => "✓",
            (Role::Box, false) => "",
            _ => piece.label.as_str(),
        };
        let mut write = |x: u16, y: u16, text: &str| {
            for (x, letter) in (x..).zip(text.chars()) {
                put(buffer, x, y, letter, style);
            }
        };
        if height == 1 {
            // Letters alone tell pieces apart where there are no colours, so every square has one.
            for &cell in &piece.cells {
                let (x, y) = self.corner(cell);
                let indent = width.saturating_sub(chars(text)) / 2;
                match piece.role {
                    Role::Box if width == 2 => write(x, y, if piece.at_home { "[✓" } else { "[]" }),
                    _ => write(x + indent, y, text),
                }
            }
            return;
        }
        let (x, y) = self.heart(piece);
        write((x + 1).saturating_sub(chars(text).div_ceil(2)), y, text);
    }

    /// The letter of a piece where its label is: its middle, or the middle of the square that is nearest to that.
    fn heart(&self, piece: &Piece) -> (u16, u16) {
        let (width, height) = self.plan.square;
        let corners: Vec<(u16, u16)> = piece.cells.iter().map(|&cell| self.corner(cell)).collect();
        let mean = |sum: u32, letters: u16| {
            let count = u32::try_from(corners.len()).unwrap_or(u32::MAX).max(1);
            u16::try_from((2 * sum + count * u32::from(letters - 1)) / (2 * count)).unwrap_or_default()
        };
        let sum = |part: fn(&(u16, u16)) -> u16| corners.iter().map(|corner| u32::from(part(corner))).sum();
        let (x, y) = (mean(sum(|corner| corner.0), width), mean(sum(|corner| corner.1), height));
        let holds = |&&(left, top): &&(u16, u16)| (left..left + width).contains(&x) && (top..top + height).contains(&y);
        if corners.iter().any(|corner| holds(&corner)) {
            return (x, y);
        }
        let nearest = piece.cells.iter().map(|&cell| self.middle(cell));
        nearest.min_by_key(|&(to_x, to_y)| x.abs_diff(to_x) + 2 * y.abs_diff(to_y)).unwrap_or((x, y))
    }

    fn player(&self, piece: &Piece, style: Style, buffer: &mut Buffer) {
        let Some(&cell) = piece.cells.first() else { return };
        let ((x, y), (width, height)) = (self.corner(cell), self.plan.square);
        let figure: &[&str] = match height {
            1 => &["@"],
            2 => &[" o ", "/|\\"],
            _ => &[" o ", "/|\\", "/ \\"],
        };
        let rows = u16::try_from(figure.len()).unwrap_or(1);
        let top = y + (height - rows) / 2;
        for (row, text) in (top..).zip(figure) {
            let left = x + width.saturating_sub(chars(text)) / 2;
            for (x, letter) in (left..).zip(text.chars()) {
                put(buffer, x, row, letter, style);
            }
        }
    }

    /// An arrow on a piece that should go somewhere, and dots where it should come to lie.
    fn hint(&self, piece: &Piece, buffer: &mut Buffer) {
        let Some(later) = self.later(piece).filter(|_| self.goes_one_way()) else { return };
        for &cell in later.cells.iter().filter(|cell| !self.is_covered(**cell)) {
            let (x, y) = self.middle(cell);
            put(buffer, x, y, '•', self.colors.hint());
        }
        let (Some(&from), Some(&to)) = (piece.cells.first(), later.cells.first()) else { return };
        let way: Way = [to[0].cast_signed() - from[0].cast_signed(), to[1].cast_signed() - from[1].cast_signed()];
        let (width, height) = self.plan.square;
        if height < 2 || piece.role == Role::Player {
            return;
        }
        let (x, y) = self.heart(piece);
        let ends = piece.cells.iter().map(|&cell| self.corner(cell));
        let letters = ends.clone().map(|(x, _)| x);
        let (left, right) = (letters.clone().min().unwrap_or(x), letters.max().unwrap_or(x) + width - 1);
        let letters = ends.map(|(_, y)| y);
        let (top, bottom) = (letters.clone().min().unwrap_or(y), letters.max().unwrap_or(y) + height - 1);
        let (x, y, letter) = match way {
            [dx, dy] if dx.abs() >= dy.abs() && dx > 0 => (right, y, '→'),
            [dx, dy] if dx.abs() >= dy.abs() && dx < 0 => (left, y, '←'),
            [_, dy] if dy < 0 => (x, top, '↑'),
            _ => (x, bottom, '↓'),
        };
        put(buffer, x, y, letter, Style::new().add_modifier(Modifier::BOLD));
    }
}
