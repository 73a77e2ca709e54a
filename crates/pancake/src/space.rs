//! The pancake puzzle as a state space, with everything else that the search can use of it.

use std::ops::Range;

use fewest_search::capability::{Backward, MovePruning, Packed, Ranked};
use fewest_search::{Cost, StateSpace};

use crate::notation::Flip;
use crate::packing::Packing;
use crate::position::{Pancake, Position};
use crate::size::{MAX_PANCAKES, Size};

/// A size and a goal: one instance of the puzzle, for any start. A state is its [`Packing`].
///
/// Pancakes are renumbered by their places at the goal, so that the goal of the search is the sorted stack whatever was
/// asked for; flips do not depend on numbers. Distances, tables and ranks are therefore the same for every goal.
#[derive(Clone, Debug)]
pub struct Pancakes<P> {
    size: Size,
    goal: P,
    /// The pancakes of the goal that was asked for, from top to bottom.
    asked: Vec<Pancake>,
    /// The place at the goal of each pancake, by its number.
    homes: [u8; MAX_PANCAKES + 1],
}

/// A stack that does not belong to a space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum PancakesError {
    /// The packing is too small.
    #[error("{size} are more than this packing holds: {most}")]
    Capacity { size: Size, most: usize },
    /// Start and goal differ in size.
    #[error("the stack has {found}, but the goal has {goal}: both must have the same size")]
    Size { found: Size, goal: Size },
}

impl<P: Packing> Pancakes<P> {
    /// The puzzle of reaching `goal`.
    ///
    /// # Errors
    /// [`PancakesError::Capacity`] where `P` is too small.
    pub fn new(goal: &Position) -> Result<Self, PancakesError> {
        let size = goal.size();
        if !P::fits(size) {
            return Err(PancakesError::Capacity { size, most: if size.is_burnt() { P::BURNT } else { P::PLAIN } });
        }
        let mut homes = [0; MAX_PANCAKES + 1];
        for (home, pancake) in (0..).zip(goal.stack()) {
            homes[pancake.number] = home;
        }
        let sides = if size.is_burnt() { 2 } else { 1 };
        let sorted = P::pack(size, (0..size.pancakes()).map(|place| place * sides));
        Ok(Self { size, goal: sorted, asked: goal.stack().to_vec(), homes })
    }

    /// How many pancakes there are, and whether they are burnt.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal: the stack of rising faces.
    pub fn goal(&self) -> &P {
        &self.goal
    }

    /// The place at the goal, from 0, of a pancake by its number.
    pub fn home(&self, pancake: usize) -> Option<usize> {
        (1..=self.size.pancakes()).contains(&pancake).then(|| usize::from(self.homes[pancake]))
    }

    /// The number of the pancake that belongs at a place, from 0.
    pub fn pancake(&self, home: usize) -> Option<usize> {
        self.asked.get(home).map(|pancake| pancake.number)
    }

    /// A position as a state of this space.
    ///
    /// # Errors
    /// [`PancakesError::Size`] where the position has another size than the goal.
    pub fn state(&self, position: &Position) -> Result<P, PancakesError> {
        if position.size() != self.size {
            return Err(PancakesError::Size { found: position.size(), goal: self.size });
        }
        let face = |pancake: &Pancake| {
            let home = usize::from(self.homes[pancake.number]);
            if self.size.is_burnt() {
                home << 1 | usize::from(pancake.burnt_up != self.asked[home].burnt_up)
            } else {
                home
            }
        };
        Ok(P::pack(self.size, position.stack().iter().map(face)))
    }

    /// A state of this space as a position.
    pub fn position(&self, state: &P) -> Position {
        let pancake = |place| {
            let face = state.face(self.size, place);
            if self.size.is_burnt() {
                let asked = self.asked[face >> 1];
                Pancake { burnt_up: asked.burnt_up != (face & 1 == 1), ..asked }
            } else {
                self.asked[face]
            }
        };
        Position::from_checked(self.size, (0..self.size.pancakes()).map(pancake).collect())
    }

    /// The bit of a burnt side in a face.
    #[inline]
    fn side_bits(&self) -> u32 {
        u32::from(self.size.is_burnt())
    }
}

impl<P: Packing> StateSpace for Pancakes<P> {
    type State = P;
    type Move = Flip;

    #[inline]
    fn is_goal(&self, state: &P) -> bool {
        *state == self.goal
    }

