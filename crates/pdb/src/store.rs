//! A folder of tables: found, built once, shared between processes, and never trusted.
//!
//! A table is written under another name, synced and renamed, so that a file with a table's name is complete whenever
//! it exists. Who builds one holds a lock on a file beside it; others wait and then find the table, or build it in memory
//! where that takes too long. A lock ends with the process that holds it, however that ends. Whatever goes wrong with files is a [`Notice`], not an error: the
//! table is then built again, or used from memory.

use std::ffi::OsString;
use std::fs::{self, File, FileTimes, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use fewest_search::Cancel;
use twox_hash::XxHash3_64;

use crate::file::{self, Damage, Header};
use crate::table::{Recipe, Table};

/// The last part of a table's file name.
const EXTENSION: &str = "pdb";

/// What is put behind the name of a table whose build is not finished.
const PART: &str = "part";

/// How often a waiting process looks whether the lock is free and whether it was told to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// A folder with tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    folder: PathBuf,
    /// How long another process is waited for that builds a table; as long as it takes where this is absent.
    patience: Option<Duration>,
}

/// Something to tell the user; the table is right all the same.
#[derive(Debug, thiserror::Error)]
pub enum Notice {
    /// A file was not used.
    #[error("the table {} is not used: {damage}; {}", path.display(), aside(set_aside.as_deref()))]
    NotUsed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
        /// Its new name, where it could be renamed.
        set_aside: Option<PathBuf>,
    },
    /// A file could not be read.
    #[error("the table {} is not used, because it cannot be read: {error}", path.display())]
    NotRead {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The table could not be kept.
    #[error("the table {} cannot be stored and is used from memory: {error}", path.display())]
    NotStored {
        /// The file it should have become.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Another process was not waited for any longer.
    #[error("the table {} is being built by {}, which did not finish within {:.0} s, so it was built again, only in memory",
        path.display(), holder.map_or("another process".to_owned(), |id| format!("process {id}")), time.as_secs_f64())]
    NotAwaited {
        /// The file.
        path: PathBuf,
        /// The number of that process, where it has told it.
        holder: Option<u32>,
        /// How long it was waited for.
        time: Duration,
    },
    /// Another process was waited for.
    #[error("waited {:.1} s for another process that was building the table {}", time.as_secs_f64(), path.display())]
    Waited {
        /// The file.
        path: PathBuf,
        /// How long.
        time: Duration,
    },
}

fn aside(set_aside: Option<&Path>) -> String {
    match set_aside {
        Some(path) => format!("it was renamed to {} and will be built again", path.display()),
        None => "it cannot be renamed; remove it".into(),
    }
}

/// How a table was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From a file that was there.
    File,
    /// It was built, and stored where no notice says otherwise.
    Built,
}

/// A table, and what happened on the way.
#[derive(Debug)]
pub struct Obtained {
    /// The table.
    pub table: Table,
    /// Where it came from.
    pub origin: Origin,
    /// What the user should know.
    pub notices: Vec<Notice>,
}

/// A file of a store.
#[derive(Debug)]
pub struct Listed {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// When a table was last taken from it, where the system tells.
    pub last_used: Option<SystemTime>,
    /// What its header says, or why it is not used.
    pub header: Result<Header, Damage>,
}

