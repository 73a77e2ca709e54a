//! Sokoban as a picture.
//!
//! Without colours it is the level in XSB, as `fewest` reads it; with colours walls, boxes and goals are fields.

use std::io::{self, Write};
use std::sync::Arc;

use anstyle::{Ansi256Color, Color, Style};
use fewest_sokoban::scene::{Square, squares};
use fewest_sokoban::{Level, Position, Step, parse_steps};

use crate::output::Output;
use crate::stage::{Scene, Stage};

const WALL: Style = Style::new().bg_color(Some(Color::Ansi256(Ansi256Color(240))));
const BOX: Style = field(179);
const BOX_ON_GOAL: Style = field(108);
const PLAYER: Style = Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(75)))).bold();
const GOAL: Style = Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(203)))).bold();

/// Black on a light field.
const fn field(color: u8) -> Style {
    let (black, field) = (Ansi256Color(16), Ansi256Color(color));
    Style::new().fg_color(Some(Color::Ansi256(black))).bg_color(Some(Color::Ansi256(field)))
}

/// A position, and the steps that solve it.
pub(super) struct Warehouse {
    position: Position,
    steps: Vec<Step>,
}

impl Warehouse {
    pub(super) fn new(scene: &Scene<'_>) -> anyhow::Result<Self> {
        let level: Level = scene.position.parse()?;
        let steps = parse_steps(scene.moves.unwrap_or_default())?;
        Ok(Self { position: Position::start(Arc::new(level)), steps })
    }

    fn level(&self) -> &Level {
        self.position.level()
    }

    /// Whether the page is wide enough.
    fn fits(&self, out: &Output) -> bool {
        self.level().width() <= out.width()
    }
}

fn style(square: Square) -> Style {
    match square {
        Square::Outside | Square::Floor => Style::new(),
        Square::Wall => WALL,
        Square::Goal => GOAL,
        Square::Box => BOX,
        Square::BoxOnGoal => BOX_ON_GOAL,
        Square::Player | Square::PlayerOnGoal => PLAYER,
    }
}

impl Stage for Warehouse {
    fn draw(&self, out: &mut Output, line_end: &str) -> io::Result<()> {
        let (width, height) = (self.level().width(), self.level().height());
        if !self.fits(out) {
            return writeln!(out, "a level of {width}×{height}, too wide to be drawn{line_end}");
        }
        if out.style(WALL) == Style::new() {
            return self.position.to_string().lines().try_for_each(|row| writeln!(out, "{row}{line_end}"));
        }
        // A square has air on both sides where there is room for it.
        let air = if width * 3 <= out.width() { " " } else { "" };
        for row in squares(&self.position) {
            for square in row {
                let (style, letter) = (style(square), if square == Square::Wall { ' ' } else { square.letter() });
                write!(out, "{style}{air}{letter}{air}{style:#}")?;
            }
            writeln!(out, "{line_end}")?;
        }
        Ok(())
    }

    fn height(&self, out: &Output) -> Option<usize> {
        self.fits(out).then(|| self.level().height())
    }

    fn moves(&self) -> usize {
        self.steps.len()
    }

    fn make(&mut self, index: usize) -> anyhow::Result<String> {
        self.position.try_move(self.steps[index])?;
        Ok(self.steps[index].to_string())
    }
}
