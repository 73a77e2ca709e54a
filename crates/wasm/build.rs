//! Which module is built: the environment variable `FEWEST_MODULE` names a kind of puzzle, as `tiles` does, or its rules, as
//! `tiles-rules` does. Without it the rules and the searches of tiles are built together, for checks.
//!
//! Kinds whose checks and random positions need searches as large as any have lean rules, which leave these questions to
//! the module with the searches: a page that only plays should not wait for them.

use std::path::PathBuf;
use std::{env, fs};

/// Kinds with lean rules.
const LEAN: [&str; 1] = ["blocks"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FEWEST_MODULE");
    println!("cargo::rustc-check-cfg=cfg(rules, solver, lean)");
    let module = env::var("FEWEST_MODULE").ok();
    let (kind, parts): (&str, &[&str]) = match module.as_deref() {
        None => ("tiles", &["rules", "solver"]),
        Some(module) => match module.strip_suffix("-rules") {
            Some(kind) => (kind, &["rules"]),
            None => (module, &["solver"]),
        },
    };
    for part in parts {
        println!("cargo::rustc-cfg={part}");
    }
    if LEAN.contains(&kind) {
        println!("cargo::rustc-cfg=lean");
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    let text = format!("use fewest_kinds::{}::KIND as OURS;\n", kind.replace('-', "_"));
    fs::write(folder.join("ours.rs"), text).expect("cargo's folder can be written to");
}
