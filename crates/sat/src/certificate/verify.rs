//! Checking a certificate, as far as that takes no puzzle.

use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read, Write};
use std::path::Path;

use fewest_search::{Cost, LimitKind, Meter, Observer};
use twox_hash::XxHash3_64;

use super::{CERTIFICATE_SCHEMA, Claim, DRAT, FORMULA, FileEntry, FormulaSize, LRAT, MANIFEST, Manifest, SOLUTION};
use crate::{CheckError, Checked, Cnf, DimacsError, ProofFormat, check_drat, check_lrat, lrat_to_drat, read_dimacs};

/// The most bytes of a manifest or a solution.
const MOST_TEXT: u64 = 1 << 20;

/// A certificate that was accepted. What is left to whoever knows the puzzle: that `cnf` is the formula of its encoding, and
/// that `solution` solves it at the cost of the optimum.
#[derive(Clone, Debug)]
pub struct Verified {
    /// What it says.
    pub manifest: Manifest,
    /// The formula that nothing makes true.
    pub cnf: Cnf,
    /// The solution's text.
    pub solution: String,
    /// What the check of the solver's proof counted.
    pub checked: Checked,
}

/// What is wrong with a certificate.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A file cannot be read.
    #[error("{file} cannot be read: {error}")]
    Read {
        /// The file.
        file: String,
        /// What the system said.
        error: io::Error,
    },
    /// The manifest is not one.
    #[error("{MANIFEST} is not a manifest of schema {CERTIFICATE_SCHEMA}: {0}")]
    Manifest(serde_json::Error),
    /// The manifest is of another version.
    #[error("{MANIFEST} has schema {0}; this program reads schema {CERTIFICATE_SCHEMA}")]
    Schema(u32),
    /// The manifest contradicts itself.
    #[error(
        "{MANIFEST} claims that no solution costs {at_most} or less and that {optimum} is the least, but the two must \
         differ by {step}"
    )]
    Claim {
        /// What is refuted.
        at_most: Cost,
        /// What is claimed.
        optimum: Cost,
        /// The difference of costs.
        step: Cost,
    },
    /// The manifest says something that its numbers do not.
    #[error("{MANIFEST} has a wrong value in the field `{0}`")]
    Words(&'static str),
    /// A file is not listed.
    #[error("{MANIFEST} does not list {0}")]
    Unlisted(&'static str),
    /// A name is none of a certificate.
    #[error(
        "{MANIFEST} lists `{0}`, which is not a file of a certificate: these are {FORMULA}, {LRAT}, {DRAT} and {SOLUTION}"
    )]
    Stranger(String),
    /// A file is shorter or longer than the one that was written.
    #[error("{} was changed after it was written: it should have {} bytes, but has {bytes}", expected.name, expected.bytes)]
    Resized {
        /// As the manifest has it.
        expected: FileEntry,
        /// As it is.
        bytes: u64,
    },
    /// The proof is of another length.
    #[error("{MANIFEST} says that the proof has {expected} steps, and it has {found}")]
    Steps {
        /// By the manifest.
        expected: u64,
        /// As it is.
        found: u64,
    },
    /// A file is not the one that was written.
    #[error("{} was changed after it was written: it should have {} bytes and checksum {}, but has {} and {}",
        expected.name, expected.bytes, expected.xxh3, found.bytes, found.xxh3)]
    Changed {
        /// As the manifest has it.
        expected: FileEntry,
        /// As it is.
        found: FileEntry,
    },
    /// The formula is malformed.
    #[error("{FORMULA} is wrong: {0}")]
    Formula(#[from] DimacsError),
    /// The formula is another one.
    #[error("{FORMULA} has {found:?}, and {MANIFEST} says {expected:?}")]
    Size {
        /// By the manifest.
        expected: FormulaSize,
        /// As it is.
        found: FormulaSize,
    },
    /// A proof is wrong.
    #[error("{file}: {error}")]
    Proof {
        /// The file.
        file: String,
        /// What is wrong, and where.
        error: CheckError,
    },
    /// The two proofs differ.
    #[error("{DRAT} is not {LRAT} without its hints")]
    OtherProof,
    /// A limit came first: the certificate may be right or wrong.
    #[error("the check was not finished: {0}")]
    Stopped(LimitKind),
}

