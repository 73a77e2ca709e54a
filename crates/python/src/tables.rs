//! The folder of tables, for those whose it is.

use fewest_engine::tables::{Inventory, TableInfo, TablesRequest};
use fewest_engine::{EngineError, Session};
use fewest_kinds::KINDS;
use serde_json::{Value, json};

/// What a kind says that has tables in files.
fn tabled(request: &TablesRequest) -> Result<&'static dyn fewest_engine::tables::Tabled, EngineError> {
    let kind = KINDS.named(&request.puzzle.kind)?;
    kind.tabled().ok_or(EngineError::NotOffered { what: "tables", puzzle: kind.info().name })
}

/// What a set would take.
pub(crate) fn propose(request: &TablesRequest, session: &Session) -> Result<Value, EngineError> {
    let proposal = tabled(request)?.propose(request, session)?;
    Ok(json!(proposal))
}

/// Builds a set.
pub(crate) fn build(
    request: &TablesRequest,
    session: &Session,
    cancel: &fewest_engine::Cancel,
    sink: &mut fewest_engine::Sink<'_>,
) -> Result<Value, EngineError> {
    let built = tabled(request)?.build(request, session, cancel, sink)?;
    Ok(json!(built))
}

/// Removes tables by numbers, names or sets; all, and what builds left behind, where none is named.
pub(crate) fn remove(session: &Session, names: &[String]) -> Result<Value, EngineError> {
    let inventory = session.inventory()?;
    let tables = select(&inventory, names)?;
    let mut bytes = 0;
    for table in &tables {
        bytes += session.remove_table(table)?;
    }
    if names.is_empty() {
        // Some went with their tables.
        for leftover in inventory.leftovers.iter().filter(|leftover| leftover.path.exists()) {
            bytes += session.remove_leftover(leftover)?;
        }
    }
    let removed: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    Ok(json!({ "removed": removed, "bytes": bytes }))
}

/// Compares every checksum; what is wrong with each table.
pub(crate) fn verify(session: &Session, names: &[String]) -> Result<Value, EngineError> {
    let inventory = session.inventory()?;
    let mut faults = serde_json::Map::new();
    for table in select(&inventory, names)? {
        faults.insert(table.name.clone(), json!(session.verify_table(table)?));
    }
    Ok(faults.into())
}

/// The tables that are named, all where none is.
fn select<'a>(inventory: &'a Inventory, names: &[String]) -> Result<Vec<&'a TableInfo>, EngineError> {
    if names.is_empty() {
        return Ok(inventory.tables.iter().collect());
    }
    let mut selected: Vec<&TableInfo> = Vec::new();
    for name in names {
        let found = inventory.named(name);
        if found.is_empty() {
            let error = format!("there is no table {name:?} in it; `fewest.tables.inventory()` lists them");
            return Err(EngineError::Folder { path: inventory.folder.display().to_string(), error });
        }
        selected.extend(
            found
                .into_iter()
                .filter(|table| !selected.iter().any(|known| known.name == table.name))
                .collect::<Vec<_>>(),
        );
    }
    Ok(selected)
}
