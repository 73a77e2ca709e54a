//! Boards that cannot be exhausted: the same laws along random walks, and searches from near the goal.

use std::time::Duration;

use fewest_conformance::oracle::{distances_from, distances_to_goal};
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, heuristic, space};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::capability::{MovePruning, Ranked};
use fewest_search::{Cost, Incremental, LimitKind, Limits, Outcome, Search, Stats, Zero};
use fewest_tiles::heuristics::Manhattan;
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Board, Bytes, Cells, Goal, Labels as _, Move, Mtm, Nibbles, Position, Size, Stm, Tiles};

use crate::support::{FIFO, LIFO, Rated, goals, size, tiles};

/// Calls a generic function with both metrics and with each packing that holds the size.
macro_rules! in_every_packing {
    ($function:ident, $size:expr) => {
        let cells = $size.cells();
        if cells <= Nibbles::CAPACITY {
            $function::<Nibbles, Stm>($size);
            $function::<Nibbles, Mtm>($size);
        }
        if cells <= Bytes::<25>::CAPACITY {
            $function::<Bytes<25>, Stm>($size);
            $function::<Bytes<25>, Mtm>($size);
        }
        $function::<Bytes<256>, Stm>($size);
        $function::<Bytes<256>, Mtm>($size);
    };
}

fn sizes() -> [Size; 9] {
    [(4, 4), (3, 5), (5, 3), (5, 5), (8, 8), (2, 20), (16, 16), (1, 256), (256, 1)].map(|(w, h)| size(w, h))
}

/// Positions along a walk from the goal, and positions from anywhere.
fn sampled(goal: &Position) -> Vec<Position> {
    let mut shuffler = Shuffler::new(1);
    let mut positions = vec![goal.clone()];
    positions.extend((1..20).map(|steps| shuffler.walk(goal, steps * steps)));
    positions.extend((0..20).map(|_| shuffler.uniform(goal)));
    positions
}

fn laws_hold<C: Cells, M: Rated>(size: Size) {
    for goal in goals(size) {
        let space = tiles::<C, M>(&goal);
        let boards: Vec<Board<C>> = sampled(&goal).iter().map(|position| space.board(position).unwrap()).collect();
        capability::check_distinct_keys(&space, boards.iter().copied()).unwrap();
        for board in &boards {
            space::check_moves(&space, board).unwrap();
            capability::check_key(&space, board).unwrap();
            capability::check_moves_into(&space, board).unwrap();
            capability::check_allowed(&space, board, space.root_trace()).unwrap();
            if space.rank_count().is_some() {
                capability::check_rank(&space, board).unwrap();
            }
            let position = space.position(board);
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
        }
        heuristic_laws_hold(&space, &M::misplaced(&space), &boards);
        heuristic_laws_hold(&space, &M::manhattan(&space), &boards);
        heuristic_laws_hold(&space, &M::linear_conflict(&space), &boards);
    }
}

fn heuristic_laws_hold<C: Cells, M: Rated>(
    space: &Tiles<C, M>,
    heuristic: &impl Incremental<Tiles<C, M>>,
    boards: &[Board<C>],
) {
    for (board, seed) in boards.iter().zip(0..) {
        heuristic::check_consistency(space, heuristic, board).unwrap();
        heuristic::check_increments(space, heuristic, board).unwrap();
        heuristic::check_walk(space, heuristic, board, 50, seed).unwrap();
    }
}

#[test]
fn sampled_positions_keep_the_laws() {
    for size in sizes() {
        in_every_packing!(laws_hold, size);
    }
}

#[test]
fn only_boards_of_few_positions_have_ranks() {
    let count = |width, height| tiles::<Bytes<256>, Stm>(&goals(size(width, height))[0]).rank_count();
    assert_eq!(count(4, 4), Some(10_461_394_944_000));
    assert_eq!(count(256, 1), Some(256));
    assert_eq!([count(5, 5), count(2, 20), count(16, 16)], [None; 3]);
}

/// Around the goal, where distances are known, every heuristic keeps all its promises.
fn heuristics_hold_near_the_goal<M: Rated>(size: Size, radius: Cost) {
    fn check<M: Rated>(space: &Tiles<Bytes<256>, M>, heuristic: &impl Incremental<Tiles<Bytes<256>, M>>, radius: Cost) {
        for (board, distance) in distances_to_goal(space, radius) {
            heuristic::check_estimate(space, heuristic, &board, Some(distance)).unwrap();
            heuristic::check_consistency(space, heuristic, &board).unwrap();
            heuristic::check_increments(space, heuristic, &board).unwrap();
        }
    }
    for goal in goals(size) {
        let space = tiles::<Bytes<256>, M>(&goal);
        check(&space, &M::misplaced(&space), radius);
        check(&space, &M::manhattan(&space), radius);
        check(&space, &M::linear_conflict(&space), radius);
    }
}

#[test]
fn heuristics_keep_their_promises_near_the_goal() {
    for (width, height, stm, mtm) in [(4, 4, 12, 7), (3, 4, 13, 7), (5, 2, 15, 8), (2, 7, 13, 6), (5, 5, 10, 5)] {
        heuristics_hold_near_the_goal::<Stm>(size(width, height), stm);
        heuristics_hold_near_the_goal::<Mtm>(size(width, height), mtm);
    }
}

