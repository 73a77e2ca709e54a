//! Puzzles in other formats.

use serde::Serialize;

/// A format of puzzles, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FormatInfo {
    /// The name to write.
    pub name: &'static str,
    /// What it is, in one clause.
    pub about: &'static str,
}

/// A puzzle that is to be written in another format.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'a> {
    /// The puzzle, in any format or by its name in the library.
    pub text: &'a str,
    /// The format it is in; absent: the one it looks like.
    pub from: Option<&'a str>,
    /// The format to write; absent: the first of the kind.
    pub to: Option<&'a str>,
    /// How many were written before, into the same file.
    pub before: u64,
    /// Whether there are several.
    pub is_one_of_many: bool,
}
