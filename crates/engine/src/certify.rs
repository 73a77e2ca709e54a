//! What a kind of puzzle offers for certificates of optimality.

use fewest_sat::Cnf;
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind};

use crate::error::Result;
use crate::kind::EncodingInfo;
use crate::puzzle::Puzzle;
use crate::reporter::Reporter;

/// What a certificate that there is no solution shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The position, in normal form.
    pub position: String,
    /// The goal, in normal form.
    pub goal: String,
    /// Why no moves lead from the one to the other, in words.
    pub reason: String,
}

/// A kind of puzzle whose optima can be certified.
#[expect(clippy::missing_errors_doc, reason = "an error says what is wrong with what was asked; see `EngineError`")]
pub trait Certify: Sync {
    /// The metrics in which it can, by their names.
    fn metrics(&self) -> &'static [&'static str];

    /// What the lengths of two solutions differ by in a metric: a multiple of this.
    fn step(&self, metric: &str) -> u32;

    /// The puzzle of a certificate, from its start and goal in normal form and its metric.
    fn puzzle(&self, start: &str, goal: &str, metric: &str) -> Puzzle;

    /// Whether each move of a solution is one of the puzzle's metric, where [`Kind::verify`](crate::Kind::verify) also makes
    /// others.
    fn check_moves(&self, _puzzle: &Puzzle, _moves: &str) -> Result<(), String> {
        Ok(())
    }

    /// The formula for solutions of at most so many moves; or which limit came first.
    fn formula(
        &self,
        puzzle: &Puzzle,
        encoding: &'static EncodingInfo,
        at_most: Cost,
        meter: &mut Meter<'_, Reporter<'_>>,
    ) -> Result<Result<Cnf, LimitKind>>;

    /// A certificate, as text, that a puzzle has no solution; absent where none can be made.
    fn certify_unsolvable(&self, _puzzle: &Puzzle) -> Result<Option<String>> {
        Ok(None)
    }

    /// What shows instead that there is no solution, where none can be made: the end of a sentence.
    fn instead_of_unsolvable(&self) -> &'static str {
        "the search is the only proof: run it again, also with another algorithm"
    }

    /// Checks such a certificate; absent where it is no certificate of this kind.
    fn check_unsolvable(&self, _text: &str) -> Option<Result<Refutation, String>> {
        None
    }
}