impl Store {
    /// The tables in a folder, which is made when the first is stored.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), patience: None }
    }

    /// The same folder, for a process that waits no longer than this for others that build the table it wants.
    #[must_use]
    pub fn with_patience(&self, patience: Duration) -> Self {
        Self { patience: Some(patience), ..self.clone() }
    }

    /// The folder where the platform keeps what can be made again: `$XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches`,
    /// `%LOCALAPPDATA%`; in it `fewest/tables`. `None` where none of them is set.
    pub fn platform() -> Option<Self> {
        let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let cache = if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            absolute("HOME").map(|home| home.join("Library").join("Caches"))
        } else {
            absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        };
        cache.map(|cache| Self::new(cache.join("fewest").join("tables")))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a table: its key in letters that every file system takes, and a checksum of all that it is made of.
    pub fn path(&self, recipe: &Recipe) -> PathBuf {
        let Recipe { key, entries, encoding } = recipe;
        let checksum = XxHash3_64::oneshot(format!("{key}\n{entries}\n{encoding}").as_bytes());
        let words: String = key.chars().take(120).map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        self.folder.join(format!("{words}-{encoding}-{:08x}.{EXTENSION}", checksum >> 32))
    }

    /// Where the unfinished build of a table is written down.
    pub fn part(&self, recipe: &Recipe) -> PathBuf {
        beside(&self.path(recipe), PART)
    }

    /// The table of a recipe from its file, or else built by `build` and stored. `build` is given this store where what it
    /// leaves there is its own.
    ///
    /// # Errors
    /// Those of `build` alone; `None` where `cancel` was set while another process was waited for.
    pub fn obtain<E>(
        &self,
        recipe: &Recipe,
        cancel: &Cancel,
        build: impl FnOnce(Option<&Self>) -> Result<Table, E>,
    ) -> Result<Option<Obtained>, E> {
        let path = self.path(recipe);
        let mut notices = Vec::new();
        if let Some(table) = find(&path, recipe, &mut notices) {
            return Ok(Some(Obtained { table, origin: Origin::File, notices }));
        }
        let lock = match self.lock(&path, cancel, &mut notices) {
            Ok(Turn::Ours(lock)) => Some(lock),
            Ok(Turn::Others) => None,
            Ok(Turn::Cancelled) => return Ok(None),
            Err(error) => {
                notices.push(Notice::NotStored { path: path.clone(), error });
                None
            }
        };
        let is_unreadable = notices.iter().any(|notice| matches!(notice, Notice::NotRead { .. }));
        // Whoever held the lock may have built it meanwhile.
        if lock.is_some()
            && !is_unreadable
            && let Some(table) = find(&path, recipe, &mut notices)
        {
            unlock(&path);
            return Ok(Some(Obtained { table, origin: Origin::File, notices }));
        }
        let built = build(lock.is_some().then_some(self));
        let table = match built {
            Ok(table) => table,
            Err(error) => {
                if lock.is_some() {
                    unlock(&path);
                }
                return Err(error);
            }
        };
        debug_assert_eq!(table.recipe(), recipe);
        if lock.is_some() && !is_unreadable {
            match keep(&table, &path) {
                // Only now: a build that is killed before goes on where it was.
                Ok(()) => drop(fs::remove_file(self.part(recipe))),
                Err(error) => notices.push(Notice::NotStored { path: path.clone(), error }),
            }
        }
        if lock.is_some() {
            unlock(&path);
        }
        Ok(Some(Obtained { table, origin: Origin::Built, notices }))
    }

    /// The table of a recipe from its file, where it is there and right: nothing is built. A file that is not right is set
    /// aside, and the notice says so.
    pub fn open(&self, recipe: &Recipe) -> (Option<Table>, Option<Notice>) {
        let mut notices = Vec::new();
        let table = find(&self.path(recipe), recipe, &mut notices);
        (table, notices.pop())
    }

    /// Removes what killed processes left half written, and their locks. What a long build has written down stays: it can be
    /// gone on with.
    fn sweep(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let lock = entry.path();
            let table = lock.with_extension("");
            let is_ours = lock.extension().is_some_and(|end| end == "lock")
                && table.extension().is_some_and(|end| end == EXTENSION);
            if is_ours && File::open(&lock).is_ok_and(|file| file.try_lock().is_ok() && is_still(&file, &lock)) {
                for suffix in ["tmp", "part.tmp"] {
                    let _ = fs::remove_file(beside(&table, suffix));
                }
                unlock(&table);
            }
        }
    }

    /// Waits for the lock of a file, as long as there is patience.
    fn lock(&self, path: &Path, cancel: &Cancel, notices: &mut Vec<Notice>) -> io::Result<Turn> {
        fs::create_dir_all(&self.folder)?;
        self.sweep();
        let name = beside(path, "lock");
        let mut waited = Duration::ZERO;
        let lock = loop {
            let lock = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&name)?;
            match lock.try_lock() {
                // Whoever held it may have removed it: then another file of that name is the lock.
                Ok(()) if is_still(&lock, &name) => break lock,
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) if cancel.is_cancelled() => return Ok(Turn::Cancelled),
                Err(TryLockError::WouldBlock) if self.patience.is_some_and(|patience| waited >= patience) => {
                    let holder = fs::read_to_string(&name).ok().and_then(|text| text.trim().parse().ok());
                    notices.push(Notice::NotAwaited { path: path.into(), holder, time: waited });
                    return Ok(Turn::Others);
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PATIENCE),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            waited += PATIENCE;
        };
        if waited > Duration::ZERO {
            notices.push(Notice::Waited { path: path.into(), time: waited });
        }
        // For whoever waits, to say for whom; the lock holds without it.
        let _ = lock.set_len(0).and_then(|()| (&lock).write_all(std::process::id().to_string().as_bytes()));
        Ok(Turn::Ours(lock))
    }

    /// The tables in the folder, by name; those that cannot be used among them. A folder that is not there has none.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn list(&self) -> io::Result<Vec<Listed>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut listed = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                let metadata = fs::metadata(&path)?;
                let last_used = metadata.accessed().ok();
                listed.push(Listed { bytes: metadata.len(), last_used, header: file::read_header(&path), path });
            }
        }
        listed.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(listed)
    }

    /// Compares every checksum of a file, and its name with its contents.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn verify(&self, path: &Path) -> Result<Header, Damage> {
        let table = file::open(path)?;
        let header = file::read_header(path)?;
        let expected = self.path(table.recipe());
        if expected.file_name() != path.file_name() {
            let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Err(Damage::Mismatch { expected: name(path), found: name(&expected) });
        }
        Ok(header)
    }

    /// Removes the file of a table, with what a build that was killed left beside it and the one set aside, and returns
    /// how many bytes that set free. A process that has the table mapped keeps it until it ends.
    ///
    /// # Errors
    /// Where the file cannot be removed.
    pub fn remove(&self, path: &Path) -> io::Result<u64> {
        let mut bytes = fs::metadata(path)?.len();
        fs::remove_file(path)?;
        // The lock is held until all is done: who builds meanwhile has files of these names.
        let name = beside(path, "lock");
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(&name);
        let lock = lock.ok().filter(|lock| lock.try_lock().is_ok() && is_still(lock, &name));
        let leftovers = if lock.is_some() { &["bad", "tmp", PART, "part.tmp"][..] } else { &["bad"] };
        for leftover in leftovers.iter().map(|suffix| beside(path, suffix)) {
            if let Ok(metadata) = fs::metadata(&leftover) {
                fs::remove_file(leftover)?;
                bytes += metadata.len();
            }
        }
        if lock.is_some() {
            unlock(path);
        }
        Ok(bytes)
    }
}

