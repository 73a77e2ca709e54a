//! Building sets: what they need is told beforehand.

use std::sync::Arc;

use fewest_pdb::store::Store;
use fewest_search::{Cancel, Limits};
use serde::{Deserialize, Serialize};

use crate::error::{EngineError, Result, Unready};
use crate::event::Sink;
use crate::memory::free_disk;
use crate::session::{Need, Session, TableSet};

/// A set of tables, and what it would take to have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The set, what its tables count and how they are packed.
    pub set: String,
    /// Why this one, where it was not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Its tables.
    pub tables: Vec<ProposedTable>,
    /// Bytes of the files that are still missing.
    pub disk_bytes: u64,
    /// Bytes that building them holds at its peak.
    pub memory_bytes: u64,
    /// Bytes that are free where the files go, as far as is known.
    pub disk_free_bytes: Option<u64>,
    /// Bytes that may be held.
    pub memory_limit_bytes: u64,
}

/// A table of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedTable {
    /// What it is about, in the words of its file.
    pub key: String,
    /// How many values there are.
    pub entries: u64,
    /// The bytes of its values.
    pub bytes: u64,
    /// Whether a file holds it already.
    pub stored: bool,
}

/// What became of a build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Built {
    /// The set.
    pub set: String,
    /// How many of its tables were built; the others were there.
    pub built: usize,
    /// How many of its tables are in files now.
    pub stored: usize,
    /// How many tables it has.
    pub tables: usize,
    /// How long it took.
    pub seconds: f64,
    /// What ended it early, in words; absent where nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What happened to files on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

/// What it takes to have a set in files, and why it is this one, where it was not named.
///
/// # Errors
/// [`EngineError::NoFolder`].
pub fn propose<T: TableSet>(
    session: &Session,
    set: &T,
    name: &str,
    because: Option<String>,
    memory_limit: u64,
) -> Result<Proposal> {
    let store = session.folder_of_tables()?;
    let tables = set.parts().into_iter().map(|part| ProposedTable {
        key: part.text,
        entries: part.recipe.entries,
        bytes: part.bytes,
        stored: store.path(&part.recipe).exists(),
    });
    let Need { memory, disk, .. } = session.need(set);
    Ok(Proposal {
        set: name.to_owned(),
        because,
        tables: tables.collect(),
        disk_bytes: disk,
        memory_bytes: memory,
        disk_free_bytes: free_disk(store.folder()),
        memory_limit_bytes: memory_limit,
    })
}

/// Builds the tables of a set that are not in the folder, and checks those that are.
///
/// # Errors
/// What cannot be. A limit that comes first, and a folder that cannot be written to, are told in the result.
pub fn build<T: TableSet>(
    session: &Session,
    set: &Arc<T>,
    name: &str,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Result<Built> {
    let begun = web_time::Instant::now();
    session.folder_of_tables()?;
    let tables = set.parts().len();
    let missing = session.need(set.as_ref()).missing;
    let (stopped, notices) = match session.store_up(set, limits, sink) {
        Ok(obtained) => (None, obtained.notices),
        Err(Unready::Refused(error)) => return Err(error),
        Err(Unready::Stopped(limit)) => (Some(limit.to_string()), Vec::new()),
    };
    let still_missing = session.need(set.as_ref()).missing;
    Ok(Built {
        set: name.to_owned(),
        built: if stopped.is_some() { missing - still_missing } else { missing },
        stored: tables - still_missing,
        tables,
        seconds: begun.elapsed().as_secs_f64(),
        stopped,
        notices,
    })
}

impl crate::request::Limits {
    /// The bytes that may be held.
    pub fn memory(&self) -> u64 {
        self.for_search(&Cancel::new()).memory
    }
}

impl Session {
    /// The files of tables.
    ///
    /// # Errors
    /// [`EngineError::NoFolder`].
    pub fn folder_of_tables(&self) -> Result<&Store> {
        self.store().ok_or(EngineError::NoFolder)
    }
}
