//! Move pruning forbids moves, but no state.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use fewest_search::Cost;
use fewest_search::capability::MovePruning;
use foldhash::fast::FixedState;

use crate::Check;
use crate::oracle::{Distances, distances_from};
use crate::space::{after, moves_of};

/// The moves allowed after `trace` are the legal moves that the automaton lets pass, in order.
///
/// # Errors
/// What is listed instead.
pub fn check_allowed<S: MovePruning<Trace: PartialEq + Debug>>(space: &S, state: &S::State, trace: S::Trace) -> Check {
    let mut allowed = Vec::new();
    space.for_each_allowed(state, trace, |mv, next| allowed.push((mv, next)));
    let moves = moves_of(space, state).into_iter();
    let filtered: Vec<_> = moves.filter_map(|mv| Some((mv, space.follow(trace, mv)?))).collect();
    ensure!(
        allowed == filtered,
        "{state:?} after {trace:?}: allowed {allowed:?}, where the automaton says {filtered:?}"
    );
    Ok(())
}

/// From `start`, pruned moves reach every state within `radius` as cheaply as all moves do. Checks the allowed moves of
/// every state and trace on the way.
///
/// # Errors
/// The first state that is reached at a higher cost or not at all.
pub fn check_pruned_distances<S: MovePruning<Trace: PartialEq + Debug>>(
    space: &S,
    start: &S::State,
    radius: Cost,
) -> Check {
    let mut pruned = Distances::default();
    let mut seen: HashMap<S::State, Vec<S::Trace>, FixedState> = HashMap::default();
    let mut layers = BTreeMap::from([(0, vec![(start.clone(), space.root_trace())])]);
    while let Some((cost, layer)) = layers.pop_first() {
        for (state, trace) in layer {
            let traces = seen.entry(state.clone()).or_default();
            if cost > radius || traces.contains(&trace) {
                continue;
            }
            traces.push(trace);
            pruned.entry(state.clone()).or_insert(cost);
            check_allowed(space, &state, trace)?;
            space.for_each_allowed(&state, trace, |mv, next| {
                layers.entry(cost + space.cost(mv)).or_default().push((after(space, &state, mv), next));
            });
        }
    }
    for (state, cost) in distances_from(space, start, radius) {
        let found = pruned.get(&state);
        ensure!(found == Some(&cost), "{state:?}: {cost} from {start:?}, but {found:?} by pruned moves");
    }
    Ok(())
}

/// Where a space says that twins are near, they are: along every path of up to `length` allowed moves from `start`, a
/// forbidden move leads to where the path, or one allowed move off it, leads at no greater cost.
///
/// # Errors
/// The first move whose twin is not near.
pub fn check_near_twins<S: MovePruning>(space: &S, start: &S::State, length: usize) -> Check {
    if !S::TWINS_ARE_NEAR {
        return Ok(());
    }
    // What the path so far leads to, by itself or with one allowed move; and what is still to be tried.
    let mut near: Vec<(S::State, Cost)> = vec![(start.clone(), 0)];
    let mut levels = vec![(0, vec![(start.clone(), space.root_trace(), 0)])];
    while let Some((known, level)) = levels.last_mut() {
        near.truncate(*known);
        let Some((state, trace, cost)) = level.pop() else {
            levels.pop();
            continue;
        };
        let mut children = Vec::new();
        space.for_each_allowed(&state, trace, |mv, next| {
            children.push((after(space, &state, mv), next, cost + space.cost(mv)));
        });
        near.push((state.clone(), cost));
        near.extend(children.iter().map(|(state, _, cost)| (state.clone(), *cost)));
        for mv in moves_of(space, &state).into_iter().filter(|&mv| space.follow(trace, mv).is_none()) {
            let (target, cost) = (after(space, &state, mv), cost + space.cost(mv));
            let is_near = near.iter().any(|(state, near)| *state == target && *near <= cost);
            ensure!(is_near, "{state:?}: the twin of {mv:?}, forbidden on a path from {start:?}, is not near");
        }
        if levels.len() <= length {
            levels.push((near.len(), children));
        }
    }
    Ok(())
}
