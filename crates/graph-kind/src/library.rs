//! Graphs that are worth a puzzle, with a position far from the goal. The optima are proven again by the tests.

use fewest_engine::kit::optima;
use fewest_engine::{LibraryEntry, Puzzle};
use fewest_graph::Class;

use crate::asked::{Asked, what};
use crate::{INFO, METRIC};

/// A puzzle on a graph.
struct Known {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    edges: &'static str,
    position: &'static str,
    optimum: u64,
}

const KNOWN: [Known; 5] = [
    Known {
        name: "wheel",
        title: "Wheel",
        about: "A ring of six with a hub: all arrangements can be reached",
        edges: "1-2 2-3 3-4 4-5 5-6 6-1 1-7 2-7 3-7 4-7 5-7 6-7",
        position: "4 5 6 1 2 3 0",
        optimum: 15,
    },
    Known {
        name: "theta-zero",
        title: "Theta zero",
        about: "The exception in Wilson's theorem (1974): most arrangements cannot be reached",
        edges: "1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4",
        position: "5 0 3 2 1 6 4",
        optimum: 23,
    },
    Known {
        name: "cube",
        title: "Cube",
        about: "The corners and edges of a cube",
        edges: "1-2 2-3 3-4 4-1 5-6 6-7 7-8 8-5 1-5 2-6 3-7 4-8",
        position: "6 7 5 4 3 2 1 0",
        optimum: 16,
    },
    Known {
        name: "petersen",
        title: "Petersen graph",
        about: "Ten vertices, each with three neighbours that are not joined to each other",
        edges: "1-2 2-3 3-4 4-5 5-1 1-6 2-7 3-8 4-9 5-10 6-8 8-10 10-7 7-9 9-6",
        position: "9 8 7 6 5 4 3 2 1 0",
        optimum: 22,
    },
    Known {
        name: "eight",
        title: "Figure of eight",
        about: "Two rings of five vertices that share one: no tile changes rings for good",
        edges: "1-2 2-3 3-4 4-5 5-1 5-6 6-7 7-8 8-9 9-5",
        position: "3 4 0 1 2 8 5 6 7",
        optimum: 17,
    },
];

/// The graphs.
pub(crate) fn library() -> Vec<LibraryEntry> {
    let entry = |known: &Known| {
        let puzzle = Puzzle::new(INFO.name, known.position).with("edges", known.edges);
        let goal = Asked::read(&puzzle).ok()?.goal;
        Some(LibraryEntry {
            name: known.name.to_owned(),
            title: known.title.to_owned(),
            about: Some(known.about.to_owned()),
            size: what(goal.graph()).trim_start_matches("a graph of ").to_owned(),
            optimum: optima([(METRIC, known.optimum)]),
            puzzle,
            also: Vec::new(),
            facts: vec![("positions".to_owned(), u64::try_from(Class::of(&goal).count()?).ok()?)],
            text: format!("# edges: {}\n{}\n", known.edges, known.position),
        })
    };
    KNOWN.iter().filter_map(entry).collect()
}
