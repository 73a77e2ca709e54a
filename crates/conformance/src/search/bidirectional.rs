//! How few nodes a bidirectional search can get by with (Eckerle, Chen, Sturtevant, Zilles and Holte 2017), and that NBS
//! needs at most twice as many (Chen, Holte, Zilles and Sturtevant 2017).
//!
//! With consistent heuristics, a search that knows states by their moves and estimates alone cannot exclude that a
//! forward state `u` and a backward state `v` lie on a solution of cost
//!
//! ```text
//! lb(u, v) = max(f(u), f(v), g(u) + g(v) + the cheapest move)
//! ```
//!
//! until it has expanded one of them. To prove a solution of cost C it must therefore expand a vertex cover of the pairs
//! with `lb(u, v) < C`.
//!
//! What the theorem says about NBS, and what is asserted here, is about these *necessary* expansions: until its lower
//! bound has reached C it expands both nodes of disjoint pairs with `lb < C`, and so at most twice the smallest cover.
//! What it expands afterwards, at a lower bound of C, until it holds a solution of that cost, is a matter of ties and
//! has no such bound.

use std::collections::BTreeMap;

use fewest_search::capability::Backward;
use fewest_search::{Cost, Heuristic, Limits, Outcome, Search, StateSpace};

use crate::Check;
use crate::oracle::{distances_from, distances_to_goal};
use crate::search::Trial;

/// The size of a smallest vertex cover of the pairs that must be expanded to prove that `start`, no goal, is `distance`
/// away from one. Both heuristics must be consistent; `backward` estimates the cost from the start.
///
/// Among states whose f is below the distance, a pair must be expanded exactly when its costs and the cheapest move
/// together are below it too. The forward states that pair with `v` are then all up to some cost, the more the less `v`
/// costs: the pairs form a staircase, and a smallest cover takes all forward states below some cost and all backward
/// states that pair with one that is not below. It is enough to try each cost.
pub fn minimum_cover<S: Backward>(
    space: &S,
    start: &S::State,
    distance: Cost,
    heuristic: &impl Heuristic<S>,
    backward: &impl Heuristic<S>,
) -> u64 {
    let step = space.uniform_cost().unwrap_or(1);
    let radius = distance.saturating_sub(1);
    let forward = by_cost(distances_from(space, start, radius), distance, |state| heuristic.estimate(state));
    let backward = by_cost(distances_to_goal(space, radius), distance, |state| backward.estimate(state));
    let covers = (0..=distance).map(|threshold| {
        let taken: u64 = forward.range(..threshold).map(|(_, count)| count).sum();
        // The cheapest forward state that is left, and what pairs with it.
        let left = forward.range(threshold..).next().map_or(distance, |(&cost, _)| cost);
        let partners: u64 = backward.iter().filter(|(cost, _)| left + **cost + step < distance).map(|(_, n)| n).sum();
        taken + partners
    });
    covers.min().unwrap_or(0)
}

/// How many of these states promise less than `distance`, by their cost.
fn by_cost<T>(
    costs: impl IntoIterator<Item = (T, Cost)>,
    distance: Cost,
    estimate: impl Fn(&T) -> Option<Cost>,
) -> BTreeMap<Cost, u64> {
    let mut counts = BTreeMap::new();
    for (state, cost) in costs {
        if estimate(&state).is_some_and(|estimate| cost + estimate < distance) {
            *counts.entry(cost).or_default() += 1;
        }
    }
    counts
}

impl<S: StateSpace, H, A: Search<S, H>> Trial<'_, S, H, A> {
    /// With two consistent heuristics, the search needs at most twice as many expansions as it must make to bring its
    /// lower bound up to the true distance: after that many it has either solved `start` or proven the bound.
    ///
    /// # Errors
    /// The bound that it has come up to instead.
    pub fn check_necessary_pairs(&self, start: &S::State, distance: Cost, backward: &impl Heuristic<S>) -> Check
    where
        S: Backward,
        H: Heuristic<S>,
    {
        let cover = minimum_cover(self.space, start, distance, self.heuristic, backward);
        let run = self.solve_within(start, &Limits { expansions: Some(2 * cover), ..Limits::default() });
        self.check_run(start, Some(distance), &run)?;
        if let Outcome::LimitReached { lower_bound, .. } = run.outcome {
            ensure!(
                lower_bound == distance,
                "{start:?}: {cover} expansions are enough to prove {distance}, and twice as many proved {lower_bound}"
            );
        }
        Ok(())
    }
}
