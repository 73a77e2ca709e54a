//! Depth-first searches with tables of lines, in a space where slides along rows and columns take turns.
//!
//! There the tables are strongest: what they know is how far it is when the next slide takes one axis or the other. Other
//! searches use them in the ordinary space, where the lesser of the two counts.

use fewest_engine::kit::Stock;
use fewest_engine::{EngineError, Result};
use fewest_search::{Incremental, Run};
use fewest_tiles::{Cells, Move, Turn, Turns};

use super::plan::Planned;
use super::visit::TurnsPdb;
use crate::bound::Bound;

/// Runs a search in turns, with any lookup.
pub(crate) fn run_in_turns<C: Cells>(bound: &mut Bound<'_, '_, C>, stock: &Stock<Planned>) -> Result<Run<Move>> {
    let turns = Turns::new(bound.game.slides.clone());
    let heuristic = TurnsPdb::new(&turns, stock).map_err(EngineError::internal)?;
    run_with(bound, &turns, &heuristic)
}

/// Runs a search in turns.
pub(crate) fn run_with<C: Cells, H>(bound: &mut Bound<'_, '_, C>, turns: &Turns<C>, heuristic: &H) -> Result<Run<Move>>
where
    H: Incremental<Turns<C>, Memo: Send + Sync> + Sync,
{
    let start = turns.start(&turns.tiles().position(bound.start)).map_err(EngineError::internal)?;
    let Run { outcome, stats } = bound.run(turns, &start, heuristic)?;
    // The same slides, without a word on whether one was the first.
    let slides = |turns: Vec<Turn>| turns.into_iter().map(|turn| turn.slide).collect();
    Ok(Run { outcome: outcome.map(slides), stats })
}
