//! Ranks number states without gaps.

use fewest_search::capability::Ranked;

use crate::Check;
use crate::space::{after, moves_of};

/// A state that can reach the goal has a rank in range, which names that state; so have its successors.
///
/// # Errors
/// The first state that breaks this.
pub fn check_rank<S: Ranked>(space: &S, state: &S::State) -> Check {
    let successors = moves_of(space, state).into_iter().map(|mv| after(space, state, mv));
    for state in [state.clone()].into_iter().chain(successors) {
        let rank = space.rank(&state);
        ensure!(space.rank_count().is_some_and(|count| rank < count), "{state:?}: its rank {rank} is out of range");
        let back = space.unrank(rank);
        ensure!(back == state, "{state:?}: its rank {rank} is that of {back:?}");
    }
    Ok(())
}

/// Every rank names a state of that rank: ranks and states match one to one, and no move leads out of them.
///
/// # Errors
/// The first rank or state that breaks this.
pub fn check_ranks<S: Ranked>(space: &S) -> Check {
    let Some(count) = space.rank_count() else { return Err("the space has too many states to count".into()) };
    for rank in 0..count {
        let state = space.unrank(rank);
        let back = space.rank(&state);
        ensure!(back == rank, "{state:?}: unranked from {rank}, but ranked {back}");
        check_rank(space, &state)?;
    }
    Ok(())
}
