//! Sorted files of states, and the folder in which they are while they are needed.
//!
//! A file holds numbers in rising order, each as its distance from the one before in bytes of seven bits: near ones are short.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use fewest_search::scratch::{DiskError, Scratch, has_numbers};

/// A folder of its own for one search. It is removed, with all files, when the search ends, however it ends.
#[derive(Debug)]
pub(super) struct Folder {
    scratch: Scratch,
    files: AtomicU64,
    /// What went wrong where it could not be said at once.
    failure: RefCell<Option<DiskError>>,
}

impl Folder {
    /// Makes a folder in this one.
    pub(super) fn new(within: &Path) -> Result<Self, DiskError> {
        let scratch = Scratch::new(within, "fewest-blocks-", |name| has_numbers(name, 1))?;
        Ok(Self { scratch, files: AtomicU64::new(0), failure: RefCell::new(None) })
    }

    /// Begins a file.
    pub(super) fn write(&self, buffer: usize) -> Result<Writer, DiskError> {
        let path = self.scratch.path().join(self.files.fetch_add(1, Ordering::Relaxed).to_string());
        let file = File::create_new(&path).map_err(|error| DiskError::new("make the file", &path, &error))?;
        Ok(Writer { path, file, buffer: Vec::with_capacity(buffer + LONGEST), room: buffer, last: 0, count: 0 })
    }

    /// What went wrong since this was last asked.
    pub(super) fn failure(&self) -> Result<(), DiskError> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Every number of a file; what goes wrong is said afterwards, by [`failure`](Self::failure).
    pub(super) fn numbers<'a>(&'a self, run: &Run, buffer: usize) -> impl Iterator<Item = u64> + use<'a> {
        let mut reader = run.read(buffer).map_err(|error| *self.failure.borrow_mut() = Some(error)).ok();
        std::iter::from_fn(move || {
            reader.as_mut()?.next().unwrap_or_else(|error| {
                *self.failure.borrow_mut() = Some(error);
                None
            })
        })
    }
}

/// The most bytes that a number takes.
const LONGEST: usize = 10;

/// A file that is being written.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    file: File,
    buffer: Vec<u8>,
    room: usize,
    last: u64,
    count: u64,
}

impl Writer {
    /// Adds a number that is not less than the last.
    #[inline]
    pub(super) fn push(&mut self, number: u64) -> Result<(), DiskError> {
        let mut distance = number - self.last;
        self.last = number;
        self.count += 1;
        while distance >= 0x80 {
            self.buffer.push((distance & 0x7f) as u8 | 0x80);
            distance >>= 7;
        }
        self.buffer.push((distance & 0x7f) as u8);
        if self.buffer.len() >= self.room { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), DiskError> {
        let result = self.file.write_all(&self.buffer);
        self.buffer.clear();
        result.map_err(|error| DiskError::new("write", &self.path, &error))
    }

    pub(super) fn finish(mut self) -> Result<Run, DiskError> {
        self.flush()?;
        Ok(Run { path: self.path, count: self.count })
    }
}

/// A file of numbers in order, which is removed when it is dropped.
#[derive(Debug)]
pub(super) struct Run {
    path: PathBuf,
    count: u64,
}

impl Run {
    pub(super) fn read(&self, buffer: usize) -> Result<Reader, DiskError> {
        let file = File::open(&self.path).map_err(|error| DiskError::new("open", &self.path, &error))?;
        let buffer = vec![0; buffer.max(2 * LONGEST)];
        Ok(Reader { path: self.path.clone(), file, buffer, at: 0, end: 0, last: 0, left: self.count })
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // If it stays, it goes with the folder.
        let _ = fs::remove_file(&self.path);
    }
}

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Reader {
    path: PathBuf,
    file: File,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    last: u64,
    left: u64,
}

impl Reader {
    /// The next number, or `None` at the end.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<u64>, DiskError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        if self.end - self.at < LONGEST {
            self.fill()?;
        }
        let mut distance = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.buffer[..self.end].get(self.at).copied();
            let byte = byte.ok_or_else(|| DiskError::new("read", &self.path, &io::ErrorKind::UnexpectedEof.into()))?;
            self.at += 1;
            distance |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        self.last = self.last.wrapping_add(distance);
        Ok(Some(self.last))
    }

    fn fill(&mut self) -> Result<(), DiskError> {
        self.buffer.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        while self.end < self.buffer.len() {
            match self.file.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(DiskError::new("read", &self.path, &error)),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written is read, near and far apart, over the ends of buffers; and nothing stays.
    #[test]
    fn runs_are_read_as_written() {
        let within = tempfile::tempdir().expect("a folder");
        let folder = Folder::new(within.path()).expect("it can be written");
        let numbers: Vec<u64> =
            (0..5000u64).map(|index| index * index * index).chain([u64::MAX - 1, u64::MAX]).collect();
        let mut writer = folder.write(50).expect("a file");
        for &number in &numbers {
            writer.push(number).expect("there is room");
        }
        let run = writer.finish().expect("there is room");
        assert_eq!(run.count, numbers.len() as u64);
        for buffer in [0, 64, 1 << 16] {
            assert_eq!(folder.numbers(&run, buffer).collect::<Vec<_>>(), numbers);
        }
        // A file that lost its end is noticed.
        let bytes = fs::read(&run.path).expect("it is there");
        fs::write(&run.path, &bytes[..bytes.len() - 3]).expect("there is room");
        assert!(folder.numbers(&run, 64).count() < numbers.len());
        assert!(folder.failure().is_err_and(|error| error.to_string().contains("cannot read")));
        assert_eq!(folder.failure(), Ok(()));
        drop((run, folder));
        assert_eq!(fs::read_dir(within.path()).expect("it is there").count(), 0);
    }
}
