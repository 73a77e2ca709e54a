//! Notes by which compiler and from which commit the program is built, so that measurements and `--version` can say it.
//!
//! `FEWEST_COMMIT` names the commit; without it, git is asked where what is built is to be used: a release. In other profiles every
//! commit would build the program anew while somebody works on it.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FEWEST_COMMIT");
    println!("cargo::rustc-env=FEWEST_COMMIT={}", env::var("FEWEST_COMMIT").ok().or_else(commit).unwrap_or_default());
    println!("cargo::rustc-env=FEWEST_RUSTC={}", compiler().unwrap_or_default());
}

/// The commit of the sources of a release, where git knows it. A source that was changed since is not that commit.
fn commit() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // Every commit and every checkout is a line in this log.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).is_file() {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let is_unchanged = git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Some(if is_unchanged { commit } else { format!("{commit}-changed") })
}

/// What the compiler says of itself, where it runs at all.
fn compiler() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().map(str::to_owned)
}
