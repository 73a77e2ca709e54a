//! Tools that the chores need and that do not come with the compiler.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::shell::{announce, capture, cargo, execute, program, root, succeeds};

/// Where tools are installed, under the root: nothing of the user's own is replaced, and `cargo clean` removes them.
const FOLDER: &str = "target/tools";

/// A tool from crates.io, in the one version that we use: what passes today must pass tomorrow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// Its package, and its program.
    pub(crate) name: &'static str,
    /// Its exact version.
    pub(crate) version: &'static str,
}

impl Tool {
    /// The program: the one on the `PATH` or the one installed before, where its version is right; else it is
    /// installed now.
    pub(crate) fn ensure(&self) -> Result<PathBuf> {
        let installed = root().join(FOLDER).join("bin").join(self.name);
        for candidate in [PathBuf::from(self.name), installed.clone()] {
            if self.is_at(&candidate) {
                return Ok(candidate);
            }
        }
        let Self { name, version } = *self;
        announce(&format!("install: {name} {version} into {FOLDER}; this takes minutes, once"));
        execute(&mut cargo(["install", name, "--version", version, "--locked", "--root", FOLDER]))
            .with_context(|| format!("cannot install {name} {version}"))?;
        ensure!(
            self.is_at(&installed),
            "{} is not {name} {version}, though it was just installed",
            installed.display()
        );
        Ok(installed)
    }

    fn is_at(&self, path: &Path) -> bool {
        let version = capture(program(path).arg("--version"));
        version.is_ok_and(|output| self.is_named_by(&String::from_utf8_lossy(&output.stdout)))
    }

    /// Whether this is what `--version` says.
    fn is_named_by(&self, version: &str) -> bool {
        version.lines().next() == Some(&format!("{} {}", self.name, self.version))
    }
}

/// Makes sure that `cargo <subcommand>`, which `component` of the toolchain brings, is there.
///
/// `rust-toolchain.toml` lists the components, but a toolchain that was not installed by rustup ignores it.
pub(crate) fn ensure_component(subcommand: &str, component: &str) -> Result<()> {
    let works = || succeeds(&mut cargo([subcommand, "--version"]));
    if !works() {
        let add = ["component", "add", component];
        announce(&format!("install: rustup {}", add.join(" ")));
        // Whether it helped is seen by asking again; why not, it has said itself.
        let _ = execute(program("rustup").args(add));
        ensure!(works(), "`cargo {subcommand}` does not run; install it with `rustup {}`", add.join(" "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOL: Tool = Tool { name: "cargo-sieve", version: "1.2.3" };

    #[test]
    fn only_the_exact_version_is_taken() {
        assert!(TOOL.is_named_by("cargo-sieve 1.2.3\n"));
        assert!(TOOL.is_named_by("cargo-sieve 1.2.3\nbuilt today\n"));
        for other in ["", "cargo-sieve 1.2.30", "cargo-sieve 11.2.3", "cargo-sieve 1.2.3-rc.1", "sieve 1.2.3"] {
            assert!(!TOOL.is_named_by(other), "{other}");
        }
    }

    #[test]
    fn a_program_that_does_not_exist_is_not_the_tool() {
        assert!(!TOOL.is_at(Path::new("no-such-program")));
    }
}
