//! Every goal state, one by one: a search from both ends begins there.

use crate::bits::Bits;
use crate::goal::Goal;
use crate::key::Key;
use crate::position::Place;
use crate::space::{Blocks, Board};

/// Partial states that may be looked at for each state of the limit.
const PATIENCE: usize = 64;

/// More states are goals than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "more than {limit} positions are goals, too many to search back from; say where more pieces belong, or choose a \
     search from the start alone"
)]
pub struct TooManyGoals {
    /// How many would have been listed.
    pub limit: usize,
}

impl<B: Bits, K: Key> Blocks<B, K> {
    /// As many goals as it is reasonable to search back from: they are listed in well under a second and take some tens of
    /// megabytes. From far fewer it pays: a search from both ends begins with all goals, of which most cannot even be
    /// reached, and gains where there are fewer of them than it would meet on its way from the start.
    pub const MOST_GOALS: usize = 1_000_000;

    /// Every state that is a goal, whether or not it can be reached from any start, in order of their keys: what to ask
    /// before a search from both ends.
    ///
    /// # Errors
    /// [`TooManyGoals`] where there are more than `limit`, or where so many cannot be told from more at a reasonable effort.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_blocks::{Blocks, Metric, Puzzle, library};
    /// let puzzle: Puzzle = "abb\n...\n\n..a\n...".parse()?;
    /// let space = Blocks::<u64, u64>::new(Arc::new(puzzle), Metric::Step)?;
    /// // With `a` in its corner, `bb` is beside it or in one of two places below.
    /// assert_eq!(space.goals_within(100)?.len(), 3);
    /// let klotski = library::find("klotski").expect("it is there").puzzle();
    /// let space = Blocks::<u64, u64>::new(Arc::new(klotski), Metric::Move)?;
    /// assert_eq!(space.goals_within(Blocks::<u64, u64>::MOST_GOALS)?.len(), 6_795);
    /// assert!(space.goals_within(1_000).unwrap_err().to_string().starts_with("more than 1000 positions are goals"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn goals_within(&self, limit: usize) -> Result<Vec<Board<B, K>>, TooManyGoals> {
        let mut keys = Vec::new();
        for goal in &self.goals {
            // What the goal names comes first: it leaves least choice.
            let mut order: Vec<usize> = (0..self.kinds.len()).collect();
            order.sort_by_key(|&kind| {
                let is_named = goal.wishes.iter().any(|wish| wish.kind == kind);
                (!is_named, std::cmp::Reverse(self.puzzle.pieces()[self.kinds[kind].pieces[0]].shape.len()))
            });
            let patience = limit.saturating_mul(PATIENCE).saturating_add(1 << 16);
            let mut listing = Listing { space: self, goal, order: &order, keys: &mut keys, limit, patience };
            listing.place(0, &mut Vec::new(), self.fixed, K::ZERO).ok_or(TooManyGoals { limit })?;
        }
        if self.goals.len() > 1 {
            keys.sort_unstable();
            keys.dedup();
        }
        Ok(keys.into_iter().map(|key| self.board(key)).collect())
    }
}

struct Listing<'a, B, K> {
    space: &'a Blocks<B, K>,
    goal: &'a Goal<B, K>,
    /// The kinds in the order they are placed.
    order: &'a [usize],
    keys: &'a mut Vec<K>,
    limit: usize,
    patience: usize,
}

impl<B: Bits, K: Key> Listing<'_, B, K> {
    /// Places the rest of the kind number `depth`, whose first pieces are at `spots`, and all later kinds.
    fn place(&mut self, depth: usize, spots: &mut Vec<u16>, taken: B, key: K) -> Option<()> {
        self.patience = self.patience.checked_sub(1)?;
        let Some(&index) = self.order.get(depth) else {
            if !taken.meets(self.goal.empty) {
                if self.keys.len() == self.limit {
                    return None;
                }
                self.keys.push(key);
            }
            return Some(());
        };
        let kind = &self.space.kinds[index];
        if spots.len() == kind.pieces.len() {
            let wish = self.goal.wishes.iter().find(|wish| wish.kind == index);
            if wish.is_some_and(|wish| !wish.is_met(spots)) {
                return Some(());
            }
            return self.place(depth + 1, &mut Vec::new(), taken, key);
        }
        let is_fixed = kind.spots.len() == 1;
        let first = spots.last().map_or(0, |&last| usize::from(last));
        for (number, spot) in kind.spots.iter().enumerate().skip(first) {
            let is_gone = kind.places[number] >= Place::Left(0);
            if !is_fixed
                && (spot.cells.meets(taken)
                    || (!is_gone && spots.last().map(|&last| usize::from(last)) == Some(number)))
            {
                continue;
            }
            let number = u16::try_from(number).expect("spots are numbered by 16 bits");
            let key = if is_fixed {
                key
            } else {
                let slot = &self.space.slots[self.space.first_slots[index] + spots.len()];
                key.replace(slot.field, 0, number)
            };
            spots.push(number);
            self.place(depth, spots, taken | spot.cells, key)?;
            spots.pop();
        }
        Some(())
    }
}
