//! The published model: its sizes, and its answers against breadth-first search.

use std::time::Duration;

use fewest_conformance::oracle::{Table, distances_to_goal};
use fewest_sat::{Aim, Backend, Scope, ToCnf, climb, solve};
use fewest_search::capability::Ranked;
use fewest_search::meter::Meter;
use fewest_search::{Cost, Limits, Outcome, Proof};
use fewest_tiles::edixhoven::{Additional, Edixhoven};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Goal, Move, Nibbles, Position, Stm, Tiles};

use crate::support::{blank_last, goals, position, size, tiles};

const NONE: Additional = Additional { no_undo: false, keep_completed_lines: false };
const ALL: Additional = Additional { no_undo: true, keep_completed_lines: true };

/// Variables and constraints of the model for a square board.
fn sizes(side: usize, steps: Cost, additional: Additional) -> (usize, usize) {
    let goal = Goal::BlankLast.position(size(side, side)).unwrap();
    let puzzle = Edixhoven::new(goal.clone(), goal, additional);
    let limits = Limits::default();
    let (csp, _) = puzzle.model(0, steps, &mut Meter::start(&limits, &mut ())).expect("there is room");
    (csp.variable_count(), csp.constraint_count())
}

#[test]
fn sizes_are_those_that_were_published() {
    assert_eq!(sizes(3, 32, NONE), (461, 917));
    assert_eq!(sizes(4, 64, NONE), (1364, 2723));
    assert_eq!(sizes(3, 32, ALL), (461, 917 + 188));
    assert_eq!(sizes(4, 64, ALL), (1364, 2723 + 508));
    // Each part by itself: 4 (s - 1), and 2 s (√n - 2).
    assert_eq!(sizes(3, 32, Additional { no_undo: true, ..NONE }), (461, 917 + 124));
    assert_eq!(sizes(4, 64, Additional { keep_completed_lines: true, ..NONE }), (1364, 2723 + 256));
}

/// Whether moves lead from a position to a goal, by the rules.
fn replay(space: &Tiles<Nibbles, Stm>, start: &Position, moves: &[Move], goal: &Position) {
    let mut at = start.clone();
    for &mv in moves {
        at.try_slide(space.layout().slide(mv)).expect("a solution keeps the rules");
    }
    assert_eq!(at, *goal);
}

/// The fewest moves by the model.
fn fewest(space: &Tiles<Nibbles, Stm>, start: &Position, goal: &Position, additional: Additional) -> Option<Cost> {
    let puzzle = Edixhoven::new(start.clone(), goal.clone(), additional);
    // A climb that finds nothing never ends.
    let limits = Limits { time: Some(Duration::from_secs(100)), ..Limits::default() };
    match climb(&puzzle, Aim::Optimal, Backend::Batsat, &limits, &mut ()).outcome {
        Outcome::Solved { moves, cost, proof } => {
            replay(space, start, &moves, goal);
            assert_eq!((moves.len(), proof), (cost as usize, Proof::Optimal));
            Some(cost)
        }
        Outcome::Unsolvable { .. } => None,
        Outcome::LimitReached { limit, .. } => panic!("{limit}"),
    }
}

#[test]
fn small_boards_agree_with_breadth_first_search() {
    let no_undo = Additional { no_undo: true, ..NONE };
    for (width, height, stride) in [(2, 2, 1), (3, 2, 101), (2, 3, 119)] {
        for goal in goals(size(width, height)).into_iter().take(2) {
            let space = tiles::<Nibbles, Stm>(&goal);
            let table = distances_to_goal(&space, Cost::MAX);
            let mut cases: Vec<(Position, Cost)> =
                table.iter().map(|(board, &distance)| (space.position(board), distance)).collect();
            cases.sort_by_key(|(position, _)| position.to_string());
            for (number, (start, distance)) in cases.iter().step_by(stride).enumerate() {
                let additional = if number % 2 == 0 { NONE } else { no_undo };
                assert_eq!(fewest(&space, start, &goal, additional), Some(*distance), "{start} to {goal}");
            }
        }
    }
}

#[test]
fn some_of_the_8_puzzle_agree_with_breadth_first_search() {
    let space = blank_last::<Nibbles, Stm>(3, 3);
    let goal = space.position(space.goal());
    let table = Table::new(&space).unwrap();
    for (rank, distance) in table.iter().filter(|(_, distance)| *distance <= 12).step_by(197) {
        let start = space.position(&space.unrank(rank));
        assert_eq!(fewest(&space, &start, &goal, NONE), Some(distance), "{start}");
    }
}

#[test]
fn completed_lines_cost_moves() {
    let space = blank_last::<Nibbles, Stm>(3, 3);
    let goal = space.position(space.goal());
    let table = Table::new(&space).unwrap();
    let keep = Additional { keep_completed_lines: true, ..NONE };
    // Of all positions just 100 need more moves then; these two are the nearest, by breadth-first search under this rule.
    for (text, fewest_moves) in [("1 2 3/4 8 0/5 7 6", 13), ("1 2 5/4 6 3/7 0 8", 13)] {
        let start = position(text);
        assert_eq!(table.distance(space.rank(&space.board(&start).unwrap())), fewest_moves);
        assert_eq!(fewest(&space, &start, &goal, keep), Some(fewest_moves + 2), "{start}");
    }
    for (rank, distance) in table.iter().filter(|(_, distance)| *distance == 12).step_by(249) {
        let start = space.position(&space.unrank(rank));
        assert_eq!(fewest(&space, &start, &goal, ALL), Some(distance), "{start}");
    }
}

#[test]
fn doubling_finds_some_solution() {
    let goal = Goal::BlankLast.position(size(3, 3)).unwrap();
    let space = tiles::<Nibbles, Stm>(&goal);
    let mut shuffler = Shuffler::new(7);
    for _ in 0..2 {
        let start = shuffler.walk(&goal, 24);
        let puzzle = Edixhoven::new(start.clone(), goal.clone(), ALL);
        let run = climb(&puzzle, Aim::Any, Backend::Batsat, &Limits::default(), &mut ());
        let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("{start} can be solved") };
        replay(&space, &start, &moves, &goal);
        assert_eq!(cost as usize, moves.len());
    }
}

#[test]
fn what_cannot_be_has_no_model() {
    let goal = Goal::BlankLast.position(size(3, 3)).unwrap();
    let odd = position("2 1 3/4 5 6/7 8 0");
    let puzzle = Edixhoven::new(odd, goal.clone(), NONE);
    assert_eq!(puzzle.lower_bound(), None);
    // A solved position has the solution without moves, in every scope.
    let solved = Edixhoven::new(goal.clone(), goal, NONE);
    let limits = Limits::default();
    for (horizon, scope) in [(0, Scope::Exactly), (0, Scope::AtMost), (4, Scope::AtMost)] {
        let (cnf, map) = solved.encode(horizon, scope, &mut Meter::start(&limits, &mut ())).expect("there is room");
        let fewest_sat::Verdict::Satisfiable(model) = solve(&cnf, Backend::Batsat, &limits).0 else { panic!() };
        assert!(solved.decode(&map, &model).is_empty());
    }
}
