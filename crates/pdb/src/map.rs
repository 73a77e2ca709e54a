//! A file mapped into memory, read-only: one of the places of the workspace with `unsafe`. The others are a hint to the
//! processor, in `prefetch`, and signals, in the command line.
//!
//! What is mapped can change under whoever reads it. Files of other users, and files that others may write to, are therefore
//! copied. For the rest, [`changed`] says whether a file is still what it was when its checksums were compared.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use memmap2::{Mmap, MmapOptions};

/// Every file that is mapped now.
static WATCHED: Mutex<Vec<Weak<Watched>>> = Mutex::new(Vec::new());

/// The bytes of a whole file, of which the part behind a header is looked at.
#[derive(Debug)]
pub(crate) struct Mapped {
    bytes: Bytes,
    header: usize,
}

#[derive(Debug)]
enum Bytes {
    /// The pages of the file. It is watched for as long as they are mapped.
    Shared { map: Mmap, watched: Arc<Watched> },
    /// A copy that nobody else can reach.
    Copied(Vec<u8>),
}

/// An open file, and what it was when it was mapped.
#[derive(Debug)]
struct Watched {
    path: PathBuf,
    file: File,
    stamp: Stamp,
}

/// What changes when someone writes to a file or truncates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self { length: metadata.len(), modified: metadata.modified().ok() }
    }
}

impl Watched {
    fn is_changed(&self) -> bool {
        // A name may stand for another file by now; the pages are those of the file that is open.
        self.file.metadata().ok().map(|metadata| Stamp::of(&metadata)) != Some(self.stamp)
    }
}

/// The files of tables in use that were written to or truncated since they were mapped. What was looked up in them may be wrong.
pub fn changed() -> Vec<PathBuf> {
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain(|file| file.strong_count() > 0);
    watched.iter().filter_map(Weak::upgrade).filter(|file| file.is_changed()).map(|file| file.path.clone()).collect()
}

impl Mapped {
    /// Maps a file, or copies it where others may change it.
    pub(crate) fn new(path: &Path, mut file: File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if is_open_to_others(&metadata) {
            let length = usize::try_from(metadata.len()).map_err(io::Error::other)?;
            let mut bytes = Vec::new();
            bytes.try_reserve_exact(length)?;
            (&mut file).take(metadata.len()).read_to_end(&mut bytes)?;
            return Ok(Self { bytes: Bytes::Copied(bytes), header: 0 });
        }
        // SAFETY: the memory must not change while it is mapped. Files of this crate are written under another name,
        // renamed when they are complete and never written to again; a damaged one is renamed and a removed one
        // unlinked, which leaves the mapped pages alone. Files that another user could write to were copied above. What
        // remains is a foreign program of this user that writes into the user's own cache folder at this moment, as it
        // could into any program's libraries there; `changed` detects it before an answer leaves.
        #[expect(unsafe_code, reason = "no safe way to map a file exists")]
        let map = unsafe { MmapOptions::new().map(&file)? };
        advise(&map);
        let watched = Arc::new(Watched { path: path.to_owned(), file, stamp: Stamp::of(&metadata) });
        WATCHED.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&watched));
        Ok(Self { bytes: Bytes::Shared { map, watched }, header: 0 })
    }

    /// Whether the file was written to or truncated since it was mapped.
    pub(crate) fn is_changed(&self) -> bool {
        matches!(&self.bytes, Bytes::Shared { watched, .. } if watched.is_changed())
    }

    /// Whether these are the pages of the file, and no copy.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.bytes, Bytes::Shared { .. })
    }

    #[inline]
    pub(crate) fn file(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Shared { map, .. } => map,
            Bytes::Copied(bytes) => bytes,
        }
    }

    /// What follows a header of so many bytes is the payload.
    pub(crate) fn with_header(self, header: usize) -> Self {
        debug_assert!(header <= self.file().len());
        Self { header, ..self }
    }

    /// What follows the header.
    #[inline]
    pub(crate) fn payload(&self) -> &[u8] {
        &self.file()[self.header..]
    }
}

/// Whether someone else than this user and the system's administrator may write to a file.
#[cfg(unix)]
fn is_open_to_others(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    /// Writable by its group, or by everyone.
    const OTHERS: u32 = 0o022;
    let owner = metadata.uid();
    let is_ours = owner == 0 || owner == rustix::process::geteuid().as_raw();
    !is_ours || metadata.mode() & OTHERS != 0
}

/// It cannot be found out here.
#[cfg(not(unix))]
fn is_open_to_others(_: &Metadata) -> bool {
    false
}

/// Asks for huge pages, where the system offers them for files: lookups are scattered, and a page of 4 KiB is found slowly. A
/// refusal costs nothing but time.
#[cfg(target_os = "linux")]
fn advise(map: &Mmap) {
    let _ = map.advise(memmap2::Advice::HugePage);
}

#[cfg(not(target_os = "linux"))]
fn advise(_: &Mmap) {}
