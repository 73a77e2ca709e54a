//! The formulas of sliding tiles against breadth-first search: exhaustive on small boards.

use std::collections::HashMap;

use fewest_sat::{Aim, Backend, Model, Scope, ToCnf, Verdict, climb, solve};
use fewest_search::meter::Meter;
use fewest_search::{Cost, Limits, Outcome, Proof};
use fewest_tiles::random::Shuffler;
use fewest_tiles::sat::{Parts, SatEncoding};
use fewest_tiles::{Goal, Move, Position, Size};

/// The distance of every position from which `goal` can be reached, by tiles row by row.
fn distances(goal: &Position) -> HashMap<Vec<u8>, Cost> {
    let size = goal.size();
    let mut found = HashMap::from([(goal.tiles().to_vec(), 0)]);
    let mut layer = vec![goal.tiles().to_vec()];
    for distance in 1.. {
        let mut next = Vec::new();
        for tiles in layer {
            let blank = tiles.iter().position(|&tile| tile == 0).expect("a board has a blank");
            for cell in (0..size.cells()).filter(|&cell| size.distance(cell, blank) == 1) {
                let mut tiles = tiles.clone();
                tiles.swap(blank, cell);
                if !found.contains_key(&tiles) {
                    found.insert(tiles.clone(), distance);
                    next.push(tiles);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    found
}

fn position(size: Size, tiles: &[u8]) -> Position {
    let rows: Vec<String> =
        tiles.chunks(size.width()).map(|row| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")).collect();
    let text = rows.join("/") + if size.height() == 1 { "/" } else { "" };
    text.parse().expect("a valid position")
}

/// Replays moves by the rules of the puzzle.
fn replay(start: &Position, goal: &Position, moves: &[Move]) {
    let (size, mut tiles, mut blank) = (start.size(), start.tiles().to_vec(), start.blank());
    for mv in moves {
        assert_eq!(usize::from(mv.blank), blank);
        assert_eq!(size.distance(blank, usize::from(mv.target)), 1);
        tiles.swap(blank, usize::from(mv.target));
        blank = usize::from(mv.target);
    }
    assert_eq!(tiles, goal.tiles(), "the moves do not lead to the goal");
}

/// A model of one horizon, if there is one; it is decoded and replayed.
fn model(puzzle: &SatEncoding, horizon: Cost, scope: Scope) -> Option<Vec<Move>> {
    let (limits, mut nobody) = (Limits::default(), ());
    let mut meter = Meter::start(&limits, &mut nobody);
    let (cnf, map) = puzzle.encode(horizon, scope, &mut meter).expect("there are no limits");
    let model: Model = match solve(&cnf, Backend::Batsat, &limits).0 {
        Verdict::Satisfiable(model) => model,
        Verdict::Unsatisfiable => return None,
        Verdict::Stopped(limit) => panic!("stopped by {limit:?}"),
    };
    assert!(cnf.is_satisfied_by(&model));
    let moves = puzzle.decode(&map, &model);
    replay(puzzle.start(), puzzle.goal(), &moves);
    assert!(puzzle.cost(&moves) <= horizon);
    Some(moves)
}

/// Checks the horizons up to `around` from the optimum under both scopes; at least the optimum and one less, which is as
/// much as two less, since the parity is given.
fn check(start: &Position, goal: &Position, parts: Parts, optimum: Cost, around: Cost) {
    let puzzle = SatEncoding::with_parts(start, goal, parts).expect("both have one size");
    let bound = puzzle.lower_bound().expect("it is solvable");
    assert!(bound <= optimum && bound % 2 == optimum % 2, "{start}: {bound} bounds {optimum}");
    for horizon in optimum.saturating_sub(around.max(1))..=optimum + around {
        let found = model(&puzzle, horizon, Scope::AtMost);
        assert_eq!(found.is_some(), horizon >= optimum, "{start} to {goal}, at most {horizon} of {optimum}, {parts:?}");
        if horizon <= optimum {
            let found = model(&puzzle, horizon, Scope::Exactly);
            assert_eq!(found.is_some(), horizon == optimum, "{start} to {goal}, {horizon} of {optimum}, {parts:?}");
        }
    }
}

/// Each part switched off alone, and all of them.
fn variants() -> Vec<Parts> {
    let all = Parts::ALL;
    vec![
        Parts { colour: false, ..all },
        Parts { windows: false, ..all },
        Parts { two_body: false, ..all },
        Parts { two_body_clauses: false, ..all },
        Parts { detours: false, ..all },
        Parts { backward: false, ..all },
        Parts { tiles_once: false, ..all },
        Parts { cells_once: false, ..all },
        Parts { away: false, ..all },
        Parts { conflicts: false, ..all },
        Parts { astray: false, ..all },
        Parts { start_conflicts: false, ..all },
        Parts { strings: 0, ..all },
        Parts { strings: 2, ..all },
        Parts { strings: 7, ..all },
        Parts::NONE,
    ]
}

#[test]
fn every_position_of_small_boards() {
    for (width, height) in [(1, 1), (2, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2)] {
        let size = Size::new(width, height).unwrap();
        let goal = Goal::BlankLast.position(size).unwrap();
        let found = distances(&goal);
        assert!(width * height != 6 || found.len() == 360);
        for (index, (tiles, &optimum)) in found.iter().enumerate() {
            let around = if index % 16 == 0 { 4 } else { 0 };
            let parts = if index % 2 == 0 { Parts::ALL } else { Parts::default() };
            check(&position(size, tiles), &goal, parts, optimum, around);
        }
    }
}

#[test]
fn goals_of_every_kind() {
    let mut shuffler = Shuffler::new(3);
    for (width, height) in [(2, 2), (2, 3), (3, 2), (4, 2)] {
        let size = Size::new(width, height).unwrap();
        for _ in 0..6 {
            let goal = shuffler.uniform(&Goal::BlankFirst.position(size).unwrap());
            let found = distances(&goal);
            for _ in 0..4 {
                let start = shuffler.uniform(&goal);
                check(&start, &goal, Parts::ALL, found[start.tiles()], 3);
            }
        }
    }
}

#[test]
fn every_part_may_be_left_out() {
    let mut shuffler = Shuffler::new(4);
    let size = Size::new(3, 2).unwrap();
    for parts in variants() {
        for _ in 0..6 {
            let goal = shuffler.uniform(&Goal::BlankLast.position(size).unwrap());
            let start = shuffler.uniform(&goal);
            check(&start, &goal, parts, distances(&goal)[start.tiles()], 2);
        }
    }
}

#[test]
fn a_sample_of_eight_puzzles() {
    let size = Size::new(3, 3).unwrap();
    let mut shuffler = Shuffler::new(5);
    for goal in [Goal::BlankLast.position(size).unwrap(), "1 2 3/8 0 4/7 6 5".parse().unwrap()] {
        let found = distances(&goal);
        for _ in 0..8 {
            let start = shuffler.uniform(&goal);
            let optimum = found[start.tiles()];
            let puzzle = SatEncoding::new(&start, &goal).unwrap();
            let run = climb(&puzzle, Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ());
            let Outcome::Solved { moves, cost, proof: Proof::Optimal } = run.outcome else {
                panic!("{start}: no solution")
            };
            assert_eq!((cost, moves.len()), (optimum, optimum as usize), "{start} to {goal}");
            replay(&start, &goal, &moves);
            for puzzle in [puzzle, SatEncoding::staged(&start, &goal).unwrap()] {
                let run = climb(&puzzle, Aim::Any, Backend::Batsat, &Limits::default(), &mut ());
                let Outcome::Solved { moves, cost, proof } = run.outcome else { panic!("{start}: no solution") };
                replay(&start, &goal, &moves);
                assert_eq!(moves.len(), cost as usize);
                match proof {
                    Proof::Optimal => assert_eq!(cost, optimum),
                    Proof::Bounded { lower_bound } => assert!(lower_bound <= optimum, "{lower_bound} bounds {optimum}"),
                    Proof::None => panic!("a climb always knows a bound"),
                }
            }
        }
        // Horizons around the optimum, near the goal, where going back and forth is most of the walk.
        for (tiles, &optimum) in found.iter().filter(|&(_, &distance)| distance <= 4) {
            check(&position(size, tiles), &goal, Parts::ALL, optimum, 3);
        }
    }
}

#[test]
fn stages_solve_every_shape() {
    let mut shuffler = Shuffler::new(6);
    for (width, height) in [(1, 1), (1, 5), (2, 2), (2, 5), (4, 2), (4, 3), (3, 4)] {
        let size = Size::new(width, height).unwrap();
        for _ in 0..3 {
            let goal = shuffler.uniform(&Goal::BlankLast.position(size).unwrap());
            let start = shuffler.uniform(&goal);
            let puzzle = SatEncoding::staged(&start, &goal).unwrap();
            let run = climb(&puzzle, Aim::Any, Backend::Batsat, &Limits::default(), &mut ());
            let Outcome::Solved { moves, .. } = run.outcome else { panic!("{start}: no solution") };
            replay(&start, &goal, &moves);
        }
    }
}

#[test]
fn what_cannot_be_solved_has_no_bound() {
    let goal: Position = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let start: Position = "2 1 3/4 5 6/7 8 0".parse().unwrap();
    let puzzle = SatEncoding::new(&start, &goal).unwrap();
    assert_eq!(puzzle.lower_bound(), None);
    assert!(matches!(
        climb(&puzzle, Aim::Optimal, Backend::Batsat, &Limits::default(), &mut ()).outcome,
        Outcome::Unsolvable { .. }
    ));
    assert!(SatEncoding::new(&"1 0/2 3".parse().unwrap(), &goal).is_err());
}
