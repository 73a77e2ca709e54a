//! The dynamic edge of `fewest`.
//!
//! Everything below this crate is generic and static; everything above it speaks in names and text. A [`Request`] names
//! a puzzle, an algorithm, a heuristic and limits; [`solve`] picks the compiled search once, streams [`Event`]s and
//! returns an [`Answer`]. All of them are serde types of one versioned schema, which `--json`, a browser worker and
//! other languages share.
//!
//! No solution leaves this crate that the puzzle's own rules, replayed move by move, did not accept.
//!
//! ```
//! use fewest_engine::{Cancel, Outcome, Proof, Request, solve};
//!
//! let request = Request::tiles("5 3 8/0 2 4/1 7 6");
//! let answer = solve(&request, &Cancel::new(), &mut |_| ())?;
//! assert_eq!((answer.outcome, answer.length, answer.proof), (Outcome::Solved, Some(21), Proof::Optimal));
//! # Ok::<(), fewest_engine::EngineError>(())
//! ```

mod answer;
mod any;
mod blocks;
pub mod catalog;
mod census;
mod check;
mod choice;
mod drive;
mod error;
mod event;
pub mod explain;
mod explore;
mod graph;
mod hanoi;
mod library;
mod memory;
#[cfg(not(target_family = "wasm"))]
mod prove;
mod query;
mod random;
mod reporter;
mod request;
mod rules;
mod sat;
#[cfg(feature = "schema")]
pub mod schema;
mod session;
mod sokoban;
mod subject;
pub mod tables;
mod tiles;
mod trace;
mod verify;
pub mod view;

pub use answer::{Answer, Outcome, Proof};
pub use check::{Bound, Check, check};
pub use error::{EngineError, Faults};
pub use event::{Event, TreeNode};
pub use explore::{
    Bottlenecks, Choices, Design, Difficulty, Exploration, ExploreRequest, FarthestPair, Part, PieceRole, Pieces,
    Solutions, ToGoal, explore,
};
pub use fewest_search::Cancel;
pub use library::{LibraryEntry, library};
pub use memory::default_memory_limit;
#[cfg(not(target_family = "wasm"))]
pub use prove::{Certification, OptimalCertificate, ProveRequest, check_certificate, prove};
pub use query::{Catalog, MOST_RANDOM, Query, Reply, query, query_of};
pub use random::{RandomPositions, RandomPuzzle, RandomRequest, random};
pub use request::{
    BlocksMetric, BlocksPuzzle, GraphPuzzle, HanoiPuzzle, Kind, Limits, Metric, MoveOrder, Notation, Options, PdbKind,
    Puzzle, Request, SCHEMA_VERSION, SokobanMetric, SokobanPuzzle, TieBreak, TilesPuzzle,
};
pub use rules::Rules;
pub use sat::Formula;
pub use session::Session;
pub use verify::{Verification, verify};

/// Solves what the request asks for, telling `sink` about every step worth knowing. Tables of heuristics are built in memory
/// and forgotten; a [`Session`] keeps them, and finds and stores them in a folder.
///
/// # Errors
/// What is wrong with the request. Unsolvable puzzles and limits are answers, not errors.
pub fn solve(request: &Request, cancel: &Cancel, sink: &mut dyn FnMut(Event)) -> Result<Answer, EngineError> {
    Session::in_memory().solve(request, cancel, sink)
}
