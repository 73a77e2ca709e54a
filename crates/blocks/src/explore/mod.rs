//! Everything about a puzzle: what can be reached, what is hardest, how many solutions there are, where one must pass,
//! which pieces matter.
//!
//! This is for those who design puzzles. `docs/blocks-explore.md` defines every figure. An [`Explorer`] builds the graph
//! of all states within reach once and asks everything of it; an [`Analysis`] holds the answers. Each part is there or
//! says why not: a limit that comes first leaves what is known by then. Where the graph does not fit into memory, the
//! states alone are explored, in a few bytes each, and what needs the graph is left out.
//!
//! ```
//! use std::sync::Arc;
//! use fewest_blocks::explore::{Explorer, Verdict};
//! use fewest_blocks::{Blocks, Metric, Puzzle};
//! use fewest_search::Limits;
//!
//! let pennant: Puzzle = "AA11\nAA22\n78..\n6533\n6544\n\n....\n....\n....\nAA..\nAA..".parse()?;
//! let space = Blocks::<u64, u64>::new(Arc::new(pennant), Metric::Move)?;
//! let analysis = Explorer::default().run(&space, &Limits::default(), &mut ());
//! assert_eq!((analysis.reach.states, analysis.reach.goals), (1_398, 32));
//! assert_eq!(analysis.reach.verdict, Verdict::Solved(59));
//! let pair = analysis.pair.known().expect("the graph is small");
//! assert_eq!((pair.distance, pair.is_exact()), (105, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choices;
mod difficulty;
mod graph;
mod pair;
mod pieces;
mod purse;
mod report;
mod solutions;
mod survey;
mod sweep;
mod traps;

use std::num::NonZeroUsize;

use fewest_search::{LimitKind, Limits, Observer, Stats};

use crate::bits::Bits;
use crate::key::Key;
use crate::metric::Metric;
use crate::position::Position;
use crate::space::Blocks;
pub use difficulty::{Difficulty, Grade};
use graph::Graph;
pub use pieces::starting_at;
use purse::Purse;
use solutions::Shortest;
pub use survey::Explorable;
use sweep::Sweep;

/// What is asked of a puzzle, and how much may be spent on it beyond the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explorer {
    /// Whether to look beyond reach, distances and solutions: the most distant pair, passes, choices and pieces.
    pub is_full: bool,
    /// How many positions to show where there are several.
    pub samples: usize,
    /// States and moves that may be looked at for the most distant pair.
    pub pair_work: u64,
    /// States that may be expanded for each question about a piece.
    pub piece_expansions: u64,
    /// Threads, where the states alone are explored.
    pub threads: NonZeroUsize,
}

impl Default for Explorer {
    /// Everything.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { is_full: true, samples: 3, pair_work: 1 << 34, piece_expansions: 1 << 25, threads }
    }
}

/// A part of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub enum Part<T> {
    /// It is known.
    Known(T),
    /// It is not, and why.
    Missing(Why),
}

impl<T> Part<T> {
    /// What is known.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(part) => Some(part),
            Self::Missing(_) => None,
        }
    }

    /// Why it is missing.
    pub fn why(&self) -> Option<Why> {
        match self {
            Self::Known(_) => None,
            Self::Missing(why) => Some(*why),
        }
    }

    fn of(result: Result<T, LimitKind>) -> Self {
        match result {
            Ok(part) => Self::Known(part),
            Err(limit) => Self::Missing(Why::Limit(limit)),
        }
    }
}

/// Why a part is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// A limit came first.
    #[error("{0} reached")]
    Limit(LimitKind),
    /// The graph of all states and moves does not fit into memory.
    #[error("the graph of all states and moves does not fit into memory")]
    Graph,
    /// No goal is within reach.
    #[error("no goal is within reach")]
    Unsolvable,
    /// The start is a goal.
    #[error("the start is a goal")]
    AtGoal,
    /// It was not asked for.
    #[error("it was not asked for")]
    Unasked,
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
        match self {
            Self::Solved(optimum) => Some(optimum),
            Self::Unsolvable | Self::Unknown { .. } | Self::Unasked => None,
        }
    }
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
#[derive(Clone, Debug, PartialEq)]
pub struct GoalDistances {
    /// How many states there are at each distance.
    pub layers: Vec<u64>,
    /// The mean over the states from which a goal can be reached.
    pub mean: f64,
    /// How far the hardest starts are.
    pub hardest: u32,
    /// How many of these there are.
    pub hardest_count: u64,
    /// Some of these: [`starting_at`] makes a puzzle of each.
    pub hardest_starts: Vec<Position>,
    /// States from which no goal can be reached. There are none where every move can be taken back.
    pub lost: u64,
}

