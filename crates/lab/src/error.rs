//! Why a suite cannot be run, or its results not be read.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::suite::SuiteError;

/// Why a suite cannot be run, or its results not be read.
#[derive(Debug, Error)]
pub enum LabError {
    /// Something is wrong with what the suite asks for: every fault there is, one a line.
    #[error("{}", .0.join("\n"))]
    Faults(Vec<String>),
    /// The suite of a folder cannot be read.
    #[error("{}: {error}", path.display())]
    Suite {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: SuiteError,
    },
    /// Another run works in the folder.
    #[error("another run works in {}; wait for its end, or give another folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder has results of another suite.
    #[error(
        "{} has results of a suite that differs in {}; give another folder, or begin afresh with --fresh",
        folder.display(), differences.join(", ")
    )]
    OtherSuite {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// The folder has no results.
    #[error("there are no results in {}: it has no suite.toml; `fewest lab run SUITE --out {}` makes them", folder.display(), folder.display())]
    NoResults {
        /// The folder.
        folder: PathBuf,
    },
    /// A file of results is not as it was written.
    #[error(
        "{}, line {line}: {fault}; take the line out if you know why it is there, or begin afresh with --fresh",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: String,
    },
    /// A file or folder cannot be read or written.
    #[error("cannot work on {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The end was asked for before the first search began.
    #[error("stopped before the instances were made; nothing was written")]
    Cancelled,
}

impl LabError {
    /// That something cannot be done with a file.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File { path: path.to_owned(), error }
    }
}
