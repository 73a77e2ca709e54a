//! Certificates: the optimum with a proof that programs of others check.
//!
//! A certificate says two things. That its formula has no model, any checker of proofs can see. That the formula is the
//! puzzle's, and that the solution solves it, is checked here by writing the formula anew and making the moves.

use std::path::{Path, PathBuf};
use std::time::Duration;

use web_time::Instant;

use fewest_sat::{
    Backend, CertificateError, CertificateTarget, Certified, Claim, Cnf, Manifest, Subject, VerifyError, may_certify,
    read_short, verify_certificate, write_certificate, write_unsolvable,
};
use fewest_search::meter::Meter;
use fewest_search::{Cancel, LimitKind};
use serde::{Deserialize, Serialize};

use crate::answer::{self, Answer};
use crate::catalog::Parameter;
use crate::certify::{Certify, Refutation};
use crate::error::{EngineError, Result};
use crate::event::Sink;
use crate::kind::{EncodingInfo, Kind, KindInfo};
use crate::kinds::Kinds;
use crate::puzzle::Puzzle;
use crate::reporter::Reporter;
use crate::request::{Limits, Notation, Options, Request};
use crate::sat::SatSettings;
use crate::session::Session;

/// The file of a certificate that there is no solution.
const UNSOLVABLE: &str = "unsolvable.json";
/// The most bytes of a proof where nothing else is said.
const MOST_PROOF_BYTES: u64 = 10_000_000_000;

/// What is to be certified.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProveRequest {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The optimum that is claimed, where one is: another one is an error.
    pub optimum: Option<u32>,
    /// The solver that writes the proof; the best that can where none is named.
    pub sat_solver: Option<String>,
    /// How the puzzle is written as a formula; ours where nothing is said.
    pub encoding: Option<String>,
    /// How far to go, search and proof together.
    pub limits: Limits,
    /// The most bytes that the proof may have.
    pub proof_bytes: Option<u64>,
    /// The folder that is written.
    pub folder: PathBuf,
    /// Whether a folder that is there is replaced.
    pub overwrite: bool,
}

impl ProveRequest {
    /// The optimum of a puzzle, certified into a folder.
    pub fn new(puzzle: Puzzle, folder: impl Into<PathBuf>) -> Self {
        Self { puzzle, folder: folder.into(), ..Self::default() }
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "certified", rename_all = "kebab-case")]
pub enum Certification {
    /// The optimum; the folder is written and was checked.
    Optimal(Box<OptimalCertificate>),
    /// That there is no solution; the folder is written and was checked.
    Unsolvable {
        /// The kind of puzzle.
        puzzle: String,
        /// The position, in normal form.
        position: String,
        /// The goal, in normal form.
        goal: String,
        /// Why not, in words.
        reason: String,
        /// The file.
        file: PathBuf,
    },
    /// Nothing: a limit came first, and nothing was written.
    Limit {
        /// Which one, in words.
        reason: String,
        /// No solution is shorter than this.
        lower_bound: Option<u32>,
        /// The length of the best solution found.
        length: Option<u32>,
    },
}

/// A certificate that was written, or read, and checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptimalCertificate {
    /// The kind of puzzle.
    pub puzzle: String,
    /// The position, in normal form.
    pub position: String,
    /// The goal, in normal form.
    pub goal: String,
    /// What counts as one move.
    pub metric: String,
    /// The optimum.
    pub length: u32,
    /// A solution of the optimum.
    pub moves: String,
    /// The formula asks for a solution of at most this many moves.
    pub at_most: u32,
    /// How the puzzle is written as a formula.
    pub encoding: String,
    /// What the formula takes for granted beside the rules, in words; absent where it says nothing but the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumes: Option<String>,
    /// Variables of the formula.
    pub variables: u32,
    /// Clauses of the formula.
    pub clauses: u64,
    /// The solver, with its version.
    pub solver: String,
    /// Clauses and deletions of its proof.
    pub proof_steps: u64,
    /// The files with their sizes in bytes.
    pub files: Vec<(String, u64)>,
    /// How long the solver took; absent where a certificate was only checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solving_seconds: Option<f64>,
    /// How long the check took.
    pub checking_seconds: f64,
    /// The folder.
    pub folder: PathBuf,
    /// Commands, run in the folder, by which programs of others check the proof.
    pub check_with: Vec<String>,
}

