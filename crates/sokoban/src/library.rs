//! Levels of this project's own making, built in, from easy to hard, each with what is known of it.
//!
//! They are files in XSB under `data`; a comment says what the optima are. Their rooms were drawn by hand or at
//! random; boxes and player were mostly put, by a search backwards from the goals, where a solution takes longest. The
//! fewest pushes and the fewest steps of each are proven again by the tests.
//!
//! ```
//! use fewest_sokoban::library;
//! let level = library::find("two-rooms").expect("it is there");
//! assert_eq!((level.title, level.level().boxes().len()), ("Two rooms", 2));
//! assert!(library::entries().is_sorted_by_key(|entry| entry.pushes));
//! ```

use std::sync::LazyLock;

use crate::level::Level;

/// A level of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A short name of small letters and dashes.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// The fewest pushes that solve it.
    pub pushes: u32,
    /// The fewest steps that solve it, pushes among them; they may take more pushes.
    pub moves: u32,
    /// The file.
    pub text: &'static str,
}

impl Entry {
    /// The level, with its title.
    pub fn level(&self) -> Level {
        self.text.parse().expect("the files are checked by the tests")
    }

    fn new(name: &'static str, text: &'static str) -> Self {
        let (mut title, mut pushes, mut moves) = (name, 0, 0);
        for line in text.lines() {
            match line.trim_start_matches("; ").split_once(": ") {
                Some(("Title", value)) => title = value,
                Some(("optimum", value)) => {
                    for (metric, length) in value.split(", ").filter_map(|part| part.split_once(' ')) {
                        let of = if metric == "pushes" { &mut pushes } else { &mut moves };
                        *of = length.parse().unwrap_or(0);
                    }
                }
                _ => {}
            }
        }
        Self { name, title, pushes, moves, text }
    }
}

/// All levels, those with the fewest pushes first.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The level of a name or a title; case, spaces and other signs do not matter.
pub fn find(name: &str) -> Option<&'static Entry> {
    let plain = |name: &str| -> String {
        name.chars().take(100).flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect()
    };
    let wanted = plain(name);
    let is_it = |entry: &&Entry| plain(entry.name) == wanted || plain(entry.title) == wanted;
    entries().iter().find(is_it).filter(|_| !wanted.is_empty())
}

/// A file of the library by its name.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../data/", $name, ".xsb")))),*]
    };
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let files = files![
        "niche",
        "closet",
        "two-rooms",
        "ring",
        "cellar",
        "pillar",
        "gallery",
        "three-rooms",
        "cross",
        "hook",
        "wings",
        "attic",
        "long-hall",
        "caravan",
    ];
    files.into_iter().map(|(name, text)| Entry::new(name, text)).collect()
});

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fewest_search::algorithms::AStar;
    use fewest_search::{Limits, Outcome, Proof, Search};

    use super::*;
    use crate::heuristics::Matching;
    use crate::moves::Moves;
    use crate::position::Position;

    #[test]
    fn optima_are_proven_again() {
        for entry in entries() {
            let level = Arc::new(entry.level());
            assert_eq!(level.title(), Some(entry.title));
            assert!(entry.text.ends_with(&format!("\n{level}\n")), "{}", entry.name);
            let moves = Moves::<1>::new(level.clone()).unwrap();
            let (pushes, start, limits) = (moves.pushes(), Position::start(level), Limits::default());
            let matching = Matching::new(pushes);
            let run = AStar::default().run(pushes, &pushes.start(), &matching, &limits, &mut ());
            let Outcome::Solved { moves: found, cost, proof: Proof::Optimal } = run.outcome else {
                panic!("{}", entry.name)
            };
            let played = |steps| {
                let mut position = start.clone();
                for step in steps {
                    position.try_move(step).expect("a legal step");
                }
                assert!(position.is_solved(), "{}", entry.name);
                (position.pushes(), position.moves())
            };
            assert_eq!((cost, played(pushes.steps(&start, &found)).0), (entry.pushes, found.len()), "{}", entry.name);
            let run = AStar::default().run(&moves, &moves.start(), &matching, &limits, &mut ());
            let Outcome::Solved { moves: found, cost, proof: Proof::Optimal } = run.outcome else {
                panic!("{}", entry.name)
            };
            assert_eq!(cost, entry.moves, "{}", entry.name);
            assert_eq!(u32::try_from(played(moves.steps(&start, &found)).1), Ok(cost), "{}", entry.name);
        }
    }

    #[test]
    fn names_are_plain_and_different() {
        let mut names: Vec<&str> = entries().iter().map(|entry| entry.name).collect();
        assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), entries().len());
        assert!(entries().is_sorted_by_key(|entry| entry.pushes));
        assert!(entries().iter().all(|entry| find(entry.title) == find(entry.name) && find(entry.name) == Some(entry)));
        assert_eq!(find(""), None);
        assert_eq!(find("no such level"), None);
    }
}
