//! Which algorithm and heuristic serve best, with which parameters, and why, in words.

use std::num::NonZeroUsize;

use fewest_search::Cost;
use fewest_search::algorithms::Weight;

use crate::catalog::{Algorithm, HeuristicInfo, Parameter, algorithms};
use crate::error::{EngineError, Result};
use crate::kind::KindInfo;
use crate::request::{MoveOrder, Options, Request, TieBreak};
use crate::sat::SatSettings;
use crate::trace::MOST_NODES;

/// An algorithm with its parameters and a heuristic, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic.
    pub heuristic: &'static HeuristicInfo,
    /// The algorithm's parameters.
    pub settings: Settings,
    /// Which tables, where the heuristic is a pattern database.
    pub pdb: Option<String>,
    /// The reasons for what was not asked for by name; that of the heuristic is the last.
    pub reasons: Vec<String>,
}

/// The parameters of algorithms, checked and complete.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Which of equally promising nodes comes first.
    pub tie_break: TieBreak,
    /// The factor by which a solution may exceed the optimum.
    pub weight: Weight,
    /// The longest path to follow.
    pub depth: Option<Cost>,
    /// How many nodes are kept at once.
    pub nodes: Option<u64>,
    /// How many threads search together.
    pub threads: NonZeroUsize,
    /// The order in which to try successors.
    pub order: MoveOrder,
    /// The size of the transposition table.
    pub table_bytes: Option<u64>,
    /// The solver of formulas, and how they are written.
    pub sat: SatSettings,
}

/// What a search that remembers positions needs for each, beside the packed position: parent, cost, a place in the queue,
/// and slots of the index with the room that growing leaves.
const BYTES_BESIDE_KEY: u64 = 24;
/// What a search that remembers positions claims before it has met any: the first pieces of its tables.
const FIRST_BYTES: u64 = 1 << 20;
/// The most threads that a request can ask for.
const MOST_THREADS: u32 = if cfg!(target_family = "wasm") { 1 } else { 1024 };
/// The weight of weighted A* where none is given.
const USUAL_WEIGHT: f64 = 1.5;

