//! How the command ends: exit codes, and the one form that every error message has.

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Solved, or all is well.
    Ok = 0,
    /// Bad input, or what was asked for cannot be done.
    Failure = 1,
    /// The command line cannot be understood.
    Usage = 2,
    /// Proven unsolvable.
    Unsolvable = 10,
    /// A limit ended the search.
    Limit = 20,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Ended by a second Ctrl-C, as shells count it.
pub(crate) const KILLED: i32 = 130;

/// Prints an error. Where stderr cannot be written there is nobody left to tell.
pub(crate) fn complain(message: &str) {
    let style: Style = AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {message}");
}

/// Prints what the user should know though all went well.
pub(crate) fn notice(message: &str) {
    let style: Style = AnsiColor::Yellow.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{style}notice:{style:#} {message}");
}

/// Prints a remark that is not data.
pub(crate) fn remark(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// Whether the reader of our output has gone away, which is its good right.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}
