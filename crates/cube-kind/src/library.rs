//! Cubes that are known by name.

use fewest_cube::library::{Entry, entries};
use fewest_engine::kit::optima;
use fewest_engine::{LibraryEntry, Puzzle};

use crate::INFO;

/// The cubes.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |known: &Entry| {
        let position = known.position();
        LibraryEntry {
            name: known.name.to_owned(),
            title: known.title.to_owned(),
            about: Some(known.about.to_owned()),
            size: known.size.to_string(),
            optimum: optima([("htm", known.turns.into())]),
            puzzle: Puzzle::new(INFO.name, position.to_string()),
            text: format!("{position}\n"),
            ..LibraryEntry::default()
        }
    };
    entries().iter().map(entry).collect()
}
