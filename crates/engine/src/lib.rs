//! The dynamic edge of `fewest`.
//!
//! Everything below this crate is generic and static; everything above it speaks in names and text. A [`Request`] names
//! a puzzle, an algorithm, a heuristic and limits; a [`Session`] picks the kind's compiled search once, streams [`Event`]s and
//! returns an [`Answer`]. All of them are serde types of one versioned schema, which `--json`, a browser worker and
//! other languages share.
//!
//! This crate knows no puzzle. A kind of puzzle is a crate that implements [`Kind`] with the help of [`kit`]; the crate
//! `fewest-kinds` lists all there are, and is what most programs want:
//!
//! ```text
//! use fewest_engine::{Cancel, Outcome, Proof, Request};
//!
//! let request = Request::of("tiles", "5 3 8/0 2 4/1 7 6");
//! let answer = fewest_kinds::KINDS.solve(&request, &Cancel::new(), &mut |_| ())?;
//! assert_eq!((answer.outcome, answer.length, answer.proof), (Outcome::Solved, Some(21), Proof::Optimal));
//! ```
//!
//! No solution leaves a kind that the puzzle's own rules, replayed move by move, did not accept.

mod answer;
mod any;
pub mod catalog;
mod census;
mod certify;
mod check;
mod choice;
mod convert;
mod drive;
mod error;
mod event;
pub mod explain;
mod explore;
pub mod generate;
mod kind;
mod kinds;
pub mod kit;
mod library;
mod memory;
mod optima;
#[cfg(not(target_family = "wasm"))]
mod prove;
mod puzzle;
mod query;
mod random;
pub mod reader;
mod reporter;
mod request;
mod sat;
#[cfg(feature = "schema")]
pub mod schema;
mod session;
pub mod stage;
mod subject;
pub mod tables;
mod trace;
mod verify;
pub mod view;

pub use answer::{Answer, Outcome, Proof, Solutions};
pub use catalog::{Catalog, HeuristicInfo};
pub use certify::{Certify, Refutation};
pub use check::{Bound, Check};
pub use convert::{Conversion, FormatInfo};
pub use error::{EngineError, Faults, Result};
pub use event::{Event, Sink, TreeNode};
pub use explore::{Exploration, ExploreRequest, Finding, ToGoal};
pub use fewest_render::Film;
pub use fewest_search::scratch::Partial;
pub use fewest_search::{Cancel, Limits as SearchLimits};
pub use kind::{EncodingInfo, FieldInfo, Kind, KindInfo, Likeness, MetricInfo, Moves, PLAIN, Sample, Special};
pub use kinds::{Kinds, solve_with};
pub use library::LibraryEntry;
pub use memory::default_memory_limit;
#[cfg(not(target_family = "wasm"))]
pub use prove::{Certification, OptimalCertificate, ProveRequest, check_certificate, prove};
pub use puzzle::{Field, Puzzle};
pub use query::{MOST_RANDOM, Query, Reply, explain_query, light_query_with, query_with};
pub use random::{Around, RandomPositions, RandomRequest};
pub use request::{Limits, MoveOrder, Notation, Options, PdbKind, Request, SCHEMA_VERSION, TieBreak};
pub use sat::Formula;
pub use session::Session;
pub use verify::Verification;
