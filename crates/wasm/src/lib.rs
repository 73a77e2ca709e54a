//! The engine in a browser's worker.
//!
//! Questions and answers are JSON texts of the engine's own schema, so that this crate has nothing to translate. It is
//! built several times, once for each feature, because the whole engine is too much for a page to load: `tiles-rules`
//! and its like answer what needs no search about one kind of puzzle, `tiles` and its like solve that kind. A search
//! holds its worker until it ends: who wants to cancel it terminates the worker.

#[cfg(any(
    feature = "tiles-rules",
    feature = "hanoi-rules",
    feature = "graph-rules",
    feature = "blocks-rules",
    feature = "sokoban-rules"
))]
mod rules;
#[cfg(any(feature = "tiles", feature = "hanoi", feature = "graph", feature = "blocks", feature = "sokoban"))]
mod solver;

#[cfg(any(
    feature = "tiles-rules",
    feature = "hanoi-rules",
    feature = "graph-rules",
    feature = "blocks-rules",
    feature = "sokoban-rules"
))]
pub use rules::query;
#[cfg(any(feature = "tiles", feature = "hanoi", feature = "graph", feature = "blocks", feature = "sokoban"))]
pub use solver::{explain, solve};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// A worker that panics is lost, and the page says so; the console says why.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}
