//! Pictures in letters: what a terminal needs to show a position and to play a solution.
//!
//! A kind says what stands where and what it is; which colours that gets is the shell's to decide.

use crate::error::Result;

/// A position on its way from start to goal.
pub trait Stage {
    /// Draws it for a page of this many columns. With colours, fields are told apart by them; without, by letters alone, so
    /// that the picture is a text that can be read again where the puzzle has one.
    fn draw(&self, width: usize, colored: bool) -> Picture;

    /// The position in normal form.
    fn position(&self) -> String;

    /// How many moves the solution has, as its metric counts them.
    fn moves(&self) -> usize;

    /// Makes move number `index`, from 0, and names it.
    ///
    /// # Errors
    /// Why it cannot be made.
    fn make(&mut self, index: usize) -> Result<String>;
}

/// Lines of fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// From the top.
    pub lines: Vec<Vec<(Tone, String)>>,
    /// Whether it is too wide to be drawn, and words stand in its place.
    pub is_too_wide: bool,
}

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Nothing in particular.
    Plain,
    /// A piece where it belongs.
    InPlace,
    /// A piece that is elsewhere.
    Astray,
    /// A wall.
    Wall,
    /// An empty square.
    Floor,
    /// A square that the goal wants.
    Target,
    /// What moves about.
    Player,
    /// The piece that matters most.
    Accent,
    /// A piece without a colour: white or grey.
    Pale,
    /// One of many pieces, by a number.
    Hue(usize),
}

impl Picture {
    /// Lines of plain text.
    pub fn plain(lines: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let lines = lines.into_iter().map(|line| vec![(Tone::Plain, line.into())]).collect();
        Self { lines, is_too_wide: false }
    }

    /// Words in place of a picture that is too wide.
    pub fn too_wide(lines: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { is_too_wide: true, ..Self::plain(lines) }
    }
}
