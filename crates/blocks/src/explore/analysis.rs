//! What is known of a puzzle: an [`Analysis`] and its parts.

use std::fmt::Display;

use fewest_search::{LimitKind, Stats};
use serde::ser::{SerializeMap as _, SerializeStruct as _};
use serde::{Serialize, Serializer};

use crate::explore::difficulty::Difficulty;
use crate::explore::starting_at;
use crate::metric::Metric;
use crate::position::Position;

/// A part of an analysis. As JSON: the part itself, or an object that says why it is `missing`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure<T> {
    /// It is known.
    Known(T),
    /// It is not, and why.
    Missing(Why),
}

impl<T> Figure<T> {
    /// What is known.
    pub fn known(&self) -> Option<&T> {
        if let Self::Known(part) = self { Some(part) } else { None }
    }

    pub(super) fn of(result: Result<T, LimitKind>) -> Self {
        result.map_or_else(|limit| Self::Missing(Why::Limit(limit)), Self::Known)
    }
}

/// Why a part is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// A limit came first.
    #[error("{}", reached(*.0))]
    Limit(LimitKind),
    /// The graph of all states and moves does not fit into memory.
    #[error("the graph of all states and moves does not fit into memory")]
    Graph,
    /// No goal is within reach.
    #[error("no goal can be reached")]
    Unsolvable,
    /// The start is a goal.
    #[error("the start is a goal")]
    AtGoal,
    /// It was not asked for.
    #[error("it was not requested")]
    Unasked,
}

impl Serialize for Why {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("missing", &self.to_string())?;
        map.end()
    }
}

/// That a limit ended it, in words.
pub(super) fn reached(limit: LimitKind) -> String {
    match limit {
        LimitKind::Cancelled => "cancelled".to_owned(),
        limit => format!("{limit} reached"),
    }
}

/// Whether a puzzle can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// In so many moves and no fewer.
    Solved(u32),
    /// No: everything within reach was looked at.
    Unsolvable,
    /// A limit came first.
    Unknown {
        /// No solution is shorter.
        at_least: u32,
        /// The limit.
        limit: LimitKind,
    },
    /// It makes no sense to ask: the piece that would be missing is one that a goal names.
    Unasked,
}

impl Verdict {
    /// The optimum.
    pub fn optimum(self) -> Option<u32> {
        if let Self::Solved(optimum) = self { Some(optimum) } else { None }
    }
}

/// Of a verdict, JSON has the optimum alone.
impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.optimum().serialize(serializer)
    }
}

/// Writes what is JSON as it prints.
pub(super) fn printed<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// What can be reached from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// States that were met, alike pieces not told apart. All there are, unless a limit came first.
    pub states: u64,
    /// Those of them that are goals.
    pub goals: u64,
    /// How many states there are at each distance from the start. Where a limit came first, the last layer may lack some.
    pub layers: Vec<u64>,
    /// The limit that came first, if one did.
    pub limit: Option<LimitKind>,
    /// Whether it can be solved, and the optimum.
    pub verdict: Verdict,
    /// Whether every move can be taken back: nothing can leave the board.
    pub is_reversible: bool,
    /// Moves from all states together, a move and its return counted as two, moves to the same state as one; where the
    /// graph fitted into memory.
    pub moves: Option<u64>,
}

impl Reach {
    /// How far the farthest state is from the start; `None` where a limit came first.
    pub fn eccentricity(&self) -> Option<u32> {
        let last = self.layers.len().checked_sub(1).and_then(|last| u32::try_from(last).ok());
        last.filter(|_| self.limit.is_none())
    }
}

/// How far the states are from the nearest goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoalDistances {
    /// How many states there are at each distance.
    pub layers: Vec<u64>,
    /// The mean over the states from which a goal can be reached.
    pub mean: f64,
    /// How far the hardest starts are.
    pub hardest: u32,
    /// How many of these there are.
    pub hardest_count: u64,
    /// Some of these: [`starting_at`](crate::explore::starting_at) makes a puzzle of each. In JSON they are such puzzles, or
    /// grids where a piece has left the board.
    #[serde(serialize_with = "as_puzzles")]
    pub hardest_starts: Vec<Position>,
    /// States from which no goal can be reached. There are none where every move can be taken back.
    pub lost: u64,
}

