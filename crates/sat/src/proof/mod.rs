//! Proofs that nothing makes a formula true: written by solvers, checked here and by programs of others.
//!
//! A proof is a list of clauses, each of which follows from the formula and the clauses before it so plainly that a small
//! program can see it, up to the empty clause, which nothing makes true. In DRAT (Wetzler, Heule and Hunt, *DRAT-trim*,
//! 2014) a clause follows where unit propagation refutes its negation (RUP: Goldberg and Novikov 2003), or where it does
//! so for every resolvent on its first literal (RAT: Järvisalo, Heule and Biere 2012). LRAT (Cruz-Filipe, Heule, Hunt,
//! Kaufmann and Schneider-Kamp, *Efficient Certified RAT Verification*, 2017) adds to each clause the clauses that the
//! propagation goes through, so that nothing has to be searched for.
//!
//! [`prove`] has a solver write its proof into a file; [`check_drat`] and [`check_lrat`] check one; [`lrat_to_drat`] makes
//! of the one what checkers of the other read.

mod check_drat;
mod check_lrat;
mod clauses;
mod convert;
mod drat;
mod error;
mod hints;
mod log;
mod lrat;
#[cfg(not(target_family = "wasm"))]
mod prove;
mod tokens;

pub use check_drat::check_drat;
pub use check_lrat::check_lrat;
pub use convert::lrat_to_drat;
pub use error::{CheckError, Checked, Fault, Place, Position};
#[cfg(not(target_family = "wasm"))]
pub(crate) use fewest_search::scratch::Partial;
pub(crate) use log::Log;
#[cfg(not(target_family = "wasm"))]
pub use prove::{ProofSize, ProofTarget, ProofVerdict, ProveError, prove};

/// How a proof is written. Both are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// Clauses and deletions.
    Drat,
    /// Clauses with their reasons, and deletions, all by number.
    Lrat,
}

impl ProofFormat {
    /// The format in which a solver writes proofs; `None` where it writes none.
    pub fn of(backend: crate::Backend) -> Option<Self> {
        match backend {
            crate::Backend::Batsat => Some(Self::Drat),
            #[cfg(feature = "cadical")]
            crate::Backend::Cadical => Some(Self::Lrat),
            #[cfg(any(feature = "glucose", feature = "kissat", feature = "minisat"))]
            _ => None,
        }
    }

    /// The name, which is also what a file's name ends with.
    pub fn name(self) -> &'static str {
        match self {
            Self::Drat => "drat",
            Self::Lrat => "lrat",
        }
    }
}
