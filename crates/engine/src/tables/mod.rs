//! The folder of tables as its owner sees it: what is there, what could be, and what it is worth.
//!
//! To list, verify and remove files is the same for all kinds, and a method of [`Session`]. Which sets there
//! are, and how strong they are, says the kind by [`Tabled`].

mod inventory;
mod sets;
mod strength;

use fewest_search::Cancel;
use serde::{Deserialize, Serialize};

pub use inventory::{Inventory, Leftover, TableInfo, TableWords};
pub use sets::{Built, Proposal, ProposedTable, build, propose};
pub use strength::{Bin, Predicted, Strength, TableStrength};

use crate::error::Result;
use crate::event::Sink;
use crate::puzzle::Puzzle;
use crate::request::{Limits, Options};
use crate::session::Session;

/// Tables for a puzzle without a start: its kind, and what its tables depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablesRequest {
    /// The puzzle. Its position is not looked at.
    pub puzzle: Puzzle,
    /// Which tables: the options of pattern databases alone. Without a set the one that suits the machine.
    #[serde(default, skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The limits of the search.
    #[serde(default)]
    pub limits: Limits,
}

impl TablesRequest {
    /// The set that suits the machine.
    pub fn new(puzzle: Puzzle) -> Self {
        Self { puzzle, options: Options::default(), limits: Limits::default() }
    }
}

/// How many positions to look at to say how strong a heuristic is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrengthRequest<'a> {
    /// The heuristic's name; pattern databases where none is named.
    pub heuristic: Option<&'a str>,
    /// How many random positions.
    pub samples: u64,
    /// The same seed gives the same positions.
    pub seed: u64,
}

/// A kind of puzzle with tables in files.
#[expect(clippy::missing_errors_doc, reason = "an error says what is wrong with what was asked; see `EngineError`")]
pub trait Tabled: Sync {
    /// The set that a request asks for, or the one that suits the machine, and what it takes.
    fn propose(&self, request: &TablesRequest, session: &Session) -> Result<Proposal>;

    /// Builds the tables of a set that are not in the folder, and checks those that are. `sink` hears of every level.
    fn build(&self, request: &TablesRequest, session: &Session, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Built>;

    /// How strong a heuristic is, and what searches cost with it.
    fn strength(
        &self,
        request: &TablesRequest,
        asked: &StrengthRequest<'_>,
        session: &Session,
        cancel: &Cancel,
        sink: &mut Sink<'_>,
    ) -> Result<Strength>;

    /// What a table is about, from the words of its file; absent where it is another kind's.
    fn describe(&self, key: &str) -> Option<TableWords>;
}
