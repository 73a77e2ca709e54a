//! Puts the page into the binary, where it has been built: every file of `web/dist`, compressed where that pays.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let web = manifest.join("../../web");
    let dist = web.join("dist");
    if web.is_dir() {
        // Cargo takes a folder that is missing for one that has changed, and would build this crate again every time. An
        // empty one it can watch; where none can be made, a page that is built later is not noticed.
        let _ = fs::create_dir(&dist);
    }
    if dist.is_dir() {
        println!("cargo::rerun-if-changed={}", dist.display());
    }
    let mut table = String::from("&[\n");
    if dist.join("index.html").is_file() {
        let mut files = Vec::new();
        list(&dist, &dist, &mut files)?;
        files.sort();
        for (number, name) in files.iter().enumerate() {
            let copy = format!("page-{number}");
            let gzip = store(&dist.join(name), &out.join(&copy))?;
            let bytes = format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{copy}\"))");
            let entry = format!("    Embedded {{ name: {name:?}, gzip: {gzip}, bytes: {bytes} }},\n");
            table.push_str(&entry);
        }
    }
    table.push_str("]\n");
    fs::write(out.join("page.rs"), table)
}

/// The files below a folder, named as addresses name them.
fn list(root: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            list(root, &path, files)?;
        } else if entry.file_type()?.is_file() {
            let name = path.strip_prefix(root).expect("it was found there");
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            files.push(parts.join("/"));
        }
    }
    Ok(())
}

/// Copies a file to where the compiler will find it, compressed where that pays, and says whether it did.
fn store(file: &Path, copy: &Path) -> io::Result<bool> {
    let plain = fs::read(file)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&plain)?;
    let packed = encoder.finish()?;
    // The first page is changed before it is sent; pictures are compressed already.
    let gzip = !file.ends_with("index.html") && packed.len() < plain.len() / 10 * 9;
    fs::write(copy, if gzip { packed } else { plain })?;
    Ok(gzip)
}
