//! Satisfiability at the dynamic edge: which formula, which solver, and what came of it.

use std::fmt;

use fewest_sat::{Aim, Ascent, Backend, ToCnf, climb_watched};
use fewest_search::{Limits, Outcome, Proof, Run};
use serde::{Deserialize, Serialize};

use crate::catalog::{Algorithm, Parameter};
use crate::error::EngineError;
use crate::reporter::Reporter;
use crate::request::{Kind, Options};

/// How a puzzle is written as a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    /// Our own.
    Fewest,
    /// The model of Edixhoven's thesis (2016), with its rule against undoing a move.
    Edixhoven,
    /// The same, with its rule that completed rows and columns stay as they are, which loses optimal solutions.
    EdixhovenLines,
    /// Tamura's translation of Sokoban, as that thesis gives it.
    Tamura,
}

impl Encoding {
    const ALL: [Self; 4] = [Self::Fewest, Self::Edixhoven, Self::EdixhovenLines, Self::Tamura];

    /// The name to write.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fewest => "fewest",
            Self::Edixhoven => "edixhoven",
            Self::EdixhovenLines => "edixhoven-lines",
            Self::Tamura => "tamura",
        }
    }

    fn serves(self, kind: Kind) -> bool {
        match self {
            Self::Fewest => matches!(kind, Kind::Tiles | Kind::Sokoban),
            Self::Edixhoven | Self::EdixhovenLines => kind == Kind::Tiles,
            Self::Tamura => kind == Kind::Sokoban,
        }
    }

    /// Whether every optimal solution satisfies the formula.
    pub(crate) fn keeps_optimum(self) -> bool {
        self != Self::EdixhovenLines
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The parameters of the algorithms that write formulas, checked and complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SatSettings {
    pub(crate) backend: Backend,
    pub(crate) encoding: Encoding,
}

impl SatSettings {
    /// What the options say, and the best where they say nothing.
    pub(crate) fn of(options: &Options, kind: Kind) -> Result<Self, EngineError> {
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
            None => Encoding::Fewest,
            Some(name) => {
                let serving = || Encoding::ALL.into_iter().filter(|encoding| encoding.serves(kind));
                serving().find(|encoding| encoding.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
                    let names = serving().map(Encoding::name).collect::<Vec<_>>().join(", ");
                    value(Parameter::Encoding, name, format!("for {kind} there are {names}"))
                })?
            }
        };
        Ok(Self { backend, encoding })
    }
}

/// Who solved the formulas of a climb, and the last that was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Formula {
    /// The solver.
    pub solver: String,
    /// How the puzzle was written.
    pub encoding: String,
    /// The number of moves that the last settled formula asks about; absent where none was settled.
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
pub(crate) fn run<P: ToCnf>(
    puzzle: &P,
    algorithm: Algorithm,
    settings: SatSettings,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> (Run<P::Move>, Formula) {
    let SatSettings { backend, encoding } = settings;
    let aim = if algorithm == Algorithm::SatAny { Aim::Any } else { Aim::Optimal };
    let mut formula = Formula {
        solver: backend.name().to_owned(),
        encoding: encoding.name().to_owned(),
        horizon: None,
        variables: None,
        clauses: None,
    };
    let mut tell = |ascent: &Ascent| {
        formula.horizon = Some(ascent.horizon);
        formula.variables = Some(ascent.variables);
        formula.clauses = Some(ascent.clauses as u64);
    };
    let mut run = climb_watched(puzzle, aim, backend, limits, reporter, &mut tell);
    if !encoding.keeps_optimum() {
        forget_proof(&mut run, puzzle.lower_bound().unwrap_or_default());
    }
    (run, formula)
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
