//! A folder with which others can convince themselves that a solution is optimal.
//!
//! ```text
//! manifest.json   what is claimed, of which puzzle, by which solver, and how to check it
//! formula.cnf     "there is a solution of at most so many", in DIMACS
//! proof.lrat      why nothing makes it true, where the solver gives reasons
//! proof.drat      the same without reasons, for the checkers that want none
//! solution.txt    a solution of the optimum
//! ```
//!
//! Of what the formula means only the encoding can speak; that nothing makes it true, any checker can see. This module knows
//! no puzzle: start, goal and solution are texts to it.

mod verify;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use web_time::Instant;

use fewest_search::{Cost, LimitKind, Meter, Observer};
use serde::{Deserialize, Serialize};
pub use verify::{Verified, VerifyError, read_short, verify_certificate};

use crate::proof::Partial;
use crate::{
    Backend, CheckError, Cnf, Effort, Model, ProofFormat, ProofTarget, ProofVerdict, ProveError, lrat_to_drat, prove,
    write_dimacs,
};

/// The version of `manifest.json`.
pub const CERTIFICATE_SCHEMA: u32 = 1;

const MANIFEST: &str = "manifest.json";
const FORMULA: &str = "formula.cnf";
const LRAT: &str = "proof.lrat";
const DRAT: &str = "proof.drat";
const SOLUTION: &str = "solution.txt";
const UNSOLVABLE: &str = "unsolvable.json";
/// What checksums are good for.
const CHECKSUMS: &str =
    "XXH3, 64 bits: finds accidents, such as a file cut off or mixed up; no protection against forgery";

/// A puzzle, by texts in the normal form of its own notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// Which puzzle: `tiles`, `sokoban`.
    pub puzzle: String,
    /// Where it starts.
    pub start: String,
    /// Where it ends.
    pub goal: String,
    /// What counts as one move.
    pub metric: String,
    /// How it is written as a formula.
    pub encoding: String,
    /// What the formula takes for granted beside the rules, in words; absent where it says nothing but the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumes: Option<String>,
}

/// What is to be certified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Of which puzzle.
    pub subject: Subject,
    /// A solution of the optimum, as a text.
    pub solution: String,
    /// What it costs.
    pub optimum: Cost,
    /// The costs of two solutions differ by a multiple of this.
    pub step: Cost,
}

impl Claim {
    /// The formula to be refuted is for solutions of at most this: the optimum less a step. `None` where no solution can
    /// cost less than the optimum because there is no such number.
    pub fn at_most(&self) -> Option<Cost> {
        self.optimum.checked_sub(self.step)
    }
}

/// `manifest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`CERTIFICATE_SCHEMA`].
    pub schema: u32,
    /// All that is claimed, in one sentence.
    pub claim: String,
    /// Of which puzzle.
    pub subject: Subject,
    /// No solution costs this or less.
    pub at_most: Cost,
    /// What the solution costs.
    pub optimum: Cost,
    /// The costs of two solutions differ by a multiple of this.
    pub step: Cost,
    /// The size of the formula.
    pub formula: FormulaSize,
    /// Clauses and deletions of the solver's proof.
    pub proof_steps: u64,
    /// The solver, with its version.
    pub solver: String,
    /// The files, each with its size and checksum.
    pub files: Vec<FileEntry>,
    /// What the checksums are, and what they are good for.
    pub checksums: String,
    /// Commands, run in the folder, by which programs of others check the proof.
    pub check_with: Vec<String>,
}

/// The size of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormulaSize {
    /// Its variables.
    pub variables: u32,
    /// Its clauses.
    pub clauses: usize,
    /// The literals of all clauses together.
    pub literals: usize,
}

impl FormulaSize {
    /// The size of this formula.
    pub fn of(cnf: &Cnf) -> Self {
        Self { variables: cnf.variable_count(), clauses: cnf.clause_count(), literals: cnf.literal_count() }
    }
}

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its checksum, 16 hexadecimal digits.
    pub xxh3: String,
}

/// Where a certificate goes.
#[derive(Clone, Copy, Debug)]
pub struct CertificateTarget<'a> {
    /// The folder. It is there when all is written and checked, and not before.
    pub folder: &'a Path,
    /// Whether a folder with a certificate is replaced. One with anything else never is.
    pub overwrite: bool,
    /// The most bytes that one proof may have.
    pub most_bytes: u64,
}

