//! The formulas of slides (`mtm`) against breadth-first search by rules of their own: exhaustive on small boards.

use std::collections::HashMap;
use std::time::Duration;

use fewest_sat::{Backend, Scope, ToCnf, Verdict, solve};
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind, Limits};
use fewest_tiles::sat::SlideEncoding;
use fewest_tiles::{Goal, Position, Size};

/// The blank goes along its line from one cell to another; what it passes goes the other way.
fn slid(size: Size, tiles: &[u8], target: usize) -> Option<Vec<u8>> {
    let blank = tiles.iter().position(|&tile| tile == 0).expect("a board has a blank");
    let place = |cell: usize| (cell / size.width(), cell % size.width());
    let ((row, column), (to_row, to_column)) = (place(blank), place(target));
    let step: isize = match (row == to_row, column == to_column) {
        (true, false) => 1,
        (false, true) => isize::try_from(size.width()).unwrap(),
        _ => return None,
    };
    let step = if target < blank { -step } else { step };
    let (mut tiles, mut at) = (tiles.to_vec(), blank);
    while at != target {
        let next = at.checked_add_signed(step).unwrap();
        tiles.swap(at, next);
        at = next;
    }
    Some(tiles)
}

/// The distance of every position, by tiles row by row.
fn distances(goal: &Position) -> HashMap<Vec<u8>, Cost> {
    let size = goal.size();
    let mut found = HashMap::from([(goal.tiles().to_vec(), 0)]);
    let mut layer = vec![goal.tiles().to_vec()];
    for distance in 1.. {
        let mut next = Vec::new();
        for tiles in layer {
            for tiles in (0..size.cells()).filter_map(|target| slid(size, &tiles, target)) {
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

/// Whether there is a solution of one horizon; a model is decoded and its slides are made.
fn is_solved_in(puzzle: &SlideEncoding, [start, goal]: [&Position; 2], horizon: Cost, scope: Scope) -> bool {
    let (limits, mut nobody) = (Limits::default(), ());
    let (cnf, stops) = puzzle.encode(horizon, scope, &mut Meter::start(&limits, &mut nobody)).expect("no limits");
    let model = match solve(&cnf, Backend::Batsat, &limits).0 {
        Verdict::Satisfiable(model) => model,
        Verdict::Unsatisfiable => return false,
        Verdict::Stopped(limit) => panic!("stopped by {limit:?}"),
    };
    let moves = puzzle.decode(&stops, &model);
    let mut tiles = start.tiles().to_vec();
    for mv in &moves {
        assert_eq!(tiles[usize::from(mv.blank)], 0);
        tiles = slid(start.size(), &tiles, usize::from(mv.target)).expect("the blank goes along a line");
    }
    assert_eq!(tiles, goal.tiles());
    assert!(moves.len() <= horizon as usize);
    true
}

/// One less than the optimum, and the optimum.
fn check(puzzle: &SlideEncoding, ends: [&Position; 2], optimum: Cost) {
    for horizon in optimum.saturating_sub(1)..=optimum {
        let found = is_solved_in(puzzle, ends, horizon, Scope::AtMost);
        assert_eq!(found, horizon >= optimum, "{ends:?}, at most {horizon} of {optimum}");
    }
}

/// The same with solutions of just so many slides, and with room for one more.
fn check_scopes(puzzle: &SlideEncoding, ends: [&Position; 2], optimum: Cost) {
    check(puzzle, ends, optimum);
    assert!(is_solved_in(puzzle, ends, optimum + 1, Scope::AtMost), "{ends:?}, at most one more than {optimum}");
    for horizon in optimum.saturating_sub(1)..=optimum {
        let found = is_solved_in(puzzle, ends, horizon, Scope::Exactly);
        assert_eq!(found, horizon == optimum, "{ends:?}, {horizon} of {optimum}");
    }
}

#[test]
fn every_position_of_small_boards() {
    for (width, height) in [(1, 1), (4, 1), (1, 5), (2, 2), (2, 3), (3, 2)] {
        let size = Size::new(width, height).unwrap();
        let goal = Goal::BlankLast.position(size).unwrap();
        let found = distances(&goal);
        assert!(width * height != 6 || found.len() == 360);
        for (index, (tiles, &optimum)) in found.iter().enumerate() {
            let start = position(size, tiles);
            let (turning, any) = (SlideEncoding::new(&start, &goal), SlideEncoding::rules(&start, &goal));
            let ends = [&start, &goal];
            if (width, height) != (3, 2) {
                check(&turning.unwrap(), ends, optimum);
            } else if index % 10 == 0 {
                // Of the board that lies on its side, a part.
                check_scopes(&turning.unwrap(), ends, optimum);
            }
            // Without turns, proofs take longer.
            if optimum <= 6 {
                check_scopes(&any.unwrap(), ends, optimum);
            }
        }
    }
}

#[test]
fn positions_of_the_eight_puzzle() {
    let size = Size::new(3, 3).unwrap();
    let goal = Goal::BlankLast.position(size).unwrap();
    let found = distances(&goal);
    assert_eq!((found.len(), found.values().max()), (181_440, Some(&24)));
    let mut near: Vec<(&Vec<u8>, Cost)> =
        found.iter().map(|(tiles, &optimum)| (tiles, optimum)).filter(|&(_, optimum)| optimum <= 10).collect();
    near.sort_unstable();
    for (tiles, optimum) in near.into_iter().step_by(149) {
        let start = position(size, tiles);
        check_scopes(&SlideEncoding::new(&start, &goal).unwrap(), [&start, &goal], optimum);
        check(&SlideEncoding::rules(&start, &goal).unwrap(), [&start, &goal], optimum);
    }
    // A goal of its own.
    let [start, goal] = ["1 2 3/4 0 5/6 7 8", "2 3 5/1 4 8/6 7 0"].map(|text| text.parse::<Position>().unwrap());
    assert_eq!(distances(&goal)[start.tiles()], 4);
    check(&SlideEncoding::new(&start, &goal).unwrap(), [&start, &goal], 4);
}

#[test]
fn limits_hold_while_a_formula_is_written() {
    let size = Size::new(16, 16).unwrap();
    let goal = Goal::BlankLast.position(size).unwrap();
    let start = position(size, &{
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(254, 255);
        tiles
    });
    let puzzle = SlideEncoding::new(&start, &goal).unwrap();
    let stopped = |limits: &Limits| {
        let mut nobody = ();
        puzzle.encode(50, Scope::AtMost, &mut Meter::start(limits, &mut nobody)).map(drop)
    };
    let memory = Limits { memory: 100 << 20, ..Limits::default() };
    assert_eq!(stopped(&memory), Err(LimitKind::Memory));
    let time = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    assert_eq!(stopped(&time), Err(LimitKind::Time));
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(stopped(&cancelled), Err(LimitKind::Cancelled));
}
