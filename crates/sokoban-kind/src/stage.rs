//! Sokoban as a picture in letters.
//!
//! Without colours it is the level in XSB; with colours walls, boxes and goals are fields.

use fewest_engine::stage::{Picture, Stage, Tone};
use fewest_engine::{EngineError, Result};
use fewest_sokoban::scene::{Square, squares};
use fewest_sokoban::{Position, Step};

use crate::asked::{self, Asked};

/// A position, and the steps that solve it.
pub(crate) struct Warehouse {
    position: Position,
    steps: Vec<Step>,
}

impl Warehouse {
    pub(crate) fn new(asked: &Asked, moves: &str) -> Result<Self> {
        Ok(Self { position: Position::start(asked.level.clone()), steps: asked::steps(moves)? })
    }
}

fn tone(square: Square) -> Tone {
    match square {
        Square::Outside | Square::Floor => Tone::Plain,
        Square::Wall => Tone::Wall,
        Square::Goal => Tone::Target,
        Square::Box => Tone::Astray,
        Square::BoxOnGoal => Tone::InPlace,
        Square::Player | Square::PlayerOnGoal => Tone::Player,
    }
}

impl Stage for Warehouse {
    fn draw(&self, width: usize, colored: bool) -> Picture {
        let (columns, rows) = (self.position.level().width(), self.position.level().height());
        if columns > width {
            return Picture::too_wide([format!("a level of {columns}×{rows}, too wide to be drawn")]);
        }
        if !colored {
            return Picture::plain(self.position.to_string().lines());
        }
        // A square has air on both sides where there is room for it.
        let air = if columns * 3 <= width { " " } else { "" };
        let field = |square: Square| {
            let letter = if square == Square::Wall { ' ' } else { square.letter() };
            (tone(square), format!("{air}{letter}{air}"))
        };
        let lines = squares(&self.position).into_iter().map(|row| row.into_iter().map(field).collect()).collect();
        Picture { lines, is_too_wide: false }
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn moves(&self) -> usize {
        self.steps.len()
    }

    fn make(&mut self, index: usize) -> Result<String> {
        let step = self.steps[index];
        self.position.try_move(step).map_err(|illegal| EngineError::Notation(illegal.to_string()))?;
        Ok(step.to_string())
    }
}
