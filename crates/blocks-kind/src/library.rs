//! The library of sliding blocks, as the engine tells it.

use fewest_blocks::{Metric, library as blocks};
use fewest_engine::kit::optima;
use fewest_engine::{LibraryEntry, Puzzle};

use crate::INFO;

/// The puzzles.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |known: &blocks::Entry| {
        let puzzle = known.puzzle();
        let optimum = |metric: Metric| Some((metric.word(), known.optimum(metric)?.into()));
        LibraryEntry {
            name: known.name.to_owned(),
            title: known.title.to_owned(),
            about: about(known),
            size: format!("{}×{}", puzzle.width(), puzzle.height()),
            optimum: optima(Metric::ALL.into_iter().filter_map(optimum)),
            puzzle: Puzzle::new(INFO.name, known.name),
            also: known.also.iter().map(|&name| name.to_owned()).collect(),
            facts: vec![("pieces".to_owned(), puzzle.pieces().len() as u64), ("positions".to_owned(), known.states)],
            text: known.text.to_owned(),
        }
    };
    blocks::all().iter().map(entry).collect()
}

/// Who made it, when, and what else there is to say.
fn about(known: &blocks::Entry) -> Option<String> {
    let made = match (known.by, known.year) {
        (Some(by), Some(year)) => Some(format!("{by}, {year}")),
        (Some(by), None) => Some(by.to_owned()),
        (None, year) => year.map(|year| year.to_string()),
    };
    let parts: Vec<String> = made.into_iter().chain(known.note.map(str::to_owned)).collect();
    (!parts.is_empty()).then(|| parts.join(". "))
}
