//! MiniSat and what descends from it, Glucose: they are interrupted from outside.
//!
//! Glucose looks at that before it restarts, which on formulas of puzzles is every few milliseconds; where it hardly ever
//! restarts (pigeons in holes) it stops late.

use rustsat::solvers::{GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, Solve};

use super::load::{effort, load, reply};
use super::{Effort, Reply, Stop};
use crate::cnf::Cnf;

/// Solves until asked to stop or there were this many conflicts.
pub(super) fn solve<S>(cnf: &Cnf, stop: &Stop, conflicts: Option<u64>) -> (Reply, Effort)
where
    S: Solve + Interrupt + LimitConflicts + GetInternalStats + Default,
{
    let mut solver = S::default();
    if let Err(reply) = load(&mut solver, cnf, &|| stop.is_raised()) {
        return (reply, Effort::default());
    }
    let most = conflicts.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    solver.limit_conflicts(most).expect("they take a limit at any time");
    let interrupter = solver.interrupter();
    let result = stop.during(move || interrupter.interrupt(), || solver.solve());
    (reply(&solver, result, cnf), effort(&solver))
}
