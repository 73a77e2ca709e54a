//! Nodes of tiles on a graph in words.

use fewest_graph::{Board, GraphPuzzle, Labels, Move, format_moves};
use fewest_search::StateSpace;

use crate::request::Notation;
use crate::trace::Legible;

impl<L: Labels> Legible for GraphPuzzle<L> {
    type Place = Board<L>;

    fn place(&self, state: &Board<L>) -> Board<L> {
        *state
    }

    fn write(&self, place: &Board<L>) -> String {
        self.position(place).to_string()
    }

    fn step(&self, place: &Board<L>, mv: Move, _: Notation) -> (String, Board<L>) {
        let mut after = *place;
        self.apply(&mut after, mv);
        (format_moves(&self.tiles_moved(place, &[mv])), after)
    }
}
