//! Traditional layouts whose optima are published, by several algorithms; solutions are replayed.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_blocks::exhaustive::Exhaustive;
use fewest_blocks::heuristics::{Blockers, LinearConflict};
use fewest_blocks::{Blocks, Metric, Position, Puzzle};
use fewest_search::algorithms::{AStar, BidirectionalBreadthFirst, BreadthFirst, IdaStar, Nbs};
use fewest_search::{Heuristic, Limits, Outcome, Run, Search, Zero};

type Space = Blocks<u64, u64>;

/// Grid, goal, moves, slides, steps, states, goals; as published, see `data` for where.
struct Known {
    text: &'static str,
    lengths: [u32; 3],
    states: u64,
    goals: usize,
}

const METRICS: [Metric; 3] = [Metric::Move, Metric::Slide, Metric::Step];

const KNOWN: [Known; 6] = [
    // L'Âne Rouge, Klotski: the Donkey of Wübbers 2019.
    Known {
        text: "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.",
        lengths: [81, 90, 116],
        states: 25_955,
        goals: 964,
    },
    // Century (Conway).
    Known {
        text: "gaah\nbaac\nbd.c\nid.j\neeff\n\n....\n....\n....\n.aa.\n.aa.",
        lengths: [99, 111, 131],
        states: 81_340,
        goals: 6_364,
    },
    // Blockado.
    Known {
        text: "aadd\naaee\n..ff\nbcgg\nbchh\njkii\n\n....\n....\n....\n....\naa..\naa..",
        lengths: [74, 78, 103],
        states: 6_216,
        goals: 510,
    },
    // Dad's puzzle, or Pennant (Hardy 1909).
    Known {
        text: "AA11\nAA22\n78..\n6533\n6544\n\n....\n....\n....\nAA..\nAA..",
        lengths: [59, 62, 83],
        states: 1_398,
        goals: 32,
    },
    // The Motor-Car Problem (Dudeney 1903): alike pieces with goals.
    Known {
        text: "alike: 123\nalike: 456\nstart:\n123\n#.#\n..#\n#.#\n456\ngoal:\n456\n#.#\n..#\n#.#\n123",
        lengths: [17, 31, 62],
        states: 4_200,
        goals: 1,
    },
    // The Rush Hour board of the most moves without walls (Fogleman 2018).
    Known {
        text: "rail:\nstart:\nGBB.L.\nGHI.LM\nGHIAAM\nCCCK.M\n..JKDD\nEEJFF.\ngoal:\n......\n......\n....AA\n......\n......\n......",
        lengths: [51, 51, 81],
        states: 4_780,
        goals: 0,
    },
];

fn space(text: &str, metric: Metric) -> Space {
    let puzzle: Puzzle = text.parse().unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    Space::new(Arc::new(puzzle), metric).expect("it fits")
}

/// The length of a solution that replays.
fn length(space: &Space, run: &Run<fewest_blocks::Move>) -> u32 {
    let Outcome::Solved { moves, cost, .. } = &run.outcome else { panic!("{:?}", run.outcome) };
    let start = Position::start(space.puzzle().clone());
    let mut position = start.clone();
    for shift in space.shifts(&start, moves).expect("the puzzle's own start") {
        position.try_shift(&shift, space.metric()).unwrap_or_else(|error| panic!("{position}\n{error}"));
    }
    assert!(position.is_goal());
    assert_eq!(moves.len(), *cost as usize);
    *cost
}

fn run(space: &Space, search: &impl Search<Space, Zero>) -> u32 {
    length(space, &search.run(space, &space.start(), &Zero, &Limits::default(), &mut ()))
}

#[test]
fn published_optima_are_found() {
    for Known { text, lengths, states, goals } in KNOWN {
        for (metric, expected) in METRICS.into_iter().zip(lengths) {
            let space = space(text, metric);
            assert_eq!(run(&space, &Exhaustive::default()), expected, "{text}\n{metric}");
            assert_eq!(run(&space, &BreadthFirst), expected, "{text}\n{metric}");
            let conflict = LinearConflict::modified(&space);
            let a_star = AStar::default().run(&space, &space.start(), &conflict, &Limits::default(), &mut ());
            assert_eq!(length(&space, &a_star), expected, "{text}\n{metric}");
            let blockers = Blockers::new(&space);
            let a_star = AStar::default().run(&space, &space.start(), &blockers, &Limits::default(), &mut ());
            assert_eq!(length(&space, &a_star), expected, "{text}\n{metric}");
            let mut met = 0;
            let search = Exhaustive::default();
            let all = search.explore_layers(&space, &[space.start()], &Limits::default(), &mut (), |layer| {
                met += layer.goals().count();
                ControlFlow::Continue(())
            });
            assert_eq!(all.expect("it fits").states(), states);
            assert!(goals == 0 || met == goals, "{text}: {met} goals");
        }
    }
}

