//! What a heuristic promises, held against true distances.

use chacha20::ChaCha8Rng;
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Heuristic, Incremental, StateSpace};
use rand::RngExt;
use rand::SeedableRng;

use crate::Check;
use crate::oracle::Table;
use crate::space::{after, moves_of};

/// The estimate of one state against its true distance, `None` where it cannot reach a goal: a dead end is one, and
/// what is called admissible is.
///
/// # Errors
/// What the estimate promised and did not keep.
pub fn check_estimate<S, H>(space: &S, heuristic: &H, state: &S::State, distance: Option<Cost>) -> Check
where
    S: StateSpace,
    H: Heuristic<S>,
{
    let guarantees = heuristic.guarantees();
    ensure!(guarantees.admissible || !guarantees.consistent, "a consistent heuristic is admissible, and must say so");
    ensure!((distance == Some(0)) == space.is_goal(state), "{state:?}: distance {distance:?} and goal test disagree");
    let Some(distance) = distance else { return Ok(()) };
    let Some(estimate) = heuristic.estimate(state) else {
        return Err(format!("{state:?}: called a dead end, but a goal is {distance} away"));
    };
    let too_high = guarantees.admissible && estimate > distance;
    ensure!(!too_high, "{state:?}: estimated {estimate}, but a goal is {distance} away");
    Ok(())
}

/// Along every move out of `state`, a heuristic that is called consistent never drops by more than the move costs.
///
/// # Errors
/// The first move along which it does.
pub fn check_consistency<S: StateSpace, H: Heuristic<S>>(space: &S, heuristic: &H, state: &S::State) -> Check {
    if !heuristic.guarantees().consistent {
        return Ok(());
    }
    let here = heuristic.estimate(state);
    for mv in moves_of(space, state) {
        let next = after(space, state, mv);
        let cost = space.cost(mv);
        let there = heuristic.estimate(&next);
        let drops = match (here, there) {
            (Some(here), Some(there)) => here > there.saturating_add(cost),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        ensure!(!drops, "{state:?}: the estimate drops from {here:?} to {there:?} along {mv:?}, which costs {cost}");
    }
    Ok(())
}

/// The memo of `state`, and that of each successor advanced from it, stand for the estimates made afresh; also where it is
/// advanced in halves, or no further than an allowance.
///
/// # Errors
/// The first that does not.
pub fn check_increments<S: StateSpace, H: Incremental<S>>(space: &S, heuristic: &H, state: &S::State) -> Check {
    let memo = heuristic.memo(state);
    let (value, estimate) = (memo.map(|memo| heuristic.value(memo)), heuristic.estimate(state));
    ensure!(value == estimate, "{state:?}: the memo says {value:?}, the estimate {estimate:?}");
    let Some(memo) = memo else { return Ok(()) };
    for mv in moves_of(space, state) {
        let advanced = heuristic.advance(memo, state, mv).map(|memo| heuristic.value(memo));
        let fresh = heuristic.estimate(&after(space, state, mv));
        ensure!(advanced == fresh, "{state:?}: after {mv:?} advanced to {advanced:?}, afresh {fresh:?}");
        let near = fresh.unwrap_or(0);
        for allowance in [0, near.saturating_sub(1), near, near.saturating_add(1)] {
            let at_once = heuristic.advance_within(memo, state, mv, allowance);
            let halves = heuristic.announce(memo, state, mv).and_then(|memo| heuristic.settle(memo, allowance));
            for (advanced, how) in [(at_once, "at once"), (halves, "in halves")] {
                let value = advanced.map(|(memo, value)| (value, heuristic.value(memo)));
                let holds = match (value, fresh) {
                    (Some(values), Some(fresh)) if fresh <= allowance => values == (fresh, fresh),
                    (Some((value, _)), fresh) => value > allowance && fresh.is_none_or(|fresh| value <= fresh),
                    (None, fresh) => fresh.is_none(),
                };
                ensure!(holds, "{state:?}: after {mv:?}, {how} within {allowance}: {value:?}, afresh {fresh:?}");
            }
        }
    }
    Ok(())
}

/// A memo that is carried along a random walk of `steps` moves stays right.
///
/// # Errors
/// The first state where it goes wrong.
pub fn check_walk<S, H>(space: &S, heuristic: &H, start: &S::State, steps: usize, seed: u64) -> Check
where
    S: StateSpace,
    H: Incremental<S>,
{
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut state = start.clone();
    let Some(mut memo) = heuristic.memo(&state) else { return Ok(()) };
    for step in 1..=steps {
        let moves = moves_of(space, &state);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.random_range(0..moves.len())];
        let advanced = heuristic.advance(memo, &state, mv);
        space.apply(&mut state, mv);
        let (value, fresh) = (advanced.map(|memo| heuristic.value(memo)), heuristic.estimate(&state));
        ensure!(value == fresh, "{state:?}: carried along {step} moves from {start:?} as {value:?}, afresh {fresh:?}");
        let Some(advanced) = advanced else { break };
        memo = advanced;
    }
    Ok(())
}

/// Every law, for every state of a table.
///
/// # Errors
/// The first state that breaks one.
pub fn check_table<S: Ranked, H: Incremental<S>>(space: &S, heuristic: &H, table: &Table) -> Check {
    for (rank, distance) in table.iter() {
        let state = space.unrank(rank);
        check_estimate(space, heuristic, &state, Some(distance))?;
        check_consistency(space, heuristic, &state)?;
        check_increments(space, heuristic, &state)?;
    }
    Ok(())
}
