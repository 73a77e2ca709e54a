//! Searches, and what needs their tables.

#[cfg(lean)]
use fewest_engine::query_with;
use fewest_engine::{Cancel, Event, Kinds, Limits, Query, Request, Session, explain_query, solve_with};
#[cfg(lean)]
use fewest_kinds::INFOS;
use wasm_bindgen::prelude::*;

use crate::OURS;

thread_local! {
    /// Keeps the tables of pattern databases from one search to the next.
    static SESSION: Session = Session::in_memory(Kinds::NONE);
}

/// Solves a request of the engine's schema and returns the answer; events go to `sink` as they come.
///
/// # Errors
/// What is wrong with the request.
#[wasm_bindgen]
pub fn solve(json: &str, sink: &js_sys::Function) -> Result<String, JsError> {
    let request: Request = serde_json::from_str(json)?;
    let mut tell = |event: Event| {
        if let Ok(json) = serde_json::to_string(&event) {
            // A page that fails to take an event misses that one; the answer is not touched by it.
            let _ = sink.call1(&JsValue::UNDEFINED, &JsValue::from_str(&json));
        }
    };
    let answer = SESSION.with(|session| solve_with(&OURS, &request, session, &Cancel::new(), &mut tell))?;
    Ok(serde_json::to_string(&answer)?)
}

/// Answers a question for an explanation.
///
/// # Errors
/// What is wrong with the question.
#[wasm_bindgen]
pub fn explain(json: &str) -> Result<String, JsError> {
    let query: Query = serde_json::from_str(json)?;
    let limits = Limits::default().for_search(&Cancel::new());
    let reply = SESSION.with(|session| explain_query(&OURS, &query, session, &limits))?;
    Ok(serde_json::to_string(&reply)?)
}

/// Answers a question that the lean rules of this kind leave to its searches.
///
/// # Errors
/// What is wrong with the question.
#[cfg(lean)]
#[wasm_bindgen]
pub fn ask(json: &str) -> Result<String, JsError> {
    let query: Query = serde_json::from_str(json)?;
    let reply = query_with(&OURS, INFOS, &query, &Limits::default().for_search(&Cancel::new()))?;
    Ok(serde_json::to_string(&reply)?)
}
