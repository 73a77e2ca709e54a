//! What [`StateSpace`] asks of every space.

use std::hash::{DefaultHasher, Hash, Hasher};

use chacha20::ChaCha8Rng;
use fewest_search::StateSpace;
use rand::RngExt;
use rand::SeedableRng;

use crate::Check;

/// The legal moves in a state, in order.
pub fn moves_of<S: StateSpace>(space: &S, state: &S::State) -> Vec<S::Move> {
    let mut moves = Vec::new();
    space.for_each_move(state, |mv| moves.push(mv));
    moves
}

/// The state after a move.
pub fn after<S: StateSpace>(space: &S, state: &S::State, mv: S::Move) -> S::State {
    let mut next = state.clone();
    space.apply(&mut next, mv);
    next
}

/// Moves are listed once each and always in the same order, cost what they should, and can be undone. In a space that
/// calls itself undirected each has a counterpart that leads back at its cost.
///
/// # Errors
/// The first law that is broken.
pub fn check_moves<S: StateSpace>(space: &S, state: &S::State) -> Check {
    let moves = moves_of(space, state);
    ensure!(moves == moves_of(space, state), "{state:?}: moves come in another order the second time");
    for (index, &mv) in moves.iter().enumerate() {
        ensure!(!moves[..index].contains(&mv), "{state:?}: {mv:?} is listed twice");
        let cost = space.cost(mv);
        ensure!(cost >= 1, "{state:?}: {mv:?} costs nothing");
        if let Some(uniform) = space.uniform_cost() {
            ensure!(cost == uniform, "{state:?}: {mv:?} costs {cost} where every move should cost {uniform}");
        }
        let next = after(space, state, mv);
        ensure!(next == after(space, state, mv), "{state:?}: {mv:?} leads to another state the second time");
        let mut back = next.clone();
        space.undo(&mut back, mv);
        ensure!(back == *state, "{state:?}: apply and undo of {mv:?} give {back:?}");
        ensure!(hash_of(&back) == hash_of(state), "{state:?}: equal states have unequal hashes after {mv:?}");
        space.apply(&mut back, mv);
        ensure!(back == next && hash_of(&back) == hash_of(&next), "{state:?}: {mv:?} made again gives {back:?}");
        if space.is_undirected() {
            let leads_back = |back: &S::Move| space.cost(*back) == cost && after(space, &next, *back) == *state;
            let returns = moves_of(space, &next).iter().any(leads_back);
            ensure!(returns, "{state:?}: no move leads back from {next:?} at {cost}, though the space is undirected");
        }
    }
    Ok(())
}

/// The states on a random walk of `steps` moves, the start included. It ends early where there is no move.
pub fn walk<S: StateSpace>(space: &S, start: &S::State, steps: usize, seed: u64) -> Vec<S::State> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut states = vec![start.clone()];
    for _ in 0..steps {
        let state = &states[states.len() - 1];
        let moves = moves_of(space, state);
        if moves.is_empty() {
            break;
        }
        states.push(after(space, state, moves[random.random_range(0..moves.len())]));
    }
    states
}

/// A hash that is the same for equal states in one run.
pub(crate) fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
