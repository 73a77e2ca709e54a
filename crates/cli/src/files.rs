//! Files that are written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use fewest_engine::Partial;

/// Writes a file beside its place and puts it there when it is whole. What is not a regular file, such as a pipe or a device, is
/// written to as it stands.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || {
        let is_link = fs::symlink_metadata(path).is_ok_and(|status| status.is_symlink());
        // A link stays, and what it leads to is replaced, or made where it is not there yet.
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(_) if is_link => return fs::write(path, bytes),
            Err(_) => path.to_owned(),
        };
        if fs::metadata(&target).is_ok_and(|status| !status.is_file()) {
            return fs::OpenOptions::new().write(true).open(&target)?.write_all(bytes);
        }
        let (partial, mut file) = Partial::file(&target)?;
        file.write_all(bytes)?;
        partial.complete(false)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}
