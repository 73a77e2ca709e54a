//! cargo-deny, which holds our dependencies against `deny.toml`.
//!
//! `test` asks for licences, bans and sources, which need nothing but the crates. Advisories come from a database on
//! the network and change without any change of ours, so that `audit` asks for them alone.

use anyhow::Result;

use crate::need::{Need, Source};
use crate::shell::{announce, execute, program};
use crate::tool::Tool;

/// The checker.
const CARGO_DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };

/// The checker, as a need.
pub(crate) const NEED: Need =
    Need { name: CARGO_DENY.name, find: || CARGO_DENY.find().map(drop), source: Source::Crate(CARGO_DENY) };

/// The chore `audit`: no dependency has a known vulnerability.
pub(crate) fn audit() -> Result<()> {
    announce("audit: cargo deny check advisories");
    check(&["advisories"])
}

/// Runs the checks named.
pub(crate) fn check(checks: &[&str]) -> Result<()> {
    execute(program(CARGO_DENY.ensure()?).args(["--locked", "check"]).args(checks))
}
