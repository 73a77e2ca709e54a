//! The chore `docs`: write the pages that are made from the engine's own lists.

use std::fs;

use anyhow::{Context, Result};

use crate::shell::{announce, capture, cargo, root};

const PAGE: &str = "docs/algorithms.md";

/// Writes every generated page anew; a test of the engine fails while one is out of date.
pub(crate) fn run() -> Result<()> {
    let example = ["run", "--quiet", "--package", "fewest-engine", "--example", "catalog"];
    let page = capture(&mut cargo(example))?.stdout;
    fs::write(root().join(PAGE), page).with_context(|| format!("cannot write {PAGE}"))?;
    announce(&format!("docs: wrote {PAGE}"));
    Ok(())
}
