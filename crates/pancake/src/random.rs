//! Random stacks, the same for the same seed on every machine.

use chacha20::ChaCha8Rng;
use fewest_search::Cancel;
use rand::RngExt;
use rand::SeedableRng;

use crate::notation::Flip;
use crate::position::{Pancake, Position};
use crate::size::Size;

/// A source of random stacks.
#[derive(Debug)]
pub struct Shuffler(ChaCha8Rng);

impl Shuffler {
    /// The source that this seed names.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A stack of this size, every one equally likely.
    ///
    /// ```
    /// use fewest_pancake::{Size, random::Shuffler};
    /// let size = Size::burnt(8)?;
    /// assert_eq!(Shuffler::new(7).uniform(size), Shuffler::new(7).uniform(size));
    /// # Ok::<(), fewest_pancake::SizeError>(())
    /// ```
    pub fn uniform(&mut self, size: Size) -> Position {
        let mut stack: Vec<Pancake> = Position::sorted(size).stack().to_vec();
        // Fisher and Yates, as Durstenfeld (1964) does it.
        for last in (1..stack.len()).rev() {
            stack.swap(last, self.below(last + 1));
        }
        if size.is_burnt() {
            for pancake in &mut stack {
                pancake.burnt_up = self.below(2) == 1;
            }
        }
        Position::from_checked(size, stack)
    }

    /// The stack after so many random flips from `goal`, none of which takes back the one before it, where there is
    /// another.
    ///
    /// ```
    /// use fewest_pancake::{Position, Size, random::Shuffler};
    /// let goal = Position::sorted(Size::plain(8)?);
    /// assert_eq!(Shuffler::new(7).walk(&goal, 0), goal);
    /// assert_eq!(Shuffler::new(7).walk(&goal, 20), Shuffler::new(7).walk(&goal, 20));
    /// # Ok::<(), fewest_pancake::SizeError>(())
    /// ```
    pub fn walk(&mut self, goal: &Position, flips: u64) -> Position {
        self.walk_until(goal, flips, &Cancel::new()).expect("nobody cancels it")
    }

    /// As [`walk`](Self::walk), unless `cancel` is set meanwhile.
    pub fn walk_until(&mut self, goal: &Position, flips: u64, cancel: &Cancel) -> Option<Position> {
        let mut position = goal.clone();
        let mut last: Option<Flip> = None;
        for _ in 0..flips {
            if cancel.is_cancelled() {
                return None;
            }
            let all: Vec<Flip> = position.flips().collect();
            let others: Vec<Flip> = all.iter().copied().filter(|flip| last != Some(*flip)).collect();
            let choices = if others.is_empty() { &all } else { &others };
            if choices.is_empty() {
                break;
            }
            let chosen = choices[self.below(choices.len())];
            position.try_flip(chosen).expect("the stack allows it");
            last = Some(chosen);
        }
        Some(position)
    }

    /// A number below another, each equally likely. Drawn as 32 bits, because the draw for a usize may differ between
    /// machines.
    fn below(&mut self, end: usize) -> usize {
        let end = u32::try_from(end).expect("at most 64");
        self.0.random_range(0..end) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn the_same_on_every_machine() {
        let stack = |size: Size| Shuffler::new(1).uniform(size).to_string();
        assert_eq!(stack(Size::plain(10).unwrap()), "5 9 7 10 3 2 1 8 4 6");
        assert_eq!(stack(Size::burnt(8).unwrap()), "+7 -4 +2 -8 -1 +6 +3 -5");
    }

    #[test]
    fn every_stack_comes_about_equally_often() {
        for (size, stacks) in [(Size::plain(4).unwrap(), 24), (Size::burnt(3).unwrap(), 48)] {
            let mut shuffler = Shuffler::new(5);
            let mut counts = HashMap::new();
            for _ in 0..1000 * stacks {
                *counts.entry(shuffler.uniform(size)).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), stacks);
            // The standard deviation of each count is below 32.
            assert!(counts.values().all(|count| (850..=1150).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn walks_go_on_where_there_is_one_flip_or_none() {
        let walked = |size: Size, flips| Shuffler::new(3).walk(&Position::sorted(size), flips).to_string();
        assert_eq!(walked(Size::plain(1).unwrap(), 5), "1");
        assert_eq!(walked(Size::plain(2).unwrap(), 5), "2 1");
        assert_eq!(walked(Size::burnt(1).unwrap(), 4), "+1");
        // Two flips differ, so they never lead back.
        for seed in 0..100 {
            let goal = Position::sorted(Size::plain(5).unwrap());
            assert_ne!(Shuffler::new(seed).walk(&goal, 2), goal);
        }
    }
}
