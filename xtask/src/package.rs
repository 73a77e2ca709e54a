//! The crates that can be published: each packs, and what is in the packages compiles by itself.
//!
//! `cargo package` would compile each package alone, with all it depends on, for ten minutes of the processor. We unpack all into one
//! workspace that knows nothing of this one and check that, with the dependencies that other steps have checked.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::shell::{announce, cargo, execute, program, root, target_folder};

/// Packs, unpacks and checks.
pub(crate) fn check() -> Result<()> {
    let crates = published(&root().join("crates"))?;
    announce(&format!("packages: {}", crates.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(", ")));
    let mut pack = cargo(["package", "--no-verify", "--allow-dirty", "--locked", "--quiet"]);
    pack.args(crates.iter().flat_map(|(name, _)| ["--package", name]));
    execute(&mut pack)?;
    let folder = target_folder().join("packages");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot remove the packages of an earlier run")?;
    }
    fs::create_dir_all(&folder).context("cannot make a folder for packages")?;
    for (name, version) in &crates {
        let file = target_folder().join("package").join(format!("{name}-{version}.crate"));
        // With the time of now: all packages have the same one, by which cargo would take new files for those of an earlier run.
        execute(program("tar").arg("-xzmf").arg(file).arg("-C").arg(&folder))?;
        let text = fs::read_to_string(folder.join(format!("{name}-{version}")).join("README.md"));
        ensure!(text.is_ok_and(|text| text.len() > 40), "the package {name} has no README.md that says what it is");
    }
    let ours = fs::read_to_string(root().join("Cargo.toml")).context("cannot read Cargo.toml")?;
    fs::write(folder.join("Cargo.toml"), workspace(&crates, &ours)).context("cannot write a workspace")?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).context("cannot copy Cargo.lock")?;
    let mut check = cargo(["check", "--workspace", "--manifest-path"]);
    execute(check.arg(folder.join("Cargo.toml")).env("CARGO_TARGET_DIR", target_folder()))
}

/// A workspace of packages in which each takes the others from beside it, built as ours is.
fn workspace(crates: &[(String, String)], ours: &str) -> String {
    let mut text = String::from("[workspace]\nresolver = \"3\"\nmembers = [\"fewest*\"]\n\n[patch.crates-io]\n");
    for (name, version) in crates {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name} = {{ path = \"{name}-{version}\" }}");
    }
    let profile = ours.find("[profile.dev]").map_or("", |at| &ours[at..]);
    text + "\n" + profile.split("[profile.release]").next().unwrap_or_default()
}

/// The crates of a folder that may be published, by name, with their versions.
fn published(folder: &Path) -> Result<Vec<(String, String)>> {
    let version = fs::read_to_string(root().join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let version = value(&version, "version").context("Cargo.toml has no version of the workspace")?;
    let mut crates = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path().join("Cargo.toml");
        let manifest = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if !manifest.contains("\npublish = false") {
            let name = value(&manifest, "name").with_context(|| format!("{} names no package", path.display()))?;
            crates.push((name, version.clone()));
        }
    }
    crates.sort();
    Ok(crates)
}

/// The first value of a key of a manifest.
fn value(manifest: &str, key: &str) -> Option<String> {
    let start = format!("{key} = \"");
    let line = manifest.lines().find_map(|line| line.strip_prefix(&*start))?;
    line.split('"').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ours_alone_is_not_published() {
        let crates = published(&root().join("crates")).unwrap();
        let has = |name: &str| crates.iter().any(|(published, _)| published == name);
        assert!(has("fewest") && has("fewest-search") && has("fewest-kinds"));
        assert!(!has("fewest-wasm") && !has("fewest-conformance"));
        assert!(workspace(&crates, "a\n[profile.dev]\nb\n[profile.release]\nc").ends_with("[profile.dev]\nb\n"));
    }
}
