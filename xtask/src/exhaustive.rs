//! The chore `exhaustive`: the tests that try every single position, which take too long for an ordinary run.

use std::process::Command;

use anyhow::Result;

use crate::shell::{announce, cargo, execute};

/// Runs the exhaustive tests without leaving out a position or a proof, optimised and on every core.
pub(crate) fn run() -> Result<()> {
    announce("exhaustive: every algorithm from every position of 3×3, under both metrics");
    execute(&mut tests("fewest-tiles", "tiles", "exhaustive"))?;
    announce("exhaustive: every position of 3×4, counted under both metrics, in memory and with files");
    execute(&mut tests("fewest-tiles", "tiles", "census::every_position"))?;
    announce("exhaustive: the largest towers of Hanoi");
    execute(&mut tests("fewest-hanoi", "hanoi", "towers"))?;
    announce("exhaustive: every stack of 11 pancakes, and of 9 burnt ones");
    execute(&mut tests("fewest-pancake", "pancake", "counts"))?;
    announce("exhaustive: every 3×3×3 up to 7 turns from the solved one, and every 2×2×2");
    execute(&mut tests("fewest-cube", "cube", "counts"))
}

/// Tests whose name has `filter`, one after the other: each uses every core, or much memory, by itself.
fn tests(package: &str, target: &str, filter: &str) -> Command {
    let mut command = cargo(["test", "--release", "--locked", "--package", package, "--test", target, filter]);
    command.args(["--", "--test-threads", "1", "--nocapture"]).env("FEWEST_EVERY_POSITION", "1");
    command
}
