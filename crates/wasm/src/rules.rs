//! What needs no search.

use fewest_engine::{Cancel, Limits, Query, query_with};
use fewest_kinds::INFOS;
use wasm_bindgen::prelude::*;

use crate::OURS;

/// Answers a question of the engine's schema by the rules that this module was built with.
///
/// # Errors
/// What is wrong with the question.
#[wasm_bindgen]
pub fn query(json: &str) -> Result<String, JsError> {
    let query: Query = serde_json::from_str(json)?;
    let limits = Limits::default().for_search(&Cancel::new());
    let reply = query_with(&OURS, INFOS, &query, &limits)?;
    Ok(serde_json::to_string(&reply)?)
}
