//! Estimates of Sokoban, taken apart: which box goes to which goal.

use fewest_search::Heuristic as _;
use fewest_sokoban::Place;
use fewest_sokoban::heuristics::Matching;

use crate::catalog::Heuristic;
use crate::error::EngineError;
use crate::explain::{Explained, Part};
use crate::request::SokobanPuzzle;
use crate::sokoban::game::{Game, Visitor, with_game};
use crate::sokoban::heuristics::AnyHeuristic;
use crate::sokoban::read;
use crate::view::count;

/// Explains an estimate. Boxes are numbered in reading order from 1.
pub(crate) fn explain(puzzle: &SokobanPuzzle, asked: Option<Heuristic>) -> Result<Explained, EngineError> {
    let heuristic = asked.unwrap_or(Heuristic::Matching);
    let level = read(&puzzle.position)?;
    let (value, pairs) = with_game(&level, puzzle.metric, Estimate(heuristic))?;
    let cell = |place: Place| [count(place.column), count(place.row)];
    let vector = |(number, (from, to, distance)): (u32, (Place, Place, u32))| Part::Vector {
        tile: number,
        from: cell(from),
        to: cell(to),
        distance,
    };
    Ok((heuristic, value, (1..).zip(pairs).map(vector).filter(|part| part.value() > 0).collect()))
}

/// Estimates the start.
struct Estimate(Heuristic);

impl Visitor for Estimate {
    type Output = (Option<u32>, Vec<(Place, Place, u32)>);

    fn visit<const W: usize>(self, game: &Game<W>) -> Result<Self::Output, EngineError> {
        let start = game.start();
        let value = AnyHeuristic::new(self.0, game)?.estimate(&start);
        let is_matching = self.0 == Heuristic::Matching;
        let pairs = is_matching.then(|| Matching::new(game.pushes()).pairs(&start)).flatten();
        Ok((value, pairs.unwrap_or_default()))
    }
}
