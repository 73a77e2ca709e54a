//! Pattern databases: their values against a search that shares nothing with the builder, their files, and what is refused.

use std::collections::HashMap;
use std::ops::ControlFlow;

use fewest_pancake::pdb::{Counting, MismatchError, PatternPdb, Plan, PlanError, ShapeError, Tables, divisions};
use fewest_pancake::random::Shuffler;
use fewest_pancake::{Bytes, Nibbles, Pancake, Position, Size};
use fewest_pdb::build::{BuildError, Builder};
use fewest_pdb::encoding::Encoding;
use fewest_pdb::store::Store;
use fewest_pdb::table::Table;
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Heuristic};

use crate::support::{burnt, pancakes, plain, tables};

/// A stack of which only the pancakes of a pattern are seen.
type Seen = Vec<Option<Pancake>>;

fn seen(stack: &[Pancake], pattern: &[usize]) -> Seen {
    stack.iter().map(|pancake| pattern.contains(&pancake.number).then_some(*pancake)).collect()
}

/// What a flip makes of it, and whether it counts.
fn flipped(stack: &Seen, count: usize, size: Size, counting: Counting) -> (Seen, Cost) {
    let mut after = stack.clone();
    after[..count].reverse();
    for pancake in after[..count].iter_mut().flatten() {
        pancake.burnt_up ^= size.is_burnt();
    }
    let counts = counting == Counting::Every || after[0].is_some();
    (after, Cost::from(counts))
}

/// The distance of everything that can be seen, by going on until nothing changes.
fn distances(goal: &Position, pattern: &[usize], counting: Counting) -> HashMap<Seen, Cost> {
    let size = goal.size();
    let space = pancakes::<Bytes>(goal);
    let stacks = (0..size.stacks().unwrap()).map(|rank| space.position(&space.unrank(rank)));
    let mut known: HashMap<Seen, Cost> = stacks.map(|stack| (seen(stack.stack(), pattern), Cost::MAX)).collect();
    known.insert(seen(goal.stack(), pattern), 0);
    let all: Vec<Seen> = known.keys().cloned().collect();
    loop {
        let mut changed = false;
        for stack in &all {
            for flip in size.flips() {
                let (after, cost) = flipped(stack, flip.count(), size, counting);
                let through = known[&after].saturating_add(cost);
                if through < known[stack] {
                    known.insert(stack.clone(), through);
                    changed = true;
                }
            }
        }
        if !changed {
            return known;
        }
    }
}

#[test]
fn values_are_distances_of_what_is_seen() {
    for size in [plain(2), plain(5), plain(6), burnt(1), burnt(3), burnt(4)] {
        let pancake_count = size.pancakes();
        let goal = Shuffler::new(4).uniform(size);
        let patterns =
            [vec![1], (1..=pancake_count.div_ceil(2)).collect(), vec![pancake_count, 1.max(pancake_count / 2)]];
        for mut pattern in patterns {
            pattern.dedup();
            for counting in [Counting::Every, Counting::Top] {
                let expected = distances(&goal, &pattern, counting);
                let (plan, tables) = tables(&goal, &[vec![pattern.clone()]], counting, Encoding::BYTE);
                let space = pancakes::<Nibbles>(&goal);
                let pdb = PatternPdb::new(&space, &plan, &tables).unwrap();
                for rank in 0..size.stacks().unwrap() {
                    let state = space.unrank(rank);
                    let position = space.position(&state);
                    let value = expected[&seen(position.stack(), &pattern)];
                    assert_eq!(pdb.estimate(&state), Some(value), "{position} to {goal}, {pattern:?} {counting:?}");
                }
                let histogram: u64 = tables.iter().flat_map(Table::histogram).sum();
                assert_eq!((histogram, plan.shapes()[0].entries()), (expected.len() as u64, expected.len() as u64));
            }
        }
    }
}

#[test]
fn tables_are_stored_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let goal = Shuffler::new(1).uniform(burnt(7));
    let plan = Plan::new(&goal, &divisions(&goal, 5000), Counting::Top, Encoding::NIBBLE).unwrap();
    assert!(Tables::open(&plan, &store).0.is_none());
    let mut levels = 0;
    let mut watch = |_: &_, _: &_| {
        levels += 1;
        ControlFlow::Continue(())
    };
    let (built, notices) = Tables::obtain(&plan, &store, &Builder::default(), &mut watch).unwrap();
    assert!(notices.is_empty() && levels > plan.shapes().len());
    let (opened, notices) = Tables::open(&plan, &store);
    let opened = opened.expect("they are there");
    assert!(notices.is_empty() && opened.iter().all(Table::is_mapped));
    let bytes = |tables: &Tables| tables.iter().map(|table| table.bytes().to_vec()).collect::<Vec<_>>();
    assert_eq!(bytes(&built), bytes(&opened));
    assert_eq!(bytes(&built).iter().map(|bytes| bytes.len() as u64).sum::<u64>(), plan.bytes());
    // Tables depend on places alone: another goal finds them too.
    let other = Plan::new(
        &Position::sorted(burnt(7)),
        &divisions(&Position::sorted(burnt(7)), 5000),
        Counting::Top,
        Encoding::NIBBLE,
    );
    assert!(Tables::open(&other.unwrap(), &store).0.is_some());
    // Another count does not.
    let every = Plan::new(&goal, &divisions(&goal, 5000), Counting::Every, Encoding::NIBBLE).unwrap();
    assert!(Tables::open(&every, &store).0.is_none());
}

