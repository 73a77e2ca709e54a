//! Nodes of sliding tiles in words.

use fewest_engine::Notation;
use fewest_engine::kit::Scribe;
use fewest_search::StateSpace;
use fewest_tiles::{Board, Cells, Heading, Metric, Move, Tiles, Turn, Turns, Walks, format_slides};

use crate::game::Game;
use crate::of_tiles;

/// Writes boards and slides.
pub(crate) struct Words;

impl<C: Cells, M: Metric> Scribe<Tiles<C, M>> for Words {
    type Place = Board<C>;

    fn place(&self, _: &Tiles<C, M>, state: &Board<C>) -> Board<C> {
        *state
    }

    fn write(&self, space: &Tiles<C, M>, place: &Board<C>) -> String {
        space.position(place).to_string()
    }

    fn step(&self, space: &Tiles<C, M>, place: &Board<C>, mv: Move, notation: Notation) -> (String, Board<C>) {
        let mut after = *place;
        space.apply(&mut after, mv);
        (format_slides(&[space.layout().slide(mv)], of_tiles(notation)), after)
    }
}

impl<C: Cells> Scribe<Game<C>> for Words {
    type Place = Board<C>;

    fn place(&self, _: &Game<C>, state: &Board<C>) -> Board<C> {
        *state
    }

    fn write(&self, game: &Game<C>, place: &Board<C>) -> String {
        self.write(&game.slides, place)
    }

    fn step(&self, game: &Game<C>, place: &Board<C>, mv: Move, notation: Notation) -> (String, Board<C>) {
        self.step(&game.slides, place, mv, notation)
    }
}

impl<C: Cells> Scribe<Walks<'_, C>> for Words {
    type Place = Board<C>;

    fn place(&self, _: &Walks<'_, C>, state: &Board<C>) -> Board<C> {
        *state
    }

    fn write(&self, walks: &Walks<'_, C>, place: &Board<C>) -> String {
        self.write(walks.tiles(), place)
    }

    fn step(&self, walks: &Walks<'_, C>, place: &Board<C>, mv: Move, notation: Notation) -> (String, Board<C>) {
        self.step(walks.tiles(), place, mv, notation)
    }
}

impl<C: Cells> Scribe<Turns<C>> for Words {
    type Place = Board<C>;

    fn place(&self, _: &Turns<C>, state: &Heading<C>) -> Board<C> {
        *state.board()
    }

    fn write(&self, turns: &Turns<C>, place: &Board<C>) -> String {
        self.write(turns.tiles(), place)
    }

    fn step(&self, turns: &Turns<C>, place: &Board<C>, mv: Turn, notation: Notation) -> (String, Board<C>) {
        self.step(turns.tiles(), place, mv.slide, notation)
    }
}
