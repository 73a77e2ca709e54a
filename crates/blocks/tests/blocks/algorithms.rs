//! Every algorithm on random puzzles of every feature and on the puzzles of Wübbers (2019), in every metric: the same lengths,
//! and solutions that a [`Position`] takes move by move.

use std::num::NonZeroUsize;
use std::sync::Arc;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::heuristics::{Blockers, Distances, LinearConflict, PatternDistances};
use fewest_blocks::{Blocks, Board, Metric, Position, Puzzle, library};
use fewest_conformance::oracle;
use fewest_conformance::search::Trial;
use fewest_search::algorithms::{
    AStar, AStarIdaStar, BidirectionalBreadthFirst, BreadthFirst, BreadthFirstHeuristic, DepthFirst, DepthLimited,
    Dijkstra, GreedyBestFirst, HdaStar, IdaStar, IterativeDeepening, Nbs, ParallelIdaStar, SmaStar, Weight,
    WeightedAStar,
};
use fewest_search::{Cost, Heuristic, Incremental, Limits, Outcome, Search, Zero};

use crate::random::{self, Features};

type Space = Blocks<u64, u64>;
type State = Board<u64, u64>;

/// An algorithm on one start.
struct Question<'a> {
    space: &'a Space,
    start: State,
    distance: Option<Cost>,
}

impl Question<'_> {
    /// It proves the true distance, and its solution is one.
    fn optimal<H>(&self, name: &str, heuristic: &H, algorithm: &impl Search<Space, H>) {
        let trial = Trial { space: self.space, heuristic, algorithm };
        trial.check_optimal(&self.start, self.distance).unwrap_or_else(|fault| self.fail(name, &fault));
        self.replay(name, heuristic, algorithm);
    }

    /// What it says is true, and its solution is one.
    fn answers<H>(&self, name: &str, heuristic: &H, algorithm: &impl Search<Space, H>) {
        let trial = Trial { space: self.space, heuristic, algorithm };
        trial.check_answer(&self.start, self.distance).unwrap_or_else(|fault| self.fail(name, &fault));
        self.replay(name, heuristic, algorithm);
    }

    /// The solution, by the rules of a position, which shares nothing with the search.
    fn replay<H>(&self, name: &str, heuristic: &H, algorithm: &impl Search<Space, H>) {
        let run = algorithm.run(self.space, &self.start, heuristic, &Limits::default(), &mut ());
        let Outcome::Solved { moves, cost, .. } = run.outcome else { return };
        assert_eq!(moves.len(), cost as usize);
        let start = self.space.position(&self.start);
        let mut position = start.clone();
        for shift in self.space.shifts(&start, &moves).expect("a position of this puzzle") {
            position.try_shift(&shift, self.space.metric()).unwrap_or_else(|error| self.fail(name, &error.to_string()));
        }
        assert!(position.is_goal(), "{name}, {}\n{}", self.space.metric(), self.space.puzzle());
    }

    fn fail(&self, name: &str, fault: &str) {
        panic!("{name}, {}\n{}\n{fault}", self.space.metric(), self.space.puzzle());
    }

    /// Algorithms that ask for no estimate.
    fn blind(&self) {
        self.optimal("breadth-first", &Zero, &BreadthFirst);
        self.optimal("both ends", &Zero, &BidirectionalBreadthFirst);
        self.optimal("Dijkstra", &Zero, &Dijkstra);
        self.optimal("exhaustive", &Zero, &Exhaustive { threads: NonZeroUsize::MIN, ..Exhaustive::default() });
        self.answers("depth-first", &Zero, &DepthFirst::default());
        if let Some(depth) = self.distance.filter(|&distance| distance <= 6) {
            self.answers("depth-first within the distance", &Zero, &DepthFirst { depth: Some(depth) });
            self.answers("depth-limited", &Zero, &DepthLimited { depth });
            self.optimal("iterative deepening", &Zero, &IterativeDeepening);
        }
    }

    /// Algorithms that ask for one.
    fn informed<H: Incremental<Space, Memo: Send> + Sync>(&self, heuristic: &H, back: &impl Heuristic<Space>) {
        self.optimal("A*", heuristic, &AStar::default());
        self.optimal("breadth-first heuristic", heuristic, &BreadthFirstHeuristic);
        self.optimal("SMA*", heuristic, &SmaStar::default());
        self.optimal("NBS", heuristic, &Nbs { backward: back });
        self.answers("greedy best-first", heuristic, &GreedyBestFirst::default());
        let weight = Weight::new(3, 2).expect("a weight");
        self.answers("weighted A*", heuristic, &WeightedAStar { weight, tie_break: AStar::default().tie_break });
        if self.distance.is_some_and(|distance| distance <= 8) {
            self.optimal("IDA*", heuristic, &IdaStar::default());
            self.optimal("IDA* with a table", heuristic, &IdaStar { table: Some(1 << 16), ..IdaStar::default() });
            self.optimal("A*+IDA*", heuristic, &AStarIdaStar::default());
        }
    }

    /// Algorithms on two threads.
    fn concurrent<H: Incremental<Space, Memo: Send> + Sync>(&self, heuristic: &H) {
        let threads = NonZeroUsize::new(2).expect("two");
        self.optimal("HDA*", heuristic, &HdaStar { threads, ..HdaStar::default() });
        if self.distance.is_some_and(|distance| distance <= 8) {
            self.optimal("parallel IDA*", heuristic, &ParallelIdaStar { threads, ..ParallelIdaStar::default() });
        }
    }
}

