//! Cubes that are known by name.

use crate::position::Position;
use crate::setup::Setup;
use crate::size::Size;

/// A cube of the library. Its goal is the solved cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A short name of small letters, digits and dashes.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// A sentence on it.
    pub about: &'static str,
    /// Which cube it is.
    pub size: Size,
    /// Moves that lead there.
    pub scramble: &'static str,
    /// The fewest turns of faces that solve it.
    pub turns: u32,
}

impl Entry {
    /// The cube.
    pub fn position(&self) -> Position {
        let setup = Setup::Scramble(self.scramble.to_owned());
        setup.validate(Some(self.size)).expect("the scrambles are checked by the tests")
    }
}

/// All cubes, near ones first.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

const ENTRIES: [Entry; 5] = [
    Entry {
        name: "pocket-9",
        title: "2×2×2, shuffled",
        about: "A typical 2×2×2: more than half of all are, like this one, 9 turns away.",
        size: Size::Two,
        scramble: "F U' F U F' R F' U2 F",
        turns: 9,
    },
    Entry {
        name: "checkerboard",
        title: "Checkerboard",
        about: "Every face alternates between two colours; half turns of the three middle layers produce it.",
        size: Size::Three,
        scramble: "M2 E2 S2",
        turns: 6,
    },
    Entry {
        name: "six-spots",
        title: "Six spots",
        about: "Every centre is in a face of another colour.",
        size: Size::Three,
        scramble: "U D' R L' F B' U D'",
        turns: 8,
    },
    Entry {
        name: "four-spots",
        title: "Four spots",
        about: "Four centres are in the faces opposite to their own.",
        size: Size::Three,
        scramble: "F2 B2 U D' R2 L2 U D'",
        turns: 8,
    },
    Entry {
        name: "superflip",
        title: "Superflip",
        about: "Every edge is flipped in place. Reid proved in 1995 that it takes 20 turns, the most that any cube needs.",
        size: Size::Three,
        scramble: "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
        turns: 20,
    },
];
