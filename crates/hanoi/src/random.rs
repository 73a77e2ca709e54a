//! Random positions, the same for the same seed on every machine.

use chacha20::ChaCha8Rng;
use fewest_search::Cancel;
use rand::RngExt;
use rand::SeedableRng;

use crate::notation::Transfer;
use crate::position::Position;
use crate::size::Size;

/// A source of random positions.
#[derive(Debug)]
pub struct Shuffler(ChaCha8Rng);

impl Shuffler {
    /// The source that this seed names.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A position of this size, every one equally likely: each disc is on any peg, and every such choice is a position.
    ///
    /// ```
    /// use fewest_hanoi::{Size, random::Shuffler};
    /// let size = Size::new(8, 4)?;
    /// assert_eq!(Shuffler::new(7).uniform(size), Shuffler::new(7).uniform(size));
    /// # Ok::<(), fewest_hanoi::SizeError>(())
    /// ```
    pub fn uniform(&mut self, size: Size) -> Position {
        // A u32 range, because the draw for a usize may differ between machines.
        let last = u32::from(size.last_peg());
        let pegs: Vec<usize> = (0..size.discs()).map(|_| self.0.random_range(0..=last) as usize).collect();
        Position::from_pegs(size, |disc| pegs[disc - 1])
    }

    /// The position after so many random moves from `goal`, none of which takes back the one before it.
    ///
    /// ```
    /// use fewest_hanoi::{Goal, Size, random::Shuffler};
    /// let goal = Goal::Last.position(Size::new(8, 4)?)?;
    /// assert_eq!(Shuffler::new(7).walk(&goal, 0), goal);
    /// assert_eq!(Shuffler::new(7).walk(&goal, 20), Shuffler::new(7).walk(&goal, 20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(&mut self, goal: &Position, moves: u64) -> Position {
        self.walk_until(goal, moves, &Cancel::new()).expect("nobody cancels it")
    }

    /// As [`walk`](Self::walk), unless `cancel` is set meanwhile.
    pub fn walk_until(&mut self, goal: &Position, moves: u64, cancel: &Cancel) -> Option<Position> {
        let mut position = goal.clone();
        let mut last: Option<Transfer> = None;
        for _ in 0..moves {
            if cancel.is_cancelled() {
                return None;
            }
            let pegs = || position.size().each_peg();
            let all = pegs().flat_map(|from| pegs().map(move |to| Transfer { from, to }));
            let takes_back =
                |transfer: &Transfer| last.is_some_and(|last| last.from == transfer.to && last.to == transfer.from);
            let legal: Vec<Transfer> =
                all.filter(|transfer| !takes_back(transfer) && position.clone().try_move(*transfer).is_ok()).collect();
            let count = u32::try_from(legal.len()).expect("there are at most 26 pegs");
            let chosen = legal[self.0.random_range(0..count) as usize];
            position.try_move(chosen).expect("just tried");
            last = Some(chosen);
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_on_every_machine() {
        let positions = |discs, pegs| Shuffler::new(1).uniform(Size::new(discs, pegs).unwrap()).to_string();
        assert_eq!(positions(8, 3), "8 5 4/7 6 2 1/3");
        assert_eq!(positions(12, 5), "4/10 8 7 5/6 2 1/12/11 9 3");
    }

    #[test]
    fn every_position_comes_about_equally_often() {
        let size = Size::new(3, 3).unwrap();
        let mut shuffler = Shuffler::new(5);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..27_000 {
            *counts.entry(shuffler.uniform(size)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 27);
        // The standard deviation of each count is 31.
        assert!(counts.values().all(|count| (850..=1150).contains(count)), "{counts:?}");
    }
}
