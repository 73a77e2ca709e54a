//! Towers of Hanoi as a picture.

use std::io::{self, Write};

use fewest_hanoi::{Position, Transfer, draw, parse_transfers};

use crate::output::Output;
use crate::stage::{Scene, Stage};

/// An arrangement, and the moves that solve it.
pub(super) struct Pegs {
    position: Position,
    moves: Vec<Transfer>,
}

impl Pegs {
    pub(super) fn new(scene: &Scene<'_>) -> anyhow::Result<Self> {
        Ok(Self { position: scene.position.parse()?, moves: parse_transfers(scene.moves.unwrap_or_default())? })
    }
}

impl Stage for Pegs {
    fn draw(&self, out: &mut Output, line_end: &str) -> io::Result<()> {
        let lines = draw(&self.position, out.width());
        lines.iter().try_for_each(|line| writeln!(out, "{line}{line_end}"))
    }

    fn height(&self, out: &Output) -> Option<usize> {
        Some(draw(&self.position, out.width()).len())
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn make(&mut self, index: usize) -> anyhow::Result<String> {
        self.position.try_move(self.moves[index])?;
        Ok(self.moves[index].to_string())
    }
}
