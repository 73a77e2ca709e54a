//! Solvers behind one door.
//!
//! A solver runs on a thread of its own; the caller's thread watches the clock, the cancel flag and the memory, tells the
//! observer, and asks the solver to stop where a limit is reached. Where there are no threads (WebAssembly) the one solver
//! that is there asks by itself.

mod backend;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
#[cfg(feature = "kissat")]
mod kissat;
#[cfg(feature = "rustsat")]
mod load;
#[cfg(any(feature = "glucose", feature = "minisat"))]
mod minisats;
#[cfg(not(target_family = "wasm"))]
mod stop;
mod watch;

pub use backend::{Backend, UnknownBackend};
use fewest_search::{LimitKind, Limits, Meter};
#[cfg(not(target_family = "wasm"))]
pub(crate) use stop::Stop;
#[cfg(not(target_family = "wasm"))]
pub(crate) use watch::prove as prove_metered;
pub(crate) use watch::solve as solve_metered;

use crate::{Cnf, Model};

/// After so many clauses, a solver that is given a formula is asked whether to go on.
const LOAD_PERIOD: usize = 1 << 12;

/// How a solver ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The formula is true under this model.
    Satisfiable(Model),
    /// Nothing makes the formula true.
    Unsatisfiable,
    /// A limit came first.
    Stopped(LimitKind),
}

/// What a solver did, as far as it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Dead ends, each of which taught it a clause.
    pub conflicts: u64,
    /// Literals that it guessed.
    pub decisions: u64,
    /// Literals that followed.
    pub propagations: u64,
}

/// What a back end returns: no limit but its own is known to it.
pub(crate) enum Reply {
    Satisfiable(Model),
    Unsatisfiable,
    /// It was asked to stop, or had as many conflicts as it may.
    Stopped,
    OutOfMemory,
}

/// Solves a formula.
///
/// ```
/// use fewest_sat::{Backend, Cnf, Verdict, solve};
/// use fewest_search::Limits;
///
/// let mut cnf = Cnf::new();
/// let a = cnf.variable();
/// cnf.assert(a);
/// cnf.assert(!a);
/// assert_eq!(solve(&cnf, Backend::Batsat, &Limits::default()).0, Verdict::Unsatisfiable);
/// ```
pub fn solve(cnf: &Cnf, backend: Backend, limits: &Limits) -> (Verdict, Effort) {
    let mut nobody = ();
    let mut meter = Meter::start(limits, &mut nobody);
    watch::solve(cnf, backend, &mut meter)
}
