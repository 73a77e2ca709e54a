//! Stacks too large to be exhausted: their laws along walks, and searches against each other.

use fewest_conformance::oracle::distances_from;
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, heuristic, space};
use fewest_pancake::heuristics::{Gap, GapAhead};
use fewest_pancake::pdb::{Counting, GapAndPatterns, PatternPdb, divisions};
use fewest_pancake::random::Shuffler;
use fewest_pancake::{Bytes, Flip, Nibbles, Packing, Pancakes, Position, Size, most_flips};
use fewest_pdb::encoding::Encoding;
use fewest_search::algorithms::{BreadthFirst, IdaStar, Nbs};
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Heuristic, Limits, Outcome, Search, StateSpace, Zero};

use crate::support::{FIFO, LIFO, burnt, pancakes, plain, tables};

fn walks_keep_the_laws<P: Packing>(size: Size) {
    let mut shuffler = Shuffler::new(99);
    for seed in 0..3 {
        let goal = shuffler.uniform(size);
        let space = pancakes::<P>(&goal);
        let start = space.state(&shuffler.uniform(size)).unwrap();
        let states = space::walk(&space, &start, 60, seed);
        capability::check_distinct_keys(&space, states.iter().copied()).unwrap();
        let (gap, ahead) = (Gap::new(&space), GapAhead::new(&space));
        let (plan, tables) = tables(&goal, &divisions(&goal, 10_000), Counting::Top, Encoding::NIBBLE);
        let pdb = PatternPdb::new(&space, &plan, &tables).unwrap();
        for state in &states {
            space::check_moves(&space, state).unwrap();
            capability::check_key(&space, state).unwrap();
            capability::check_moves_into(&space, state).unwrap();
            if space.rank_count().is_some() {
                capability::check_rank(&space, state).unwrap();
            }
            heuristic::check_consistency(&space, &gap, state).unwrap();
            heuristic::check_consistency(&space, &ahead, state).unwrap();
            heuristic::check_consistency(&space, &pdb, state).unwrap();
            assert_eq!(space.state(&space.position(state)).as_ref(), Ok(state));
        }
        for state in states.iter().step_by(20) {
            heuristic::check_increments(&space, &gap, state).unwrap();
            heuristic::check_increments(&space, &ahead, state).unwrap();
            heuristic::check_increments(&space, &pdb, state).unwrap();
        }
        heuristic::check_walk(&space, &gap, &start, 500, seed).unwrap();
        heuristic::check_walk(&space, &ahead, &start, 500, seed).unwrap();
        heuristic::check_walk(&space, &pdb, &start, 200, seed).unwrap();
        capability::check_pruned_distances(&space, &start, 2).unwrap();
    }
}

#[test]
fn large_stacks_keep_the_laws_along_walks() {
    walks_keep_the_laws::<Nibbles>(plain(16));
    walks_keep_the_laws::<Nibbles>(burnt(12));
    walks_keep_the_laws::<Bytes>(plain(20));
    walks_keep_the_laws::<Bytes>(plain(64));
    walks_keep_the_laws::<Bytes>(burnt(16));
    walks_keep_the_laws::<Bytes>(burnt(64));
}

/// The flips of the search are those that a position allows, and lead where they lead there.
fn flips_agree_with_positions<P: Packing>(size: Size) {
    let mut shuffler = Shuffler::new(3);
    let space: Pancakes<P> = pancakes(&shuffler.uniform(size));
    for _ in 0..20 {
        let position = shuffler.uniform(size);
        let state = space.state(&position).unwrap();
        let mut flips = Vec::new();
        space.for_each_move(&state, |flip| {
            let (mut next, mut after) = (state, position.clone());
            space.apply(&mut next, flip);
            after.try_flip(flip).unwrap_or_else(|error| panic!("{position}: {error}"));
            assert_eq!(space.position(&next), after);
            flips.push(flip);
        });
        let legal = (1..=64).filter_map(Flip::new).filter(|&flip| position.clone().try_flip(flip).is_ok());
        assert_eq!(legal.collect::<Vec<_>>(), flips, "{position}");
        assert_eq!(position.flips().collect::<Vec<_>>(), flips, "{position}");
    }
}

#[test]
fn flips_are_those_of_positions() {
    for pancakes in [1, 2, 5, 12] {
        flips_agree_with_positions::<Nibbles>(plain(pancakes));
        flips_agree_with_positions::<Nibbles>(burnt(pancakes));
    }
    flips_agree_with_positions::<Nibbles>(plain(16));
    flips_agree_with_positions::<Bytes>(plain(64));
    flips_agree_with_positions::<Bytes>(burnt(64));
}

