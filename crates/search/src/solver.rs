//! Searching with everything left at its default but what is asked for.

use std::time::Duration;

use crate::algorithms::AStar;
use crate::capability::Packed;
use crate::{Cancel, Fresh, Heuristic, Limits, Observer, Run, Search, StateSpace, Zero};

/// Searches for the cheapest way from `start` to a goal, by A* within the default [`Limits`].
///
/// [`Solver`] does the same with another algorithm, other limits or an observer. Without an estimate, say [`Zero`]; an estimate
/// that is a function is wrapped by [`admissible`](crate::admissible) or [`consistent`](crate::consistent).
pub fn solve<S: StateSpace + Packed, H: Heuristic<S>>(space: &S, start: S::State, heuristic: &H) -> Run<S::Move> {
    Solver::new(space).heuristic(heuristic).solve(start)
}

/// A search that is being prepared.
///
/// ```
/// use std::time::Duration;
///
/// use fewest_search::algorithms::IdaStar;
/// use fewest_search::{Solver, admissible, puzzle};
///
/// let line = puzzle(|&n: &i64| [n - 1, n + 1], |&n| n == 0);
/// let distance = admissible(|n: &i64| u32::try_from(n.abs()).unwrap());
/// let solver = Solver::new(&line).heuristic(distance).algorithm(IdaStar::default()).time(Duration::from_secs(5));
/// assert_eq!(solver.solve(7).outcome.cost(), Some(7));
/// ```
#[derive(Clone, Debug)]
pub struct Solver<'a, S, H = Zero, A = AStar> {
    space: &'a S,
    heuristic: H,
    algorithm: A,
    limits: Limits,
}

impl<'a, S: StateSpace> Solver<'a, S> {
    /// A* without an estimate, within the default limits.
    pub fn new(space: &'a S) -> Self {
        Self { space, heuristic: Zero, algorithm: AStar::default(), limits: Limits::default() }
    }
}

