//! Kissat, which is interrupted from outside, and does not say what it did.

use rustsat::solvers::{Interrupt, InterruptSolver, Solve};
use rustsat_kissat::{Kissat, Limit};

use super::load::{load, reply};
use super::{Effort, Reply, Stop};
use crate::cnf::Cnf;

/// Solves until asked to stop or there were this many conflicts.
pub(super) fn solve(cnf: &Cnf, stop: &Stop, conflicts: Option<u64>) -> (Reply, Effort) {
    let mut solver = Kissat::default();
    if let Err(reply) = load(&mut solver, cnf, &|| stop.is_raised()) {
        return (reply, Effort::default());
    }
    if let Some(most) = conflicts {
        solver.set_limit(Limit::Conflicts(u32::try_from(most).unwrap_or(u32::MAX)));
    }
    let interrupter = solver.interrupter();
    let result = stop.during(move || interrupter.interrupt(), || solver.solve());
    (reply(&solver, result, cnf), Effort::default())
}