/// Two states that are far apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// How many moves the way from the first to the second takes.
    pub distance: u32,
    /// No pair is farther apart; `None` where that is unknown. A pair counts where a way leads from one to the other.
    pub at_most: Option<u32>,
    /// The first.
    pub from: Position,
    /// The second.
    pub to: Position,
    /// Searches through the whole graph that were made.
    pub sweeps: u64,
    /// The limit that came first, if one did.
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

/// Where a player can only turn back, and where everyone must pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traps {
    /// States other than goals with one move only: back, as a rule.
    pub dead_ends: u64,
    /// States other than goals without any move.
    pub stuck: u64,
    /// States from which no goal can be reached.
    pub lost: u64,
    /// How many states after the start every solution passes, however long it is.
    pub passes: u64,
    /// Some of these, spread over the way, each with its distance from the start.
    pub pass_states: Vec<(u32, Position)>,
    /// Moves that every solution makes.
    pub pass_moves: u64,
}

/// What is offered on the way of a shortest solution: means over all of them.
///
/// A move is offered where it does not take the last one back and leads where the last move could not have led instead.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    pub bits: f64,
}

/// What a piece is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A goal names it.
    Named,
    /// For nothing: without it the optimum is the same.
    None,
    /// As an obstacle: some shortest solution leaves it where it is, but without it the optimum is another.
    AsWall,
    /// Every shortest solution moves it, and without it the optimum is another.
    Moves,
}

/// A piece, and what becomes of the puzzle without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceRole {
    /// The number of the piece.
    pub piece: usize,
    /// Its label.
    pub label: char,
    /// Whether a goal names it, or one that it may stand in for.
    pub is_named: bool,
    /// The puzzle without it.
    pub without: Verdict,
    /// The puzzle with the piece fixed where it starts: the same optimum where a shortest solution never moves it.
    pub fixed: Verdict,
    /// What it is needed for; `None` where a limit came first.
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

/// What is known of a puzzle under a metric. It prints as a report for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The metric.
    pub metric: Metric,
    /// What can be reached.
    pub reach: Reach,
    /// How far states are from goals.
    pub goal_distances: Part<GoalDistances>,
    /// All shortest solutions.
    pub solutions: Part<Solutions>,
    /// The most distant pair.
    pub pair: Part<Pair>,
    /// Dead ends and passes.
    pub traps: Part<Traps>,
    /// What is offered on the way.
    pub choices: Part<Choices>,
    /// How hard it is.
    pub difficulty: Part<Difficulty>,
    /// Which pieces are needed.
    pub pieces: Part<Pieces>,
    /// What was done: sums over all parts, and the most memory that was held.
    pub stats: Stats,
}

impl Explorer {
    /// Reach, distances and solutions alone.
    pub fn quick() -> Self {
        Self { is_full: false, ..Self::default() }
    }

    /// Analyses a puzzle.
    pub fn run<B: Bits, K: Explorable, O: Observer>(
        &self,
        space: &Blocks<B, K>,
        limits: &Limits,
        observer: &mut O,
    ) -> Analysis {
        let mut purse = Purse::new(limits, observer);
        let built = purse.phase(|meter| Graph::build(space, meter));
        let mut analysis = if built.limit == Some(LimitKind::Memory) {
            drop(built);
            survey::survey(self, space, &mut purse)
        } else {
            let reach = reach(space, &built.graph, built.limit);
            match built.limit {
                Some(limit) => Analysis::without_graph(space.metric(), reach, Why::Limit(limit)),
                None => {
                    purse.hold(built.graph.bytes());
                    let analysis = self.ask(space, &built.graph, reach, &mut purse);
                    purse.release(built.graph.bytes());
                    analysis
                }
            }
        };
        if !self.is_full {
            analysis.pieces = Part::Missing(Why::Unasked);
        } else if let Verdict::Solved(optimum) = analysis.reach.verdict {
            let roles = pieces::roles(space, optimum, self.piece_expansions, &mut purse);
            analysis.pieces = Part::Known(Pieces { roles });
        }
        analysis.stats = purse.close();
        analysis
    }