fn as_puzzles<S: Serializer>(starts: &[Position], serializer: S) -> Result<S::Ok, S::Error> {
    let start = |start| starting_at(start).map_or_else(|| start.to_string(), |puzzle| puzzle.to_string());
    serializer.collect_seq(starts.iter().map(start))
}

/// Two states that are far apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// How many moves the way from the first to the second takes.
    pub distance: u32,
    /// No pair is farther apart; `None` where that is unknown. A pair counts where a way leads from one to the other.
    pub at_most: Option<u32>,
    /// The first.
    #[serde(serialize_with = "printed")]
    pub from: Position,
    /// The second.
    #[serde(serialize_with = "printed")]
    pub to: Position,
    /// Searches through the whole graph that were made.
    #[serde(skip)]
    pub sweeps: u64,
    /// The limit that came first, if one did.
    #[serde(skip)]
    pub limit: Option<LimitKind>,
}

impl Pair {
    /// Whether no pair is farther apart: the distance is the diameter.
    pub fn is_exact(&self) -> bool {
        self.at_most == Some(self.distance)
    }
}

/// All shortest solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// How many there are. Two differ where they pass different states.
    pub count: u128,
    /// Whether the count is exact; else there are more than 128 bits can say.
    pub is_exact: bool,
    /// Goal states in which one of them ends.
    pub ends: u64,
    /// States that one of them passes, both ends included.
    pub states: u64,
    /// Moves that one of them makes.
    pub moves: u64,
    /// States after the start that all of them pass.
    pub forced_states: u32,
    /// Moves that all of them make.
    pub forced_moves: u32,
}

impl Serialize for Solutions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = u64::try_from(self.count);
        let mut solutions = serializer.serialize_struct("Solutions", 6)?;
        solutions.serialize_field("count", &count.unwrap_or(u64::MAX))?;
        solutions.serialize_field("exact", &(self.is_exact && count.is_ok()))?;
        solutions.serialize_field("ends", &self.ends)?;
        solutions.serialize_field("positions", &self.states)?;
        solutions.serialize_field("forced_positions", &self.forced_states)?;
        solutions.serialize_field("forced_moves", &self.forced_moves)?;
        solutions.end()
    }
}

/// Where a player can only turn back, and where everyone must pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Traps {
    /// States other than goals with one move only: back, as a rule.
    pub dead_ends: u64,
    /// States other than goals without any move.
    pub stuck: u64,
    /// States from which no goal can be reached.
    #[serde(skip)]
    pub lost: u64,
    /// How many states after the start every solution passes, however long it is.
    pub passes: u64,
    /// Some of these, spread over the way, each with its distance from the start.
    #[serde(rename = "examples", serialize_with = "with_depths")]
    pub pass_states: Vec<(u32, Position)>,
    /// Moves that every solution makes.
    pub pass_moves: u64,
}

fn with_depths<S: Serializer>(states: &[(u32, Position)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(states.iter().map(|(depth, position)| (depth, position.to_string())))
}

/// What is offered on the way of a shortest solution: means over all of them.
///
/// A move is offered where it does not take the last one back and leads where the last move could not have led instead.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Choices {
    /// Moves from a state, over all states within reach.
    pub branching: f64,
    /// Moves from a state on the way.
    pub branching_on_the_way: f64,
    /// Moves that are offered in a state on the way.
    pub offered: f64,
    /// The share of what is offered that does not lead nearer to a goal.
    pub wrong_turns: f64,
    /// The share of what is offered that leads farther away from all goals.
    pub turns_away: f64,
    /// Moves without an alternative.
    pub forced: f64,
    /// Moves after which the pieces that a goal names are, as if alone, more steps away from it than before.
    pub counterintuitive: f64,
    /// How much must be known to move right: the sum, over the way, of the binary logarithm of moves offered for each
    /// right one.
    #[serde(skip)]
    pub bits: f64,
}

