//! Moves, and the space of a puzzle as searches see it.

use fewest_search::capability::{Backward, MovePruning, Packed};
use fewest_search::{Cost, StateSpace};

use crate::bits::Bits;
use crate::geometry::Direction;
use crate::key::Key;
use crate::kind::NOWHERE;
use crate::list::Goals;
use crate::metric::Metric;
use crate::position::Place;
use crate::space::{Blocks, Board};

/// A move, with what undoing needs. Spots are numbered within their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// One piece goes from spot to spot.
    One {
        /// Its kind.
        kind: u16,
        /// Where it was.
        from: u16,
        /// Where it goes.
        to: u16,
        /// The way, where it is a straight line: the number of a [`Direction`]; 4 for any path.
        way: u8,
    },
    /// Several go together.
    Group {
        /// Which, before the move: a bit for each slot of the packed state.
        before: u32,
        /// Which, after it.
        after: u32,
        /// The way: the number of a [`Direction`].
        way: u8,
        /// Over how many squares.
        distance: u8,
    },
}

/// The way of a move that may turn.
pub(crate) const ANY_WAY: u8 = 4;

impl<B: Bits, K: Key> Blocks<B, K> {
    #[inline]
    fn relocate(&self, board: &mut Board<B, K>, kind: u16, from: u16, to: u16) {
        let index = self.slot_at(&board.key, kind, from);
        let slot = &self.slots[index];
        board.taken = board.taken.without(self.spot(slot, from).cells) | self.spot(slot, to).cells;
        board.key = self.shifted(board.key, index, from, to);
    }

    /// Calls `visit` for every move of one piece. A search spends hundreds of nanoseconds on a state: a call through a pointer
    /// for each move is little of that, and the moves of all metrics are not compiled for each search.
    fn each_of_one(&self, state: &Board<B, K>, visit: &mut dyn FnMut(Move)) {
        self.for_each_shift(state, |index, from, to, way| {
            visit(Move::One { kind: self.slots[index].kind, from, to, way });
        });
    }
}

impl<B: Bits, K: Key> StateSpace for Blocks<B, K> {
    type State = Board<B, K>;
    type Move = Move;

    #[inline]
    fn is_goal(&self, state: &Board<B, K>) -> bool {
        self.meets_goal(&state.key, || state.taken)
    }

    #[inline]
    fn for_each_move(&self, state: &Board<B, K>, mut visit: impl FnMut(Move)) {
        self.each_of_one(state, &mut visit);
        if self.metric == Metric::Group {
            self.for_each_group(state, &mut visit);
        }
    }

    #[inline]
    fn apply(&self, state: &mut Board<B, K>, mv: Move) {
        match mv {
            Move::One { kind, from, to, .. } => self.relocate(state, kind, from, to),
            Move::Group { before, way, distance, .. } => *state = self.shifted_group(state, before, way, distance),
        }
    }

    #[inline]
    fn undo(&self, state: &mut Board<B, K>, mv: Move) {
        match mv {
            Move::One { kind, from, to, .. } => self.relocate(state, kind, to, from),
            Move::Group { after, way, distance, .. } => {
                *state = self.shifted_group(state, after, opposite(way), distance);
            }
        }
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    /// What moved can move back, unless it left the board.
    fn is_undirected(&self) -> bool {
        !self.can_leave
    }
}

/// The number of the opposite direction.
#[inline]
pub(crate) fn opposite(way: u8) -> u8 {
    // Up, left, right, down: the numbers of opposites add up to three.
    debug_assert!(Direction::ALL.iter().rev().eq(&Direction::ALL.map(Direction::opposite)));
    3 - way
}

impl<B: Bits, K: Key> Packed for Blocks<B, K> {
    type Key = K;

    #[inline]
    fn pack(&self, state: &Board<B, K>) -> K {
        state.key
    }

    #[inline]
    fn unpack(&self, key: &K) -> Board<B, K> {
        self.board(*key)
    }
}

impl<B: Bits, K: Key> Backward for Blocks<B, K> {
    /// Every goal state, whether or not it can be reached from any start. Where pieces are free there can be very many:
    /// ask [`goals_within`](Blocks::goals_within) first.
    fn goals(&self) -> impl Iterator<Item = Board<B, K>> {
        Goals::new(self)
    }

    fn for_each_move_into(&self, state: &Board<B, K>, mut visit: impl FnMut(Move)) {
        // A move back is a move, for pieces on the board.
        self.each_of_one(state, &mut |mv| {
            let Move::One { kind, from: to, to: from, way } = mv else { return };
            if self.kinds[usize::from(kind)].places[usize::from(from)] < Place::Left(0) {
                let way = if way == ANY_WAY { way } else { opposite(way) };
                visit(Move::One { kind, from, to, way });
            }
        });
        if self.can_leave {
            self.for_each_return(state, &mut visit);
        }
        if self.metric == Metric::Group {
            self.for_each_group(state, &mut |mv| {
                if let Move::Group { before, after, way, distance } = mv {
                    visit(Move::Group { before: after, after: before, way: opposite(way), distance });
                }
            });
        }
    }
}

/// Forbids what one move could have done: taking a step back, moving a piece that has just moved along the same line, or
/// by any path, again.
impl<B: Bits, K: Key> MovePruning for Blocks<B, K> {
    /// The last move.
    type Trace = Option<Move>;

    const TWINS_ARE_NEAR: bool = true;

    fn root_trace(&self) -> Self::Trace {
        None
    }

    #[inline]
    fn follow(&self, last: Self::Trace, mv: Move) -> Option<Self::Trace> {
        let is_horizontal = |way: u8| way == 1 || way == 2;
        let is_forbidden = match (last, mv) {
            (Some(Move::One { kind, from, to: at, way }), Move::One { kind: again, from: here, to, way: now }) => {
                kind == again
                    && at == here
                    && match self.metric {
                        Metric::Step => to == from,
                        Metric::Slide | Metric::Group => is_horizontal(way) == is_horizontal(now),
                        Metric::Move => true,
                    }
            }
            (Some(Move::Group { after, way, .. }), Move::Group { before, way: now, .. }) => {
                after == before && is_horizontal(way) == is_horizontal(now)
            }
            _ => false,
        };
        (!is_forbidden).then_some(Some(mv))
    }
}

const _: () = assert!(NOWHERE > 512, "spots are numbered below it");
