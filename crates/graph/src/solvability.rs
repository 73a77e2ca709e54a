//! Whether a position can reach a goal, decided without searching, and why not.
//!
//! Why this decides it is argued where it is done, at [`Class`].

use crate::blocks::{Block, BlockKind};
use crate::class::{BlockPart, Class, Found};
use crate::graph::MAX_VERTICES;
use crate::notation::format_moves;
use crate::position::Position;

/// Whether a position can reach the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// It can.
    Solvable,
    /// It cannot, for each of these reasons; there is at least one.
    Unsolvable(Vec<Obstacle>),
}

/// Why a position cannot reach the goal; prints as an explanation. All tiles are named where they stand after the
/// blank is led to its goal, which takes nothing away: moves can be taken back. A remedy is two tiles whose exchange would
/// remove the obstacle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Obstacle {
    /// Position and goal are not on the same graph.
    #[error("position and goal are not on the same graph")]
    OtherGraph,
    /// A tile stands in a block in which it does not belong.
    #[error(
        "wrong block: with the blank at its goal, tile {tile} is in the block of vertices {found}, but belongs in the \
         block of vertices {home}; with one blank, no tile changes blocks for good"
    )]
    WrongBlock { tile: u8, found: Block, home: Block },
    /// The tiles of a polygon follow each other, round the ring from the lowest on, in another order than in the goal.
    #[error(
        "fixed order: vertices {block} form a polygon, on which tiles never pass each other; with the blank at its \
         goal, their order is {}, but it must be {}",
        format_moves(found),
        format_moves(expected)
    )]
    NotARotation { block: Block, found: Vec<u8>, expected: Vec<u8> },
    /// The tiles of a bipartite block are an odd permutation of the goal's.
    #[error(
        "odd permutation: the block of vertices {block} is bipartite, so the blank returns to its goal after an even \
         number of moves in the block, and the permutation of its tiles is even; here it is odd (exchanging two of \
         them, such as {} and {}, would correct this)",
        remedy.0,
        remedy.1
    )]
    OddPermutation { block: Block, remedy: (u8, u8) },
    /// The tiles of a θ₀ are in another of its six classes.
    #[error(
        "other class: vertices {block} form the graph θ₀, Wilson's exception, on which only 120 of the 720 \
         arrangements of six tiles can be reached; this is one of the other 600 (exchanging {} and {} would correct \
         this)",
        remedy.0,
        remedy.1
    )]
    OtherThetaClass { block: Block, remedy: (u8, u8) },
}

/// Decides whether `position` can reach `goal`. For many positions, make the [`Class`] of the goal once.
///
/// ```
/// use std::sync::Arc;
/// use fewest_graph::{Goal, Graph, Position, Solvability, solvability};
/// let square: Arc<Graph> = Arc::new("1-2 2-4 4-3 3-1".parse()?);
/// let goal = Goal::BlankLast.position(&square)?;
/// let Solvability::Unsolvable(obstacles) = solvability(&Position::new(&square, &[2, 1, 3, 0])?, &goal) else { panic!() };
/// assert!(obstacles[0].to_string().starts_with("fixed order: vertices 1–4 form a polygon"));
/// # Ok::<(), fewest_graph::Faults>(())
/// ```
pub fn solvability(position: &Position, goal: &Position) -> Solvability {
    Class::of(goal).solvability(position)
}

impl Class {
    /// Whether a position can reach the goal, and every reason why not.
    pub fn solvability(&self, position: &Position) -> Solvability {
        if position.graph() != self.goal().graph() {
            return Solvability::Unsolvable(vec![Obstacle::OtherGraph]);
        }
        let settled = self.settled(position.tiles(), position.blank());
        let mut obstacles = Vec::new();
        for (index, part) in self.parts().iter().enumerate() {
            match self.look(index, &settled) {
                Found::Strangers(tiles) => obstacles.extend(tiles.into_iter().map(|tile| Obstacle::WrongBlock {
                    tile,
                    found: part.block.clone(),
                    home: self.home(tile).block.clone(),
                })),
                Found::Permuted(image) => {
                    let image = &image[..part.places.len()];
                    if !part.group.contains(image) {
                        obstacles.push(self.obstacle(part, image, &settled));
                    }
                }
            }
        }
        if obstacles.is_empty() { Solvability::Solvable } else { Solvability::Unsolvable(obstacles) }
    }

