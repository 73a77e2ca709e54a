//! The licences of everything that is linked into the program: each text once, with the names of those that it covers.
//!
//! `cargo tree` names the packages; their sources, which cargo has unpacked to build them, have the texts. Programs that do the same
//! take minutes to compile.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::native::Solvers;
use crate::shell::{capture, cargo, root};

/// How names of files with licences begin.
const NAMES: [&str; 6] = ["licen", "copying", "copyright", "notice", "unlicense", "authors"];
/// What of the page's packages is in the page.
const IN_PAGE: [&str; 2] = ["svelte", "uplot"];
/// A package of C sources has licences deeper down than others.
const DEEPEST: usize = 3;

/// A package.
#[derive(Debug, PartialEq, Eq)]
struct Package {
    name: String,
    version: String,
    /// Its licence, as it says.
    licence: String,
    source: String,
}

/// All licences as one page.
pub(super) fn collect(triple: &str, solvers: Solvers) -> Result<String> {
    let format = "{p}\t{l}\t{r}";
    let mut tree = cargo(["tree", "--locked", "--package", "fewest", "--edges", "normal", "--prefix", "none"]);
    tree.args(["--no-dedupe", "--format", format, "--target", triple]);
    if solvers == Solvers::All {
        tree.args(["--features", "native-sat"]);
    }
    let packages = read(&String::from_utf8_lossy(&capture(&mut tree)?.stdout));
    ensure!(packages.len() > 20, "`cargo tree` lists {} packages; there should be more", packages.len());
    let sources = sources()?;
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut page = "# Licences\n\n`fewest` is licensed under MIT or Apache-2.0: see LICENSE-MIT and LICENSE-APACHE. It contains the \
                    Rust standard library, under the same licences, and these packages.\n\n| package | licence | source |\n|---|---|---|\n"
        .to_owned();
    for Package { name, version, licence, source } in &packages {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(page, "| {name} {version} | {licence} | {source} |");
        let folder = sources.iter().map(|folder| folder.join(format!("{name}-{version}"))).find(|path| path.is_dir());
        let folder =
            folder.with_context(|| format!("the sources of {name} {version} are not where cargo puts them"))?;
        add(&mut texts, &folder, &format!("{name} {version}"))?;
    }
    for name in IN_PAGE {
        let folder = root().join("web/node_modules").join(name);
        let _ = writeln!(page, "| {name} | MIT | in the page |");
        if folder.is_dir() {
            add(&mut texts, &folder, name)?;
        }
    }
    for (text, names) in &texts {
        let _ = write!(page, "\n## {}\n\n```text\n{}\n```\n", names.join(", "), text.replace("```", "'''"));
    }
    Ok(page)
}

/// The packages of others in what `cargo tree` prints.
fn read(tree: &str) -> Vec<Package> {
    let mut packages: Vec<Package> = Vec::new();
    for line in tree.lines() {
        let mut columns = line.split('\t');
        let (Some(package), Some(licence), Some(source)) = (columns.next(), columns.next(), columns.next()) else {
            continue;
        };
        let mut words = package.split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        // Packages of this workspace have a path. Macros are not linked, but what they write is.
        if words.any(|word| word.starts_with("(/")) {
            continue;
        }
        let version = version.trim_start_matches('v').to_owned();
        let source = source.trim_end_matches(" (*)").to_owned();
        let package = Package { name: name.to_owned(), version, licence: licence.to_owned(), source };
        if !packages.contains(&package) {
            packages.push(package);
        }
    }
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    packages
}

/// The folders into which cargo unpacks sources.
fn sources() -> Result<Vec<PathBuf>> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let folder = home.context("neither CARGO_HOME nor HOME is set")?.join("registry/src");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

/// Adds the texts in a folder.
fn add(texts: &mut BTreeMap<String, Vec<String>>, folder: &Path, name: &str) -> Result<()> {
    for path in files(folder, 0)? {
        let text = String::from_utf8_lossy(&fs::read(&path)?).replace("\r\n", "\n").trim().to_owned();
        let names = texts.entry(text).or_default();
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    Ok(())
}

/// Files that are licences by their names.
fn files(folder: &Path, depth: usize) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_lowercase());
        if path.is_dir() && depth < DEEPEST && name != "node_modules" {
            found.extend(files(&path, depth + 1)?);
        } else if path.is_file() && is_licence(&name) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a file is a licence, by its name in small letters.
fn is_licence(name: &str) -> bool {
    let is_code =
        [".rs", ".c", ".h", ".cpp", ".py", ".js", ".ts", ".toml", ".html"].iter().any(|end| name.ends_with(end));
    !is_code && NAMES.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_others_are_read_once() {
        let tree = "fewest v0.1.0 (/src/crates/cli)\tMIT OR Apache-2.0\t\n\
                    serde v1.0.228\tMIT OR Apache-2.0\thttps://example.org/serde\n\
                    serde_derive v1.0.228 (proc-macro)\tMIT\t\n\
                    serde v1.0.228\tMIT OR Apache-2.0\thttps://example.org/serde (*)\n";
        let names: Vec<String> = read(tree).into_iter().map(|package| package.name).collect();
        assert_eq!(names, ["serde", "serde_derive"]);
    }

    #[test]
    fn licences_are_known_by_their_names() {
        assert!(
            ["license-mit", "licence.txt", "copying", "notice", "unlicense", "license.md"]
                .map(is_licence)
                .iter()
                .all(|is| *is)
        );
        assert!(!["license.rs", "readme.md", "relicense"].map(is_licence).iter().any(|is| *is));
    }
}
