//! Whole towers: the known numbers, each proven by a search and replayed by rules that share nothing with it.
//!
//! Some proofs take too long for an ordinary test run. They are made where the environment variable [`EVERY_POSITION`]
//! is set, as `cargo xtask exhaustive` does.

use fewest_hanoi::heuristics::{DiscGroups, OutAndBack, split};
use fewest_hanoi::{Discs, Hanoi, Position, Word64, frame_stewart};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::{Cost, Incremental, Limits, Outcome, Proof, Search, Zero};

use crate::support::{FIFO, LIFO, hanoi, last, size};

/// Set: leave out no proof, however long it takes.
const EVERY_POSITION: &str = "FEWEST_EVERY_POSITION";

/// How many discs to go up to: `ordinary`, or `most` where every proof is asked for.
fn up_to(ordinary: usize, most: usize) -> usize {
    if std::env::var_os(EVERY_POSITION).is_some() { most } else { ordinary }
}

/// The cost of a tower's way from the first peg to the last, proven to be the least by this search.
fn proven<D: Discs, H>(space: &Hanoi<D>, heuristic: &H, algorithm: &impl Search<Hanoi<D>, H>) -> Cost {
    let mut position = Position::stacked(space.size());
    let start = space.state(&position).unwrap();
    let limits = Limits { memory: 2 << 30, ..Limits::default() };
    let run = algorithm.run(space, &start, heuristic, &limits, &mut ());
    let Outcome::Solved { moves, cost, proof: Proof::Optimal } = run.outcome else {
        panic!("{}: {:?}", space.size(), run.outcome)
    };
    for (number, mv) in (1..).zip(&moves) {
        position.try_move(mv.transfer()).unwrap_or_else(|error| panic!("{}, move {number}: {error}", space.size()));
    }
    assert_eq!((position, moves.len()), (last(space.size()), cost as usize));
    cost
}

/// A* with the exact distances of all but the `aside` largest and of all but the `aside` smallest discs.
fn proven_by_groups<D: Discs>(discs: usize, pegs: usize, aside: usize) -> Cost {
    let space = hanoi::<D>(&last(size(discs, pegs)));
    let rest = discs.saturating_sub(aside);
    let divisions = [split(&[aside.min(discs), rest]), split(&[rest, aside.min(discs)])];
    let groups = DiscGroups::build(&space, &divisions, &Limits::default()).unwrap();
    proven(&space, &groups, &LIFO)
}

/// The number of Frame and Stewart.
fn stewart(discs: usize, pegs: usize) -> Cost {
    let moves = frame_stewart(u32::try_from(discs).unwrap(), u32::try_from(pegs).unwrap());
    Cost::try_from(moves.unwrap()).unwrap()
}

#[test]
fn three_pegs_need_one_less_than_a_power_of_two() {
    for discs in 1..=16 {
        let expected = Cost::try_from((1u64 << discs) - 1).unwrap();
        assert_eq!(proven_by_groups::<Word64<2>>(discs, 3, 1), expected, "{discs} discs");
    }
    for discs in 1..=up_to(11, 16) {
        let space = hanoi::<Word64<2>>(&last(size(discs, 3)));
        let expected = Cost::try_from((1u64 << discs) - 1).unwrap();
        assert_eq!(proven(&space, &Zero, &BreadthFirst), expected, "{discs} discs");
    }
}

/// The fewest moves of 1 to 16 discs on four pegs.
const FOUR_PEGS: [Cost; 16] = [1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129, 161];

#[test]
fn four_pegs_need_the_numbers_of_frame_and_stewart() {
    for (discs, expected) in (1..=up_to(15, 16)).zip(FOUR_PEGS) {
        // The table of the large group has at most 4^12 entries, or 4^13 for 16 discs.
        let aside = discs.saturating_sub(if discs < 16 { 12 } else { 13 }).max(if discs < 13 { 1 } else { 2 });
        assert_eq!(proven_by_groups::<Word64<2>>(discs, 4, aside), expected, "{discs} discs");
        assert_eq!(stewart(discs, 4), expected, "{discs} discs");
    }
}

/// The same by searches that use no table.
#[test]
fn four_pegs_need_them_whatever_the_search() {
    fn agree<H: Incremental<Hanoi<Word64<2>>>>(space: &Hanoi<Word64<2>>, heuristic: &H, expected: Cost) {
        assert_eq!(proven(space, heuristic, &FIFO), expected, "{}", space.size());
        assert_eq!(proven(space, heuristic, &LIFO), expected, "{}", space.size());
    }
    for (discs, expected) in (1..=up_to(9, 11)).zip(FOUR_PEGS) {
        let space = hanoi(&last(size(discs, 4)));
        agree(&space, &Zero, expected);
        agree(&space, &OutAndBack::new(&space), expected);
        assert_eq!(proven(&space, &Zero, &BreadthFirst), expected, "{discs} discs");
        if discs <= up_to(6, 7) {
            assert_eq!(proven(&space, &OutAndBack::new(&space), &IdaStar::default()), expected, "{discs} discs");
        }
    }
}

/// The fewest moves of 1 to 13 discs on five pegs.
const FIVE_PEGS: [Cost; 13] = [1, 3, 5, 7, 11, 15, 19, 23, 27, 31, 39, 47, 55];

#[test]
fn five_pegs_need_the_numbers_of_frame_and_stewart() {
    for (discs, expected) in (1..=up_to(11, 13)).zip(FIVE_PEGS) {
        let aside = if discs < 12 { 2 } else { 3 };
        assert_eq!(proven_by_groups::<Word64<3>>(discs, 5, aside), expected, "{discs} discs");
        assert_eq!(stewart(discs, 5), expected, "{discs} discs");
    }
}

#[test]
fn more_pegs_need_the_numbers_of_frame_and_stewart() {
    for pegs in 6..=8 {
        for discs in 1..=7 {
            assert_eq!(proven_by_groups::<Word64<3>>(discs, pegs, 2), stewart(discs, pegs), "{discs} on {pegs}");
        }
    }
    for discs in 1..=5 {
        assert_eq!(proven_by_groups::<Word64<5>>(discs, 26, 2), stewart(discs, 26), "{discs} on 26");
    }
}