/// Solves a puzzle, and certifies the optimum, or that there is no solution.
///
/// # Errors
/// What is wrong with the request, the claim or the folder.
pub fn prove(request: &ProveRequest, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Certification> {
    let begun = Instant::now();
    let kind = session.kinds().of(&request.puzzle)?;
    let info = kind.info();
    let (certify, metric) = certified(session.kinds(), kind, &request.puzzle)?;
    let (backend, mut encoding) = settings(request, info, metric)?;
    may_certify(&request.folder, request.overwrite, backend).map_err(fault)?;
    let solve = Request { limits: request.limits, ..Request::new(request.puzzle.clone()) };
    let answer = session.solve(&solve, cancel, sink)?;
    match (answer.outcome, answer.length, answer.proof) {
        (answer::Outcome::Unsolvable, _, _) => return unsolvable(request, certify, &answer),
        (answer::Outcome::Solved, Some(_), answer::Proof::Optimal) => {}
        _ => {
            let reason = answer.reason.unwrap_or_else(|| "the optimum was not found".to_owned());
            return Ok(Certification::Limit { reason, lower_bound: answer.lower_bound, length: answer.length });
        }
    }
    let length = answer.length.unwrap_or_default();
    if let Some(claimed) = request.optimum.filter(|&claimed| claimed != length) {
        return Err(EngineError::WrongClaim { claimed, found: length });
    }
    let moves = answer.moves.unwrap_or_default();
    let mut claim = Claim {
        subject: Subject {
            puzzle: info.name.to_owned(),
            start: answer.position,
            goal: answer.goal,
            metric: metric.to_owned(),
            encoding: encoding.name.to_owned(),
            assumes: encoding.assumes.map(str::to_owned),
        },
        solution: moves,
        optimum: length,
        step: certify.step(metric),
    };
    let mut limits = request.limits.for_search(cancel);
    limits.time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
    let mut reporter = Reporter::new(sink);
    let mut meter = Meter::start(&limits, &mut reporter);
    meter.raise_lower_bound(length);
    let mut instead = String::new();
    let Some(at_most) = claim.at_most() else {
        return Err(EngineError::NothingToCertify { length });
    };
    let mut formula = certify.formula(&request.puzzle, encoding, at_most, &mut meter)?;
    // A formula without variables shows nothing: our bound alone, which nobody sees there, makes it false. Where it is left to
    // us how it is written, one that says only the rules takes its place.
    let is_bare = |cnf: &Cnf| cnf.variable_count() == 0 && request.encoding.is_none();
    if let (true, Some(plain)) = (formula.as_ref().is_ok_and(is_bare), says_only_the_rules(info, metric)) {
        instead = format!("; --encoding {} certifies it by our lower bound alone", encoding.name);
        encoding = plain;
        formula = certify.formula(&request.puzzle, encoding, at_most, &mut meter)?;
        (claim.subject.encoding, claim.subject.assumes) = (encoding.name.to_owned(), None);
    }
    let stopped = |limit: LimitKind| Certification::Limit {
        reason: format!("{limit}{instead}"),
        lower_bound: Some(length),
        length: Some(length),
    };
    let cnf = match formula {
        Ok(cnf) => cnf,
        Err(limit) => return Ok(stopped(limit)),
    };
    let most_bytes = request.proof_bytes.unwrap_or(MOST_PROOF_BYTES);
    let target = CertificateTarget { folder: &request.folder, overwrite: request.overwrite, most_bytes };
    let (certified, _) = write_certificate(&claim, &cnf, backend, target, &mut meter).map_err(fault)?;
    match certified {
        // The proof was checked on the way, the formula is the one above, and the solution was replayed when it was found.
        Certified::Written { manifest, solving, checking } => {
            let certificate = summary(info.name, *manifest, claim.solution, checking, &request.folder);
            let solving_seconds = Some(solving.as_secs_f64());
            Ok(Certification::Optimal(Box::new(OptimalCertificate { solving_seconds, ..certificate })))
        }
        Certified::Refuted(_) => Err(EngineError::Internal(format!(
            "the formula for {at_most} moves can be satisfied, although {length} is proven"
        ))),
        Certified::Stopped(limit) => Ok(stopped(limit)),
        Certified::TooLarge => Ok(Certification::Limit {
            reason: format!("the proof grew beyond {}{instead}", fewest_text::bytes(most_bytes)),
            lower_bound: Some(length),
            length: Some(length),
        }),
    }
}

/// Checks a certificate: its files, its proof, that its formula is the puzzle's, and that its solution solves it.
///
/// # Errors
/// What is wrong with it.
pub fn check_certificate(
    kinds: Kinds,
    folder: &Path,
    limits: Limits,
    cancel: &Cancel,
    sink: &mut Sink<'_>,
) -> Result<Certification> {
    if folder.join(UNSOLVABLE).exists() {
        return check_unsolvable(kinds, folder);
    }
    let limits = limits.for_search(cancel);
    let mut reporter = Reporter::new(sink);
    let mut meter = Meter::start(&limits, &mut reporter);
    let begun = Instant::now();
    let stopped =
        |limit: LimitKind| Certification::Limit { reason: limit.to_string(), lower_bound: None, length: None };
    let verified = match verify_certificate(folder, &mut meter) {
        Ok(verified) => verified,
        Err(VerifyError::Stopped(limit)) => return Ok(stopped(limit)),
        Err(error) => return Err(EngineError::Certificate(error.to_string())),
    };
    let manifest = verified.manifest;
    let Subject { puzzle: kind, start, goal, metric, encoding, assumes } = &manifest.subject;
    let certifying = kinds.named(kind).ok().and_then(|kind| Some((kind, kind.certify()?)));
    let Some((known, certify)) = certifying.filter(|(_, certify)| certify.metrics().contains(&metric.as_str())) else {
        return Err(EngineError::Certificate(format!(
            "this program has no certificates for {kind} in the metric {metric}"
        )));
    };
    let puzzle = certify.puzzle(start, goal, metric);
    if manifest.step != certify.step(metric) {
        let (found, right) = (manifest.step, certify.step(metric));
        return Err(EngineError::Certificate(format!(
            "the lengths of {kind} in the metric {metric} differ by multiples of {right}, not of {found}"
        )));
    }
    // First of all: a horizon that a solution reaches is none that a formula cannot be written for.
    let moves = verified.solution.trim().to_owned();
    let replayed = known.verify(&puzzle, &moves, Notation::Tile)?;
    let length = replayed.lengths.get(metric).copied();
    if !replayed.solves || length != Some(u64::from(manifest.optimum)) {
        let optimum = manifest.optimum;
        return Err(EngineError::Certificate(format!("its solution does not solve the puzzle in {optimum} moves")));
    }
    if let Err(error) = certify.check_moves(&puzzle, &moves) {
        return Err(EngineError::Certificate(format!("its solution is none in the metric {metric}: {error}")));
    }
    if replayed.position != *start || replayed.goal != *goal {
        return Err(EngineError::Certificate(
            "its start and goal are not in normal form, or do not belong to one puzzle".to_owned(),
        ));
    }
    let encoding = named(encoding, known.info(), metric)
        .ok_or_else(|| EngineError::Certificate(format!("there is no encoding {encoding} of {kind}")))?;
    match certify.formula(&puzzle, encoding, manifest.at_most, &mut meter)? {
        Err(limit) => return Ok(stopped(limit)),
        Ok(cnf)
            if cnf.variable_count() != verified.cnf.variable_count() || !cnf.clauses().eq(verified.cnf.clauses()) =>
        {
            let at_most = manifest.at_most;
            return Err(EngineError::Certificate(format!(
                "its formula is not the one for {at_most} moves of this puzzle"
            )));
        }
        Ok(_) => {}
    }
    // Certificates of former versions do not say what they assume.
    if assumes.as_deref().is_some_and(|assumes| encoding.assumes != Some(assumes)) {
        return Err(EngineError::Certificate("its manifest does not state what its encoding assumes".to_owned()));
    }
    let mut certificate = summary(known.info().name, manifest, moves, begun.elapsed(), folder);
    certificate.assumes = encoding.assumes.map(str::to_owned);
    Ok(Certification::Optimal(Box::new(certificate)))
}

/// What a certificate comes to.
fn summary(kind: &str, manifest: Manifest, moves: String, checking: Duration, folder: &Path) -> OptimalCertificate {
    let Subject { start, goal, metric, encoding, assumes, .. } = manifest.subject;
    OptimalCertificate {
        puzzle: kind.to_owned(),
        position: start,
        goal,
        metric,
        length: manifest.optimum,
        moves,
        at_most: manifest.at_most,
        encoding,
        assumes,
        variables: manifest.formula.variables,
        clauses: manifest.formula.clauses as u64,
        solver: manifest.solver,
        proof_steps: manifest.proof_steps,
        files: manifest.files.into_iter().map(|file| (file.name, file.bytes)).collect(),
        solving_seconds: None,
        checking_seconds: checking.as_secs_f64(),
        folder: folder.to_owned(),
        check_with: manifest.check_with,
    }
}

/// The solver that writes the proof, and how the formula is written.
fn settings(request: &ProveRequest, kind: &'static KindInfo, metric: &str) -> Result<(Backend, &'static EncodingInfo)> {
    let ProveRequest { sat_solver, encoding, .. } = request;
    let options = Options { sat_solver: sat_solver.clone(), encoding: encoding.clone(), ..Options::default() };
    let asked = SatSettings::of(&options, kind, metric)?;
    let encoding = asked.encoding()?;
    if !encoding.keeps_optimum {
        return Err(EngineError::ParameterValue {
            parameter: Parameter::Encoding,
            value: encoding.name.to_owned(),
            right: "it excludes some optimal solutions, so it cannot prove a length optimal".to_owned(),
        });
    }
    // CaDiCaL gives reasons, which makes its proofs quick to check.
    let best = || "cadical".parse().unwrap_or(Backend::Batsat);
    Ok((if sat_solver.is_some() { asked.backend } else { best() }, encoding))
}

/// The encoding that takes nothing for granted, where there is one.
fn says_only_the_rules(kind: &'static KindInfo, metric: &str) -> Option<&'static EncodingInfo> {
    kind.encodings_in(metric).find(|encoding| encoding.keeps_optimum && encoding.assumes.is_none())
}

/// The encoding of this name, of those that prove something.
fn named(name: &str, kind: &'static KindInfo, metric: &str) -> Option<&'static EncodingInfo> {
    kind.encodings_in(metric).find(|encoding| encoding.name == name && encoding.keeps_optimum)
}

/// How a puzzle is certified, and in which metric.
fn certified(kinds: Kinds, kind: &'static dyn Kind, puzzle: &Puzzle) -> Result<(&'static dyn Certify, &'static str)> {
    let metric = kind.info().metric(puzzle)?.name;
    let certify = kind.certify().filter(|certify| certify.metrics().contains(&metric)).ok_or_else(|| {
        let offered = kinds
            .iter()
            .filter_map(|kind| Some(format!("{} ({})", kind.info().name, kind.certify()?.metrics().join(", "))));
        let offered = offered.collect::<Vec<_>>().join(", ");
        EngineError::CannotCertify { puzzle: kind.info().name, metric, offered }
    })?;
    Ok((certify, metric))
}

/// What went wrong with a certificate, as an error of the engine.
fn fault(error: CertificateError) -> EngineError {
    match error {
        CertificateError::Exists(path) => EngineError::FolderInUse { path: path.display().to_string() },
        CertificateError::Verify(error) => EngineError::Internal(error.to_string()),
        other => EngineError::Certificate(other.to_string()),
    }
}

/// Certifies that a puzzle has no solution.
fn unsolvable(request: &ProveRequest, certify: &dyn Certify, answer: &Answer) -> Result<Certification> {
    let reason = answer.reason.clone().unwrap_or_default();
    let Some(text) = certify.certify_unsolvable(&request.puzzle)? else {
        return Err(EngineError::Certificate(format!(
            "there is no solution ({reason}), but for {} there are no certificates of that: {}",
            request.puzzle.kind,
            certify.instead_of_unsolvable()
        )));
    };
    let file = write_unsolvable(&request.folder, request.overwrite, &text).map_err(fault)?;
    let Answer { position, goal, .. } = answer.clone();
    Ok(Certification::Unsolvable { puzzle: request.puzzle.kind.clone(), position, goal, reason, file })
}

/// Checks a certificate that there is no solution.
fn check_unsolvable(kinds: Kinds, folder: &Path) -> Result<Certification> {
    let file = folder.join(UNSOLVABLE);
    let wrong = |error: &dyn std::fmt::Display| EngineError::Certificate(format!("{}: {error}", file.display()));
    let text = read_short(folder, UNSOLVABLE).map_err(|error| EngineError::Certificate(error.to_string()))?;
    let checked = kinds.iter().find_map(|kind| Some((kind.info().name, kind.certify()?.check_unsolvable(&text)?)));
    match checked {
        Some((kind, Ok(Refutation { position, goal, reason }))) => {
            Ok(Certification::Unsolvable { puzzle: kind.to_owned(), position, goal, reason, file })
        }
        Some((_, Err(error))) => Err(wrong(&error)),
        None => Err(wrong(&"it is not a certificate of any kind of puzzle")),
    }
}
