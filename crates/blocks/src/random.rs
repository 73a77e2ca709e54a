//! Random positions, the same for the same seed on every machine.

use std::ops::ControlFlow;
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use fewest_search::{Cancel, LimitKind, Limits, StateSpace};
use rand::RngExt;
use rand::SeedableRng;

use crate::bits::Bits;
use crate::exhaustive::{Exhaustive, Heading, Word};
use crate::geometry::Direction;
use crate::metric::Metric;
use crate::notation::Shift;
use crate::position::{Place, Position};
use crate::puzzle::Puzzle;
use crate::space::{Blocks, BlocksError, Board};

/// A source of random positions.
#[derive(Debug)]
pub struct Shuffler(ChaCha8Rng);

impl Shuffler {
    /// The source that this seed names.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The position after `steps` random single steps from the start of a puzzle, none of which takes the last one back
    /// while there is another, and by none of which a piece leaves the board: every position on the way leads back.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_blocks::{library, random::Shuffler};
    /// let klotski = Arc::new(library::find("klotski").expect("it is there").puzzle());
    /// let position = Shuffler::new(7).walk(&klotski, 50);
    /// assert_eq!(position, Shuffler::new(7).walk(&klotski, 50));
    /// assert_ne!(position, Shuffler::new(8).walk(&klotski, 50));
    /// ```
    pub fn walk(&mut self, puzzle: &Arc<Puzzle>, steps: u64) -> Position {
        self.walk_until(puzzle, steps, &Cancel::new()).expect("nobody cancels it")
    }

    /// As [`walk`](Self::walk), unless `cancel` is set meanwhile.
    pub fn walk_until(&mut self, puzzle: &Arc<Puzzle>, steps: u64, cancel: &Cancel) -> Option<Position> {
        let mut position = Position::start(puzzle.clone());
        let mut last: Option<(char, Direction)> = None;
        for _ in 0..steps {
            if cancel.is_cancelled() {
                return None;
            }
            let mut open: Vec<(char, Direction, Position)> = Vec::new();
            for piece in puzzle.pieces() {
                for direction in Direction::ALL {
                    let mut next = position.clone();
                    let shift = Shift { pieces: vec![piece.label], path: vec![direction] };
                    let stays = |place: &Place| matches!(place, Place::On(_));
                    if next.try_shift(&shift, Metric::Step).is_ok() && next.places().iter().all(stays) {
                        open.push((piece.label, direction, next));
                    }
                }
            }
            if open.len() > 1 {
                open.retain(|&(label, direction, _)| last != Some((label, direction.opposite())));
            }
            if open.is_empty() {
                break;
            }
            let (label, direction, next) = open.swap_remove(self.0.random_range(0..open.len()));
            last = Some((label, direction));
            position = next;
        }
        Some(position)
    }

    /// One of these positions, each equally likely.
    pub fn among<B: Bits, K: Word>(&mut self, space: &Blocks<B, K>, positions: &Reachable<K>) -> Position {
        let key = positions.keys[self.0.random_range(0..positions.keys.len())];
        space.position(&space.board(key))
    }
}

/// Every position that the start leads to and that leads to a goal, no piece having left the board.
#[derive(Clone, Debug)]
pub struct Reachable<K> {
    /// In order, at least one.
    keys: Vec<K>,
}

/// Why there is no list of positions to choose from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachableError {
    /// More positions than the limits allow to be looked at.
    #[error("{0}: there are too many positions to draw uniformly from all; shuffle by a number of moves instead")]
    Limit(LimitKind),
    /// No position from which a goal can be reached.
    #[error("no goal can be reached from the start, so no shuffled position can reach one")]
    Unsolvable,
    /// A puzzle too large for the exhaustive search.
    #[error(transparent)]
    Blocks(#[from] BlocksError),
}

impl<K: Word> Reachable<K> {
    /// Looks at every position.
    ///
    /// # Errors
    /// Why there is no such list.
    pub fn of<B: Bits>(space: &Blocks<B, K>, limits: &Limits) -> Result<Self, ReachableError> {
        // Half of what there is for the list, which is made when the search is done.
        let limits = Limits { memory: limits.memory / 2, ..limits.clone() };
        let search = Exhaustive::default();
        let mut goals: Vec<Board<B, K>> = Vec::new();
        let all = search.explore_layers(space, &[space.start()], &limits, &mut (), |layer| {
            // One goal is enough where every move can be taken back.
            if !space.is_undirected() || goals.is_empty() {
                goals.extend(layer.goals());
            }
            ControlFlow::Continue(())
        })?;
        if let Some(limit) = all.limit {
            return Err(ReachableError::Limit(limit));
        }
        if goals.is_empty() {
            return Err(ReachableError::Unsolvable);
        }
        let mut keys = Vec::new();
        if space.is_undirected() {
            all.for_each_state(|state| keys.push(state.key()));
        } else {
            let back = Exhaustive { heading: Heading::Backward, ..search };
            let leading = back.explore(space, &goals, &limits, &mut ())?;
            if let Some(limit) = leading.limit {
                return Err(ReachableError::Limit(limit));
            }
            let stays = |place: &Place| matches!(place, Place::On(_));
            all.for_each_state(|state| {
                if leading.contains(&state) && space.position(&state).places().iter().all(stays) {
                    keys.push(state.key());
                }
            });
        }
        keys.sort_unstable();
        Ok(Self { keys })
    }
}
