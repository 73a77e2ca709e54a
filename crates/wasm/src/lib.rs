//! The engine in a browser's worker.
//!
//! Questions and answers are JSON texts of the engine's own schema, so that this crate has nothing to translate. It is
//! built several times, once for each feature: `rules` answers what needs no search and is small enough for the first
//! load of a page; the others each solve one kind of puzzle and are loaded when one is to be solved. A search holds its
//! worker until it ends: who wants to cancel it terminates the worker.

#[cfg(feature = "rules")]
mod rules;
#[cfg(any(feature = "tiles", feature = "hanoi", feature = "graph", feature = "blocks", feature = "sokoban"))]
mod solver;

#[cfg(feature = "rules")]
pub use rules::query;
#[cfg(any(feature = "tiles", feature = "hanoi", feature = "graph", feature = "blocks", feature = "sokoban"))]
pub use solver::solve;
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
