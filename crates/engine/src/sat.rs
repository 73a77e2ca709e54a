//! Satisfiability at the dynamic edge: which formula, which solver, and what came of it.

use fewest_sat::{Aim, Ascent, Backend, ToCnf, climb_watched};
use fewest_search::{Limits, Outcome, Proof, Run};
use serde::{Deserialize, Serialize};

use crate::catalog::{Algorithm, Parameter};
use crate::error::{EngineError, Result};
use crate::kind::{EncodingInfo, KindInfo, names};
use crate::reporter::Reporter;
use crate::request::Options;

/// The parameters of the algorithms that write formulas, checked and complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SatSettings {
    /// The SAT solver that solves the formulas.
    pub backend: Backend,
    /// How they are written; absent for a kind that is not written as formulas.
    pub encoding: Option<&'static EncodingInfo>,
}

impl SatSettings {
    /// What the options say, and the best where they say nothing.
    ///
    /// # Errors
    /// That there is no such solver, or no such encoding for this kind and metric.
    pub fn of(options: &Options, kind: &'static KindInfo, metric: &str) -> Result<Self> {
        let value = |parameter, value: &str, right: String| EngineError::ParameterValue {
            parameter,
            value: format!("{value:?}"),
            right,
        };
        let backend = match &options.sat_solver {
            None => Backend::BEST,
            Some(name) => name
                .parse()
                .map_err(|error: fewest_sat::UnknownBackend| value(Parameter::SatSolver, name, error.to_string()))?,
        };
        let encoding = match &options.encoding {
            None => kind.encodings_in(metric).next(),
            Some(name) => {
                let found = kind.encodings_in(metric).find(|encoding| encoding.name.eq_ignore_ascii_case(name));
                Some(found.ok_or_else(|| {
                    let known: Vec<&str> = kind.encodings_in(metric).map(|encoding| encoding.name).collect();
                    let right = match known[..] {
                        [] => format!("{} cannot be written as formulas", kind.name),
                        [only] => format!("for {} under {metric}, choose {only}", kind.name),
                        _ => {
                            let known = names(known.iter().copied());
                            format!("for {} under {metric}, choose one of {known}", kind.name)
                        }
                    };
                    value(Parameter::Encoding, name, right)
                })?)
            }
        };
        Ok(Self { backend, encoding })
    }

    /// How formulas are written.
    ///
    /// # Errors
    /// [`EngineError::Internal`] for a kind that is not written as formulas.
    pub fn encoding(&self) -> Result<&'static EncodingInfo> {
        self.encoding.ok_or_else(|| EngineError::internal("a kind without encodings was asked for a formula"))
    }
}

/// The SAT solver, and the last formula that it decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Formula {
    /// The solver.
    pub solver: String,
    /// How the puzzle was written.
    pub encoding: String,
    /// The number of moves that the last decided formula asks about; absent if none was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<u32>,
    /// Its variables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variables: Option<u32>,
    /// Its clauses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clauses: Option<u64>,
}

/// Climbs, and returns what is known of the formulas beside the run.
///
/// # Errors
/// [`EngineError::Internal`] for a kind that is not written as formulas.
pub fn run<P: ToCnf>(
    puzzle: &P,
    algorithm: Algorithm,
    settings: SatSettings,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<(Run<P::Move>, Formula)> {
    let (backend, encoding) = (settings.backend, settings.encoding()?);
    let aim = if algorithm == Algorithm::SatAny { Aim::Any } else { Aim::Optimal };
    let (solver, name) = (backend.name().to_owned(), encoding.name.to_owned());
    let mut formula = Formula { solver, encoding: name, horizon: None, variables: None, clauses: None };
    let mut tell = |ascent: &Ascent| {
        formula.horizon = Some(ascent.horizon);
        formula.variables = Some(ascent.variables);
        formula.clauses = Some(ascent.clauses as u64);
    };
    let mut run = climb_watched(puzzle, aim, backend, limits, reporter, &mut tell);
    if !encoding.keeps_optimum {
        forget_proof(&mut run, puzzle.lower_bound().unwrap_or_default());
    }
    Ok((run, formula))
}

/// Keeps of a run by a formula that loses solutions what is true all the same.
fn forget_proof<M>(run: &mut Run<M>, bound: u32) {
    match &mut run.outcome {
        Outcome::Solved { cost, proof, .. } => {
            *proof = if *cost <= bound { Proof::Optimal } else { Proof::Bounded { lower_bound: bound } };
        }
        Outcome::LimitReached { lower_bound, .. } => *lower_bound = bound,
        // The bound above which no solution is does not speak of those that were lost.
        Outcome::Unsolvable { .. } => {}
    }
}
