//! Walking distance, inversion distance and their combinations: promises on samples of larger boards, and numbers
//! published elsewhere.

use fewest_conformance::heuristic::{check_consistency, check_estimate, check_increments, check_walk};
use fewest_conformance::oracle::distances_to_goal;
use fewest_search::algorithms::IdaStar;
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Heuristic, Incremental, Limits, Max, Search};
use fewest_tiles::heuristics::{ByAxis, InversionDistance, WalkingConflict, WalkingDistance};
use fewest_tiles::random::Shuffler;
use fewest_tiles::{Board, Bytes, Cells, Goal, Mtm, Nibbles, Position, Size, Stm, Tiles};

use crate::support::{Rated, blank_last, goals, position, size, tiles};

/// The better of two bounds on each axis is at least the better of both sums, and walking distance never less than
/// Manhattan distance, on every position.
fn dominance<M: Rated>() {
    let space = blank_last::<Nibbles, M>(3, 3);
    let walking = || WalkingDistance::new(&space).unwrap();
    let greater = Max(Max(walking(), M::linear_conflict(&space)), InversionDistance::new(&space));
    let conflict = M::walking_conflict(&space).unwrap();
    let (walking, strongest, manhattan) = (walking(), M::strongest(&space).unwrap(), M::manhattan(&space));
    let mut gains = (0, 0);
    for rank in 0..space.rank_count().unwrap() {
        let board = space.unrank(rank);
        let best = strongest.estimate(&board);
        assert!(best >= greater.estimate(&board) && best >= conflict.estimate(&board));
        gains.0 += usize::from(best > greater.estimate(&board));
        gains.1 += usize::from(best > conflict.estimate(&board));
        assert!(walking.estimate(&board) >= manhattan.estimate(&board));
    }
    assert!(gains.0 > 0, "no axis gains by itself");
    assert!(gains.1 > 0, "inversions add nothing");
}

#[test]
fn the_best_of_each_axis_is_the_best() {
    dominance::<Stm>();
    dominance::<Mtm>();
}

/// The sums over all positions of 3×3: a bound that gets weaker breaks no promise, but is noticed here.
fn sums<M: Rated>() -> [u64; 5] {
    fn sum<M: Rated>(space: &Tiles<Nibbles, M>, heuristic: &impl Heuristic<Tiles<Nibbles, M>>) -> u64 {
        let boards = (0..space.rank_count().unwrap()).map(|rank| space.unrank(rank));
        boards.map(|board| u64::from(heuristic.estimate(&board).unwrap())).sum()
    }
    let space = blank_last::<Nibbles, M>(3, 3);
    [
        sum(&space, &M::linear_conflict(&space)),
        sum(&space, &WalkingDistance::new(&space).unwrap()),
        sum(&space, &InversionDistance::new(&space)),
        sum(&space, &M::walking_conflict(&space).unwrap()),
        sum(&space, &M::strongest(&space).unwrap()),
    ]
}

#[test]
fn bounds_are_as_strong_as_documented() {
    assert_eq!(sums::<Stm>(), [2_743_200, 2_845_584, 2_721_612, 2_939_424, 3_009_972]);
    assert_eq!(sums::<Mtm>(), [1_589_262, 1_617_192, 1_542_240, 1_654_314, 1_694_724]);
}

/// The example of a thesis on the 8-puzzle, whose text gives these four numbers and its picture the position. The picture
/// is lost; of the positions that fit the words and the other three numbers there are two, and X-Y (that is, walking)
/// distance 23 decides between them. So 23 is no independent check here; the exhaustive tests are.
#[test]
fn the_example_of_the_literature() {
    let space = blank_last::<Nibbles, Stm>(3, 3);
    let board = space.board(&position("7 8 4/3 5 0/6 2 1")).unwrap();
    assert_eq!(Stm::misplaced(&space).estimate(&board), Some(7));
    assert_eq!(Stm::manhattan(&space).estimate(&board), Some(19));
    let walking_distance = WalkingDistance::new(&space).unwrap();
    assert_eq!(walking_distance.estimate(&board), Some(23));
    let run = IdaStar::default().run(&space, &board, &walking_distance, &Limits::default(), &mut ());
    assert_eq!(run.outcome.cost(), Some(27));
}

#[test]
fn tables_have_the_published_sizes() {
    let states = |goal: &Position| WalkingDistance::new(&tiles::<Nibbles, Stm>(goal)).map(|walk| walk.states());
    assert_eq!(states(&Goal::BlankLast.position(size(3, 3)).unwrap()), Ok((105, 105)));
    assert_eq!(states(&Goal::BlankLast.position(size(4, 4)).unwrap()), Ok((24_964, 24_964)));
    assert_eq!(states(&position("1 2 3 4/5 6 0 7/8 9 10 11/12 13 14 15")), Ok((24_964, 24_964)));
    assert_eq!(states(&Goal::BlankFirst.position(size(3, 4)).unwrap()), Ok((4_324, 255)));
    assert_eq!(states(&Goal::BlankFirst.position(size(5, 3)).unwrap()), Ok((525, 352_560)));
    assert_eq!(states(&Goal::BlankFirst.position(size(1, 9)).unwrap()), Ok((9, 1)));
}

