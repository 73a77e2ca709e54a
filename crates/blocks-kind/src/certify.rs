//! Sliding blocks as a formula, for certificates.

use fewest_blocks::sat::SatEncoding;
use fewest_engine::kit::{Reporter, Subject as _};
use fewest_engine::{Certify, EncodingInfo, Notation, Puzzle, Result};
use fewest_sat::{Cnf, Scope, ToCnf as _};
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind};

use crate::{Asked, Blocks, Format, INFO, Metric};

const METRICS: [&str; Metric::ALL.len()] = {
    let mut words = [""; Metric::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = Metric::ALL[at].word();
        at += 1;
    }
    words
};

impl Certify for Blocks {
    fn metrics(&self) -> &'static [&'static str] {
        &METRICS
    }

    fn step(&self, _: &str) -> u32 {
        1
    }

    /// The start is written with the goal.
    fn puzzle(&self, start: &str, _: &str, metric: &str) -> Puzzle {
        Puzzle::new(INFO.name, start).with("format", Format::Native.name()).with("metric", metric)
    }

    /// Moves of other metrics are verified too, such as two pieces that move together where each should move alone.
    fn check_moves(&self, puzzle: &Puzzle, moves: &str) -> Result<(), String> {
        let asked = Asked::read(puzzle).map_err(|error| error.to_string())?;
        asked.replay(&Asked::read_moves(moves, Notation::Tile)?, Notation::Tile).map(drop)
    }

    fn formula(
        &self,
        puzzle: &Puzzle,
        _: &'static EncodingInfo,
        at_most: Cost,
        meter: &mut Meter<'_, Reporter<'_>>,
    ) -> Result<Result<Cnf, LimitKind>> {
        let Asked { puzzle, metric } = Asked::read(puzzle)?;
        Ok(SatEncoding::new(&puzzle, metric).encode(at_most, Scope::AtMost, meter).map(|(cnf, _)| cnf))
    }

    /// Which positions can be reached has no short description: a certificate would be the list of them all.
    fn instead_of_unsolvable(&self) -> &'static str {
        "only a list of all positions would show it. `fewest solve` and `fewest explore` visit and count them all"
    }
}
