//! What a crate needs to implement a [`Kind`](crate::Kind): from a search's name to its type, and from its result to an
//! answer.

/// The search crate, for macros of this one.
pub use fewest_search as search;

pub use crate::any_heuristic;
pub use crate::catalog::{Algorithm, Parameter};
pub use crate::census::{CensusTask, CountFrom, Subject as CensusSubject, tell};
pub use crate::choice::{Advice, Choice, Settings, with_pdb};
pub use crate::drive::Drive;
pub use crate::error::Unready;
pub use crate::explain::{ExplainRequest, Explained};
pub use crate::heuristics;
pub use crate::library::optima;
pub use crate::memory::free_disk;
pub use crate::random::list_by_rank;
pub use crate::reporter::Reporter;
pub use crate::session::{Need, Obtained, Readiness, Stock, TablePart, TableSet};
pub use crate::subject::{Played, Subject};
pub use crate::trace::Scribe;

/// From a search's result to an answer.
pub mod subject {
    pub use crate::optima::with_all;
    pub use crate::subject::{answer, rest, timed, too_long, unless_stopped, unsolvable};
}

/// Several optimal solutions, and the best of them by a second way of counting.
pub mod optima {
    pub use fewest_search::algorithms::optima::Optima;

    pub use crate::optima::{Decision, list};
}

/// Formulas instead of searches.
pub mod sat {
    pub use crate::sat::{SatSettings, run};
}
