//! Boards of sliding tiles that people speak of.

use fewest_engine::kit::optima;
use fewest_engine::{LibraryEntry, Puzzle};

use crate::{BLANK_LAST, INFO};

/// A board that is known.
struct Known {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    size: &'static str,
    position: &'static str,
    goal: &'static str,
    optimum: &'static [(&'static str, u64)],
}

const BLANK_FIRST: &str = "blank-first";

/// Those of nine cells are proven again by the tests; Korf's are where his hundred are.
const KNOWN: [Known; 8] = [
    Known {
        name: "first-steps",
        title: "First steps",
        about: "Four tiles are one step away from their places",
        size: "3×3",
        position: "0 2 3/1 5 6/4 7 8",
        goal: BLANK_LAST,
        optimum: &[("stm", 4), ("mtm", 2)],
    },
    Known {
        name: "halfway",
        title: "Halfway",
        about: "From a student's report on slides of several tiles",
        size: "3×3",
        position: "7 0 5/8 6 4/3 1 2",
        goal: BLANK_LAST,
        optimum: &[("stm", 27), ("mtm", 18)],
    },
    Known {
        name: "hardest-8",
        title: "The hardest 8-puzzle",
        about: "One of two positions that take 31 steps, more than any other of the 181,440",
        size: "3×3",
        position: "8 6 7/2 5 4/3 0 1",
        goal: BLANK_LAST,
        optimum: &[("stm", 31), ("mtm", 20)],
    },
    Known {
        name: "hardest-8-twin",
        title: "The other hardest 8-puzzle",
        about: "The second of two positions that take 31 steps",
        size: "3×3",
        position: "6 4 7/8 5 0/3 2 1",
        goal: BLANK_LAST,
        optimum: &[("stm", 31), ("mtm", 20)],
    },
    Known {
        name: "fourteen-fifteen",
        title: "The 14-15 position",
        about: "The position of the craze of 1880, for which a prize was offered: it cannot be solved",
        size: "4×4",
        position: "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0",
        goal: BLANK_LAST,
        optimum: &[],
    },
    Known {
        name: "korf-55",
        title: "Korf 55",
        about: "The one of Korf's 100 random positions (1985) that is nearest to the goal",
        size: "4×4",
        position: "13 8 14 3/9 1 0 7/15 5 4 10/12 2 6 11",
        goal: BLANK_FIRST,
        optimum: &[("stm", 41)],
    },
    Known {
        name: "korf-1",
        title: "Korf 1",
        about: "The first of Korf's 100 random positions (1985)",
        size: "4×4",
        position: "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3",
        goal: BLANK_FIRST,
        optimum: &[("stm", 57)],
    },
    Known {
        name: "korf-17",
        title: "Korf 17",
        about: "One of the two of Korf's 100 random positions (1985) that are farthest from the goal",
        size: "4×4",
        position: "15 14 0 4/11 1 6 13/7 5 8 9/3 2 10 12",
        goal: BLANK_FIRST,
        optimum: &[("stm", 66)],
    },
];

/// The boards.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |known: &Known| LibraryEntry {
        name: known.name.to_owned(),
        title: known.title.to_owned(),
        about: Some(known.about.to_owned()),
        size: known.size.to_owned(),
        optimum: optima(known.optimum.iter().copied()),
        puzzle: Puzzle::new(INFO.name, known.position).with("goal", known.goal),
        text: format!("# {}; the goal is {}.\n{}\n", known.title, known.goal, known.position),
        ..LibraryEntry::default()
    };
    KNOWN.iter().map(entry).collect()
}
