//! The door of questions: what can be answered at once, in one type for all of it.
//!
//! A [`Request`](crate::Request) is for searches, which tell events and may be cancelled. Everything else that a page or a
//! program in another language wants to know is a [`Query`], whose [`Reply`] comes back without a search, or after one of two
//! seconds at most.

use fewest_search::{LimitKind, Limits as SearchLimits};
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::catalog::Catalog;
use crate::check::{Check, check_with};
use crate::error::{EngineError, Result, Unready};
use crate::explain::{Explanation, explain_with};
use crate::kind::{Kind, KindInfo};
use crate::kinds::{only, view_with};
use crate::library::LibraryEntry;
use crate::puzzle::Puzzle;
use crate::random::RandomRequest;
use crate::request::{Notation, Options};
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
    /// The kinds, algorithms and heuristics.
    Catalog {},
    /// The built-in puzzles of a kind.
    Library {
        /// Which kind.
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Kind"))]
        kind: String,
    },
    /// What is known about a position without a search.
    Check {
        /// The puzzle.
        puzzle: Puzzle,
    },
    /// A puzzle after some moves, with the moves that are legal then.
    View {
        /// The puzzle.
        puzzle: Puzzle,
        /// The moves; for tiles, in the tile's direction.
        #[serde(default)]
        moves: String,
    },
    /// A solution, if a search that needs little code finds one soon: for a page that has not loaded the searches yet.
    Quick {
        /// The puzzle.
        puzzle: Puzzle,
    },
    /// Whether a sequence of moves solves a puzzle.
    Verify {
        /// The puzzle.
        puzzle: Puzzle,
        /// The moves.
        moves: String,
        /// Whether they name the direction of the tile or of the blank.
        #[serde(default)]
        notation: Notation,
    },
    /// Random positions.
    Random {
        /// For which puzzle, and how to draw them.
        request: RandomRequest,
        /// How many, from 1 to 10000.
        count: u32,
    },
    /// How a heuristic arrives at its estimate.
    Explain {
        /// The puzzle.
        puzzle: Puzzle,
        /// The heuristic's name, or `auto`.
        heuristic: String,
        /// The tables, for the heuristic `pdb`.
        #[serde(default, skip_serializing_if = "Options::is_empty")]
        options: Options,
    },
}

/// The answer to a [`Query`], tagged with the same word.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reply", rename_all = "kebab-case")]
pub enum Reply {
    /// The kinds, algorithms and heuristics.
    Catalog(Catalog),
    /// The built-in puzzles of a kind.
    Library {
        /// The puzzles.
        entries: Vec<LibraryEntry>,
    },
    /// What is known about a position without a search.
    Check(Box<Check>),
    /// A puzzle after some moves, with the moves that are legal then.
    View(Box<View>),
    /// A solution that was found soon.
    Quick {
        /// The answer, with a solution; absent if there was none so soon.
        answer: Option<Box<Answer>>,
    },
    /// The effect of a sequence of moves.
    Verify(Verification),
    /// Random positions.
    Random {
        /// As many as requested, with the default metric.
        puzzles: Vec<Puzzle>,
    },
    /// An estimate, taken apart.
    Explain(Explanation),
}

