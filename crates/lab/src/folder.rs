//! The folder of a suite's results, and how it survives being killed.
//!
//! `suite.toml` comes last when a folder is begun: where it is, everything that decides the rows is there. Rows are only
//! ever appended to `runs.jsonl`, each by one write of a whole line. A kill leaves at most one torn line at the end, which
//! is cut off; what its run did is done again. All other files are written beside their place and then moved into it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::LabError;
use crate::instances::Instance;
use crate::machine::Machine;
use crate::plan::Plan;
use crate::row::Row;
use crate::suite::Suite;

const SUITE: &str = "suite.toml";
const MACHINE: &str = "machine.json";
const INSTANCES: &str = "instances.jsonl";
const RUNS: &str = "runs.jsonl";
const TABLE: &str = "runs.csv";
const LOCK: &str = ".lock";

/// A folder that is ours alone.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    /// The system takes the lock away when the file is closed, however the process ends.
    _lock: File,
}

/// What decides the rows of a folder.
#[derive(Debug)]
pub(crate) struct Begun {
    pub(crate) suite: Suite,
    pub(crate) machine: Machine,
    pub(crate) instances: Vec<Instance>,
}

impl Folder {
    /// Opens a folder, and makes it where it is not there.
    pub(crate) fn open(path: &Path) -> Result<Self, LabError> {
        if let Some(file) = path.ancestors().find(|place| place.is_file()) {
            return Err(LabError::NotAFolder(file.to_owned()));
        }
        fs::create_dir_all(path).map_err(LabError::file(path))?;
        let place = path.join(LOCK);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&place);
        let lock = lock.map_err(LabError::file(&place))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(LabError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(LabError::file(&place)(error)),
        }
    }

    /// Deletes the results. Files of others stay.
    pub(crate) fn clear(&self) -> Result<(), LabError> {
        // The suite goes first: without it there are no results.
        for name in [SUITE, RUNS, TABLE, INSTANCES, MACHINE] {
            for path in [self.path.join(name), unfinished(&self.path.join(name))] {
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(LabError::file(&path)(error)),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// What was begun here, if anything.
    pub(crate) fn begun(&self) -> Result<Option<Begun>, LabError> {
        match begun(&self.path) {
            Ok(begun) => Ok(Some(begun)),
            Err(LabError::NoResults(folder)) if self.path.join(RUNS).exists() => {
                Err(LabError::OtherSuite(folder, vec![format!("{SUITE}, which is missing")]))
            }
            Err(LabError::NoResults(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes down what decides the rows.
    pub(crate) fn begin(&self, suite: &Suite, machine: &Machine, instances: &[Instance]) -> Result<(), LabError> {
        self.write(MACHINE, |out| {
            serde_json::to_writer_pretty(&mut *out, machine)?;
            out.write_all(b"\n")
        })?;
        self.write(INSTANCES, |out| {
            instances.iter().try_for_each(|instance| {
                serde_json::to_writer(&mut *out, instance)?;
                out.write_all(b"\n")
            })
        })?;
        self.write_suite(suite)
    }

    pub(crate) fn write_suite(&self, suite: &Suite) -> Result<(), LabError> {
        self.write(SUITE, |out| out.write_all(toml::to_string(suite).map_err(io::Error::other)?.as_bytes()))
    }

    /// The rows that are there, told one by one with their place in the plan, and the file to go on with.
    pub(crate) fn ledger(&self, plan: &Plan, mut each: impl FnMut(usize, Row)) -> Result<Ledger, LabError> {
        let path = self.path.join(RUNS);
        let options = OpenOptions::new().create(true).read(true).append(true).open(&path);
        let file = options.map_err(LabError::file(&path))?;
        let whole = scan(&path, &file, plan, |job, row, _, _| each(job, row))?;
        if file.metadata().map_err(LabError::file(&path))?.len() > whole {
            file.set_len(whole).map_err(LabError::file(&path))?;
        }
        Ok(Ledger { path, file, line: Vec::new() })
    }

    pub(crate) fn has_table(&self) -> bool {
        self.path.join(TABLE).exists()
    }

    /// Writes the table of all rows, in the order of the plan.
    pub(crate) fn write_table(&self, plan: &Plan) -> Result<(), LabError> {
        let path = self.path.join(RUNS);
        let mut file = File::open(&path).map_err(LabError::file(&path))?;
        // Rows may be larger than memory: only their places are kept.
        let mut places: Vec<(u64, usize)> = vec![(0, 0); plan.jobs.len()];
        scan(&path, &file, plan, |job, _, begin, length| places[job] = (begin, length))?;
        let mut line = Vec::new();
        self.write(TABLE, |out| {
            let mut table = csv::Writer::from_writer(out);
            for &(begin, length) in places.iter().filter(|(_, length)| *length > 0) {
                file.seek(SeekFrom::Start(begin))?;
                line.resize(length, 0);
                file.read_exact(&mut line)?;
                let row = Row { expanded_by_depth: None, depth_by_step: None, ..serde_json::from_slice(&line)? };
                table.serialize(row)?;
            }
            table.flush()
        })
    }

    /// Writes a file as a whole or not at all.
    fn write(&self, name: &str, fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), LabError> {
        let path = self.path.join(name);
        let beside = unfinished(&path);
        let write = || {
            let mut out = BufWriter::new(File::create(&beside)?);
            fill(&mut out)?;
            out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            fs::rename(&beside, &path)
        };
        write().map_err(LabError::file(&path))?;
        // So that the name outlives a loss of power too; where a folder cannot be opened, the system sees to it.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Where a file is written before it is moved to its place.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

pub(crate) fn begun(folder: &Path) -> Result<Begun, LabError> {
    let path = folder.join(SUITE);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(LabError::NoResults(folder.to_owned()));
        }
        text => text.map_err(LabError::file(&path))?,
    };
    let suite = Suite::parse(&text).map_err(|error| LabError::Suite(path, error))?;
    let path = folder.join(MACHINE);
    let text = fs::read_to_string(&path).map_err(LabError::file(&path))?;
    let machine =
        serde_json::from_str(&text).map_err(|error| LabError::Damaged(path, error.line(), error.to_string()))?;
    let path = folder.join(INSTANCES);
    let text = fs::read_to_string(&path).map_err(LabError::file(&path))?;
    let instance = |(line, text): (usize, &str)| {
        serde_json::from_str(text).map_err(|error| LabError::Damaged(path.clone(), line, error.to_string()))
    };
    let instances = (1..).zip(text.lines()).map(instance).collect::<Result<_, _>>()?;
    Ok(Begun { suite, machine, instances })
}

pub(crate) fn rows(folder: &Path, plan: &Plan) -> Result<Vec<Row>, LabError> {
    let path = folder.join(RUNS);
    let mut rows: Vec<(usize, Row)> = Vec::new();
    match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        file => {
            scan(&path, &file.map_err(LabError::file(&path))?, plan, |job, row, _, _| rows.push((job, row)))?;
        }
    }
    rows.sort_by_key(|(job, _)| *job);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// Reads every whole line, and tells the place of each row in the plan, the row, and where it begins and how long it is in the
/// file; returns where the lines end.
fn scan(path: &Path, file: &File, plan: &Plan, mut each: impl FnMut(usize, Row, u64, usize)) -> Result<u64, LabError> {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    reader.seek(SeekFrom::Start(0)).map_err(LabError::file(path))?;
    let mut seen: Vec<u32> = vec![0; plan.jobs.len()];
    let mut begin = 0;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(LabError::file(path))?;
        if line.last() != Some(&b'\n') {
            break;
        }
        let damaged = |fault: String| LabError::Damaged(path.to_owned(), number as usize, fault);
        let row: Row = serde_json::from_slice(&line).map_err(|error| damaged(format!("this is not a row: {error}")))?;
        let Some(job) = plan.find(&row.key) else {
            return Err(damaged(format!("the suite has no run {:?}", row.key)));
        };
        if seen[job] > 0 {
            return Err(damaged(format!("the run {:?} is already on line {}", row.key, seen[job])));
        }
        seen[job] = number;
        each(job, row, begin, length);
        begin += length as u64;
    }
    Ok(begin)
}

/// The rows, to be gone on with.
#[derive(Debug)]
pub(crate) struct Ledger {
    path: PathBuf,
    file: File,
    line: Vec<u8>,
}

impl Ledger {
    /// Appends a row by one write.
    pub(crate) fn append(&mut self, row: &Row) -> Result<(), LabError> {
        self.line.clear();
        let written = serde_json::to_writer(&mut self.line, row).map_err(io::Error::from).and_then(|()| {
            self.line.push(b'\n');
            self.file.write_all(&self.line)
        });
        written.map_err(|error| self.fault(error))
    }

    pub(crate) fn fault(&self, error: io::Error) -> LabError {
        LabError::file(&self.path)(error)
    }

    /// A second door to the file, for whoever waits until the rows are on the disk.
    pub(crate) fn door(&self) -> Result<File, LabError> {
        self.file.try_clone().map_err(LabError::file(&self.path))
    }
}
