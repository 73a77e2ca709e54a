//! The climb: one formula for each horizon, from a lower bound upwards.

use fewest_search::{Cost, LimitKind, Limits, Meter, Observer, Outcome, Proof, Run, UnsolvableProof};

use std::time::Duration;

use web_time::Instant;

use crate::solver::solve_metered;
use crate::{Backend, Cnf, Effort, Model, Verdict};

/// Which solutions a formula speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Those that cost just the horizon, given that none is cheaper: an encoding may forbid whatever no optimal solution
    /// does.
    Exactly,
    /// Those that cost the horizon or less.
    AtMost,
}

impl Scope {
    /// The least that a solution of this scope costs.
    pub fn least(self, horizon: Cost) -> Cost {
        match self {
            Self::Exactly => horizon,
            Self::AtMost => 0,
        }
    }
}

/// What a climb is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// The fewest moves: from the lower bound in steps, each horizon disproved before the next.
    Optimal,
    /// Some solution: the horizon is doubled until there is one.
    Any,
}

/// One horizon that was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ascent {
    /// The cost that was asked about.
    pub horizon: Cost,
    /// Which solutions were meant.
    pub scope: Scope,
    /// Whether there is one.
    pub is_satisfiable: bool,
    /// Variables of the formula.
    pub variables: u32,
    /// Clauses of the formula.
    pub clauses: usize,
    /// What the solver did.
    pub effort: Effort,
    /// How long it took to write the formula and to solve it.
    pub elapsed: Duration,
}

/// A puzzle that can be written as a formula.
pub trait ToCnf {
    /// A move.
    type Move;
    /// The variables of a formula by their meaning.
    type Map;

    /// No solution costs less. `None` where there is none at all.
    fn lower_bound(&self) -> Option<Cost>;

    /// Solutions cost the lower bound or a multiple of this more: 2 where moves change a parity.
    fn step(&self) -> Cost;

    /// Above this no optimal solution can be, where that is known: a puzzle without a solution up to here has none.
    fn upper_bound(&self) -> Option<Cost> {
        None
    }

    /// Whether formulas of a scope speak of all its solutions. Where they do not, that one is false proves nothing.
    fn is_complete(&self, _scope: Scope) -> bool {
        true
    }

    /// The formula that is true just where there is a solution of this scope. Asks the meter as it grows whether it still
    /// fits; the climb claims it when it is whole.
    ///
    /// # Errors
    /// The limit that ended the work.
    fn encode<O: Observer>(
        &self,
        horizon: Cost,
        scope: Scope,
        meter: &mut Meter<'_, O>,
    ) -> Result<(Cnf, Self::Map), LimitKind>;

    /// The moves that a model stands for.
    fn decode(&self, map: &Self::Map, model: &Model) -> Vec<Self::Move>;

    /// What moves cost: each 1, where the puzzle does not say otherwise.
    fn cost(&self, moves: &[Self::Move]) -> Cost {
        Cost::try_from(moves.len()).expect("there are no more moves than the horizon has")
    }
}

/// Raises the horizon until there is a solution.
///
/// The counts of the run are those of the solvers: `expanded` conflicts, `generated` decisions, `iterations` horizons. A
/// limit on expansions is one on conflicts, at which some solvers look only before they restart.
pub fn climb<P: ToCnf, O: Observer>(
    puzzle: &P,
    aim: Aim,
    backend: Backend,
    limits: &Limits,
    observer: &mut O,
) -> Run<P::Move> {
    climb_watched(puzzle, aim, backend, limits, observer, &mut |_| ())
}

/// As [`climb`], telling of each horizon.
pub fn climb_watched<P: ToCnf, O: Observer>(
    puzzle: &P,
    aim: Aim,
    backend: Backend,
    limits: &Limits,
    observer: &mut O,
    tell: &mut dyn FnMut(&Ascent),
) -> Run<P::Move> {
    let mut meter = Meter::start(limits, observer);
    let Some(lower_bound) = puzzle.lower_bound() else {
        return meter.finish(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd });
    };
    meter.raise_lower_bound(lower_bound);
    let end = ascend(puzzle, aim, backend, &mut meter, tell);
    meter.conclude(end)
}

fn ascend<P: ToCnf, O: Observer>(
    puzzle: &P,
    aim: Aim,
    backend: Backend,
    meter: &mut Meter<'_, O>,
    tell: &mut dyn FnMut(&Ascent),
) -> Result<Outcome<P::Move>, LimitKind> {
    let step = puzzle.step();
    let mut horizon = meter.lower_bound();
    loop {
        if puzzle.upper_bound().is_some_and(|bound| meter.lower_bound() > bound) {
            return Ok(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted });
        }
        meter.begin_iteration();
        let begun = Instant::now();
        let scope = match aim {
            Aim::Optimal => Scope::Exactly,
            Aim::Any => Scope::AtMost,
        };
        let (cnf, map) = puzzle.encode(horizon, scope, meter)?;
        let bytes = cnf.bytes();
        meter.claim(bytes)?;
        let (verdict, effort) = solve_metered(&cnf, backend, meter);
        if !matches!(verdict, Verdict::Stopped(_)) {
            tell(&Ascent {
                horizon,
                scope,
                is_satisfiable: verdict != Verdict::Unsatisfiable,
                variables: cnf.variable_count(),
                clauses: cnf.clause_count(),
                effort,
                elapsed: begun.elapsed(),
            });
        }
        drop(cnf);
        meter.release(bytes);
        match verdict {
            Verdict::Satisfiable(model) => {
                let moves = puzzle.decode(&map, &model);
                let cost = puzzle.cost(&moves);
                let proof = match meter.lower_bound() {
                    bound if bound >= cost => Proof::Optimal,
                    lower_bound => Proof::Bounded { lower_bound },
                };
                return Ok(Outcome::Solved { moves, cost, proof });
            }
            Verdict::Unsatisfiable => {
                meter.iteration(horizon)?;
                if puzzle.is_complete(scope) {
                    meter.raise_lower_bound(horizon + step);
                }
                horizon = match aim {
                    Aim::Optimal => horizon + step,
                    // Doubled, and of the same parity as before; a puzzle that may be solved at the start begins with a step.
                    Aim::Any => horizon + horizon.max(1).next_multiple_of(step),
                };
            }
            Verdict::Stopped(limit) => return Err(limit),
        }
    }
}
