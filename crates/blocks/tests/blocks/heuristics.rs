//! Bounds against true distances, on every state of many random puzzles.

use std::sync::Arc;

use fewest_blocks::heuristics::{Blockers, Distances, LinearConflict, PatternDistances};
use fewest_blocks::{Blocks, Board, Condition, Metric, Place, Puzzle, Square, Target};
use fewest_conformance::{heuristic, oracle, space as laws};
use fewest_search::{Cost, Heuristic, Incremental, Limits};

use crate::random::{self, Features};

type Space = Blocks<u64, u64>;
type State = Board<u64, u64>;

fn check(space: &Space, states: &[State], truth: &oracle::Distances<State>, heuristic: &impl Incremental<Space>) {
    let fail = |message: String| panic!("{}\n{}\n{message}", space.metric(), space.puzzle());
    for state in states {
        heuristic::check_estimate(space, heuristic, state, truth.get(state).copied()).unwrap_or_else(fail);
        heuristic::check_consistency(space, heuristic, state).unwrap_or_else(fail);
        heuristic::check_increments(space, heuristic, state).unwrap_or_else(fail);
    }
}

fn ask_all(puzzle: &Arc<Puzzle>, metrics: &[Metric], gains: &mut [u64; 4]) {
    for &metric in metrics {
        let space = Space::new(puzzle.clone(), metric).expect("small");
        let states: Vec<State> = oracle::distances_from(&space, &space.start(), Cost::MAX).into_keys().collect();
        if states.len() > 3_000 {
            return;
        }
        let truth = oracle::distances_to_goal(&space, Cost::MAX);
        let (distances, linear) = (Distances::new(&space), LinearConflict::new(&space));
        let (modified, blockers) = (LinearConflict::modified(&space), Blockers::new(&space));
        check(&space, &states, &truth, &distances);
        check(&space, &states, &truth, &linear);
        check(&space, &states, &truth, &modified);
        check(&space, &states, &truth, &blockers);
        for state in &states {
            let value = |heuristic: &dyn Fn(&State) -> Option<Cost>| u64::from(heuristic(state).unwrap_or(0));
            gains[0] += value(&|state| distances.estimate(state));
            gains[1] += value(&|state| linear.estimate(state));
            gains[2] += value(&|state| modified.estimate(state));
            gains[3] += value(&|state| blockers.estimate(state));
        }
    }
}

#[test]
fn bounds_keep_their_promises() {
    let mut gains = [0; 4];
    for seed in 0..120 {
        ask_all(&random::puzzle(seed, random::ALL, (4, 4, 5)), &Metric::ALL, &mut gains);
    }
    let locked = Features { locks: true, walls: true, ..Features::default() };
    for seed in 0..80 {
        ask_all(&random::puzzle(seed, locked, (5, 3, 6)), &Metric::ALL, &mut gains);
    }
    for seed in 0..150 {
        ask_all(&random::puzzle(seed, Features::default(), (4, 3, 6)), &[Metric::Step, Metric::Slide], &mut gains);
    }
    let [distances, linear, modified, blockers] = gains;
    assert!(linear > distances && modified > linear && blockers > distances, "{gains:?}: some bound adds nothing");
}

/// Distances from the start: never more than the truth, and along a move they grow by no more than it costs.
fn check_from_start(space: &Space, truth: &oracle::Distances<State>, bound: &impl Heuristic<Space>) -> u64 {
    let mut sum = 0;
    for (state, &distance) in truth {
        let estimate = bound.estimate(state);
        let fail = |what: &str| panic!("{}\n{}\n{state:?}: {what}, {estimate:?}", space.metric(), space.puzzle());
        let Some(here) = estimate else { fail("called out of reach") };
        if here > distance {
            fail("overestimated");
        }
        for mv in laws::moves_of(space, state) {
            let there = bound.estimate(&laws::after(space, state, mv));
            if bound.guarantees().consistent && there.is_none_or(|there| there > here + 1) {
                fail("inconsistent");
            }
        }
        sum += u64::from(here);
    }
    sum
}

