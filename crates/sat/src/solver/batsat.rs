//! BatSat: in Rust, so that it is in every build.

use batsat::intmap::AsIndex;
use batsat::{Callbacks, ClauseKind, Lit as BatLit, Solver, SolverInterface, Var, lbool};

use super::{Effort, LOAD_PERIOD, Reply};
use crate::Model;
use crate::cnf::Cnf;
use crate::proof::Log;

/// The name and version; `BatSat` itself gives neither.
pub(super) const SIGNATURE: &str = "BatSat 0.6.0";

/// Counts conflicts, asks whether to go on, and may keep a log of the proof.
#[derive(Default)]
struct Watcher<'a> {
    stop: Option<&'a dyn Fn() -> bool>,
    conflicts: u64,
    most: Option<u64>,
    log: Option<&'a mut Log>,
}

impl Callbacks for Watcher<'_> {
    fn on_new_clause(&mut self, clause: &[BatLit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
        if let Some(log) = &mut self.log {
            log.add(clause.iter().copied().map(dimacs));
        }
    }

    // BatSat shortens clauses in place by literals that are false for good, and says nothing of it: a clause that is deleted
    // later may not be in the proof as it is now. Checkers ignore such a deletion; it must not be made an error. What gives a
    // literal its value is never deleted.
    fn on_delete_clause(&mut self, clause: &[BatLit]) {
        if let Some(log) = &mut self.log {
            log.delete(clause.iter().copied().map(dimacs));
        }
    }

    fn stop(&self) -> bool {
        self.most.is_some_and(|most| self.conflicts >= most)
            || self.stop.is_some_and(|stop| stop())
            || self.log.as_ref().is_some_and(|log| log.has_failed())
    }
}

/// A literal of BatSat in DIMACS.
fn dimacs(lit: BatLit) -> i32 {
    let number = i32::try_from(lit.var().idx() + 1).expect("a formula has fewer than 2^31 variables");
    if lit.sign() { number } else { -number }
}

/// Solves until `stop` says so or there were this many conflicts, and may keep a log of the proof in DRAT.
pub(super) fn solve(
    cnf: &Cnf,
    stop: &dyn Fn() -> bool,
    conflicts: Option<u64>,
    mut log: Option<&mut Log>,
) -> (Reply, Effort) {
    let answer = run(cnf, Watcher { stop: Some(stop), conflicts: 0, most: conflicts, log: log.as_deref_mut() });
    if let (Reply::Unsatisfiable, Some(log)) = (&answer.0, log) {
        // The last conflict, which no guess led to, BatSat keeps to itself.
        log.add([]);
    }
    answer
}

fn run(cnf: &Cnf, watcher: Watcher<'_>) -> (Reply, Effort) {
    let stop = watcher.stop;
    let mut solver = Solver::default();
    *solver.cb_mut() = watcher;
    if !load(&mut solver, cnf, &|| stop.is_some_and(|stop| stop())) {
        return (Reply::Stopped, Effort::default());
    }
    let result = solver.solve_limited(&[]);
    let reply = if result == lbool::TRUE {
        let holds = |index| solver.value_lit(BatLit::new(Var::from_index(index), true)) == lbool::TRUE;
        Reply::Satisfiable(Model::new((0..cnf.variable_count() as usize).map(holds)))
    } else if result == lbool::FALSE {
        Reply::Unsatisfiable
    } else {
        Reply::Stopped
    };
    let effort = Effort {
        conflicts: solver.num_conflicts(),
        decisions: solver.num_decisions(),
        propagations: solver.num_propagations(),
    };
    (reply, effort)
}

/// Gives the solver the formula; `false` where it is told to stop before the end.
fn load(solver: &mut Solver<Watcher<'_>>, cnf: &Cnf, is_stopped: &dyn Fn() -> bool) -> bool {
    while solver.num_vars() < cnf.variable_count() {
        solver.new_var_default();
    }
    let mut buffer = Vec::new();
    for (number, clause) in cnf.clauses().enumerate() {
        if number.is_multiple_of(LOAD_PERIOD) && is_stopped() {
            return false;
        }
        buffer.clear();
        buffer
            .extend(clause.iter().map(|lit| BatLit::new(Var::from_index(lit.index() as usize - 1), !lit.is_negated())));
        solver.add_clause_reuse(&mut buffer);
    }
    true
}
