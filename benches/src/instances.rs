//! What is solved, and what is known of it.

use anyhow::{Context, Result, bail, ensure};
use fewest_search::{Cost, Outcome, Proof, Run};
use fewest_tiles::{Bytes, Move, Position, Stm, Tiles};

const KORF: &str = include_str!("../../crates/lab/data/korf100.txt");
const KORF_LENGTHS: &str = include_str!("../../crates/lab/data/korf100-lengths.txt");

const KORF_24: &str = include_str!("../../data/tiles/korf50.txt");
const KORF_24_LENGTHS: &str = include_str!("../../data/tiles/korf50-lengths.txt");

/// All of Korf's hundred instances together, in slides.
pub const KORF_SLIDES: Cost = 3206;

/// Positions that are far from the goal with the blank last, and how far.
pub const HARD: [(Cost, &str); 3] = [
    (76, "0 15 8 13/12 11 3 7/14 9 6 2/4 10 5 1"),
    (78, "0 15 8 13/12 11 9 10/14 3 6 2/4 7 5 1"),
    (80, "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1"),
];

/// Korf's hundred instances (1985) with their lengths. Their goal has the blank first.
///
/// # Errors
/// None: the file is ours.
pub fn korf() -> Result<Vec<(Position, Cost)>> {
    with_lengths(KORF, KORF_LENGTHS)
}

/// Korf's fifty 24-puzzles (2002) with their lengths. Their goal has the blank first.
///
/// # Errors
/// None: the file is ours.
pub fn korf_24() -> Result<Vec<(Position, Cost)>> {
    with_lengths(KORF_24, KORF_24_LENGTHS)
}

fn with_lengths(positions: &'static str, lengths: &'static str) -> Result<Vec<(Position, Cost)>> {
    let lines = |text: &'static str| text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let both = lines(positions).zip(lines(lengths));
    both.map(|(position, length)| Ok((position.parse()?, length.parse()?))).collect()
}

/// The cost of a solution that was proven to be optimal.
///
/// # Errors
/// Where it was not.
pub fn optimum<M>(run: &Run<M>) -> Result<Cost> {
    ensure!(matches!(run.outcome, Outcome::Solved { proof: Proof::Optimal, .. }), "a search ended without an optimum");
    run.outcome.cost().context("a solution has a cost")
}

/// The cost of a solution on a board of up to 25 cells, counted by making its moves one by one.
///
/// # Errors
/// Where there is no solution, or one that cannot be made or does not end at its goal.
pub fn replayed(start: &Position, goal: &Position, run: &Run<Move>) -> Result<Cost> {
    let Outcome::Solved { moves, cost, .. } = &run.outcome else { bail!("a search ended without a solution") };
    let space = Tiles::<Bytes<25>, Stm>::new(goal)?;
    let mut position = start.clone();
    for &mv in moves {
        position.try_slide(space.layout().slide(mv))?;
    }
    ensure!(position == *goal, "a solution leads to {position}");
    ensure!(moves.len() == *cost as usize, "a solution of {} moves is said to have {cost}", moves.len());
    Ok(*cost)
}
