//! How many positions there are at each distance, against counts made by another program.

use fewest_conformance::oracle::Table;
use fewest_tiles::{Mtm, Nibbles, Position, Stm};

use crate::support::{position, tiles};

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../data/tiles/layers/", $name, ".txt")))),*]
    };
}

const FILES: [(&str, &str); 26] = files![
    "1x1-stm",
    "1x1-mtm",
    "1x5-stm",
    "1x5-mtm",
    "5x1-stm",
    "5x1-mtm",
    "2x2-stm",
    "2x2-mtm",
    "2x3-stm",
    "2x3-mtm",
    "2x3-middle-stm",
    "2x3-middle-mtm",
    "3x2-stm",
    "3x2-mtm",
    "2x4-stm",
    "2x4-mtm",
    "4x2-stm",
    "4x2-mtm",
    "3x3-stm",
    "3x3-mtm",
    "3x3-first-stm",
    "3x3-first-mtm",
    "3x3-centre-stm",
    "3x3-centre-mtm",
    "3x3-edge-stm",
    "3x3-edge-mtm",
];

/// What a data file says.
struct Layers {
    goal: Position,
    metric: String,
    counts: Vec<u64>,
}

impl Layers {
    fn read(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut field = |name: &str| lines.next().and_then(|line| line.strip_prefix(name)).expect(name).trim();
        let (goal, metric) = (position(field("goal ")), field("metric ").to_owned());
        let mut counts = Vec::new();
        for line in lines {
            let (distance, count) = line.split_once(' ').expect("distance and count");
            assert_eq!(distance.parse(), Ok(counts.len()), "distances follow each other");
            counts.push(count.parse().expect("a count"));
        }
        Self { goal, metric, counts }
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
    for (name, text) in FILES {
        let layers = Layers::read(text);
        assert_eq!(layers.recount(), layers.counts, "{name}");
    }
}

/// The published figures for the 8-puzzle.
#[test]
fn the_8_puzzle_is_as_known() {
    let counts = |name: &str| Layers::read(FILES.iter().find(|file| file.0 == name).expect(name).1).counts;
    let stm = counts("3x3-stm");
    assert_eq!(stm.iter().sum::<u64>(), 181_440);
    let by_fives: Vec<u64> = stm.chunks(5).map(|chunk| chunk.iter().sum()).collect();
    assert_eq!(by_fives, [31, 389, 4_347, 33_042, 102_326, 41_082, 223]);
    assert_eq!((stm.len() - 1, stm[31]), (31, 2));
    let mtm = counts("3x3-mtm");
    assert_eq!((mtm.iter().sum::<u64>(), mtm.len() - 1), (181_440, 24));
}