/// Answers a question about a kind that is known when the program is compiled, or about the catalog of all kinds that there
/// are: what [`Session::query`] does for all but explanations, which are [`explain_query`]'s.
///
/// # Errors
/// What is wrong with the question; also that it is about another kind of puzzle.
pub fn query_with<K: Kind + ?Sized>(
    kind: &K,
    all: &[&'static KindInfo],
    query: &Query,
    limits: &SearchLimits,
) -> Result<Reply> {
    let mine = |puzzle: &Puzzle| only(kind, puzzle).map(|()| kind);
    Ok(match query {
        Query::Check { puzzle } => Reply::Check(Box::new(check_with(mine(puzzle)?, puzzle, limits)?)),
        Query::Quick { puzzle } => Reply::Quick { answer: mine(puzzle)?.quick(puzzle, limits)?.map(Box::new) },
        Query::Random { request, count } => Reply::Random { puzzles: random_puzzles(kind, request, *count, limits)? },
        _ => return light_query_with(kind, all, query).unwrap_or(Err(EngineError::NeedsTables)),
    })
}

/// Answers a question for which no kind searches. Nothing is returned for any other: a program that calls this alone has
/// no search compiled into it.
pub fn light_query_with<K: Kind + ?Sized>(kind: &K, all: &[&'static KindInfo], query: &Query) -> Option<Result<Reply>> {
    let mine = |puzzle: &Puzzle| only(kind, puzzle).map(|()| kind);
    Some(match query {
        Query::Catalog {} => Ok(Reply::Catalog(Catalog::new(all))),
        Query::Library { kind: asked } => only_kind(kind, asked).map(|()| Reply::Library { entries: kind.library() }),
        Query::View { puzzle, moves } => {
            mine(puzzle).and_then(|kind| view_with(kind, puzzle, moves)).map(|view| Reply::View(Box::new(view)))
        }
        Query::Verify { puzzle, moves, notation } => {
            mine(puzzle).and_then(|kind| kind.verify(puzzle, moves, *notation)).map(Reply::Verify)
        }
        Query::Check { .. } | Query::Quick { .. } | Query::Random { .. } | Query::Explain { .. } => return None,
    })
}

/// Answers a question for an explanation about a kind that is known when the program is compiled.
///
/// # Errors
/// What is wrong with the question; also that it is another one, or about another kind of puzzle.
pub fn explain_query<K: Kind + ?Sized>(
    kind: &K,
    query: &Query,
    session: &Session,
    limits: &SearchLimits,
) -> Result<Reply> {
    let Query::Explain { puzzle, heuristic, options } = query else { return Err(EngineError::NeedsRules) };
    only(kind, puzzle)?;
    explain_with(kind, puzzle, heuristic, options, session, limits).map(Reply::Explain)
}

impl Session {
    /// Answers a question within limits, with the tables that this session has.
    ///
    /// # Errors
    /// What is wrong with the question, or a limit.
    pub fn query(&self, query: &Query, limits: &SearchLimits) -> Result<Reply> {
        let Some(kind) = query.kind() else {
            let infos: Vec<&KindInfo> = self.kinds().infos().collect();
            return Ok(Reply::Catalog(Catalog::new(&infos)));
        };
        let kind = self.kinds().named(kind)?;
        match query {
            Query::Explain { .. } => self.on_sound_tables(|| explain_query(kind, query, self, limits)),
            _ => query_with(kind, &[], query, limits),
        }
    }
}

impl Query {
    /// The name of the kind of puzzle that it is about, where it is about one.
    pub fn kind(&self) -> Option<&str> {
        match self {
            Self::Catalog {} => None,
            Self::Library { kind } => Some(kind),
            Self::Check { puzzle }
            | Self::Quick { puzzle }
            | Self::View { puzzle, .. }
            | Self::Verify { puzzle, .. }
            | Self::Explain { puzzle, .. } => Some(&puzzle.kind),
            Self::Random { request, .. } => Some(&request.puzzle.kind),
        }
    }
}

/// Refuses a question about another kind.
fn only_kind<K: Kind + ?Sized>(kind: &K, asked: &str) -> Result<()> {
    let serves = kind.info().name;
    if asked == serves { Ok(()) } else { Err(EngineError::OtherKind { puzzle: asked.to_owned(), serves }) }
}

fn random_puzzles<K: Kind + ?Sized>(
    kind: &K,
    request: &RandomRequest,
    count: u32,
    limits: &SearchLimits,
) -> Result<Vec<Puzzle>> {
    if !(1..=MOST_RANDOM).contains(&count) {
        return Err(EngineError::RandomCount { found: count });
    }
    only_kind(kind, &request.puzzle.kind)?;
    kind.info().admit_random(&request.puzzle)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let positions = kind.random(request, limits)?.take(count);
    let puzzles: Vec<Puzzle> = positions.map(|position| kind.at_random(&request.puzzle, position)).collect();
    if puzzles.len() < count { Err(Unready::Stopped(LimitKind::Cancelled).into()) } else { Ok(puzzles) }
}
