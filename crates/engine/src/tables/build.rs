//! Building sets: what they need is told beforehand.

use std::sync::Arc;

use fewest_search::Cancel;
use fewest_tiles::Position;
use serde::{Deserialize, Serialize};

use super::TablesRequest;
use crate::error::{EngineError, Unready};
use crate::event::Event;
use crate::memory::free_disk;
use crate::request::Options;
use crate::session::{Need, Session};
use crate::tiles::pdb::{Planned, Wanted, advised};

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

impl Session {
    /// The set that a request asks for, or the one that suits the machine, and what it takes.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn propose(&self, request: &TablesRequest) -> Result<Proposal, EngineError> {
        let goal = request.goal()?;
        let limit = request.limits.memory();
        let (planned, because) = self.planned(request, &goal, limit)?;
        let store = self.folder_of_tables()?;
        let encoding = planned.plan.encoding();
        let tables = planned.plan.shapes().iter().map(|shape| ProposedTable {
            key: shape.to_string(),
            entries: shape.entries(),
            bytes: encoding.bytes(shape.entries()),
            stored: store.path(&shape.recipe(encoding)).exists(),
        });
        let Need { memory, disk, .. } = self.need(&planned.plan);
        Ok(Proposal {
            set: planned.name.clone(),
            because,
            tables: tables.collect(),
            disk_bytes: disk,
            memory_bytes: memory,
            disk_free_bytes: free_disk(store.folder()),
            memory_limit_bytes: limit,
        })
    }

    /// Builds the tables of a set that are not in the folder, and checks those that are. `sink` hears of every level.
    ///
    /// # Errors
    /// What is wrong with the request. A limit that comes first, and a folder that cannot be written to, are told in the
    /// result.
    pub fn build(
        &self,
        request: &TablesRequest,
        cancel: &Cancel,
        sink: &mut dyn FnMut(Event),
    ) -> Result<Built, EngineError> {
        let begun = web_time::Instant::now();
        let goal = request.goal()?;
        let limits = request.limits.for_search(cancel);
        let (planned, _) = self.planned(request, &goal, limits.memory)?;
        self.folder_of_tables()?;
        let tables = planned.plan.shapes().len();
        let missing = self.need(&planned.plan).missing;
        let (stopped, notices) = match self.store_up(&planned, &goal, &limits, sink) {
            Ok(obtained) => (None, obtained.notices),
            Err(Unready::Refused(error)) => return Err(error),
            Err(Unready::Stopped(limit)) => (Some(limit.to_string()), Vec::new()),
        };
        let still_missing = self.need(&planned.plan).missing;
        Ok(Built {
            set: planned.name.clone(),
            built: if stopped.is_some() { missing - still_missing } else { missing },
            stored: tables - still_missing,
            tables,
            seconds: begun.elapsed().as_secs_f64(),
            stopped,
            notices,
        })
    }

    /// The set of a request, with the reason where it was not named.
    fn planned(
        &self,
        request: &TablesRequest,
        goal: &Position,
        memory: u64,
    ) -> Result<(Arc<Planned>, Option<String>), EngineError> {
        let planned = |set: &str| {
            let options = Options { pdb: Some(set.to_owned()), ..request.options.clone() };
            self.plan(&Wanted::of(&options, request.metric)?, goal, request.metric)
        };
        if let Some(set) = &request.options.pdb {
            return planned(set).map(|planned| (planned, None));
        }
        let sets = advised(goal, request.metric);
        let usual = planned(&sets.usual())?;
        let Some(large) = &sets.large else {
            return Ok((usual, Some("it is what serves this board and metric best".to_owned())));
        };
        let large = planned(large)?;
        let need = self.need(&large.plan);
        let disk = self.folder().and_then(free_disk);
        let because = if need.memory > memory {
            format!(
                "{} would need {} of memory to build, and {} are allowed",
                large.name,
                bytes(need.memory),
                bytes(memory)
            )
        } else if let Some(free) = disk.filter(|&free| free < need.disk + need.disk / 16) {
            format!("{} would need {} of disk, and {} are free", large.name, bytes(need.disk), bytes(free))
        } else {
            return Ok((large, Some("it is the strongest, and memory and disk suffice".to_owned())));
        };
        Ok((usual, Some(because)))
    }
}

/// In megabytes, which all of these amounts are.
fn bytes(number: u64) -> String {
    format!("{} MB", number.div_ceil(1_000_000))
}

impl crate::request::Limits {
    /// The bytes that may be held.
    fn memory(&self) -> u64 {
        self.for_search(&Cancel::new()).memory
    }
}
