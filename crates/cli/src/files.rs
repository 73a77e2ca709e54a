//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use anyhow::Context;

/// Writes a file beside its place and puts it there when it is whole.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let context = || format!("cannot write {}", path.display());
    let name = path.file_name().with_context(|| format!("{} is no name of a file", path.display()))?;
    let mut part = OsString::from(".");
    part.push(name);
    part.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(part);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // Nothing half-written stays; where it was never made there is nothing to remove.
        let _ = fs::remove_file(&part);
    }
    written.with_context(context)
}
