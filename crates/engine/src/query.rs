//! The door of questions: what can be answered at once, in one type for all of it.
//!
//! A [`Request`](crate::Request) is for searches, which tell events and may be cancelled. Everything else that a page or a
//! program in another language wants to know is a [`Query`], whose [`Reply`] comes back without a search, or after one of two
//! seconds at most.

use serde::{Deserialize, Serialize};

use crate::catalog::{self, AlgorithmInfo, HeuristicInfo, KindInfo};
use crate::check::{Check, check};
use crate::error::EngineError;
use crate::explain::{Explanation, explain};
use crate::library::{LibraryEntry, library};
use crate::random::{RandomRequest, random};
use crate::request::{Kind, Notation, Options, Puzzle, SCHEMA_VERSION};
use crate::session::Session;
use crate::verify::{Verification, verify};
use crate::view::{View, view};

/// The most positions that are drawn at once.
pub const MOST_RANDOM: u32 = 10_000;

/// A question that is answered at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "query", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Query {
    /// What there is to choose from.
    Catalog {},
    /// The puzzles of a kind that are built in.
    Library {
        /// Which kind.
        kind: Kind,
    },
    /// What can be said of a position without a search.
    Check {
        /// The puzzle.
        puzzle: Puzzle,
    },
    /// What a puzzle looks like after some moves, and what can be done then.
    View {
        /// The puzzle.
        puzzle: Puzzle,
        /// The moves; of tiles by the tile's direction.
        #[serde(default)]
        moves: String,
    },
    /// Whether a string of moves solves a puzzle.
    Verify {
        /// The puzzle.
        puzzle: Puzzle,
        /// The moves.
        moves: String,
        /// Whose direction they name.
        #[serde(default)]
        notation: Notation,
    },
    /// Random positions.
    Random {
        /// Which.
        request: RandomRequest,
        /// How many, from 1 to 10000.
        count: u32,
    },
    /// Why a heuristic says what it says.
    Explain {
        /// The puzzle.
        puzzle: Puzzle,
        /// The heuristic's name, or `auto`.
        heuristic: String,
        /// Which tables, of the heuristic `pdb`.
        #[serde(default, skip_serializing_if = "Options::is_empty")]
        options: Options,
    },
}

/// The answer to a [`Query`], tagged with the same word.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reply", rename_all = "kebab-case")]
pub enum Reply {
    /// What there is to choose from.
    Catalog(Catalog),
    /// The puzzles of a kind that are built in.
    Library {
        /// The puzzles.
        entries: Vec<LibraryEntry>,
    },
    /// What can be said of a position without a search.
    Check(Box<Check>),
    /// What a puzzle looks like after some moves, and what can be done then.
    View(Box<View>),
    /// What a string of moves does.
    Verify(Verification),
    /// Random positions.
    Random {
        /// As many as were asked for, with the default metric.
        puzzles: Vec<Puzzle>,
    },
    /// An estimate, taken apart.
    Explain(Explanation),
}

/// What there is to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalog {
    /// The version of the schema.
    pub version: u32,
    /// The kinds of puzzles.
    pub kinds: Vec<KindInfo>,
    /// The algorithms.
    pub algorithms: &'static [AlgorithmInfo],
    /// The heuristics.
    pub heuristics: &'static [HeuristicInfo],
    /// The solvers of formulas in this build, by name.
    pub sat_solvers: Vec<&'static str>,
}

/// Answers a question.
///
/// ```
/// use fewest_engine::{Query, Reply, query};
/// let asked: Query = serde_json::from_str(r#"{"query": "check", "puzzle": {"kind": "tiles", "position": "1 2 3/4 5 6/8 7 0"}}"#)?;
/// let Reply::Check(found) = query(&asked)? else { panic!("a check") };
/// assert_eq!((found.solvable, found.swap), (Some(false), Some((7, 8))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Tables that an explanation needs are built and forgotten; [`Session::query`] keeps them.
///
/// # Errors
/// What is wrong with the question.
pub fn query(query: &Query) -> Result<Reply, EngineError> {
    Session::in_memory().query(query)
}

impl Session {
    /// Answers a question, with the tables that this session has.
    ///
    /// # Errors
    /// What is wrong with the question.
    pub fn query(&self, query: &Query) -> Result<Reply, EngineError> {
        answer(query, self)
    }
}

fn answer(query: &Query, session: &Session) -> Result<Reply, EngineError> {
    Ok(match query {
        Query::Catalog {} => Reply::Catalog(Catalog {
            version: SCHEMA_VERSION,
            kinds: catalog::kinds(),
            algorithms: catalog::algorithms(),
            heuristics: catalog::heuristics(),
            sat_solvers: catalog::sat_solvers().collect(),
        }),
        Query::Library { kind } => Reply::Library { entries: library(*kind) },
        Query::Check { puzzle } => Reply::Check(Box::new(check(puzzle)?)),
        Query::View { puzzle, moves } => Reply::View(Box::new(view(puzzle, moves)?)),
        Query::Verify { puzzle, moves, notation } => Reply::Verify(verify(puzzle, moves, *notation)?),
        Query::Random { request, count } => Reply::Random { puzzles: random_puzzles(request, *count)? },
        Query::Explain { puzzle, heuristic, options } => Reply::Explain(explain(puzzle, heuristic, options, session)?),
    })
}

fn random_puzzles(request: &RandomRequest, count: u32) -> Result<Vec<Puzzle>, EngineError> {
    if !(1..=MOST_RANDOM).contains(&count) {
        return Err(EngineError::RandomCount { found: count });
    }
    let positions = random(request)?.take(usize::try_from(count).unwrap_or(usize::MAX));
    Ok(positions.map(|position| request.puzzle.at(position)).collect())
}
