//! What can be wrong with a request.

use std::fmt;

use fewest_search::LimitKind;
use fewest_text::{bytes, thousands};

use crate::catalog::Parameter;
use crate::request::SCHEMA_VERSION;
use crate::trace::MOST_NODES;

/// What is asked of the engine or of a kind, or why it cannot be had.
pub type Result<T, E = EngineError> = std::result::Result<T, E>;

/// Why a request cannot be carried out. Every message says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum EngineError {
    /// A request in another schema.
    #[error("the request has schema version {found}; this engine understands version {SCHEMA_VERSION}")]
    Version { found: u32 },
    /// No algorithm has this name.
    #[error("there is no algorithm {name:?}; choose one of {known}")]
    UnknownAlgorithm { name: String, known: String },
    /// No kind of puzzle has this name.
    #[error("there is no kind of puzzle {name:?}; choose one of {known}")]
    UnknownKind { name: String, known: String },
    /// A field that this kind of puzzle does not have.
    #[error("a puzzle of the kind {puzzle} has no field {name:?}; it has {known}")]
    UnknownField { name: String, puzzle: &'static str, known: String },
    /// A field that this kind of puzzle cannot do without.
    #[error("a puzzle of the kind {puzzle} needs the field {field}: {about}")]
    MissingField { field: &'static str, puzzle: &'static str, about: &'static str },
    /// A metric that this kind of puzzle does not have.
    #[error("there is no metric {name:?} for {puzzle}; choose one of {known}")]
    UnknownMetric { name: String, puzzle: &'static str, known: String },
    /// Something that is not offered for this kind of puzzle.
    #[error("{what} are not available for {puzzle}")]
    NotOffered { what: &'static str, puzzle: &'static str },
    /// More positions than are listed.
    #[error("there are {count} positions, but at most {limit} can be listed")]
    TooManyToList { count: String, limit: u64 },
    /// No heuristic of this kind of puzzle has this name.
    #[error("there is no heuristic {name:?} for {puzzle}; choose one of {known}")]
    UnknownHeuristic { name: String, puzzle: &'static str, known: String },
    /// A heuristic that cannot be made for this instance.
    #[error("the heuristic {name} cannot be used here: {reason}")]
    HeuristicUnavailable { name: &'static str, reason: String },
    /// An algorithm that cannot serve this instance.
    #[error("the algorithm {name} cannot be used here: {reason}")]
    AlgorithmUnavailable { name: &'static str, reason: String },
    /// A heuristic for an algorithm that asks none.
    #[error("the heuristic {name} has no effect on {algorithm}, which uses none; heuristics are used by {users}")]
    UselessHeuristic { name: &'static str, algorithm: &'static str, users: String },
    /// An option of pattern databases where none is used.
    #[error("the option {option} has no effect here: {reason}")]
    UselessPdb { option: &'static str, reason: String },
    /// Pattern databases that cannot be, on any board.
    #[error("the pattern databases are not valid: {0}")]
    Pdb(Faults),
    /// Pattern databases that cannot be on this board, for this goal or in this memory.
    #[error("the pattern databases do not fit this search: {0}")]
    PdbHere(Faults),
    /// A limit that came before there was anything to tell.
    #[error("{limit}: the tables were not ready yet, and nothing is known")]
    Stopped { limit: String },
    /// A file of tables that was written to while a search used it.
    #[error(
        "another program wrote to the table {file} while it was in use, so there is no answer that can be trusted; run \
         the search again: it rebuilds a damaged table"
    )]
    TableChanged { file: String },
    /// Nowhere to keep tables.
    #[error("there is no folder for tables, because the platform does not define one; name one")]
    NoFolder,
    /// A folder or file of tables that cannot be read or changed.
    #[error("cannot use {path}: {error}; name another folder")]
    Folder { path: String, error: String },
    /// Positions that do not fit memory, where no directory is named for them.
    #[error(
        "{what} has {} positions to count, which take {} of memory, but only {} are allowed; raise the memory limit, \
         or name a folder to count with files, with room for {} and several times that for files in between",
        thousands(*positions),
        bytes(*needed),
        bytes(*limit),
        bytes(positions.div_ceil(4))
    )]
    TooManyPositions { what: String, positions: u64, needed: u64, limit: u64 },
    /// Positions for which memory is too small, even with files.
    #[error(
        "{what} has {} positions to count, which take {} of memory even with files, but only {} are allowed; raise the \
         memory limit",
        thousands(*positions),
        bytes(*needed),
        bytes(*limit)
    )]
    TooLittleMemory { what: String, positions: u64, needed: u64, limit: u64 },
    /// More positions than anybody counts.
    #[error("{what} has more than 2^64 positions, too many to count; explore a smaller one")]
    Uncountable { what: String },
    /// Files that cannot be made.
    #[error("{0}")]
    Spill(String),
    /// An option of counts that is of no use here.
    #[error("the option {option} has no effect on {puzzle}: {reason}")]
    UselessForCount { option: &'static str, puzzle: &'static str, reason: &'static str },
    /// A puzzle, or a metric, of which no certificates are made.
    #[error("there are no certificates for {puzzle} in the metric {metric}; they are available for {offered}")]
    CannotCertify { puzzle: &'static str, metric: &'static str, offered: String },
    /// A claim that is wrong.
    #[error("the optimum is {found}, not {claimed} as claimed; nothing was written")]
    WrongClaim { claimed: u32, found: u32 },
    /// An optimum that needs no proof.
    #[error("there is nothing to certify: there is a solution of length {length}, and no solution can be shorter")]
    NothingToCertify { length: u32 },
    /// A folder that a certificate is not written to.
    #[error("{path} exists and is not empty: name another folder, or replace it")]
    FolderInUse { path: String },
    /// A certificate that cannot be written, or is wrong.
    #[error("{0}")]
    Certificate(String),
    /// An algorithm of other puzzles.
    #[error("the algorithm {name} does not support {puzzle}; the catalog lists those that do")]
    ForeignAlgorithm { name: &'static str, puzzle: &'static str },
    /// An algorithm that counts moves otherwise.
    #[error("the algorithm {name} does not support the metric {metric}; it supports {serves}")]
    AlgorithmMetric { name: &'static str, metric: &'static str, serves: String },
    /// A search from both ends of a puzzle whose goals cannot be listed.
    #[error(
        "{name} searches from the goal as well, but {reason}; choose an algorithm that searches only from the start, such as A*"
    )]
    NeedsGoals { name: &'static str, reason: String },
    /// A search on several threads in a build that has one.
    #[error("{name} needs several threads, but only one is available here; choose A* or IDA*")]
    NeedsThreads { name: &'static str },
    /// An explanation where there are no tables.
    #[error("this part of the engine gives no explanations; ask the part that solves puzzles")]
    NeedsTables,
    /// A question of rules where there are none.
    #[error("this part of the engine gives only explanations")]
    NeedsRules,
    /// A request about another kind of puzzle than this door is for.
    #[error("this part of the engine solves only {serves}, not {puzzle}")]
    OtherKind { puzzle: String, serves: &'static str },
    /// A parameter that the algorithm does not take.
    #[error("the option {parameter} has no effect on {algorithm}; it applies to {takers}")]
    UselessParameter { parameter: Parameter, algorithm: &'static str, takers: String },
    /// A parameter whose value cannot be.
    #[error("the option {parameter} cannot be {value}: {right}")]
    ParameterValue { parameter: Parameter, value: String, right: String },
    /// A number of optimal solutions that is not listed.
    #[error("{all} optimal solutions cannot be listed: write a number from 1 to {}", thousands(u64::from(*most)))]
    AllOptima { all: u32, most: u32 },
    /// Several optimal solutions of an algorithm that proves none.
    #[error(
        "{algorithm} does not prove its solutions optimal, so it cannot list all that are; these algorithms can: {provers}"
    )]
    NoOptima { algorithm: &'static str, provers: String },
    /// A parameter that the algorithm cannot do without.
    #[error("{algorithm} needs the option {parameter}: {right}")]
    MissingParameter { parameter: Parameter, algorithm: &'static str, right: &'static str },
    /// Single expansions of a search on several threads.
    #[error(
        "{algorithm} runs on several threads, so its single expansions have no order; choose A* or IDA* on one thread"
    )]
    TraceInParallel { algorithm: &'static str },
    /// Too many random positions, or none.
    #[error("{found} is not a valid number of random positions; request 1 to {}", crate::query::MOST_RANDOM)]
    RandomCount { found: u32 },
    /// The tree of a search that has none to tell.
    #[error("{algorithm} does not expand positions one after the other, so it cannot report a tree; choose {tellers}")]
    NoTree { algorithm: &'static str, tellers: String },
    /// A tree of no nodes, or of too many.
    #[error("a tree of {nodes} nodes cannot be reported; request 1 to {MOST_NODES}")]
    TreeNodes { nodes: u32 },
    /// A position that is none.
    #[error("{0}")]
    Position(Faults),
    /// A goal that is none.
    #[error("the goal is not valid: {0}")]
    Goal(Faults),
    /// No format has this name.
    #[error("{0}")]
    Format(String),
    /// Hard puzzles that cannot be searched for.
    #[error("{0}")]
    Wish(String),
    /// A search for hard puzzles whose file cannot be used.
    #[error("{0}")]
    Hunt(String),
    /// A graph that is none, or none for this puzzle.
    #[error("the graph is not valid: {0}")]
    Graph(Faults),
    /// A size that is none.
    #[error("{0}")]
    Size(String),
    /// Moves that cannot be read.
    #[error("the moves cannot be read: {0}")]
    Notation(String),
    /// The engine found a fault of its own: a solution that does not replay. It is withheld.
    #[error("internal error: {0}; this is a bug in fewest, please report it with the position")]
    Internal(String),
}

impl EngineError {
    /// Something that cannot be, because what it is made of was checked before.
    pub fn internal(error: impl fmt::Display) -> Self {
        Self::Internal(error.to_string())
    }

    /// Whether the fault lies in what was asked for, whatever the position.
    pub fn is_about_the_request(&self) -> bool {
        !matches!(
            self,
            Self::Position(_)
                | Self::Goal(_)
                | Self::Graph(_)
                | Self::Notation(_)
                | Self::HeuristicUnavailable { .. }
                | Self::AlgorithmUnavailable { .. }
                | Self::PdbHere(_)
                | Self::TableChanged { .. }
                | Self::NeedsGoals { .. }
                | Self::TooManyPositions { .. }
                | Self::TooLittleMemory { .. }
                | Self::Uncountable { .. }
                | Self::Spill(_)
                | Self::Hunt(_)
                | Self::Internal(_)
        )
    }
}

/// Why there is no heuristic.
#[derive(Debug)]
pub enum Unready {
    /// It cannot be.
    Refused(EngineError),
    /// A limit came before its tables were done.
    Stopped(LimitKind),
}

impl From<EngineError> for Unready {
    fn from(error: EngineError) -> Self {
        Self::Refused(error)
    }
}

impl From<Unready> for EngineError {
    fn from(unready: Unready) -> Self {
        match unready {
            Unready::Refused(error) => error,
            Unready::Stopped(limit) => Self::Stopped { limit: limit.to_string() },
        }
    }
}

/// Everything that is wrong with a position, a goal, a graph or a pattern database; never empty.
pub type Faults = fewest_text::Faults<String>;
