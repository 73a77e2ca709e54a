//! Searches from both ends and inside little memory: the same lengths as everyone else's.

use std::time::Duration;

use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_search::algorithms::{BreadthFirstHeuristic, IdaStar, Nbs, SmaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Cost, LimitKind, Limits, Outcome, Search, Zero};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Goal, Mtm, Nibbles, Position, Stm, Tiles};

use crate::support::{FIFO, LIFO, Rated, blank_last, position, size, tiles};

/// Seeded 3×3 positions with their distances.
fn sample<M: Rated>(space: &Tiles<Nibbles, M>, count: usize, seed: u64) -> Vec<(Position, Cost)> {
    let table = Table::new(space).unwrap();
    let mut shuffler = Shuffler::new(seed);
    let goal = space.position(space.goal());
    (0..count)
        .map(|_| {
            let start = shuffler.uniform(&goal);
            let distance = table.distance(space.rank(&space.board(&start).unwrap()));
            (start, distance)
        })
        .collect()
}

fn nbs_proves<M: Rated>(count: usize) {
    let space = blank_last::<Nibbles, M>(3, 3);
    let (manhattan, linear_conflict) = (M::manhattan(&space), M::linear_conflict(&space));
    for (number, (start, distance)) in sample(&space, count, 11).into_iter().enumerate() {
        let turned = tiles::<Nibbles, M>(&start);
        let (from_start, conflict_from_start) = (M::manhattan(&turned), M::linear_conflict(&turned));
        let start = space.board(&start).unwrap();
        let trial = Trial { space: &space, heuristic: &manhattan, algorithm: &Nbs { backward: &from_start } };
        trial.check_optimal(&start, Some(distance)).unwrap();
        trial.check_necessary_pairs(&start, distance, &from_start).unwrap();
        let algorithm = &Nbs { backward: &conflict_from_start };
        let trial = Trial { space: &space, heuristic: &linear_conflict, algorithm };
        trial.check_optimal(&start, Some(distance)).unwrap();
        trial.check_necessary_pairs(&start, distance, &conflict_from_start).unwrap();
        if number < 2 {
            let trial = Trial { space: &space, heuristic: &Zero, algorithm: &Nbs { backward: &Zero } };
            trial.check_optimal(&start, Some(distance)).unwrap();
            trial.check_necessary_pairs(&start, distance, &Zero).unwrap();
            let algorithm = &Nbs { backward: &from_start };
            Trial { space: &space, heuristic: &manhattan, algorithm }.check_all(&start, Some(distance)).unwrap();
        }
    }
}

#[test]
fn nbs_proves_the_distance_with_at_most_twice_the_necessary_expansions() {
    nbs_proves::<Stm>(8);
    nbs_proves::<Mtm>(5);
}

/// The goal with two tiles exchanged is out of reach from both ends.
#[test]
fn nbs_proves_that_there_is_no_solution() {
    let space = blank_last::<Nibbles, Stm>(3, 2);
    let start = space.board(&position("2 1 3/4 5 0")).unwrap();
    let turned = tiles::<Nibbles, Stm>(&space.position(&start));
    let (manhattan, from_start) = (Stm::manhattan(&space), Stm::manhattan(&turned));
    let trial = Trial { space: &space, heuristic: &manhattan, algorithm: &Nbs { backward: &from_start } };
    trial.check_optimal(&start, None).unwrap();
    Trial { space: &space, heuristic: &manhattan, algorithm: &SmaStar::default() }.check_optimal(&start, None).unwrap();
    let trial = Trial { space: &space, heuristic: &manhattan, algorithm: &BreadthFirstHeuristic };
    trial.check_optimal(&start, None).unwrap();
}

fn moderate_15_puzzles<M: Rated>(walk: u64, count: usize) {
    let goal = Goal::BlankFirst.position(size(4, 4)).unwrap();
    let space = tiles::<Nibbles, M>(&goal);
    let linear_conflict = M::linear_conflict(&space);
    let mut shuffler = Shuffler::new(walk);
    for _ in 0..count {
        let start = shuffler.walk(&goal, walk);
        let turned = tiles::<Nibbles, M>(&start);
        let from_start = M::linear_conflict(&turned);
        let start = space.board(&start).unwrap();
        let ida_star = IdaStar::default().run(&space, &start, &linear_conflict, &Limits::default(), &mut ());
        let distance = ida_star.outcome.cost();
        let algorithm = &Nbs { backward: &from_start };
        Trial { space: &space, heuristic: &linear_conflict, algorithm }.check_optimal(&start, distance).unwrap();
        let algorithm = &BreadthFirstHeuristic;
        Trial { space: &space, heuristic: &linear_conflict, algorithm }.check_optimal(&start, distance).unwrap();
        let algorithm = &SmaStar { nodes: Some(20_000) };
        Trial { space: &space, heuristic: &linear_conflict, algorithm }.check_optimal(&start, distance).unwrap();
    }
}

#[test]
fn moderate_15_puzzles_agree_with_ida_star() {
    moderate_15_puzzles::<Stm>(60, 6);
    moderate_15_puzzles::<Mtm>(20, 4);
}

