//! The one place that turns an algorithm's name into its type.

use fewest_search::algorithms::{
    AStar, AStarIdaStar, BidirectionalBreadthFirst, BreadthFirst, BreadthFirstHeuristic, DepthFirst, DepthLimited,
    Dijkstra, GreedyBestFirst, HdaStar, IdaStar, IterativeDeepening, Nbs, ParallelIdaStar, Plain, SmaStar,
    WeightedAStar,
};
use fewest_search::capability::{Backward, MovePruning, Packed};
use fewest_search::{Heuristic, Incremental, Limits, Run, Search, StateSpace};

use crate::catalog::Algorithm;
use crate::choice::Choice;
use crate::error::{EngineError, Result};
use crate::reporter::Reporter;
use crate::trace::{Scribe, Trace, Tracer};

/// A search that is about to begin, but for its heuristic.
pub struct Drive<'a, 's, S: StateSpace, W> {
    /// The puzzle.
    pub space: &'a S,
    /// Where it begins.
    pub start: &'a S::State,
    /// Writes down what is traced.
    pub words: &'a W,
    /// What to run.
    pub choice: &'a Choice,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// Who is told.
    pub reporter: &'a mut Reporter<'s>,
}

impl<S, W> Drive<'_, '_, S, W>
where
    W: Scribe<S>,
    S: Packed + MovePruning<State: Send + Sync, Move: Send + Sync, Trace: PartialEq + Send + Sync + 'static> + Sync,
{
    /// Runs IDA*, on one thread or several, without options: [`Choice::is_plain`] holds. It is the least that is worth
    /// compiling for each heuristic.
    ///
    /// # Errors
    /// [`EngineError::Internal`] for any other search.
    pub fn run_plain<H>(self, heuristic: &H) -> Result<Run<S::Move>>
    where
        H: Incremental<S> + Sync,
        H::Memo: Send + Sync,
    {
        match self.choice.algorithm {
            Algorithm::IdaStar => Ok(self.search(&Plain(IdaStar::default()), heuristic)),
            Algorithm::ParallelIdaStar => {
                let threads = self.choice.settings.threads;
                Ok(self.search(&Plain(ParallelIdaStar { threads, ..ParallelIdaStar::default() }), heuristic))
            }
            other => Err(no_type(other)),
        }
    }

    /// Runs A*.
    pub fn run_a_star<H: Incremental<S>>(self, heuristic: &H) -> Run<S::Move> {
        let tie_break = self.choice.settings.tie_break;
        self.search(&AStar { tie_break }, heuristic)
    }

    /// Runs A* or IDA*, on one thread or several.
    fn run_bound<H>(self, heuristic: &H) -> Result<Run<S::Move>>
    where
        H: Incremental<S> + Sync,
        H::Memo: Send + Sync,
    {
        let settings = self.choice.settings;
        match self.choice.algorithm {
            Algorithm::AStar => Ok(self.run_a_star(heuristic)),
            Algorithm::IdaStar => {
                let algorithm = IdaStar { ordering: settings.order, table: settings.table_bytes };
                Ok(self.search(&algorithm, heuristic))
            }
            Algorithm::ParallelIdaStar => {
                let algorithm = ParallelIdaStar { threads: settings.threads, ordering: settings.order };
                Ok(self.search(&algorithm, heuristic))
            }
            other => Err(no_type(other)),
        }
    }

    /// Runs any search that goes from the start alone.
    ///
    /// # Errors
    /// [`EngineError::Internal`] for any other.
    pub fn run_forward<H>(self, heuristic: &H) -> Result<Run<S::Move>>
    where
        H: Incremental<S> + Sync,
        H::Memo: Send + Sync,
    {
        let settings = self.choice.settings;
        let tie_break = settings.tie_break;
        Ok(match self.choice.algorithm {
            Algorithm::BreadthFirst => self.search(&BreadthFirst, heuristic),
            Algorithm::DepthFirst => self.search(&DepthFirst { depth: settings.depth }, heuristic),
            Algorithm::DepthLimited => {
                self.search(&DepthLimited { depth: settings.depth.unwrap_or_default() }, heuristic)
            }
            Algorithm::IterativeDeepening => self.search(&IterativeDeepening, heuristic),
            Algorithm::Dijkstra => self.search(&Dijkstra, heuristic),
            Algorithm::GreedyBestFirst => self.search(&GreedyBestFirst { tie_break }, heuristic),
            Algorithm::WeightedAStar => self.search(&WeightedAStar { weight: settings.weight, tie_break }, heuristic),
            Algorithm::HdaStar => self.search(&HdaStar { threads: settings.threads, tie_break }, heuristic),
            Algorithm::AStarIdaStar => self.search(&AStarIdaStar { tie_break, ..AStarIdaStar::default() }, heuristic),
            Algorithm::SmaStar => self.search(&SmaStar { nodes: settings.nodes }, heuristic),
            Algorithm::BreadthFirstHeuristic => self.search(&BreadthFirstHeuristic, heuristic),
            Algorithm::AStar | Algorithm::IdaStar | Algorithm::ParallelIdaStar => return self.run_bound(heuristic),
            other => return Err(no_type(other)),
        })
    }

    /// Runs any search; `backward` estimates the cost from the start, where the algorithm asks for that.
    ///
    /// # Errors
    /// [`EngineError::Internal`] for an algorithm that the kind runs itself.
    pub fn run<H>(self, forward: &H, backward: Option<&H>) -> Result<Run<S::Move>>
    where
        S: Backward,
        H: Incremental<S> + Sync,
        H::Memo: Send + Sync,
    {
        match (self.choice.algorithm, backward) {
            (Algorithm::BidirectionalBreadthFirst, _) => Ok(self.search(&BidirectionalBreadthFirst, forward)),
            (Algorithm::Nbs, Some(backward)) => Ok(self.search_back(&Nbs { backward }, forward, Some(backward))),
            _ => self.run_forward(forward),
        }
    }

    fn search<H: Heuristic<S>, A: Search<S, H>>(self, algorithm: &A, heuristic: &H) -> Run<S::Move> {
        self.search_back(algorithm, heuristic, None)
    }

    /// Runs a search, whose tree is told where that is asked for; `backward` is the heuristic of its way back.
    fn search_back<H: Heuristic<S>, A: Search<S, H>>(
        self,
        algorithm: &A,
        forward: &H,
        backward: Option<&H>,
    ) -> Run<S::Move> {
        let Self { space, start, words, choice, limits, reporter } = self;
        let tracer = reporter.node_notation().map(|notation| {
            let is_guided = choice.algorithm.info().uses_heuristic;
            let forward = is_guided.then_some(forward as &dyn Heuristic<S>);
            let backward = backward.map(|heuristic| heuristic as &dyn Heuristic<S>);
            Box::new(Tracer::new(space, words, notation, forward, backward)) as Box<dyn Trace + '_>
        });
        reporter.traced(tracer, |reporter| algorithm.run(space, start, forward, limits, reporter))
    }
}

fn no_type(algorithm: Algorithm) -> EngineError {
    EngineError::Internal(format!("{} was not dispatched", algorithm.info().name))
}
