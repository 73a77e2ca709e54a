//! Towers of Hanoi as a state space, with everything else that the search can use of them.

use fewest_search::capability::{Backward, MovePruning, Packed, Ranked};
use fewest_search::{Cost, StateSpace};

use crate::discs::Discs;
use crate::notation::Transfer;
use crate::position::Position;
use crate::pruning::{self, PegTrace};
use crate::size::{Peg, Size};

/// A disc goes from one peg to another. Discs and pegs are numbered from 0, the smallest disc and peg A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The disc.
    pub disc: u8,
    /// Where it is.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl Move {
    /// The move that takes this one back.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { disc: self.disc, from: self.to, to: self.from }
    }

    /// The move as people write it.
    pub fn transfer(self) -> Transfer {
        let peg = |index: u8| Peg::new(usize::from(index)).expect("a move is between pegs that have letters");
        Transfer { from: peg(self.from), to: peg(self.to) }
    }
}

/// A size and a goal: one instance of the puzzle, for any start. A state is its [`Discs`].
#[derive(Clone, Debug)]
pub struct Hanoi<D> {
    size: Size,
    goal: D,
}

/// A position that does not belong to a space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum HanoiError {
    /// The packing is too small.
    #[error("{size} are more than this packing holds: {discs} discs on {pegs} pegs")]
    Capacity { size: Size, discs: usize, pegs: usize },
    /// Start and goal differ in size.
    #[error("the position has {found}, but the goal has {goal}: both must have the same size")]
    Size { found: Size, goal: Size },
}

impl<D: Discs> Hanoi<D> {
    /// The puzzle of reaching `goal`.
    ///
    /// # Errors
    /// [`HanoiError::Capacity`] where `D` is too small.
    pub fn new(goal: &Position) -> Result<Self, HanoiError> {
        let size = goal.size();
        if !D::fits(size) {
            return Err(HanoiError::Capacity { size, discs: D::DISCS, pegs: D::PEGS });
        }
        Ok(Self { size, goal: D::pack(goal.pegs_of_discs()) })
    }

    /// How many discs and pegs there are.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal.
    pub fn goal(&self) -> &D {
        &self.goal
    }

    /// A position as a state of this space.
    ///
    /// # Errors
    /// [`HanoiError::Size`] where the position has another size than the goal.
    pub fn state(&self, position: &Position) -> Result<D, HanoiError> {
        if position.size() != self.size {
            return Err(HanoiError::Size { found: position.size(), goal: self.size });
        }
        Ok(D::pack(position.pegs_of_discs()))
    }

    /// A state of this space as a position.
    pub fn position(&self, state: &D) -> Position {
        Position::from_pegs(self.size, |disc| state.peg(disc - 1))
    }
}

impl<D: Discs> StateSpace for Hanoi<D> {
    type State = D;
    type Move = Move;

    #[inline]
    fn is_goal(&self, state: &D) -> bool {
        *state == self.goal
    }

    #[inline]
    fn for_each_move(&self, state: &D, mut visit: impl FnMut(Move)) {
        let (discs, pegs) = (self.size.discs(), self.size.pegs());
        let mut tops = D::per_peg(0u8);
        let tops = &mut tops.as_mut()[..pegs];
        for (peg, top) in tops.iter_mut().enumerate() {
            *top = as_byte(state.top(peg, discs));
        }
        // An empty peg counts as one with a disc larger than all: any disc may go there, and that one stays.
        for (from, &disc) in tops.iter().enumerate() {
            for (to, &top) in tops.iter().enumerate() {
                if disc < top {
                    visit(Move { disc, from: as_byte(from), to: as_byte(to) });
                }
            }
        }
    }

    #[inline]
    fn apply(&self, state: &mut D, mv: Move) {
        state.shift(usize::from(mv.disc), usize::from(mv.from), usize::from(mv.to));
    }

    #[inline]
    fn undo(&self, state: &mut D, mv: Move) {
        self.apply(state, mv.reversed());
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    /// A disc can go back where it came from.
    fn is_undirected(&self) -> bool {
        true
    }
}

impl<D: Discs> Packed for Hanoi<D> {
    type Key = D;

    #[inline]
    fn pack(&self, state: &D) -> D {
        *state
    }

    #[inline]
    fn unpack(&self, key: &D) -> D {
        *key
    }
}

impl<D: Discs> Backward for Hanoi<D> {
    fn goals(&self) -> impl Iterator<Item = D> {
        std::iter::once(self.goal)
    }

    /// Every move can be taken back by a move: the moves into a state are the reverses of those out of it.
    fn for_each_move_into(&self, state: &D, mut visit: impl FnMut(Move)) {
        self.for_each_move(state, |mv| visit(mv.reversed()));
    }
}

/// All arrangements can reach the goal: the rank is the number whose digits, the smallest disc last, are the pegs.
impl<D: Discs> Ranked for Hanoi<D> {
    fn rank_count(&self) -> Option<u64> {
        let pegs = self.size.pegs() as u64;
        (0..self.size.discs()).try_fold(1u64, |count, _| count.checked_mul(pegs))
    }

    fn rank(&self, state: &D) -> u64 {
        let pegs = self.size.pegs() as u64;
        (0..self.size.discs()).rev().fold(0, |rank, disc| rank * pegs + state.peg(disc) as u64)
    }

    fn unrank(&self, rank: u64) -> D {
        let pegs = self.size.pegs() as u64;
        let mut rest = rank;
        D::pack((0..self.size.discs()).map(|_| {
            let peg = u8::try_from(rest % pegs).expect("a digit is small");
            rest /= pegs;
            peg
        }))
    }
}

impl<D: Discs> MovePruning for Hanoi<D> {
    type Trace = D::PerPeg<PegTrace>;

    fn root_trace(&self) -> Self::Trace {
        pruning::root::<D>()
    }

    #[inline]
    fn follow(&self, trace: Self::Trace, mv: Move) -> Option<Self::Trace> {
        pruning::follow::<D>(self.size.pegs(), trace, mv)
    }
}

/// A disc or peg number as it is stored.
#[inline]
fn as_byte(number: usize) -> u8 {
    debug_assert!(u8::try_from(number).is_ok());
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 64 discs and 26 pegs")]
    let byte = number as u8;
    byte
}