/// What a piece is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// A goal names it.
    #[serde(rename = "goal")]
    Named,
    /// For nothing: without it the optimum is the same.
    #[serde(rename = "nothing")]
    None,
    /// As an obstacle: some shortest solution leaves it where it is, but without it the optimum is another.
    AsWall,
    /// Every shortest solution moves it, and without it the optimum is another.
    Moves,
}

/// A piece, and what becomes of the puzzle without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PieceRole {
    /// The number of the piece.
    #[serde(skip)]
    pub piece: usize,
    /// Its label.
    pub label: char,
    /// Whether a goal names it, or one that it may stand in for.
    #[serde(skip)]
    pub is_named: bool,
    /// The puzzle without it.
    pub without: Verdict,
    /// The puzzle with the piece fixed where it starts: the same optimum where a shortest solution never moves it.
    pub fixed: Verdict,
    /// What it is needed for; `None` where a limit came first.
    #[serde(rename = "needed")]
    pub need: Option<Need>,
}

/// Which pieces are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// All pieces in order.
    pub roles: Vec<PieceRole>,
}

impl Pieces {
    /// Whether the puzzle is minimal: no piece that no goal names can be removed without a change of the optimum. `None`
    /// where a limit came first.
    pub fn is_minimal(&self) -> Option<bool> {
        if self.roles.iter().any(|role| role.need == Some(Need::None)) {
            return Some(false);
        }
        self.roles.iter().all(|role| role.need.is_some()).then_some(true)
    }
}

impl Serialize for Pieces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pieces = serializer.serialize_struct("Pieces", 2)?;
        pieces.serialize_field("minimal", &self.is_minimal())?;
        pieces.serialize_field("roles", &self.roles)?;
        pieces.end()
    }
}

/// What is known of a puzzle under a metric. It prints as a report for people; as JSON it has what is told of sliding blocks
/// alone, and the distances to goals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The metric.
    #[serde(skip)]
    pub metric: Metric,
    /// What can be reached.
    #[serde(skip)]
    pub reach: Reach,
    /// How far states are from goals.
    #[serde(rename = "to_goal")]
    pub goal_distances: Figure<GoalDistances>,
    /// All shortest solutions.
    pub solutions: Figure<Solutions>,
    /// The most distant pair.
    #[serde(rename = "farthest_pair")]
    pub pair: Figure<Pair>,
    /// Dead ends and passes.
    #[serde(rename = "bottlenecks")]
    pub traps: Figure<Traps>,
    /// What is offered on the way.
    pub choices: Figure<Choices>,
    /// How hard it is.
    pub difficulty: Figure<Difficulty>,
    /// Which pieces are needed.
    pub pieces: Figure<Pieces>,
    /// What was done: sums over all parts, and the most memory that was held.
    #[serde(skip)]
    pub stats: Stats,
}

impl Analysis {
    /// An analysis of which no more than this is known.
    pub(super) fn without_graph(metric: Metric, reach: Reach, why: Why) -> Self {
        let pieces = match reach.verdict {
            Verdict::Unsolvable => Why::Unsolvable,
            _ => reach.limit.map_or(Why::Unasked, Why::Limit),
        };
        Self {
            metric,
            reach,
            goal_distances: Figure::Missing(why),
            solutions: Figure::Missing(why),
            pair: Figure::Missing(why),
            traps: Figure::Missing(why),
            choices: Figure::Missing(why),
            difficulty: Figure::Missing(why),
            pieces: Figure::Missing(pieces),
            stats: Stats::default(),
        }
    }

    /// Notes why what is about goals is missing.
    pub(super) fn leave_out(&mut self, why: Why) {
        self.goal_distances = Figure::Missing(why);
        self.solutions = Figure::Missing(why);
        self.leave_out_way(why);
        self.pieces = Figure::Missing(why);
    }

    /// Notes why what is about the way to a goal is missing.
    pub(super) fn leave_out_way(&mut self, why: Why) {
        self.traps = Figure::Missing(why);
        self.choices = Figure::Missing(why);
        self.difficulty = Figure::Missing(why);
    }
}
