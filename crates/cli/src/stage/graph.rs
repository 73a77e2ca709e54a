//! Tiles on a graph, as a list of vertices.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::Context;
use fewest_graph::{Graph, Position, Setup, parse_moves};

use crate::output::Output;
use crate::stage::{Scene, Stage};

/// A position, and the tiles whose moves solve it.
pub(super) struct Vertices {
    position: Position,
    moves: Vec<u8>,
}

impl Vertices {
    pub(super) fn new(scene: &Scene<'_>) -> anyhow::Result<Self> {
        let graph: Arc<Graph> = Arc::new(scene.edges.context("a position on a graph comes with its edges")?.parse()?);
        let position = Setup::parse(scene.position)?.validate(&graph)?;
        Ok(Self { position, moves: parse_moves(scene.moves.unwrap_or_default())? })
    }
}

impl Stage for Vertices {
    fn draw(&self, out: &mut Output, line_end: &str) -> io::Result<()> {
        self.position.listing().iter().try_for_each(|line| writeln!(out, "{line}{line_end}"))
    }

    fn height(&self, _: &Output) -> Option<usize> {
        Some(self.position.listing().len())
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn make(&mut self, index: usize) -> anyhow::Result<String> {
        let tile = self.moves[index];
        self.position.try_move(tile)?;
        Ok(tile.to_string())
    }
}
