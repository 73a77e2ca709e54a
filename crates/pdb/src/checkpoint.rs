//! Long builds are written down from time to time, so that one that was killed goes on where it was.
//!
//! What is written is the state between two levels. It goes to another name first, is synced and renamed; every MiB has
//! its checksum. A file that is damaged, or belongs to another table, is not used: the build starts afresh.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `FEWESTPT` |
//! | 4, 4 | version, 1; bytes of the key |
//! | 8, 8, 8 | nanoseconds that the build took so far, numbers in the histogram, planes |
//! | | the key in UTF-8 and the histogram, 8 bytes a number |
//! | 8 | checksum of all that |
//! | | all planes seen, a byte a plane whether the last level found something in it, those planes of the last level, a byte a value: each in chunks of at most 1 MiB with their checksums |

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use web_time::Instant;

use fewest_search::Cancel;
use twox_hash::XxHash3_64;

const MAGIC: &[u8; 8] = b"FEWESTPT";
const VERSION: u32 = 1;
const CHUNK: usize = 1 << 20;
/// Bytes between two syncs: a sync cannot be interrupted, and a cancelled build ends soon.
const SYNC_EVERY: usize = 1 << 25;
/// Where a long build is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The file.
    pub path: PathBuf,
    /// What is built, in the words of the puzzle's crate.
    pub key: String,
    /// How long a build goes on before it is written down.
    pub every: Duration,
    /// It goes on for at least so many times as long as the last writing took: a slow disk must not hold it up.
    pub patience: u32,
}

impl Checkpoint {
    /// Half a minute is lost at most, or more where writing takes longer than three seconds.
    pub fn new(path: impl Into<PathBuf>, key: impl Into<String>) -> Self {
        Self { path: path.into(), key: key.into(), every: Duration::from_secs(30), patience: 10 }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// How many entries have each value, of all levels that are done.
    pub(crate) histogram: Vec<u64>,
    pub(crate) time: Duration,
}

/// Writes a build down when it is time.
#[derive(Debug)]
pub(crate) struct Keeper<'a> {
    checkpoint: &'a Checkpoint,
    last: Instant,
    wait: Duration,
    /// What could not be written once is not tried again.
    works: bool,
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(checkpoint: &'a Checkpoint) -> Self {
        Self { checkpoint, last: Instant::now(), wait: checkpoint.every, works: true }
    }

    /// Fills a fresh state with one that was written down. `None` where there is none that can be used.
    pub(crate) fn resume(&self, state: &mut impl Saved) -> Option<Standing> {
        let standing = File::open(&self.checkpoint.path).and_then(|file| {
            let mut input = BufReader::with_capacity(CHUNK, file);
            read(&mut input, &self.checkpoint.key, state)
        });
        if standing.is_err() {
            state.clear();
        }
        standing.ok()
    }

    /// Called between levels. An end that was asked for meanwhile leaves the last file as it was.
    pub(crate) fn consider(&mut self, state: &impl Saved, standing: &Standing, cancel: &Cancel) {
        if !self.works || self.last.elapsed() < self.wait {
            return;
        }
        let start = Instant::now();
        let mut name = self.checkpoint.path.clone().into_os_string();
        name.push(".tmp");
        let temporary = Path::new(&name);
        let written = write(temporary, &self.checkpoint.key, state, standing, cancel)
            .and_then(|()| fs::rename(temporary, &self.checkpoint.path));
        if written.is_err() {
            let _ = fs::remove_file(temporary);
            self.works = false;
        }
        self.last = Instant::now();
        self.wait = self.checkpoint.every.max(start.elapsed() * self.checkpoint.patience);
    }
}

/// A build that can be written down between two levels, and gone on with.
pub(crate) trait Saved {
    /// How many planes it has, by which a file of another build is told.
    fn planes(&self) -> usize;