/// Whose turn it is to build a table.
enum Turn {
    /// This process's, as long as the file is open.
    Ours(File),
    /// Another's, who is not waited for.
    Others,
    /// Nobody's: it was told to stop.
    Cancelled,
}

/// Whether a name stands for the file that is open.
#[cfg(unix)]
fn is_still(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |status: fs::Metadata| (status.dev(), status.ino());
    file.metadata().ok().map(identity) == fs::metadata(name).ok().map(identity)
}

#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

/// Removes a lock that this process holds. Where a file cannot be told from another of its name, it stays.
fn unlock(path: &Path) {
    if cfg!(unix) {
        let _ = fs::remove_file(beside(path, "lock"));
    }
}

/// A name with something behind it.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".");
    name.push(suffix);
    name.into()
}

/// The table of a file, if it is there and right. A file that is there and not right is set aside.
fn find(path: &Path, recipe: &Recipe, notices: &mut Vec<Notice>) -> Option<Table> {
    match file::open_as(path, recipe) {
        Ok(table) => {
            // Only for the list of tables; a folder that cannot be written to has no such times.
            let _ = File::open(path).and_then(|file| file.set_times(FileTimes::new().set_accessed(SystemTime::now())));
            Some(table)
        }
        Err(Damage::Io(error)) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            None
        }
        // What cannot be read may be right all the same: it stays where it is.
        Err(Damage::Io(error)) => {
            notices.push(Notice::NotRead { path: path.into(), error });
            None
        }
        Err(damage) => {
            let bad = beside(path, "bad");
            let set_aside = fs::rename(path, &bad).is_ok().then_some(bad);
            notices.push(Notice::NotUsed { path: path.into(), damage, set_aside });
            None
        }
    }
}

/// Writes a table so that its name appears when it is complete.
fn keep(table: &Table, path: &Path) -> io::Result<()> {
    let temporary = beside(path, "tmp");
    let written = file::write(table, &temporary).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The name itself is on the disk only when the folder is; systems that cannot sync a folder do it in their own time.
    if let Some(folder) = path.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}
