//! Every law, on random puzzles of every feature, in every metric and packing.

use std::num::NonZeroUsize;
use std::sync::Arc;

use fewest_blocks::exhaustive::{Exhaustive, Heading};
use fewest_blocks::{Bits, Bits256, Blocks, Board, Key, Metric, Position, Puzzle, Wide};
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, oracle, space as laws};
use fewest_search::{Limits, Outcome, Search, StateSpace, Zero};

use crate::naive;
use crate::random::{self, Features};

const MOST_STATES: usize = 800;

fn each_puzzle(count: u64, features: Features, size: (usize, usize, usize), mut ask: impl FnMut(&Arc<Puzzle>)) {
    for seed in 0..count {
        ask(&random::puzzle(seed, features, size));
    }
}

fn space<B: Bits, K: Key>(puzzle: &Arc<Puzzle>, metric: Metric) -> Blocks<B, K> {
    Blocks::new(puzzle.clone(), metric).unwrap_or_else(|error| panic!("{puzzle}\n{error}"))
}

/// The states within reach agree with the naive engine in number, distance and goal; each keeps its laws.
fn check<B: Bits, K: Key>(puzzle: &Arc<Puzzle>, metric: Metric) {
    let start = Position::start(puzzle.clone());
    let Some(truth) = naive::explore(&start, metric, MOST_STATES) else { return };
    let space = space::<B, K>(puzzle, metric);
    let distances: oracle::Distances<Board<B, K>> = oracle::distances_from(&space, &space.start(), u32::MAX);
    assert_eq!(distances.len(), truth.len(), "{metric}\n{puzzle}");
    let representatives = naive::representatives(puzzle);
    for (state, &distance) in &distances {
        let position = space.position(state);
        let picture = naive::picture(&position, &representatives);
        assert_eq!(truth.get(&picture), Some(&(distance, space.is_goal(state))), "{metric}\n{puzzle}\n{position}");
        assert_eq!(position.is_goal(), space.is_goal(state));
        assert_eq!(space.state(&position).as_ref(), Ok(state));
    }
    let fail = |message: String| panic!("{metric}\n{puzzle}\n{message}");
    for state in distances.keys().take(200) {
        laws::check_moves(&space, state).unwrap_or_else(fail);
        capability::check_key(&space, state).unwrap_or_else(fail);
        capability::check_moves_into(&space, state).unwrap_or_else(fail);
    }
    capability::check_distinct_keys(&space, distances.keys().copied()).unwrap_or_else(fail);
    capability::check_pruned_distances(&space, &space.start(), 12).unwrap_or_else(fail);
    capability::check_near_twins(&space, &space.start(), 3).unwrap_or_else(fail);
    let goals = space.goals_within(100_000).unwrap_or_else(|_| panic!("{puzzle}"));
    let reached = distances.keys().filter(|state| space.is_goal(state));
    for goal in reached {
        assert!(goals.contains(goal), "{puzzle}\n{}", space.position(goal));
    }
    assert!(goals.iter().all(|goal| space.is_goal(goal)));
}

#[test]
fn plain_puzzles() {
    each_puzzle(40, Features::default(), (4, 3, 7), |puzzle| {
        for metric in Metric::ALL {
            check::<u64, u64>(puzzle, metric);
        }
    });
}

#[test]
fn puzzles_with_everything() {
    each_puzzle(120, random::ALL, (4, 4, 6), |puzzle| {
        for metric in Metric::ALL {
            check::<u64, u64>(puzzle, metric);
        }
    });
}

#[test]
fn other_packings() {
    each_puzzle(30, random::ALL, (3, 4, 5), |puzzle| {
        for metric in Metric::ALL {
            check::<u128, u128>(puzzle, metric);
            check::<Bits256, Wide>(puzzle, metric);
        }
    });
}

