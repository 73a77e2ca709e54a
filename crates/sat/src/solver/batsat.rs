//! BatSat: in Rust, so that it is in every build.

use batsat::{Callbacks, ClauseKind, Lit as BatLit, SolverInterface};
use rustsat::solvers::Solve;
use rustsat_batsat::Solver;

use super::load::{load, reply};
use super::{Effort, Reply};
use crate::cnf::Cnf;

/// Counts conflicts and asks whether to go on.
#[derive(Default)]
struct Watcher<'a> {
    stop: Option<&'a dyn Fn() -> bool>,
    conflicts: u64,
    most: Option<u64>,
}

impl Callbacks for Watcher<'_> {
    fn on_new_clause(&mut self, _: &[BatLit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.most.is_some_and(|most| self.conflicts >= most) || self.stop.is_some_and(|stop| stop())
    }
}

/// Solves until `stop` says so or there were this many conflicts.
pub(super) fn solve(cnf: &Cnf, stop: &dyn Fn() -> bool, conflicts: Option<u64>) -> (Reply, Effort) {
    let mut solver = Solver::default();
    *solver.batsat_mut().cb_mut() = Watcher { stop: Some(stop), conflicts: 0, most: conflicts };
    if let Err(reply) = load(&mut solver, cnf) {
        return (reply, Effort::default());
    }
    let result = solver.solve();
    let reply = reply(&solver, result, cnf);
    let inner = solver.batsat_ref();
    let effort = Effort {
        conflicts: inner.num_conflicts(),
        decisions: inner.num_decisions(),
        propagations: inner.num_propagations(),
    };
    (reply, effort)
}
