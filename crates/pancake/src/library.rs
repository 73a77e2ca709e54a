//! Stacks that are known by name, each with the fewest flips that sort it.
//!
//! The hardest stacks of their sizes were found by counting all of them; the tests prove every number again by a search.
//!
//! ```
//! use fewest_pancake::library;
//! let stack = library::find("Hardest of 6").expect("it is there");
//! assert_eq!((stack.name, stack.flips), ("pancakes-6", 7));
//! assert_eq!(stack.position().to_string(), "5 3 6 1 4 2");
//! ```

use crate::position::Position;

/// A stack of the library. Its goal is the sorted stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A short name of small letters, digits and dashes.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// A sentence on it.
    pub about: &'static str,
    /// The stack, as it is written.
    pub text: &'static str,
    /// The fewest flips that sort it.
    pub flips: u32,
}

impl Entry {
    /// The stack.
    pub fn position(&self) -> Position {
        self.text.parse().expect("the texts are checked by the tests")
    }
}

/// All stacks, plain ones first, those with few pancakes first.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The stack of a name or a title; case, spaces and other signs do not matter.
pub fn find(name: &str) -> Option<&'static Entry> {
    let plain = |name: &str| -> String {
        name.chars().take(100).flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect()
    };
    let wanted = plain(name);
    let is_it = |entry: &&Entry| plain(entry.name) == wanted || plain(entry.title) == wanted;
    entries().iter().find(is_it).filter(|_| !wanted.is_empty())
}

/// Makes an entry.
const fn entry(name: &'static str, title: &'static str, text: &'static str, flips: u32, about: &'static str) -> Entry {
    Entry { name, title, about, text, flips }
}

static ENTRIES: [Entry; 13] = [
    entry("pancakes-3", "Hardest of 3", "1 3 2", 3, "The only stack of three that takes three flips"),
    entry("pancakes-4", "Hardest of 4", "3 1 4 2", 4, "One of three stacks of four that take four flips"),
    entry("pancakes-6", "Hardest of 6", "5 3 6 1 4 2", 7, "One of two stacks of six that take seven flips"),
    entry("pancakes-8", "Hardest of 8", "3 8 4 1 6 2 5 7", 9, "One of 455 stacks of eight that take nine flips"),
    entry(
        "pancakes-10",
        "Hardest of 10",
        "1 4 7 3 6 2 5 8 10 9",
        11,
        "One of 73,232 stacks of ten that take eleven flips",
    ),
    entry("up-and-down", "Up and down", "1 3 5 7 9 10 8 6 4 2", 9, "Every flip closes a gap"),
    entry("pairs", "Swapped pairs", "2 1 4 3 6 5 8 7 10 9 12 11", 11, "Six gaps, but nearly twice as many flips"),
    entry(
        "gates",
        "The stack of Gates and Papadimitriou",
        "1 7 5 3 6 4 2 8 10 12 14 11 13 15 9 16",
        17,
        "Blocks of eight that take more flips than pancakes, from their paper of 1979",
    ),
    entry(
        "random-40",
        "Forty at random",
        "34 37 25 32 31 40 8 16 29 39 12 38 22 9 14 36 15 4 7 24 28 1 23 27 30 5 2 33 20 3 19 10 26 35 11 6 18 21 17 13",
        40,
        "Large but not hard: the gap heuristic is nearly exact",
    ),
    entry(
        "burnt-2",
        "Two burnt, upside down",
        "-1 -2",
        4,
        "In order, except for the burnt sides; the hardest stack of two",
    ),
    entry("burnt-4", "Four burnt, upside down", "-1 -2 -3 -4", 8, "One of three stacks of four that take eight flips"),
    entry(
        "burnt-6",
        "Six burnt, upside down",
        "-1 -2 -3 -4 -5 -6",
        12,
        "The only stack of six that takes twelve flips",
    ),
    entry(
        "burnt-8",
        "Eight burnt, upside down",
        "-1 -2 -3 -4 -5 -6 -7 -8",
        15,
        "The only stack of eight that takes fifteen flips",
    ),
];

#[cfg(test)]
mod tests {
    use fewest_search::algorithms::IdaStar;
    use fewest_search::{Limits, Outcome, Proof, Search};

    use super::*;
    use crate::heuristics::GapAhead;
    use crate::known::pancake_number;
    use crate::packing::Bytes;
    use crate::space::Pancakes;

    #[test]
    fn flips_are_proven_again() {
        for entry in entries() {
            let mut position = entry.position();
            assert_eq!(position.to_string(), entry.text);
            let goal = Position::sorted(position.size());
            let space = Pancakes::<Bytes>::new(&goal).unwrap();
            let (start, limits) = (space.state(&position).unwrap(), Limits::default());
            let run = IdaStar::default().run(&space, &start, &GapAhead::new(&space), &limits, &mut ());
            let Outcome::Solved { moves, cost, proof: Proof::Optimal } = run.outcome else { panic!("{}", entry.name) };
            for flip in moves {
                position.try_flip(flip).unwrap();
            }
            assert_eq!((position, cost), (goal, entry.flips), "{}", entry.name);
            if entry.name.starts_with("hardest") {
                assert_eq!(pancake_number(space.size()), Some(cost), "{}", entry.name);
            }
        }
    }

    #[test]
    fn names_are_plain_and_different() {
        let mut names: Vec<&str> = entries().iter().map(|entry| entry.name).collect();
        assert!(
            names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'))
        );
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), entries().len());
        assert!(entries().is_sorted_by_key(|entry| entry.position().size().is_burnt()));
        assert!(entries().iter().all(|entry| find(entry.title) == find(entry.name) && find(entry.name) == Some(entry)));
        assert_eq!(find(""), None);
        assert_eq!(find("no such stack"), None);
    }
}
