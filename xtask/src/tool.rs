//! Tools that the chores need and that do not come with the compiler.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::need::{Need, Source};
use crate::shell::{announce, capture, cargo, execute, program, root, succeeds};

/// Where tools are installed, under the root: nothing of the user's own is replaced, and `cargo clean` removes them.
const FOLDER: &str = "target/tools";

/// A tool runs for a second or two and is compiled for minutes, so nothing of it is optimised, whatever its own manifest says:
/// cargo-deny takes 94 instead of 255 seconds of the processor to build, and 2.1 instead of 0.7 to run; `rate`, most of which is
/// a C library for compressed proofs, takes 41 instead of 92.
const QUICK_BUILD: [(&str, &str); 5] = [
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CFLAGS", "-O0"),
];

/// A tool from crates.io, in the one version that we use: what passes today must pass tomorrow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// Its package, and its program.
    pub(crate) name: &'static str,
    /// Its exact version.
    pub(crate) version: &'static str,
}

impl Tool {
    /// The program on the `PATH`, or the one installed before, where its version is right.
    pub(crate) fn find(&self) -> Result<PathBuf, String> {
        let candidates = [PathBuf::from(self.name), self.installed()];
        let found = candidates.into_iter().find(|candidate| self.is_at(candidate));
        found.ok_or_else(|| format!("there is no {} {} on the PATH or in {FOLDER}", self.name, self.version))
    }

    /// The program, which is installed if it is not there.
    pub(crate) fn ensure(&self) -> Result<PathBuf> {
        if let Ok(found) = self.find() {
            return Ok(found);
        }
        let Self { name, version } = *self;
        announce(&format!("install: {name} {version} into {FOLDER}; this takes a minute or two, once"));
        execute(cargo(["install", name, "--version", version, "--locked", "--root", FOLDER]).envs(QUICK_BUILD))
            .with_context(|| format!("cannot install {name} {version}"))?;
        let installed = self.installed();
        ensure!(
            self.is_at(&installed),
            "{} is not {name} {version}, though it was just installed",
            installed.display()
        );
        Ok(installed)
    }

    fn installed(&self) -> PathBuf {
        root().join(FOLDER).join("bin").join(self.name)
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

/// `cargo fmt`. `rust-toolchain.toml` lists the components, but not every toolchain comes from rustup or installs them by
/// itself.
pub(crate) const RUSTFMT: Need =
    Need { name: "rustfmt", find: || find_subcommand("fmt"), source: Source::Rustup(["component", "add", "rustfmt"]) };

/// `cargo clippy`.
pub(crate) const CLIPPY: Need =
    Need { name: "clippy", find: || find_subcommand("clippy"), source: Source::Rustup(["component", "add", "clippy"]) };

fn find_subcommand(name: &str) -> Result<(), String> {
    let found = succeeds(&mut cargo([name, "--version"]));
    if found { Ok(()) } else { Err(format!("`cargo {name} --version` does not run")) }
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
