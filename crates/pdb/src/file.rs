//! The file of a table.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `FEWESTPD` |
//! | 8–11 | version, 2 |
//! | 12–15 | bytes of the header, a multiple of 4,096 |
//! | 16–23 | checksum of the header from byte 24 on |
//! | 24–31 | entries |
//! | 32–39 | bytes of the payload |
//! | 40–47 | bytes of a chunk |
//! | 48–55 | nanoseconds that the build took |
//! | 56–67 | bytes of key and of encoding, and numbers of the histogram, 4 bytes each |
//! | 68– | key, encoding (both UTF-8), histogram, then the checksum of every chunk (8 bytes each), then zeros |
//!
//! Then the payload. All numbers are little-endian, all checksums are XXH3 of 64 bits. The checksums of all chunks are
//! compared before the first lookup: hashing runs at the speed of memory, a third of a gigabyte takes some hundredths
//! of a second, and a table is never used on trust.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::thread;
use std::time::Duration;

use twox_hash::XxHash3_64;

use crate::map::Mapped;
use crate::table::{Recipe, Table};
use crate::threads::on_threads;

/// The version of the format that is written and read.
pub const VERSION: u32 = 2;

const MAGIC: &[u8; 8] = b"FEWESTPD";
const PAGE: usize = 4096;
const CHUNK: usize = 1 << 20;
/// Bytes before key, encoding, histogram and checksums.
const FIXED: usize = 68;
/// No header is longer.
const LONGEST_HEADER: usize = 1 << 26;

/// What keeps a file from being used.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// It could not be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is no table.
    #[error("it is not a table: it does not begin with FEWESTPD")]
    Foreign,
    /// It is a table of another version.
    #[error("it has version {0} of the format, but this program reads version {VERSION}")]
    Version(u32),
    /// It is longer or shorter than it says.
    #[error("it has {found} bytes where its header says {expected}")]
    Length {
        /// Bytes there should be.
        expected: u64,
        /// Bytes there are.
        found: u64,
    },
    /// Its header is not what was written.
    #[error("its header is damaged: {0}")]
    Header(&'static str),
    /// Its payload is not what was written.
    #[error("its contents are damaged: the checksum of chunk {0} is wrong")]
    Chunk(usize),
    /// Someone wrote to it while it was read.
    #[error("another program wrote to it while it was read")]
    Changed,
    /// It is another table than its name says.
    #[error("it holds {found:?} where {expected:?} belongs")]
    Mismatch {
        /// What it should be.
        expected: String,
        /// What it is.
        found: String,
    },
}

/// What the header of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the table is made of.
    pub recipe: Recipe,
    /// How many entries have each value.
    pub histogram: Vec<u64>,
    /// How long its build took.
    pub build_time: Duration,
    payload_at: usize,
    payload_len: u64,
    chunk: usize,
    checksums: Vec<u64>,
}

/// A table as the bytes of a file's header.
fn header(table: &Table) -> Vec<u8> {
    let payload = table.bytes();
    let encoding = table.recipe().encoding.to_string();
    let checksums = checksums(payload, CHUNK);
    let mut tail = Vec::new();
    tail.extend(table.recipe().key.as_bytes());
    tail.extend(encoding.as_bytes());
    tail.extend(table.histogram().iter().chain(&checksums).flat_map(|number| number.to_le_bytes()));
    let length = (FIXED + tail.len()).next_multiple_of(PAGE);
    let number = |value: usize| u32::try_from(value).expect("a header is short").to_le_bytes();
    let nanos = u64::try_from(table.build_time().as_nanos()).unwrap_or(u64::MAX);
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(number(length));
    bytes.extend([0; 8]);
    for value in [table.recipe().entries, payload.len() as u64, CHUNK as u64, nanos] {
        bytes.extend(value.to_le_bytes());
    }
    for value in [table.recipe().key.len(), encoding.len(), table.histogram().len()] {
        bytes.extend(number(value));
    }
    bytes.extend(tail);
    bytes.resize(length, 0);
    let checksum = XxHash3_64::oneshot(&bytes[24..]);
    bytes[16..24].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Writes a table and has it on the disk when this returns.
pub(crate) fn write(table: &Table, path: &Path) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(&header(table))?;
    file.write_all(table.bytes())?;
    file.sync_all()
}

/// Creates a file that its owner alone may write to, whatever the habits of this system: what others may write to is not mapped.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o644);
    options.open(path)
}

