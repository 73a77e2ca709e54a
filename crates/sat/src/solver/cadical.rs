//! CaDiCaL, which asks by itself whether to go on, and tells of every step of its proof.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustsat::solvers::{ControlSignal, LimitConflicts, Solve, Terminate};
use rustsat::types::Lit;
use rustsat_cadical::{CaDiCaL, CaDiCaLClause, ClauseId, TraceProof};

use super::load::{effort, load, reply};
use super::{Effort, Reply, Stop};
use crate::cnf::Cnf;
use crate::proof::Log;

/// Solves until asked to stop or there were this many conflicts.
pub(super) fn solve(cnf: &Cnf, stop: &Stop, conflicts: Option<u64>) -> (Reply, Effort) {
    let mut solver = CaDiCaL::default();
    solver.attach_terminator(|| signal(stop.is_raised()));
    run(&mut solver, cnf, stop, conflicts)
}

/// As [`solve`], with a log of the proof in LRAT.
pub(super) fn prove(cnf: &Cnf, stop: &Stop, conflicts: Option<u64>, log: &mut Log) -> (Reply, Effort) {
    let failed = Arc::new(AtomicBool::new(false));
    let mut solver = CaDiCaL::default();
    solver.attach_terminator(|| signal(stop.is_raised() || failed.load(Ordering::Relaxed)));
    let handle = solver.connect_proof_tracer(Tracer::new(log.take(), cnf.clause_count(), failed.clone()), true);
    let answer = run(&mut solver, cnf, stop, conflicts);
    let tracer = solver.disconnect_proof_tracer(handle).expect("it was connected to this solver");
    *log = tracer.log;
    if let (Reply::Unsatisfiable, false, Some(empty)) = (&answer.0, tracer.is_closed, tracer.empty) {
        log.add_with_hints(tracer.last + 1, [], [empty]);
    }
    answer
}

fn signal(stop: bool) -> ControlSignal {
    if stop { ControlSignal::Terminate } else { ControlSignal::Continue }
}

fn run(solver: &mut CaDiCaL<'_, '_>, cnf: &Cnf, stop: &Stop, conflicts: Option<u64>) -> (Reply, Effort) {
    if let Err(reply) = load(solver, cnf, &|| stop.is_raised()) {
        return (reply, Effort::default());
    }
    if let Some(most) = conflicts {
        let most = u32::try_from(most).unwrap_or(u32::MAX).min(i32::MAX.unsigned_abs());
        solver.limit_conflicts(Some(most)).expect("CaDiCaL takes a limit before it solves");
    }
    let result = solver.solve();
    (reply(solver, result, cnf), effort(solver))
}

/// Writes down what CaDiCaL derives and deletes.
///
/// CaDiCaL numbers clauses as it meets them, and may derive one while it is still given others; a file in LRAT numbers those
/// of the formula from 1, without a gap, and then the others.
struct Tracer {
    log: Log,
    failed: Arc<AtomicBool>,
    /// By CaDiCaL's number: that of a clause of the formula; 0 for a clause that was derived.
    given: Vec<u64>,
    /// How many clauses of the formula it was given so far.
    count: u64,
    /// How many there are in all.
    total: u64,
    /// The number that was given last.
    last: u64,
    /// A clause of the formula that is empty.
    empty: Option<u64>,
    /// Whether the empty clause was derived: what comes then is for nobody.
    is_closed: bool,
}

impl Tracer {
    fn new(log: Log, clauses: usize, failed: Arc<AtomicBool>) -> Self {
        let total = clauses as u64;
        Self { log, failed, given: Vec::new(), count: 0, total, last: total, empty: None, is_closed: false }
    }

    /// The number in the file.
    fn number(&self, ClauseId(id): ClauseId) -> u64 {
        let given = usize::try_from(id).ok().and_then(|id| self.given.get(id)).copied().unwrap_or(0);
        if given > 0 { given } else { self.total + id }
    }
}

impl TraceProof for Tracer {
    fn add_original_clause(&mut self, ClauseId(id): ClauseId, _: bool, clause: &CaDiCaLClause<'_>, restored: bool) {
        if restored {
            return;
        }
        self.count += 1;
        if clause.is_empty() {
            self.empty.get_or_insert(self.count);
        }
        if let Ok(id) = usize::try_from(id) {
            self.given.resize(id + 1, 0);
            self.given[id] = self.count;
        }
    }

    fn add_derived_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause<'_>, antecedents: &[ClauseId]) {
        if self.is_closed {
            return;
        }
        self.last = self.number(id);
        self.is_closed = clause.is_empty();
        let mut log = self.log.take();
        log.add_with_hints(
            self.last,
            clause.iter().map(Lit::to_ipasir),
            antecedents.iter().map(|&antecedent| self.number(antecedent)),
        );
        self.log = log;
        self.failed.store(self.log.has_failed(), Ordering::Relaxed);
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        if !self.is_closed && self.empty.is_none() {
            self.log.delete_by_number(self.last, self.number(id));
        }
    }
}
