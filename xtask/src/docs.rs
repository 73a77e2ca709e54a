//! The chore `docs`: write the pages that are made from the engine's own lists.

use anyhow::Result;

use crate::shell::{announce, capture, cargo, root};

const DOCS: &str = "docs";

/// Writes every generated page anew; a test of the engine fails while one is out of date.
pub(crate) fn run() -> Result<()> {
    let example = ["run", "--quiet", "--package", "fewest-kinds", "--features", "schema", "--example", "docs", "--"];
    capture(cargo(example).arg(root().join(DOCS)))?;
    announce("docs: wrote docs/algorithms.md, docs/algorithms/ and docs/schema.json");
    Ok(())
}
