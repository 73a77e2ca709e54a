//! How the steps of `cargo xtask test` call cargo, so that what one of them compiled serves the others.
//!
//! Cargo compiles a crate again when its features differ, and features depend on the packages that a command selects and on
//! whether their development dependencies take part. Hence one selection and one set of features for all steps.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::native::Solvers;
use crate::python::module_in;
use crate::shell::{built, capture, cargo, render};

/// A command for all that we ship and measure. Our own tools are left out: `cargo xtask` compiles them by themselves, and
/// together with the rest they would get other features.
pub(crate) fn products(subcommand: &str, solvers: Solvers) -> Command {
    let mut command = cargo([subcommand, "--workspace", "--exclude", "xtask", "--exclude", "xtask-bindgen"]);
    command.args(["--locked", "--features", solvers.features()]);
    command
}

/// The command `fewest` and the example `small_proofs`, as the tests built them.
///
/// With an example among the targets, development dependencies have their say in the features, as they have in a test. Asked
/// for the command alone, cargo would resolve other features, and compile the engine again.
pub(crate) fn programs(solvers: Solvers) -> Result<[PathBuf; 2]> {
    built(products("build", solvers).args(["--bin", "fewest", "--example", "small_proofs"]), ["fewest", "small_proofs"])
}

/// The module for Python, as the tests built it: a library, which no test would be linked with, but for one of its own crate.
pub(crate) fn python_module(solvers: Solvers) -> Result<PathBuf> {
    let mut command = products("test", solvers);
    command.args(["--no-run", "--test", "stubs", "--message-format", "json-render-diagnostics"]);
    let output = capture(command.stderr(Stdio::inherit()))?;
    module_in(&String::from_utf8_lossy(&output.stdout))
        .with_context(|| format!("`{}` does not say where it built the module for Python", render(&command)))
}