/// Checks a certificate: its files are those that were written, the formula is well formed, and the proof refutes it.
///
/// # Errors
/// The first thing that is wrong, or a limit.
pub fn verify_certificate<O: Observer>(folder: &Path, meter: &mut Meter<'_, O>) -> Result<Verified, VerifyError> {
    let manifest = Manifest::read(&read_short(folder, MANIFEST)?)?;
    for expected in &manifest.files {
        // A file of another size need not be read, however large it is.
        let bytes = open(folder, &expected.name)?.1;
        if bytes != expected.bytes {
            return Err(VerifyError::Resized { expected: expected.clone(), bytes });
        }
        let found = entry(folder, &expected.name, meter)?;
        if found != *expected {
            return Err(VerifyError::Changed { expected: expected.clone(), found });
        }
    }
    let cnf = read_formula(folder, meter)?;
    let found = FormulaSize::of(&cnf);
    if found != manifest.formula {
        return Err(VerifyError::Size { expected: manifest.formula, found });
    }
    let open = |file: &str| open(folder, file).map(|(file, _)| file);
    let checked = if manifest.lists(LRAT) {
        let checked = check_lrat(&cnf, open(LRAT)?, meter).map_err(proof(LRAT))?;
        let mut digest = Digest::default();
        lrat_to_drat(&cnf, open(LRAT)?, &mut digest, meter).map_err(proof(LRAT))?;
        if !manifest.files.contains(&digest.entry(DRAT)) {
            return Err(VerifyError::OtherProof);
        }
        checked
    } else {
        check_drat(&cnf, open(DRAT)?, meter).map_err(proof(DRAT))?
    };
    if checked.steps() != manifest.proof_steps {
        return Err(VerifyError::Steps { expected: manifest.proof_steps, found: checked.steps() });
    }
    let solution = read_short(folder, SOLUTION)?;
    Ok(Verified { manifest, cnf, solution: solution.trim_end().to_owned(), checked })
}

impl Manifest {
    /// Reads a manifest and checks all that it says without its files: numbers that agree, a list of files that is complete and
    /// names no other file, and words that say what the numbers say.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(text: &str) -> Result<Self, VerifyError> {
        /// Part of a manifest of any version.
        #[derive(serde::Deserialize)]
        struct Version {
            schema: u32,
        }
        let Version { schema } = serde_json::from_str(text).map_err(VerifyError::Manifest)?;
        if schema != CERTIFICATE_SCHEMA {
            return Err(VerifyError::Schema(schema));
        }
        let manifest: Self = serde_json::from_str(text).map_err(VerifyError::Manifest)?;
        let Self { at_most, optimum, step, .. } = manifest;
        if at_most.checked_add(step) != Some(optimum) || step == 0 {
            return Err(VerifyError::Claim { at_most, optimum, step });
        }
        let is_stranger = |entry: &&FileEntry| ![FORMULA, LRAT, DRAT, SOLUTION].contains(&&*entry.name);
        if let Some(entry) = manifest.files.iter().find(is_stranger) {
            return Err(VerifyError::Stranger(entry.name.clone()));
        }
        if let Some(file) = [FORMULA, DRAT, SOLUTION].into_iter().find(|file| !manifest.lists(file)) {
            return Err(VerifyError::Unlisted(file));
        }
        check_words(&manifest)?;
        Ok(manifest)
    }

    fn lists(&self, file: &str) -> bool {
        self.files.iter().any(|entry| entry.name == file)
    }
}

