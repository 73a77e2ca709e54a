//! Files and folders that are there whole or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What is written under another name beside its own, gets its name when it is complete, and is removed otherwise.
pub(crate) struct Partial {
    path: PathBuf,
    target: PathBuf,
}

impl Partial {
    /// A file that will be `target`.
    pub(crate) fn file(target: &Path) -> io::Result<(Self, File)> {
        let path = beside(target)?;
        let file = File::create_new(&path)?;
        Ok((Self { path, target: target.to_owned() }, file))
    }

    /// A folder that will be `target`.
    pub(crate) fn folder(target: &Path) -> io::Result<Self> {
        let path = beside(target)?;
        fs::create_dir(&path)?;
        Ok(Self { path, target: target.to_owned() })
    }

    /// Where it is for now.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its name. A file of that name is replaced, and so is a folder that is empty, or any with `replace`.
    pub(crate) fn complete(self, replace: bool) -> io::Result<()> {
        if replace && self.path.is_dir() && self.target.is_dir() {
            // A folder that is not empty cannot be replaced in one step: it is put aside first.
            let aside = Self { path: beside(&self.target)?, target: PathBuf::new() };
            fs::rename(&self.target, &aside.path)?;
            fs::rename(&self.path, &self.target).or_else(|error| fs::rename(&aside.path, &self.target).and(Err(error)))
        } else {
            fs::rename(&self.path, &self.target)
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // Nothing is there where it has got its name; nobody can be told of any other failure.
        let _ = if self.path.is_dir() { fs::remove_dir_all(&self.path) } else { fs::remove_file(&self.path) };
    }
}

/// A name beside another that nobody uses.
fn beside(target: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no name"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".part-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    Ok(target.with_file_name(hidden))
}
