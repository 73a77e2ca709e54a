//! Every goal state, one by one: a search from both ends begins there.

use crate::bits::Bits;
use crate::key::Key;
use crate::position::Place;
use crate::space::{Blocks, Board};

/// Pieces that may be placed or taken back for each state of the limit.
const PATIENCE: usize = 128;

/// More states are goals than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "more than {limit} positions are goals, too many to search back from; give a place to more pieces, or choose an \
     algorithm that searches only from the start"
)]
pub struct TooManyGoals {
    /// How many would have been listed.
    pub limit: usize,
}

impl<B: Bits, K: Key> Blocks<B, K> {
    /// As many goals as it is reasonable to search back from: they are listed in well under a second. From far fewer it pays: a search from both ends begins with all goals, of which most cannot even be
    /// reached, and gains where there are fewer of them than it would meet on its way from the start.
    pub const MOST_GOALS: usize = 1_000_000;

    /// Every state that is a goal, whether or not it can be reached from any start: what to ask before a search from
    /// both ends.
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
        let mut found = Vec::new();
        self.try_each_goal(limit, |key| found.push(self.board(key)))?;
        Ok(found)
    }

    /// How many states are goals, as [`goals_within`](Self::goals_within) has it, without a list of them.
    ///
    /// # Errors
    /// As there.
    pub fn count_goals(&self, limit: usize) -> Result<usize, TooManyGoals> {
        let mut count = 0;
        self.try_each_goal(limit, |_| count += 1)?;
        Ok(count)
    }

    fn try_each_goal(&self, limit: usize, mut visit: impl FnMut(K)) -> Result<(), TooManyGoals> {
        let each = limit.saturating_mul(PATIENCE).saturating_add(1 << 16);
        let mut patience = each.saturating_mul(self.goals.len()).saturating_add(1);
        let mut goals = Goals::new(self);
        let mut count = 0;
        loop {
            patience = patience.checked_sub(1).ok_or(TooManyGoals { limit })?;
            match goals.step() {
                Step::Goal(_) if count == limit => return Err(TooManyGoals { limit }),
                Step::Goal(key) => {
                    count += 1;
                    visit(key);
                }
                Step::OnTheWay => {}
                Step::End => return Ok(()),
            }
        }
    }
}

/// All states that are goals, found one after the other: no list of them is made.
pub(crate) struct Goals<'a, B, K> {
    space: &'a Blocks<B, K>,
    /// The goal whose states are listed.
    number: usize,
    /// The kinds in the order they are placed.
    order: Vec<usize>,
    waiting: Vec<Partial<B, K>>,
}

/// Some pieces are placed.
struct Partial<B, K> {
    /// So many kinds are placed.
    kinds: usize,
    /// Where the first pieces of the next kind are.
    spots: Vec<u16>,
    /// The first spot to be tried for the next piece.
    next: usize,
    taken: B,
    key: K,
}

/// What placing one piece more, or taking one back, comes to.
enum Step<K> {
    /// A state that is a goal.
    Goal(K),
    /// Nothing yet.
    OnTheWay,
    /// There are no more.
    End,
}

impl<'a, B: Bits, K: Key> Goals<'a, B, K> {
    pub(crate) fn new(space: &'a Blocks<B, K>) -> Self {
        let mut goals = Self { space, number: 0, order: Vec::new(), waiting: Vec::new() };
        goals.begin();
        goals
    }

    /// Begins with a goal, where there is one more.
    fn begin(&mut self) {
        let Some(goal) = self.space.goals.get(self.number) else { return };
        // What the goal names comes first: it leaves least choice.
        self.order = (0..self.space.kinds.len()).collect();
        self.order.sort_by_key(|&kind| {
            let is_named = goal.wishes.iter().any(|wish| wish.kind == kind);
            let first = self.space.kinds[kind].pieces[0];
            (!is_named, std::cmp::Reverse(self.space.puzzle.pieces()[first].shape.len()))
        });
        self.waiting.push(Partial { kinds: 0, spots: Vec::new(), next: 0, taken: self.space.fixed, key: K::ZERO });
    }

    /// Places one piece more, or takes one back.
    fn step(&mut self) -> Step<K> {
        let Some(last) = self.waiting.last_mut() else {
            self.number += 1;
            self.begin();
            return if self.waiting.is_empty() { Step::End } else { Step::OnTheWay };
        };
        let goal = &self.space.goals[self.number];
        let Some(&index) = self.order.get(last.kinds) else {
            let (key, taken) = (last.key, last.taken);
            self.waiting.pop();
            // A state that meets two goals is listed with the first.
            let is_new =
                || self.number == 0 || !self.space.meets_some(&self.space.goals[..self.number], &key, || taken);
            return if !taken.meets(goal.empty) && is_new() { Step::Goal(key) } else { Step::OnTheWay };
        };
        let kind = &self.space.kinds[index];
        if last.spots.len() == kind.pieces.len() {
            let wish = goal.wishes.iter().find(|wish| wish.kind == index);
            let is_met = wish.is_none_or(|wish| wish.is_met(&last.spots));
            let next = Partial { kinds: last.kinds + 1, spots: Vec::new(), next: 0, taken: last.taken, key: last.key };
            self.waiting.pop();
            if is_met {
                self.waiting.push(next);
            }
            return Step::OnTheWay;
        }
        let is_fixed = kind.spots.len() == 1;
        let latest = last.spots.last().map(|&spot| usize::from(spot));
        let fits = |&number: &usize| {
            let is_gone = kind.places[number] >= Place::Left(0);
            is_fixed || !kind.spots[number].cells.meets(last.taken) && (is_gone || latest != Some(number))
        };
        let Some(number) = (last.next..kind.spots.len()).find(fits) else {
            self.waiting.pop();
            return Step::OnTheWay;
        };
        last.next = number + 1;
        let spot = u16::try_from(number).expect("spots are numbered by 16 bits");
        let key = if is_fixed {
            last.key
        } else {
            let slot = &self.space.slots[self.space.first_slots[index] + last.spots.len()];
            last.key.replace(slot.field, 0, spot)
        };
        let spots = last.spots.iter().copied().chain([spot]).collect();
        let taken = last.taken | kind.spots[number].cells;
        let placed = Partial { kinds: last.kinds, spots, next: number, taken, key };
        self.waiting.push(placed);
        Step::OnTheWay
    }
}

impl<B: Bits, K: Key> Iterator for Goals<'_, B, K> {
    type Item = Board<B, K>;

    fn next(&mut self) -> Option<Board<B, K>> {
        loop {
            match self.step() {
                Step::Goal(key) => return Some(self.space.board(key)),
                Step::OnTheWay => {}
                Step::End => return None,
            }
        }
    }
}
