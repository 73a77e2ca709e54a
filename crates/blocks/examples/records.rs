//! Holds the engine against a folder of published records: optima in every metric (by two searches, but for large puzzles),
//! reachable states, goals, the hardest start and the number of shortest solutions.
//!
//! ```text
//! cargo run --release -p fewest-blocks --example records -- FOLDER [part of an id] [--most STATES] [--no-counts]
//! ```
//!
//! A record begins with `@ id | name`; lines `rules:`, `alike:`, `optimal:`, `space:`, `count:` and the grids `start:`,
//! `goal:` and `gate:` follow, and an empty line ends it.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use fewest_blocks::exhaustive::{Exhaustive, Word};
use fewest_blocks::heuristics::Distances;
use fewest_blocks::{Bits, Blocks, Board, Metric, Needs, Position, Puzzle};
use fewest_search::algorithms::AStar;
use fewest_search::capability::Packed;
use fewest_search::{Limits, Outcome, Search, StateSpace, Zero};

/// Up to so many expansions, the optimum is found a second time, by A*: it has a move generator of its own.
const TWICE: u64 = 1_000_000;

#[derive(Default)]
struct Record {
    id: String,
    text: String,
    optimal: HashMap<String, String>,
    space: HashMap<String, String>,
    count: HashMap<String, String>,
}

fn words(line: &str) -> HashMap<String, String> {
    let pairs = line.split_whitespace().filter_map(|word| word.split_once(['=', '>']));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn records(text: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let mut options = String::new();
    let mut grids: Vec<(String, Vec<String>)> = Vec::new();
    let mut record = Record::default();
    let mut inside = false;
    for line in text.lines().chain([""]) {
        if let Some(rush) = rush_hour(line) {
            records.push(rush);
        } else if line.starts_with('@') {
            inside = true;
            line.clone_into(&mut record.id);
        } else if inside && line.is_empty() {
            record.text.clone_from(&options);
            for (name, rows) in grids.drain(..) {
                // A gate's pieces are those that the goal names.
                record.text += &[name.as_str(), "\n", &rows.join("\n"), "\n\n"].concat();
            }
            records.push(std::mem::take(&mut record));
            options.clear();
            inside = false;
        } else if inside {
            match line.split_once(':') {
                Some(("rules", value)) if value.trim() == "rail" => options.push_str("rail:\n"),
                Some(("alike", value)) => {
                    value.split_whitespace().for_each(|group| options += &["alike: ", group, "\n"].concat());
                }
                Some(("optimal", value)) => {
                    record.optimal = words(value);
                    if value.contains("unsolvable") {
                        record.optimal = ["moves", "slides", "steps"].map(|m| (m.to_owned(), "none".to_owned())).into();
                    }
                }
                Some(("space", value)) => {
                    let (space, hardest) = value.split_once("hardest:").unwrap_or((value, ""));
                    record.space = words(space);
                    if space.contains('>') {
                        record.space.clear();
                    }
                    record.space.extend(words(hardest));
                }
                Some(("count", value)) => record.count = words(value),
                Some((name @ ("start" | "goal" | "gate"), _)) => grids.push((format!("{name}:"), Vec::new())),
                Some(_) => {}
                None => grids.last_mut().expect("a grid has a head").1.push(line.to_owned()),
            }
        }
    }
    records
}

/// A line of a Rush Hour database, `moves board states steps`, or a line of extremal boards, `name | board | moves | steps |
/// states | source`: 36 squares row by row, the red car `A`, the goal the right edge.
fn rush_hour(line: &str) -> Option<Record> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let (board, moves, steps, states) = if let [moves, board, states, steps] = *words.as_slice() {
        (board, moves, steps, states)
    } else if let [_, board, moves, steps, states, ..] = *columns.as_slice() {
        (board, moves, steps, states)
    } else {
        return None;
    };
    if board.len() != 36 || !board.is_ascii() || !board.contains('A') {
        return None;
    }
    let board = board.replace('o', ".").replace('x', "#");
    let rows: Vec<&str> = (0..6).map(|row| &board[6 * row..6 * row + 6]).collect();
    let goal: Vec<&str> = rows.iter().map(|row| if row.contains('A') { "....AA" } else { "......" }).collect();
    let number = |text: &str| text.trim_start_matches('0').to_owned();
    let figures = [("moves", moves), ("slides", moves), ("steps", steps)];
    Some(Record {
        id: format!("@ {board}"),
        text: format!("rail:\nstart:\n{}\ngoal:\n{}\n", rows.join("\n"), goal.join("\n")),
        optimal: figures.map(|(name, figure)| (name.to_owned(), number(figure))).into(),
        space: HashMap::from([("states".to_owned(), number(states))]),
        count: HashMap::new(),
    })
}

struct Task<'a> {
    record: &'a Record,
    most: u64,
    counts: bool,
    wrong: usize,
    right: usize,
}

