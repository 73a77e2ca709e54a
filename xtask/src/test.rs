//! The chore `test`: all that a change must pass, in order, up to the first failure.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::deny::{self, CARGO_DENY};
use crate::lab;
use crate::native::{self, FEATURES};
use crate::proofs::{self, RATE};
use crate::shell::{announce, cargo, execute};
use crate::tool::ensure_component;
use crate::{perf, web};

const FUZZ: &str = "fuzz/Cargo.toml";

/// What `cargo xtask test` is asked to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run this step alone
    #[arg(long, value_name = "STEP", value_enum, conflicts_with = "list")]
    only: Option<Step>,
    /// List the steps and run none
    #[arg(long)]
    list: bool,
}

/// One step. They run in the order they stand here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Step {
    /// The code is formatted
    Fmt,
    /// Clippy has no warning
    Clippy,
    /// Unit and integration tests pass
    Tests,
    /// Nodes and instructions of a fixed suite are those of the ledger
    Perf,
    /// The examples in the documentation pass
    Doctests,
    /// The documentation builds without a warning
    Docs,
    /// The page is formatted, its types are right, and it works in a browser
    Page,
    /// A small share of every suite of the lab runs, and the pages about them are written
    Lab,
    /// A checker that others wrote accepts our proofs, and rejects them once they are tampered with
    Proofs,
    /// The fuzz targets are formatted and compile
    Fuzz,
    /// Licences, duplicates and sources of the dependencies are as deny.toml wants them
    Deny,
}

impl Step {
    /// As it is called on the command line, and what it shows.
    fn describe(self) -> (String, String) {
        let value = self.to_possible_value();
        let about = value.as_ref().and_then(|value| value.get_help()).map(ToString::to_string);
        (value.map(|value| value.get_name().to_owned()).unwrap_or_default(), about.unwrap_or_default())
    }

    /// Installs what the step needs.
    fn prepare(self) -> Result<()> {
        match self {
            Self::Fmt | Self::Fuzz => ensure_component("fmt", "rustfmt"),
            Self::Clippy => native::ensure().and_then(|()| ensure_component("clippy", "clippy")),
            Self::Deny => CARGO_DENY.ensure().map(drop),
            Self::Tests | Self::Doctests | Self::Docs | Self::Lab => native::ensure(),
            Self::Page => web::prepare(),
            Self::Perf => perf::prepare(),
            Self::Proofs => native::ensure().and_then(|()| RATE.ensure().map(drop)),
        }
    }

    fn check(self) -> Result<()> {
        match self {
            Self::Fmt => execute(&mut cargo(["fmt", "--all", "--check"])),
            Self::Clippy => execute(workspace("clippy").args(["--all-targets", "--", "-D", "warnings"])),
            Self::Tests => execute(workspace("test").arg("--all-targets")),
            Self::Doctests => execute(workspace("test").arg("--doc")),
            Self::Docs => execute(workspace("doc").arg("--no-deps").env("RUSTDOCFLAGS", "-Dwarnings")),
            Self::Page => web::check(),
            Self::Lab => lab::check(),
            Self::Perf => perf::check(),
            Self::Proofs => proofs::check(),
            Self::Fuzz => {
                execute(&mut cargo(["fmt", "--manifest-path", FUZZ, "--check"]))?;
                execute(&mut cargo(["check", "--manifest-path", FUZZ, "--locked", "--all-targets"]))
            }
            Self::Deny => deny::check(&["licenses", "bans", "sources"]),
        }
    }
}

/// A command for the whole workspace, every solver included.
fn workspace(subcommand: &str) -> Command {
    cargo([subcommand, "--workspace", "--locked", "--features", FEATURES])
}

/// Runs every step, or the one asked for.
pub(crate) fn run(args: &Args) -> Result<()> {
    if args.list {
        for step in Step::value_variants() {
            let (name, about) = step.describe();
            println!("{name:<8}  {about}");
        }
        return Ok(());
    }
    let steps = match &args.only {
        Some(step) => std::slice::from_ref(step),
        None => Step::value_variants(),
    };
    // Installing comes first: who starts a long test and leaves should not come back to a tool that is missing.
    steps.iter().try_for_each(|step| step.prepare())?;
    run_in_order(steps, Step::check)
}

fn run_in_order(steps: &[Step], mut check: impl FnMut(Step) -> Result<()>) -> Result<()> {
    let all_started = Instant::now();
    for &step in steps {
        let (name, about) = step.describe();
        announce(&format!("{name}: {about}"));
        let started = Instant::now();
        let result = check(step);
        let seconds = started.elapsed().as_secs_f64();
        result.with_context(|| {
            format!("step {name} failed after {seconds:.1} s; run it alone with `cargo xtask test --only {name}`")
        })?;
        announce(&format!("{name}: passed in {seconds:.1} s"));
    }
    announce(&format!("test: all passed in {:.1} s", all_started.elapsed().as_secs_f64()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use anyhow::ensure;

    use super::*;

    #[test]
    fn the_first_failure_ends_the_run_and_is_named() {
        let mut seen = Vec::new();
        let error = run_in_order(&[Step::Fmt, Step::Clippy, Step::Docs], |step| {
            seen.push(step);
            ensure!(step != Step::Clippy, "a lint");
            Ok(())
        })
        .unwrap_err();
        assert_eq!(seen, [Step::Fmt, Step::Clippy]);
        let text = format!("{error:#}");
        assert!(text.starts_with("step clippy failed"), "{text}");
        assert!(text.contains("cargo xtask test --only clippy"), "{text}");
        assert!(text.ends_with("a lint"), "{text}");
    }

    #[test]
    fn every_step_has_a_name_and_says_what_it_shows() {
        for step in Step::value_variants() {
            let (name, about) = step.describe();
            assert!(!name.is_empty() && !about.is_empty(), "{step:?}");
        }
    }
}
