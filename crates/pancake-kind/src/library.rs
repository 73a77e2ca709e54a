//! Stacks that are known by name.

use fewest_engine::kit::optima;
use fewest_engine::{LibraryEntry, Puzzle};
use fewest_pancake::library::{Entry, entries};

use crate::{INFO, METRIC};

/// The stacks.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |known: &Entry| {
        let size = known.position().size();
        LibraryEntry {
            name: known.name.to_owned(),
            title: known.title.to_owned(),
            about: Some(known.about.to_owned()),
            size: size.to_string(),
            optimum: optima([(METRIC, known.flips.into())]),
            puzzle: Puzzle::new(INFO.name, known.text),
            also: Vec::new(),
            facts: size.stacks().map(|stacks| ("positions".to_owned(), stacks)).into_iter().collect(),
            text: format!("{}\n", known.text),
        }
    };
    entries().iter().map(entry).collect()
}