/// What a puzzle has to say about the choice.
#[derive(Clone, Debug)]
pub struct Advice {
    /// How many positions there are, where that is known.
    pub positions: Option<u64>,
    /// The bytes of a packed position.
    pub key_bytes: usize,
    /// The heuristic that solves soonest.
    pub heuristic: &'static HeuristicInfo,
    /// Why it does.
    pub because: &'static str,
    /// The algorithm for a puzzle whose positions do not all fit into memory, and why.
    pub beyond_memory: (Algorithm, &'static str),
    /// Why the goals cannot be listed, where they cannot.
    pub no_goals: Option<String>,
}

impl Choice {
    /// Takes what the request names, and picks the rest.
    ///
    /// A search that remembers positions expands each of them once and is best where they all fit into memory; where
    /// they do not, the puzzle says what else always has an answer in the end.
    ///
    /// # Errors
    /// What is asked for that cannot be, or has no effect.
    pub fn make(kind: &'static KindInfo, request: &Request, advice: &Advice, memory: u64) -> Result<Self> {
        let asked_algorithm = named(&request.algorithm, Algorithm::named)?;
        let asked_heuristic = named(&request.heuristic, |name| kind.heuristic(name))?;
        let asked_by_name = asked_heuristic.is_some();
        let asked_heuristic = with_pdb(asked_heuristic, kind, &request.options)?;
        let mut because = Vec::new();
        let mut algorithm = asked_algorithm.unwrap_or_else(|| {
            let all =
                advice.positions.map(|positions| positions.saturating_mul(advice.key_bytes as u64 + BYTES_BESIDE_KEY));
            let needed = all.map(|all| all.saturating_add(FIRST_BYTES));
            if needed.is_some_and(|needed| needed <= memory) {
                because.push("A*, because all positions fit into memory".to_owned());
                Algorithm::AStar
            } else {
                let (algorithm, reason) = advice.beyond_memory;
                because.push(format!("{}, because {reason}", algorithm.info().name));
                algorithm
            }
        });
        serves(algorithm, kind, request, advice)?;
        if !algorithm.info().is_available() {
            return Err(EngineError::NeedsThreads { name: algorithm.info().name });
        }
        let threads = Threads::of(request, asked_algorithm.is_none())?;
        // Where all positions fit into memory, A* is done before threads pay.
        let is_worth_it = threads != Threads::All || algorithm != Algorithm::AStar;
        if let (Some(parallel), true) = (algorithm.parallel_version(), threads.is_several() && is_worth_it)
            && parallel != algorithm
        {
            because.push(format!("{}, because there are {} threads", parallel.info().name, threads.count()));
            algorithm = parallel;
        }
        let threads = threads.within_cores(algorithm, &mut because);
        check_parameters(&request.options, algorithm)?;
        if algorithm.info().parallel && request.trace_depths {
            return Err(EngineError::TraceInParallel { algorithm: algorithm.info().name });
        }
        check_tree(request.trace_tree, algorithm)?;
        check_all(request.all, algorithm)?;
        let heuristic = match asked_heuristic {
            Some(heuristic)
                if !algorithm.info().uses_heuristic && asked_by_name && *heuristic != HeuristicInfo::NONE =>
            {
                let users = algorithms().iter().filter(|info| info.uses_heuristic && info.is_available());
                let users = users.map(|info| info.name).collect::<Vec<_>>().join(", ");
                let (name, algorithm) = (heuristic.name, algorithm.info().name);
                return Err(EngineError::UselessHeuristic { name, algorithm, users });
            }
            _ if !algorithm.info().uses_heuristic => {
                if let Some(option) = request.options.first_of_pdb() {
                    let reason = format!("{} uses no heuristic", algorithm.info().name);
                    return Err(EngineError::UselessPdb { option, reason });
                }
                because.push(format!("no heuristic, because {} uses none", algorithm.info().name));
                &HeuristicInfo::NONE
            }
            Some(heuristic) => heuristic,
            None => {
                because.push(format!("{}, because {}", advice.heuristic.name, advice.because));
                advice.heuristic
            }
        };
        let metric = kind.metric(&request.puzzle)?.name;
        let settings = Settings::of(&request.options, kind, metric, algorithm, threads)?;
        Ok(Self { algorithm, heuristic, settings, pdb: None, reasons: because })
    }

    /// Why these were chosen, in words.
    pub fn because(&self) -> String {
        if self.reasons.is_empty() { "as requested".to_owned() } else { self.reasons.join("; ") }
    }

    /// Whether it is IDA*, on one thread or several, without options.
    pub fn is_plain(&self) -> bool {
        let Settings { order, table_bytes, .. } = self.settings;
        let takes_none = order == MoveOrder::None && table_bytes.is_none();
        matches!(self.algorithm, Algorithm::IdaStar | Algorithm::ParallelIdaStar) && takes_none
    }

    /// The same search with other tables than were thought best at first.
    pub fn with_tables(&self, heuristic: &'static HeuristicInfo, pdb: &str, reason: String) -> Self {
        let mut choice = Self { heuristic, pdb: Some(pdb.to_owned()), ..self.clone() };
        // It takes the place of the reason for the heuristic that was thought best at first.
        choice.reasons.pop();
        choice.reasons.push(reason);
        choice
    }
}

/// The heuristic that was asked for, by name or by its tables.
///
/// # Errors
/// That tables are described which nothing looks up.
pub fn with_pdb(
    asked: Option<&'static HeuristicInfo>,
    kind: &'static KindInfo,
    options: &Options,
) -> Result<Option<&'static HeuristicInfo>> {
    let Some(option) = options.first_of_pdb() else { return Ok(asked) };
    let pdb = kind.heuristics.iter().find(|info| info.is_pdb()).filter(|_| kind.has_pdb);
    let reason = match (pdb, asked) {
        (Some(pdb), None) => return Ok(Some(pdb)),
        (Some(_), Some(asked)) if asked.is_pdb() => return Ok(Some(asked)),
        (Some(_), Some(other)) => format!("the heuristic is {}, and the option applies only to pdb", other.name),
        (None, _) => format!("{} has no pattern databases to choose from", kind.name),
    };
    Err(EngineError::UselessPdb { option, reason })
}