/// How many puzzles were asked about, and of how many there is a solution.
#[derive(Debug, Default)]
struct Asked {
    all: usize,
    solvable: usize,
    with_patterns: usize,
}

fn ask(puzzle: &Arc<Puzzle>, metric: Metric, asked: &mut Asked) {
    let space = Space::new(puzzle.clone(), metric).expect("small");
    let start = space.start();
    let reached = oracle::distances_from(&space, &start, Cost::MAX);
    if reached.len() > 1_500 {
        return;
    }
    let goals = reached.iter().filter(|(state, _)| Position::is_goal(&space.position(state)));
    let distance = goals.map(|(_, &distance)| distance).min();
    asked.all += 1;
    asked.solvable += usize::from(distance.is_some());
    let question = Question { space: &space, start, distance };
    let (back, lines_back) = (Distances::from_start(&space, &start), LinearConflict::from_start(&space, &start));
    question.blind();
    question.informed(&Distances::new(&space), &back);
    question.informed(&LinearConflict::modified(&space), &lines_back);
    question.informed(&Blockers::new(&space), &Zero);
    question.concurrent(&Distances::new(&space));
    if let Some(patterns) = PatternDistances::new(&space, 400, &Limits::default()) {
        question.informed(&patterns, &lines_back);
        asked.with_patterns += 1;
    }
    // Two consistent bounds: at most twice as many expansions as any search must make.
    if let Some(distance) = distance.filter(|&distance| distance > 0) {
        let distances = Distances::new(&space);
        let trial = Trial { space: &space, heuristic: &distances, algorithm: &Nbs { backward: &back } };
        trial.check_necessary_pairs(&start, distance, &back).unwrap_or_else(|fault| question.fail("NBS", &fault));
    }
}

#[test]
fn all_algorithms_agree() {
    let mut asked = Asked::default();
    for seed in 1_000..1_080 {
        for metric in Metric::ALL {
            ask(&random::puzzle(seed, random::ALL, (4, 4, 5)), metric, &mut asked);
        }
    }
    let labelled = Features { goals: false, ..Features::default() };
    for seed in 2_000..2_025 {
        for metric in Metric::ALL {
            ask(&random::puzzle(seed, labelled, (3, 3, 6)), metric, &mut asked);
        }
    }
    assert!(asked.all > 250 && asked.solvable > 120 && asked.with_patterns > 50, "{asked:?} is too few");
}

