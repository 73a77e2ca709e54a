//! The chore `web`: the page, built into one folder that any static host serves.
//!
//! The engine is compiled to WebAssembly once and linked into several modules, each with what it calls; the page loads
//! them when it needs them. `xtask/bindgen` writes the JavaScript beside each, npm does the rest.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};

use crate::book;
use crate::native::Solvers;
use crate::need::{self, Need, Source};
use crate::shell::{announce, capture, cargo, execute, program, program_in, root, succeeds, target_folder};
use crate::workspace;

/// Where the page's sources are, and the folder that is built, both under the root.
const SOURCES: &str = "web";
const DIST: &str = "web/dist";
const TARGET: &str = "wasm32-unknown-unknown";
/// The oldest Node.js that the tools run on.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The crates of kinds of puzzles, each in a folder of its own here with this ending.
const CRATES: &str = "crates";
const KIND: &str = "-kind";

/// Builds the page.
pub(crate) fn run() -> Result<()> {
    need::ensure(&NEEDS)?;
    build_modules()?;
    ensure_packages()?;
    npm(["run", "generate"])?;
    npm(["run", "build"])?;
    // The page links to it, and Vite has emptied the folder.
    book::run()?;
    let files = sizes(&root().join(DIST))?;
    let total: u64 = files.iter().map(|(_, size)| size).sum();
    announce(&format!(
        "web: wrote {DIST}, {} files, {:.1} MB; any static host serves it",
        files.len(),
        megabytes(total)
    ));
    Ok(())
}

/// Builds the page and checks all that can be checked of it without a browser.
pub(crate) fn check() -> Result<()> {
    run()?;
    npm(["run", "format:check"])?;
    npm(["run", "check"])?;
    npm(["test"])
}

/// Checks the page in a real browser. The page is built if it is not there.
pub(crate) fn check_in_browser(solvers: Solvers) -> Result<()> {
    if !root().join(DIST).join("index.html").is_file() {
        run()?;
    }
    // The tests built it before; only what has the page inside is compiled again.
    let [program, _] = workspace::programs(solvers)?;
    execute(npm_command().args(["run", "test:browser"]).env("CHROMIUM", browser()?).env("FEWEST", program))
}

/// Measures how soon a visitor on a slow network can play, and the engine in a browser beside the native one, and prints
/// tables.
pub(crate) fn bench() -> Result<()> {
    need::ensure(&[&NEEDS[..], &[CHROMIUM]].concat())?;
    let browser = browser()?;
    announce("bench: build the program and the engine's modules");
    execute(&mut cargo(["build", "--release", "--locked", "--package", "fewest"]))?;
    build_modules()?;
    ensure_packages()?;
    announce("bench: the first visit, on a slow network and a slow device");
    npm(["run", "build"])?;
    // Vite has emptied the folder, which others may take for the whole page.
    book::run()?;
    execute(npm_command().args(["run", "--silent", "arrival"]).env("CHROMIUM", &browser))?;
    announce("bench: search, natively and in a browser by turns");
    let speed = ["run", "--silent", "speed", "--"];
    execute(npm_command().args(speed).arg(program_in("release")).env("CHROMIUM", browser))
}

/// What building the page needs: a target of the compiler, and Node.js.
pub(crate) const NEEDS: [Need; 2] = [
    Need {
        name: "the target wasm32-unknown-unknown",
        find: find_target,
        source: Source::Rustup(["target", "add", TARGET]),
    },
    NODE,
];

/// Node.js, which other checkers than the page's run on too.
pub(crate) const NODE: Need = Need {
    name: "Node.js",
    find: find_node,
    source: Source::Elsewhere("Node.js 20.19 or later with npm, from https://nodejs.org or your system's packages"),
};

/// A browser to test the page in.
pub(crate) const CHROMIUM: Need =
    Need { name: "Chromium", find: || find_browser().map(drop), source: Source::Debian("chromium") };

