//! Solving with a log of the proof.

use std::io;
use std::path::{Path, PathBuf};

use fewest_search::{LimitKind, Meter, Observer};

use super::log::{Log, Trouble};
use super::{Partial, ProofFormat};
use crate::solver::prove_metered;
use crate::{Backend, Cnf, Effort, Model, Verdict};

/// Where a proof goes.
#[derive(Clone, Copy, Debug)]
pub struct ProofTarget<'a> {
    /// The file. It is there when the proof is complete, and not before.
    pub path: &'a Path,
    /// The most bytes that it may have.
    pub most_bytes: u64,
}

/// A proof that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofSize {
    /// How it is written.
    pub format: ProofFormat,
    /// The bytes of the file.
    pub bytes: u64,
    /// Clauses and deletions.
    pub steps: u64,
}

/// How an attempt to prove ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofVerdict {
    /// Nothing makes the formula true; the proof is in the file.
    Unsatisfiable(ProofSize),
    /// There is nothing to prove: this model makes it true. There is no file.
    Satisfiable(Model),
    /// A limit came first. There is no file.
    Stopped(LimitKind),
    /// The proof would have been larger than allowed. There is no file.
    TooLarge,
}

/// Why no proof could be attempted or kept.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The solver writes none.
    #[error("{0} cannot write proofs here; in this build, {writers} can", writers = writers().join(" or "))]
    NoProofs(Backend),
    /// The file could not be written.
    #[error("cannot write the proof {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// The solvers of this build that write proofs.
fn writers() -> Vec<&'static str> {
    Backend::ALL.iter().filter(|&&backend| ProofFormat::of(backend).is_some()).map(|backend| backend.name()).collect()
}

/// Solves a formula and writes the proof that nothing makes it true into a file, in the solver's own
/// [format](ProofFormat::of). The proof is not checked here.
///
/// ```
/// use fewest_sat::{Backend, Cnf, ProofTarget, ProofVerdict, check_drat, prove};
/// use fewest_search::{Limits, meter::Meter};
///
/// let mut cnf = Cnf::new();
/// let a = cnf.variable();
/// cnf.assert(a);
/// cnf.assert(!a);
/// let path = std::env::temp_dir().join(format!("contradiction-{}.drat", std::process::id()));
/// let (limits, mut nobody) = (Limits::default(), ());
/// let mut meter = Meter::start(&limits, &mut nobody);
/// let target = ProofTarget { path: &path, most_bytes: 1 << 20 };
/// let (verdict, _) = prove(&cnf, Backend::Batsat, target, &mut meter)?;
/// assert!(matches!(verdict, ProofVerdict::Unsatisfiable(_)));
/// check_drat(&cnf, std::fs::File::open(&path)?, &mut meter)?;
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A solver that writes no proofs; a file that cannot be written.
pub fn prove<O: Observer>(
    cnf: &Cnf,
    backend: Backend,
    target: ProofTarget<'_>,
    meter: &mut Meter<'_, O>,
) -> Result<(ProofVerdict, Effort), ProveError> {
    let format = ProofFormat::of(backend).ok_or(ProveError::NoProofs(backend))?;
    let failed = |error| ProveError::Write { path: target.path.to_owned(), error };
    let (partial, file) = Partial::file(target.path).map_err(failed)?;
    let mut log = Log::new(file, target.most_bytes);
    let (verdict, effort) = prove_metered(cnf, backend, &mut log, meter);
    let verdict = match log.finish() {
        Err(Trouble::Write(error)) => return Err(failed(error)),
        Err(Trouble::TooLarge) => ProofVerdict::TooLarge,
        Ok(()) => match verdict {
            Verdict::Satisfiable(model) => ProofVerdict::Satisfiable(model),
            Verdict::Stopped(limit) => ProofVerdict::Stopped(limit),
            Verdict::Unsatisfiable => {
                partial.complete(true).map_err(failed)?;
                ProofVerdict::Unsatisfiable(ProofSize { format, bytes: log.bytes, steps: log.steps })
            }
        },
    };
    Ok((verdict, effort))
}
