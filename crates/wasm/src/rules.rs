//! What needs no search.

use fewest_engine::Query;
use wasm_bindgen::prelude::*;

/// Answers a question of the engine's schema.
///
/// # Errors
/// What is wrong with the question.
#[wasm_bindgen]
pub fn query(json: &str) -> Result<String, JsError> {
    let query: Query = serde_json::from_str(json)?;
    let reply = fewest_engine::query(&query)?;
    Ok(serde_json::to_string(&reply)?)
}
