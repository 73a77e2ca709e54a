//! What all solvers behind `rustsat` have in common.

use rustsat::OutOfMemory;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Lit as SolverLit, Var};

use super::{LOAD_PERIOD, Reply};
use crate::{Cnf, Model};

/// Gives a solver the formula, unless it is told to stop.
pub(super) fn load(solver: &mut impl Solve, cnf: &Cnf, is_stopped: &dyn Fn() -> bool) -> Result<(), Reply> {
    let mut fill = || -> anyhow::Result<bool> {
        if let Some(last) = cnf.variable_count().checked_sub(1) {
            solver.reserve(Var::new(last))?;
        }
        let mut buffer: Vec<SolverLit> = Vec::new();
        for (number, clause) in cnf.clauses().enumerate() {
            if number.is_multiple_of(LOAD_PERIOD) && is_stopped() {
                return Ok(false);
            }
            buffer.clear();
            buffer.extend(clause.iter().map(|lit| SolverLit::new(lit.index() - 1, lit.is_negated())));
            solver.add_clause_ref(&buffer[..])?;
        }
        Ok(true)
    };
    match fill() {
        Ok(true) => Ok(()),
        Ok(false) => Err(Reply::Stopped),
        Err(error) => Err(failed(&error)),
    }
}

/// What a solver answers, as a reply.
pub(super) fn reply(solver: &impl Solve, result: anyhow::Result<SolverResult>, cnf: &Cnf) -> Reply {
    match result {
        Ok(SolverResult::Sat) => {
            let holds =
                |index| solver.lit_val(SolverLit::positive(index)).is_ok_and(|value| value.to_bool_with_def(false));
            Reply::Satisfiable(Model::new((0..cnf.variable_count()).map(holds)))
        }
        Ok(SolverResult::Unsat) => Reply::Unsatisfiable,
        Ok(SolverResult::Interrupted) => Reply::Stopped,
        Err(error) => failed(&error),
    }
}

/// What a solver says that it did.
#[cfg(any(feature = "cadical", feature = "glucose", feature = "minisat"))]
pub(super) fn effort(solver: &impl rustsat::solvers::GetInternalStats) -> super::Effort {
    let [conflicts, decisions, propagations] =
        [solver.conflicts(), solver.decisions(), solver.propagations()].map(|count| count as u64);
    super::Effort { conflicts, decisions, propagations }
}

/// Memory is the one thing that a solver can run out of; anything else breaks its contract.
fn failed(error: &anyhow::Error) -> Reply {
    assert!(error.downcast_ref::<OutOfMemory>().is_some(), "a SAT solver failed: {error}");
    Reply::OutOfMemory
}
