//! What tiles on a graph look like, and which of them can move.

use std::collections::BTreeMap;

use fewest_graph::{Position, drawing, parse_moves};

use crate::error::EngineError;
use crate::graph::{METRIC, read, what};
use crate::request::{GraphPuzzle, Kind, Puzzle};
use crate::verify::make_all;
use crate::view::{Board, IllegalMove, LegalMove, View, count};

/// The graph after moves.
pub(crate) fn view(puzzle: &GraphPuzzle, moves: &str) -> Result<View, EngineError> {
    let (start, goal) = read(puzzle)?;
    let tiles = parse_moves(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
    let mut end = start.clone();
    let (made, illegal) = make_all(&tiles, |&tile| end.try_move(tile));
    Ok(View {
        kind: Kind::Graph,
        what: what(start.graph()),
        title: None,
        start: start.to_string(),
        goal: goal.to_string(),
        here: Puzzle::Graph(GraphPuzzle { position: end.to_string(), ..puzzle.clone() }),
        board: board(&end, &goal),
        moves: legal_moves(&end),
        made: tiles[..made].iter().map(ToString::to_string).collect(),
        illegal: IllegalMove::of(illegal),
        lengths: BTreeMap::from([(METRIC.to_owned(), made as u64)]),
        solved: end == goal,
    })
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
