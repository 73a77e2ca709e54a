//! The kinds of puzzles, described.

use serde::Serialize;

use crate::request::{BlocksPuzzle, GraphPuzzle, HanoiPuzzle, Kind, Puzzle, SokobanPuzzle, TilesPuzzle};

/// A kind of puzzle, described.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindInfo {
    /// Which one.
    pub kind: Kind,
    /// What it is called.
    pub title: &'static str,
    /// What is to be done, in a sentence.
    pub about: &'static str,
    /// The ways of counting moves; the first is the default.
    pub metrics: &'static [MetricInfo],
    /// A puzzle to begin with.
    pub example: Puzzle,
}

/// A way of counting moves, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MetricInfo {
    /// The name to write.
    pub name: &'static str,
    /// What counts as one move.
    pub about: &'static str,
}

const fn metric(name: &'static str, about: &'static str) -> MetricInfo {
    MetricInfo { name, about }
}

const TILES: &[MetricInfo] =
    &[metric("stm", "one tile, one cell"), metric("mtm", "any number of tiles of one line, one cell, together")];
const MOVES: &[MetricInfo] = &[metric("moves", "every move")];
const BLOCKS: &[MetricInfo] = &[
    metric("move", "one piece on any path"),
    metric("step", "one piece, one square"),
    metric("slide", "one piece in a straight line"),
    metric("group", "pieces that hang together, in a straight line"),
];
const SOKOBAN: &[MetricInfo] = &[
    metric("push", "a box that is pushed by one square; walks are free"),
    metric("move", "a step of the player, with or without a box"),
];

/// All kinds of puzzles.
///
/// ```
/// let kinds = fewest_engine::catalog::kinds();
/// assert!(kinds.iter().all(|info| info.example.kind() == info.kind && info.example.metric() == info.metrics[0].name));
/// ```
pub fn kinds() -> Vec<KindInfo> {
    super::ALL.iter().map(|&kind| info(kind)).collect()
}

fn info(kind: Kind) -> KindInfo {
    let (title, about, metrics, example) = match kind {
        Kind::Tiles => (
            "Sliding tiles",
            "Slide numbered tiles over the one free cell until they are in order",
            TILES,
            Puzzle::Tiles(TilesPuzzle::new("5 3 8/0 2 4/1 7 6")),
        ),
        Kind::Hanoi => (
            "Towers of Hanoi",
            "Carry a tower of discs to another peg, disc by disc, none ever on a smaller one",
            MOVES,
            Puzzle::Hanoi(HanoiPuzzle::new(4, 3)),
        ),
        Kind::Graph => (
            "Tiles on a graph",
            "Slide numbered tiles along the edges of a graph over its one free vertex until they are in order",
            MOVES,
            Puzzle::Graph(GraphPuzzle::new("1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4", "5 0 3 2 1 6 4")),
        ),
        Kind::Blocks => (
            "Sliding blocks",
            "Move blocks about within their frame until some are where the goal wants them: Klotski, Rush Hour and more",
            BLOCKS,
            Puzzle::Blocks(BlocksPuzzle::new("klotski")),
        ),
        Kind::Sokoban => (
            "Sokoban",
            "Push every box onto a goal; boxes cannot be pulled",
            SOKOBAN,
            Puzzle::Sokoban(SokobanPuzzle::new("two-rooms")),
        ),
    };
    KindInfo { kind, title, about, metrics, example }
}
