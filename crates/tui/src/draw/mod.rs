//! Boards as letters: where everything of a board stands on the screen, and what lies under the mouse.

mod graph;
mod grid;
mod pegs;
mod pen;

use fewest_engine::view::Board;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Size};

pub(crate) use pen::{chars, line, put};

use crate::choose::Spot;
use crate::theme::Colors;

/// What is drawn beside the position itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Signs<'a> {
    /// The piece or tile that keys move.
    pub(crate) selected: Option<u32>,
    /// The board behind the move that is hinted at.
    pub(crate) target: Option<&'a Board>,
    /// The peg whose disc is in the hand.
    pub(crate) lifted: Option<u32>,
    /// The peg that keys point at.
    pub(crate) cursor: Option<u32>,
}

/// A board laid out for the room that there is.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    Grid(grid::Plan),
    Pegs(pegs::Plan),
    Graph(graph::Plan),
}

impl Plan {
    /// Lays a board out as large as the room allows, or says how much room the smallest picture takes.
    pub(crate) fn of(board: &Board, room: Size) -> Result<Self, Size> {
        match board {
            Board::Grid { width, height, ground, pieces, .. } => {
                grid::Plan::of([*width, *height], ground, pieces, room).map(Self::Grid)
            }
            Board::Pegs { pegs, discs, .. } => pegs::Plan::of(pegs.len(), *discs, room).map(Self::Pegs),
            Board::Graph { places, .. } => graph::Plan::of(places, room).map(Self::Graph),
        }
    }

    pub(crate) fn size(&self) -> Size {
        match self {
            Self::Grid(plan) => plan.size(),
            Self::Pegs(plan) => plan.size,
            Self::Graph(plan) => plan.size,
        }
    }

    /// Draws the board with its upper left corner here.
    pub(crate) fn draw(&self, board: &Board, signs: &Signs<'_>, colors: Colors, at: Position, buffer: &mut Buffer) {
        match (self, board) {
            (Self::Grid(plan), Board::Grid { ground, marks, pieces, .. }) => {
                let target = signs.target.and_then(|target| match target {
                    Board::Grid { pieces, .. } => Some(pieces.as_slice()),
                    _ => None,
                });
                let selected = signs.selected;
                grid::Drawing { plan, ground, marks, pieces, target, selected, colors, at }.draw(buffer);
            }
            (Self::Pegs(plan), Board::Pegs { pegs, goal, .. }) => plan.draw(pegs, goal, signs, colors, at, buffer),
            (Self::Graph(plan), Board::Graph { edges, tiles, goal, .. }) => {
                graph::Drawing { plan, edges, tiles, goal, signs, colors, at }.draw(buffer);
            }
            _ => {}
        }
    }

    /// What lies so many columns and rows from the upper left corner.
    pub(crate) fn hit(&self, column: u16, row: u16) -> Option<Spot> {
        match self {
            Self::Grid(plan) => plan.hit(column, row).map(Spot::Cell),
            Self::Pegs(plan) => plan.hit(column, row).map(Spot::Peg),
            Self::Graph(plan) => plan.hit(column, row).map(Spot::Vertex),
        }
    }
}
