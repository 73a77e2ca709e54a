//! The space that the examples of this documentation search: whole numbers in a line, a step either way.

use crate::capability::{Backward, MovePruning, Packed};
use crate::{Cost, Guarantees, Heuristic, StateSpace};

/// All whole numbers; a move adds 1 or −1, and the goal is the number in the field.
#[derive(Clone, Copy, Debug)]
pub struct Line(pub i64);

impl StateSpace for Line {
    type State = i64;
    type Move = i64;

    fn is_goal(&self, state: &i64) -> bool {
        *state == self.0
    }

    fn for_each_move(&self, _: &i64, visit: impl FnMut(i64)) {
        [1, -1].into_iter().for_each(visit);
    }

    fn apply(&self, state: &mut i64, mv: i64) {
        *state += mv;
    }

    fn undo(&self, state: &mut i64, mv: i64) {
        *state -= mv;
    }

    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl Packed for Line {
    type Key = i64;

    fn pack(&self, state: &i64) -> i64 {
        *state
    }

    fn unpack(&self, key: &i64) -> i64 {
        *key
    }
}

impl Backward for Line {
    fn goals(&self) -> impl Iterator<Item = i64> {
        std::iter::once(self.0)
    }

    fn for_each_move_into(&self, state: &i64, visit: impl FnMut(i64)) {
        self.for_each_move(state, visit);
    }
}

/// Forbids to take the last move back.
impl MovePruning for Line {
    type Trace = i64;

    fn root_trace(&self) -> i64 {
        0
    }

    fn follow(&self, last: i64, mv: i64) -> Option<i64> {
        (mv != -last).then_some(mv)
    }
}

/// Half the distance to the number in the field.
#[derive(Clone, Copy, Debug)]
pub struct HalfTheWay(pub i64);

impl Heuristic<Line> for HalfTheWay {
    fn estimate(&self, state: &i64) -> Option<Cost> {
        Cost::try_from(state.abs_diff(self.0) / 2).ok()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}
