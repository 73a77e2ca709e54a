//! Linear conflicts as clauses (Hansson, Mayer and Yung, *Criticizing Solutions to Relaxed Models Yields Powerful
//! Admissible Heuristics*, 1992).
//!
//! Tiles in their own line but in the wrong order: all but those that are left in order must leave it, and each that does
//! makes a move away from its goal, across the line. Conflicts of different lines add up, those of a row and of a column
//! too, since one costs vertical moves and the other horizontal ones.

use crate::size::Size;

/// The most tiles that a pattern of a line names: all where it is short, pairs where there would be too many, and none where
/// even pairs are.
fn most_tiles(length: usize) -> usize {
    match length {
        0..=4 => 4,
        5 => 3,
        6..=8 => 2,
        _ => 0,
    }
}

/// Tiles in cells of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Each tile and its cell.
    pub(super) tiles: Vec<(usize, usize)>,
    /// So many of them must leave the line.
    pub(super) leave: usize,
}

/// The patterns of each line, for tiles whose own cells are `home`; the smallest that say what they say. Tile 0 is the blank.
pub(super) fn patterns(size: Size, home: &[usize]) -> Vec<Vec<Pattern>> {
    let (width, height) = (size.width(), size.height());
    let rows = (0..height).map(|row| (0..width).map(|column| size.cell(row, column)).collect::<Vec<_>>());
    let columns = (0..width).map(|column| (0..height).map(|row| size.cell(row, column)).collect());
    rows.chain(columns).map(|line| of_line(&line, home)).collect()
}

fn of_line(line: &[usize], home: &[usize]) -> Vec<Pattern> {
    let place = |cell: usize| line.iter().position(|&other| other == cell);
    // The tiles of this line with their own places in it.
    let own: Vec<(usize, usize)> = (1..home.len()).filter_map(|tile| Some((tile, place(home[tile])?))).collect();
    let mut found: Vec<Pattern> = Vec::new();
    let mut layers: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new()];
    for _ in 0..most_tiles(line.len()) {
        // Arrangements with one tile more, to the right of the others: (tile, its own place, its place).
        layers = layers
            .iter()
            .flat_map(|tiles| {
                let from = tiles.last().map_or(0, |&(_, _, at)| at + 1);
                let free = own.iter().filter(|(tile, _)| tiles.iter().all(|(other, ..)| other != tile));
                free.flat_map(move |&(tile, own)| {
                    (from..line.len()).map(move |at| tiles.iter().copied().chain([(tile, own, at)]).collect::<Vec<_>>())
                })
            })
            .collect();
        for tiles in &layers {
            let leave = tiles.len() - longest_in_order(tiles);
            let pattern = Pattern { tiles: tiles.iter().map(|&(tile, _, at)| (tile, line[at])).collect(), leave };
            let is_said =
                |known: &Pattern| known.leave >= leave && known.tiles.iter().all(|tile| pattern.tiles.contains(tile));
            if leave > 0 && !found.iter().any(is_said) {
                found.push(pattern);
            }
        }
    }
    found
}

/// How many tiles can stay: the longest part of them that is in order.
fn longest_in_order(tiles: &[(usize, usize, usize)]) -> usize {
    let mut best: Vec<usize> = Vec::with_capacity(tiles.len());
    for (index, &(_, own, _)) in tiles.iter().enumerate() {
        let before = (0..index).filter(|&earlier| tiles[earlier].1 < own).map(|earlier| best[earlier]).max();
        best.push(before.unwrap_or(0) + 1);
    }
    best.into_iter().max().unwrap_or(0)
}