/// Refuses an algorithm that cannot serve the puzzle.
fn serves(algorithm: Algorithm, kind: &'static KindInfo, request: &Request, advice: &Advice) -> Result<()> {
    let info = algorithm.info();
    let metric = kind.metric(&request.puzzle)?.name;
    if !kind.is_served_by(algorithm, metric) {
        let serving = kind.metrics.iter().map(|metric| metric.name);
        let serving: Vec<&str> = serving.filter(|metric| kind.is_served_by(algorithm, metric)).collect();
        return Err(if serving.is_empty() {
            EngineError::ForeignAlgorithm { name: info.name, puzzle: kind.name }
        } else {
            EngineError::AlgorithmMetric { name: info.name, metric, serves: serving.join(", ") }
        });
    }
    match &advice.no_goals {
        Some(reason) if info.needs_goals() => Err(EngineError::NeedsGoals { name: info.name, reason: reason.clone() }),
        _ => Ok(()),
    }
}

/// Refuses parameters that the algorithm does not take.
fn check_parameters(options: &Options, algorithm: Algorithm) -> Result<()> {
    let Options { tie_break, weight, depth, nodes, threads, order, table_bytes, spill, sat_solver, encoding, .. } =
        options;
    let given = [
        (Parameter::TieBreak, tie_break.is_some()),
        (Parameter::Weight, weight.is_some()),
        (Parameter::Depth, depth.is_some()),
        (Parameter::Nodes, nodes.is_some()),
        // One thread is what every algorithm has.
        (Parameter::Threads, threads.is_some_and(|threads| threads != 1)),
        (Parameter::Spill, spill.is_some()),
        (Parameter::Order, order.is_some()),
        (Parameter::Table, table_bytes.is_some()),
        (Parameter::SatSolver, sat_solver.is_some()),
        (Parameter::Encoding, encoding.is_some()),
    ];
    let takes = |algorithm: Algorithm, parameter| algorithm.info().parameters.contains(&parameter);
    let useless = given.into_iter().find(|&(parameter, is_given)| is_given && !takes(algorithm, parameter));
    useless.map_or(Ok(()), |(parameter, _)| {
        let takers = algorithms().iter().filter(|info| info.parameters.contains(&parameter)).map(|info| info.name);
        let takers = takers.collect::<Vec<_>>().join(", ");
        Err(EngineError::UselessParameter { parameter, algorithm: algorithm.info().name, takers })
    })
}

/// Refuses a tree that cannot be told.
fn check_tree(nodes: Option<u32>, algorithm: Algorithm) -> Result<()> {
    match nodes {
        Some(nodes) if !(1..=MOST_NODES).contains(&nodes) => Err(EngineError::TreeNodes { nodes }),
        Some(_) if !algorithm.info().tells_tree => {
            let tellers = algorithms().iter().filter(|info| info.tells_tree).map(|info| info.name);
            let tellers = tellers.collect::<Vec<_>>().join(", ");
            Err(EngineError::NoTree { algorithm: algorithm.info().name, tellers })
        }
        _ => Ok(()),
    }
}

/// Refuses several optimal solutions where none is proven to be one.
fn check_all(all: Option<u32>, algorithm: Algorithm) -> Result<()> {
    match all {
        Some(all) if !(1..=crate::optima::MOST).contains(&all) => {
            Err(EngineError::AllOptima { all, most: crate::optima::MOST })
        }
        Some(_) if !algorithm.info().optimal => {
            let provers = algorithms().iter().filter(|info| info.optimal && info.is_available()).map(|info| info.name);
            let provers = provers.collect::<Vec<_>>().join(", ");
            Err(EngineError::NoOptima { algorithm: algorithm.info().name, provers })
        }
        _ => Ok(()),
    }
}

/// How many threads were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Threads {
    /// As many as the machine has, where an algorithm can use them.
    All,
    /// So many.
    Exactly(NonZeroUsize),
    /// None in particular.
    Unsaid,
}