/// How an attempt to certify ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certified {
    /// The folder is there, and was checked.
    Written {
        /// What it says.
        manifest: Box<Manifest>,
        /// How long the solver took.
        solving: Duration,
        /// How long the check took.
        checking: Duration,
    },
    /// The claim is wrong: this model of the formula is a solution that costs less. There is no folder.
    Refuted(Model),
    /// A limit came first. There is no folder.
    Stopped(LimitKind),
    /// The proof would have been larger than allowed. There is no folder.
    TooLarge,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// There is nothing to refute.
    #[error(
        "there is nothing to certify: no solution can cost less than {optimum}, since costs differ by multiples of {step}"
    )]
    Nothing {
        /// The optimum.
        optimum: Cost,
        /// The difference of costs.
        step: Cost,
    },
    /// The folder is in use.
    #[error("{} exists and is not empty: name another folder, or replace it", .0.display())]
    Exists(PathBuf),
    /// The folder has what no certificate has.
    #[error("{} has `{entry}`, which is not part of a certificate, so the folder is not replaced", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// What is in it.
        entry: String,
    },
    /// A file could not be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// There is no proof.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// What was written does not pass its own check.
    #[error("the certificate was written, but does not pass its own check: {0}")]
    Verify(#[from] VerifyError),
}

/// Refutes the formula for "at most the optimum less a step" by a solver that writes proofs, checks the proof, and writes
/// all that others need to check it into a folder, which is there whole or not at all.
///
/// `cnf` must be the formula for solutions that cost at most [`Claim::at_most`]. The solution is not replayed: that takes the
/// puzzle's rules.
///
/// # Errors
/// Nothing to certify; a folder in use; a solver that writes no proofs; files that cannot be written; a proof that is wrong.
pub fn write_certificate<O: Observer>(
    claim: &Claim,
    cnf: &Cnf,
    backend: Backend,
    target: CertificateTarget<'_>,
    meter: &mut Meter<'_, O>,
) -> Result<(Certified, Effort), CertificateError> {
    let at_most = claim.at_most().ok_or(CertificateError::Nothing { optimum: claim.optimum, step: claim.step })?;
    let format = ProofFormat::of(backend).ok_or(ProveError::NoProofs(backend))?;
    let folder = target.folder;
    may_replace(folder, target.overwrite)?;
    let failed = |error| CertificateError::Write { path: folder.to_owned(), error };
    let partial = Partial::folder(folder).map_err(failed)?;
    let at = |name: &str| partial.path().join(name);
    let sentence = sentence(claim, at_most);
    written(&at(FORMULA), |out| write_dimacs(cnf, &formula_comment(claim, at_most), out))?;

    let begun = Instant::now();
    let name = proof_name(format);
    let proof = ProofTarget { path: &at(name), most_bytes: target.most_bytes };
    let (verdict, effort) = prove(cnf, backend, proof, meter)?;
    let solving = begun.elapsed();
    let size = match verdict {
        ProofVerdict::Unsatisfiable(size) => size,
        ProofVerdict::Satisfiable(model) => return Ok((Certified::Refuted(model), effort)),
        ProofVerdict::Stopped(limit) => return Ok((Certified::Stopped(limit), effort)),
        ProofVerdict::TooLarge => return Ok((Certified::TooLarge, effort)),
    };
    let mut names = vec![FORMULA, name];
    if format == ProofFormat::Lrat {
        match without_reasons(cnf, &at(LRAT), &at(DRAT), meter)? {
            Ok(()) => names.push(DRAT),
            Err(limit) => return Ok((Certified::Stopped(limit), effort)),
        }
    }
    names.push(SOLUTION);
    written(&at(SOLUTION), |out| writeln!(out, "{}", claim.solution))?;

    let mut files = Vec::new();
    for name in names {
        match verify::entry(partial.path(), name, meter) {
            Ok(entry) => files.push(entry),
            Err(VerifyError::Stopped(limit)) => return Ok((Certified::Stopped(limit), effort)),
            Err(error) => return Err(error.into()),
        }
    }
    let manifest = Manifest {
        schema: CERTIFICATE_SCHEMA,
        claim: sentence,
        subject: claim.subject.clone(),
        at_most,
        optimum: claim.optimum,
        step: claim.step,
        formula: FormulaSize::of(cnf),
        proof_steps: size.steps,
        solver: backend.signature().to_owned(),
        files,
        checksums: CHECKSUMS.to_owned(),
        check_with: check_with(format),
    };
    written(&at(MANIFEST), |out| {
        serde_json::to_writer_pretty(&mut *out, &manifest)?;
        out.write_all(b"\n")
    })?;

    let begun = Instant::now();
    match verify_certificate(partial.path(), meter) {
        Ok(_) => {}
        Err(VerifyError::Stopped(limit)) => return Ok((Certified::Stopped(limit), effort)),
        Err(error) => return Err(error.into()),
    }
    let checking = begun.elapsed();
    partial.complete(target.overwrite).map_err(failed)?;
    Ok((Certified::Written { manifest: Box::new(manifest), solving, checking }, effort))
}