/// Every move of the search, with its pieces named, is legal on a position and leads to the same state.
#[test]
fn shifts_replay() {
    each_puzzle(60, random::ALL, (4, 4, 6), |puzzle| {
        for metric in Metric::ALL {
            let space = space::<u64, u64>(puzzle, metric);
            for (seed, steps) in [(1, 5), (2, 40)] {
                let start = Position::start(puzzle.clone());
                let mut moves = Vec::new();
                let mut state = space.start();
                for step in 0..steps {
                    let all = laws::moves_of(&space, &state);
                    if all.is_empty() {
                        break;
                    }
                    let mv = all[(step * 7 + seed) % all.len()];
                    moves.push(mv);
                    space.apply(&mut state, mv);
                }
                let mut position = start.clone();
                for shift in space.shifts(&start, &moves).unwrap() {
                    position.try_shift(&shift, metric).unwrap_or_else(|error| panic!("{puzzle}\n{position}\n{error}"));
                }
                assert_eq!(space.state(&position), Ok(state));
            }
        }
    });
}

/// The exhaustive search keeps limits, counts and answers, whether or not pieces can leave the board.
#[test]
fn the_exhaustive_search_keeps_its_word() {
    for (features, count) in [(random::ALL, 30), (Features::default(), 15)] {
        each_puzzle(count, features, (4, 3, 6), |puzzle| {
            for metric in Metric::ALL {
                let space = space::<u64, u64>(puzzle, metric);
                let start = space.start();
                let reached: oracle::Distances<Board<u64, u64>> = oracle::distances_from(&space, &start, u32::MAX);
                let distance =
                    reached.iter().filter(|(state, _)| space.is_goal(state)).map(|(_, distance)| *distance).min();
                let algorithm = &Exhaustive { threads: NonZeroUsize::MIN, ..Exhaustive::default() };
                let trial = Trial { space: &space, heuristic: &Zero, algorithm };
                trial.check_optimal(&start, distance).unwrap_or_else(|fault| panic!("{metric}\n{puzzle}\n{fault}"));
                trial.check_all(&start, distance).unwrap_or_else(|fault| panic!("{metric}\n{puzzle}\n{fault}"));
                // Everything within reach, by layers; and from there back, where moves lead from.
                let all =
                    Exhaustive::default().explore(&space, &[start], &Limits::default(), &mut ()).expect("it fits");
                assert_eq!(all.states(), reached.len() as u64, "{metric}\n{puzzle}");
                let deepest = reached.values().copied().max().unwrap_or(0);
                let layers: Vec<u64> = (0..=deepest)
                    .map(|depth| reached.values().filter(|&&other| other == depth).count() as u64)
                    .collect();
                assert_eq!(all.layers, layers, "{metric}\n{puzzle}");
                assert!(reached.keys().all(|state| all.contains(state)));
                let mut listed = 0;
                all.for_each_state(|state| listed += u64::from(reached.contains_key(&state)));
                assert_eq!(listed, all.states());
                let back = Exhaustive { heading: Heading::Backward, ..Exhaustive::default() };
                let goals = space.goals_within(100_000).expect("few");
                let back = back.explore(&space, &goals, &Limits::default(), &mut ()).expect("it fits");
                let truth = oracle::distances_to_goal(&space, u32::MAX);
                assert_eq!(back.states(), truth.len() as u64, "{metric}\n{puzzle}");
            }
        });
    }
}

/// A limit on memory stops several threads too, and what they say is true.
#[test]
fn several_threads_keep_limits() {
    let puzzle: Puzzle = "gaah\nbaac\nbd.c\nid.j\neeff\n\n....\n....\n....\n.aa.\n.aa.".parse().expect("Century");
    let space = Blocks::<u64, u64>::new(Arc::new(puzzle), Metric::Step).expect("it fits");
    let search = Exhaustive { threads: NonZeroUsize::new(3).expect("some"), crowd: 64, ..Exhaustive::default() };
    for limits in [
        Limits { memory: 1 << 20, ..Limits::default() },
        Limits { memory: 9 << 20, ..Limits::default() },
        Limits { memory: 64 << 20, ..Limits::default() },
        Limits { expansions: Some(30_000), ..Limits::default() },
        Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() },
    ] {
        let run = search.run(&space, &space.start(), &Zero, &limits, &mut ());
        assert!(run.stats.peak_memory <= limits.memory);
        match run.outcome {
            Outcome::LimitReached { lower_bound, .. } => assert!(lower_bound <= 131),
            outcome => assert_eq!(outcome.cost(), Some(131)),
        }
    }
}
