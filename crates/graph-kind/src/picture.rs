//! What tiles on a graph look like, and which of them can move.

use fewest_engine::kit::Subject as _;
use fewest_engine::view::{Board, LegalMove, View, count};
use fewest_engine::{Puzzle, Result};
use fewest_graph::{Position, drawing};

use crate::asked::Asked;

/// The graph after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    let here = |end: &Position| puzzle.clone().with("position", end.to_string());
    asked.view(moves, |end| (here(end), board(end, &asked.goal), legal_moves(end)))
}

fn board(position: &Position, goal: &Position) -> Board {
    let graph = position.graph();
    let tiles = |position: &Position| position.tiles().iter().map(|&tile| tile.into()).collect();
    Board::Graph {
        places: drawing::places(graph).into_iter().map(|(x, y)| [x, y]).collect(),
        edges: graph.edges().iter().map(|&(a, b)| [a.into(), b.into()]).collect(),
        tiles: tiles(position),
        goal: tiles(goal),
    }
}

fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let neighbours = position.graph().neighbours(position.blank());
    let moved = neighbours.map(|vertex| {
        let tile = position.tiles()[vertex];
        let (text, pieces) = (tile.to_string(), vec![tile.into()]);
        LegalMove { text, pieces, vertex: Some(count(vertex)), ..LegalMove::default() }
    });
    moved.collect()
}