/// One piece in the way of two that are in the way counts once: `c` moves once for both.
#[test]
fn a_piece_that_blocks_two_counts_once() {
    let text = "rail:\nstart:\n...bd..\n...bd..\naa.bd..\n.......\n...cc..\n.......\ngoal:\n.......\n.......\n.....aa\n\
                .......\n.......\n.......";
    let space = space(text, Metric::Move);
    assert_eq!(Blockers::new(&space).estimate(&space.start()), Some(4));
    assert_eq!(run(&space, &Exhaustive::default()), 4);
}

/// From both ends, with all goal states listed.
#[test]
fn searches_from_both_ends_agree() {
    for Known { text, lengths, .. } in &KNOWN[3..5] {
        for (metric, &expected) in METRICS.into_iter().zip(lengths) {
            let space = space(text, metric);
            assert_eq!(run(&space, &BidirectionalBreadthFirst), expected, "{text}\n{metric}");
            let nbs = Nbs { backward: &Zero }.run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
            assert_eq!(length(&space, &nbs), expected, "{text}\n{metric}");
        }
    }
}

#[test]
fn iterative_deepening_agrees() {
    for text in ["1.A\n23B\n\n..B\n..A", "A.1\nA.2\n633\n554\n\n...\n...\n..A\n..A", "ab\nc.\n\n.c\nba"] {
        for metric in Metric::ALL {
            let space = space(text, metric);
            let conflict = LinearConflict::modified(&space);
            let limits = Limits { expansions: Some(200_000), ..Limits::default() };
            let deep = IdaStar::default().run(&space, &space.start(), &conflict, &limits, &mut ());
            let broad = Exhaustive::default().run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
            match deep.outcome {
                Outcome::LimitReached { lower_bound, .. } => {
                    assert!(broad.outcome.cost().is_none_or(|cost| lower_bound <= cost));
                }
                _ => assert_eq!(deep.outcome.cost(), broad.outcome.cost(), "{text}\n{metric}"),
            }
        }
    }
}

/// Under `group`, moves of several pieces shorten what single slides need.
#[test]
fn groups_shorten() {
    let text = "abc..\n\n..abc";
    let lengths = Metric::ALL.map(|metric| run(&space(text, metric), &Exhaustive::default()));
    assert_eq!(lengths, [6, 3, 3, 1]);
}

/// One thread, several, or more bits: the layers are the same.
#[test]
fn layers_do_not_depend_on_threads_or_packing() {
    let text = KNOWN[1].text;
    let puzzle: Arc<Puzzle> = Arc::new(text.parse().expect("a puzzle"));
    for metric in METRICS {
        let layers = |threads| {
            let space = Space::new(puzzle.clone(), metric).expect("it fits");
            let threads = NonZeroUsize::new(threads).expect("some");
            let search = Exhaustive { threads, crowd: 64, ..Exhaustive::default() };
            assert_eq!(run(&space, &search), run(&space, &BreadthFirst));
            search.explore(&space, &[space.start()], &Limits::default(), &mut ()).expect("it fits").layers
        };
        let one = layers(1);
        assert_eq!(one, layers(2));
        assert_eq!(one, layers(3));
        let wide = Blocks::<u128, u128>::new(puzzle.clone(), metric).expect("it fits");
        let all = Exhaustive::default().explore(&wide, &[wide.start()], &Limits::default(), &mut ()).expect("it fits");
        assert_eq!(one, all.layers);
        let mut states = HashSet::new();
        all.for_each_state(|state| {
            assert!(all.contains(&state));
            states.insert(state);
        });
        assert_eq!(states.len() as u64, all.states());
    }
}