    /// Asks everything of the graph.
    fn ask<B: Bits, K: Key, O: Observer>(
        &self,
        space: &Blocks<B, K>,
        graph: &Graph<K>,
        reach: Reach,
        purse: &mut Purse<'_, O>,
    ) -> Analysis {
        let verdict = reach.verdict;
        let mut analysis = Analysis::without_graph(space.metric(), reach, Why::Unasked);
        if self.is_full {
            let widest = purse.phase(|meter| pair::widest(graph, self.pair_work, meter));
            analysis.pair = Part::of(widest.map(|widest| pair_of(space, graph, &widest)));
        }
        let Verdict::Solved(optimum) = verdict else {
            analysis.leave_out(Why::Unsolvable);
            if self.is_full {
                let ends = Ends::of(graph);
                let traps = Traps {
                    dead_ends: ends.single,
                    stuck: ends.stuck,
                    lost: graph.len() as u64,
                    passes: 0,
                    pass_states: Vec::new(),
                    pass_moves: 0,
                };
                analysis.traps = Part::Known(traps);
            }
            return analysis;
        };
        let sweep = purse.phase(|meter| {
            let mut sweep = Sweep::new(graph.len(), meter)?;
            sweep.to(graph, &graph.goals, meter).map(|()| sweep)
        });
        let sweep = match sweep {
            Ok(sweep) => sweep,
            Err(limit) => {
                analysis.leave_out(Why::Limit(limit));
                return analysis;
            }
        };
        purse.hold(Sweep::bytes(graph.len()));
        let goal_distances = self.goal_distances(space, graph, &sweep);
        let lost = goal_distances.lost;
        analysis.goal_distances = Part::Known(goal_distances);
        match purse.phase(|meter| Shortest::new(graph, &sweep.distances, meter)) {
            Ok(shortest) => {
                purse.hold(shortest.bytes());
                analysis.solutions = Part::of(purse.phase(|meter| shortest.count(meter)));
                if self.is_full {
                    analysis.traps = Part::of(purse.phase(|meter| {
                        let solution = shortest.first();
                        let passes = traps::passes(graph, &sweep.distances, &solution, meter)?;
                        Ok(self.traps(space, graph, lost, &solution, &passes))
                    }));
                }
                if self.is_full && optimum > 0 {
                    let choices =
                        purse.phase(|meter| choices::choices(space, graph, &sweep.distances, &shortest, meter));
                    analysis.choices = Part::of(choices);
                    analysis.difficulty = Part::of(choices.map(|choices| Difficulty::of(graph.len() as u64, &choices)));
                }
                if optimum == 0 {
                    analysis.choices = Part::Missing(Why::AtGoal);
                    analysis.difficulty = Part::Missing(Why::AtGoal);
                }
                purse.release(shortest.bytes());
            }
            Err(limit) => {
                let missing = Why::Limit(limit);
                analysis.solutions = Part::Missing(missing);
                if self.is_full {
                    analysis.traps = Part::Missing(missing);
                    analysis.choices = Part::Missing(missing);
                    analysis.difficulty = Part::Missing(missing);
                }
            }
        }
        purse.release(Sweep::bytes(graph.len()));
        analysis
    }

    fn goal_distances<B: Bits, K: Key>(&self, space: &Blocks<B, K>, graph: &Graph<K>, sweep: &Sweep) -> GoalDistances {
        let layers = sweep.layers();
        let farthest = sweep.farthest();
        GoalDistances {
            mean: mean(&layers),
            hardest: sweep.eccentricity(),
            hardest_count: farthest.len() as u64,
            hardest_starts: farthest.iter().take(self.samples).map(|&state| position(space, graph, state)).collect(),
            layers,
            lost: sweep.missed(),
        }
    }

