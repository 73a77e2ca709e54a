//! Puzzles that are the same.

use fewest_blocks::design::rush::RushBoard;
use fewest_blocks::{Puzzle, library};

use super::canonical::canonical;

/// The lines of every grid of a text in another order, or each line reversed.
fn mirrored(text: &str, upside_down: bool) -> String {
    let mut all = String::new();
    let mut grid: Vec<String> = Vec::new();
    let flush = |grid: &mut Vec<String>, all: &mut String| {
        let width = grid.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let rows: Vec<String> = grid.drain(..).map(|row| format!("{row:<width$}")).collect();
        let mut rows: Vec<String> =
            rows.into_iter().map(|row| if upside_down { row } else { row.chars().rev().collect() }).collect();
        if upside_down {
            rows.reverse();
        }
        all.extend(rows.into_iter().flat_map(|row| [row, "\n".to_owned()]));
    };
    for line in text.lines() {
        if line.contains(':') {
            flush(&mut grid, &mut all);
            all.extend([line, "\n"]);
        } else {
            grid.push(line.to_owned());
        }
    }
    flush(&mut grid, &mut all);
    all
}

#[test]
fn mirrors_and_names_do_not_matter() {
    for entry in library::all() {
        let puzzle = entry.puzzle();
        if !puzzle.exits().is_empty() {
            continue;
        }
        let same = canonical(&puzzle);
        for upside_down in [false, true] {
            let other: Puzzle = mirrored(&puzzle.to_string(), upside_down).parse().expect(entry.name);
            assert_eq!(canonical(&other), same, "{}", entry.name);
        }
        assert_eq!(canonical(&same), same, "{}", entry.name);
    }
}

#[test]
fn different_puzzles_stay_different() {
    let all: std::collections::HashSet<String> =
        library::all().iter().map(|entry| canonical(&entry.puzzle()).to_string()).collect();
    assert_eq!(all.len(), library::all().len());
}

#[test]
fn boards_and_puzzles_agree_on_what_is_the_same() {
    let board: RushBoard = "BB.CAA.CDEEED.FF".parse().expect("a board");
    let puzzle = |board: &RushBoard| canonical(&board.puzzle().expect("a puzzle"));
    assert_eq!(puzzle(&board), puzzle(&board.flipped()));
    let other: RushBoard = "BB.CAA.CDEEED..F".replace("..F", ".FF").parse().expect("a board");
    assert_eq!(other, board);
    let shifted: RushBoard = "BB.CAA.CD.EED.FF".parse().expect("a board");
    assert_ne!(puzzle(&board), puzzle(&shifted));
}
