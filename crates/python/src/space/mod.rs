//! Spaces whose rules are written in Python.
//!
//! A state is any object that can be hashed and compared. It gets a number the first time it is met, and Python is asked once
//! about each state: for its successors, whether it is a goal, and for its estimate. What the algorithms of the core then search
//! is a graph of numbers; on one thread, because the rules need the interpreter. Rules that are written as data need it no more.

mod known;
mod rules;
mod written;

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use fewest_engine::kit::{Advice, Algorithm, Choice, Reporter};
use fewest_engine::{EngineError, Event, HeuristicInfo, KindInfo, Limits, Options, PLAIN, Puzzle, Request};
use fewest_search::algorithms::{
    AStar, AStarIdaStar, BidirectionalBreadthFirst, BreadthFirst, BreadthFirstHeuristic, DepthFirst, DepthLimited,
    Dijkstra, GreedyBestFirst, IdaStar, IterativeDeepening, Nbs, SmaStar, WeightedAStar,
};
use fewest_search::{
    Cost, Heuristic, Iteration, Observer, Outcome, Progress, Proof, Run, Search, Solution, UnsolvableProof,
};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error;
use known::Known;
pub(crate) use rules::Given;
use rules::{Estimates, Rules, Step};

/// What the catalog would say of such a space.
static SPACE: KindInfo = KindInfo {
    name: "space",
    title: "Spaces of one's own",
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo {
            name: "h",
            aliases: &[],
            summary: "the function h",
            source: "the caller",
            ..HeuristicInfo::NONE
        },
    ],
    ..PLAIN
};

/// What is known of a space, kept from one search to the next.
#[pyclass(frozen, module = "fewest._engine")]
#[derive(Default)]
pub(crate) struct Memory(Mutex<Option<Known>>);

#[pymethods]
impl Memory {
    /// Nothing is known.
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// How many states are known.
    fn __len__(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map_or(0, Known::len)
    }

    /// Forgets everything.
    fn clear(&self) {
        self.take();
    }
}

impl Memory {
    /// What is known. A search that begins while another one has it begins with nothing.
    fn take(&self) -> Option<Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, known: Known) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }
}

/// How a space is searched.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    algorithm: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    limits: Limits,
}

/// Watches a search for signals, and keeps the last bound that is true whatever happens next.
struct Watcher<'a, 'py> {
    rules: &'a Rules<'py>,
    py: Python<'py>,
    reporter: Reporter<'a>,
    bound: Cost,
}

impl Watcher<'_, '_> {
    fn flow(&mut self, told: ControlFlow<()>) -> ControlFlow<()> {
        if let Err(error) = self.py.check_signals() {
            self.rules.fail(error);
        }
        if self.rules.has_failed() { ControlFlow::Break(()) } else { told }
    }
}

impl Observer for Watcher<'_, '_> {
    fn expand(&mut self, depth: Cost) {
        self.reporter.expand(depth);
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        let told = self.reporter.iteration(iteration);
        self.flow(told)
    }

    fn improved(&mut self, cost: Cost, lower_bound: Cost) -> ControlFlow<()> {
        let told = self.reporter.improved(cost, lower_bound);
        self.flow(told)
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if !self.rules.has_failed() {
            self.bound = self.bound.max(progress.lower_bound);
        }
        // Other threads of Python have their turn.
        self.py.detach(|| ());
        let told = self.reporter.progress(progress);
        self.flow(told)
    }
}

/// The facts as JSON, the states of the solution, the names of its moves, and the exception that ended the search.
type Found = (String, Option<Vec<Py<PyAny>>>, Option<Vec<Py<PyAny>>>, Option<Py<PyBaseException>>);