/// What the manifest says in words must be what its numbers say: nobody should run commands, or read claims, that someone
/// else put there.
fn check_words(manifest: &Manifest) -> Result<(), VerifyError> {
    let Manifest { claim, subject, at_most, optimum, step, solver, files, checksums, check_with, .. } = manifest;
    let words = Claim { subject: subject.clone(), solution: String::new(), optimum: *optimum, step: *step };
    let has_reasons = files.iter().any(|file| file.name == LRAT);
    let format = if has_reasons { ProofFormat::Lrat } else { ProofFormat::Drat };
    let is_plain = solver.len() <= 100 && solver.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    let wrong = [
        ("claim", *claim != super::sentence(&words, *at_most)),
        ("checksums", checksums != super::CHECKSUMS),
        ("check_with", *check_with != super::check_with(format)),
        ("solver", !is_plain),
    ];
    match wrong.into_iter().find(|(_, is_wrong)| *is_wrong) {
        Some((field, _)) => Err(VerifyError::Words(field)),
        None => Ok(()),
    }
}

/// Opens a file of a certificate, and says how many bytes it has. A device or a pipe may never end, or keep whoever opens it
/// waiting, so neither is opened.
fn open(folder: &Path, name: &str) -> Result<(File, u64), VerifyError> {
    let path = folder.join(name);
    let opened = || {
        let status = fs::metadata(&path)?;
        if !status.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        Ok((File::open(&path)?, status.len()))
    };
    opened().map_err(reading(name))
}

/// Reads a text of a certificate that is never long.
///
/// # Errors
/// [`VerifyError::Read`] where it cannot be read, is too long, or is no regular file.
pub fn read_short(folder: &Path, name: &str) -> Result<String, VerifyError> {
    let (file, _) = open(folder, name)?;
    let mut text = String::new();
    file.take(MOST_TEXT + 1).read_to_string(&mut text).map_err(reading(name))?;
    if text.len() as u64 > MOST_TEXT {
        let error = io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {MOST_TEXT} bytes"));
        return Err(reading(name)(error));
    }
    Ok(text)
}

fn reading(file: &str) -> impl FnOnce(io::Error) -> VerifyError {
    let file = file.to_owned();
    move |error| VerifyError::Read { file, error }
}

fn proof(file: &str) -> impl FnOnce(CheckError) -> VerifyError {
    let file = file.to_owned();
    move |error| match error {
        CheckError::Stopped(limit) => VerifyError::Stopped(limit),
        error => VerifyError::Proof { file, error },
    }
}

fn read_formula<O: Observer>(folder: &Path, meter: &mut Meter<'_, O>) -> Result<Cnf, VerifyError> {
    let (file, bytes) = open(folder, FORMULA)?;
    // Its text, and the formula: a literal has at least two characters, and four bytes in a vector that may be half empty.
    let held = bytes.saturating_mul(5);
    meter.claim(held).map_err(VerifyError::Stopped)?;
    let mut text = String::new();
    let read = file.take(bytes).read_to_string(&mut text).map_err(reading(FORMULA));
    let cnf = read.and_then(|_| Ok(read_dimacs(&text)?));
    meter.release(held);
    cnf
}

/// The size and checksum of a file.
pub(super) fn entry<O: Observer>(
    folder: &Path,
    name: &str,
    meter: &mut Meter<'_, O>,
) -> Result<FileEntry, VerifyError> {
    let (mut file, _) = open(folder, name)?;
    let mut digest = Digest::default();
    let mut buffer = vec![0; 1 << 18];
    loop {
        meter.poll().map_err(VerifyError::Stopped)?;
        match file.read(&mut buffer) {
            Ok(0) => return Ok(digest.entry(name)),
            Ok(count) => digest.write_all(&buffer[..count]).map_err(reading(name))?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(reading(name)(error)),
        }
    }
}

/// Counts and hashes what is written to it.
#[derive(Default)]
struct Digest {
    bytes: u64,
    hash: XxHash3_64,
}

impl Digest {
    fn entry(&self, name: &str) -> FileEntry {
        FileEntry { name: name.to_owned(), bytes: self.bytes, xxh3: format!("{:016x}", self.hash.finish()) }
    }
}

impl Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hash.write(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