impl Threads {
    fn of(request: &Request, is_auto: bool) -> Result<Self> {
        match request.options.threads {
            // Depths and nodes are told in the order of expansion, which several threads do not have.
            None if request.trace_depths || request.trace_tree.is_some() => Ok(Self::Unsaid),
            None if is_auto => Ok(Self::All),
            None => Ok(Self::Unsaid),
            Some(threads) => {
                let count = Some(threads)
                    .filter(|&threads| threads <= MOST_THREADS)
                    .and_then(|threads| NonZeroUsize::new(usize::try_from(threads).ok()?));
                count.map(Self::Exactly).ok_or(EngineError::ParameterValue {
                    parameter: Parameter::Threads,
                    value: threads.to_string(),
                    right: format!("write a number from 1 to {MOST_THREADS}"),
                })
            }
        }
    }

    /// Whether an algorithm should give way to its parallel version.
    fn is_several(self) -> bool {
        self != Self::Unsaid && self.count().get() > 1
    }

    /// No more than there are cores, for an algorithm whose threads wait for each other: one that does not run lets the others
    /// expand many times the positions.
    fn within_cores(self, algorithm: Algorithm, because: &mut Vec<String>) -> Self {
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        if algorithm != Algorithm::HdaStar || self.count() <= cores {
            return self;
        }
        let name = algorithm.info().name;
        because.push(format!(
            "{cores} threads, because there are {cores} cores: with more, {name} wastes most of its work"
        ));
        Self::Exactly(cores)
    }

    /// How many there are for an algorithm that uses several.
    fn count(self) -> NonZeroUsize {
        match self {
            Self::Exactly(threads) => threads,
            Self::All | Self::Unsaid => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        }
    }
}

impl Settings {
    fn of(
        options: &Options,
        kind: &'static KindInfo,
        metric: &str,
        algorithm: Algorithm,
        threads: Threads,
    ) -> Result<Self> {
        if algorithm == Algorithm::DepthLimited && options.depth.is_none() {
            return Err(EngineError::MissingParameter {
                parameter: Parameter::Depth,
                algorithm: algorithm.info().name,
                right: "write the greatest length of a solution to look for",
            });
        }
        if options.nodes == Some(0) {
            return Err(EngineError::ParameterValue {
                parameter: Parameter::Nodes,
                value: "0".to_owned(),
                right: "there must be room for the start at least".to_owned(),
            });
        }
        Ok(Self {
            tie_break: options.tie_break.unwrap_or_default(),
            weight: weight(options.weight)?,
            depth: options.depth,
            nodes: options.nodes,
            threads: threads.count(),
            order: options.order.unwrap_or_default(),
            table_bytes: options.table_bytes,
            sat: SatSettings::of(options, kind, metric)?,
        })
    }
}

/// The weight as an exact ratio of small numbers.
fn weight(given: Option<f64>) -> Result<Weight> {
    let value = given.unwrap_or(USUAL_WEIGHT);
    let ratio = (1..=Weight::LARGEST_TERM).find_map(|below| {
        let above = (value * f64::from(below)).round();
        let is_it =
            (above / f64::from(below) - value).abs() < 1e-9 && (1.0..=f64::from(Weight::LARGEST_TERM)).contains(&above);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number in this range")]
        is_it.then(|| Weight::new(above as u32, below).ok()).flatten()
    });
    ratio.ok_or_else(|| EngineError::ParameterValue {
        parameter: Parameter::Weight,
        value: value.to_string(),
        right: "it must be at least 1, and a ratio of two numbers up to 1000, such as 1.2 or 4/3".to_owned(),
    })
}