    fn traps<B: Bits, K: Key>(
        &self,
        space: &Blocks<B, K>,
        graph: &Graph<K>,
        lost: u64,
        solution: &[u32],
        passes: &traps::Passes,
    ) -> Traps {
        let ends = Ends::of(graph);
        let stride = passes.states.len().div_ceil(self.samples.max(1)).max(1);
        let shown = passes.states.iter().step_by(stride).take(self.samples);
        Traps {
            dead_ends: ends.single,
            stuck: ends.stuck,
            lost,
            passes: passes.states.len() as u64,
            pass_states: shown.map(|&depth| (depth, position(space, graph, solution[depth as usize]))).collect(),
            pass_moves: passes.moves.len() as u64,
        }
    }
}

/// States that lead nowhere else.
struct Ends {
    single: u64,
    stuck: u64,
}

impl Ends {
    fn of<K: Key>(graph: &Graph<K>) -> Self {
        let mut ends = Self { single: 0, stuck: 0 };
        let mut goals = graph.goals.iter().peekable();
        for state in graph.numbers() {
            if goals.next_if_eq(&&state).is_none() {
                let moves = graph.successors(state).len();
                ends.single += u64::from(moves == 1);
                ends.stuck += u64::from(moves == 0);
            }
        }
        ends
    }
}

fn position<B: Bits, K: Key>(space: &Blocks<B, K>, graph: &Graph<K>, state: u32) -> Position {
    space.position(&space.board(graph.keys[state as usize]))
}

fn pair_of<B: Bits, K: Key>(space: &Blocks<B, K>, graph: &Graph<K>, widest: &pair::Widest) -> Pair {
    Pair {
        distance: widest.distance,
        at_most: widest.at_most,
        from: position(space, graph, widest.pair.0),
        to: position(space, graph, widest.pair.1),
        sweeps: widest.sweeps,
        limit: widest.limit,
    }
}

/// What was reached, all of it or as far as a limit allowed.
fn reach<B: Bits, K: Key>(space: &Blocks<B, K>, graph: &Graph<K>, limit: Option<LimitKind>) -> Reach {
    let mut bounds = graph.layers.clone();
    let states = graph::number(graph.len());
    if bounds.last() != Some(&states) {
        bounds.push(states);
    }
    let layers: Vec<u64> = bounds.windows(2).map(|bounds| u64::from(bounds[1] - bounds[0])).collect();
    let depth = |state: u32| u32::try_from(bounds.partition_point(|&first| first <= state) - 1).unwrap_or(u32::MAX);
    let verdict = match (graph.goals.first(), limit) {
        (Some(&goal), _) => Verdict::Solved(depth(goal)),
        (None, None) => Verdict::Unsolvable,
        // The last layer may lack some: a goal may be one of these.
        (None, Some(limit)) => {
            Verdict::Unknown { at_least: u32::try_from(layers.len().saturating_sub(1)).unwrap_or(u32::MAX), limit }
        }
    };
    Reach {
        states: u64::from(states),
        goals: graph.goals.len() as u64,
        layers,
        limit,
        verdict,
        is_reversible: fewest_search::StateSpace::is_undirected(space),
        moves: limit.is_none().then(|| graph.moves()),
    }
}

/// The mean distance.
#[expect(clippy::cast_precision_loss, reason = "a mean for people")]
fn mean(layers: &[u64]) -> f64 {
    let states: u64 = layers.iter().sum();
    let total: u128 = (0u128..).zip(layers).map(|(distance, &count)| distance * u128::from(count)).sum();
    if states == 0 { 0.0 } else { total as f64 / states as f64 }
}

impl Analysis {
    /// An analysis of which no more than this is known.
    fn without_graph(metric: Metric, reach: Reach, why: Why) -> Self {
        let pieces = match reach.verdict {
            Verdict::Unsolvable => Why::Unsolvable,
            _ => reach.limit.map_or(Why::Unasked, Why::Limit),
        };
        Self {
            metric,
            reach,
            goal_distances: Part::Missing(why),
            solutions: Part::Missing(why),
            pair: Part::Missing(why),
            traps: Part::Missing(why),
            choices: Part::Missing(why),
            difficulty: Part::Missing(why),
            pieces: Part::Missing(pieces),
            stats: Stats::default(),
        }
    }

    /// Notes why what is about goals is missing.
    fn leave_out(&mut self, why: Why) {
        self.goal_distances = Part::Missing(why);
        self.solutions = Part::Missing(why);
        self.traps = Part::Missing(why);
        self.choices = Part::Missing(why);
        self.difficulty = Part::Missing(why);
        self.pieces = Part::Missing(why);
    }
}
