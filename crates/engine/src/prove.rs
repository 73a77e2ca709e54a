//! Certificates: the optimum with a proof that programs of others check.
//!
//! A certificate says two things. That its formula has no model, any checker of proofs can see. That the formula is the
//! puzzle's, and that the solution solves it, is checked here by writing the formula anew and making the moves.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use web_time::Instant;

use fewest_sat::{
    Backend, CertificateError, CertificateTarget, Certified, Claim, Cnf, Manifest, Scope, Subject, ToCnf, VerifyError,
    may_certify, verify_certificate, write_certificate, write_unsolvable,
};
use fewest_search::meter::Meter;
use fewest_search::{Cancel, LimitKind, Observer};
use fewest_tiles::UnsolvabilityCertificate;
use fewest_tiles::edixhoven::{Additional, Edixhoven};
use fewest_tiles::sat::SatEncoding;
use serde::{Deserialize, Serialize};

use crate::answer::{self, Answer};
use crate::catalog::Parameter;
use crate::error::EngineError;
use crate::event::Event;
use crate::reporter::Reporter;
use crate::request::{Kind, Limits, Notation, Options, Puzzle, Request, SokobanPuzzle, TilesPuzzle};
use crate::sat::{Encoding, SatSettings};
use crate::session::Session;
use crate::verify::verify;
use crate::{sokoban, tiles};

/// The file of a certificate that there is no solution.
const PARITY: &str = "unsolvable.json";
/// The most bytes of a proof where nothing else is said.
const MOST_PROOF_BYTES: u64 = 10_000_000_000;

/// What is to be certified.
#[derive(Clone, Debug, PartialEq)]
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
        Self {
            puzzle,
            optimum: None,
            sat_solver: None,
            encoding: None,
            limits: Limits::default(),
            proof_bytes: None,
            folder: folder.into(),
            overwrite: false,
        }
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
    pub puzzle: Kind,
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

