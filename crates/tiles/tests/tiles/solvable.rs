//! `solvability` against reachability, for every permutation of small boards.

use std::collections::HashSet;

use fewest_conformance::oracle::distances_from;
use fewest_search::Cost;
use fewest_tiles::{Nibbles, Obstacle, Position, Size, Solvability, Stm, solvability};

use crate::support::{goals, position, size, tiles};

/// Every arrangement of the tiles and the blank.
fn arrangements(size: Size) -> Vec<Position> {
    let mut rows = vec![Vec::new()];
    for _ in 0..size.cells() {
        let longer = rows.iter().flat_map(|row| {
            let unused = (0..size.cells()).filter(|tile| !row.contains(tile));
            unused.map(|tile| row.iter().copied().chain([tile]).collect())
        });
        rows = longer.collect();
    }
    rows.iter().map(|tiles| from_tiles(size, tiles)).collect()
}

fn from_tiles(size: Size, tiles: &[usize]) -> Position {
    let words: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    let rows: Vec<String> = words.chunks(size.width()).map(|row| row.join(" ")).collect();
    position(&(rows.join("/") + "/"))
}

fn exchange(position: &Position, (a, b): (u8, u8)) -> Position {
    let other = |tile: u8| match tile {
        tile if tile == a => b,
        tile if tile == b => a,
        tile => tile,
    };
    let tiles: Vec<usize> = position.tiles().iter().map(|&tile| usize::from(other(tile))).collect();
    from_tiles(position.size(), &tiles)
}

/// How many positions can reach the goal, each of them recognised.
fn agrees(goal: &Position, arrangements: &[Position]) -> usize {
    let space = tiles::<Nibbles, Stm>(goal);
    // Every move can be taken back: what the goal reaches reaches the goal.
    let reached: HashSet<_> = distances_from(&space, space.goal(), Cost::MAX).into_keys().collect();
    for position in arrangements {
        let is_reached = reached.contains(&space.board(position).unwrap());
        let verdict = solvability(position, goal);
        assert_eq!(verdict == Solvability::Solvable, is_reached, "{position} to {goal}: {verdict:?}");
        if let Solvability::Unsolvable(Obstacle::OddPermutation { exchanged, remedy }) = verdict {
            let mended = exchange(position, remedy);
            assert_eq!(solvability(&mended, goal), Solvability::Solvable, "{position} with {remedy:?} exchanged");
            let is_exchange = exchanged.is_some_and(|pair| exchange(position, pair) == *goal);
            assert_eq!(exchanged.is_some(), is_exchange, "{position}: {exchanged:?}");
        }
    }
    reached.len()
}

#[test]
fn solvable_means_reachable() {
    for (width, height, reachable) in
        [(1, 1, 1), (2, 1, 2), (1, 5, 5), (5, 1, 5), (1, 6, 6), (2, 2, 12), (2, 3, 360), (3, 2, 360), (2, 4, 20_160)]
    {
        let size = size(width, height);
        let arrangements = arrangements(size);
        for goal in goals(size) {
            assert_eq!(agrees(&goal, &arrangements), reachable, "{goal}");
        }
    }
}

#[test]
fn half_of_the_8_puzzle_is_solvable() {
    let size = size(3, 3);
    let arrangements = arrangements(size);
    assert_eq!(arrangements.len(), 362_880);
    for goal in goals(size) {
        assert_eq!(agrees(&goal, &arrangements), 181_440, "{goal}");
    }
}
