//! The files of a table that does not fit memory.
//!
//! They are in a [`Scratch`] folder within the one that was named, which is removed however the count ends.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::scratch::{DiskError, Scratch, has_numbers};

/// How the names of all files begin.
const TABLE: &str = "table-";
const QUEUE: &str = "queue-";

#[derive(Debug)]
pub(super) struct Folder {
    scratch: Scratch,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Folder {
    /// Makes a folder in this one.
    pub(super) fn new(within: &Path) -> Result<Self, DiskError> {
        let scratch = Scratch::new(within, "fewest-census-", is_file)?;
        Ok(Self { scratch, held: AtomicU64::new(0), peak: AtomicU64::new(0) })
    }

    pub(super) fn table(&self, segment: usize) -> PathBuf {
        self.scratch.path().join(format!("{TABLE}{segment}"))
    }

    /// The queue of a segment for layers of even or odd depth.
    pub(super) fn queue(&self, segment: usize, turn: u32) -> PathBuf {
        self.scratch.path().join(format!("{QUEUE}{segment}-{turn}"))
    }

    /// Adds to the end of a file.
    pub(super) fn append(&self, path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(bytes)).map_err(|error| DiskError::new("write", path, &error))?;
        self.grow(bytes.len() as u64);
        Ok(())
    }

    /// Notes that files have become larger.
    pub(super) fn grow(&self, bytes: u64) {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(held, Ordering::Relaxed);
    }

    /// Removes a file of so many bytes.
    pub(super) fn remove(&self, path: &Path, bytes: u64) -> Result<(), DiskError> {
        fs::remove_file(path).map_err(|error| DiskError::new("remove", path, &error))?;
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// The most bytes that its files had at once.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}

/// A file that is read, or written, from its beginning to its end.
#[derive(Debug)]
pub(super) struct Stream {
    path: PathBuf,
    file: File,
}

impl Stream {
    pub(super) fn open(path: PathBuf) -> Result<Self, DiskError> {
        let file = File::open(&path).map_err(|error| DiskError::new("open", &path, &error))?;
        Ok(Self { path, file })
    }

    pub(super) fn create(path: PathBuf) -> Result<Self, DiskError> {
        let file = File::create(&path).map_err(|error| DiskError::new("write", &path, &error))?;
        Ok(Self { path, file })
    }

    pub(super) fn fill(&mut self, buffer: &mut [u8]) -> Result<(), DiskError> {
        self.file.read_exact(buffer).map_err(|error| DiskError::new("read", &self.path, &error))
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        self.file.write_all(bytes).map_err(|error| DiskError::new("write", &self.path, &error))
    }
}

/// Whether a name is one of a table or a queue.
fn is_file(name: &str) -> bool {
    let is_table = name.strip_prefix(TABLE).is_some_and(|rest| has_numbers(rest, 1));
    is_table || name.strip_prefix(QUEUE).is_some_and(|rest| has_numbers(rest, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_counted_while_they_are_there() {
        let within = tempfile::tempdir().expect("a folder");
        let folder = Folder::new(within.path()).expect("it can be written");
        let queue = folder.queue(3, 1);
        folder.append(&queue, b"pending").expect("it can be written");
        folder.remove(&queue, 7).expect("it is there");
        folder.append(&folder.table(0), b"x").expect("it can be written");
        assert_eq!(folder.peak(), 7);
        for path in [queue, folder.table(0)] {
            assert!(path.file_name().and_then(|name| name.to_str()).is_some_and(is_file), "{path:?}");
        }
        drop(folder);
        assert_eq!(fs::read_dir(within.path()).expect("a folder").count(), 0);
    }
}