impl Task<'_> {
    fn compare(&mut self, what: &str, metric: Metric, expected: Option<&String>, found: &str) {
        let Some(expected) = expected.filter(|expected| *expected != "?") else { return };
        if expected == found {
            self.right += 1;
        } else {
            self.wrong += 1;
            println!("WRONG {} {what} {metric}: {found} where the record says {expected}", self.record.id);
        }
    }

    fn solve<B: Bits, K: Word>(&mut self, space: &Blocks<B, K>) {
        let metric = space.metric();
        let name = format!("{metric}s");
        if self.record.optimal.get(&name).is_none_or(|expected| expected == "?") {
            return;
        }
        let limits = Limits { memory: 8 << 30, ..Limits::default() };
        let started = Instant::now();
        let run = Exhaustive::default().run(space, &space.start(), &Zero, &limits, &mut ());
        let elapsed = started.elapsed();
        let found = match &run.outcome {
            Outcome::Solved { moves, cost, .. } => {
                replay(space, moves);
                cost.to_string()
            }
            Outcome::Unsolvable { .. } => "none".to_owned(),
            Outcome::LimitReached { limit, .. } => limit.to_string(),
        };
        println!("{} {metric} {found} in {elapsed:.1?}, {} expanded", self.record.id, run.stats.expanded);
        self.compare("optimum", metric, self.record.optimal.get(&name), &found);
        if run.stats.expanded <= TWICE {
            let search = AStar::default();
            let again = search.run(space, &space.start(), &Distances::new(space), &limits, &mut ());
            let found = again.outcome.cost().map_or("none".to_owned(), |cost| cost.to_string());
            self.compare("optimum by A*", metric, self.record.optimal.get(&name), &found);
        }
        let size = self.record.space.get("states").and_then(|states| states.parse::<u64>().ok());
        if size.is_some_and(|size| size <= self.most) {
            self.explore(space, &limits, &name);
        }
        let cost = run.outcome.cost();
        if self.counts
            && let (Some(cost), Some(_)) = (cost, self.record.count.get(&name))
            && size.is_none_or(|size| size <= self.most / 4)
        {
            let count = count_solutions(space, cost);
            self.compare("number of solutions", metric, self.record.count.get(&name), &count.to_string());
        }
    }

    fn explore<B: Bits, K: Word>(&mut self, space: &Blocks<B, K>, limits: &Limits, name: &str) {
        let metric = space.metric();
        let mut goals: Vec<Board<B, K>> = Vec::new();
        let all = Exhaustive::default().explore_layers(space, &[space.start()], limits, &mut (), |layer| {
            goals.extend(layer.goals());
            ControlFlow::Continue(())
        });
        let all = all.expect("states fit");
        self.compare("states", metric, self.record.space.get("states"), &all.states().to_string());
        self.compare("goals", metric, self.record.space.get("goals"), &goals.len().to_string());
        if self.record.space.contains_key(name) {
            let back = Exhaustive::default().explore(space, &goals, limits, &mut ()).expect("states fit");
            let hardest = (back.layers.len() - 1).to_string();
            self.compare("hardest", metric, self.record.space.get(name), &hardest);
        }
    }
}

fn replay<B: Bits, K: Word>(space: &Blocks<B, K>, moves: &[fewest_blocks::Move]) {
    let start = Position::start(space.puzzle().clone());
    let mut position = start.clone();
    for shift in space.shifts(&start, moves).expect("the start is of this puzzle") {
        position.try_shift(&shift, space.metric()).expect("a legal solution");
    }
    assert!(position.is_goal(), "the solution ends at a goal");
}

/// The number of shortest paths, by the plain sum over predecessors.
fn count_solutions<B: Bits, K: Word>(space: &Blocks<B, K>, cost: u32) -> u128 {
    let mut layer: HashMap<K, u128> = HashMap::from([(space.start().key(), 1)]);
    let mut before: HashMap<K, u128> = HashMap::new();
    for _ in 0..cost {
        let mut next: HashMap<K, u128> = HashMap::new();
        for (key, &paths) in &layer {
            let state = space.unpack(key);
            space.for_each_move(&state, |mv| {
                let mut after = state;
                space.apply(&mut after, mv);
                let key = after.key();
                if !layer.contains_key(&key) && !before.contains_key(&key) {
                    *next.entry(key).or_default() += paths;
                }
            });
        }
        before = std::mem::replace(&mut layer, next);
    }
    layer.iter().filter(|(key, _)| space.is_goal(&space.unpack(key))).map(|(_, paths)| paths).sum()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().expect("the folder of records");
    let filter = arguments.get(1).filter(|word| !word.starts_with("--")).cloned().unwrap_or_default();
    let most = arguments.iter().position(|word| word == "--most").and_then(|at| arguments[at + 1].parse().ok());
    let counts = !arguments.iter().any(|word| word == "--no-counts");
    let (mut right, mut wrong) = (0, 0);
    let mut files: Vec<_> =
        std::fs::read_dir(Path::new(folder)).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for record in records(&text).iter().filter(|record| record.id.contains(&filter)) {
            let puzzle: Puzzle = record.text.parse().unwrap_or_else(|faults| panic!("{}: {faults}", record.id));
            let (puzzle, needs) = (Arc::new(puzzle.clone()), Needs::of(&puzzle));
            let mut task = Task { record, most: most.unwrap_or(10_000_000), counts, wrong: 0, right: 0 };
            for metric in [Metric::Move, Metric::Slide, Metric::Step] {
                match (needs.squares <= 64, needs.bits <= 64) {
                    (true, true) => task.solve(&Blocks::<u64, u64>::new(puzzle.clone(), metric).expect("it fits")),
                    (true, false) => task.solve(&Blocks::<u64, u128>::new(puzzle.clone(), metric).expect("it fits")),
                    (false, true) => task.solve(&Blocks::<u128, u64>::new(puzzle.clone(), metric).expect("it fits")),
                    (false, false) => task.solve(&Blocks::<u128, u128>::new(puzzle.clone(), metric).expect("it fits")),
                }
            }
            right += task.right;
            wrong += task.wrong;
        }
    }
    println!("{right} figures are right, {wrong} are not");
    assert_eq!(wrong, 0);
}
