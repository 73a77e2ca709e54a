//! The algorithms, described.

use std::fmt;

use serde::Serialize;

use super::answers;
use crate::error::{EngineError, Result};
use crate::kind::{names, shortened};

/// The names of the algorithms; [`algorithms`] describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the catalog says what each of them does")]
pub enum Algorithm {
    BreadthFirst,
    Exhaustive,
    BidirectionalBreadthFirst,
    DepthFirst,
    DepthLimited,
    IterativeDeepening,
    Dijkstra,
    GreedyBestFirst,
    AStar,
    WeightedAStar,
    HdaStar,
    IdaStar,
    ParallelIdaStar,
    AStarIdaStar,
    SmaStar,
    BreadthFirstHeuristic,
    Nbs,
    Construct,
    Anytime,
    Recursive,
    Sat,
    SatAny,
}

/// A parameter that a request can give an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Parameter {
    /// Which of equally promising nodes comes first.
    TieBreak,
    /// The factor by which a solution may exceed the optimum.
    Weight,
    /// The longest path to follow.
    Depth,
    /// How many nodes are kept at once.
    Nodes,
    /// The number of threads.
    Threads,
    /// The order in which to try successors.
    Order,
    /// The size of the transposition table.
    Table,
    /// The folder with whose files the search continues when memory is full.
    Spill,
    /// The SAT solver that solves the formulas.
    SatSolver,
    /// How the puzzle is written as a formula.
    Encoding,
}

impl Parameter {
    /// The name of the option on the command line, which is also its name in messages, and what it does.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::TieBreak => ("tie-break", "which of equally promising nodes is expanded first: `fifo` or `lifo`"),
            Self::Weight => ("weight", "the factor by which a solution may exceed the optimum, at least 1"),
            Self::Depth => ("depth", "the longest path to follow"),
            Self::Nodes => ("nodes", "how many nodes are kept at once"),
            Self::Threads => ("threads", "the number of threads"),
            Self::Order => ("order", "the order in which to try successors: `natural` or `by-f`"),
            Self::Table => (
                "table",
                "the bytes of a transposition table, which remembers positions that were searched \
                                      without success",
            ),
            Self::Spill => ("spill", "a folder with whose files the search continues when memory is full"),
            Self::SatSolver => ("sat-solver", "the SAT solver: `batsat`, `cadical`, `glucose`, `kissat` or `minisat`"),
            Self::Encoding => ("encoding", "how the puzzle is written as a formula: `fewest`, or a published model"),
        }
    }

    /// What it does, in a clause.
    pub fn summary(self) -> &'static str {
        self.words().1
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}

/// What an algorithm needs of a kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing but a start: it serves every kind.
    Start,
    /// Goals that can be listed, and moves that can be taken back.
    BothEnds,
    /// Code of its own: the kind names it.
    Kind,
}

/// An algorithm, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct AlgorithmInfo {
    /// Which one.
    #[serde(skip)]
    pub algorithm: Algorithm,
    /// The name to write.
    pub name: &'static str,
    /// Other names that are accepted; the first one is also the name of its page.
    pub aliases: &'static [&'static str],
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Whether its solutions are proven optimal (with an admissible heuristic, where it uses one).
    pub optimal: bool,
    /// Whether it uses a heuristic.
    pub uses_heuristic: bool,
    /// Whether it runs on several threads.
    pub parallel: bool,
    /// Whether it can report its search tree node by node.
    pub tells_tree: bool,
    /// The parameters it takes.
    pub parameters: &'static [Parameter],
    /// What a kind of puzzle must offer to be served by it.
    #[serde(skip)]
    pub needs: Needs,
    /// How its memory grows, in words.
    pub memory: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// How it works, what it promises, when to use it.
    #[serde(skip)]
    pub page: &'static str,
}

/// What most algorithms have in common.
const PLAIN: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::BreadthFirst,
    name: "",
    aliases: &[],
    summary: "",
    optimal: true,
    uses_heuristic: true,
    parallel: false,
    tells_tree: true,
    parameters: &[],
    needs: Needs::Start,
    memory: "every position met",
    source: "",
    page: "",
};