#[test]
fn a_table_that_is_too_large_is_refused_with_its_size() {
    for (width, height) in [(5, 5), (4, 5), (3, 6), (7, 2), (8, 8), (16, 16), (2, 128)] {
        let space = blank_last::<Bytes<256>, Mtm>(width, height);
        let error = WalkingDistance::new(&space).unwrap_err();
        assert_eq!(error.size, size(width, height));
        assert!(error.states > 1 << 20);
        assert!(WalkingConflict::new(&space).is_err());
        let text = error.to_string();
        assert!(text.starts_with(&format!("walking distance on a board of {width}×{height} needs")), "{text}");
    }
}

/// Around the goal, where distances are known; and from walks, no more than their length.
fn hold_on_larger_boards<C: Cells, M: Rated>(size: Size, radius: Cost) {
    fn near<C: Cells, M: Rated>(space: &Tiles<C, M>, heuristic: &impl Incremental<Tiles<C, M>>, radius: Cost) {
        for (board, distance) in distances_to_goal(space, radius) {
            check_estimate(space, heuristic, &board, Some(distance)).unwrap();
            check_consistency(space, heuristic, &board).unwrap();
            check_increments(space, heuristic, &board).unwrap();
        }
        let goal = space.position(space.goal());
        for steps in (5..60).step_by(5) {
            for seed in 0..10 {
                // A step is a slide too: a walk is no shorter than the way back, in either metric.
                let board = space.board(&Shuffler::new(seed).walk(&goal, steps)).unwrap();
                assert!(heuristic.estimate(&board).is_some_and(|estimate| u64::from(estimate) <= steps));
                check_consistency(space, heuristic, &board).unwrap();
            }
        }
    }
    for goal in goals(size) {
        let space = tiles::<C, M>(&goal);
        near(&space, &InversionDistance::new(&space), radius);
        if let Ok(strongest) = M::strongest(&space) {
            near(&space, &strongest, radius);
            near(&space, &WalkingDistance::new(&space).unwrap(), radius);
        }
    }
}

#[test]
fn bounds_hold_near_the_goal_of_larger_boards() {
    for (width, height, stm, mtm) in [(4, 4, 11, 6), (3, 4, 13, 7), (4, 3, 13, 7), (5, 2, 15, 8), (5, 5, 9, 4)] {
        hold_on_larger_boards::<Bytes<25>, Stm>(size(width, height), stm);
        hold_on_larger_boards::<Bytes<25>, Mtm>(size(width, height), mtm);
    }
}

/// A memo that is carried along stays right, from the goal and from anywhere.
fn increments_hold<C: Cells, M: Rated>(size: Size) {
    fn check<C: Cells, M: Rated>(space: &Tiles<C, M>, heuristic: &impl ByAxis<C, M>, boards: &[Board<C>]) {
        for (board, seed) in boards.iter().zip(0..) {
            check_walk(space, heuristic, board, 60, seed).unwrap();
            let memo = heuristic.memo(board).unwrap();
            assert_eq!(heuristic.bounds(memo).sum(), heuristic.value(memo));
        }
    }
    for goal in goals(size) {
        let space = tiles::<C, M>(&goal);
        let mut shuffler = Shuffler::new(3);
        let mut boards = vec![*space.goal()];
        boards.extend((0..4).map(|_| space.board(&shuffler.uniform(&goal)).unwrap()));
        check(&space, &InversionDistance::new(&space), &boards);
        check(&space, &M::linear_conflict(&space), &boards);
        // The tables of 3×5 and 2×6 take their time, and are no different.
        if size.cells() < 12 || size.is_line() || size == self::size(4, 4) {
            check(&space, &M::strongest(&space).unwrap(), &boards);
        }
    }
}

#[test]
fn increments_are_right_on_boards_of_every_shape() {
    let mut sizes: Vec<Size> = (2..=8).flat_map(|width| (2..=8).map(move |height| size(width, height))).collect();
    sizes.retain(|size| ![size.width(), size.height()].contains(&2) || size.width() + size.height() <= 7);
    sizes.extend([1, 2, 3, 5, 8, 256].into_iter().flat_map(|n| [size(1, n), size(n, 1)]));
    sizes.extend([size(16, 16), size(2, 128), size(128, 2)]);
    for size in sizes {
        increments_hold::<Bytes<256>, Stm>(size);
        increments_hold::<Bytes<256>, Mtm>(size);
    }
}

/// Korf's first instance (1985), whose optimum of 57 he published, with the exact number of nodes.
#[test]
fn the_first_of_korfs_instances() {
    let space = tiles::<Nibbles, Stm>(&Goal::BlankFirst.position(size(4, 4)).unwrap());
    let start = space.board(&position("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3")).unwrap();
    let run =
        IdaStar::default().run(&space, &start, &WalkingConflict::new(&space).unwrap(), &Limits::default(), &mut ());
    assert_eq!((run.outcome.cost(), run.stats.expanded, run.stats.generated), (Some(57), 2_958_790, 6_043_206));
}
