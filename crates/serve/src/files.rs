//! The files below a folder. The build script, which puts the page into the binary, has this module too.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// The files of a folder and of those within, named as addresses name them. Links are not followed: they may lead out of it.
pub(crate) fn below(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    gather(folder, "", &mut files)?;
    Ok(files)
}

fn gather(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            gather(&entry.path(), &format!("{name}/"), files)?;
        } else if kind.is_file() {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}
