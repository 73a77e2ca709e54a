//! Sliding blocks as a picture: the board, and beside it the goal.
//!
//! Without colours both are grids as `fewest` reads them; with colours every piece is a field of its own.

use std::io::{self, Write};
use std::sync::Arc;

use anstyle::{Ansi256Color, Color, Style};
use fewest_blocks::{Condition, Ground, Metric, Position, Puzzle, Shift, Square, Target, parse_shifts};

use crate::output::Output;
use crate::stage::{Scene, Stage};

/// The piece that the goal names first.
const HERO: u8 = 203;
/// The other pieces, in turn: apart in hue, all light enough for black letters.
const OTHERS: [u8; 12] = [110, 150, 179, 146, 115, 216, 140, 186, 152, 174, 108, 223];
const WALL: Style = Style::new().bg_color(Some(Color::Ansi256(Ansi256Color(240))));
const FLOOR: Style = Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(245))));
const MARK: Style = Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(HERO)))).bold();
/// Columns between board and goal.
const GAP: &str = "   ";

/// A position, and the moves that solve it.
pub(super) struct Pieces {
    position: Position,
    shifts: Vec<Shift>,
    metric: Metric,
}

/// What is on a square.
#[derive(Clone, Copy)]
enum Cell {
    Outside,
    Wall,
    Floor,
    /// A square that a goal wants, of whatever is written.
    Wanted(char),
    /// A piece, by number.
    Piece(usize, char),
}

impl Pieces {
    pub(super) fn new(scene: &Scene<'_>) -> anyhow::Result<Self> {
        let puzzle: Arc<Puzzle> = Arc::new(scene.position.parse()?);
        let shifts = parse_shifts(scene.moves.unwrap_or_default())?;
        Ok(Self { position: Position::start(puzzle), shifts, metric: scene.metric.parse().unwrap_or_default() })
    }

    fn puzzle(&self) -> &Puzzle {
        self.position.puzzle()
    }

    /// What lies on each square now.
    fn board(&self) -> Vec<Vec<Cell>> {
        let label = |piece: usize| self.puzzle().pieces()[piece].label();
        self.grid(|square| self.position.piece_on(square).map(|piece| Cell::Piece(piece, label(piece))))
    }

    /// What a goal wants of each square.
    fn goal(&self, goal: &[Condition]) -> Vec<Vec<Cell>> {
        self.grid(|square| {
            goal.iter().find_map(|condition| match condition {
                Condition::Piece(piece, target) => {
                    let shown = &self.puzzle().pieces()[*piece];
                    match target {
                        Target::At(corner) => shown
                            .cells_at(*corner)
                            .any(|cell| cell == square)
                            .then(|| Cell::Piece(*piece, shown.label())),
                        Target::Within(cells) => cells.contains(&square).then(|| Cell::Wanted(shown.label())),
                        Target::Leaves(exit) => {
                            let exit = &self.puzzle().exits()[*exit];
                            exit.cells().contains(&square).then(|| Cell::Wanted(arrow(exit.direction())))
                        }
                    }
                }
                Condition::Empty(cells) => cells.contains(&square).then_some(Cell::Wanted('_')),
            })
        })
    }

    fn grid(&self, on: impl Fn(Square) -> Option<Cell>) -> Vec<Vec<Cell>> {
        let cells: Vec<Cell> = self
            .puzzle()
            .squares()
            .map(|square| match self.puzzle().ground(square) {
                Some(Ground::Floor) => on(square).unwrap_or(Cell::Floor),
                Some(Ground::Wall) => Cell::Wall,
                Some(Ground::Outside) | None => Cell::Outside,
            })
            .collect();
        cells.chunks(self.puzzle().width()).map(<[Cell]>::to_vec).collect()
    }

    /// The grids that stand side by side: the board, and as many goals as there is room for.
    fn grids(&self, out: &Output, cell: usize) -> Vec<Vec<Vec<Cell>>> {
        let width = self.puzzle().width() * cell;
        let room = out.width().saturating_sub(width) / (width + GAP.len());
        let goals = self.puzzle().goals().iter().take(room).map(|goal| self.goal(goal));
        std::iter::once(self.board()).chain(goals).collect()
    }

    /// The piece that stands out: the largest that the first goal names.
    fn hero(&self) -> Option<usize> {
        let named = self.puzzle().goals().first()?.iter().filter_map(|condition| match condition {
            Condition::Piece(piece, _) => Some(*piece),
            Condition::Empty(_) => None,
        });
        named.max_by_key(|&piece| (self.puzzle().pieces()[piece].shape().len(), std::cmp::Reverse(piece)))
    }

    fn style(&self, cell: Cell) -> Style {
        match cell {
            Cell::Outside => Style::new(),
            Cell::Wall => WALL,
            Cell::Floor => FLOOR,
            Cell::Wanted(_) => MARK,
            Cell::Piece(piece, _) => {
                let color = if self.hero() == Some(piece) { HERO } else { OTHERS[piece % OTHERS.len()] };
                let (black, field) = (Ansi256Color(16), Ansi256Color(color));
                Style::new().fg_color(Some(Color::Ansi256(black))).bg_color(Some(Color::Ansi256(field)))
            }
        }
    }
}

fn arrow(direction: fewest_blocks::Direction) -> char {
    match direction {
        fewest_blocks::Direction::Up => '^',
        fewest_blocks::Direction::Left => '<',
        fewest_blocks::Direction::Right => '>',
        fewest_blocks::Direction::Down => 'v',
    }
}

impl Stage for Pieces {
    fn draw(&self, out: &mut Output, line_end: &str) -> io::Result<()> {
        let colored = out.style(WALL) != Style::new();
        // With colours a square has air on both sides where there is room for it.
        let wide = colored && self.puzzle().width() * 3 <= out.width();
        let (cell, air) = if wide { (3, " ") } else { (1, "") };
        let grids = self.grids(out, cell);
        for row in 0..self.puzzle().height() {
            let mut line: Vec<(Style, String)> = Vec::new();
            for (number, grid) in grids.iter().enumerate() {
                if number > 0 {
                    line.push((Style::new(), GAP.to_owned()));
                }
                for &cell in &grid[row] {
                    let sign = match cell {
                        Cell::Outside => ' ',
                        Cell::Wall => {
                            if colored {
                                ' '
                            } else {
                                '#'
                            }
                        }
                        Cell::Floor => '.',
                        Cell::Wanted(sign) | Cell::Piece(_, sign) => sign,
                    };
                    line.push((out.style(self.style(cell)), format!("{air}{sign}{air}")));
                }
            }
            if !colored {
                let text: String = line.iter().map(|(_, text)| text.as_str()).collect();
                writeln!(out, "{}{line_end}", text.trim_end())?;
                continue;
            }
            for (style, text) in line {
                write!(out, "{style}{text}{style:#}")?;
            }
            writeln!(out, "{line_end}")?;
        }
        Ok(())
    }

    fn height(&self, _: &Output) -> Option<usize> {
        Some(self.puzzle().height())
    }

    fn moves(&self) -> usize {
        self.shifts.len()
    }

    fn make(&mut self, index: usize) -> anyhow::Result<String> {
        self.position.try_shift(&self.shifts[index], self.metric)?;
        Ok(self.shifts[index].to_string())
    }
}
