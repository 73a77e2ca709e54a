//! From a chain of visited states back to the moves between them.

use crate::capability::Packed;
use crate::closed::{Closed, NodeId};
use crate::meter::Shown;
use crate::{Cost, Meter, Observer, Outcome, Proof, Run, Solution, UnsolvableProof};

/// The end of a search whose start is a goal: no memory is too small for it.
pub(crate) fn solved_at_start<M, O: Observer>(mut meter: Meter<'_, O>) -> Run<M> {
    meter.generate(1);
    meter.finish(Outcome::Solved { moves: Vec::new(), cost: 0, proof: Proof::Optimal })
}

/// The end of a search that found a solution, optimal where that is proven, or that there is none.
pub(crate) fn ended<M>(solution: Option<Solution<M>>, is_proven: bool) -> Outcome<M> {
    match solution {
        Some(Solution { moves, cost }) => {
            Outcome::Solved { moves, cost, proof: if is_proven { Proof::Optimal } else { Proof::None } }
        }
        None => Outcome::Unsolvable { proof: UnsolvableProof::Exhausted },
    }
}

/// A node of a table of visited states, to be shown.
pub(crate) fn shown<S: Packed>(space: &S, closed: &Closed<S::Key>, node: NodeId, backward: bool) -> Shown<S::State> {
    let node = closed.node(node);
    let parent = node.parent().map(|parent| space.unpack(&closed.node(parent).key()));
    Shown { state: space.unpack(&node.key()), parent, backward }
}

/// What a proven lower bound says about a solution of this cost.
pub(crate) fn proof_of(cost: Cost, lower_bound: Cost) -> Proof {
    match lower_bound {
        0 => Proof::None,
        _ if lower_bound >= cost => Proof::Optimal,
        _ => Proof::Bounded { lower_bound },
    }
}

/// The solution that ends at node `goal`. Nodes do not store the move that made them; the few on the path find it
/// again.
pub(crate) fn solution_to<S: Packed>(space: &S, closed: &Closed<S::Key>, goal: NodeId) -> Solution<S::Move> {
    let path = closed.path_to(goal);
    solution_along(space, path.into_iter().map(|id| closed.node(id).key()))
}

/// The way from node `from` of a backward search to the goal where that search began.
pub(crate) fn solution_from<S: Packed>(space: &S, closed: &Closed<S::Key>, from: NodeId) -> Solution<S::Move> {
    let path = closed.path_to(from);
    solution_along(space, path.into_iter().rev().map(|id| closed.node(id).key()))
}

/// The solution that passes through these states, each of which has a move to the next.
pub(crate) fn solution_along<S: Packed>(space: &S, keys: impl IntoIterator<Item = S::Key>) -> Solution<S::Move> {
    let mut keys = keys.into_iter();
    let mut solution = Solution { moves: Vec::new(), cost: 0 };
    let Some(mut from) = keys.next() else { return solution };
    for to in keys {
        let mv = move_between(space, &from, &to);
        solution.moves.push(mv);
        solution.cost += space.cost(mv);
        from = to;
    }
    solution
}

/// The cheapest move between two states.
pub(crate) fn move_between<S: Packed>(space: &S, from: &S::Key, to: &S::Key) -> S::Move {
    let mut state = space.unpack(from);
    let mut moves = Vec::new();
    space.for_each_move(&state, |mv| moves.push(mv));
    moves
        .into_iter()
        .filter(|&mv| {
            space.apply(&mut state, mv);
            let hit = space.pack(&state) == *to;
            space.undo(&mut state, mv);
            hit
        })
        .min_by_key(|&mv| space.cost(mv))
        .expect("a node's parent has a move to it")
}
