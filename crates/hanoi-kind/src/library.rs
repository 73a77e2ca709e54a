//! Towers that are known by name.

use fewest_engine::kit::optima;
use fewest_engine::{LibraryEntry, Puzzle};
use fewest_hanoi::{Position, Size, frame_stewart};

use crate::{INFO, METRIC};

/// Name, title, a word on it, discs and pegs. On three and on four pegs the numbers of Frame and of Stewart are the fewest.
const KNOWN: [(&str, &str, &str, u32, u32); 8] = [
    ("tower-3", "Tower of 3 discs", "The smallest one that is worth solving", 3, 3),
    ("tower-4", "Tower of 4 discs", "Each additional disc doubles the number of moves", 4, 3),
    ("tower-5", "Tower of 5 discs", "Each additional disc doubles the number of moves", 5, 3),
    ("tower-8", "The tower of Lucas", "The eight discs of the puzzle that Lucas sold in 1883", 8, 3),
    ("reve-4", "Four discs on four pegs", "A fourth peg saves 6 of 15 moves", 4, 4),
    ("reve-8", "The Reve's puzzle, 8 cheeses", "From Dudeney's Canterbury Puzzles (1907)", 8, 4),
    ("reve-10", "The Reve's puzzle, 10 cheeses", "From Dudeney's Canterbury Puzzles (1907)", 10, 4),
    ("reve-21", "The Reve's puzzle, 21 cheeses", "From Dudeney's Canterbury Puzzles (1907)", 21, 4),
];

/// The towers.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |&(name, title, about, discs, pegs): &(&str, &str, &str, u32, u32)| {
        let size = Size::new(usize::try_from(discs).ok()?, usize::try_from(pegs).ok()?).ok()?;
        Some(LibraryEntry {
            name: name.to_owned(),
            title: title.to_owned(),
            about: Some(about.to_owned()),
            size: size.to_string(),
            optimum: optima([(METRIC, u64::try_from(frame_stewart(discs, pegs)?).ok()?)]),
            puzzle: Puzzle::empty(INFO.name).with("discs", size.discs()).with("pegs", size.pegs()),
            also: Vec::new(),
            facts: vec![("positions".to_owned(), u64::from(pegs).checked_pow(discs)?)],
            text: format!("{}\n", Position::stacked(size)),
        })
    };
    KNOWN.iter().filter_map(entry).collect()
}
