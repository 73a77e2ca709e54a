//! CaDiCaL, which asks by itself whether to go on.

use rustsat::solvers::{ControlSignal, GetInternalStats, LimitConflicts, Solve, Terminate};
use rustsat_cadical::CaDiCaL;

use super::load::{load, reply};
use super::{Effort, Reply, Stop};
use crate::cnf::Cnf;

/// Solves until asked to stop or there were this many conflicts.
pub(super) fn solve(cnf: &Cnf, stop: &Stop, conflicts: Option<u64>) -> (Reply, Effort) {
    let mut solver = CaDiCaL::default();
    solver.attach_terminator(|| if stop.is_raised() { ControlSignal::Terminate } else { ControlSignal::Continue });
    if let Err(reply) = load(&mut solver, cnf) {
        return (reply, Effort::default());
    }
    if let Some(most) = conflicts {
        let most = u32::try_from(most).unwrap_or(u32::MAX).min(i32::MAX.unsigned_abs());
        solver.limit_conflicts(Some(most)).expect("CaDiCaL takes a limit before it solves");
    }
    let result = solver.solve();
    let reply = reply(&solver, result, cnf);
    let count = |number: usize| number as u64;
    let effort = Effort {
        conflicts: count(solver.conflicts()),
        decisions: count(solver.decisions()),
        propagations: count(solver.propagations()),
    };
    (reply, effort)
}
