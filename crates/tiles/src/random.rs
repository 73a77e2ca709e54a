//! Random positions, the same for the same seed on every machine.

use chacha20::ChaCha8Rng;
use fewest_search::Cancel;
use rand::RngExt;
use rand::SeedableRng;
use rand::seq::SliceRandom;

use crate::{Direction, Position, Slide, parities};

/// A source of random positions.
#[derive(Debug)]
pub struct Shuffler(ChaCha8Rng);

impl Shuffler {
    /// The source that this seed names.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A position from which `goal` can be reached, every such position equally likely.
    ///
    /// ```
    /// use fewest_tiles::{Goal, Size, Solvability, random::Shuffler, solvability};
    /// let goal = Goal::BlankLast.position(Size::new(4, 4)?)?;
    /// let position = Shuffler::new(7).uniform(&goal);
    /// assert_eq!(solvability(&position, &goal), Solvability::Solvable);
    /// assert_eq!(position, Shuffler::new(7).uniform(&goal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uniform(&mut self, goal: &Position) -> Position {
        let mut tiles = goal.tiles().to_vec();
        if goal.size().is_line() {
            // Only the blank moves between the tiles.
            tiles.retain(|&tile| tile != 0);
            tiles.insert(self.0.random_range(0..=tiles.len()), 0);
            return Position::from_checked(goal.size(), tiles);
        }
        tiles.shuffle(&mut self.0);
        let position = Position::from_checked(goal.size(), tiles);
        if !parities(&position, goal).are_odd() {
            return position;
        }
        // Exchanging two given tiles pairs every unsolvable position with a solvable one: all stay equally likely.
        let mut tiles = position.tiles().to_vec();
        let cell = |wanted: u8| tiles.iter().position(|&tile| tile == wanted).expect("every tile is there");
        let (one, two) = (cell(1), cell(2));
        tiles.swap(one, two);
        Position::from_checked(goal.size(), tiles)
    }

    /// The position after `moves` random single steps from `goal`, none of which takes the last one back while there
    /// is another.
    pub fn walk(&mut self, goal: &Position, moves: u64) -> Position {
        self.walk_until(goal, moves, &Cancel::new()).expect("nobody cancels it")
    }

    /// As [`walk`](Self::walk), unless `cancel` is set meanwhile.
    pub fn walk_until(&mut self, goal: &Position, moves: u64, cancel: &Cancel) -> Option<Position> {
        let mut position = goal.clone();
        let mut last: Option<Direction> = None;
        for _ in 0..moves {
            if cancel.is_cancelled() {
                return None;
            }
            let mut open: Vec<Direction> = Direction::ALL.into_iter().filter(|&d| position.room(d) > 0).collect();
            if open.len() > 1 {
                open.retain(|&direction| last.is_none_or(|last| last.opposite() != direction));
            }
            if open.is_empty() {
                break; // 1×1
            }
            let direction = open[self.0.random_range(0..open.len())];
            position.try_slide(Slide { direction, length: 1 }).expect("there is room");
            last = Some(direction);
        }
        Some(position)
    }
}
