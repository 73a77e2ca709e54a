//! Towers that are known by name.

use fewest_hanoi::{Size, frame_stewart};

use crate::hanoi::METRIC;
use crate::library::{LibraryEntry, optima};
use crate::request::{HanoiPuzzle, Puzzle};

/// Name, title, a word on it, discs and pegs. On three and on four pegs the numbers of Frame and of Stewart are the fewest.
const KNOWN: [(&str, &str, &str, usize, usize); 8] = [
    ("tower-3", "Tower of 3 discs", "The smallest that is worth a look", 3, 3),
    ("tower-4", "Tower of 4 discs", "Each disc more doubles the way", 4, 3),
    ("tower-5", "Tower of 5 discs", "Each disc more doubles the way", 5, 3),
    ("tower-8", "The tower of Lucas", "The eight discs of the puzzle that Lucas sold in 1883", 8, 3),
    ("reve-4", "Four discs on four pegs", "One more peg saves 6 of 15 moves", 4, 4),
    ("reve-8", "The Reve's puzzle, 8 cheeses", "From the Canterbury Puzzles of Dudeney (1907)", 8, 4),
    ("reve-10", "The Reve's puzzle, 10 cheeses", "From the Canterbury Puzzles of Dudeney (1907)", 10, 4),
    ("reve-21", "The Reve's puzzle, 21 cheeses", "From the Canterbury Puzzles of Dudeney (1907)", 21, 4),
];

/// The towers.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |&(name, title, about, discs, pegs): &(&str, &str, &str, usize, usize)| {
        let size = Size::new(discs, pegs).ok()?;
        let moves = frame_stewart(u32::try_from(discs).ok()?, u32::try_from(pegs).ok()?)?;
        Some(LibraryEntry {
            name: name.to_owned(),
            title: title.to_owned(),
            about: Some(about.to_owned()),
            size: size.to_string(),
            optimum: optima([(METRIC, u64::try_from(moves).ok()?)]),
            puzzle: Puzzle::Hanoi(HanoiPuzzle::new(discs, pegs)),
        })
    };
    KNOWN.iter().filter_map(entry).collect()
}
