//! What needs no search, or only a short one.

use fewest_engine::Query;
#[cfg(lean)]
use fewest_engine::light_query_with;
#[cfg(not(lean))]
use fewest_engine::{Cancel, Limits, query_with};
use fewest_kinds::INFOS;
use wasm_bindgen::prelude::*;

use crate::OURS;

/// Answers a question of the engine's schema by the rules that this module was built with. Nothing is returned for a
/// question that the module with the searches answers, by its function `ask`.
///
/// # Errors
/// What is wrong with the question.
#[wasm_bindgen]
pub fn query(json: &str) -> Result<Option<String>, JsError> {
    let query: Query = serde_json::from_str(json)?;
    #[cfg(lean)]
    let Some(reply) = light_query_with(&OURS, INFOS, &query) else { return Ok(None) };
    #[cfg(not(lean))]
    let reply = query_with(&OURS, INFOS, &query, &Limits::default().for_search(&Cancel::new()));
    Ok(Some(serde_json::to_string(&reply?)?))
}
