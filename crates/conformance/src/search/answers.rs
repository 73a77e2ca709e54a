//! What a search says is true.

use fewest_search::{Cost, Outcome, Proof, Run, Search, Solution, StateSpace};

use crate::Check;
use crate::search::Trial;
use crate::space::moves_of;

impl<S: StateSpace, H, A: Search<S, H>> Trial<'_, S, H, A> {
    /// Whatever the search says about `start` is true, given the true distance: `None` where no goal can be reached.
    ///
    /// # Errors
    /// What it said, and what is true.
    pub fn check_answer(&self, start: &S::State, distance: Option<Cost>) -> Check {
        self.check_run(start, distance, &self.solve(start))
    }

    /// The search solves `start` with a proof that no solution is cheaper, or proves that there is none.
    ///
    /// # Errors
    /// What it said instead.
    pub fn check_optimal(&self, start: &S::State, distance: Option<Cost>) -> Check {
        let run = self.solve(start);
        self.check_run(start, distance, &run)?;
        match run.outcome {
            Outcome::Solved { proof: Proof::Optimal, .. } | Outcome::Unsolvable { .. } => Ok(()),
            outcome => Err(format!("{start:?}: ended with {outcome:?}, not with a proof")),
        }
    }

    /// What a finished run says about `start` is true.
    pub(super) fn check_run(&self, start: &S::State, distance: Option<Cost>, run: &Run<S::Move>) -> Check {
        let truth = distance.map_or("no goal can be reached".to_owned(), |cost| format!("a goal is {cost} away"));
        match &run.outcome {
            Outcome::Solved { moves, cost, proof } => {
                self.check_path(start, moves, *cost)?;
                let is_true = distance.is_some_and(|distance| match *proof {
                    Proof::Optimal => *cost == distance,
                    Proof::Bounded { lower_bound } => lower_bound <= distance,
                    Proof::None => *cost >= distance,
                });
                ensure!(is_true, "{start:?}: solved at cost {cost} ({proof:?}), but {truth}");
            }
            Outcome::Unsolvable { proof } => {
                ensure!(distance.is_none(), "{start:?}: called unsolvable ({proof:?}), but {truth}");
            }
            Outcome::LimitReached { limit, lower_bound, best_known } => {
                let is_true = distance.is_none_or(|distance| *lower_bound <= distance);
                ensure!(is_true, "{start:?}: lower bound {lower_bound} at the {limit}, but {truth}");
                if let Some(Solution { moves, cost }) = best_known {
                    self.check_path(start, moves, *cost)?;
                    ensure!(lower_bound <= cost, "{start:?}: a solution of {cost} below the bound {lower_bound}");
                }
            }
        }
        Ok(())
    }

    /// The moves are legal one after the other, end at a goal, and cost together what is said.
    fn check_path(&self, start: &S::State, moves: &[S::Move], cost: Cost) -> Check {
        let mut state = start.clone();
        let mut paid = 0;
        for &mv in moves {
            ensure!(moves_of(self.space, &state).contains(&mv), "{start:?}: {mv:?} is illegal in {state:?}");
            paid += self.space.cost(mv);
            self.space.apply(&mut state, mv);
        }
        ensure!(self.space.is_goal(&state), "{start:?}: the solution ends at {state:?}, no goal");
        ensure!(paid == cost, "{start:?}: the solution costs {paid}, and {cost} was said");
        Ok(())
    }
}
