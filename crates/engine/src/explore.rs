//! Everything about a puzzle, for those who design them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::answer::Outcome;
use crate::error::EngineError;
use crate::event::Event;
use crate::request::{Kind, Limits, Puzzle, SCHEMA_VERSION};
use crate::{blocks, graph, hanoi, sokoban, tiles};
use fewest_search::Cancel;

/// What is to be explored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploreRequest {
    /// The schema that this request is written in.
    #[serde(default = "current_version")]
    pub version: u32,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether to stop at reach, distances and solutions.
    #[serde(default)]
    pub quick: bool,
    /// How many positions to show where there are several.
    #[serde(default = "few")]
    pub samples: usize,
    /// How many threads count together; absent: one for each core. Sliding blocks and Sokoban take one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// A directory for the table of a count that is larger than the memory limit; not for sliding blocks and Sokoban.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spill: Option<PathBuf>,
    /// How far to go.
    #[serde(default)]
    pub limits: Limits,
}

fn current_version() -> u32 {
    SCHEMA_VERSION
}

fn few() -> usize {
    3
}

impl ExploreRequest {
    /// A request to explore a puzzle in full.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            version: SCHEMA_VERSION,
            puzzle,
            quick: false,
            samples: few(),
            threads: None,
            spill: None,
            limits: Limits::default(),
        }
    }

    /// Refuses what is of no use to a puzzle whose positions one thread keeps in memory.
    pub(crate) fn on_one_thread_in_memory(&self, puzzle: Kind, reason: &'static str) -> Result<(), EngineError> {
        let useless = [("spill", self.spill.is_some()), ("threads", self.threads.is_some_and(|threads| threads > 1))];
        match useless.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(EngineError::UselessForCount { option, puzzle, reason }),
            None => Ok(()),
        }
    }
}

/// What was found. `docs/explore.md` defines every figure, and `docs/blocks-explore.md` those of sliding blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exploration {
    /// The schema that this is written in.
    pub version: u32,
    /// The kind of puzzle.
    pub puzzle: Kind,
    /// The puzzle in normal form; the goal, where no start was given and everything was counted from there.
    pub position: String,
    /// The goal in normal form, where it does not stand in the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// What counts as one move.
    pub metric: String,
    /// Whether it can be solved; without a start: whether everything was counted.
    pub outcome: Outcome,
    /// The length of a shortest solution.
    pub optimum: Option<u32>,
    /// No solution is shorter than this.
    pub lower_bound: Option<u32>,
    /// The limit that ended the exploration early, in words.
    pub limit: Option<String>,
    /// Positions that can be reached, alike pieces not told apart.
    pub positions: u64,
    /// Those of them that are goals.
    pub goals: u64,
    /// How many there are at each distance from the start, or from the goal where no start was given. As far as layers are
    /// complete, if a limit came.
    pub layers: Vec<u64>,
    /// Whether every move can be taken back. Of Sokoban this is not asked, and is false.
    pub reversible: bool,
    /// Distances to the nearest goal.
    pub to_goal: Part<ToGoal>,
    /// What is told of sliding blocks alone.
    #[serde(flatten)]
    pub design: Option<Design>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The most bytes that were held.
    pub peak_memory_bytes: u64,
    /// The most bytes that files had, where there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_disk_bytes: Option<u64>,
    /// All of it as text for people.
    #[serde(skip)]
    pub text: String,
}

/// What matters to those who design puzzles of pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// All shortest solutions.
    pub solutions: Part<Solutions>,
    /// The two positions that are farthest apart.
    pub farthest_pair: Part<FarthestPair>,
    /// Dead ends, and where every solution must pass.
    pub bottlenecks: Part<Bottlenecks>,
    /// What is offered on the way of a shortest solution.
    pub choices: Part<Choices>,
    /// Which pieces are needed.
    pub pieces: Part<Pieces>,
    /// How hard it is.
    pub difficulty: Part<Difficulty>,
}

/// A part of an exploration, or why it is missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Part<T> {
    /// What is known.
    Known(T),
    /// Why it is not.
    Missing {
        /// In words.
        missing: String,
    },
}

impl<T> Part<T> {
    /// A part that is not known.
    pub(crate) fn missing(why: impl Into<String>) -> Self {
        Self::Missing { missing: why.into() }
    }
}

/// Distances to the nearest goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToGoal {
    /// How many positions there are at each.
    pub layers: Vec<u64>,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub hardest: u32,
    /// How many positions are that far.
    pub hardest_count: u64,
    /// Some of these, each as a puzzle that starts there; as a grid where a piece has left the board.
    pub hardest_starts: Vec<String>,
    /// Positions from which no goal can be reached.
    pub lost: u64,
}

