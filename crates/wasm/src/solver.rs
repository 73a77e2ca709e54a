//! Searches.

use fewest_engine::{Answer, Cancel, EngineError, Event, Kind, Request, Session};
use wasm_bindgen::prelude::*;

thread_local! {
    /// Keeps the tables of pattern databases from one search to the next.
    static SESSION: Session = Session::in_memory();
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
    let answer = SESSION.with(|session| solve_here(session, &request, &mut tell))?;
    Ok(serde_json::to_string(&answer)?)
}

/// Solves what this module was built for.
fn solve_here(session: &Session, request: &Request, sink: &mut dyn FnMut(Event)) -> Result<Answer, EngineError> {
    let cancel = Cancel::new();
    match request.puzzle.kind() {
        #[cfg(feature = "tiles")]
        Kind::Tiles => session.solve_tiles(request, &cancel, sink),
        #[cfg(feature = "hanoi")]
        Kind::Hanoi => session.solve_hanoi(request, &cancel, sink),
        #[cfg(feature = "graph")]
        Kind::Graph => session.solve_graph(request, &cancel, sink),
        #[cfg(feature = "blocks")]
        Kind::Blocks => session.solve_blocks(request, &cancel, sink),
        #[cfg(feature = "sokoban")]
        Kind::Sokoban => session.solve_sokoban(request, &cancel, sink),
        #[allow(unreachable_patterns, reason = "a build may have all kinds")]
        puzzle => Err(EngineError::OtherKind { puzzle, serves: SERVES }),
    }
}

/// What a module serves that was built for one kind.
const SERVES: Kind = if cfg!(feature = "tiles") {
    Kind::Tiles
} else if cfg!(feature = "hanoi") {
    Kind::Hanoi
} else if cfg!(feature = "graph") {
    Kind::Graph
} else if cfg!(feature = "blocks") {
    Kind::Blocks
} else {
    Kind::Sokoban
};
