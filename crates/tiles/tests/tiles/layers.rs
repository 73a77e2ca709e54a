//! How many positions there are at each distance, against counts made by another program.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use fewest_conformance::oracle::Table;
use fewest_tiles::{Mtm, Nibbles, Position, Stm};

use crate::support::{position, tiles};

/// Boards of more positions take the oracle too much memory.
const MANY: u64 = 200_000;

/// What a data file says.
pub(crate) struct Layers {
    pub(crate) goal: Position,
    pub(crate) metric: String,
    pub(crate) counts: Vec<u64>,
}

impl Layers {
    fn read(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut field = |name: &str| lines.next().and_then(|line| line.strip_prefix(name)).expect(name).trim();
        let (goal, metric) = (position(field("goal ")), field("metric ").to_owned());
        let count = |(distance, line): (usize, &str)| {
            let (found, count) = line.split_once(' ').expect("distance and count");
            assert_eq!(found.parse(), Ok(distance), "distances follow each other");
            count.parse().expect("a count")
        };
        Self { goal, metric, counts: lines.enumerate().map(count).collect() }
    }

    /// Every data file, by its name.
    pub(crate) fn all() -> BTreeMap<String, Self> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tiles/layers");
        let paths = fs::read_dir(folder).expect("the data are there").map(|entry| entry.expect("a file").path());
        let read = |path: PathBuf| {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
            (name, Self::read(&fs::read_to_string(&path).expect("it can be read")))
        };
        let all: BTreeMap<String, Self> = paths.map(read).collect();
        assert!(all.len() >= 34);
        all
    }

    pub(crate) fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn recount(&self) -> Vec<u64> {
        let table = match self.metric.as_str() {
            "stm" => Table::new(&tiles::<Nibbles, Stm>(&self.goal)),
            "mtm" => Table::new(&tiles::<Nibbles, Mtm>(&self.goal)),
            other => panic!("no metric {other}"),
        };
        table.expect("every position reaches the goal").layers()
    }
}

#[test]
fn layers_are_as_counted_elsewhere() {
    let small: Vec<(String, Layers)> = Layers::all().into_iter().filter(|(_, layers)| layers.total() < MANY).collect();
    assert!(small.len() >= 26);
    for (name, layers) in small {
        assert_eq!(layers.recount(), layers.counts, "{name}");
    }
}

/// The published figures for the 8-puzzle.
#[test]
fn the_8_puzzle_is_as_known() {
    let all = Layers::all();
    let (stm, mtm) = (&all["3x3-stm"].counts, &all["3x3-mtm"].counts);
    assert_eq!(stm.iter().sum::<u64>(), 181_440);
    let by_fives: Vec<u64> = stm.chunks(5).map(|chunk| chunk.iter().sum()).collect();
    assert_eq!(by_fives, [31, 389, 4_347, 33_042, 102_326, 41_082, 223]);
    assert_eq!((stm.len() - 1, stm[31]), (31, 2));
    assert_eq!((mtm.iter().sum::<u64>(), mtm.len() - 1), (181_440, 24));
}
