//! The chore `exhaustive`: the tests that try every single position, which take too long for an ordinary run.

use anyhow::Result;

use crate::shell::{announce, cargo, execute};

/// Runs the exhaustive tests of sliding tiles without leaving out a position, optimised and on every core.
pub(crate) fn run() -> Result<()> {
    announce("exhaustive: every algorithm from every position of 3×3, under both metrics");
    let tests = ["test", "--release", "--locked", "--package", "fewest-tiles", "--test", "tiles", "exhaustive"];
    let mut command = cargo(tests);
    // One test after the other: each uses every core by itself.
    command.args(["--", "--test-threads", "1", "--nocapture"]).env("FEWEST_EVERY_POSITION", "1");
    execute(&mut command)
}