/// `None` for `auto`.
fn named<T>(name: &str, find: impl Fn(&str) -> Result<T>) -> Result<Option<T>> {
    if name.eq_ignore_ascii_case("auto") { Ok(None) } else { find(name).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::PLAIN;

    const fn heuristic(name: &'static str) -> HeuristicInfo {
        HeuristicInfo { name, aliases: &[], ..HeuristicInfo::NONE }
    }

    static HEURISTICS: &[HeuristicInfo] = &[HeuristicInfo::NONE, heuristic("good"), heuristic("better")];
    static TEST: KindInfo = KindInfo { name: "test", heuristics: HEURISTICS, ..PLAIN };

    fn choose(options: Options, algorithm: &str, heuristic: &str, positions: Option<u64>) -> Result<Choice> {
        let request = Request {
            algorithm: algorithm.to_owned(),
            heuristic: heuristic.to_owned(),
            options,
            ..Request::of("test", "0/")
        };
        let advice = Advice {
            positions,
            key_bytes: 6,
            heuristic: &HEURISTICS[1],
            because: "this is a test",
            beyond_memory: (Algorithm::IdaStar, "it needs no memory"),
            no_goals: Some("this test has none".to_owned()),
        };
        Choice::make(&TEST, &request, &advice, FIRST_BYTES + 1000)
    }

    fn chosen(algorithm: &str, heuristic: &str, positions: Option<u64>) -> Choice {
        choose(Options { threads: Some(1), ..Options::default() }, algorithm, heuristic, positions).unwrap()
    }

    #[test]
    fn memory_decides_and_names_are_obeyed() {
        assert_eq!(chosen("auto", "auto", Some(33)).algorithm, Algorithm::AStar);
        assert_eq!(chosen("auto", "auto", Some(34)).algorithm, Algorithm::IdaStar);
        assert_eq!(chosen("auto", "auto", None).algorithm, Algorithm::IdaStar);
        let asked = chosen("A*", "better", None);
        assert_eq!((asked.algorithm, asked.heuristic.name), (Algorithm::AStar, "better"));
        assert_eq!(asked.because(), "as requested");
        assert_eq!(chosen("bfs", "none", None).heuristic.name, "none");
        assert_eq!(chosen("bfs", "auto", None).heuristic.name, "none");
    }

    #[test]
    fn several_threads_make_it_parallel() {
        let with = |threads, algorithm| {
            let options = Options { threads: Some(threads), ..Options::default() };
            choose(options, algorithm, "auto", None).map(|choice| (choice.algorithm, choice.settings.threads.get()))
        };
        assert_eq!(with(2, "IDA*"), Ok((Algorithm::ParallelIdaStar, 2)));
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        assert_eq!(with(1000, "A*"), Ok((Algorithm::HdaStar, cores.min(1000))));
        assert_eq!(with(1000, "IDA*"), Ok((Algorithm::ParallelIdaStar, 1000)));
        assert_eq!(with(1, "A*"), Ok((Algorithm::AStar, 1)));
        assert_eq!(with(1, "HDA*"), Ok((Algorithm::HdaStar, 1)));
        let refused = with(2, "BFS").unwrap_err().to_string();
        assert_eq!(refused, "the option threads has no effect on BFS; it applies to exhaustive, A*, HDA*, IDA*, PIDA*");
        assert!(with(0, "IDA*").is_err() && with(2000, "IDA*").is_err());
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refusal =
            |options: Options, algorithm: &str| choose(options, algorithm, "auto", None).unwrap_err().to_string();
        let none = Options::default;
        assert!(refusal(none(), "NBS").contains("this test has none"));
        let useless = choose(none(), "bfs", "better", None).unwrap_err().to_string();
        assert!(useless.starts_with("the heuristic better has no effect on BFS, which uses none; "), "{useless}");
        assert!(refusal(none(), "DLS").contains("needs the option depth"));
        assert!(refusal(Options { weight: Some(2.0), ..none() }, "A*").contains("it applies to WA*"));
        for weight in [0.5, f64::NAN, f64::INFINITY, -1.0, 1e300] {
            assert!(refusal(Options { weight: Some(weight), ..none() }, "WA*").contains("the option weight cannot be"));
        }
        assert!(refusal(Options { nodes: Some(0), ..none() }, "SMA*").contains("the option nodes cannot be 0"));
        assert!(choose(Options { weight: Some(1.2), ..none() }, "WA*", "auto", None).is_ok());
    }
}
