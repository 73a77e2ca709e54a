//! Why a suite cannot be run, or its results not be read or shown.

use std::io;
use std::path::{Path, PathBuf};

use fewest_plot::PlotError;
use thiserror::Error;

use crate::page::PageError;
use crate::suite::SuiteError;

/// Why a suite cannot be run, or its results not be read or shown.
#[derive(Debug, Error)]
pub enum LabError {
    /// Something is wrong with what the suite asks for: every fault there is, one a line.
    #[error("{}", .0.join("\n"))]
    Faults(Vec<String>),
    /// The suite of a folder cannot be read.
    #[error("{0}: {1}")]
    Suite(PathBuf, SuiteError),
    /// Another run works in the folder.
    #[error("another run is using {0}; wait until it ends, or name another folder")]
    Busy(PathBuf),
    /// The folder has results of a suite that differs in these parts.
    #[error("{0} has results of a suite that differs in {parts}; name another folder, or delete the results with \
             --fresh", parts = .1.join(", "))]
    OtherSuite(PathBuf, Vec<String>),
    /// The folder has no results.
    #[error("there are no results in {0}: it has no suite.toml; run `fewest lab run SUITE --out {0}`")]
    NoResults(PathBuf),
    /// A line of a file of results, counted from 1, is not as it was written.
    #[error("{0}, line {1}: {2}; remove the line if you know why it is there, or start over with --fresh")]
    Damaged(PathBuf, usize, String),
    /// A file or folder cannot be read or written.
    #[error("cannot use {0}: {1}")]
    File(PathBuf, io::Error),
    /// What should be the folder, or one that it is in, is a file.
    #[error("{0} is a file, not a folder; use another name, or move the file")]
    NotAFolder(PathBuf),
    /// A length that is proven to be the least is not the optimum that is known.
    #[error(
        "{instance}, {search}: the search proved {length} {metric} moves to be the fewest, but the known optimum is \
         {known}; one of them is wrong, so this run is not stored"
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
    /// So many runs are missing in a folder, and a page would pass for complete.
    #[error(
        "{0}: {1} {runs} missing, but a page needs complete results; repeat the same `fewest lab run`, which continues \
         where it stopped",
        runs = if *.1 == 1 { "run is" } else { "runs are" }
    )]
    Incomplete(PathBuf, usize),
    /// A placeholder of a template cannot be filled.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The picture of the plot of this name cannot be painted.
    #[error("plot {0:?}: {1}")]
    Plot(String, PlotError),
    /// A file of a report or page cannot be written.
    #[error("{0} cannot be written: {1}")]
    Write(PathBuf, io::Error),
}

impl LabError {
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File(path.to_owned(), error)
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Write(path.to_owned(), error)
    }
}
