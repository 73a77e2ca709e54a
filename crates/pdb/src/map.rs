//! A file mapped into memory, read-only: one of three places of the workspace with `unsafe`. The others are a hint to the
//! processor, in `prefetch`, and a question about signals, in the command line.

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

/// A whole file, of which the part behind a header is looked at.
#[derive(Debug)]
pub(crate) struct Mapped {
    map: Mmap,
    header: usize,
}

impl Mapped {
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the memory must not change while it is mapped. Files of this crate are written under another name,
        // renamed when they are complete and never written to again; a damaged one is renamed and a removed one
        // unlinked, which leaves the mapped pages alone. What remains is a foreign program that writes into the
        // user's own cache folder at this moment, as it could into any program's libraries there.
        #[expect(unsafe_code, reason = "no safe way to map a file exists")]
        let map = unsafe { MmapOptions::new().map(file)? };
        advise(&map);
        Ok(Self { map, header: 0 })
    }

    pub(crate) fn file(&self) -> &[u8] {
        &self.map
    }

    /// What follows a header of so many bytes is the payload.
    pub(crate) fn with_header(self, header: usize) -> Self {
        debug_assert!(header <= self.map.len());
        Self { header, ..self }
    }

    /// What follows the header.
    #[inline]
    pub(crate) fn payload(&self) -> &[u8] {
        &self.map[self.header..]
    }
}

/// Asks for huge pages, where the system offers them for files: lookups are scattered, and a page of 4 KiB is found slowly. A
/// refusal costs nothing but time.
#[cfg(target_os = "linux")]
fn advise(map: &Mmap) {
    let _ = map.advise(memmap2::Advice::HugePage);
}

#[cfg(not(target_os = "linux"))]
fn advise(_: &Mmap) {}