impl<'a, S: StateSpace, H, A> Solver<'a, S, H, A> {
    /// With an estimate of the cost that is left.
    #[must_use]
    pub fn heuristic<G: Heuristic<S>>(self, heuristic: G) -> Solver<'a, S, G, A> {
        Solver { space: self.space, heuristic, algorithm: self.algorithm, limits: self.limits }
    }

    /// By another algorithm.
    #[must_use]
    pub fn algorithm<B>(self, algorithm: B) -> Solver<'a, S, H, B> {
        Solver { space: self.space, heuristic: self.heuristic, algorithm, limits: self.limits }
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// For so long at most.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// With so many expanded nodes at most.
    #[must_use]
    pub fn expansions(mut self, expansions: u64) -> Self {
        self.limits.expansions = Some(expansions);
        self
    }

    /// With so many bytes at most; 1 GiB by default.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limits.memory = bytes;
        self
    }

    /// Until this flag is set, from another thread for example.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.limits.cancel = cancel.clone();
        self
    }

    /// Searches for the cheapest way from `start` to a goal.
    pub fn solve(self, start: S::State) -> Run<S::Move>
    where
        H: Heuristic<S>,
        A: Search<S, Fresh<'a, S, H>>,
    {
        self.solve_observed(start, &mut ())
    }

    /// The same, telling an observer about it.
    #[expect(clippy::needless_pass_by_value, reason = "a start is written where it is given: `solve((0, 0))`")]
    pub fn solve_observed<O: Observer>(self, start: S::State, observer: &mut O) -> Run<S::Move>
    where
        H: Heuristic<S>,
        A: Search<S, Fresh<'a, S, H>>,
    {
        let heuristic = Fresh { space: self.space, heuristic: self.heuristic };
        self.algorithm.run(self.space, &start, &heuristic, &self.limits, observer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::{BreadthFirst, DepthLimited, IdaStar, SmaStar};
    use crate::{Cost, LimitKind, Outcome, Proof, Puzzle, Step, UnsolvableProof, admissible, consistent, puzzle};

    /// Two jugs; each move fills one, empties one, or pours one into the other.
    struct Jugs {
        sizes: [u8; 2],
        wanted: u8,
    }

    impl Puzzle for Jugs {
        type State = [u8; 2];

        fn is_goal(&self, jugs: &[u8; 2]) -> bool {
            jugs.contains(&self.wanted)
        }

        fn successors(&self, &[a, b]: &[u8; 2]) -> impl IntoIterator<Item = [u8; 2]> {
            let [most_a, most_b] = self.sizes;
            let (to_b, to_a) = (a.min(most_b - b), b.min(most_a - a));
            [[most_a, b], [a, most_b], [0, b], [a, 0], [a - to_b, b + to_b], [a + to_a, b - to_a]]
        }

        /// Pouring between jugs is twice the work.
        fn cost(&self, from: &[u8; 2], to: &[u8; 2]) -> Cost {
            if from[0] != to[0] && from[1] != to[1] { 2 } else { 1 }
        }
    }

    const JUGS: Jugs = Jugs { sizes: [3, 5], wanted: 4 };

    #[test]
    fn the_cheapest_way_is_found_whoever_searches() {
        let run = solve(&JUGS, [0, 0], &Zero);
        let Outcome::Solved { cost, proof, .. } = run.outcome else { panic!("{:?}", run.outcome) };
        assert_eq!((cost, proof), (9, Proof::Optimal));
        let mut at = [0, 0];
        let mut spent = 0;
        for step in run.outcome.moves().unwrap() {
            assert_eq!(step.from, at);
            assert!(JUGS.successors(&at).into_iter().any(|next| next == step.to));
            (at, spent) = (step.to, spent + Puzzle::cost(&JUGS, &step.from, &step.to));
        }
        assert_eq!((at.contains(&4), spent), (true, 9));
        let others = [
            Solver::new(&JUGS).algorithm(IdaStar::default()).solve([0, 0]),
            Solver::new(&JUGS).algorithm(SmaStar::default()).solve([0, 0]),
        ];
        assert!(others.iter().all(|run| run.outcome.cost() == Some(9)));
        assert_eq!(Solver::new(&JUGS).algorithm(BreadthFirst).solve([0, 0]).outcome.moves().unwrap().len(), 6);
    }

    #[test]
    fn a_step_back_is_never_taken() {
        let line = puzzle(|&n: &i64| [n - 1, n + 1], |&n| n == 0);
        let run = Solver::new(&line).algorithm(DepthLimited { depth: 6 }).solve(7);
        assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Depth, .. }), "{:?}", run.outcome);
        // The start, and two lines of six moves, each with one that is too deep.
        assert_eq!(run.stats.generated, 1 + 2 * 7);
    }

    #[test]
    fn only_promises_prove() {
        let line = puzzle(|&n: &i64| [n - 1, n + 1], |&n| n == 0);
        let distance = |n: &i64| u32::try_from(n.abs()).unwrap();
        let proof = |run: Run<Step<i64>>| match run.outcome {
            Outcome::Solved { proof, .. } => proof,
            other => panic!("{other:?}"),
        };
        assert_eq!(proof(solve(&line, 5, &consistent(distance))), Proof::Optimal);
        assert_eq!(proof(solve(&line, 5, &admissible(distance))), Proof::Optimal);
        assert_ne!(proof(solve(&line, 5, &crate::guess(move |n: &i64| 3 * distance(n)))), Proof::Optimal);
        // An estimate of nothing is the proof of a dead end.
        let dead = solve(&line, 5, &admissible(|_: &i64| None::<Cost>));
        assert_eq!(dead.outcome, Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd });
    }

    #[test]
    fn limits_and_cancel_are_heard() {
        let line = puzzle(|&n: &i64| [n - 1, n + 1], |&n| n == 0);
        let reached = |run: Run<Step<i64>>| match run.outcome {
            Outcome::LimitReached { limit, .. } => limit,
            other => panic!("{other:?}"),
        };
        let far = i64::MAX / 2;
        assert_eq!(reached(Solver::new(&line).expansions(100).solve(far)), LimitKind::Expansions);
        assert_eq!(reached(Solver::new(&line).memory(1 << 20).solve(far)), LimitKind::Memory);
        assert_eq!(reached(Solver::new(&line).time(Duration::from_millis(1)).solve(far)), LimitKind::Time);
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(reached(Solver::new(&line).cancel(&cancel).solve(far)), LimitKind::Cancelled);
    }
}
