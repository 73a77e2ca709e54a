//! Files that do not outlive their purpose.
//!
//! A [`Scratch`] is a folder for a search that does not fit memory; it is removed however the search ends. A [`Partial`] is a file
//! or a folder that is written under another name and gets its own when it is whole. A process that is killed leaves them behind,
//! and the next one in the same place removes them. To tell them from those of a process that is still at work, each holds a
//! lock, which the system lets go with the process.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The file of a folder that is locked.
const LOCK: &str = "lock";

/// No two names of this process are the same.
fn number() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed)
}

/// What was not possible on disk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot {action} {}: {reason}; name a folder that exists, can be written to and has enough space", path.display())]
pub struct DiskError {
    action: &'static str,
    path: PathBuf,
    reason: String,
}

impl DiskError {
    /// What was tried, with which file, and what the system said.
    pub fn new(action: &'static str, path: &Path, error: &io::Error) -> Self {
        Self { action, path: path.to_owned(), reason: error.to_string() }
    }
}

/// A folder of its own within one that was named. It is removed, with all files, when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

impl Scratch {
    /// Makes a folder whose name begins with `prefix`, and removes those that killed processes left behind, as far as their
    /// files are ours by name. What else is in them stays, and the folder with it.
    ///
    /// # Errors
    /// What cannot be made.
    pub fn new(within: &Path, prefix: &str, is_ours: fn(&str) -> bool) -> Result<Self, DiskError> {
        remove_leftovers(within, prefix, is_ours);
        loop {
            let path = within.join(format!("{prefix}{}-{}", std::process::id(), number()));
            match fs::create_dir(&path) {
                Ok(()) => {}
                // Another process of that number left it behind, and it could not be removed.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(DiskError::new("make the folder", &path, &error)),
            }
            let lock = path.join(LOCK);
            let file = File::create_new(&lock).map_err(|error| {
                // It is empty, and of no use.
                let _ = fs::remove_dir(&path);
                DiskError::new("make the file", &lock, &error)
            })?;
            // Where there are no locks, nobody can take it for left behind either.
            let _ = file.lock();
            // Another process may have found it before it was locked.
            if lock.exists() {
                return Ok(Self { path, _lock: file });
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // There is nobody left to tell; the next process tries again.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes folders of processes that are no longer at work. What cannot be removed is no hindrance.
fn remove_leftovers(within: &Path, prefix: &str, is_ours: fn(&str) -> bool) {
    for entry in fs::read_dir(within).into_iter().flatten().flatten() {
        let is_folder = |name: &str| name.strip_prefix(prefix).is_some_and(|rest| has_numbers(rest, 2));
        if entry.file_name().to_str().is_some_and(is_folder) && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = remove_leftover(&entry.path(), is_ours);
        }
    }
}

fn remove_leftover(folder: &Path, is_ours: fn(&str) -> bool) -> io::Result<()> {
    let lock = File::open(folder.join(LOCK))?;
    lock.try_lock()?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_ours) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(folder.join(LOCK))?;
    fs::remove_dir(folder)
}

/// Whether a text is so many numbers with dashes between.
pub fn has_numbers(text: &str, count: usize) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('-').count() == count && text.split('-').all(is_number)
}

/// What is written under another name beside its own, gets its name when it is complete, and is removed otherwise.
#[derive(Debug)]
pub struct Partial {
    path: PathBuf,
    target: PathBuf,
    /// Locked as long as it is open; absent where the system has no locks, or none for folders.
    _lock: Option<File>,
}

impl Partial {
    /// A file that will be `target`.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn file(target: &Path) -> io::Result<(Self, File)> {
        Self::make(target, |path| File::create_new(path))
    }

