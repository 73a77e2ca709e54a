//! The library of Sokoban, as the engine tells it.

use fewest_sokoban::library as sokoban;

use crate::library::{LibraryEntry, optima};
use crate::request::{Puzzle, SokobanPuzzle};

/// The levels.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |known: &sokoban::Entry| {
        let level = known.level();
        let boxes = level.boxes().len();
        let plural = if boxes == 1 { "" } else { "es" };
        LibraryEntry {
            name: known.name.to_owned(),
            title: known.title.to_owned(),
            about: None,
            size: format!("{}×{}, {boxes} box{plural}", level.width(), level.height()),
            optimum: optima([("push", known.pushes.into()), ("move", known.moves.into())]),
            puzzle: Puzzle::Sokoban(SokobanPuzzle::new(known.name)),
        }
    };
    sokoban::entries().iter().map(entry).collect()
}
