//! Every stack counted by its distance from the sorted one, against a program that shares no code with this project, and
//! the pancake numbers.
//!
//! Large sizes take too long for an ordinary test run. They are counted where the environment variable [`EVERY_POSITION`] is
//! set, as `cargo xtask exhaustive` does.

use fewest_conformance::oracle::Table;
use fewest_pancake::{Nibbles, Position, Reversals, Size, pancake_number};
use fewest_search::Limits;
use fewest_search::capability::Ranked;
use fewest_search::census::Census;

use crate::support::{burnt, goals, pancakes, plain};

/// Set: count large sizes too.
const EVERY_POSITION: &str = "FEWEST_EVERY_POSITION";

/// How many pancakes to go up to: `ordinary`, or `most` where every position is asked for.
fn up_to(ordinary: usize, most: usize) -> usize {
    if std::env::var_os(EVERY_POSITION).is_some() { most } else { ordinary }
}

/// The rows of a file of counts, by the number of pancakes.
fn rows(text: &str) -> Vec<Vec<u64>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.zip(1..).map(|(line, number)| {
        let (pancakes, counts) = line.split_once(": ").expect("a number and counts");
        assert_eq!(pancakes, number.to_string());
        counts.split(' ').map(|count| count.parse().expect("a count")).collect()
    });
    rows.collect()
}

fn plain_rows() -> Vec<Vec<u64>> {
    rows(include_str!("../../../../data/pancake/plain.txt"))
}

fn burnt_rows() -> Vec<Vec<u64>> {
    rows(include_str!("../../../../data/pancake/burnt.txt"))
}

/// The pancake numbers of 1 to 10 pancakes, without and with burnt sides.
const PANCAKE_NUMBERS: [u32; 10] = [0, 1, 3, 4, 5, 7, 8, 9, 10, 11];
const BURNT_PANCAKE_NUMBERS: [u32; 10] = [1, 4, 6, 8, 10, 12, 14, 15, 17, 18];

/// Counts all stacks of a size and compares with the row of a file.
fn count(size: Size, row: &[u64]) -> u32 {
    let reversals = Reversals::new(size).expect("they can be numbered");
    let counted = Census::default().run(&reversals, &[0], &[], &Limits::default(), &mut ());
    assert!(counted.is_complete());
    assert_eq!(counted.layers, row, "{size}");
    assert_eq!(Some(counted.total()), size.stacks());
    let farthest = u32::try_from(counted.layers.len() - 1).expect("few flips");
    assert_eq!(pancake_number(size), Some(farthest), "{size}");
    farthest
}

#[test]
fn stacks_are_counted_by_distance() {
    let rows = plain_rows();
    for pancakes in 1..=up_to(10, 11) {
        let farthest = count(plain(pancakes), &rows[pancakes - 1]);
        assert!(PANCAKE_NUMBERS.get(pancakes - 1).is_none_or(|&number| number == farthest), "{pancakes} pancakes");
    }
}

#[test]
fn burnt_stacks_are_counted_by_distance() {
    let rows = burnt_rows();
    for pancakes in 1..=up_to(8, 9) {
        assert_eq!(count(burnt(pancakes), &rows[pancakes - 1]), BURNT_PANCAKE_NUMBERS[pancakes - 1]);
    }
}

/// What is too much to be counted here was counted once: the files agree with themselves and with the numbers.
#[test]
fn files_hold_every_stack() {
    for (rows, size) in [(plain_rows(), plain as fn(usize) -> Size), (burnt_rows(), burnt)] {
        for (pancakes, row) in (1..).zip(&rows) {
            assert_eq!(size(pancakes).stacks(), Some(row.iter().sum()));
            assert_eq!(pancake_number(size(pancakes)).map(|number| number as usize), Some(row.len() - 1));
        }
    }
    for (pancakes, (&number, &burnt_number)) in (1..).zip(PANCAKE_NUMBERS.iter().zip(&BURNT_PANCAKE_NUMBERS)) {
        assert_eq!(pancake_number(plain(pancakes)), Some(number));
        assert_eq!(pancake_number(burnt(pancakes)), Some(burnt_number));
    }
}

/// The distances are the same for every goal, since pancakes can be renumbered: counted through positions.
#[test]
fn counts_are_the_same_for_every_goal() {
    for (size, row) in [(plain(6), &plain_rows()[5]), (burnt(4), &burnt_rows()[3])] {
        for goal in goals(size) {
            let space = pancakes::<Nibbles>(&goal);
            assert_eq!(Table::new(&space).unwrap().layers(), *row);
        }
    }
}

/// The farthest stacks that a census names are as far as it says.
#[test]
fn the_farthest_stack_is_named() {
    let space = pancakes::<Nibbles>(&Position::sorted(plain(6)));
    let reversals = Reversals::new(plain(6)).unwrap();
    let census = Census { samples: 9, ..Census::default() };
    let counted = census.run(&reversals, &[0], &[], &Limits::default(), &mut ());
    let farthest: Vec<String> =
        counted.deepest.iter().map(|&rank| space.position(&space.unrank(rank)).to_string()).collect();
    assert_eq!(farthest, ["4 6 2 5 1 3", "5 3 6 1 4 2"]);
}
