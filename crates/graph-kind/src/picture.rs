//! What tiles on a graph look like, and which of them can move.

use fewest_engine::stage::{Picture, Stage};
use fewest_engine::view::{Board, IllegalMove, LegalMove, View, count};
use fewest_engine::{EngineError, Puzzle, Result};
use fewest_graph::{Position, drawing};

use crate::INFO;
use crate::asked::{Asked, what};

/// The graph after moves.
pub(crate) fn view(puzzle: &Puzzle, moves: &str) -> Result<View> {
    let asked = Asked::read(puzzle)?;
    let replay = asked.replay(moves)?;
    let (Asked { start, goal }, end) = (&asked, &replay.end);
    Ok(View {
        kind: INFO.name.to_owned(),
        what: what(start.graph()),
        title: None,
        start: start.to_string(),
        goal: goal.to_string(),
        here: puzzle.clone().with("position", end.to_string()),
        board: board(end, goal),
        moves: legal_moves(end),
        made: replay.made.iter().map(ToString::to_string).collect(),
        lengths: replay.lengths(),
        solved: end == goal,
        illegal: IllegalMove::of(replay.illegal),
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

/// A position as a list of vertices, and the tiles that move from there.
pub(crate) struct Vertices {
    position: Position,
    moves: Vec<u8>,
}

impl Vertices {
    /// The start of a puzzle, and moves.
    pub(crate) fn new(puzzle: &Puzzle, moves: &str) -> Result<Self> {
        let asked = Asked::read(puzzle)?;
        let moves = asked.legal_moves(moves)?;
        Ok(Self { position: asked.start, moves })
    }
}

impl Stage for Vertices {
    fn draw(&self, _: usize, _: bool) -> Picture {
        Picture::plain(self.position.listing())
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn make(&mut self, index: usize) -> Result<String> {
        self.position.try_move(self.moves[index]).map_err(EngineError::internal)?;
        Ok(self.moves[index].to_string())
    }
}
