//! A valid position, for people: it prints, compares and checks moves.

use std::fmt;
use std::sync::Arc;

use fewest_text::Word;

use crate::fault::Faults;
use crate::graph::Graph;
use crate::setup::Setup;

/// A graph with each tile once and one blank on its vertices. Two positions are equal when graph and every tile are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    graph: Arc<Graph>,
    tiles: Vec<u8>,
    blank: usize,
}

/// A move that the position does not allow. Vertices are counted from 1, as people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum IllegalMove {
    /// A number that no tile of this graph has.
    #[error("there is no tile {tile}: the largest is {largest}")]
    NoSuchTile { tile: u8, largest: usize },
    /// A tile that is not next to the blank.
    #[error("tile {tile} on vertex {vertex} cannot move: the blank is on vertex {blank}, and no edge joins the two")]
    NotAdjacent { tile: u8, vertex: usize, blank: usize },
}

impl Position {
    /// The tile of each vertex in order, 0 for the blank.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn new(graph: &Arc<Graph>, tiles: &[u8]) -> Result<Self, Faults> {
        Setup { entries: tiles.iter().map(|&tile| Word::Number(tile.into())).collect() }.validate(graph)
    }

    /// Tiles that are known to be a permutation of `0..graph.vertices()`.
    pub(crate) fn from_checked(graph: Arc<Graph>, tiles: Vec<u8>) -> Self {
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a checked position has a blank");
        Self { graph, tiles, blank }
    }

    /// The graph.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The tile of each vertex, 0 for the blank.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The vertex of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Slides a tile into the blank.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_graph::{Graph, Setup};
    /// let graph: Arc<Graph> = Arc::new("1-2 2-3 3-4".parse()?);
    /// let mut position = Setup::parse("1 0 2 3")?.validate(&graph)?;
    /// position.try_move(2)?;
    /// assert_eq!(position.to_string(), "1 2 0 3");
    /// let refused = position.try_move(1).unwrap_err();
    /// assert!(refused.to_string().starts_with("tile 1 on vertex 1 cannot move: the blank is on vertex 3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalMove`] where there is no such tile or no edge leads from it to the blank; the position is unchanged
    /// then.
    pub fn try_move(&mut self, tile: u8) -> Result<(), IllegalMove> {
        let vertex = self.tiles.iter().position(|&other| tile != 0 && other == tile);
        let vertex = vertex.ok_or(IllegalMove::NoSuchTile { tile, largest: self.tiles.len() - 1 })?;
        if !self.graph.has_edge(vertex, self.blank) {
            return Err(IllegalMove::NotAdjacent { tile, vertex: vertex + 1, blank: self.blank + 1 });
        }
        self.tiles.swap(vertex, self.blank);
        self.blank = vertex;
        Ok(())
    }

    /// One line for each vertex: its number, its tile, its neighbours. No line is longer than 80 columns; where the
    /// neighbours need more room they go on, indented, in the next.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_graph::{Graph, Setup};
    /// let graph: Arc<Graph> = Arc::new("1-2 2-3 3-1".parse()?);
    /// let position = Setup::parse("2 0 1")?.validate(&graph)?;
    /// assert_eq!(position.listing(), ["1: tile 2 — 2 3", "2: blank  — 1 3", "3: tile 1 — 1 2"]);
    /// # Ok::<(), fewest_graph::Faults>(())
    /// ```
    pub fn listing(&self) -> Vec<String> {
        const COLUMNS: usize = 80;
        let digits = |number: usize| number.to_string().len();
        let (vertex_width, tile_width) = (digits(self.tiles.len()), digits(self.tiles.len() - 1));
        let mut lines = Vec::new();
        for (vertex, &tile) in self.tiles.iter().enumerate() {
            let label = if tile == 0 { "blank".to_owned() } else { format!("tile {tile:>tile_width$}") };
            let mut line = format!("{:>vertex_width$}: {label:<width$} —", vertex + 1, width = 5 + tile_width);
            let indent = line.chars().count();
            for neighbour in self.graph.neighbours(vertex) {
                let word = format!(" {}", neighbour + 1);
                if line.chars().count() + word.len() > COLUMNS {
                    lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                }
                line += &word;
            }
            lines.push(line);
        }
        lines
    }
}

impl fmt::Display for Position {
    /// The tile of each vertex in order, `0` for the blank: `2 1 3 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (vertex, tile) in self.tiles.iter().enumerate() {
            let gap = if vertex > 0 { " " } else { "" };
            write!(f, "{gap}{tile}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;

    #[test]
    fn moves_are_checked() {
        let graph: Arc<Graph> = Arc::new("1-2 2-3 3-4 4-1".parse().unwrap());
        let mut position = Position::new(&graph, &[1, 2, 3, 0]).unwrap();
        let before = position.clone();
        assert_eq!(position.try_move(2), Err(IllegalMove::NotAdjacent { tile: 2, vertex: 2, blank: 4 }));
        assert_eq!(position.try_move(0), Err(IllegalMove::NoSuchTile { tile: 0, largest: 3 }));
        assert_eq!(position.try_move(4), Err(IllegalMove::NoSuchTile { tile: 4, largest: 3 }));
        assert_eq!(position, before);
        for tile in [1, 3] {
            position.try_move(tile).unwrap();
            assert_ne!(position, before);
            position.try_move(tile).unwrap();
            assert_eq!(position, before);
        }
    }

    #[test]
    fn listings_fit_eighty_columns() {
        let complete = (1..=64).flat_map(|b| (1..b).map(move |a| format!("{a}-{b} ")));
        let graph: Arc<Graph> = Arc::new(complete.collect::<String>().parse().unwrap());
        let lines = Goal::BlankLast.position(&graph).unwrap().listing();
        assert!(lines.iter().all(|line| line.chars().count() <= 80));
        assert_eq!(lines[0], " 1: tile  1 — 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26");
        assert_eq!(lines.iter().filter(|line| line.contains('—')).count(), 64);
        let named = lines.iter().map(|line| line.rsplit('—').next().unwrap().split_whitespace().count()).sum::<usize>();
        assert_eq!(named, 64 * 63);
        let lone = Position::new(&Arc::new("1".parse().unwrap()), &[0]).unwrap();
        assert_eq!(lone.listing(), ["1: blank  —"]);
    }
}
