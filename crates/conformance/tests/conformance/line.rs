//! Limits that are just enough, at every number of states at which some table may grow.

use fewest_conformance::search::Trial;
use fewest_search::algorithms::{AStar, BreadthFirst, DepthFirst};
use fewest_search::capability::Packed;
use fewest_search::{Cost, StateSpace, Zero};

/// From 0 upward, one by one, to the goal.
pub(crate) struct Line {
    pub(crate) goal: u32,
}

impl StateSpace for Line {
    type State = u32;
    type Move = ();

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.goal
    }

    fn for_each_move(&self, _: &u32, mut visit: impl FnMut(())) {
        visit(());
    }

    fn apply(&self, state: &mut u32, (): ()) {
        *state += 1;
    }

    fn undo(&self, state: &mut u32, (): ()) {
        *state -= 1;
    }
}

impl Packed for Line {
    type Key = u32;

    fn pack(&self, state: &u32) -> u32 {
        *state
    }

    fn unpack(&self, key: &u32) -> u32 {
        *key
    }
}

/// The last expansion may be the one that makes the table of visited states grow: it is allowed all the same.
#[test]
fn as_many_expansions_as_needed_are_enough() {
    for goal in 1..2_000 {
        let space = &Line { goal };
        let (distance, needed): (Cost, u64) = (goal, goal.into());
        let limits = [needed - 1, needed];
        let trial = Trial { space, heuristic: &Zero, algorithm: &BreadthFirst };
        trial.check_expansion_limits(&0, Some(distance), limits).unwrap();
        let trial = Trial { space, heuristic: &Zero, algorithm: &DepthFirst::default() };
        trial.check_expansion_limits(&0, Some(distance), limits).unwrap();
        let trial = Trial { space, heuristic: &Zero, algorithm: &AStar::default() };
        trial.check_expansion_limits(&0, Some(distance), limits).unwrap();
    }
}