#[test]
fn patterns_are_checked() {
    let goal = Position::sorted(plain(20));
    let refused = |partition: &[Vec<usize>], counting| {
        Plan::new(&goal, &[partition.to_vec()], counting, Encoding::BYTE).expect_err("it is refused")
    };
    assert_eq!(refused(&[vec![1, 2], vec![3, 1]], Counting::Top), PlanError::Shared { pancake: 1 });
    assert_eq!(refused(&[vec![4, 4]], Counting::Every), PlanError::Shared { pancake: 4 });
    assert_eq!(refused(&[vec![21]], Counting::Top), PlanError::NoSuchPancake { pancake: 21, pancakes: 20 });
    assert_eq!(refused(&[vec![0]], Counting::Top), PlanError::NoSuchPancake { pancake: 0, pancakes: 20 });
    assert_eq!(refused(&[vec![]], Counting::Top), ShapeError::Size(0).into());
    assert_eq!(refused(&[(1..=10).collect()], Counting::Top), ShapeError::Size(10).into());
    let single: Vec<Vec<usize>> = (1..=9).map(|pancake| vec![pancake]).collect();
    assert_eq!(refused(&single, Counting::Top), PlanError::TooMany(9));
    // Where every flip counts, patterns stand alone, and may share pancakes.
    assert!(Plan::new(&goal, &[vec![vec![1, 2], vec![2, 3]], single], Counting::Every, Encoding::BYTE).is_ok());
    for encoding in [Encoding::Mod3, Encoding::Mod4] {
        let error = Plan::new(&goal, &[], Counting::Top, encoding).unwrap_err();
        assert_eq!(error, ShapeError::Encoding(encoding).into());
    }
    let large = [vec![(1..=9).collect()]];
    let error = |size| Plan::new(&Position::sorted(size), &large, Counting::Top, Encoding::BYTE).unwrap_err();
    assert!(matches!(error(plain(64)), PlanError::Shape(ShapeError::Rank(_))));
    assert!(matches!(error(burnt(20)), PlanError::Shape(ShapeError::Count { pancakes: 9, .. })));
}

#[test]
fn builds_keep_their_limits() {
    let goal = Position::sorted(plain(12));
    let plan = Plan::new(&goal, &[vec![(1..=6).collect()]], Counting::Top, Encoding::NIBBLE).unwrap();
    let needed = plan.shapes()[0].memory_needed(Encoding::NIBBLE);
    assert!(needed > plan.shapes()[0].entries());
    let builder = Builder { memory: needed - 1, ..Builder::default() };
    assert_eq!(Tables::build(&plan, &builder).unwrap_err(), BuildError::Memory { needed, allowed: needed - 1 });
    let builder = Builder { memory: needed, ..Builder::default() };
    assert!(Tables::build(&plan, &builder).is_ok());
    let stop_at = |last: u32| {
        let mut watch = |_: &_, progress: &fewest_pdb::abstraction::Progress| {
            if progress.level == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        Tables::build_watched(&plan, &Builder::default(), &mut watch).map(|_| ()).unwrap_err()
    };
    assert_eq!((stop_at(0), stop_at(3)), (BuildError::Cancelled, BuildError::Cancelled));
    let builder = Builder::default();
    builder.cancel.cancel();
    assert_eq!(Tables::build(&plan, &builder).unwrap_err(), BuildError::Cancelled);
}

#[test]
fn tables_of_others_are_refused() {
    let goal = Position::sorted(plain(6));
    let (plan, own) = tables(&goal, &[vec![vec![1, 2], vec![3, 4]]], Counting::Top, Encoding::BYTE);
    let (_, others) = tables(&goal, &[vec![vec![1, 2], vec![3, 5]]], Counting::Top, Encoding::BYTE);
    let (_, fewer) = tables(&goal, &[vec![vec![1, 2]]], Counting::Top, Encoding::BYTE);
    let space = pancakes::<Nibbles>(&goal);
    assert!(PatternPdb::new(&space, &plan, &own).is_ok());
    for tables in [&others, &fewer] {
        assert_eq!(PatternPdb::new(&space, &plan, tables).unwrap_err(), MismatchError::Tables);
    }
    let space = pancakes::<Nibbles>(&Position::sorted(burnt(6)));
    let error = PatternPdb::new(&space, &plan, &own).unwrap_err();
    assert_eq!(error.to_string(), "the plan is for 6 pancakes, but the puzzle has 6 burnt pancakes");
}