/// Searches a space whose rules are written in Python.
#[pyfunction]
pub(crate) fn search(
    py: Python<'_>,
    memory: &Memory,
    rules: Given,
    start: Bound<'_, PyAny>,
    asked: &str,
    hear: Option<Bound<'_, PyAny>>,
) -> PyResult<Found> {
    let asked: Asked = serde_json::from_str(asked).map_err(|error| error::request(py, error))?;
    let choice = choose(&asked, &rules).map_err(|error| error::engine(py, error))?;
    let known = memory.take().unwrap_or_else(|| Known::new(py));
    let rules = Rules::new(py, rules, known)?;
    let start = rules.number(&start)?;
    let limits = asked.limits.for_search(&rules.cancel);
    let (forward, back) = (Estimates::forward(&rules), Estimates::back(&rules));
    let mut sink = |event: Event| {
        let Some(hear) = &hear else { return };
        let text = serde_json::to_string(&event).expect("events are JSON");
        if let Err(error) = hear.call1((text,)) {
            rules.fail(error);
        }
    };
    let bound = if forward.guarantees().admissible { forward.estimate(&start).unwrap_or_default() } else { 0 };
    let mut watcher = Watcher { rules: &rules, py, reporter: Reporter::new(&mut sink), bound };
    let run = if rules.has_failed() {
        None
    } else {
        let search = Searching { rules: &rules, start, choice: &choice, limits: &limits, watcher: &mut watcher };
        Some(search.run(&forward, &back))
    };
    let bound = watcher.bound;
    drop(watcher);
    let met = rules.met();
    let failed = rules.has_failed();
    let told = run.map(|run| told(run, &choice, failed.then_some(bound), met));
    let path =
        told.as_ref().and_then(|(_, steps)| steps.as_ref()).map(|steps| path(&rules, start, steps)).transpose()?;
    let (known, raised) = rules.into_parts();
    if raised.is_none() {
        memory.put(known);
    }
    let (states, names) = path.map_or((None, None), |(states, names)| (Some(states), names));
    match (told, raised) {
        (Some((facts, _)), raised) => Ok((facts.to_string(), states, names, raised.map(|error| error.into_value(py)))),
        (None, Some(error)) => Err(error),
        (None, None) => Err(error::internal(py, "a search neither began nor failed")),
    }
}

/// The algorithm, checked as the engine checks those for its own puzzles.
fn choose(asked: &Asked, rules: &Given) -> Result<Choice, EngineError> {
    let mut request = Request::new(Puzzle::empty(SPACE.name));
    request.algorithm.clone_from(&asked.algorithm);
    request.options = asked.options.clone();
    // The rules are Python's, and only one thread at a time has the interpreter.
    request.options.threads = asked.options.threads.or(Some(1));
    let heuristic = &SPACE.heuristics[usize::from(rules.is_informed())];
    let because = if rules.is_informed() { "it is given" } else { "none is given" };
    let advice = Advice {
        positions: None,
        key_bytes: size_of::<u32>(),
        heuristic,
        because,
        beyond_memory: (Algorithm::AStar, "it asks for each state once"),
        no_goals: rules.no_goals().map(str::to_owned),
    };
    let choice = Choice::make(&SPACE, &request, &advice, 0)?;
    match choice.algorithm {
        Algorithm::HdaStar | Algorithm::ParallelIdaStar => {
            Err(EngineError::NeedsThreads { name: choice.algorithm.info().name })
        }
        _ => Ok(choice),
    }
}

/// A search that is about to begin.
struct Searching<'a, 'b, 'py> {
    rules: &'a Rules<'py>,
    start: u32,
    choice: &'a Choice,
    limits: &'a fewest_search::Limits,
    watcher: &'a mut Watcher<'b, 'py>,
}

impl<'py> Searching<'_, '_, 'py> {
    fn with<'h, A: Search<Rules<'py>, Estimates<'h, 'py>>>(
        self,
        algorithm: &A,
        heuristic: &Estimates<'h, 'py>,
    ) -> Run<Step> {
        algorithm.run(self.rules, &self.start, heuristic, self.limits, self.watcher)
    }