/// A search that would take years ends when its time is up.
fn ends_in_time<A>(algorithm: &A)
where
    A: for<'a> Search<Tiles<Bytes<25>, Stm>, Manhattan<'a, Bytes<25>, Stm>>,
{
    let goal = Goal::BlankLast.position(size(5, 5)).unwrap();
    let space = tiles::<Bytes<25>, Stm>(&goal);
    let start = space.board(&Shuffler::new(5).uniform(&goal)).unwrap();
    let manhattan = Manhattan::new(&space);
    let time = Duration::from_millis(40);
    let limits = Limits { time: Some(time), memory: 4 << 30, ..Limits::default() };
    let run = algorithm.run(&space, &start, &manhattan, &limits, &mut ());
    assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Time, .. }), "{:?}", run.outcome);
    assert!(run.stats.elapsed >= time && run.stats.elapsed < 100 * time, "{:?}", run.stats.elapsed);
}

#[test]
fn a_hopeless_search_ends_when_its_time_is_up() {
    ends_in_time(&FIFO);
    ends_in_time(&LIFO);
    ends_in_time(&IdaStar::default());
    ends_in_time(&BreadthFirst);
}

#[test]
fn a_hopeless_search_ends_when_its_memory_is_full() {
    let goal = Goal::BlankLast.position(size(5, 5)).unwrap();
    let space = tiles::<Bytes<25>, Stm>(&goal);
    let start = space.board(&Shuffler::new(5).uniform(&goal)).unwrap();
    let manhattan = Manhattan::new(&space);
    for megabytes in [1, 3, 10, 30] {
        let limits = Limits { memory: megabytes << 20, ..Limits::default() };
        let runs = [
            FIFO.run(&space, &start, &manhattan, &limits, &mut ()),
            LIFO.run(&space, &start, &manhattan, &limits, &mut ()),
            BreadthFirst.run(&space, &start, &manhattan, &limits, &mut ()),
        ];
        for run in runs {
            assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Memory, .. }), "{:?}", run.outcome);
            assert!((limits.memory / 2..=limits.memory).contains(&run.stats.peak_memory), "{}", run.stats.peak_memory);
        }
    }
}

/// Everything that the searches say and count, but for what the packing decides: bytes and time.
fn answers<C: Cells, M: Rated>(goal: &Position, start: &Position) -> Vec<(Outcome<Move>, Stats)> {
    let space = tiles::<C, M>(goal);
    let start = space.board(start).unwrap();
    let (manhattan, linear_conflict) = (M::manhattan(&space), M::linear_conflict(&space));
    let limits = Limits::default();
    let runs = [
        FIFO.run(&space, &start, &manhattan, &limits, &mut ()),
        LIFO.run(&space, &start, &manhattan, &limits, &mut ()),
        LIFO.run(&space, &start, &linear_conflict, &limits, &mut ()),
        IdaStar::default().run(&space, &start, &manhattan, &limits, &mut ()),
        IdaStar::default().run(&space, &start, &linear_conflict, &limits, &mut ()),
        BreadthFirst.run(&space, &start, &Zero, &limits, &mut ()),
    ];
    let alike = |stats: Stats| Stats { peak_memory: 0, elapsed: Duration::ZERO, ..stats };
    runs.into_iter().map(|run| (run.outcome, alike(run.stats))).collect()
}

/// From `steps` random steps off the goal, all searches prove the true distance, the same way in every packing.
fn searches_agree<M: Rated>(goal: &Position, steps: u64) {
    for seed in 0..4 {
        let start = Shuffler::new(seed).walk(goal, steps);
        let space = tiles::<Bytes<256>, M>(goal);
        let board = space.board(&start).unwrap();
        let radius = Cost::try_from(steps).unwrap();
        let distance = distances_from(&space, &board, radius).get(space.goal()).copied();
        assert!(distance.is_some(), "a walk of {steps} steps ends within {steps} moves");
        let manhattan = M::manhattan(&space);
        for algorithm in &[FIFO, LIFO] {
            let trial = Trial { space: &space, heuristic: &manhattan, algorithm };
            trial.check_optimal(&board, distance).unwrap();
        }
        Trial { space: &space, heuristic: &manhattan, algorithm: &IdaStar::default() }
            .check_optimal(&board, distance)
            .unwrap();
        Trial { space: &space, heuristic: &Zero, algorithm: &BreadthFirst }.check_optimal(&board, distance).unwrap();

        let expected = answers::<Bytes<256>, M>(goal, &start);
        assert!(expected.iter().all(|(outcome, _)| outcome.cost() == distance), "{start}: {expected:?}");
        let cells = goal.size().cells();
        if cells <= 64 {
            assert_eq!(answers::<Bytes<256>, M>(goal, &start), expected, "{start} to {goal}");
        }
        if cells <= 25 {
            assert_eq!(answers::<Bytes<25>, M>(goal, &start), expected, "{start} to {goal}");
        }
        if cells <= 16 {
            assert_eq!(answers::<Nibbles, M>(goal, &start), expected, "{start} to {goal}");
        }
    }
}

#[test]
fn searches_agree_near_the_goal_in_every_packing() {
    for (width, height, stm, mtm) in [
        (4, 4, 12, 8),
        (3, 5, 12, 8),
        (5, 3, 12, 8),
        (5, 5, 12, 6),
        (8, 8, 10, 4),
        (2, 20, 12, 5),
        (16, 16, 9, 3),
        (1, 256, 12, 12),
        (256, 1, 12, 12),
    ] {
        for goal in goals(size(width, height)) {
            searches_agree::<Stm>(&goal, stm);
            searches_agree::<Mtm>(&goal, mtm);
        }
    }
}
