//! Every value of small tables, and the published numbers of entries.

use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::encoding::Encoding;
use fewest_search::capability::Ranked;
use fewest_search::{Cancel, Heuristic};
use fewest_tiles::pdb::{AdditivePdb, FullPdb, Kind, Partition, Plan, ShapeError, Tabled, Tables, exact_plan};
use fewest_tiles::{Goal, Mtm, Nibbles, Position, Size, Stm, Tiles};

use super::brute::Brute;
use super::laws::goals;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

/// All sets of `count` tiles of a board, or some where there are many.
pub(crate) fn patterns(size: Size, count: u32, stride: usize) -> Vec<Vec<u8>> {
    let tiles = u32::try_from(size.cells() - 1).unwrap();
    let sets = (0u32..1 << tiles).filter(|set| set.count_ones() == count).step_by(stride);
    sets.map(|set| (1u8..).take(size.cells() - 1).filter(|tile| set >> (tile - 1) & 1 == 1).collect()).collect()
}

pub(crate) fn partition(tiles: &[u8], size: Size) -> Partition {
    let words: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    Partition::parse(&words.join(","), size).unwrap()
}

fn tables(goal: &Position, tiles: &[u8], kind: Kind, encoding: Encoding) -> (Plan, Tables) {
    let plan = Plan::new(goal, &[partition(tiles, goal.size())], kind, encoding).unwrap();
    let tables = Tables::build(&plan, &Builder::default()).unwrap();
    (plan, tables)
}

/// The Manhattan distance of the tiles outside of a pattern.
fn others(position: &Position, goal: &Position, pattern: &[u8]) -> u32 {
    let outside = (1u8..).take(goal.tiles().len() - 1).filter(|tile| !pattern.contains(tile));
    let at = |position: &Position, tile: u8| position.tiles().iter().position(|&other| other == tile).unwrap();
    let steps = outside.map(|tile| goal.size().distance(at(position, tile), at(goal, tile)));
    u32::try_from(steps.sum::<usize>()).unwrap()
}

fn additive_is_right(goal: &Position, pattern: &[u8], stride: usize) {
    let space = Tiles::<Nibbles, Stm>::new(goal).unwrap();
    for kind in [Kind::Additive, Kind::AdditiveBlank] {
        let brute = Brute::new(goal, pattern, kind);
        let (plan, tables) = tables(goal, pattern, kind, Encoding::BYTE);
        let histogram = tables.iter().next().unwrap().histogram();
        // A state with the blank is stored for each of its cells, and counted so.
        assert_eq!(histogram, brute.histogram(), "{goal} {pattern:?} {kind:?}");
        let heuristic = AdditivePdb::<_, 1, 2>::new(&space, &plan, &tables).unwrap();
        for rank in (0..space.rank_count().unwrap()).step_by(stride) {
            let state = space.unrank(rank);
            let position = space.position(&state);
            let expected = brute.distance(&position) + others(&position, goal, pattern);
            assert_eq!(heuristic.estimate(&state), Some(expected), "{position} to {goal}, {pattern:?} {kind:?}");
        }
    }
}

fn full_is_right<M: Tabled>(goal: &Position, pattern: &[u8], stride: usize) {
    let space = Tiles::<Nibbles, M>::new(goal).unwrap();
    let brute = Brute::new(goal, pattern, M::FULL);
    for encoding in [Encoding::BYTE, Encoding::Mod3, Encoding::Mod4] {
        if !M::FULL.can_be_packed_as(encoding) {
            continue;
        }
        let (plan, tables) = tables(goal, pattern, M::FULL, encoding);
        assert_eq!(
            tables.iter().next().unwrap().histogram(),
            brute.histogram(),
            "{goal} {pattern:?} {:?}",
            M::default()
        );
        let heuristic = FullPdb::<_, M, 1>::new(&space, &plan, &tables).unwrap();
        for rank in (0..space.rank_count().unwrap()).step_by(stride) {
            let state = space.unrank(rank);
            let position = space.position(&state);
            let expected = Some(brute.distance(&position));
            assert_eq!(heuristic.estimate(&state), expected, "{position} to {goal}, {pattern:?} {encoding}");
        }
    }
}

#[test]
fn every_pattern_of_two_by_four_is_right() {
    for board in [size(2, 4), size(4, 2)] {
        for goal in goals(board) {
            for (count, stride) in [(1, 2), (2, 5), (3, 11), (4, 17), (5, 19)] {
                for pattern in patterns(board, count, stride) {
                    additive_is_right(&goal, &pattern, 97);
                    full_is_right::<Stm>(&goal, &pattern, 97);
                    full_is_right::<Mtm>(&goal, &pattern, 97);
                }
            }
        }
    }
}

#[test]
fn patterns_of_three_by_three_are_right() {
    for goal in goals(size(3, 3)) {
        for (count, stride) in [(1, 3), (2, 13), (3, 41), (4, 60)] {
            for pattern in patterns(goal.size(), count, stride) {
                additive_is_right(&goal, &pattern, 397);
                full_is_right::<Stm>(&goal, &pattern, 397);
                full_is_right::<Mtm>(&goal, &pattern, 397);
            }
        }
    }
}

