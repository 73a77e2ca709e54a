//! The files of a table that does not fit memory.
//!
//! They are in a folder of their own within the directory that was named, which is removed however the count ends. A
//! process that is killed leaves its folder behind; the next count in that directory removes it. To tell it from the folder
//! of one that is still at work, each holds a lock on a file in its folder, which the system lets go with the process.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// How the names of all folders begin.
const PREFIX: &str = "fewest-census-";
const LOCK: &str = "lock";
/// How the names of all other files begin.
const TABLE: &str = "table-";
const QUEUE: &str = "queue-";

/// What was not possible on disk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot {action} {}: {reason}; name a directory that is there, can be written and has room", path.display())]
pub struct DiskError {
    action: &'static str,
    path: PathBuf,
    reason: String,
}

impl DiskError {
    fn new(action: &'static str, path: &Path, error: &io::Error) -> Self {
        Self { action, path: path.to_owned(), reason: error.to_string() }
    }
}

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Folder {
    /// Makes a folder in this one, and removes those of counts that were killed.
    pub(super) fn new(within: &Path) -> Result<Self, DiskError> {
        static FOLDERS: AtomicU64 = AtomicU64::new(0);
        remove_leftovers(within);
        loop {
            let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
            let path = within.join(format!("{PREFIX}{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => {}
                // Another process of that number left it behind, and it could not be removed.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(DiskError::new("make the folder", &path, &error)),
            }
            let lock = path.join(LOCK);
            let file = match File::create_new(&lock) {
                Ok(file) => file,
                Err(error) => {
                    // It is empty, and of no use.
                    let _ = fs::remove_dir(&path);
                    return Err(DiskError::new("make the file", &lock, &error));
                }
            };
            // Where there are no locks, nobody can take it for left behind either.
            let _ = file.lock();
            // Another count may have found it before it was locked.
            if lock.exists() {
                return Ok(Self { path, _lock: file, held: AtomicU64::new(0), peak: AtomicU64::new(0) });
            }
        }
    }

    pub(super) fn table(&self, segment: usize) -> PathBuf {
        self.path.join(format!("{TABLE}{segment}"))
    }

    /// The queue of a segment for layers of even or odd depth.
    pub(super) fn queue(&self, segment: usize, turn: u32) -> PathBuf {
        self.path.join(format!("{QUEUE}{segment}-{turn}"))
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

impl Drop for Folder {
    fn drop(&mut self) {
        // There is nobody left to tell; the next count tries again.
        let _ = fs::remove_dir_all(&self.path);
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

/// Removes folders of counts that are no longer at work. Whatever else is in them stays, and the folder with it; so does all
/// that cannot be removed: it is no hindrance.
fn remove_leftovers(within: &Path) {
    let Ok(entries) = fs::read_dir(within) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_folder);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = remove_leftover(&entry.path());
        }
    }
}

fn remove_leftover(folder: &Path) -> io::Result<()> {
    let lock = File::open(folder.join(LOCK))?;
    lock.try_lock()?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_str().is_some_and(is_file);
        if is_ours && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(folder.join(LOCK))?;
    fs::remove_dir(folder)
}

/// Whether a name is one that [`Folder::new`] gives: a process and a number.
fn is_folder(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|rest| has_numbers(rest, 2))
}

/// Whether a name is one of a table or a queue.
fn is_file(name: &str) -> bool {
    let is_table = name.strip_prefix(TABLE).is_some_and(|rest| has_numbers(rest, 1));
    is_table || name.strip_prefix(QUEUE).is_some_and(|rest| has_numbers(rest, 2))
}

/// Whether a text is so many numbers with dashes between.
fn has_numbers(text: &str, count: usize) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('-').count() == count && text.split('-').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a killed process left is removed by the next; what is at work or of others stays.
    #[test]
    fn leftovers_are_removed_and_nothing_else() {
        let within = tempfile::tempdir().expect("a folder");
        let make = |name: &str, files: &[&str]| {
            let folder = within.path().join(name);
            fs::create_dir(&folder).expect("it can be written");
            for file in files {
                fs::write(folder.join(file), "x").expect("it can be written");
            }
            folder
        };
        let dead = make("fewest-census-1-0", &["lock", "table-0", "queue-12-1"]);
        let foreign = make("fewest-census-1-1", &["lock", "table-0", "thesis.txt"]);
        let others = [
            make("fewest-census-mine", &["lock", "table-0"]),
            make("fewest-census-1-2", &["table-0"]),
            make("fewest-blocks-1-0", &["lock", "0"]),
        ];
        let alive = Folder::new(within.path()).expect("it can be written");
        alive.append(&alive.queue(3, 1), b"pending").expect("it can be written");
        let second = Folder::new(within.path()).expect("it can be written");
        assert!(!dead.exists());
        assert!(foreign.join("thesis.txt").exists() && !foreign.join("table-0").exists());
        assert!(others.iter().all(|folder| folder.join("table-0").exists() || folder.join("0").exists()));
        assert!(alive.queue(3, 1).exists());
        assert_eq!((alive.peak(), second.peak()), (7, 0));
        let (alive_path, second_path) = (alive.path.clone(), second.path.clone());
        drop((alive, second));
        assert!(!alive_path.exists() && !second_path.exists());
    }

    #[test]
    fn a_directory_that_is_not_there_is_named() {
        let within = tempfile::tempdir().expect("a folder");
        let error = Folder::new(&within.path().join("missing")).expect_err("it is not there");
        let text = error.to_string();
        assert!(text.starts_with("cannot make the folder") && text.contains("missing"), "{text}");
    }
}
