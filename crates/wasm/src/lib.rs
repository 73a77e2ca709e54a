//! The engine in a browser's worker.
//!
//! Questions and answers are JSON texts of the engine's own schema, so that this crate has nothing to translate. It is
//! built several times, because the whole engine is too much for a page to load: the environment variable `FEWEST_MODULE` says
//! for which kind of puzzle, and whether for what needs no search (`tiles-rules`) or for searches (`tiles`). A search
//! holds its worker until it ends: who wants to cancel it terminates the worker.

#[cfg(rules)]
mod rules;
#[cfg(solver)]
mod solver;

#[cfg(rules)]
pub use rules::query;
#[cfg(all(solver, lean))]
pub use solver::ask;
#[cfg(solver)]
pub use solver::{explain, solve};
use wasm_bindgen::prelude::*;

// The kind of puzzle that this module serves, by its type: what others call is not linked.
include!(concat!(env!("OUT_DIR"), "/ours.rs"));

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
