//! From a chain of visited states back to the moves between them.

use crate::capability::Packed;
use crate::closed::{Closed, NodeId};
use crate::meter::Meter;
use crate::observer::Observer;
use crate::outcome::{Outcome, Proof, Run, Solution};

/// The end of a search whose start is a goal: no memory is too small for it.
pub(crate) fn solved_at_start<M, O: Observer>(mut meter: Meter<'_, O>) -> Run<M> {
    meter.generate(1);
    meter.finish(Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal })
}

/// The solution that ends at node `goal`.
pub(crate) fn solution_to<S: Packed>(space: &S, closed: &Closed<S::Key>, goal: NodeId) -> Solution<S::Move> {
    let keys: Vec<_> = closed.path_to(goal).into_iter().map(|id| closed.node(id).key()).collect();
    solution_along(space, &keys)
}

/// The solution that runs through these states. Nodes do not store the move that made them; the few on the path find it
/// again.
pub(crate) fn solution_along<S: Packed>(space: &S, keys: &[S::Key]) -> Solution<S::Move> {
    let moves: Vec<_> = keys.windows(2).map(|pair| move_between(space, pair[0], pair[1])).collect();
    let cost = moves.iter().map(|&mv| space.cost(mv)).sum();
    Solution { moves, cost }
}

/// The cheapest move from one state to another.
pub(crate) fn move_between<S: Packed>(space: &S, from: S::Key, to: S::Key) -> S::Move {
    let mut state = space.unpack(&from);
    let mut moves = Vec::new();
    space.for_each_move(&state, |mv| moves.push(mv));
    moves
        .into_iter()
        .filter(|&mv| {
            space.apply(&mut state, mv);
            let hit = space.pack(&state) == to;
            space.undo(&mut state, mv);
            hit
        })
        .min_by_key(|&mv| space.cost(mv))
        .expect("a node's parent has a move to it")
}
