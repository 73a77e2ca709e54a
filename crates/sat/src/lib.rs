#![doc = include_str!("../README.md")]

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