    /// A folder that will be `target`.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn folder(target: &Path) -> io::Result<Self> {
        Self::make(target, |path| fs::create_dir(path)).map(|(partial, ())| partial)
    }

    fn make<T>(target: &Path, create: impl Fn(&Path) -> io::Result<T>) -> io::Result<(Self, T)> {
        loop {
            let path = beside(target)?;
            let made = create(&path)?;
            let lock = File::open(&path).ok().filter(|file| file.lock().is_ok());
            // Another process may have found it before it was locked.
            if path.exists() {
                return Ok((Self { path, target: target.to_owned(), _lock: lock }, made));
            }
        }
    }

    /// Where it is for now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its name. A file of that name is replaced, and so is a folder that is empty, or any with `replace`.
    ///
    /// # Errors
    /// Why it cannot have it.
    pub fn complete(self, replace: bool) -> io::Result<()> {
        if replace && self.path.is_dir() && self.target.is_dir() {
            // A folder that is not empty cannot be replaced in one step: it is put aside first.
            let aside = Self { path: beside(&self.target)?, target: PathBuf::new(), _lock: None };
            fs::rename(&self.target, &aside.path)?;
            fs::rename(&self.path, &self.target).or_else(|error| fs::rename(&aside.path, &self.target).and(Err(error)))
        } else {
            fs::rename(&self.path, &self.target)
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a file or a folder. Nothing is there where it has got its name; nobody can be told of any other failure.
fn remove(path: &Path) {
    let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

/// A name beside another that nobody uses. What killed processes left beside it for the same name is removed.
fn beside(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it has no name"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".part-");
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let found = entry.file_name();
        let rest = found.to_str().zip(hidden.to_str()).and_then(|(name, prefix)| name.strip_prefix(prefix));
        if rest.is_some_and(|rest| has_numbers(rest, 2))
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            remove(&entry.path());
        }
    }
    hidden.push(format!("{}-{}", std::process::id(), number()));
    Ok(target.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ours(name: &str) -> bool {
        has_numbers(name, 1)
    }

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
        let dead = make("fewest-test-1-0", &["lock", "0", "12"]);
        let foreign = make("fewest-test-1-1", &["lock", "0", "thesis.txt"]);
        let others = [
            make("fewest-test-mine", &["lock", "0"]),
            make("fewest-test-1-2", &["0"]),
            make("fewest-other-1-0", &["lock", "0"]),
        ];
        let scratch = || Scratch::new(within.path(), "fewest-test-", is_ours).expect("it can be written");
        let alive = scratch();
        fs::write(alive.path().join("3"), "pending").expect("it can be written");
        let second = scratch();
        assert!(!dead.exists());
        assert!(foreign.join("thesis.txt").exists() && !foreign.join("0").exists());
        assert!(others.iter().all(|folder| folder.join("0").exists()));
        assert!(alive.path().join("3").exists());
        let paths = [&alive, &second].map(|scratch| scratch.path().to_owned());
        drop((alive, second));
        assert!(paths.iter().all(|path| !path.exists()));
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let within = tempfile::tempdir().expect("a folder");
        let error = Scratch::new(&within.path().join("missing"), "fewest-test-", is_ours).expect_err("it is not there");
        let text = error.to_string();
        assert!(text.starts_with("cannot make the folder") && text.contains("missing"), "{text}");
    }

    #[test]
    #[cfg(unix)]
    fn half_written_files_of_killed_processes_go() {
        let within = tempfile::tempdir().expect("a folder");
        let at = |name: &str| within.path().join(name);
        fs::write(at(".proof.part-1-0"), "half").expect("it can be written");
        fs::create_dir(at(".proof.part-1-1")).expect("it can be written");
        fs::write(at(".proof.part-1-1/formula.cnf"), "half").expect("it can be written");
        for other in [".proof.part-of-mine", ".other.part-1-0", "proof.part-1-0"] {
            fs::write(at(other), "kept").expect("it can be written");
        }
        let (alive, file) = Partial::file(&at("proof")).expect("it can be written");
        let second = Partial::folder(&at("proof")).expect("it can be written");
        assert!(!at(".proof.part-1-0").exists() && !at(".proof.part-1-1").exists());
        assert!(alive.path().exists() && second.path().exists(), "these are at work");
        drop((file, second));
        alive.complete(false).expect("it can be named");
        let mut left: Vec<_> =
            fs::read_dir(within.path()).expect("a folder").map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".other.part-1-0", ".proof.part-of-mine", "proof", "proof.part-1-0"]);
    }
}
