//! Moves into a state are exactly those that lead there.

use std::collections::HashSet;

use fewest_search::capability::Backward;

use crate::Check;
use crate::space::{after, moves_of};

/// Every move listed as leading into `state` is a legal move of a predecessor, none is listed twice, and every move out
/// of `state` is listed where it leads.
///
/// # Errors
/// The first move that breaks this.
pub fn check_moves_into<S: Backward>(space: &S, state: &S::State) -> Check {
    let into = moves_into(space, state);
    for (index, &mv) in into.iter().enumerate() {
        let mut before = state.clone();
        space.undo(&mut before, mv);
        // Two predecessors may use moves that compare equal.
        let twice = into[..index].iter().any(|&other| {
            let mut twin = state.clone();
            space.undo(&mut twin, other);
            other == mv && twin == before
        });
        ensure!(!twice, "{state:?}: {mv:?} is listed twice as leading here");
        let legal = moves_of(space, &before).contains(&mv);
        ensure!(legal, "{state:?}: {mv:?} should lead here from {before:?}, where it is not legal");
        let there = after(space, &before, mv);
        ensure!(there == *state, "{state:?}: {mv:?} from {before:?} leads to {there:?} instead");
    }
    for mv in moves_of(space, state) {
        let next = after(space, state, mv);
        ensure!(moves_into(space, &next).contains(&mv), "{next:?}: {mv:?} leads here from {state:?} but is not listed");
    }
    Ok(())
}

/// Of `states`, which must include the goals, exactly those that are listed as goals are goals.
///
/// # Errors
/// The first state on which list and test disagree.
pub fn check_goals<S: Backward>(space: &S, states: impl IntoIterator<Item = S::State>) -> Check {
    let mut listed = HashSet::new();
    for goal in space.goals() {
        ensure!(space.is_goal(&goal), "{goal:?} is listed as a goal and is none");
        ensure!(listed.insert(goal.clone()), "{goal:?} is listed twice as a goal");
    }
    for state in states {
        let is_listed = listed.remove(&state);
        ensure!(is_listed == space.is_goal(&state), "{state:?}: the list of goals and the goal test disagree");
    }
    ensure!(listed.is_empty(), "goals outside the space: {listed:?}");
    Ok(())
}

fn moves_into<S: Backward>(space: &S, state: &S::State) -> Vec<S::Move> {
    let mut moves = Vec::new();
    space.for_each_move_into(state, |mv| moves.push(mv));
    moves
}
