//! Random positions, the same for the same seed on every machine.

use chacha20::ChaCha8Rng;
use fewest_search::Cancel;
use rand::RngExt;
use rand::SeedableRng;

use crate::class::Class;
use crate::position::Position;

/// A source of random positions.
#[derive(Debug)]
pub struct Shuffler(ChaCha8Rng);

impl Shuffler {
    /// The source that this seed names.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A position from which `goal` can be reached, every such position equally likely: the blank anywhere, and any
    /// element of each block's group.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_graph::{Goal, Graph, Solvability, random::Shuffler, solvability};
    /// let graph: Arc<Graph> = Arc::new("1-2 2-3 3-4 4-1 4-5 5-6 6-4".parse()?);
    /// let goal = Goal::BlankLast.position(&graph)?;
    /// let position = Shuffler::new(7).uniform(&goal);
    /// assert_eq!(solvability(&position, &goal), Solvability::Solvable);
    /// assert_eq!(position, Shuffler::new(7).uniform(&goal));
    /// # Ok::<(), fewest_graph::Faults>(())
    /// ```
    pub fn uniform(&mut self, goal: &Position) -> Position {
        self.draw(&Class::of(goal))
    }

    /// A position of a class, each equally likely: [`uniform`](Self::uniform) for many positions and one goal.
    pub fn draw(&mut self, class: &Class) -> Position {
        class.random(&mut self.0)
    }

    /// The position after `moves` random moves from `goal`, none of which takes the last one back while there is
    /// another.
    pub fn walk(&mut self, goal: &Position, moves: u64) -> Position {
        self.walk_until(goal, moves, &Cancel::new()).expect("nobody cancels it")
    }

    /// As [`walk`](Self::walk), unless `cancel` is set meanwhile.
    pub fn walk_until(&mut self, goal: &Position, moves: u64, cancel: &Cancel) -> Option<Position> {
        let mut position = goal.clone();
        let mut last = None;
        for _ in 0..moves {
            if cancel.is_cancelled() {
                return None;
            }
            let tiles = position.graph().neighbours(position.blank()).map(|vertex| position.tiles()[vertex]);
            let mut open: Vec<u8> = tiles.collect();
            if open.len() > 1 {
                open.retain(|&tile| Some(tile) != last);
            }
            if open.is_empty() {
                break; // a single vertex
            }
            let tile = open[self.0.random_range(0..open.len())];
            position.try_move(tile).expect("it is next to the blank");
            last = Some(tile);
        }
        Some(position)
    }
}
