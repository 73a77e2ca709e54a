//! Grids are the sliding-tile puzzles, about which much is known.

use chacha20::ChaCha8Rng;
use fewest_conformance::oracle::Table;
use fewest_conformance::search::Trial;
use fewest_conformance::{capability, heuristic};
use fewest_graph::heuristics::{Distances, Errands, Misplaced};
use fewest_graph::random::Shuffler;
use fewest_graph::{Goal, Nibbles, Position, Solvability, reachable_count, solvability};
use fewest_search::algorithms::{BreadthFirst, IdaStar};
use fewest_search::capability::Ranked;
use fewest_search::{Zero, capability::MovePruning};
use rand::SeedableRng;
use rand::seq::SliceRandom;

use crate::support::{FIFO, LIFO, blank_last, grid, on_every_core, position};

/// How many positions of the 8-puzzle there are at each distance (OEIS A089473).
const LAYERS: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn the_8_puzzle_has_its_known_layers() {
    let space = blank_last::<Nibbles>(&grid(3, 3));
    let table = Table::new(&space).unwrap();
    assert_eq!(table.layers(), LAYERS);
    assert_eq!(space.rank_count(), Some(181_440));
    heuristic::check_table(&space, &Distances::new(&space), &table).unwrap();
    heuristic::check_table(&space, &Misplaced::new(&space), &table).unwrap();
}

#[test]
fn searches_prove_distances_of_the_8_puzzle() {
    let space = blank_last::<Nibbles>(&grid(3, 3));
    let table = Table::new(&space).unwrap();
    let (distances, errands) = (Distances::new(&space), Errands::new(&space));
    let cases: Vec<_> = table.iter().step_by(1013).collect();
    on_every_core(&cases, |&(rank, distance)| {
        let start = space.unrank(rank);
        capability::check_allowed(&space, &start, space.root_trace())?;
        for algorithm in &[FIFO, LIFO] {
            Trial { space: &space, heuristic: &distances, algorithm }.check_optimal(&start, Some(distance))?;
        }
        Trial { space: &space, heuristic: &distances, algorithm: &IdaStar::default() }
            .check_optimal(&start, Some(distance))?;
        Trial { space: &space, heuristic: &errands, algorithm: &IdaStar::default() }
            .check_optimal(&start, Some(distance))
    })
    .unwrap();
    on_every_core(&cases[..8], |&(rank, distance)| {
        let trial = Trial { space: &space, heuristic: &Zero, algorithm: &BreadthFirst };
        trial.check_optimal(&space.unrank(rank), Some(distance))
    })
    .unwrap();
}

/// The rule for sliding tiles (Johnson and Story 1879): exchanges that sort the tiles, the blank among them, and steps of
/// the blank to its goal are together even.
fn is_even(position: &Position, goal: &Position, width: usize) -> bool {
    let mut tiles = position.tiles().to_vec();
    let mut exchanges = 0;
    for cell in 0..tiles.len() {
        let wanted = tiles.iter().position(|&tile| tile == goal.tiles()[cell]).unwrap();
        if wanted != cell {
            tiles.swap(cell, wanted);
            exchanges += 1;
        }
    }
    let (from, to) = (position.blank(), goal.blank());
    let steps = (from / width).abs_diff(to / width) + (from % width).abs_diff(to % width);
    (exchanges + steps).is_multiple_of(2)
}

#[test]
fn grids_follow_the_parity_of_sliding_tiles() {
    let mut random = ChaCha8Rng::seed_from_u64(14);
    for (width, height) in [(4, 4), (3, 2), (5, 3), (8, 8)] {
        let graph = grid(width, height);
        for goal in [Goal::BlankLast, Goal::BlankFirst].map(|goal| goal.position(&graph).unwrap()) {
            let mut verdicts = [0; 2];
            for _ in 0..2_000 {
                let mut tiles = goal.tiles().to_vec();
                tiles.shuffle(&mut random);
                let start = position(&graph, &tiles);
                let solvable = solvability(&start, &goal) == Solvability::Solvable;
                assert_eq!(solvable, is_even(&start, &goal, width), "{start} to {goal}");
                verdicts[usize::from(solvable)] += 1;
            }
            assert!(verdicts.iter().all(|&count| count > 850), "{verdicts:?}");
            assert!(is_even(&Shuffler::new(3).uniform(&goal), &goal, width));
        }
    }
}

#[test]
fn the_15_puzzle_has_its_known_size() {
    assert_eq!(reachable_count(&grid(4, 4)), Some(10_461_394_944_000));
    assert_eq!(reachable_count(&grid(5, 5)), Some(7_755_605_021_665_492_992_000_000));
    assert_eq!(reachable_count(&grid(8, 8)), None);
    let text = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
    let graph = grid(4, 4);
    let goal = Goal::BlankLast.position(&graph).unwrap();
    let famous = text.parse::<Goal>().unwrap().position(&graph).unwrap();
    let Solvability::Unsolvable(obstacles) = solvability(&famous, &goal) else { panic!("{text} is unsolvable") };
    assert!(obstacles[0].to_string().starts_with("odd permutation: the block of vertices 1–16 is bipartite"));
}
