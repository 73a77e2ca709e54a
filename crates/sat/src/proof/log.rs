//! A proof on its way into a file.

// BatSat's door is the same in the browser, where there are no files and nobody makes a log.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

use std::fs::File;
use std::io::{self, BufWriter, Write};

/// Why no more is written.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The file would be larger than it may be.
    TooLarge,
    /// The system refused.
    Write(io::Error),
}

/// Writes steps into a file, up to a size. After the first trouble it writes nothing more; a solver asks whether there was
/// any, and stops.
pub(crate) struct Log {
    /// `None` where the file is elsewhere for a moment.
    out: Option<BufWriter<File>>,
    line: Vec<u8>,
    most: u64,
    pub(super) bytes: u64,
    pub(super) steps: u64,
    trouble: Option<Trouble>,
}

impl Log {
    pub(super) fn new(file: File, most: u64) -> Self {
        Self {
            out: Some(BufWriter::with_capacity(1 << 16, file)),
            line: Vec::new(),
            most,
            bytes: 0,
            steps: 0,
            trouble: None,
        }
    }

    /// Takes all out, for an owner who brings it back.
    #[cfg(feature = "cadical")]
    pub(crate) fn take(&mut self) -> Self {
        Self { out: self.out.take(), line: std::mem::take(&mut self.line), trouble: self.trouble.take(), ..*self }
    }

    /// Whether something went wrong: all further writing is in vain.
    pub(crate) fn has_failed(&self) -> bool {
        self.trouble.is_some()
    }

    /// A clause of DRAT.
    pub(crate) fn add(&mut self, literals: impl IntoIterator<Item = i32>) {
        self.numbers(literals);
        self.end();
    }

    /// A deletion of DRAT.
    pub(crate) fn delete(&mut self, literals: impl IntoIterator<Item = i32>) {
        self.line.extend_from_slice(b"d ");
        self.numbers(literals);
        self.end();
    }

    /// A clause of LRAT.
    #[cfg(feature = "cadical")]
    pub(crate) fn add_with_hints(
        &mut self,
        id: u64,
        literals: impl IntoIterator<Item = i32>,
        hints: impl IntoIterator<Item = u64>,
    ) {
        self.numbers([id]);
        self.numbers(literals);
        self.line.extend_from_slice(b"0 ");
        self.numbers(hints);
        self.end();
    }

    /// A deletion of LRAT. It bears the number of the clause that was added last.
    #[cfg(feature = "cadical")]
    pub(crate) fn delete_by_number(&mut self, last: u64, id: u64) {
        self.numbers([last]);
        self.line.extend_from_slice(b"d ");
        self.numbers([id]);
        self.end();
    }

    fn numbers<N: std::fmt::Display>(&mut self, numbers: impl IntoIterator<Item = N>) {
        for number in numbers {
            write!(self.line, "{number} ").expect("a vector takes everything");
        }
    }

    fn end(&mut self) {
        self.line.extend_from_slice(b"0\n");
        self.put();
        self.line.clear();
    }

    fn put(&mut self) {
        let (Some(out), None) = (&mut self.out, &self.trouble) else { return };
        let bytes = self.bytes + self.line.len() as u64;
        if bytes > self.most {
            self.trouble = Some(Trouble::TooLarge);
        } else if let Err(error) = out.write_all(&self.line) {
            self.trouble = Some(Trouble::Write(error));
        } else {
            self.bytes = bytes;
            self.steps += 1;
        }
    }

    /// Writes out what is left; the first trouble there was.
    pub(super) fn finish(&mut self) -> Result<(), Trouble> {
        match self.trouble.take() {
            Some(trouble) => Err(trouble),
            None => self.out.as_mut().map_or(Ok(()), Write::flush).map_err(Trouble::Write),
        }
    }
}
