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

mod analysis;
mod budget;
mod choices;
mod difficulty;
mod graph;
mod pair;
mod pieces;
mod report;
mod solutions;
mod survey;
mod sweep;
mod traps;

use std::num::NonZeroUsize;

use fewest_search::{LimitKind, Limits, Observer};

use crate::bits::Bits;
use crate::exhaustive::Exhaustive;
use crate::key::Key;
use crate::packing::Packing;
use crate::position::Position;
use crate::space::Blocks;
pub use analysis::{
    Analysis, Choices, Figure, GoalDistances, Need, Pair, PieceRole, Pieces, Reach, Solutions, Traps, Verdict, Why,
};
use budget::Budget;
pub use difficulty::{Difficulty, Grade};
use graph::Graph;
pub use pieces::starting_at;
use solutions::Shortest;
pub use survey::Survey;
pub(crate) use survey::flood;
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
    /// Threads, where states alone are explored: for pieces, and where the graph does not fit into memory.
    pub threads: NonZeroUsize,
}

impl Default for Explorer {
    /// Everything.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { is_full: true, samples: 3, pair_work: 1 << 33, piece_expansions: 1 << 25, threads }
    }
}

impl Explorer {
    /// Reach, distances and solutions alone.
    pub fn quick() -> Self {
        Self { is_full: false, ..Self::default() }
    }

    /// The search for what is asked of states alone.
    fn search(&self) -> Exhaustive {
        Exhaustive { threads: self.threads, ..Exhaustive::default() }
    }

    /// Analyses a puzzle.
    pub fn run<B: Bits, K: Packing<B>, O: Observer>(
        &self,
        space: &Blocks<B, K>,
        limits: &Limits,
        observer: &mut O,
    ) -> Analysis {
        let mut budget = Budget::new(limits, observer);
        let (graph, limit) = budget.phase(|meter| Graph::build(space, meter));
        let mut analysis = if limit == Some(LimitKind::Memory) {
            drop(graph);
            survey::survey(self, space, &mut budget)
        } else {
            let reach = reach(space, &graph, limit);
            if let Some(limit) = limit {
                Analysis::without_graph(space.metric(), reach, Why::Limit(limit))
            } else {
                budget.hold(graph.bytes());
                let analysis = self.ask(space, &graph, reach, &mut budget);
                budget.release(graph.bytes());
                analysis
            }
        };
        if !self.is_full {
            analysis.pair = Figure::Missing(Why::Unasked);
            analysis.leave_out_way(Why::Unasked);
            analysis.pieces = Figure::Missing(Why::Unasked);
        } else if let Verdict::Solved(optimum) = analysis.reach.verdict {
            let roles = pieces::roles(space, self, optimum, &mut budget);
            analysis.pieces = Figure::Known(Pieces { roles });
        }
        analysis.stats = budget.close();
        analysis
    }

    /// Asks everything of the graph.
    fn ask<B: Bits, K: Key, O: Observer>(
        &self,
        space: &Blocks<B, K>,
        graph: &Graph<K>,
        reach: Reach,
        budget: &mut Budget<'_, O>,
    ) -> Analysis {
        let verdict = reach.verdict;
        let mut analysis = Analysis::without_graph(space.metric(), reach, Why::Unasked);
        if self.is_full {
            let widest = budget.phase(|meter| pair::widest(graph, self.pair_work, meter));
            analysis.pair = Figure::of(widest.map(|widest| pair_of(space, graph, &widest)));
        }
        let Verdict::Solved(optimum) = verdict else {
            analysis.leave_out(Why::Unsolvable);
            if self.is_full {
                let traps = self.traps(space, graph, graph.len() as u64, &[], &traps::Passes::default());
                analysis.traps = Figure::Known(traps);
            }
            return analysis;
        };
        let sweep = budget.phase(|meter| {
            let mut sweep = Sweep::new(graph.len(), meter)?;
            sweep.run(&graph.goals, |state| graph.predecessors(state), meter).map(|()| sweep)
        });
        let sweep = match sweep {
            Ok(sweep) => sweep,
            Err(limit) => {
                analysis.leave_out(Why::Limit(limit));
                return analysis;
            }
        };
        budget.hold(Sweep::bytes(graph.len()));
        let goal_distances = self.goal_distances(space, graph, &sweep);
        let lost = goal_distances.lost;
        analysis.goal_distances = Figure::Known(goal_distances);
        match budget.phase(|meter| Shortest::new(graph, &sweep.distances, meter)) {
            Ok(shortest) => {
                budget.hold(shortest.bytes());
                analysis.solutions = Figure::of(budget.phase(|meter| shortest.count(meter)));
                if self.is_full {
                    analysis.traps = Figure::of(budget.phase(|meter| {
                        let solution = shortest.first();
                        let passes = traps::passes(graph, &sweep.distances, &solution, meter)?;
                        Ok(self.traps(space, graph, lost, &solution, &passes))
                    }));
                }
                if self.is_full && optimum > 0 {
                    let choices =
                        budget.phase(|meter| choices::choices(space, graph, &sweep.distances, &shortest, meter));
                    analysis.choices = Figure::of(choices);
                    analysis.difficulty =
                        Figure::of(choices.map(|choices| Difficulty::of(graph.len() as u64, &choices)));
                }
                if optimum == 0 {
                    analysis.choices = Figure::Missing(Why::AtGoal);
                    analysis.difficulty = Figure::Missing(Why::AtGoal);
                }
                budget.release(shortest.bytes());
            }
            Err(limit) => {
                analysis.solutions = Figure::Missing(Why::Limit(limit));
                if self.is_full {
                    analysis.leave_out_way(Why::Limit(limit));
                }
            }
        }
        budget.release(Sweep::bytes(graph.len()));
        analysis
    }

    fn goal_distances<B: Bits, K: Key>(&self, space: &Blocks<B, K>, graph: &Graph<K>, sweep: &Sweep) -> GoalDistances {
        let layers = sweep.layers();
        let (hardest_count, farthest) = sweep.farthest(self.samples);
        GoalDistances {
            mean: mean(&layers),
            hardest: sweep.eccentricity(),
            hardest_count,
            hardest_starts: farthest.iter().map(|&state| position(space, graph, state)).collect(),
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
        let (dead_ends, stuck) = ends(graph);
        let stride = passes.states.len().div_ceil(self.samples.max(1)).max(1);
        let shown = passes.states.iter().step_by(stride).take(self.samples);
        Traps {
            dead_ends,
            stuck,
            lost,
            passes: passes.states.len() as u64,
            pass_states: shown.map(|&depth| (depth, position(space, graph, solution[depth as usize]))).collect(),
            pass_moves: passes.moves.len() as u64,
        }
    }
}

/// How many states other than goals have a single move, and how many have none.
fn ends<K: Key>(graph: &Graph<K>) -> (u64, u64) {
    let (mut single, mut stuck) = (0, 0);
    let mut goals = graph.goals.iter().peekable();
    for state in graph.numbers() {
        if goals.next_if_eq(&&state).is_none() {
            let moves = graph.successors(state).len();
            single += u64::from(moves == 1);
            stuck += u64::from(moves == 0);
        }
    }
    (single, stuck)
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

#[expect(clippy::cast_precision_loss, reason = "a mean for people")]
fn mean(layers: &[u64]) -> f64 {
    let states: u64 = layers.iter().sum();
    let total: u128 = (0u128..).zip(layers).map(|(distance, &count)| distance * u128::from(count)).sum();
    if states == 0 { 0.0 } else { total as f64 / states as f64 }
}
