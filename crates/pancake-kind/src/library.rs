//! Stacks that are known by name.

use fewest_engine::kit::optima;
use fewest_engine::{LibraryEntry, Puzzle};
use fewest_pancake::Position;

use crate::{INFO, METRIC};

/// Name, title, a word on it, the stack, and the fewest flips that sort it.
const KNOWN: [(&str, &str, &str, &str, u64); 8] = [
    ("breakfast", "Breakfast", "Four pancakes, as hard as four can be", "2 4 1 3", 4),
    ("short-stack", "Short stack", "Six pancakes, as hard as six can be", "4 6 2 5 1 3", 7),
    ("pancakes-7", "Seven pancakes", "One of the 35 hardest stacks of seven", "1 3 7 5 2 6 4", 8),
    ("pancakes-8", "Eight pancakes", "One of the 455 hardest stacks of eight", "1 3 2 4 6 8 5 7", 9),
    ("pancakes-9", "Nine pancakes", "One of the 5,804 hardest stacks of nine", "1 2 5 8 3 6 9 4 7", 10),
    ("pancakes-10", "Ten pancakes", "One of the 73,232 hardest stacks of ten", "1 2 5 8 3 10 7 4 9 6", 11),
    ("burnt-4", "Four burnt pancakes", "In order, and every burnt side up", "-1 -2 -3 -4", 8),
    ("burnt-5", "Five burnt pancakes", "In order, and every burnt side up", "-1 -2 -3 -4 -5", 10),
];

/// The stacks.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |&(name, title, about, stack, flips): &(&str, &str, &str, &str, u64)| {
        let size = stack.parse::<Position>().ok()?.size();
        Some(LibraryEntry {
            name: name.to_owned(),
            title: title.to_owned(),
            about: Some(about.to_owned()),
            size: size.to_string(),
            optimum: optima([(METRIC, flips)]),
            puzzle: Puzzle::new(INFO.name, stack),
            also: Vec::new(),
            facts: vec![("positions".to_owned(), size.stacks()?)],
            text: format!("{stack}\n"),
        })
    };
    KNOWN.iter().filter_map(entry).collect()
}
