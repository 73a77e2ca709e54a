//! Puts the page into the binary, where it has been built: every file of `web/dist`, compressed.

#[path = "src/files.rs"]
mod files;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/files.rs");
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let web = manifest.join("../../web");
    let dist = web.join("dist");
    if web.is_dir() {
        // Cargo takes a folder that is missing for one that has changed, and would build this crate again every time. An
        // empty one it can watch; where none can be made, a page that is built later is not noticed.
        let _ = fs::create_dir(&dist);
    }
    let mut table = String::from("&[\n");
    if dist.is_dir() {
        println!("cargo::rerun-if-changed={}", dist.display());
        for (number, (name, plain)) in files::below(&dist)?.iter().enumerate() {
            let mut packed = GzEncoder::new(Vec::new(), Compression::best());
            packed.write_all(plain)?;
            let copy = format!("page-{number}");
            fs::write(out.join(&copy), packed.finish()?)?;
            // Writing to a string cannot fail.
            let _ = writeln!(table, "    ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{copy}\"))),");
        }
    }
    table.push_str("]\n");
    fs::write(out.join("page.rs"), table)
}