impl Header {
    /// Reads a header from the beginning of a file of so many bytes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(bytes: &[u8], file_len: u64) -> Result<Self, Damage> {
        if bytes.get(..8) != Some(&MAGIC[..]) {
            return Err(Damage::Foreign);
        }
        let short = Damage::Header("it is truncated");
        let u32_at = |at: usize| bytes.get(at..at + 4).map(|four| u32::from_le_bytes(four.try_into().expect("four")));
        let u64_at =
            |at: usize| bytes.get(at..at + 8).map(|eight| u64::from_le_bytes(eight.try_into().expect("eight")));
        let version = u32_at(8).ok_or(Damage::Foreign)?;
        if version != VERSION {
            return Err(Damage::Version(version));
        }
        let Some(header_len) = u32_at(12).map(|length| length as usize) else { return Err(short) };
        if !(FIXED..=LONGEST_HEADER).contains(&header_len) || !header_len.is_multiple_of(PAGE) {
            return Err(Damage::Header("its length is impossible"));
        }
        let Some(whole) = bytes.get(..header_len) else {
            return Err(Damage::Length { expected: header_len as u64, found: file_len });
        };
        if u64_at(16) != Some(XxHash3_64::oneshot(&whole[24..])) {
            return Err(Damage::Header("its checksum is wrong"));
        }
        // From here on the header is what was written; the checks below are for writers that err.
        let wrong = || Damage::Header("its fields contradict each other");
        let (Some(entries), Some(payload_len), Some(chunk), Some(nanos)) =
            (u64_at(24), u64_at(32), u64_at(40), u64_at(48))
        else {
            return Err(short);
        };
        let sizes = [u32_at(56), u32_at(60), u32_at(64)].map(|size| size.unwrap_or(u32::MAX) as usize);
        let mut rest = &whole[FIXED..];
        let mut take = |length: usize| rest.split_off(..length).ok_or_else(wrong);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| wrong());
        let key = text(take(sizes[0])?)?;
        let encoding = text(take(sizes[1])?)?.parse().map_err(|_| wrong())?;
        let numbers = |bytes: &[u8]| -> Vec<u64> {
            bytes.chunks_exact(8).map(|eight| u64::from_le_bytes(eight.try_into().expect("eight"))).collect()
        };
        let histogram = numbers(take(sizes[2].saturating_mul(8))?);
        let chunk = usize::try_from(chunk).ok().filter(|&chunk| chunk > 0).ok_or_else(wrong)?;
        let chunks = usize::try_from(payload_len.div_ceil(chunk as u64)).map_err(|_| wrong())?;
        let checksums = numbers(take(chunks.saturating_mul(8))?);
        let recipe = Recipe { key, entries, encoding };
        if recipe.encoding.bytes(entries) != payload_len {
            return Err(wrong());
        }
        let expected = header_len as u64 + payload_len;
        if file_len != expected {
            return Err(Damage::Length { expected, found: file_len });
        }
        let build_time = Duration::from_nanos(nanos);
        Ok(Self { recipe, histogram, build_time, payload_at: header_len, payload_len, chunk, checksums })
    }

    /// The bytes of the packed table.
    pub fn payload_len(&self) -> u64 {
        self.payload_len
    }
}

/// Reads the header of a file, which is checked, and not the rest.
///
/// # Errors
/// What is wrong with it.
pub fn read_header(path: &Path) -> Result<Header, Damage> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    // Its length stands in its first bytes; without them it is no header, whatever follows.
    (&file).take(FIXED as u64).read_to_end(&mut bytes)?;
    if let Some(said) = bytes.get(12..16).map(|four| u32::from_le_bytes(four.try_into().expect("four")) as usize) {
        let rest = said.min(LONGEST_HEADER).saturating_sub(bytes.len());
        (&file).take(rest as u64).read_to_end(&mut bytes)?;
    }
    Header::parse(&bytes, length)
}

/// Maps a file, and compares every checksum in it.
///
/// # Errors
/// What is wrong with it; a damaged table is never returned.
pub fn open(path: &Path) -> Result<Table, Damage> {
    let file = File::open(path)?;
    if file.metadata()?.len() == 0 {
        // Some systems do not map empty files.
        return Err(Damage::Foreign);
    }
    let mapped = Mapped::new(path, file)?;
    let header = Header::parse(mapped.file(), mapped.file().len() as u64)?;
    let mapped = mapped.with_header(header.payload_at);
    let found = checksums(mapped.payload(), header.chunk);
    if let Some(chunk) = found.iter().zip(&header.checksums).position(|(found, written)| found != written) {
        return Err(Damage::Chunk(chunk));
    }
    // What was compared is what will be looked up only if nobody wrote in between.
    if mapped.is_changed() {
        return Err(Damage::Changed);
    }
    Ok(Table::from_file(header.recipe, header.histogram, header.build_time, mapped))
}

/// Maps the file of a recipe.
///
/// # Errors
/// What is wrong with it, another recipe among it.
pub fn open_as(path: &Path, recipe: &Recipe) -> Result<Table, Damage> {
    let table = open(path)?;
    if table.recipe() != recipe {
        let words = |recipe: &Recipe| format!("{} as {}, {} entries", recipe.key, recipe.encoding, recipe.entries);
        return Err(Damage::Mismatch { expected: words(recipe), found: words(table.recipe()) });
    }
    Ok(table)
}

/// The checksum of every chunk, worked out on all cores.
fn checksums(payload: &[u8], chunk: usize) -> Vec<u64> {
    let count = payload.len().div_ceil(chunk);
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(count.div_ceil(16)).max(1);
    let mut sums = vec![0; count];
    let share = count.div_ceil(threads).max(1);
    let shares = sums.chunks_mut(share).zip(payload.chunks(share * chunk));
    on_threads(threads, shares, |(sums, bytes)| {
        for (sum, chunk) in sums.iter_mut().zip(bytes.chunks(chunk)) {
            *sum = XxHash3_64::oneshot(chunk);
        }
    });
    sums
}
