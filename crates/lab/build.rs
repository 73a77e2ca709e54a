//! Notes by which compiler and, where `FEWEST_COMMIT` says it, from which commit the program is built, so that measurements can
//! say it. The commit is not asked of git here: every commit would then build the program anew.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FEWEST_COMMIT");
    println!("cargo::rustc-env=FEWEST_COMMIT={}", env::var("FEWEST_COMMIT").unwrap_or_default());
    println!("cargo::rustc-env=FEWEST_RUSTC={}", compiler().unwrap_or_default());
}

/// What the compiler says of itself, where it runs at all.
fn compiler() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().map(str::to_owned)
}
