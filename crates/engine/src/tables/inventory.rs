//! What lies in the folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use fewest_pdb::store::Listed;
use serde::{Deserialize, Serialize};

use crate::error::{EngineError, Result};
use crate::kinds::Kinds;
use crate::session::Session;

/// A file of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its place in the list, from 1.
    pub number: usize,
    /// The name of the file.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// When a table was last taken from it, in seconds since 1970, where the system tells.
    pub last_used: Option<u64>,
    /// What is wrong with the header, where something is; then nothing below is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// What the table is about, in the words of the file.
    pub key: String,
    /// The same, taken apart.
    #[serde(flatten)]
    pub words: TableWords,
    /// How values are packed.
    pub encoding: String,
    /// How many values there are.
    pub entries: u64,
    /// How long its build took.
    pub build_seconds: f64,
}

/// What a table is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableWords {
    /// The kind of puzzle.
    pub puzzle: String,
    /// Width and height, in the orientation of the table: it serves the other way round too.
    pub board: String,
    /// What is counted.
    pub kind: String,
    /// The goal's cell of the blank, from 0.
    pub blank: Option<usize>,
    /// The goal's cells of the pattern's tiles, from 0.
    pub pattern: Vec<usize>,
    /// The sets with a name that look it up.
    pub sets: Vec<String>,
}

/// A file that is no table any more, or not yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leftover {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// What it is, in words.
    pub what: String,
}

/// All that lies in the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inventory {
    /// The folder.
    pub folder: PathBuf,
    /// The tables, by name.
    pub tables: Vec<TableInfo>,
    /// Files that were set aside, and those of builds that were killed.
    pub leftovers: Vec<Leftover>,
    /// The bytes of all of them.
    pub bytes: u64,
}

impl Session {
    /// Lists the folder of tables. One that is not there is empty.
    ///
    /// # Errors
    /// [`EngineError::NoFolder`] or [`EngineError::Folder`].
    pub fn inventory(&self) -> Result<Inventory> {
        let store = self.folder_of_tables()?;
        let unreadable = |error: std::io::Error| unreadable(store.folder(), &error);
        let listed = store.list().map_err(unreadable)?;
        let tables: Vec<TableInfo> =
            (1..).zip(listed).map(|(number, listed)| info(number, listed, self.kinds())).collect();
        let leftovers = leftovers(store.folder()).map_err(unreadable)?;
        let bytes = tables.iter().map(|table| table.bytes).chain(leftovers.iter().map(|left| left.bytes)).sum();
        Ok(Inventory { folder: store.folder().into(), tables, leftovers, bytes })
    }

    /// Compares every checksum of a file, and its name with its contents. `None` where all is well, or else what is wrong.
    ///
    /// # Errors
    /// [`EngineError::NoFolder`].
    pub fn verify_table(&self, table: &TableInfo) -> Result<Option<String>> {
        Ok(self.folder_of_tables()?.verify(&table.path).err().map(|damage| damage.to_string()))
    }

    /// Removes the file of a table and what belongs to it; returns the bytes set free.
    ///
    /// # Errors
    /// [`EngineError::NoFolder`] or [`EngineError::Folder`].
    pub fn remove_table(&self, table: &TableInfo) -> Result<u64> {
        self.folder_of_tables()?.remove(&table.path).map_err(|error| unreadable(&table.path, &error))
    }

    /// Removes a leftover that nobody is working on; returns the bytes set free.
    ///
    /// # Errors
    /// [`EngineError::Folder`].
    pub fn remove_leftover(&self, leftover: &Leftover) -> Result<u64> {
        if is_in_work(&leftover.path) {
            return Ok(0);
        }
        fs::remove_file(&leftover.path).map_err(|error| unreadable(&leftover.path, &error))?;
        Ok(leftover.bytes)
    }
}

impl Inventory {
    /// The tables that a number of the list, the name of a file or the name of a set stands for.
    pub fn named(&self, name: &str) -> Vec<&TableInfo> {
        let is_it = |table: &&TableInfo| {
            table.number.to_string() == name
                || table.name == name
                || table.name.strip_suffix(".pdb") == Some(name)
                || table.words.sets.iter().any(|set| set.eq_ignore_ascii_case(name))
        };
        self.tables.iter().filter(is_it).collect()
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> EngineError {
    EngineError::Folder { path: path.display().to_string(), error: error.to_string() }
}

fn info(number: usize, listed: Listed, kinds: Kinds) -> TableInfo {
    let Listed { path, bytes, last_used, header } = listed;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let seconds = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).ok().map(|since| since.as_secs());
    let mut info =
        TableInfo { number, name, path, bytes, last_used: last_used.and_then(seconds), ..TableInfo::default() };
    match header {
        Err(damage) => info.fault = Some(damage.to_string()),
        Ok(header) => {
            info.key.clone_from(&header.recipe.key);
            info.encoding = header.recipe.encoding.to_string();
            info.entries = header.recipe.entries;
            info.build_seconds = header.build_time.as_secs_f64();
            let words = kinds.iter().find_map(|kind| kind.tabled()?.describe(&header.recipe.key));
            info.words = words.unwrap_or_default();
        }
    }
    info
}

/// Files of a folder that end where no table's does.
fn leftovers(folder: &Path) -> std::io::Result<Vec<Leftover>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let what = if name.ends_with(".pdb.bad") {
            "damaged, set aside"
        } else if name.ends_with(".pdb.part") && !is_in_work(&path) {
            "state of an unfinished build, which continues when it is started again"
        } else if (name.ends_with(".pdb.tmp") || name.ends_with(".pdb.part.tmp")) && !is_in_work(&path) {
            "left over from a build that was killed"
        } else {
            continue;
        };
        let bytes = fs::metadata(&path)?.len();
        found.push(Leftover { path, bytes, what: what.to_owned() });
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// Whether a process is writing this file: it holds the lock beside it.
fn is_in_work(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let Some(end) = name.rfind(".pdb.") else { return false };
    let lock = format!("{}.pdb.lock", &name[..end]);
    File::open(lock).is_ok_and(|lock| lock.try_lock().is_err())
}
