//! Constructed solutions are solutions, on every board; what is said about them is true; limits are kept.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_search::capability::Ranked;
use fewest_search::{Cancel, Cost, LimitKind, Limits, Observer, Outcome, Proof, Run, Search, Solution};
use fewest_tiles::construct::{Anytime, Construct, Crossed};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Bytes, Cells, Goal, Move, Mtm, Nibbles, Position, Size, Stm, Tiles};

use crate::support::{Rated, goals, position, size, tiles};

/// Narrow and quick: what holds for it holds for wider ones.
const NARROW: Construct = Construct { width: 4, improve: 2_000 };

/// The solution of a run, which must have one, and the lower bound that is claimed for it.
fn solution(run: &Run<Move>) -> (&[Move], Cost, Cost) {
    match &run.outcome {
        Outcome::Solved { moves, cost, proof: Proof::Optimal } => (moves, *cost, *cost),
        Outcome::Solved { moves, cost, proof: Proof::Bounded { lower_bound } } => (moves, *cost, *lower_bound),
        Outcome::LimitReached { best_known: Some(Solution { moves, cost }), lower_bound, .. } => {
            (moves, *cost, *lower_bound)
        }
        outcome => panic!("{outcome:?}"),
    }
}

/// The moves lead from `start` to `goal` by the rules of positions, which share no code with the search, and each counts
/// once.
fn check_solution<C: Cells, M: Rated>(space: &Tiles<C, M>, start: &Position, goal: &Position, run: &Run<Move>) {
    let (moves, cost, lower_bound) = solution(run);
    let mut at = start.clone();
    for &mv in moves {
        let slide = space.layout().slide(mv);
        assert!(M::NAME == "mtm" || slide.length == 1, "{start}: {slide:?} is no single step");
        at.try_slide(slide).unwrap_or_else(|illegal| panic!("{start} to {goal}: {illegal}"));
    }
    assert_eq!(at, *goal, "from {start}");
    assert_eq!(moves.len(), cost as usize);
    assert!(lower_bound <= cost, "{start} to {goal}: {cost} is below {lower_bound}");
}

fn solves<C: Cells, M: Rated + Crossed>(goal: &Position, starts: &[Position], construct: Construct) {
    let space = tiles::<C, M>(goal);
    let manhattan = M::manhattan(&space);
    for start in starts {
        let board = space.board(start).unwrap();
        let run = construct.run(&space, &board, &manhattan, &Limits::default(), &mut ());
        check_solution(&space, start, goal, &run);
        let plain = Construct { improve: 0, ..construct };
        let plain = plain.run(&space, &board, &manhattan, &Limits::default(), &mut ());
        check_solution(&space, start, goal, &plain);
        assert!(solution(&run).1 <= solution(&plain).1, "{start} to {goal}: improved for the worse");
    }
}

/// Random starts to several goals, the blank at home in the middle of one.
fn solves_size(size: Size, starts: u64, construct: Construct) {
    // One in disorder, one in order.
    let mut goals: Vec<Position> = goals(size).into_iter().step_by(3).collect();
    let middle = size.cell(size.height() / 2, size.width() / 2);
    let mut centred: Vec<u16> = (1..u16::try_from(size.cells()).unwrap()).collect();
    centred.insert(middle, 0);
    let rows: Vec<String> = centred
        .chunks(size.width())
        .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    goals.push(position(&format!("{}/", rows.join("/"))));
    for goal in goals {
        let mut shuffler = Shuffler::new(size.cells() as u64 + 1);
        let mut starts: Vec<Position> = (0..starts).map(|_| shuffler.uniform(&goal)).collect();
        starts.extend([shuffler.walk(&goal, 1), shuffler.walk(&goal, 7), goal.clone()]);
        if size.cells() <= 16 {
            solves::<Nibbles, Stm>(&goal, &starts, construct);
            solves::<Nibbles, Mtm>(&goal, &starts, construct);
        } else {
            solves::<Bytes<256>, Stm>(&goal, &starts, construct);
            solves::<Bytes<256>, Mtm>(&goal, &starts, construct);
        }
    }
}

