//! Notes by which compiler and from which commit the program is built, so that measurements can say it.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").ok().and_then(|rustc| said(&rustc, &["--version"]));
    println!("cargo::rustc-env=FEWEST_RUSTC={}", rustc.unwrap_or_default());
    let commit = said("git", &["rev-parse", "--short=9", "HEAD"]);
    println!("cargo::rustc-env=FEWEST_COMMIT={}", commit.unwrap_or_default());
    // This file grows with every commit. Of one that is not there nothing is said: cargo would build every time.
    if let Some(log) = said("git", &["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// The first line that a program prints, where it runs at all.
fn said(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().map(str::to_owned).filter(|line| !line.is_empty())
}