    /// Writes all that it takes to go on.
    fn write(&self, output: &mut Output<'_>) -> io::Result<()>;

    /// Reads what was written.
    fn read(&mut self, input: &mut Input<'_>) -> io::Result<()>;

    /// Makes it what it was when it was made.
    fn clear(&mut self);
}

/// Writes chunks with their checksums.
pub(crate) struct Output<'a> {
    file: File,
    buffer: Vec<u8>,
    unsynced: usize,
    cancel: &'a Cancel,
}

impl Output<'_> {
    fn chunk(&mut self) -> io::Result<()> {
        if self.cancel.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let checksum = XxHash3_64::oneshot(&self.buffer);
        self.buffer.extend(checksum.to_le_bytes());
        self.file.write_all(&self.buffer)?;
        self.unsynced += self.buffer.len();
        self.buffer.clear();
        if self.unsynced >= SYNC_EVERY {
            self.unsynced = 0;
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// Writes items of `N` bytes, in chunks.
    pub(crate) fn section<'s, T: 's, const N: usize>(
        &mut self,
        mut items: impl ExactSizeIterator<Item = &'s T>,
        bytes: impl Fn(&T) -> [u8; N],
    ) -> io::Result<()> {
        while items.len() > 0 {
            self.buffer.extend(items.by_ref().take(CHUNK / N).flat_map(&bytes));
            self.chunk()?;
        }
        Ok(())
    }
}

fn write(path: &Path, key: &str, state: &impl Saved, standing: &Standing, cancel: &Cancel) -> io::Result<()> {
    let mut output = Output { file: File::create(path)?, buffer: Vec::new(), unsynced: 0, cancel };
    output.buffer.extend(MAGIC);
    output.buffer.extend(VERSION.to_le_bytes());
    output.buffer.extend(u32::try_from(key.len()).unwrap_or(u32::MAX).to_le_bytes());
    let nanos = u64::try_from(standing.time.as_nanos()).unwrap_or(u64::MAX);
    for number in [nanos, standing.histogram.len() as u64, state.planes() as u64] {
        output.buffer.extend(number.to_le_bytes());
    }
    output.buffer.extend(key.as_bytes());
    output.buffer.extend(standing.histogram.iter().flat_map(|number| number.to_le_bytes()));
    output.chunk()?;
    state.write(&mut output)?;
    output.file.sync_all()
}

fn bad() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// Reads some bytes and compares their checksum.
fn read_chunk(input: &mut dyn Read, buffer: &mut [u8]) -> io::Result<()> {
    let mut checksum = [0; 8];
    input.read_exact(buffer)?;
    input.read_exact(&mut checksum)?;
    if XxHash3_64::oneshot(buffer) == u64::from_le_bytes(checksum) { Ok(()) } else { Err(bad()) }
}

/// Reads chunks and compares their checksums.
pub(crate) struct Input<'a> {
    input: &'a mut dyn Read,
}

impl Input<'_> {
    /// Reads items of `N` bytes, as they were written.
    pub(crate) fn section<'s, T: 's, const N: usize>(
        &mut self,
        mut items: impl ExactSizeIterator<Item = &'s mut T>,
        set: impl Fn(&mut T, [u8; N]),
    ) -> io::Result<()> {
        let mut buffer = vec![0; CHUNK.min(items.len() * N)];
        while items.len() > 0 {
            let bytes = &mut buffer[..items.len().min(CHUNK / N) * N];
            read_chunk(self.input, bytes)?;
            for (item, &bytes) in items.by_ref().zip(bytes.as_chunks().0) {
                set(item, bytes);
            }
        }
        Ok(())
    }
}

fn read(input: &mut impl Read, key: &str, state: &mut impl Saved) -> io::Result<Standing> {
    // The lengths are known from what is built; another file is told by any of them, or by its key.
    let mut head = [0; 40];
    input.read_exact(&mut head)?;
    let number = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes"));
    let (nanos, levels, planes) = (number(16), number(24), number(32));
    let begin =
        [&MAGIC[..], &VERSION.to_le_bytes(), &u32::try_from(key.len()).unwrap_or(u32::MAX).to_le_bytes()].concat();
    if head[..16] != begin || levels > u64::from(u8::MAX) || planes != state.planes() as u64 {
        return Err(bad());
    }
    let levels = usize::try_from(levels).map_err(|_| bad())?;
    let mut rest = vec![0; key.len() + 8 * levels];
    let mut checksum = [0; 8];
    input.read_exact(&mut rest)?;
    input.read_exact(&mut checksum)?;
    let whole = [&head[..], &rest].concat();
    if XxHash3_64::oneshot(&whole) != u64::from_le_bytes(checksum) || rest[..key.len()] != *key.as_bytes() {
        return Err(bad());
    }
    let histogram = rest[key.len()..].as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
    state.read(&mut Input { input })?;
    if input.read(&mut [0])? != 0 {
        return Err(bad());
    }
    Ok(Standing { histogram, time: Duration::from_nanos(nanos) })
}