#[test]
fn every_small_size_is_solved() {
    for (width, height) in (1..=6).flat_map(|width| (1..=6).map(move |height| (width, height))) {
        if width * height > 1 {
            solves_size(size(width, height), 1, NARROW);
        }
    }
}

#[test]
fn the_narrowest_beam_solves_too() {
    for (width, height) in [(2, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 4), (5, 5), (3, 7), (7, 3), (2, 9)] {
        solves_size(size(width, height), 3, Construct { width: 1, improve: 0 });
    }
}

#[test]
fn large_and_long_boards_are_solved() {
    solves_size(size(7, 7), 1, NARROW);
    solves_size(size(1, 256), 2, NARROW);
    solves_size(size(256, 1), 2, NARROW);
    solves_size(size(10, 10), 1, Construct { width: 1, improve: 1_000 });
}

/// One start for each metric on the largest boards.
fn solves_once<M: Rated + Crossed>(width: usize, height: usize) {
    let goal = Goal::BlankFirst.position(size(width, height)).unwrap();
    solves::<Bytes<256>, M>(&goal, &[Shuffler::new(3).uniform(&goal)], Construct { width: 1, improve: 1_000 });
}

#[test]
fn the_largest_boards_are_solved() {
    solves_once::<Stm>(16, 16);
    solves_once::<Mtm>(16, 16);
    solves_once::<Stm>(2, 128);
}

/// Everything said about some positions of 3×3 is true by the exact table; Anytime proves the optimum.
fn true_on_3x3<M: Rated + Crossed>(goal: &Position) {
    let space = tiles::<Nibbles, M>(goal);
    let table = Table::new(&space).unwrap();
    let heuristic = M::linear_conflict(&space);
    for (rank, distance) in table.iter().step_by(4001) {
        let start = space.unrank(rank);
        let algorithm = Construct { width: 8, improve: 2_000 };
        Trial { space: &space, heuristic: &heuristic, algorithm: &algorithm }
            .check_answer(&start, Some(distance))
            .unwrap();
        let algorithm = Anytime::default();
        Trial { space: &space, heuristic: &heuristic, algorithm: &algorithm }
            .check_optimal(&start, Some(distance))
            .unwrap();
    }
}

#[test]
fn claims_are_true_on_3x3() {
    for goal in goals(size(3, 3)).into_iter().take(2) {
        true_on_3x3::<Stm>(&goal);
        true_on_3x3::<Mtm>(&goal);
    }
}

