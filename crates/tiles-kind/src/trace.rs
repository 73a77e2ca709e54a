//! Nodes of sliding tiles in words.

use fewest_search::StateSpace;
use fewest_tiles::{Board, Cells, Heading, Metric, Move, Tiles, Turn, Turns, format_slides};

use crate::request::Notation;
use crate::trace::Legible;

impl<C: Cells, M: Metric> Legible for Tiles<C, M> {
    type Place = Board<C>;

    fn place(&self, state: &Board<C>) -> Board<C> {
        *state
    }

    fn write(&self, place: &Board<C>) -> String {
        self.position(place).to_string()
    }

    fn step(&self, place: &Board<C>, mv: Move, notation: Notation) -> (String, Board<C>) {
        let mut after = *place;
        self.apply(&mut after, mv);
        (format_slides(&[self.layout().slide(mv)], notation.into()), after)
    }
}

impl<C: Cells> Legible for Turns<C> {
    type Place = Board<C>;

    fn place(&self, state: &Heading<C>) -> Board<C> {
        *state.board()
    }

    fn write(&self, place: &Board<C>) -> String {
        self.tiles().write(place)
    }

    fn step(&self, place: &Board<C>, mv: Turn, notation: Notation) -> (String, Board<C>) {
        self.tiles().step(place, mv.slide, notation)
    }
}