/// Every law of limits, counts and answers, for those algorithms that work best on blocks.
#[test]
fn searches_keep_their_limits() {
    let (mut asked, mut farthest) = (0, 0);
    for seed in 3_000..3_040 {
        let puzzle = random::puzzle(seed, random::ALL, (4, 4, 5));
        for metric in [Metric::Step, Metric::Move] {
            let space = Space::new(puzzle.clone(), metric).expect("small");
            let start = space.start();
            let reached = oracle::distances_from(&space, &start, Cost::MAX);
            let goals = reached.iter().filter(|(state, _)| space.position(state).is_goal());
            let distance = goals.map(|(_, &distance)| distance).min();
            if reached.len() > 1_500 {
                continue;
            }
            asked += 1;
            farthest = farthest.max(distance.unwrap_or(0));
            let (distances, back) = (Distances::new(&space), Distances::from_start(&space, &start));
            let trial = Trial { space: &space, heuristic: &distances, algorithm: &Nbs { backward: &back } };
            trial.check_all(&start, distance).unwrap_or_else(|fault| panic!("{metric}\n{puzzle}\n{fault}"));
            let trial = Trial { space: &space, heuristic: &Zero, algorithm: &BidirectionalBreadthFirst };
            trial.check_all(&start, distance).unwrap_or_else(|fault| panic!("{metric}\n{puzzle}\n{fault}"));
            let trial = Trial { space: &space, heuristic: &distances, algorithm: &AStar::default() };
            trial.check_all(&start, distance).unwrap_or_else(|fault| panic!("{metric}\n{puzzle}\n{fault}"));
        }
    }
    assert!(asked > 40 && farthest > 8, "{asked} puzzles, {farthest} moves: too few mean little");
}

/// The puzzles of the thesis, for which its NBS was not applicable: their goals leave pieces free. Lengths are of moves
/// and steps.
#[test]
fn from_both_ends_with_free_pieces() {
    let rush_39 =
        "rail:\n..AOOO\n..AB..\nXXCB.R\nDDCEER\nFGHH.R\nFGII..\n\n......\n......\n....XX\n......\n......\n......";
    let rush_40 =
        "rail:\nOAA.B.\nOCD.BP\nOCDXXP\nQQQE.P\n..FEGG\nHHFII.\n\n......\n......\n....XX\n......\n......\n......";
    let puzzles = [
        (library::find("klotski").expect("it is there").puzzle(), 81, 116),
        (library::find("century").expect("it is there").puzzle(), 99, 131),
        (library::find("blockado").expect("it is there").puzzle(), 74, 103),
        (rush_39.parse().expect("a puzzle"), 50, 82),
        (rush_40.parse().expect("a puzzle"), 51, 81),
    ];
    for (puzzle, moves, steps) in puzzles {
        let puzzle = Arc::new(puzzle);
        for (metric, length) in [(Metric::Move, moves), (Metric::Step, steps)] {
            let space = Space::new(puzzle.clone(), metric).expect("small");
            let start = space.start();
            let question = Question { space: &space, start, distance: Some(length) };
            question.optimal("both ends", &Zero, &BidirectionalBreadthFirst);
            let back = LinearConflict::from_start(&space, &start);
            question.optimal("NBS", &LinearConflict::modified(&space), &Nbs { backward: &back });
        }
    }
}

/// Goals that are met by leaving: moves into a state differ from moves out of it.
#[test]
fn from_both_ends_with_pieces_that_leave() {
    let text =
        "exit out right b c:\n....\n...+\n....\nstart:\naa..\nccb.\n....\ngoal:\n....\n....\n....\nleaves c: out\n";
    let puzzle: Arc<Puzzle> = Arc::new(text.parse().unwrap_or_else(|faults| panic!("{faults}")));
    for metric in Metric::ALL {
        let mut asked = Asked::default();
        ask(&puzzle, metric, &mut asked);
        assert_eq!((asked.all, asked.solvable), (1, 1), "{metric}");
    }
}