    fn run(self, forward: &Estimates<'_, 'py>, back: &Estimates<'_, 'py>) -> Run<Step> {
        let settings = self.choice.settings;
        let tie_break = settings.tie_break;
        match self.choice.algorithm {
            Algorithm::BreadthFirst => self.with(&BreadthFirst, forward),
            Algorithm::BidirectionalBreadthFirst => self.with(&BidirectionalBreadthFirst, forward),
            Algorithm::DepthFirst => self.with(&DepthFirst { depth: settings.depth }, forward),
            Algorithm::DepthLimited => self.with(&DepthLimited { depth: settings.depth.unwrap_or_default() }, forward),
            Algorithm::IterativeDeepening => self.with(&IterativeDeepening, forward),
            Algorithm::Dijkstra => self.with(&Dijkstra, forward),
            Algorithm::GreedyBestFirst => self.with(&GreedyBestFirst { tie_break }, forward),
            Algorithm::WeightedAStar => self.with(&WeightedAStar { weight: settings.weight, tie_break }, forward),
            Algorithm::IdaStar => {
                self.with(&IdaStar { ordering: settings.order, table: settings.table_bytes }, forward)
            }
            Algorithm::AStarIdaStar => self.with(&AStarIdaStar { tie_break, ..AStarIdaStar::default() }, forward),
            Algorithm::SmaStar => self.with(&SmaStar { nodes: settings.nodes }, forward),
            Algorithm::BreadthFirstHeuristic => self.with(&BreadthFirstHeuristic, forward),
            Algorithm::Nbs => self.with(&Nbs { backward: back }, forward),
            _ => self.with(&AStar { tie_break }, forward),
        }
    }
}

/// The facts of a search, and the moves of its solution. Where an exception ended it, nothing is claimed but a bound that was
/// true before.
fn told(run: Run<Step>, choice: &Choice, bound_before: Option<Cost>, met: usize) -> (Value, Option<Vec<Step>>) {
    let Run { outcome, stats } = run;
    let (outcome, cost, proof, lower_bound, reason, steps) = match (bound_before, outcome) {
        (Some(bound), _) => ("limit", None, "none", Some(bound), Some("cancelled".to_owned()), None),
        (None, Outcome::Solved { moves, cost, proof }) => {
            let (proof, bound) = match proof {
                Proof::Optimal => ("optimal", cost),
                Proof::Bounded { lower_bound } if lower_bound == cost => ("optimal", cost),
                Proof::Bounded { lower_bound } => ("bounded", lower_bound),
                Proof::None => ("none", 0),
            };
            ("solved", Some(cost), proof, Some(bound), None, Some(moves))
        }
        (None, Outcome::Unsolvable { proof }) => {
            let reason = match proof {
                UnsolvableProof::Exhausted => "every state that can be reached was examined",
                UnsolvableProof::DeadEnd => "the heuristic proves that no goal can be reached",
            };
            ("unsolvable", None, "none", None, Some(reason.to_owned()), None)
        }
        (None, Outcome::LimitReached { limit, lower_bound, best_known }) => {
            let (cost, steps) = best_known.map_or((None, None), |Solution { moves, cost }| (Some(cost), Some(moves)));
            let proof = match cost {
                Some(cost) if cost == lower_bound => "optimal",
                Some(_) => "bounded",
                None => "none",
            };
            ("limit", cost, proof, Some(lower_bound), Some(limit.to_string()), steps)
        }
    };
    let facts = json!({
        "outcome": outcome,
        "length": steps.as_ref().map(Vec::len),
        "cost": cost,
        "proof": proof,
        "lower_bound": lower_bound,
        "reason": reason,
        "algorithm": choice.algorithm.info().name,
        "heuristic": choice.heuristic.name,
        "chosen_because": choice.because(),
        "states_met": met,
        "expanded": stats.expanded,
        "generated": stats.generated,
        "reopened": stats.reopened,
        "iterations": stats.iterations,
        "seconds": stats.elapsed.as_secs_f64(),
        "setup_seconds": 0.0,
        "peak_memory_bytes": stats.peak_memory,
        "expanded_by_depth": stats.expanded_by_depth,
    });
    (facts, steps)
}

type Played = (Vec<Py<PyAny>>, Option<Vec<Py<PyAny>>>);

/// The states of a solution from the start on, and the names of its moves where they have names.
fn path(rules: &Rules<'_>, start: u32, steps: &[Step]) -> PyResult<Played> {
    let numbers = std::iter::once(start).chain(steps.iter().map(|step| step.to));
    let states = numbers.map(|number| rules.state(number).map(Bound::unbind)).collect::<PyResult<_>>()?;
    Ok((states, steps.iter().map(|&step| rules.name(step)).collect()))
}
