//! What needs no search.

#[cfg(feature = "blocks-rules")]
use fewest_engine::BlocksPuzzle as Ours;
#[cfg(feature = "graph-rules")]
use fewest_engine::GraphPuzzle as Ours;
#[cfg(feature = "hanoi-rules")]
use fewest_engine::HanoiPuzzle as Ours;
#[cfg(feature = "sokoban-rules")]
use fewest_engine::SokobanPuzzle as Ours;
#[cfg(feature = "tiles-rules")]
use fewest_engine::TilesPuzzle as Ours;
use fewest_engine::{Query, query_of};
use wasm_bindgen::prelude::*;

/// Answers a question of the engine's schema by the rules that this module was built with.
///
/// # Errors
/// What is wrong with the question.
#[wasm_bindgen]
pub fn query(json: &str) -> Result<String, JsError> {
    let query: Query = serde_json::from_str(json)?;
    let reply = query_of::<Ours>(&query)?;
    Ok(serde_json::to_string(&reply)?)
}
