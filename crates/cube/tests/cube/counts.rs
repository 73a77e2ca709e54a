//! Positions by their distance, against the published counts (Rokicki, <https://cube20.org>; of the 2×2×2 OEIS A079761 and
//! A079762).
//!
//! Depths that take too long for an ordinary test run are counted where the environment variable [`EVERY_POSITION`] is set, as
//! `cargo xtask exhaustive` does.

use std::collections::HashSet;

use fewest_cube::tables::Shape;
use fewest_cube::{Cube, Goal, Metric, Pocket, Position, Size};
use fewest_pdb::build::Builder;
use fewest_search::capability::Packed;
use fewest_search::census::Census;
use fewest_search::{Limits, StateSpace};

/// Set: count deeper.
const EVERY_POSITION: &str = "FEWEST_EVERY_POSITION";

const POCKET_HTM: [u64; 12] = [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644];
const POCKET_QTM: [u64; 15] =
    [1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90_280, 276];

/// By metric: how many cubes are at each distance, and to which it is counted in an ordinary run.
const CUBE: [(Metric, &[usize], usize); 3] = [
    (Metric::Htm, &[1, 18, 243, 3240, 43_239, 574_908, 7_618_438, 100_803_036], 4),
    (Metric::Qtm, &[1, 12, 114, 1068, 10_011, 93_840, 878_880, 8_221_632], 5),
    (Metric::Stm, &[1, 27, 501, 9175, 164_900], 3),
];

#[test]
fn every_position_of_the_pocket_cube_is_counted() {
    for (metric, layers) in [(Metric::Htm, &POCKET_HTM[..]), (Metric::Qtm, &POCKET_QTM)] {
        let counted = Census::default().run(&Pocket::new(metric), &[0], &[], &Limits::default(), &mut ());
        assert_eq!(counted.layers, layers, "{metric}");
        let table = Shape::Pocket.build(metric, &Builder::default(), &mut ()).unwrap();
        assert_eq!(table.histogram(), layers, "{metric}");
    }
}

/// Layer by layer; a large layer in passes, of which each holds the cubes of some hashes.
#[test]
fn layers_are_as_many_as_published() {
    let is_deep = std::env::var_os(EVERY_POSITION).is_some();
    let solved = Position::solved(Size::Three);
    for (metric, layers, ordinary) in CUBE {
        let space = Cube::new(Size::Three, metric, &Goal::Cube(solved.clone()));
        let mut before: HashSet<u128> = HashSet::new();
        let mut last: HashSet<u128> = HashSet::from([space.pack(&space.state(&solved))]);
        for (depth, &expected) in layers.iter().enumerate().skip(1) {
            if depth > ordinary && !is_deep {
                break;
            }
            let is_last = depth + 1 == layers.len();
            let passes = if is_last { expected as u128 / 5_000_000 + 1 } else { 1 };
            let (mut count, mut next) = (0, HashSet::new());
            for pass in 0..passes {
                next.clear();
                for key in &last {
                    let state = space.unpack(key);
                    space.for_each_move(&state, |turn| {
                        let mut after = state;
                        space.apply(&mut after, turn);
                        let key = space.pack(&after);
                        if key % 1_000_003 % passes == pass && !before.contains(&key) && !last.contains(&key) {
                            next.insert(key);
                        }
                    });
                }
                count += next.len();
            }
            assert_eq!(count, expected, "{metric}, {depth} moves");
            (before, last) = (last, next);
        }
    }
}