    /// Why the tiles of a part, permuted in a way that its group does not have, cannot be put right.
    fn obstacle(&self, part: &BlockPart, image: &[u8], settled: &[u8; MAX_VERTICES]) -> Obstacle {
        let block = part.block.clone();
        if block.kind() == BlockKind::Polygon {
            let goal = self.goal().tiles();
            let found = ring(part.places.iter().map(|&vertex| settled[usize::from(vertex)]));
            return Obstacle::NotARotation {
                block,
                found,
                expected: ring(part.places.iter().map(|&vertex| goal[usize::from(vertex)])),
            };
        }
        let pairs = || (1..image.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let mends = |&(a, b): &(usize, usize)| {
            let mut mended = image.to_vec();
            mended.swap(a, b);
            part.group.contains(&mended)
        };
        // Any exchange makes an odd permutation even. On θ₀, three of the fifteen lead from each class to each other.
        let (a, b) = pairs().find(mends).expect("one exchange always mends it");
        let (a, b) = (settled[usize::from(part.places[a])], settled[usize::from(part.places[b])]);
        let remedy = (a.min(b), a.max(b));
        if block.kind() == BlockKind::Theta {
            Obstacle::OtherThetaClass { block, remedy }
        } else {
            Obstacle::OddPermutation { block, remedy }
        }
    }
}

/// The tiles of a ring, turned so that the lowest comes first.
fn ring(tiles: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut tiles: Vec<u8> = tiles.collect();
    let lowest = (0..tiles.len()).min_by_key(|&index| tiles[index]).unwrap_or(0);
    tiles.rotate_left(lowest);
    tiles
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::goal::Goal;
    use crate::setup::Setup;

    fn explain(graph: &str, position: &str) -> Vec<String> {
        let graph = Arc::new(graph.parse().unwrap());
        let position = Setup::parse(position).unwrap().validate(&graph).unwrap();
        match solvability(&position, &Goal::BlankLast.position(&graph).unwrap()) {
            Solvability::Solvable => Vec::new(),
            Solvability::Unsolvable(obstacles) => obstacles.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn words_fit_the_case() {
        // A ring of four and a triangle that share vertex 4; the blank's goal is on the triangle.
        let two = "1-2 2-3 3-4 4-1 4-5 5-6 6-4";
        assert_eq!(explain(two, "1 2 3 4 5 0"), [""; 0]);
        assert_eq!(explain(two, "1 2 3 5 4 0"), [""; 0]);
        let ring = explain(two, "2 1 3 4 5 0");
        assert_eq!(ring.len(), 1);
        assert!(ring[0].contains("vertices 1–4 form a polygon"), "{ring:?}");
        assert!(ring[0].ends_with("their order is 1 3 2, but it must be 1 2 3"), "{ring:?}");
        let strangers = explain(two, "5 2 3 4 1 0");
        assert_eq!(strangers.len(), 2);
        assert!(
            strangers[0].contains("tile 5 is in the block of vertices 1–4, but belongs in the block of vertices 4–6")
        );
        assert!(
            strangers[1].contains("tile 1 is in the block of vertices 4–6, but belongs in the block of vertices 1–4")
        );
        let odd = explain("1-2 2-3 3-4 4-1 1-5 5-3", "2 1 3 4 0");
        assert!(odd[0].contains("vertices 1–5 is bipartite") && odd[0].contains("such as 1 and 2"), "{odd:?}");
        let theta = explain("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4", "2 1 3 4 5 6 0");
        assert!(theta[0].contains("vertices 1–7 form the graph θ₀"), "{theta:?}");
        assert_eq!(explain("1-2 2-3 2-4", "1 3 0 2"), [""; 0]);
        assert_eq!(explain("1-2 2-3 2-4", "2 1 3 0").len(), 2);
        assert_eq!(explain("1", "0"), [""; 0]);
    }

    #[test]
    fn another_graph_is_an_obstacle() {
        let position = |graph: &str| Goal::BlankLast.position(&Arc::new(graph.parse().unwrap())).unwrap();
        let verdict = solvability(&position("1-2 2-3"), &position("1-2 1-3"));
        assert_eq!(verdict, Solvability::Unsolvable(vec![Obstacle::OtherGraph]));
    }
}
