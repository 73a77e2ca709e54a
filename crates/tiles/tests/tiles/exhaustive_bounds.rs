//! Walking distance, inversion distance, and their combinations on all positions of 3×3, for several goals. Beyond the
//! first goal an ordinary run takes every n-th position.

use fewest_conformance::heuristic::{check_consistency, check_estimate, check_increments};
use fewest_conformance::oracle::Table;
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Guarantees, Heuristic, Incremental};
use fewest_tiles::heuristics::{Alternating, InversionDistance, WalkingDistance};
use fewest_tiles::{Mtm, Nibbles, Stm, Tiles};

use crate::exhaustive::every;
use crate::support::{Rated, blank_last, on_every_core, position, tiles};

/// Goals of 3×3 with the blank last, first, in the middle and beside it, in order and not.
const GOALS: [&str; 4] = ["1 2 3/4 5 6/7 8 0", "0 1 2/3 4 5/6 7 8", "1 2 3/8 0 4/7 6 5", "7 0 2/4 1 8/3 6 5"];

fn hold_on_positions<M: Rated>(goal: &str, stride: usize) {
    fn check<M: Rated>(
        space: &Tiles<Nibbles, M>,
        heuristic: &(impl Incremental<Tiles<Nibbles, M>> + Sync),
        table: &Table,
        stride: usize,
    ) {
        let cases: Vec<(u64, Cost)> = table.iter().step_by(stride).collect();
        on_every_core(&cases, |&(rank, distance)| {
            let state = space.unrank(rank);
            check_estimate(space, heuristic, &state, Some(distance))?;
            check_consistency(space, heuristic, &state)?;
            check_increments(space, heuristic, &state)
        })
        .unwrap();
    }
    let space = tiles::<Nibbles, M>(&position(goal));
    let table = Table::new(&space).unwrap();
    let walking_distance = WalkingDistance::new(&space).unwrap();
    assert_eq!(walking_distance.states(), (105, 105));
    check(&space, &walking_distance, &table, stride);
    check(&space, &InversionDistance::new(&space), &table, stride);
    check(&space, &M::walking_conflict(&space).unwrap(), &table, stride);
    check(&space, &M::strongest(&space).unwrap(), &table, stride);
}

#[test]
fn bounds_hold_on_every_position_under_stm() {
    GOALS.into_iter().zip([1, 10, 11, 13]).for_each(|(goal, stride)| hold_on_positions::<Stm>(goal, every(stride)));
}

#[test]
fn bounds_hold_on_every_position_under_mtm() {
    GOALS.into_iter().zip([1, 13, 10, 11]).for_each(|(goal, stride)| hold_on_positions::<Mtm>(goal, every(stride)));
}

/// Slides alternate between the axes: the turns count on every position, and more than the bounds alone on many.
#[test]
fn alternation_holds_on_every_position() {
    for (goal, stride) in GOALS.into_iter().zip([1, 7, 11, 13]) {
        let space = tiles::<Nibbles, Mtm>(&position(goal));
        let strongest = Mtm::strongest(&space).unwrap();
        let alternating = Alternating(Mtm::strongest(&space).unwrap());
        assert_eq!(alternating.guarantees(), Guarantees::ADMISSIBLE);
        let cases: Vec<(u64, Cost)> = Table::new(&space).unwrap().iter().step_by(every(stride)).collect();
        let gains = cases.iter().map(|&(rank, _)| space.unrank(rank));
        let gains = gains.filter(|board| alternating.estimate(board) > strongest.estimate(board)).count();
        assert!(gains > cases.len() / 10, "{gains}");
        on_every_core(&cases, |&(rank, distance)| {
            check_estimate(&space, &alternating, &space.unrank(rank), Some(distance))?;
            check_increments(&space, &alternating, &space.unrank(rank))
        })
        .unwrap();
    }
    let line = blank_last::<Nibbles, Mtm>(9, 1);
    let far = line.board(&position("0 1 2 3 4 5 6 7 8/")).unwrap();
    assert_eq!(Alternating(InversionDistance::new(&line)).estimate(&far), Some(1));
}