/// Whether a folder of this name may be replaced: one that is empty always, one that has a certificate and nothing else where
/// that is asked for.
fn may_replace(folder: &Path, overwrite: bool) -> Result<(), CertificateError> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let entry = entry.map_err(|error| CertificateError::Write { path: folder.to_owned(), error })?;
        if !overwrite {
            return Err(CertificateError::Exists(folder.to_owned()));
        }
        let name = entry.file_name();
        if ![MANIFEST, FORMULA, LRAT, DRAT, SOLUTION, UNSOLVABLE].iter().any(|known| name == **known) {
            let entry = name.to_string_lossy().into_owned();
            return Err(CertificateError::Foreign { folder: folder.to_owned(), entry });
        }
    }
    Ok(())
}

/// Writes a folder that has one document in it, `unsolvable.json`: why there is no solution, as the puzzle itself shows it. It
/// is there whole or not at all. Returns the file.
///
/// # Errors
/// A folder in use; a file that cannot be written.
pub fn write_unsolvable(folder: &Path, overwrite: bool, document: &str) -> Result<PathBuf, CertificateError> {
    may_replace(folder, overwrite)?;
    let failed = |error| CertificateError::Write { path: folder.to_owned(), error };
    let partial = Partial::folder(folder).map_err(failed)?;
    written(&partial.path().join(UNSOLVABLE), |out| out.write_all(document.as_bytes()))?;
    partial.complete(overwrite).map_err(failed)?;
    Ok(folder.join(UNSOLVABLE))
}

/// Whether a certificate can be written to a folder: to be asked before the work is done.
///
/// # Errors
/// A folder in use, or a file in its place; a solver that writes no proofs.
pub fn may_certify(folder: &Path, overwrite: bool, backend: Backend) -> Result<(), CertificateError> {
    if folder.exists() && !folder.is_dir() {
        let error = io::Error::from(io::ErrorKind::NotADirectory);
        return Err(CertificateError::Write { path: folder.to_owned(), error });
    }
    may_replace(folder, overwrite)?;
    ProofFormat::of(backend).map(drop).ok_or(CertificateError::Prove(ProveError::NoProofs(backend)))
}

/// The file of the solver's own proof.
fn proof_name(format: ProofFormat) -> &'static str {
    match format {
        ProofFormat::Drat => DRAT,
        ProofFormat::Lrat => LRAT,
    }
}

fn check_with(format: ProofFormat) -> Vec<String> {
    let mut commands = vec![format!("rate {FORMULA} {DRAT}"), format!("drat-trim {FORMULA} {DRAT}")];
    if format == ProofFormat::Lrat {
        commands.push(format!("lrat-check {FORMULA} {LRAT}"));
    }
    commands
}

fn sentence(claim: &Claim, at_most: Cost) -> String {
    let Claim { subject: Subject { puzzle, start, goal, metric, .. }, optimum, step, .. } = claim;
    format!(
        "{puzzle} from `{start}` to `{goal}`, metric {metric}: no solution costs {at_most} or less; costs differ by multiples \
         of {step}, and solution.txt costs {optimum}, which is therefore the least"
    )
}

fn formula_comment(claim: &Claim, at_most: Cost) -> String {
    let Subject { puzzle, start, goal, metric, encoding, assumes } = &claim.subject;
    let assumes = assumes.as_deref().map(|assumes| format!("\nassumes {assumes}")).unwrap_or_default();
    format!(
        "{puzzle}, metric {metric}, encoding {encoding}{assumes}\nfrom {start}\nto {goal}\nis there a solution that costs {at_most} or less?"
    )
}

fn written(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), CertificateError> {
    let work = || {
        let mut out = BufWriter::new(File::create(path)?);
        write(&mut out)?;
        out.flush()
    };
    work().map_err(|error| CertificateError::Write { path: path.to_owned(), error })
}

/// Makes `proof.drat` of `proof.lrat`.
fn without_reasons<O: Observer>(
    cnf: &Cnf,
    lrat: &Path,
    drat: &Path,
    meter: &mut Meter<'_, O>,
) -> Result<Result<(), LimitKind>, CertificateError> {
    let failed = |error| CertificateError::Write { path: drat.to_owned(), error };
    let reader = File::open(lrat).map_err(failed)?;
    let mut out = BufWriter::new(File::create(drat).map_err(failed)?);
    match lrat_to_drat(cnf, reader, &mut out, meter) {
        Ok(_) => out.flush().map(Ok).map_err(failed),
        Err(CheckError::Stopped(limit)) => Ok(Err(limit)),
        Err(CheckError::Read(error)) => Err(failed(error)),
        Err(error) => Err(VerifyError::Proof { file: LRAT.to_owned(), error }.into()),
    }
}
