//! The chore `lab`: every suite that is shipped, run, and the pages about them written.

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fs, io};

use anyhow::{Context, Result, ensure};

use crate::native::Solvers;
use crate::shell::{announce, capture, cargo, execute, program, program_in, root, target_folder};
use crate::workspace;

/// Suites, `NAME.toml`, and the pages about them, `NAME.md`, with places for tables and plots.
const SUITES: &str = "crates/lab/suites";
/// Where the pages are kept.
const PAGES: &str = "docs/lab";

/// What `cargo xtask lab` is asked to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run a small part of every suite, and write everything below target/lab/quick
    #[arg(long)]
    quick: bool,
    /// Continue an earlier run of the same program where it stopped
    #[arg(long)]
    resume: bool,
    /// Run only these suites
    #[arg(value_name = "SUITE")]
    only: Vec<String>,
}

/// Builds the program and runs the suites.
pub(crate) fn run(args: &Args) -> Result<()> {
    let commit = capture(program("git").args(["describe", "--always", "--dirty", "--abbrev=9"]));
    // Without git, or outside of a checkout, the rows name the version alone.
    let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    execute(cargo(["build", "--release", "--locked", "--package", "fewest"]).env("FEWEST_COMMIT", commit))?;
    let lab = Lab::new(program_in("release"), args.quick);
    let pages = lab.run(&args.only, args.resume)?;
    announce(&format!("lab: the pages are in {}", pages.display()));
    Ok(())
}

/// Runs a small share of every suite with the program that the tests built.
pub(crate) fn check(solvers: Solvers) -> Result<()> {
    let [program, _] = workspace::programs(solvers)?;
    Lab::new(program, true).run(&[], false).map(drop)
}

/// A program, and where what it makes goes.
struct Lab {
    program: PathBuf,
    is_quick: bool,
    results: PathBuf,
    pages: PathBuf,
}

impl Lab {
    fn new(program: PathBuf, is_quick: bool) -> Self {
        let folder = target_folder().join("lab");
        if is_quick {
            let folder = folder.join("quick");
            Self { program, is_quick, pages: folder.join("pages"), results: folder }
        } else {
            Self { program, is_quick, pages: root().join(PAGES), results: folder }
        }
    }

    /// Runs the suites, all where none is named, and says where the pages are.
    fn run(&self, only: &[String], resume: bool) -> Result<&Path> {
        let shipped = suites(&root().join(SUITES))?;
        for name in only {
            ensure!(shipped.contains(name), "there is no suite {name:?}; choose one of {}", shipped.join(", "));
        }
        for name in shipped.iter().filter(|name| only.is_empty() || only.contains(name)) {
            let started = Instant::now();
            self.run_one(name, resume)?;
            announce(&format!("lab: {name} took {:.0} s", started.elapsed().as_secs_f64()));
        }
        Ok(&self.pages)
    }

    fn run_one(&self, name: &str, resume: bool) -> Result<()> {
        let folder = self.results.join(name);
        if !resume {
            remove_tables(&folder.join("tables"))?;
        }
        let mut run = program(&self.program);
        run.args(["lab", "run", name, "--out"]).arg(&folder);
        // Tables are built, and the time that takes is told, whatever is at hand on this machine.
        run.env("FEWEST_TABLES", folder.join("tables"));
        run.args(self.is_quick.then_some("--quick")).args((!resume).then_some("--fresh"));
        execute(&mut run)?;
        let template = root().join(SUITES).join(name).with_extension("md");
        execute(program(&self.program).args(["lab", "page"]).args([&folder, &template]).arg("--out").arg(&self.pages))
    }
}

/// Removes the tables of an earlier run.
fn remove_tables(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The names of the suites that have a page, in order.
fn suites(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.with_context(|| format!("cannot list {}", folder.display()))?;
    let paths = entries.into_iter().map(|entry| entry.path());
    let paths =
        paths.filter(|path| path.extension().is_some_and(|end| end == "toml") && path.with_extension("md").exists());
    let mut names: Vec<String> =
        paths.filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_with_a_page_is_found() {
        let names = suites(&root().join(SUITES)).unwrap();
        assert_eq!(names, ["blind-and-informed", "heuristics", "sat", "slides", "sliding-blocks"]);
    }
}