/// All shortest solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solutions {
    /// How many there are that pass different positions.
    pub count: u64,
    /// Whether there are no more than that.
    pub exact: bool,
    /// Goal positions in which they end.
    pub ends: u64,
    /// Positions that some of them pass.
    pub positions: u64,
    /// Positions after the start that all of them pass.
    pub forced_positions: u32,
    /// Moves that all of them make.
    pub forced_moves: u32,
}

/// Two positions that are far apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FarthestPair {
    /// Moves from one to the other.
    pub distance: u32,
    /// No pair is farther apart than this, where that is known.
    pub at_most: Option<u32>,
    /// The one, as a grid.
    pub from: String,
    /// The other, as a grid.
    pub to: String,
}

/// Dead ends, and where every solution must pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bottlenecks {
    /// Positions with a single move.
    pub dead_ends: u64,
    /// Positions without any move.
    pub stuck: u64,
    /// Positions after the start that every solution passes, however long it is.
    pub passes: u64,
    /// Moves that every solution makes.
    pub pass_moves: u64,
    /// Some of these positions, with the distance from the start and as a grid.
    pub examples: Vec<(u32, String)>,
}

/// What is offered on the way of a shortest solution, on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choices {
    /// Moves from a position.
    pub branching: f64,
    /// Moves from a position on the way.
    pub branching_on_the_way: f64,
    /// Moves on offer after each move.
    pub offered: f64,
    /// The share of these that leads no nearer to a goal.
    pub wrong_turns: f64,
    /// The share of these that leads farther away.
    pub turns_away: f64,
    /// Moves without an alternative.
    pub forced: f64,
    /// Moves by which named pieces go away from their goals.
    pub counterintuitive: f64,
}

/// Which pieces are needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pieces {
    /// Whether no piece can be left out without a change of the optimum; absent where that is unknown.
    pub minimal: Option<bool>,
    /// Each piece.
    pub roles: Vec<PieceRole>,
}

/// What a piece is needed for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceRole {
    /// Its label.
    pub label: char,
    /// `goal`, `nothing`, `as-wall`, `moves`; absent where it is unknown.
    pub needed: Option<String>,
    /// The optimum without it, where there is one.
    pub without: Option<u32>,
    /// The optimum where it may not move, where there is one.
    pub fixed: Option<u32>,
}

/// How hard a puzzle is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difficulty {
    /// The figure.
    pub bits: f64,
    /// The word for it.
    pub grade: String,
}

/// Explores a puzzle. Of tiles, Towers of Hanoi and graphs the start may be left out (an empty position): then everything is
/// counted from the goal.
///
/// ```
/// use fewest_engine::{TilesPuzzle, Cancel, ExploreRequest, Part, Puzzle, explore};
/// let board = TilesPuzzle { size: Some("3x2".to_owned()), ..TilesPuzzle::new("") };
/// let found = explore(&ExploreRequest::new(Puzzle::Tiles(board)), &Cancel::new(), &mut |_| ())?;
/// let Part::Known(to_goal) = &found.to_goal else { panic!("it is small") };
/// assert_eq!((found.positions, to_goal.hardest, to_goal.hardest_starts[0].as_str()), (360, 21, "4 5 0/1 2 3"));
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// ```
/// use fewest_engine::{BlocksPuzzle, Cancel, ExploreRequest, Puzzle, explore};
/// let request = ExploreRequest::new(Puzzle::Blocks(BlocksPuzzle::new("pennant")));
/// let found = explore(&request, &Cancel::new(), &mut |_| ())?;
/// assert_eq!((found.positions, found.goals, found.optimum), (1398, 32, Some(59)));
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// # Errors
/// What is wrong with the puzzle; that its positions are too many for memory and no directory is named, or too many for that
/// too. Limits are part of what was found.
pub fn explore(
    request: &ExploreRequest,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Exploration, EngineError> {
    if request.version != SCHEMA_VERSION {
        return Err(EngineError::Version { found: request.version });
    }
    match &request.puzzle {
        Puzzle::Tiles(puzzle) => tiles::explore(puzzle, request, cancel, sink),
        Puzzle::Hanoi(puzzle) => hanoi::explore(puzzle, request, cancel, sink),
        Puzzle::Graph(puzzle) => graph::explore(puzzle, request, cancel, sink),
        Puzzle::Blocks(puzzle) => blocks::explore(puzzle, request, cancel, sink),
        Puzzle::Sokoban(puzzle) => sokoban::explore(puzzle, request, cancel, sink),
    }
}
