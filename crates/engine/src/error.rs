//! What can be wrong with a request.

use fewest_tiles::{Faults, NotationError, SizeError};

use crate::request::SCHEMA_VERSION;

/// Why a request cannot be carried out. Every message says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A request in another schema.
    #[error("the request is written in schema version {found}; this engine speaks version {SCHEMA_VERSION}")]
    Version {
        /// The request's version.
        found: u32,
    },
    /// No algorithm has this name.
    #[error("there is no algorithm {name:?}; there are {known}")]
    UnknownAlgorithm {
        /// The name asked for.
        name: String,
        /// All there are.
        known: String,
    },
    /// No heuristic has this name.
    #[error("there is no heuristic {name:?}; there are {known}")]
    UnknownHeuristic {
        /// The name asked for.
        name: String,
        /// All there are.
        known: String,
    },
    /// A position that is none.
    #[error("{0}")]
    Position(Faults),
    /// A goal that is none.
    #[error("the goal is not possible: {0}")]
    Goal(Faults),
    /// A size that is none.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Moves that cannot be read.
    #[error("the moves cannot be read: {0}")]
    Notation(#[from] NotationError),
    /// The engine found a fault of its own: a solution that does not replay. It is withheld.
    #[error("internal error: {0}; this is a fault of fewest, please report it with the position")]
    Internal(String),
}