#[test]
fn patterns_of_other_boards_are_right() {
    for (board, pattern) in [
        (size(2, 2), vec![1, 3]),
        (size(2, 3), vec![1, 2, 5]),
        (size(5, 2), vec![3, 9]),
        (size(4, 3), vec![2, 7, 11]),
        (size(4, 4), vec![1, 6, 15]),
    ] {
        for goal in goals(board) {
            let stride = 4_000_000_007;
            let stride = if board.cells() < 8 { 1 } else { stride };
            additive_is_right(&goal, &pattern, stride);
            full_is_right::<Stm>(&goal, &pattern, stride);
            full_is_right::<Mtm>(&goal, &pattern, stride);
        }
    }
}

/// Nine pieces are more than make a block of arrangements, seven are not: both tell every distance of 2×5.
fn nine_are_as_seven<M: Tabled>() -> usize {
    let goal = Goal::BlankLast.position(size(2, 5)).unwrap();
    let exact = Tables::build(&exact_plan::<M>(&goal).unwrap(), &Builder::default()).unwrap();
    let (_, whole) = tables(&goal, &[1, 2, 3, 4, 5, 6, 7, 8, 9], M::FULL, Encoding::BYTE);
    let [seven, nine] = [exact, whole].map(|tables| tables.iter().next().unwrap().histogram().to_vec());
    assert_eq!(nine, seven);
    assert_eq!(nine.iter().sum::<u64>(), 1_814_400);
    nine.len() - 1
}

#[test]
fn nine_pieces_have_the_layers_of_the_puzzle() {
    assert_eq!(nine_are_as_seven::<Stm>(), 55);
    assert!(nine_are_as_seven::<Mtm>() < 55);
}

#[test]
fn entries_are_as_published() {
    let goal = Goal::BlankFirst.position(size(4, 4)).unwrap();
    let entries = |text: &str, kind| {
        let partition = Partition::parse(text, goal.size()).unwrap();
        let plan = Plan::new(&goal, &[partition], kind, Encoding::NIBBLE).unwrap();
        plan.shapes().iter().map(fewest_tiles::pdb::Shape::entries).collect::<Vec<_>>()
    };
    assert_eq!(entries("1,4,5,8,9,12/2,3,6,7,10,11/13,14,15", Kind::Additive), [5_765_760, 5_765_760, 3_360]);
    assert_eq!(entries("1,2,3,4,5,6,7/8,9,10,11,12,13,14,15", Kind::Additive), [57_657_600, 518_918_400]);
    assert_eq!(entries("3,7,11,12,13,14,15", Kind::FullSteps), [518_918_400]);
    assert_eq!(entries("3,7,11,12,13,14,15", Kind::AdditiveBlank), [518_918_400]);
    let plan = |text: &str| {
        Plan::new(&goal, &[Partition::parse(text, goal.size()).unwrap()], Kind::Additive, Encoding::NIBBLE)
    };
    // As far as memory allows: nine tiles need four gigabytes for their values alone.
    let nine = plan("1,2,3,4,5,6,7,8,9").unwrap();
    assert_eq!(nine.shapes()[0].entries(), 4_151_347_200);
    let error = Tables::build(&nine, &Builder { memory: 4_000_000_000, ..Builder::default() }).unwrap_err();
    assert_eq!(error, BuildError::Memory { needed: 4_151_347_200, allowed: 4_000_000_000 });
    let error = plan("1,2,3,4,5,6,7,8,9,10,11,12,13").unwrap_err();
    assert!(matches!(error, ShapeError::Rank(_)) && error.to_string().contains("at most 12 pieces"), "{error}");
}

#[test]
fn builds_end_when_asked_and_tell_what_they_need() {
    let goal = Goal::BlankLast.position(size(4, 4)).unwrap();
    let plan = Plan::new(&goal, &[partition(&[1, 2, 3, 4, 5], goal.size())], Kind::Additive, Encoding::NIBBLE).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Builder { cancel, ..Builder::default() };
    assert_eq!(Tables::build(&plan, &cancelled).unwrap_err(), BuildError::Cancelled);
    let mut levels = 0;
    let stopped = Tables::build_watched(&plan, &Builder::default(), &mut |_, progress| {
        levels += 1;
        if progress.level < 3 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    });
    assert_eq!((stopped.unwrap_err(), levels), (BuildError::Cancelled, 4));
    let small = Builder { memory: 1 << 20, ..Builder::default() };
    let needed = plan.shapes()[0].memory_needed(&small, Encoding::BYTE);
    assert!((524_160 * 2..524_160 * 4).contains(&needed), "{needed}");
    assert!(matches!(Tables::build(&plan, &small).unwrap_err(), BuildError::Memory { allowed: 1_048_576, .. }));
}