fn find_target() -> Result<(), String> {
    let folder = capture(program("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    let found = folder.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir());
    if found { Ok(()) } else { Err("the compiler cannot build for browsers".to_owned()) }
}

fn find_node() -> Result<(), String> {
    let version = capture(program("node").arg("--version")).map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version).trim().to_owned();
    match node_version(&version) {
        Some(found) if found >= OLDEST_NODE && succeeds(npm_command().arg("--version")) => Ok(()),
        Some(found) if found >= OLDEST_NODE => Err("`npm --version` does not run".to_owned()),
        Some(_) => Err(format!("found {version}")),
        None => Err("`node --version` does not run".to_owned()),
    }
}

fn find_browser() -> Result<PathBuf, String> {
    let named = env::var_os("CHROMIUM").map(PathBuf::from);
    let mut candidates = named.into_iter().chain(["chromium", "chromium-browser", "google-chrome"].map(Into::into));
    let found = candidates.find(|candidate| succeeds(program(candidate).arg("--version")));
    found.ok_or_else(|| "there is no Chromium on the PATH, nor one that CHROMIUM names".to_owned())
}

/// The browser to test in.
fn browser() -> Result<PathBuf> {
    find_browser().map_err(anyhow::Error::msg).and_then(|found| which(&found))
}

/// The full path of a program.
fn which(program: &Path) -> Result<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file());
    found.with_context(|| format!("{} is not on the PATH", program.display()))
}

/// Compiles the engine's modules and puts them where the page's sources expect them.
fn build_modules() -> Result<()> {
    let built = target_folder().join(TARGET).join("page/fewest_wasm.wasm");
    let wanted = root().join(SOURCES).join("src/wasm");
    let modules = modules()?;
    for module in &modules {
        announce(&format!("web: module {module}"));
        let build = ["build", "--locked", "--profile", "page", "--package", "fewest-wasm", "--target", TARGET];
        execute(cargo(build).env("FEWEST_MODULE", module))?;
        let folder = wanted.join(module);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let bindgen = ["run", "--quiet", "--locked", "--package", "xtask-bindgen", "--"];
        execute(cargo(bindgen).arg(&built).arg(format!("fewest_{}", module.replace('-', "_"))).arg(&folder))?;
    }
    remove_others(&wanted, &modules)
}

/// The modules: one for the rules of each kind of puzzle, and one for its searches.
fn modules() -> Result<Vec<String>> {
    let folder = root().join(CRATES);
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut kinds: Vec<String> = names.filter_map(|name| name.strip_suffix(KIND).map(str::to_owned)).collect();
    kinds.sort_unstable();
    Ok(kinds.into_iter().flat_map(|kind| [format!("{kind}-rules"), kind]).collect())
}

/// Removes folders of modules that are no more: the page would take them in.
fn remove_others(wanted: &Path, modules: &[String]) -> Result<()> {
    for entry in fs::read_dir(wanted)?.flatten() {
        let is_module = entry.file_name().to_str().is_some_and(|name| modules.iter().any(|module| module == name));
        if !is_module && entry.path().is_dir() {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// The packages that the lockfile names, unless they are there.
pub(crate) fn ensure_packages() -> Result<()> {
    let sources = root().join(SOURCES);
    let lock = fs::read(sources.join("package-lock.json")).context("cannot read web/package-lock.json")?;
    let stamp = sources.join("node_modules/.installed-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(["ci", "--no-audit", "--no-fund"])?;
    fs::write(&stamp, lock).with_context(|| format!("cannot write {}", stamp.display()))
}

/// Runs npm on the page.
pub(crate) fn npm<const N: usize>(args: [&str; N]) -> Result<()> {
    execute(npm_command().args(args))
}

fn npm_command() -> Command {
    let mut command = program(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join(SOURCES));
    command
}

/// Every file below a folder, with its size.
fn sizes(folder: &Path) -> Result<Vec<(PathBuf, u64)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        match entry.metadata()? {
            data if data.is_dir() => files.extend(sizes(&entry.path())?),
            data => files.push((entry.path(), data.len())),
        }
    }
    Ok(files)
}

#[allow(clippy::cast_precision_loss, reason = "for people to read")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// Major and minor version out of what `node --version` says.
fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read_and_compared() {
        assert_eq!(node_version("v20.20.2"), Some((20, 20)));
        assert!(node_version("v22.1.0").unwrap() >= OLDEST_NODE && node_version("v18.19.0").unwrap() < OLDEST_NODE);
        assert_eq!(node_version("20.20.2"), None);
        assert_eq!(node_version(""), None);
    }

    #[test]
    fn every_registered_kind_has_two_modules() {
        let list = fs::read_to_string(root().join("crates/kinds/src/lib.rs")).unwrap();
        let registered = list.lines().filter_map(|line| {
            let (name, rest) = line.trim().split_once(": fewest_")?;
            rest.ends_with("_kind,").then(|| name.replace('_', "-"))
        });
        let mut expected: Vec<String> = registered.flat_map(|kind| [format!("{kind}-rules"), kind]).collect();
        assert!(!expected.is_empty());
        let mut found = modules().unwrap();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
