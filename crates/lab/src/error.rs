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
        /// The folder of the results.
        folder: PathBuf,
    },
    /// The folder has results of another suite.
    #[error(
        "{} has results of a suite that differs in {}; give another folder, or begin afresh with --fresh",
        folder.display(), differences.join(", ")
    )]
    OtherSuite {
        /// The folder of the results.
        folder: PathBuf,
        /// The parts of the suite that differ.
        differences: Vec<String>,
    },
    /// The folder has no results.
    #[error("there are no results in {}: it has no suite.toml; `fewest lab run SUITE --out {}` makes them", folder.display(), folder.display())]
    NoResults {
        /// The folder of the results.
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
        /// What the system said.
        error: io::Error,
    },
    /// What should be the folder, or one that it is in, is a file.
    #[error("{} is a file, not a folder; give another name, or move the file away", path.display())]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// A length that is proven to be the least is not the optimum that is known.
    #[error(
        "{instance}, {search}: {length} {metric} moves are proven to be the fewest, and {known} were known to be; the program \
         is wrong or the known optimum is; nothing is kept of this run"
    )]
    Contradiction {
        /// The instance, with its group.
        instance: String,
        /// The search, by its label.
        search: String,
        /// What counts as one move.
        metric: String,
        /// What was proven.
        length: u32,
        /// What was known.
        known: u32,
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
