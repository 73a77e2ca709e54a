//! Random positions.

use serde::{Deserialize, Serialize};

use crate::error::EngineError;
use crate::request::{BlocksPuzzle, GraphPuzzle, HanoiPuzzle, Kind, Puzzle, SokobanPuzzle, TilesPuzzle};
use crate::rules::Rules;

/// Which random positions are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RandomRequest {
    /// Of what.
    pub puzzle: RandomPuzzle,
    /// Positions this many random moves from the goal; without it, all that can reach it are equally likely.
    #[serde(default)]
    pub shuffle: Option<u64>,
    /// The same seed gives the same positions, on every machine.
    pub seed: u64,
}

/// A puzzle without a start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RandomPuzzle {
    /// Sliding tiles.
    Tiles {
        /// The size, such as `4x4`.
        size: String,
        /// The goal that they can reach: `blank-last`, `blank-first` or a position.
        goal: String,
    },
    /// Towers of Hanoi.
    Hanoi {
        /// How many discs.
        discs: usize,
        /// How many pegs.
        pegs: usize,
        /// The goal from which a shuffle starts: `last`, a peg's letter or an arrangement.
        goal: String,
    },
    /// Tiles on a graph.
    Graph {
        /// The graph's edges.
        edges: String,
        /// The goal that they can reach: `blank-last`, `blank-first` or an arrangement.
        goal: String,
    },
    /// Sliding blocks.
    Blocks {
        /// The puzzle, in any format or by its name in the library. A shuffle begins at its start.
        position: String,
        /// The format's name; absent: it is told by its looks.
        #[serde(default)]
        format: Option<String>,
    },
    /// Levels of Sokoban. They cannot be shuffled.
    Sokoban {
        /// Squares of a row, without the walls round it.
        width: usize,
        /// Rows, without the walls above and below.
        height: usize,
        /// How many boxes.
        boxes: usize,
    },
}

impl RandomPuzzle {
    /// The kind of puzzle.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Tiles { .. } => Kind::Tiles,
            Self::Hanoi { .. } => Kind::Hanoi,
            Self::Graph { .. } => Kind::Graph,
            Self::Blocks { .. } => Kind::Blocks,
            Self::Sokoban { .. } => Kind::Sokoban,
        }
    }

    /// The puzzle that begins at one of the positions, with the default metric.
    pub fn at(&self, position: String) -> Puzzle {
        match self {
            Self::Tiles { goal, .. } => Puzzle::Tiles(TilesPuzzle { goal: goal.clone(), ..TilesPuzzle::new(position) }),
            Self::Hanoi { goal, .. } => Puzzle::Hanoi(HanoiPuzzle { goal: goal.clone(), ..HanoiPuzzle::at(position) }),
            Self::Graph { edges, goal } => {
                Puzzle::Graph(GraphPuzzle { goal: goal.clone(), ..GraphPuzzle::new(edges, position) })
            }
            Self::Blocks { .. } => {
                Puzzle::Blocks(BlocksPuzzle { format: Some("native".to_owned()), ..BlocksPuzzle::new(position) })
            }
            Self::Sokoban { .. } => Puzzle::Sokoban(SokobanPuzzle::new(position)),
        }
    }
}

/// An endless sequence of random positions, in normal form.
pub struct RandomPositions(Box<dyn FnMut() -> String>);

impl Iterator for RandomPositions {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        Some((self.0)())
    }
}

impl RandomPositions {
    pub(crate) fn new(next: impl FnMut() -> String + 'static) -> Self {
        Self(Box::new(next))
    }
}

/// Random positions from which the goal can be reached.
///
/// ```
/// use fewest_engine::{RandomPuzzle, RandomRequest, random};
/// let puzzle = RandomPuzzle::Tiles { size: "3x3".into(), goal: "blank-last".into() };
/// let positions: Vec<String> = random(&RandomRequest { puzzle, shuffle: None, seed: 1 })?.take(2).collect();
/// assert_ne!(positions[0], positions[1]);
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// # Errors
/// What is wrong with the puzzle.
pub fn random(request: &RandomRequest) -> Result<RandomPositions, EngineError> {
    let found = match request.puzzle {
        RandomPuzzle::Tiles { .. } => TilesPuzzle::random(request),
        RandomPuzzle::Hanoi { .. } => HanoiPuzzle::random(request),
        RandomPuzzle::Graph { .. } => GraphPuzzle::random(request),
        RandomPuzzle::Blocks { .. } => BlocksPuzzle::random(request),
        RandomPuzzle::Sokoban { .. } => SokobanPuzzle::random(request),
    };
    found.expect("the kind is the request's own")
}
