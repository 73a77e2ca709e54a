//! Glucose, which is interrupted from outside. It looks at that before it restarts, which on formulas of puzzles is every
//! few milliseconds; where it hardly ever restarts (pigeons in holes) it stops late.

use rustsat::solvers::{GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, Solve};
use rustsat_glucose::core::Glucose;

use super::load::{load, reply};
use super::{Effort, Reply, Stop};
use crate::cnf::Cnf;

/// Solves until asked to stop or there were this many conflicts.
pub(super) fn solve(cnf: &Cnf, stop: &Stop, conflicts: Option<u64>) -> (Reply, Effort) {
    let mut solver = Glucose::default();
    if let Err(reply) = load(&mut solver, cnf) {
        return (reply, Effort::default());
    }
    let most = conflicts.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    solver.limit_conflicts(most).expect("Glucose takes a limit at any time");
    let interrupter = solver.interrupter();
    let result = stop.during(move || interrupter.interrupt(), || solver.solve());
    let reply = reply(&solver, result, cnf);
    let count = |number: usize| number as u64;
    let effort = Effort {
        conflicts: count(solver.conflicts()),
        decisions: count(solver.decisions()),
        propagations: count(solver.propagations()),
    };
    (reply, effort)
}
