//! The door of questions: what can be answered at once, in one type for all of it.
//!
//! A [`Request`](crate::Request) is for searches, which tell events and may be cancelled. Everything else that a page or a
//! program in another language wants to know is a [`Query`], whose [`Reply`] comes back without a search, or after one of two
//! seconds at most.

use serde::{Deserialize, Serialize};

use crate::catalog::{self, AlgorithmInfo, HeuristicInfo, KindInfo};
use crate::check::{Check, check_one};
use crate::error::EngineError;
use crate::explain::{Explanation, explain, explain_one};
use crate::library::LibraryEntry;
use crate::random::RandomRequest;
use crate::request::{
    BlocksPuzzle, GraphPuzzle, HanoiPuzzle, Kind, Notation, Options, Puzzle, SCHEMA_VERSION, SokobanPuzzle, TilesPuzzle,
};
use crate::rules::{Rules, one, other};
use crate::session::Session;
use crate::verify::Verification;
use crate::view::View;

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
    pub algorithms: Vec<&'static AlgorithmInfo>,
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

/// Answers a question about one kind of puzzle, or about the catalog: what [`query`] does for all but explanations, which
/// are [`Session::explain_of`]'s.
///
/// # Errors
/// What is wrong with the question; also that it is about another kind of puzzle.
pub fn query_of<R: Rules>(query: &Query) -> Result<Reply, EngineError> {
    Ok(match query {
        Query::Catalog {} => Reply::Catalog(Catalog::of_this_build()),
        Query::Library { kind } if *kind == R::KIND => Reply::Library { entries: R::library() },
        Query::Library { kind } => return Err(other::<R>(*kind)),
        Query::Check { puzzle } => Reply::Check(Box::new(check_one(one::<R>(puzzle)?)?)),
        Query::View { puzzle, moves } => Reply::View(Box::new(one::<R>(puzzle)?.view(moves)?)),
        Query::Verify { puzzle, moves, notation } => Reply::Verify(one::<R>(puzzle)?.verify(moves, *notation)?),
        Query::Random { request, count } => Reply::Random { puzzles: random_puzzles::<R>(request, *count)? },
        Query::Explain { .. } => return Err(EngineError::NeedsTables),
    })
}

impl Session {
    /// Answers a question, with the tables that this session has.
    ///
    /// # Errors
    /// What is wrong with the question.
    pub fn query(&self, query: &Query) -> Result<Reply, EngineError> {
        if let Query::Explain { puzzle, heuristic, options } = query {
            return explain(puzzle, heuristic, options, self).map(Reply::Explain);
        }
        match query.kind() {
            Kind::Tiles => query_of::<TilesPuzzle>(query),
            Kind::Hanoi => query_of::<HanoiPuzzle>(query),
            Kind::Graph => query_of::<GraphPuzzle>(query),
            Kind::Blocks => query_of::<BlocksPuzzle>(query),
            Kind::Sokoban => query_of::<SokobanPuzzle>(query),
        }
    }

    /// Explains an estimate for one kind of puzzle.
    ///
    /// # Errors
    /// What is wrong with the question; also that it is another one, or about another kind of puzzle.
    pub fn explain_of<R: Rules>(&self, query: &Query) -> Result<Reply, EngineError> {
        let Query::Explain { puzzle, heuristic, options } = query else { return Err(EngineError::NeedsRules) };
        explain_one(one::<R>(puzzle)?, puzzle.metric(), heuristic, options, self).map(Reply::Explain)
    }
}

impl Query {
    /// The kind of puzzle that it is about; the first where it is about all.
    fn kind(&self) -> Kind {
        match self {
            Self::Catalog {} => Kind::default(),
            Self::Library { kind } => *kind,
            Self::Check { puzzle }
            | Self::View { puzzle, .. }
            | Self::Verify { puzzle, .. }
            | Self::Explain { puzzle, .. } => puzzle.kind(),
            Self::Random { request, .. } => request.puzzle.kind(),
        }
    }
}

impl Catalog {
    /// All that this build has.
    fn of_this_build() -> Self {
        Self {
            version: SCHEMA_VERSION,
            kinds: catalog::kinds(),
            algorithms: catalog::algorithms().iter().filter(|info| info.is_available()).collect(),
            heuristics: catalog::heuristics(),
            sat_solvers: catalog::sat_solvers().collect(),
        }
    }
}

fn random_puzzles<R: Rules>(request: &RandomRequest, count: u32) -> Result<Vec<Puzzle>, EngineError> {
    if !(1..=MOST_RANDOM).contains(&count) {
        return Err(EngineError::RandomCount { found: count });
    }
    let positions = R::random(request).ok_or_else(|| other::<R>(request.puzzle.kind()))??;
    let positions = positions.take(usize::try_from(count).unwrap_or(usize::MAX));
    Ok(positions.map(|position| request.puzzle.at(position)).collect())
}
