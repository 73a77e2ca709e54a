//! What a search says about its own work is true.

use std::ops::ControlFlow;

use fewest_search::meter::MAX_DEPTHS;
use fewest_search::{Cost, Heuristic, Iteration, Limits, Observer, Outcome, Progress, Proof, Search, StateSpace};

use crate::Check;
use crate::oracle::distances_from;
use crate::search::Trial;
use crate::search::concurrent::check_books;
use crate::search::limits::same;

impl<S: StateSpace, H, A: Search<S, H>> Trial<'_, S, H, A> {
    /// Counts add up, an observer sees every expansion and only true lower bounds, and a second run does the same.
    ///
    /// # Errors
    /// The first count that is wrong.
    pub fn check_counts(&self, start: &S::State, distance: Option<Cost>) -> Check {
        let mut seen = Recorder::default();
        let run = self.algorithm.run(self.space, start, self.heuristic, &Limits::default(), &mut seen);
        let stats = &run.stats;
        ensure!(same(&run, &self.solve(start)), "{start:?}: a second run differs from the first");
        check_books(start, &run)?;
        ensure!(
            seen.by_depth == stats.expanded_by_depth,
            "{start:?}: an observer saw {:?} expansions by depth, and {:?} are reported",
            seen.by_depth,
            stats.expanded_by_depth
        );

        if self.space.is_goal(start) {
            let no_moves = matches!(&run.outcome, Outcome::Solved { moves, cost: 0, .. } if moves.is_empty());
            ensure!(no_moves && stats.expanded == 0, "{start:?}: a goal, but {:?}", run.outcome);
        }
        let is_proven = matches!(run.outcome, Outcome::Solved { proof: Proof::Optimal, .. });
        if let (true, Some(last), Some(distance)) = (is_proven, seen.iterations.last(), distance) {
            ensure!(last.bound < distance, "{start:?}: searched up to {} and missed a goal at {distance}", last.bound);
        }
        seen.check(start, distance)
    }

    /// The nodes that A* must expand under a consistent heuristic, and those it may (Dechter and Pearl 1985): all whose
    /// f is below the solution's cost, none whose f is above.
    ///
    /// # Errors
    /// Where it expands fewer or more.
    pub fn check_necessary_expansions(&self, start: &S::State, distance: Cost) -> Check
    where
        H: Heuristic<S>,
    {
        let within = |limit: Cost| {
            let states = distances_from(self.space, start, limit).into_iter();
            let promising = states.filter(|(state, cost)| {
                let f = self.heuristic.estimate(state).map(|estimate| cost + estimate);
                f.is_some_and(|f| f <= limit) && !self.space.is_goal(state)
            });
            promising.count() as u64
        };
        let must = if distance == 0 { 0 } else { within(distance - 1) };
        let may = within(distance);
        let expanded = self.solve(start).stats.expanded;
        ensure!((must..=may).contains(&expanded), "{start:?}: expanded {expanded} nodes, not {must} to {may}");
        Ok(())
    }
}

/// An observer that writes everything down.
#[derive(Default)]
struct Recorder {
    by_depth: Vec<u64>,
    iterations: Vec<Iteration>,
    progress: Vec<Progress>,
}

impl Recorder {
    /// Bounds rise, counts do not fall, and no lower bound is above the true distance.
    fn check<T: std::fmt::Debug>(&self, start: &T, distance: Option<Cost>) -> Check {
        for pair in self.iterations.windows(2) {
            let rises = pair[0].bound < pair[1].bound && pair[0].expanded <= pair[1].expanded;
            ensure!(rises, "{start:?}: {:?} is followed by {:?}", pair[0], pair[1]);
        }
        for pair in self.progress.windows(2) {
            let rises = pair[0].lower_bound <= pair[1].lower_bound && pair[0].expanded <= pair[1].expanded;
            ensure!(rises, "{start:?}: {:?} is followed by {:?}", pair[0], pair[1]);
        }
        let bound = self.progress.last().map_or(0, |progress| progress.lower_bound);
        let is_true = distance.is_none_or(|distance| bound <= distance);
        ensure!(is_true, "{start:?}: lower bound {bound}, but a goal is {distance:?} away");
        Ok(())
    }
}

impl Observer for Recorder {
    fn expand(&mut self, depth: Cost) {
        // The last entry gathers all that is deeper.
        let depth = (depth as usize).min(MAX_DEPTHS - 1);
        if depth >= self.by_depth.len() {
            self.by_depth.resize(depth + 1, 0);
        }
        self.by_depth[depth] += 1;
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        self.iterations.push(*iteration);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.progress.push(*progress);
        ControlFlow::Continue(())
    }
}