/// Searches from random starts to random goals, against distances found the plain way.
fn searches_agree<P: Packing>(size: Size, rounds: usize) {
    let mut shuffler = Shuffler::new(size.pancakes() as u64);
    for _ in 0..rounds {
        let (start, goal) = (shuffler.uniform(size), shuffler.uniform(size));
        let space = pancakes::<P>(&goal);
        let from = space.state(&start).unwrap();
        let distance = distances_from(&space, &from, Cost::MAX)[space.goal()];
        assert!(distance <= most_flips(size));
        let (plan, tables) = tables(&goal, &divisions(&goal, 1000), Counting::Top, Encoding::NIBBLE);
        let both: GapAndPatterns<'_, P> =
            fewest_search::Max(Gap::new(&space), PatternPdb::new(&space, &plan, &tables).unwrap());
        for algorithm in &[FIFO, LIFO] {
            Trial { space: &space, heuristic: &both, algorithm }.check_optimal(&from, Some(distance)).unwrap();
        }
        let trial = Trial { space: &space, heuristic: &both, algorithm: &IdaStar::default() };
        trial.check_optimal(&from, Some(distance)).unwrap();
        let trial = Trial { space: &space, heuristic: &Zero, algorithm: &BreadthFirst };
        trial.check_optimal(&from, Some(distance)).unwrap();
        // The way back is as long.
        let back = pancakes::<P>(&start);
        let run =
            IdaStar::default().run(&back, &back.state(&goal).unwrap(), &Gap::new(&back), &Limits::default(), &mut ());
        assert_eq!(run.outcome.cost(), Some(distance), "{goal} to {start}");
    }
}

#[test]
fn random_stacks_are_solved() {
    searches_agree::<Nibbles>(plain(7), 10);
    searches_agree::<Nibbles>(burnt(5), 10);
    searches_agree::<Bytes>(plain(8), 3);
    searches_agree::<Bytes>(burnt(6), 3);
}

/// Depth-first search, best-first search and search from both ends agree where no table of all distances can be made.
#[test]
fn large_random_stacks_are_solved() {
    fn solve<P: Packing>(size: Size, rounds: usize) {
        let mut shuffler = Shuffler::new(20);
        for _ in 0..rounds {
            let (start, goal) = (shuffler.uniform(size), shuffler.uniform(size));
            let space = pancakes::<P>(&goal);
            let (from, limits) = (space.state(&start).unwrap(), Limits::default());
            let run = IdaStar::default().run(&space, &from, &Gap::new(&space), &limits, &mut ());
            let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("{:?}", run.outcome) };
            let mut position = start.clone();
            for flip in moves {
                position.try_flip(flip).unwrap();
            }
            assert!(position == goal && cost <= most_flips(size));
            let run = LIFO.run(&space, &from, &GapAhead::new(&space), &limits, &mut ());
            assert_eq!(run.outcome.cost(), Some(cost), "{start} to {goal}");
            let backward = Gap::towards(&space, &from);
            let run = Nbs { backward: &backward }.run(&space, &from, &Gap::new(&space), &limits, &mut ());
            assert_eq!(run.outcome.cost(), Some(cost), "{start} to {goal}");
        }
    }
    solve::<Nibbles>(plain(16), 10);
    solve::<Nibbles>(burnt(9), 5);
    solve::<Bytes>(plain(30), 2);
}

/// An estimate towards any stack is that of the puzzle whose goal it is.
#[test]
fn estimates_towards_other_stacks_are_those_of_other_goals() {
    fn agree<P: Packing>(size: Size) {
        let mut shuffler = Shuffler::new(8);
        let (goal, other) = (shuffler.uniform(size), shuffler.uniform(size));
        let (space, back) = (pancakes::<P>(&goal), pancakes::<P>(&other));
        let target = space.state(&other).unwrap();
        let (plan, tables) = tables(&other, &divisions(&other, 10_000), Counting::Top, Encoding::NIBBLE);
        let (gap, there) = (Gap::towards(&space, &target), Gap::new(&back));
        let (ahead, ahead_there) = (GapAhead::towards(&space, &target), GapAhead::new(&back));
        let pdb = PatternPdb::towards(&space, &target, &plan, &tables).unwrap();
        let pdb_there = PatternPdb::new(&back, &plan, &tables).unwrap();
        assert_eq!(
            (gap.estimate(&target), ahead.estimate(&target), pdb.estimate(&target)),
            (Some(0), Some(0), Some(0))
        );
        for state in space::walk(&space, &target, 300, 5) {
            let seen = back.state(&space.position(&state)).unwrap();
            assert_eq!(gap.estimate(&state), there.estimate(&seen));
            assert_eq!(ahead.estimate(&state), ahead_there.estimate(&seen));
            assert_eq!(pdb.parts(&state), pdb_there.parts(&seen));
            assert_eq!(pdb.estimate(&state), Some(pdb.parts(&state).iter().map(|(_, value)| value).sum()));
            heuristic::check_increments(&space, &gap, &state).unwrap();
            heuristic::check_increments(&space, &ahead, &state).unwrap();
        }
    }
    agree::<Nibbles>(plain(9));
    agree::<Nibbles>(burnt(9));
    agree::<Bytes>(plain(30));
    agree::<Bytes>(burnt(64));
}

#[test]
fn stacks_of_another_size_are_refused() {
    let space = pancakes::<Nibbles>(&Position::sorted(plain(5)));
    let error = |position: &Position| space.state(position).unwrap_err().to_string();
    assert_eq!(
        error(&Position::sorted(burnt(5))),
        "the stack has 5 burnt pancakes, but the goal has 5 pancakes: both must have the same size"
    );
    assert!(error(&Position::sorted(plain(6))).contains("6 pancakes"));
    let error = |size| Pancakes::<Nibbles>::new(&Position::sorted(size)).unwrap_err().to_string();
    assert_eq!(error(burnt(13)), "13 burnt pancakes are more than this packing holds: 12");
    assert_eq!(error(plain(17)), "17 pancakes are more than this packing holds: 16");
    assert_eq!((space.home(3), space.pancake(2), space.home(6), space.pancake(5)), (Some(2), Some(3), None, None));
}
