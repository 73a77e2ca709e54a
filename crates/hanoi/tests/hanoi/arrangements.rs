//! Any arrangement to any other: against exhaustive search, and on three pegs against what is known.

use fewest_conformance::oracle::{Table, distances_from};
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, heuristic, space};
use fewest_hanoi::heuristics::{DiscGroups, DiscsAway, OutAndBack, split};
use fewest_hanoi::random::Shuffler;
use fewest_hanoi::{Bytes, Discs, Hanoi, Position, Word64};
use fewest_search::algorithms::BreadthFirst;
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Limits, Outcome, Search, StateSpace, Zero};

use crate::support::{FIFO, LIFO, hanoi, size, three_peg_distance};

#[test]
fn on_three_pegs_the_closed_form_is_exact() {
    for discs in 1..=5 {
        let any = hanoi::<Word64<2>>(&Position::stacked(size(discs, 3)));
        for goal in 0..any.rank_count().unwrap() {
            let goal = any.position(&any.unrank(goal));
            let space = hanoi::<Word64<2>>(&goal);
            for (rank, distance) in Table::new(&space).unwrap().iter() {
                let start = space.position(&space.unrank(rank));
                assert_eq!(three_peg_distance(&start, &goal), u128::from(distance), "{start} to {goal}");
            }
        }
    }
}

/// A* and breadth-first search from random starts to random goals.
fn searches_agree<D: Discs>(discs: usize, pegs: usize, rounds: usize) {
    let size = size(discs, pegs);
    let mut shuffler = Shuffler::new((discs * pegs) as u64);
    for _ in 0..rounds {
        let (start, goal) = (shuffler.uniform(size), shuffler.uniform(size));
        let space = hanoi::<D>(&goal);
        let from = space.state(&start).unwrap();
        let distance = distances_from(&space, &from, Cost::MAX)[space.goal()];
        if pegs == 3 {
            assert_eq!(three_peg_distance(&start, &goal), u128::from(distance), "{start} to {goal}");
        }
        let groups = DiscGroups::build(&space, &[split(&[2, discs - 2]), split(&[discs - 1, 1])], &Limits::default());
        let (groups, out_and_back) = (groups.unwrap(), OutAndBack::new(&space));
        for algorithm in &[FIFO, LIFO] {
            let trial = Trial { space: &space, heuristic: &groups, algorithm };
            trial.check_optimal(&from, Some(distance)).unwrap();
            let trial = Trial { space: &space, heuristic: &out_and_back, algorithm };
            trial.check_optimal(&from, Some(distance)).unwrap();
        }
        let trial = Trial { space: &space, heuristic: &Zero, algorithm: &BreadthFirst };
        trial.check_optimal(&from, Some(distance)).unwrap();
    }
}

#[test]
fn random_arrangements_are_solved() {
    searches_agree::<Word64<2>>(9, 3, 12);
    searches_agree::<Bytes>(7, 4, 12);
    searches_agree::<Word64<3>>(6, 5, 8);
    searches_agree::<Word64<4>>(4, 10, 4);
    searches_agree::<Bytes>(5, 6, 4);
}

/// Long puzzles cannot be exhausted, but their laws can be checked along walks.
fn walks_keep_the_laws<D: Discs>(discs: usize, pegs: usize) {
    let size = size(discs, pegs);
    let mut shuffler = Shuffler::new(99);
    for seed in 0..4 {
        let space = hanoi::<D>(&shuffler.uniform(size));
        let start = space.state(&shuffler.uniform(size)).unwrap();
        let states = space::walk(&space, &start, 200, seed);
        capability::check_distinct_keys(&space, states.iter().copied()).unwrap();
        let groups: Vec<usize> = vec![4; discs / 4];
        let groups = DiscGroups::build(&space, &[split(&groups)], &Limits::default()).unwrap();
        for state in &states {
            space::check_moves(&space, state).unwrap();
            capability::check_key(&space, state).unwrap();
            capability::check_moves_into(&space, state).unwrap();
            heuristic::check_consistency(&space, &OutAndBack::new(&space), state).unwrap();
            heuristic::check_consistency(&space, &groups, state).unwrap();
            assert_eq!(space.state(&space.position(state)).as_ref(), Ok(state));
        }
        heuristic::check_walk(&space, &DiscsAway::new(&space), &start, 500, seed).unwrap();
        heuristic::check_walk(&space, &OutAndBack::new(&space), &start, 500, seed).unwrap();
        heuristic::check_walk(&space, &groups, &start, 500, seed).unwrap();
        capability::check_pruned_distances(&space, &start, if pegs < 6 { 5 } else { 3 }).unwrap();
    }
}

#[test]
fn large_puzzles_keep_the_laws_along_walks() {
    walks_keep_the_laws::<Word64<2>>(32, 4);
    walks_keep_the_laws::<Bytes>(64, 3);
    walks_keep_the_laws::<Word64<3>>(21, 6);
    walks_keep_the_laws::<Bytes>(42, 5);
    walks_keep_the_laws::<Word64<4>>(16, 7);
    walks_keep_the_laws::<Word64<5>>(12, 8);
    walks_keep_the_laws::<Bytes>(64, 9);
}

/// The moves of the search are those that a position allows, and lead where they lead there.
fn moves_agree_with_positions<D: Discs>(discs: usize, pegs: usize) {
    let size = size(discs, pegs);
    let mut shuffler = Shuffler::new(3);
    let space: Hanoi<D> = hanoi(&shuffler.uniform(size));
    for _ in 0..50 {
        let position = shuffler.uniform(size);
        let state = space.state(&position).unwrap();
        let mut reached = Vec::new();
        space.for_each_move(&state, |mv| {
            let (mut next, mut after) = (state, position.clone());
            space.apply(&mut next, mv);
            after.try_move(mv.transfer()).unwrap_or_else(|error| panic!("{position}: {error}"));
            assert_eq!(space.position(&next), after);
            reached.push(after);
        });
        let pairs = size.each_peg().flat_map(|from| size.each_peg().map(move |to| fewest_hanoi::Transfer { from, to }));
        let legal = pairs.filter(|&transfer| position.clone().try_move(transfer).is_ok());
        assert_eq!(legal.count(), reached.len(), "{position}");
    }
}

#[test]
fn moves_are_those_of_positions() {
    moves_agree_with_positions::<Word64<2>>(5, 3);
    moves_agree_with_positions::<Word64<2>>(20, 4);
    moves_agree_with_positions::<Word64<3>>(12, 8);
    moves_agree_with_positions::<Word64<5>>(12, 26);
    moves_agree_with_positions::<Bytes>(64, 26);
}

#[test]
fn a_large_random_puzzle_is_solved() {
    let size = size(20, 4);
    let mut shuffler = Shuffler::new(20);
    let goal = shuffler.uniform(size);
    let space = hanoi::<Word64<2>>(&goal);
    // A walk of 30 moves from the goal is at most that far away.
    let start = *space::walk(&space, space.goal(), 30, 4).last().unwrap();
    let groups = DiscGroups::build(&space, &[split(&[8, 6, 6]), split(&[6, 6, 8])], &Limits::default()).unwrap();
    let run = LIFO.run(&space, &start, &groups, &Limits::default(), &mut ());
    let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("{:?}", run.outcome) };
    let mut position = space.position(&start);
    for mv in moves {
        position.try_move(mv.transfer()).unwrap();
    }
    assert!(position == goal && cost <= 30);
}
