//! Estimates of Sokoban, taken apart: which box goes to which goal.

use fewest_engine::explain::Part;
use fewest_engine::kit::Explained;
use fewest_engine::view::count;
use fewest_engine::{HeuristicInfo, Result};
use fewest_search::Heuristic as _;
use fewest_sokoban::Place;
use fewest_sokoban::heuristics::Matching;

use crate::asked::{Asked, with_words};
use crate::game::Game;
use crate::heuristics::{AnyHeuristic, Named};

/// Explains an estimate. Boxes are numbered in reading order from 1.
pub(crate) fn explain(asked: &Asked, heuristic: Option<&'static HeuristicInfo>) -> Result<Explained> {
    let named = heuristic.map_or(Named::Matching, Named::of);
    let (value, pairs) = with_words!(asked, estimate(asked, named))?;
    let cell = |place: Place| [count(place.column), count(place.row)];
    let vector = |(number, (from, to, distance)): (u32, (Place, Place, u32))| Part::Vector {
        tile: number,
        from: cell(from),
        to: cell(to),
        distance,
    };
    let parts = (1..).zip(pairs).map(vector).filter(|part| part.value() > 0).collect();
    Ok(Explained { heuristic: named.info(), value, parts })
}

/// The estimate of the start, and the ways of boxes to goals that make it up.
type Estimate = (Option<u32>, Vec<(Place, Place, u32)>);

fn estimate<const W: usize>(asked: &Asked, named: Named) -> Result<Estimate> {
    let game = Game::<W>::new(asked)?;
    let start = game.start();
    let value = AnyHeuristic::new(named, &game).estimate(&start);
    let is_matching = named == Named::Matching;
    let pairs = is_matching.then(|| Matching::new(game.pushes()).pairs(&start)).flatten();
    Ok((value, pairs.unwrap_or_default()))
}