#[test]
fn bounds_from_the_start_keep_their_promises() {
    let (mut plain, mut with_conflicts, mut cut_off) = (0, 0, 0);
    let mut ask = |puzzle: &Arc<Puzzle>| {
        for metric in Metric::ALL {
            let space = Space::new(puzzle.clone(), metric).expect("small");
            // From any state that can be reached, not from the puzzle's start alone: pieces may have left already.
            let reached = oracle::distances_from(&space, &space.start(), Cost::MAX);
            if reached.len() > 2_000 {
                return;
            }
            let mut starts: Vec<State> = reached.into_keys().collect();
            starts.sort_unstable_by_key(State::key);
            for start in [space.start(), starts[starts.len() / 2], starts[starts.len() - 1]] {
                let truth = oracle::distances_from(&space, &start, Cost::MAX);
                let bound = Distances::from_start(&space, &start);
                plain += check_from_start(&space, &truth, &bound);
                with_conflicts += check_from_start(&space, &truth, &LinearConflict::from_start(&space, &start));
                cut_off += starts.iter().filter(|state| bound.estimate(state).is_none()).count();
            }
        }
    };
    for seed in 0..90 {
        ask(&random::puzzle(seed, random::ALL, (4, 4, 5)));
    }
    for seed in 0..60 {
        ask(&random::puzzle(seed, Features::default(), (4, 3, 7)));
    }
    assert!(with_conflicts > plain, "conflicts add nothing: {plain}, {with_conflicts}");
    assert!(cut_off > 0, "what has left does not come back");
}

#[test]
fn pattern_distances_keep_their_promises() {
    let (mut merged, mut apart, mut gains) = (0, 0, [0; 2]);
    let mut ask = |puzzle: &Arc<Puzzle>, metrics: &[Metric], most: u64| {
        for &metric in metrics {
            let space = Space::new(puzzle.clone(), metric).expect("small");
            let Some(patterns) = PatternDistances::new(&space, most, &Limits::default()) else { continue };
            merged += patterns.summaries().filter(|pattern| !pattern.is_apart).count();
            apart += patterns.summaries().filter(|pattern| pattern.is_apart).count();
            assert!(patterns.summaries().all(|pattern| pattern.states as u64 <= most));
            let states: Vec<State> = oracle::distances_from(&space, &space.start(), Cost::MAX).into_keys().collect();
            if states.len() > 6_000 {
                return;
            }
            let truth = oracle::distances_to_goal(&space, Cost::MAX);
            check(&space, &states, &truth, &patterns);
            let distances = Distances::new(&space);
            for state in &states {
                gains[0] += u64::from(distances.estimate(state).unwrap_or(0));
                gains[1] += u64::from(patterns.estimate(state).unwrap_or(0));
            }
        }
    };
    for seed in 0..120 {
        ask(&random::puzzle(seed, random::ALL, (4, 4, 5)), &Metric::ALL, 300);
        ask(&random::puzzle(seed, Features::default(), (3, 3, 6)), &Metric::ALL, 500);
    }
    // All squares told apart, with one free and with two.
    for text in ["bca\nfe.\n\nabc\nef.", "ba.\ndc.\n\nabc\nd..", "acb\ndd.\n\n.dd\nabc"] {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        ask(&Arc::new(puzzle), &Metric::ALL, 100);
    }
    assert!(merged > 100 && apart > 50, "{merged} and {apart} tables are too few");
    assert!(gains[1] > gains[0], "{gains:?}: patterns say no more than distances");
}

/// How often a free piece in the way counts.
#[derive(Clone, Copy)]
enum Reading {
    /// Once for its row and once for its column.
    EachPiece,
    /// Once for a row or column, however many free pieces are in the way on it.
    EachLine,
}

