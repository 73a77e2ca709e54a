#![doc = include_str!("../README.md")]

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