fn forgetful_searches_prove<M: Rated>(count: usize) {
    let space = blank_last::<Nibbles, M>(3, 3);
    let (manhattan, linear_conflict) = (M::manhattan(&space), M::linear_conflict(&space));
    for (number, (start, distance)) in sample(&space, count, 12).into_iter().enumerate() {
        let start = space.board(&start).unwrap();
        let truth = Some(distance);
        for nodes in [None, Some(1000), Some(100), Some(u64::from(distance))] {
            let trial = Trial { space: &space, heuristic: &linear_conflict, algorithm: &SmaStar { nodes } };
            trial.check_optimal(&start, truth).unwrap();
        }
        let too_few = SmaStar { nodes: Some(u64::from(distance) - 1) };
        let trial = Trial { space: &space, heuristic: &linear_conflict, algorithm: &too_few };
        trial.check_answer(&start, truth).unwrap();
        let run = too_few.run(&space, &start, &linear_conflict, &Limits::default(), &mut ());
        let Outcome::LimitReached { limit: LimitKind::Memory, lower_bound, best_known: None } = run.outcome else {
            panic!("{distance} moves cannot fit: {:?}", run.outcome)
        };
        // Everything shorter was excluded.
        assert_eq!(lower_bound, distance);
        let trial = Trial { space: &space, heuristic: &manhattan, algorithm: &BreadthFirstHeuristic };
        trial.check_optimal(&start, truth).unwrap();
        if number < 2 {
            trial.check_all(&start, truth).unwrap();
            let trial = Trial { space: &space, heuristic: &manhattan, algorithm: &SmaStar { nodes: Some(500) } };
            trial.check_all(&start, truth).unwrap();
            let trial = Trial { space: &space, heuristic: &Zero, algorithm: &BreadthFirstHeuristic };
            trial.check_optimal(&start, truth).unwrap();
        }
    }
}

#[test]
fn forgetful_searches_prove_the_distance_and_know_when_they_cannot() {
    forgetful_searches_prove::<Stm>(8);
    forgetful_searches_prove::<Mtm>(5);
}

/// With room for everything SMA* is A*: it expands no fewer nodes than A* must and no more than it may.
#[test]
fn sma_star_with_room_expands_what_a_star_does() {
    let space = blank_last::<Nibbles, Stm>(3, 3);
    let manhattan = Stm::manhattan(&space);
    for (start, distance) in sample(&space, 10, 13) {
        let start = space.board(&start).unwrap();
        let trial = Trial { space: &space, heuristic: &manhattan, algorithm: &SmaStar::default() };
        trial.check_necessary_expansions(&start, distance).unwrap();
    }
}

/// One of the longest instances of Korf's hundred, in memory that A* would fill within a second: SMA* goes on until its
/// time is up, and knows a true bound then.
#[test]
fn sma_star_goes_on_when_memory_is_full() {
    let start = position("15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4");
    let space = tiles::<Nibbles, Stm>(&Goal::BlankFirst.position(start.size()).unwrap());
    let start = space.board(&start).unwrap();
    let manhattan = Stm::manhattan(&space);
    let limits = Limits { memory: 5 << 20, time: Some(Duration::from_secs(2)), ..Limits::default() };
    let run = SmaStar::default().run(&space, &start, &manhattan, &limits, &mut ());
    let Outcome::LimitReached { limit, lower_bound, .. } = run.outcome else { panic!("{:?}", run.outcome) };
    assert_eq!(limit, LimitKind::Time);
    assert!((43..=66).contains(&lower_bound), "{lower_bound}");
    assert!(run.stats.peak_memory <= 5 << 20 && run.stats.peak_memory > 4 << 20, "{}", run.stats.peak_memory);
}

/// Layers that cannot be met again are gone: the same bound takes a fraction of the memory of A*.
#[test]
fn breadth_first_heuristic_search_holds_few_layers() {
    let start = position("2 9 10 5/1 6 3 0/8 13 7 15/4 12 14 11");
    let space = tiles::<Nibbles, Stm>(&Goal::BlankFirst.position(start.size()).unwrap());
    let start = space.board(&start).unwrap();
    let manhattan = Stm::manhattan(&space);
    let few = BreadthFirstHeuristic.run(&space, &start, &manhattan, &Limits::default(), &mut ());
    let all = FIFO.run(&space, &start, &manhattan, &Limits::default(), &mut ());
    assert_eq!(few.outcome.cost(), all.outcome.cost());
    let (few, all) = (few.stats.peak_memory, all.stats.peak_memory);
    assert!(2 * few < all, "{few} bytes against {all}");
    let stopped = BreadthFirstHeuristic.run(
        &space,
        &start,
        &manhattan,
        &Limits { memory: few / 2, ..Limits::default() },
        &mut (),
    );
    let Outcome::LimitReached { limit: LimitKind::Memory, lower_bound, .. } = stopped.outcome else {
        panic!("{:?}", stopped.outcome)
    };
    let distance = LIFO.run(&space, &start, &manhattan, &Limits::default(), &mut ()).outcome.cost().unwrap();
    assert!(lower_bound <= distance && lower_bound + 4 >= distance, "{lower_bound} of {distance}");
}

/// Exact counts of expanded nodes: they change only when an algorithm, the heuristic or the order of moves does.
#[test]
fn node_counts_are_pinned() {
    let start = position("8 6 7/2 5 4/3 0 1");
    let space = blank_last::<Nibbles, Stm>(3, 3);
    let turned = tiles::<Nibbles, Stm>(&start);
    let start = space.board(&start).unwrap();
    let (manhattan, from_start) = (Stm::manhattan(&space), Stm::manhattan(&turned));
    let limits = Limits::default();
    let nbs = Nbs { backward: &from_start }.run(&space, &start, &manhattan, &limits, &mut ());
    let roomy = SmaStar::default().run(&space, &start, &manhattan, &limits, &mut ());
    let tight = SmaStar { nodes: Some(1000) }.run(&space, &start, &manhattan, &limits, &mut ());
    let layers = BreadthFirstHeuristic.run(&space, &start, &manhattan, &limits, &mut ());
    let counts = [nbs, roomy, tight, layers].map(|run| (run.stats.expanded, run.stats.generated));
    assert_eq!(counts, [(4454, 11736), (7032, 18386), (10338, 27029), (33152, 87382)]);
}