/// The bound as the thesis words it, for unit squares: distances, linear conflicts, and one more where a piece without a
/// goal is between a piece and its goal on their row or column.
fn as_published(space: &Space, state: &State, reading: Reading) -> Option<Cost> {
    let plain = LinearConflict::new(space).estimate(state)?;
    let position = space.position(state);
    let puzzle = space.puzzle();
    let wanted = |piece: usize| {
        puzzle.goals()[0].iter().find_map(|condition| match condition {
            Condition::Piece(other, Target::At(corner)) if *other == piece => Some(*corner),
            _ => None,
        })
    };
    let mut blocked: Vec<(bool, u16)> = Vec::new();
    for free in (0..puzzle.pieces().len()).filter(|&piece| wanted(piece).is_none()) {
        let Place::On(at) = position.places()[free] else { continue };
        for horizontally in [true, false] {
            let line = |square: Square| if horizontally { (square.y, square.x) } else { (square.x, square.y) };
            let is_between = |piece: usize| {
                let (Some(goal), Place::On(here)) = (wanted(piece), position.places()[piece]) else { return false };
                let ((row, from), (goal_row, to), (free_row, middle)) = (line(here), line(goal), line(at));
                row == goal_row && row == free_row && (from.min(to) < middle && middle < from.max(to))
            };
            if (0..puzzle.pieces().len()).any(is_between) {
                blocked.push((horizontally, line(at).0));
            }
        }
    }
    if matches!(reading, Reading::EachLine) {
        blocked.sort_unstable();
        blocked.dedup();
    }
    Some(plain + Cost::try_from(blocked.len()).expect("few"))
}

fn step_space(text: &str) -> (Space, oracle::Distances<State>) {
    let puzzle: Arc<Puzzle> = Arc::new(text.parse().unwrap_or_else(|faults| panic!("{text}\n{faults}")));
    let space = Space::new(puzzle, Metric::Step).expect("small");
    let truth = oracle::distances_to_goal(&space, Cost::MAX);
    (space, truth)
}

/// However it is read, the published form overestimates: one detour passes everything on the line.
#[test]
fn the_published_form_is_not_admissible() {
    // `a` goes round all three others for two steps, or they make way.
    let (space, truth) = step_space("abcd.\n.....\n\n....a\n.....");
    assert_eq!(truth[&space.start()], 6);
    assert_eq!(as_published(&space, &space.start(), Reading::EachPiece), Some(7));
    // `a` goes round both: the linear conflict with `c` and the one with `b` are one detour.
    let (space, truth) = step_space("acb..\n.....\n\nc...a\n.....");
    assert_eq!(truth[&space.start()], 7);
    assert_eq!(as_published(&space, &space.start(), Reading::EachLine), Some(8));
    assert_eq!(LinearConflict::modified(&space).estimate(&space.start()), Some(7));
}

/// On boards of unit squares, every state of each: the corrected form never overestimates, the published one often.
#[test]
fn how_often_the_published_form_overestimates() {
    let (mut boards, mut states, mut wrong) = (0, 0, [(0, 0); 2]);
    for (width, height) in [(4, 2), (5, 2), (6, 2), (4, 3)] {
        for (pieces, named) in [(2, 1), (3, 1), (4, 1), (3, 2), (4, 2)] {
            for shift in 0..3 {
                let row = |from: usize, to: usize| ('a'..='z').skip(from).take(to - from).collect::<String>();
                let start = format!(
                    "{:.<width$}\n{}",
                    row(0, pieces.min(width)),
                    format!("{:.<width$}\n", "").repeat(height - 1)
                );
                // The goals are in the last columns of the first row, or spread.
                let mut goal = vec![vec!['.'; width]; height];
                for (index, label) in ('a'..='z').take(named).enumerate() {
                    goal[(shift * index) % height][width - 1 - (index * (1 + shift)) % width] = label;
                }
                let goal: Vec<String> = goal.into_iter().map(|row| row.into_iter().collect()).collect();
                let (space, truth) = step_space(&format!("{start}\n{}", goal.join("\n")));
                boards += 1;
                states += truth.len();
                let modified = LinearConflict::modified(&space);
                for (reading, (wrong_boards, wrong_states)) in
                    [Reading::EachPiece, Reading::EachLine].into_iter().zip(&mut wrong)
                {
                    let over = truth
                        .iter()
                        .filter(|(state, distance)| as_published(&space, state, reading) > Some(**distance));
                    let over = over.count();
                    *wrong_boards += u32::from(over > 0);
                    *wrong_states += over;
                }
                assert!(truth.iter().all(|(state, distance)| modified.estimate(state) <= Some(*distance)));
            }
        }
    }
    println!(
        "{boards} boards, {states} states: overestimates (boards, states) by piece {:?}, by line {:?}",
        wrong[0], wrong[1]
    );
    assert!(wrong[0].0 > 0 && wrong[1].0 > 0);
}
