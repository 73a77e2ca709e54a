//! Puzzles that are built in, each with what is known of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;

/// A puzzle that is built in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LibraryEntry {
    /// A short name of lower-case letters, digits and dashes.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// A note on the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// How large it is, in words.
    pub size: String,
    /// The length of a shortest solution in every metric for which it is known; empty if there is no solution.
    pub optimum: BTreeMap<String, u64>,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Other names under which it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Known numbers, such as its number of pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(String, u64)>,
    /// The puzzle as a text that every command reads.
    #[serde(skip)]
    pub text: String,
}

impl LibraryEntry {
    /// Whether this is its name, its title or another name; case, accents, spaces and other signs do not matter. A text of
    /// several lines is no name, even if all else on them is signs.
    pub fn answers_to(&self, name: &str) -> bool {
        let wanted = plain(name.trim());
        let mut names = [&self.name, &self.title].into_iter().chain(&self.also);
        !wanted.is_empty() && !name.trim().contains('\n') && names.any(|known| plain(known) == wanted)
    }
}

/// Lengths by metric.
pub fn optima<'a>(known: impl IntoIterator<Item = (&'a str, u64)>) -> BTreeMap<String, u64> {
    known.into_iter().map(|(metric, length)| (metric.to_owned(), length)).collect()
}

/// A name without what people write in different ways.
fn plain(name: &str) -> String {
    let fold = |c: char| match c {
        'à' | 'á' | 'â' => 'a',
        'è' | 'é' | 'ê' => 'e',
        other => other,
    };
    name.chars().take(100).flat_map(char::to_lowercase).map(fold).filter(|c| c.is_alphanumeric()).collect()
}