/// Solves a puzzle, and certifies the optimum, or of tiles that there is none.
///
/// # Errors
/// What is wrong with the request, the claim or the folder.
pub fn prove(
    request: &ProveRequest,
    session: &Session,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Certification, EngineError> {
    let begun = Instant::now();
    let kind = request.puzzle.kind();
    let metric = request.puzzle.metric();
    if !matches!((kind, metric.as_str()), (Kind::Tiles, "stm") | (Kind::Sokoban, "push")) {
        return Err(EngineError::CannotCertify { puzzle: kind, metric });
    }
    let (backend, encoding) = settings(request)?;
    may_certify(&request.folder, request.overwrite, backend).map_err(fault)?;
    let solve = Request { limits: request.limits, ..Request::new(request.puzzle.clone()) };
    let answer = session.solve(&solve, cancel, sink)?;
    match (answer.outcome, answer.length, answer.proof) {
        (answer::Outcome::Unsolvable, _, _) => return unsolvable(request, &answer),
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
    let claim = Claim {
        subject: Subject {
            puzzle: kind.to_string(),
            start: answer.position,
            goal: answer.goal,
            metric,
            encoding: encoding.to_string(),
        },
        solution: moves,
        optimum: length,
        step: step(kind),
    };
    let mut limits = request.limits.for_search(cancel);
    limits.time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
    let mut reporter = Reporter::new(sink);
    let mut meter = Meter::start(&limits, &mut reporter);
    meter.raise_lower_bound(length);
    let stopped = |limit: LimitKind| Certification::Limit {
        reason: limit.to_string(),
        lower_bound: Some(length),
        length: Some(length),
    };
    let Some(at_most) = claim.at_most() else {
        return Err(EngineError::NothingToCertify { length });
    };
    let cnf = match formula(&request.puzzle, encoding, at_most, &mut meter)? {
        Ok(cnf) => cnf,
        Err(limit) => return Ok(stopped(limit)),
    };
    let most_bytes = request.proof_bytes.unwrap_or(MOST_PROOF_BYTES);
    let target = CertificateTarget { folder: &request.folder, overwrite: request.overwrite, most_bytes };
    let (certified, _) = write_certificate(&claim, &cnf, backend, target, &mut meter).map_err(fault)?;
    match certified {
        // The proof was checked on the way, the formula is the one above, and the solution was replayed when it was found.
        Certified::Written { manifest, solving, checking } => {
            let certificate = summary(kind, *manifest, claim.solution, checking, &request.folder);
            let solving_seconds = Some(solving.as_secs_f64());
            Ok(Certification::Optimal(Box::new(OptimalCertificate { solving_seconds, ..certificate })))
        }
        Certified::Refuted(_) => {
            Err(EngineError::Internal(format!("the formula for {at_most} moves has a model, and {length} is proven")))
        }
        Certified::Stopped(limit) => Ok(stopped(limit)),
        Certified::TooLarge => Ok(Certification::Limit {
            reason: format!("the proof grew beyond {most_bytes} bytes"),
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
    folder: &Path,
    limits: Limits,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Certification, EngineError> {
    let parity = folder.join(PARITY);
    if parity.exists() {
        return check_parity(parity);
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
    let Subject { puzzle: kind, start, goal, metric, encoding } = &manifest.subject;
    let puzzle = match (kind.as_str(), metric.as_str()) {
        ("tiles", "stm") => Puzzle::Tiles(TilesPuzzle { goal: goal.clone(), ..TilesPuzzle::new(start.clone()) }),
        ("sokoban", "push") => Puzzle::Sokoban(SokobanPuzzle::new(start.clone())),
        _ => return Err(EngineError::Certificate(format!("nothing is known of {kind} in the metric {metric}"))),
    };
    if manifest.step != step(puzzle.kind()) {
        let (found, right) = (manifest.step, step(puzzle.kind()));
        return Err(EngineError::Certificate(format!(
            "lengths of {kind} differ by multiples of {right}, not of {found}"
        )));
    }
    // First of all: a horizon that a solution reaches is none that a formula cannot be written for.
    let moves = verified.solution.trim().to_owned();
    let replayed = verify(&puzzle, &moves, Notation::Tile)?;
    let length = replayed.lengths.get(metric).copied();
    if !replayed.solves || length != Some(u64::from(manifest.optimum)) {
        let optimum = manifest.optimum;
        return Err(EngineError::Certificate(format!("its solution does not solve the puzzle in {optimum} moves")));
    }
    if replayed.position != *start || replayed.goal != *goal {
        return Err(EngineError::Certificate(
            "its start and goal are not in normal form, or not of one puzzle".to_owned(),
        ));
    }
    let encoding = named(encoding, puzzle.kind())
        .ok_or_else(|| EngineError::Certificate(format!("nothing is known of the encoding {encoding} of {kind}")))?;
    match formula(&puzzle, encoding, manifest.at_most, &mut meter)? {
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
    let puzzle = puzzle.kind();
    let certificate = summary(puzzle, manifest, moves, begun.elapsed(), folder);
    Ok(Certification::Optimal(Box::new(certificate)))
}

/// What a certificate comes to.
fn summary(puzzle: Kind, manifest: Manifest, moves: String, checking: Duration, folder: &Path) -> OptimalCertificate {
    let Subject { start, goal, metric, .. } = manifest.subject;
    OptimalCertificate {
        puzzle,
        position: start,
        goal,
        metric,
        length: manifest.optimum,
        moves,
        at_most: manifest.at_most,
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

/// What the lengths of two solutions differ by.
fn step(kind: Kind) -> u32 {
    // Each move of a tile changes the colour of the blank's square.
    if kind == Kind::Tiles { 2 } else { 1 }
}

/// The formula for solutions of at most so many moves.
fn formula<O: Observer>(
    puzzle: &Puzzle,
    encoding: Encoding,
    at_most: u32,
    meter: &mut Meter<'_, O>,
) -> Result<Result<Cnf, LimitKind>, EngineError> {
    match puzzle {
        Puzzle::Tiles(puzzle) => {
            let (start, goal) = tiles::read(puzzle)?;
            if encoding == Encoding::Edixhoven {
                let model = Edixhoven::new(start, goal, Additional::default());
                return Ok(model.encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf));
            }
            let ours = SatEncoding::new(&start, &goal).map_err(EngineError::internal)?;
            Ok(ours.encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf))
        }
        Puzzle::Sokoban(puzzle) => sokoban::formula(puzzle, encoding, at_most, meter),
        other => Err(EngineError::CannotCertify { puzzle: other.kind(), metric: other.metric() }),
    }
}

/// The solver that writes the proof, and how the formula is written.
fn settings(request: &ProveRequest) -> Result<(Backend, Encoding), EngineError> {
    let ProveRequest { puzzle, sat_solver, encoding, .. } = request;
    let options = Options { sat_solver: sat_solver.clone(), encoding: encoding.clone(), ..Options::default() };
    let asked = SatSettings::of(&options, puzzle.kind())?;
    if !asked.encoding.keeps_optimum() {
        return Err(EngineError::ParameterValue {
            parameter: Parameter::Encoding,
            value: asked.encoding.to_string(),
            right: "it loses optimal solutions, so that it proves nothing about them".to_owned(),
        });
    }
    // CaDiCaL gives reasons, which makes its proofs quick to check.
    let best = || "cadical".parse().unwrap_or(Backend::Batsat);
    Ok((if sat_solver.is_some() { asked.backend } else { best() }, asked.encoding))
}

/// The encoding of this name, of those that prove something.
fn named(name: &str, kind: Kind) -> Option<Encoding> {
    let options = Options { encoding: Some(name.to_owned()), ..Options::default() };
    SatSettings::of(&options, kind).ok().map(|settings| settings.encoding).filter(|encoding| encoding.keeps_optimum())
}

/// What went wrong with a certificate, as an error of the engine.
fn fault(error: CertificateError) -> EngineError {
    match error {
        CertificateError::Verify(error) => EngineError::Internal(error.to_string()),
        other => EngineError::Certificate(other.to_string()),
    }
}

/// Certifies that a position of tiles cannot be solved.
fn unsolvable(request: &ProveRequest, answer: &Answer) -> Result<Certification, EngineError> {
    let reason = answer.reason.clone().unwrap_or_default();
    let Puzzle::Tiles(puzzle) = &request.puzzle else {
        return Err(EngineError::Certificate(format!(
            "there is no solution ({reason}), of which no certificate is made for {}",
            request.puzzle.kind()
        )));
    };
    let (start, goal) = tiles::read(puzzle)?;
    let certificate = UnsolvabilityCertificate::new(&start, &goal)
        .ok_or_else(|| EngineError::Internal("what is unsolvable has no certificate".to_owned()))?;
    certificate.verify().map_err(EngineError::internal)?;
    let text = serde_json::to_string_pretty(&certificate).map_err(EngineError::internal)? + "\n";
    let file = write_unsolvable(&request.folder, request.overwrite, &text).map_err(fault)?;
    Ok(Certification::Unsolvable { reason, file })
}

/// Checks a certificate that there is no solution.
fn check_parity(file: PathBuf) -> Result<Certification, EngineError> {
    let wrong = |error: &dyn std::fmt::Display| EngineError::Certificate(format!("{}: {error}", file.display()));
    let text = fs::read_to_string(&file).map_err(|error| wrong(&error))?;
    let certificate: UnsolvabilityCertificate = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    certificate.verify().map_err(|error| wrong(&error))?;
    let read = |text: &str| text.parse::<fewest_tiles::Position>().map_err(|error| wrong(&error));
    let (start, goal) = (read(&certificate.start)?, read(&certificate.goal)?);
    let reason = match fewest_tiles::solvability(&start, &goal) {
        fewest_tiles::Solvability::Unsolvable(obstacle) => obstacle.to_string(),
        fewest_tiles::Solvability::Solvable => return Err(wrong(&"the position can be solved")),
    };
    Ok(Certification::Unsolvable { reason, file })
}