#[test]
fn the_laws_of_every_search_hold() {
    let goal = Goal::BlankLast.position(size(3, 3)).unwrap();
    let space = tiles::<Nibbles, Stm>(&goal);
    let heuristic = Stm::linear_conflict(&space);
    for (text, distance) in [("5 3 8/0 2 4/1 7 6", 21), ("1 2 3/4 5 6/7 8 0", 0), ("1 2 3/4 5 6/0 7 8", 2)] {
        let start = space.board(&position(text)).unwrap();
        let algorithm = Construct { width: 2, improve: 500 };
        Trial { space: &space, heuristic: &heuristic, algorithm: &algorithm }
            .check_all(&start, Some(distance))
            .unwrap();
        let algorithm = Anytime { width: 2 };
        Trial { space: &space, heuristic: &heuristic, algorithm: &algorithm }
            .check_all(&start, Some(distance))
            .unwrap();
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for text in ["1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "2 1/3 0", "2 1 3 0/", "2 1 3/4 5 6/7 8 0"] {
        let start = position(text);
        let goal = Goal::BlankLast.position(start.size()).unwrap();
        let space = tiles::<Nibbles, Stm>(&goal);
        let (board, manhattan) = (space.board(&start).unwrap(), Stm::manhattan(&space));
        let run = NARROW.run(&space, &board, &manhattan, &Limits::default(), &mut ());
        assert!(matches!(run.outcome, Outcome::Unsolvable { .. }), "{text}: {:?}", run.outcome);
        let run = Anytime::default().run(&space, &board, &manhattan, &Limits::default(), &mut ());
        assert!(matches!(run.outcome, Outcome::Unsolvable { .. }), "{text}: {:?}", run.outcome);
    }
}

/// Writes down what it is told, and cancels when told so often.
#[derive(Default)]
struct Improvements {
    told: Vec<(Cost, Cost)>,
    cancel: Option<(usize, Cancel)>,
}

impl Observer for Improvements {
    fn improved(&mut self, cost: Cost, lower_bound: Cost) -> ControlFlow<()> {
        self.told.push((cost, lower_bound));
        if let Some((after, cancel)) = &self.cancel
            && self.told.len() >= *after
        {
            cancel.cancel();
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn anytime_gets_better_and_says_so() {
    let goal = Goal::BlankLast.position(size(5, 5)).unwrap();
    let space = tiles::<Bytes<25>, Stm>(&goal);
    let heuristic = Stm::linear_conflict(&space);
    let start = Shuffler::new(5).uniform(&goal);
    let limits = Limits { expansions: Some(2_000_000), ..Limits::default() };
    let mut seen = Improvements::default();
    let run = Anytime { width: 2 }.run(&space, &space.board(&start).unwrap(), &heuristic, &limits, &mut seen);
    check_solution(&space, &start, &goal, &run);
    assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Expansions, .. }));
    assert!(seen.told.len() >= 3, "{:?}", seen.told);
    assert!(seen.told.is_sorted_by(|a, b| a.0 > b.0 && a.1 <= b.1), "{:?}", seen.told);
    let (_, cost, lower_bound) = solution(&run);
    assert_eq!(seen.told.last().map(|told| told.0), Some(cost));
    assert!(seen.told.last().is_some_and(|told| told.1 <= lower_bound));
}

#[test]
fn a_solution_in_hand_survives_a_cancellation() {
    let goal = Goal::BlankLast.position(size(6, 6)).unwrap();
    let space = tiles::<Bytes<256>, Stm>(&goal);
    let manhattan = Stm::manhattan(&space);
    let start = Shuffler::new(6).uniform(&goal);
    let limits = Limits::default();
    let mut seen = Improvements { cancel: Some((1, limits.cancel.clone())), ..Improvements::default() };
    let construct = Construct { width: 4, improve: u64::MAX };
    let run = construct.run(&space, &space.board(&start).unwrap(), &manhattan, &limits, &mut seen);
    assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Cancelled, .. }), "{:?}", run.outcome);
    check_solution(&space, &start, &goal, &run);
}

#[test]
fn limits_hold_on_the_largest_board() {
    let goal = Goal::BlankLast.position(size(16, 16)).unwrap();
    let space = tiles::<Bytes<256>, Stm>(&goal);
    let manhattan = Stm::manhattan(&space);
    let start = space.board(&Shuffler::new(16).uniform(&goal)).unwrap();
    let time = Duration::from_millis(30);
    for (limits, expected) in [
        (Limits { time: Some(time), ..Limits::default() }, LimitKind::Time),
        (Limits { expansions: Some(1_000), ..Limits::default() }, LimitKind::Expansions),
        (Limits { memory: 1 << 16, ..Limits::default() }, LimitKind::Memory),
    ] {
        let began = Instant::now();
        let run = Construct { width: 1_000, improve: 0 }.run(&space, &start, &manhattan, &limits, &mut ());
        let Outcome::LimitReached { limit, lower_bound, best_known: None } = run.outcome else {
            panic!("{:?}", run.outcome)
        };
        assert!(limit == expected && lower_bound > 0, "{limit:?} at {lower_bound}");
        assert!(run.stats.peak_memory <= limits.memory);
        // Generous, for a busy machine.
        assert!(expected != LimitKind::Time || began.elapsed() < 20 * time, "{:?}", began.elapsed());
    }
}