    #[inline]
    fn for_each_move(&self, _: &P, visit: impl FnMut(Flip)) {
        for_each_flip(self.size.least_flip()..self.size.pancakes() + 1, visit);
    }

    #[inline]
    fn apply(&self, state: &mut P, flip: Flip) {
        state.flip(self.size, flip.count());
    }

    /// A flip takes itself back.
    #[inline]
    fn undo(&self, state: &mut P, flip: Flip) {
        self.apply(state, flip);
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl<P: Packing> Packed for Pancakes<P> {
    type Key = P;

    #[inline]
    fn pack(&self, state: &P) -> P {
        *state
    }

    #[inline]
    fn unpack(&self, key: &P) -> P {
        *key
    }
}

impl<P: Packing> Backward for Pancakes<P> {
    fn goals(&self) -> impl Iterator<Item = P> {
        std::iter::once(self.goal)
    }

    fn for_each_move_into(&self, state: &P, visit: impl FnMut(Flip)) {
        self.for_each_move(state, visit);
    }
}

/// Visits flips in a plain loop: chains of iterators are not always compiled into one.
#[inline]
fn for_each_flip(counts: Range<usize>, mut visit: impl FnMut(Flip)) {
    for count in counts {
        if let Some(flip) = Flip::new(count) {
            visit(flip);
        }
    }
}

/// All stacks can reach the goal. The order is numbered in the factorial number system: the digit of a place, worth
/// `place!`, says how many pancakes above belong below; so the goal has number 0, and a flip of the top k changes the last
/// k digits alone. Where pancakes are burnt, that number is followed by a bit for each place, the top last.
impl<P: Packing> Ranked for Pancakes<P> {
    fn rank_count(&self) -> Option<u64> {
        self.size.stacks()
    }

    fn rank(&self, state: &P) -> u64 {
        let (mut order, mut sides, mut above, mut worth) = (0u64, 0u64, 0u64, 1u64);
        for place in 0..self.size.pancakes() {
            let face = state.face(self.size, place);
            let home = face >> self.side_bits();
            worth = worth.wrapping_mul(place.max(1) as u64);
            order = order.wrapping_add(worth.wrapping_mul(u64::from((above >> home).count_ones())));
            above |= 1 << home;
            sides |= ((face & 1) as u64) << place;
        }
        if self.size.is_burnt() { order << self.size.pancakes() | sides } else { order }
    }

    fn unrank(&self, rank: u64) -> P {
        let pancakes = self.size.pancakes();
        let (mut order, sides) =
            if self.size.is_burnt() { (rank >> pancakes, rank & ((1 << pancakes) - 1)) } else { (rank, 0) };
        let mut digits = [0; MAX_PANCAKES];
        for (place, digit) in digits.iter_mut().enumerate().take(pancakes) {
            let base = place as u64 + 1;
            *digit = usize::try_from(order % base).expect("a digit is small");
            order /= base;
        }
        let mut left: Vec<usize> = (0..pancakes).collect();
        let mut faces = [0; MAX_PANCAKES];
        for place in (0..pancakes).rev() {
            // So many of those that are left, which all lie above, belong below.
            let home = left.remove(place - digits[place]);
            faces[place] = home << self.side_bits() | (sides >> place & 1) as usize;
        }
        P::pack(self.size, faces.into_iter().take(pancakes))
    }
}

/// A flip is never made twice in a row. Nothing else is worth forbidding: the next shortest strings with a twin have three
/// flips each without burnt sides (3 2 3 and 2 3 2; the girth of the graph is 6) and four with them (its girth is 8), and a
/// search with a table of states met can forget by which flips it came only where twins are near.
impl<P: Packing> MovePruning for Pancakes<P> {
    /// The last flip.
    type Trace = Option<Flip>;

    const TWINS_ARE_NEAR: bool = true;

    fn root_trace(&self) -> Option<Flip> {
        None
    }

    #[inline]
    fn follow(&self, last: Option<Flip>, flip: Flip) -> Option<Option<Flip>> {
        (last != Some(flip)).then_some(Some(flip))
    }

    #[inline]
    fn for_each_allowed(&self, _: &P, last: Option<Flip>, mut visit: impl FnMut(Flip, Option<Flip>)) {
        let end = self.size.pancakes() + 1;
        let skipped = last.map_or(end, Flip::count);
        for_each_flip(self.size.least_flip()..skipped, |flip| visit(flip, Some(flip)));
        for_each_flip(skipped + 1..end, |flip| visit(flip, Some(flip)));
    }
}
