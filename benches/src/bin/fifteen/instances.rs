//! What is solved, and what is known of it.

use anyhow::{Context, Result, ensure};
use fewest_search::{Cost, Outcome, Proof, Run};
use fewest_tiles::Position;

const KORF: &str = include_str!("../../../../data/tiles/korf100.txt");
const KORF_LENGTHS: &str = include_str!("../../../../data/tiles/korf100-lengths.txt");

/// All of Korf's hundred instances together, in slides.
pub(crate) const KORF_SLIDES: Cost = 3206;

/// Positions that are far from the goal with the blank last, and how far.
pub(crate) const HARD: [(Cost, &str); 3] = [
    (76, "0 15 8 13/12 11 3 7/14 9 6 2/4 10 5 1"),
    (78, "0 15 8 13/12 11 9 10/14 3 6 2/4 7 5 1"),
    (80, "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1"),
];

/// Korf's hundred instances (1985) with their lengths. Their goal has the blank first.
pub(crate) fn korf() -> Result<Vec<(Position, Cost)>> {
    let lines = |text: &'static str| text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let both = lines(KORF).zip(lines(KORF_LENGTHS));
    both.map(|(position, length)| Ok((position.parse()?, length.parse()?))).collect()
}

/// The cost of a solution that was proven to be optimal.
pub(crate) fn optimum<M>(run: &Run<M>) -> Result<Cost> {
    ensure!(matches!(run.outcome, Outcome::Solved { proof: Proof::Optimal, .. }), "a search ended without an optimum");
    run.outcome.cost().context("a solution has a cost")
}
