//! Sliding tiles as a picture.
//!
//! Without colours it is the rows with their numbers aligned, a text that `fewest` reads as well; with colours every
//! tile is a field, and those in their place differ from those that are not.

use std::io;
use std::io::Write;

use anstyle::{AnsiColor, Color, Style};
use fewest_tiles::{Notation, Position, Slide, parse_slides};

use crate::output::Output;
use crate::stage::{Scene, Stage};
use crate::text::wrap;

const IN_PLACE: Style =
    Style::new().fg_color(Some(Color::Ansi(AnsiColor::Black))).bg_color(Some(Color::Ansi(AnsiColor::Green)));
const ASTRAY: Style =
    Style::new().fg_color(Some(Color::Ansi(AnsiColor::Black))).bg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// A board, and the slides that solve it.
pub(super) struct Board {
    position: Position,
    goal: Position,
    slides: Vec<Slide>,
    notation: Notation,
}

impl Board {
    pub(super) fn new(scene: &Scene<'_>) -> anyhow::Result<Self> {
        let notation = scene.notation.into();
        let runs = parse_slides(scene.moves.unwrap_or_default(), notation)?;
        // Each as the metric counts them.
        let slides = match scene.metric {
            "mtm" => runs,
            _ => runs
                .into_iter()
                .flat_map(|run| std::iter::repeat_n(Slide { length: 1, ..run }, usize::from(run.length)))
                .collect(),
        };
        Ok(Self { position: scene.position.parse()?, goal: scene.goal.parse()?, slides, notation })
    }

    /// Whether the page is wide enough.
    fn fits(&self, out: &Output) -> bool {
        self.position.size().width() * (self.digits() + 1) <= out.width() + 1
    }

    fn digits(&self) -> usize {
        (self.position.tiles().len() - 1).to_string().len()
    }
}

impl Stage for Board {
    /// A board too wide for the page is written as text.
    fn draw(&self, out: &mut Output, line_end: &str) -> io::Result<()> {
        let columns = self.position.size().width();
        let digits = self.digits();
        let (in_place, astray) = (out.style(IN_PLACE), out.style(ASTRAY));
        let colored = in_place != Style::new();
        // A field has air beside its number where there is room for it.
        let air = if colored && columns * (digits + 3) <= out.width() { " " } else { "" };
        if !self.fits(out) {
            let rows = self.position.size().height();
            writeln!(out, "a board of {columns}×{rows}, too wide to be drawn:{line_end}")?;
            for line in wrap(&self.position.to_string(), out.width()) {
                writeln!(out, "{line}{line_end}")?;
            }
            return Ok(());
        }
        for (row, goal_row) in self.position.tiles().chunks(columns).zip(self.goal.tiles().chunks(columns)) {
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

    fn height(&self, out: &Output) -> Option<usize> {
        self.fits(out).then(|| self.position.size().height())
    }

    fn moves(&self) -> usize {
        self.slides.len()
    }

    fn make(&mut self, index: usize) -> anyhow::Result<String> {
        let slide = self.slides[index];
        self.position.try_slide(slide)?;
        let direction = match self.notation {
            Notation::Tile => slide.direction,
            Notation::Blank => slide.direction.opposite(),
        };
        Ok(match slide.length {
            1 => direction.letter().to_string(),
            length => format!("{}{length}", direction.letter()),
        })
    }
}
