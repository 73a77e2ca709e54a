//! Puzzles as satisfiability.
//!
//! "Is there a solution of at most L moves?" is a finite question: a formula over Booleans that says where everything is
//! after each move. A [`Cnf`] is such a formula, a [`Backend`] a solver for it, [`ToCnf`] what a puzzle must offer, and
//! [`climb`] the search that raises L until the answer is yes (Kautz and Selman, *Planning as Satisfiability*, 1992).
//! What this gives and no state-space search does is the certificate: the formula and a proof that nothing satisfies it,
//! which programs of others can check.
//!
//! This crate knows no puzzle.
//!
//! ```
//! use fewest_sat::{Backend, Cnf, Verdict};
//! use fewest_search::Limits;
//!
//! let mut cnf = Cnf::new();
//! let [a, b] = [cnf.variable(), cnf.variable()];
//! cnf.clause([a, b]);
//! cnf.clause([!a]);
//! let (verdict, _) = fewest_sat::solve(&cnf, Backend::Batsat, &Limits::default());
//! let Verdict::Satisfiable(model) = verdict else { panic!("b alone does it") };
//! assert!(model.holds(b) && !model.holds(a));
//! ```

#[cfg(not(target_family = "wasm"))]
mod certificate;
mod cnf;
pub mod csp;
mod dimacs;
mod horizon;
mod literal;
mod model;
mod proof;
mod solver;

#[cfg(not(target_family = "wasm"))]
pub use certificate::{
    CERTIFICATE_SCHEMA, CertificateError, CertificateTarget, Certified, Claim, FileEntry, FormulaSize, Manifest,
    Subject, Verified, VerifyError, may_certify, read_short, verify_certificate, write_certificate, write_unsolvable,
};
pub use cnf::Cnf;
pub use dimacs::{DimacsError, read_dimacs, write_dimacs};
pub use horizon::{Aim, Ascent, Scope, ToCnf, climb, climb_watched};
pub use literal::Lit;
pub use model::Model;
pub use proof::{CheckError, Checked, Fault, Place, Position, ProofFormat, check_drat, check_lrat, lrat_to_drat};
#[cfg(not(target_family = "wasm"))]
pub use proof::{ProofSize, ProofTarget, ProofVerdict, ProveError, prove};
pub use solver::{Backend, Effort, UnknownBackend, Verdict, solve};
