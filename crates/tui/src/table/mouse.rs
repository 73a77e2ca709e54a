//! The mouse on the table: a click moves what has but one way to go, a drag moves step by step.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use fewest_engine::EngineError;
use fewest_engine::view::{Board, Cell};

use super::{FAR, Table, Wish};
use crate::choose::{self, Spot};
use crate::game::Game;

/// A piece that follows the mouse.
pub(super) struct Drag {
    piece: u32,
    at: Cell,
    has_moved: bool,
}

impl Table {
    /// Does what the mouse means.
    pub(crate) fn mouse(&mut self, event: MouseEvent) -> Result<Option<Wish>, EngineError> {
        if self.watch.is_some() {
            return Ok(None);
        }
        let spot = self
            .placed
            .as_ref()
            .and_then(|(at, plan)| plan.hit(event.column.checked_sub(at.x)?, event.row.checked_sub(at.y)?));
        match (event.kind, spot) {
            (MouseEventKind::Down(MouseButton::Left), Some(spot)) => self.press(spot),
            (MouseEventKind::Drag(MouseButton::Left), Some(Spot::Cell(cell))) => self.pull(cell),
            (MouseEventKind::Up(MouseButton::Left), spot) => self.release(spot),
            (MouseEventKind::Down(MouseButton::Right), _) => self.step(Game::undo),
            _ => Ok(None),
        }
    }

    fn press(&mut self, spot: Spot) -> Result<Option<Wish>, EngineError> {
        self.drag = None;
        match (spot, &self.game.view.board) {
            (Spot::Peg(peg), _) => self.tap_peg(peg),
            (Spot::Vertex(vertex), _) => {
                let found = self.game.view.moves.iter().find(|mv| mv.vertex == Some(vertex));
                let text = found.map(|mv| mv.text.clone());
                text.map_or(Ok(None), |text| self.play(&text))
            }
            (Spot::Cell(cell), Board::Grid { pieces, .. }) => {
                if let Some(piece) = choose::piece_at(pieces, cell) {
                    self.drag = Some(Drag { piece: piece.id, at: cell, has_moved: false });
                    return Ok(None);
                }
                let text = choose::walk(&self.game.view.moves, cell).map(|mv| mv.text.clone());
                text.map_or(Ok(None), |text| self.play(&text))
            }
            (Spot::Cell(_), _) => Ok(None),
        }
    }

    /// Moves the piece that the mouse holds until it is under it, or as near as steps lead.
    fn pull(&mut self, to: Cell) -> Result<Option<Wish>, EngineError> {
        let mut wish = None;
        for _ in 0..FAR {
            let Some(drag) = &self.drag else { break };
            let far = [to[0].cast_signed() - drag.at[0].cast_signed(), to[1].cast_signed() - drag.at[1].cast_signed()];
            let mut ways = [[far[0].signum(), 0], [0, far[1].signum()]];
            if far[1].abs() > far[0].abs() {
                ways.reverse();
            }
            let found = ways.iter().filter(|way| **way != [0, 0]).find_map(|way| {
                let mv = choose::toward(&self.game.view.moves, *way, Some(drag.piece), false)?;
                Some((*way, mv.text.clone()))
            });
            let Some((way, text)) = found else { break };
            let (piece, at, has_moved) = (drag.piece, drag.at, drag.has_moved);
            let is_made = if has_moved { self.game.prolong(&text)? } else { self.game.play(&text)? };
            if !is_made {
                break;
            }
            self.selected = choose::has_blocks(&self.game.view).then_some(piece);
            let next = at[0].checked_add_signed(way[0]).zip(at[1].checked_add_signed(way[1]));
            let Some((x, y)) = next else { break };
            self.drag = Some(Drag { piece, at: [x, y], has_moved: true });
            wish = self.moved();
        }
        Ok(wish)
    }

    fn release(&mut self, spot: Option<Spot>) -> Result<Option<Wish>, EngineError> {
        match (self.drag.take(), self.lifted, spot) {
            (Some(drag), ..) if !drag.has_moved => {
                if choose::has_blocks(&self.game.view) {
                    self.selected = Some(drag.piece);
                }
                self.tap_piece(drag.piece)
            }
            // A disc that was drawn to another peg.
            (None, Some(from), Some(Spot::Peg(peg))) if from != peg => self.tap_peg(peg),
            _ => Ok(None),
        }
    }
}