const ALGORITHMS: [AlgorithmInfo; 22] = [
    AlgorithmInfo {
        algorithm: Algorithm::BreadthFirst,
        name: "BFS",
        aliases: &["breadth-first", "breadth-first-search"],
        summary: "visits all positions one move away, then two, then three, until it reaches the goal",
        uses_heuristic: false,
        source: "Moore 1959",
        page: include_str!("pages/breadth-first.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::Exhaustive,
        name: "exhaustive",
        aliases: &["exhaustive-search", "layers"],
        summary: "breadth-first search of sliding blocks, with a few bytes per position, on all cores",
        uses_heuristic: false,
        parallel: true,
        tells_tree: false,
        parameters: &[Parameter::Threads, Parameter::Spill],
        needs: Needs::Kind,
        memory: "every position met, in 4 to 8 bytes each, or files",
        source: "Moore 1959",
        page: include_str!("pages/exhaustive-search.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::BidirectionalBreadthFirst,
        name: "BiBFS",
        aliases: &["bidirectional-bfs", "bidirectional-breadth-first", "bidirectional"],
        summary: "breadth-first search from the start and from the goal, until the two meet",
        uses_heuristic: false,
        needs: Needs::BothEnds,
        source: "Pohl 1971",
        page: include_str!("pages/bidirectional-bfs.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::DepthFirst,
        name: "DFS",
        aliases: &["depth-first", "depth-first-search"],
        summary: "follows one path as deep as it can and remembers where it was; finds some solution, however long",
        optimal: false,
        uses_heuristic: false,
        parameters: &[Parameter::Depth],
        source: "Tarjan 1972",
        page: include_str!("pages/depth-first.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::DepthLimited,
        name: "DLS",
        aliases: &["depth-limited", "depth-limited-search"],
        summary: "follows every path down to a given depth and remembers only the current path",
        optimal: false,
        uses_heuristic: false,
        parameters: &[Parameter::Depth],
        memory: "the current path",
        source: "Nilsson 1971",
        page: include_str!("pages/depth-limited.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::IterativeDeepening,
        name: "IDDFS",
        aliases: &["iterative-deepening", "dfid"],
        summary: "depth-limited search with rising limits, without a heuristic",
        uses_heuristic: false,
        memory: "the current path",
        source: "Korf 1985",
        page: include_str!("pages/iterative-deepening.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::Dijkstra,
        name: "Dijkstra",
        aliases: &["uniform-cost", "ucs"],
        summary: "always expands the position with the cheapest path from the start",
        uses_heuristic: false,
        source: "Dijkstra 1959",
        page: include_str!("pages/uniform-cost.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::GreedyBestFirst,
        name: "greedy",
        aliases: &["greedy-best-first", "gbfs", "best-first"],
        summary: "always expands the position that looks nearest to the goal: fast, but solutions are seldom short",
        optimal: false,
        parameters: &[Parameter::TieBreak],
        source: "Doran and Michie 1966",
        page: include_str!("pages/greedy-best-first.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::AStar,
        name: "A*",
        aliases: &["a-star", "astar"],
        summary: "always expands the position with the least sum of path and estimate",
        parameters: &[Parameter::TieBreak, Parameter::Threads],
        source: "Hart, Nilsson and Raphael 1968",
        page: include_str!("pages/a-star.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::WeightedAStar,
        name: "WA*",
        aliases: &["weighted-a-star", "wastar", "weighted-astar"],
        summary: "A* that gives the estimate more weight: sooner a solution, within a proven factor of the optimum",
        optimal: false,
        parameters: &[Parameter::Weight, Parameter::TieBreak],
        source: "Pohl 1970",
        page: include_str!("pages/weighted-a-star.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::HdaStar,
        name: "HDA*",
        aliases: &["hda-star", "hdastar", "parallel-a-star"],
        summary: "A* on all cores: every position belongs to one thread, and the others send it there",
        parallel: true,
        tells_tree: false,
        parameters: &[Parameter::Threads, Parameter::TieBreak],
        source: "Kishimoto, Fukunaga and Botea 2009",
        page: include_str!("pages/hda-star.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::IdaStar,
        name: "IDA*",
        aliases: &["ida-star", "ida", "idastar"],
        summary: "searches depth-first below a bound, then again with the next bound",
        parameters: &[Parameter::Order, Parameter::Table, Parameter::Threads],
        memory: "the current path, and a table if one is requested",
        source: "Korf 1985",
        page: include_str!("pages/ida-star.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::ParallelIdaStar,
        name: "PIDA*",
        aliases: &["parallel-ida-star", "pida", "parallel-ida"],
        summary: "IDA* on all cores: the tree is split near its root, and idle threads steal work",
        parallel: true,
        tells_tree: false,
        parameters: &[Parameter::Threads, Parameter::Order],
        memory: "one path per thread",
        source: "Rao, Kumar and Ramesh 1987",
        page: include_str!("pages/parallel-ida-star.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::AStarIdaStar,
        name: "A*+IDA*",
        aliases: &["a-star-ida-star", "hybrid", "astar+ida"],
        summary: "A* until memory is full, then IDA* below every position of the frontier: full memory does not end the search",
        parameters: &[Parameter::TieBreak],
        memory: "every position met, as long as memory lasts",
        source: "Bu and Korf 2019",
        page: include_str!("pages/a-star-ida-star.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::SmaStar,
        name: "SMA*",
        aliases: &["sma-star", "sma", "smastar"],
        summary: "A* with a given number of nodes: forgets the worst ones, but remembers their value",
        parameters: &[Parameter::Nodes],
        memory: "the given number of positions",
        source: "Russell 1992",
        page: include_str!("pages/sma-star.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::BreadthFirstHeuristic,
        name: "BFHS",
        aliases: &["breadth-first-heuristic", "bfida", "frontier"],
        summary: "breadth-first search below a bound on f that keeps only the latest layers and reconstructs the path in halves",
        memory: "the widest layers within the bound",
        source: "Zhou and Hansen 2004",
        page: include_str!("pages/breadth-first-heuristic.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::Nbs,
        name: "NBS",
        aliases: &["near-optimal-bidirectional-search", "nbs-front-to-end"],
        summary: "searches from both ends and always expands a pair of which every method must expand one: at most \
                  twice the least work",
        needs: Needs::BothEnds,
        source: "Chen, Holte, Zilles and Sturtevant 2017",
        page: include_str!("pages/near-optimal-bidirectional-search.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::Construct,
        name: "construct",
        aliases: &["constructive", "lines"],
        summary: "places tiles line by line, then re-solves stretches of the solution optimally: any board, at once",
        optimal: false,
        tells_tree: false,
        needs: Needs::Kind,
        memory: "little",
        source: "Parberry 1995",
        page: include_str!("pages/constructive.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::Anytime,
        name: "anytime",
        aliases: &["anytime-search"],
        summary: "finds a solution at once, then shorter ones and higher lower bounds, until they meet or the time is up",
        tells_tree: false,
        needs: Needs::Kind,
        memory: "little",
        source: "Dean and Boddy 1988",
        page: include_str!("pages/anytime-search.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::Recursive,
        name: "recursive",
        aliases: &["recursive-solution", "recursion"],
        summary: "computes the fewest moves of discs on 3 pegs from one disc to the next larger one, without a search",
        uses_heuristic: false,
        tells_tree: false,
        needs: Needs::Kind,
        memory: "little",
        source: "Hinz 1992",
        page: include_str!("pages/recursive-solution.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::Sat,
        name: "SAT",
        aliases: &["satisfiability", "planning-as-satisfiability"],
        summary: "asks a SAT solver for a solution with as many moves as the lower bound, then with more, until there is one",
        uses_heuristic: false,
        parameters: &[Parameter::SatSolver, Parameter::Encoding],
        tells_tree: false,
        needs: Needs::Kind,
        memory: "the formula, and what the SAT solver learns",
        source: "Kautz and Selman 1992",
        page: include_str!("pages/satisfiability.md"),
        ..PLAIN
    },
    AlgorithmInfo {
        algorithm: Algorithm::SatAny,
        name: "SAT-any",
        aliases: &["satisfiability-any"],
        summary: "asks a SAT solver for a solution of any length, and doubles the number of moves until there is one",
        optimal: false,
        uses_heuristic: false,
        parameters: &[Parameter::SatSolver, Parameter::Encoding],
        tells_tree: false,
        needs: Needs::Kind,
        memory: "the formula, and what the SAT solver learns",
        source: "Kautz and Selman 1992",
        page: include_str!("pages/satisfiability-any.md"),
        ..PLAIN
    },
];

/// Every algorithm.
pub fn algorithms() -> &'static [AlgorithmInfo] {
    &ALGORITHMS
}

impl AlgorithmInfo {
    /// Whether it searches from the goal as well, and so supports only puzzles whose goals can be listed.
    pub fn needs_goals(&self) -> bool {
        self.needs == Needs::BothEnds
    }

    /// Whether this build can run it: a browser's worker has one thread.
    pub fn is_available(&self) -> bool {
        !cfg!(target_family = "wasm") || !matches!(self.algorithm, Algorithm::HdaStar | Algorithm::ParallelIdaStar)
    }

    /// The name of its page in `docs/algorithms`.
    pub fn slug(&self) -> &'static str {
        self.aliases[0]
    }
}

impl Algorithm {
    /// The algorithm with this name, in any case.
    ///
    /// # Errors
    /// [`EngineError::UnknownAlgorithm`], with all there are.
    pub fn named(name: &str) -> Result<Self> {
        let found = ALGORITHMS.iter().find(|info| answers(info.name, info.aliases, name));
        found.map(|info| info.algorithm).ok_or_else(|| EngineError::UnknownAlgorithm {
            name: shortened(name),
            known: names(std::iter::once("auto").chain(ALGORITHMS.iter().map(|info| info.name))),
        })
    }

    /// Its description.
    pub fn info(self) -> &'static AlgorithmInfo {
        ALGORITHMS.iter().find(|info| info.algorithm == self).expect("every algorithm is described")
    }

    /// The version that runs on several threads, where there is one.
    pub fn parallel_version(self) -> Option<Self> {
        match self {
            Self::AStar | Self::HdaStar => Some(Self::HdaStar),
            Self::IdaStar | Self::ParallelIdaStar => Some(Self::ParallelIdaStar),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_and_never_shared() {
        for info in algorithms() {
            for name in std::iter::once(&info.name).chain(info.aliases) {
                assert_eq!(Algorithm::named(&name.to_uppercase()), Ok(info.algorithm));
            }
        }
        let error = Algorithm::named("magic").unwrap_err().to_string();
        assert!(
            error.starts_with("there is no algorithm \"magic\"; choose one of auto, BFS, exhaustive, BiBFS, "),
            "{error}"
        );
    }
}
