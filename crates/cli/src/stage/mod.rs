//! Positions to look at: what a picture and a playing of a solution need of each kind of puzzle.

mod blocks;
mod graph;
mod hanoi;
mod sokoban;
mod tiles;

use std::io;

use fewest_engine::{Answer, Kind, Notation};

use crate::output::Output;

/// A position on its way from start to goal.
pub(crate) trait Stage {
    /// Draws it, each line ended by `line_end`.
    fn draw(&self, out: &mut Output, line_end: &str) -> io::Result<()>;

    /// How many lines [`draw`](Self::draw) writes, where it can draw in place.
    fn height(&self, out: &Output) -> Option<usize>;

    /// How many moves the solution has.
    fn moves(&self) -> usize;

    /// Makes move number `index` and names it.
    fn make(&mut self, index: usize) -> anyhow::Result<String>;
}

/// What is shown.
pub(crate) struct Scene<'a> {
    pub(crate) kind: Kind,
    /// In normal form.
    pub(crate) position: &'a str,
    /// In normal form.
    pub(crate) goal: &'a str,
    /// The graph, where there is one.
    pub(crate) edges: Option<&'a str>,
    /// The solution, where there is one.
    pub(crate) moves: Option<&'a str>,
    /// What counts as one move.
    pub(crate) metric: &'a str,
    pub(crate) notation: Notation,
}

impl<'a> Scene<'a> {
    /// The start of a search, with the solution it found.
    pub(crate) fn of(answer: &'a Answer) -> Self {
        Self {
            kind: answer.puzzle,
            position: &answer.position,
            goal: &answer.goal,
            edges: answer.edges.as_deref(),
            moves: answer.moves.as_deref(),
            metric: &answer.metric,
            notation: answer.notation,
        }
    }

    /// Sets the stage.
    pub(crate) fn stage(&self) -> anyhow::Result<Box<dyn Stage>> {
        Ok(match self.kind {
            Kind::Tiles => Box::new(tiles::Board::new(self)?),
            Kind::Hanoi => Box::new(hanoi::Pegs::new(self)?),
            Kind::Graph => Box::new(graph::Vertices::new(self)?),
            Kind::Blocks => Box::new(blocks::Pieces::new(self)?),
            Kind::Sokoban => Box::new(sokoban::Warehouse::new(self)?),
        })
    }
}
