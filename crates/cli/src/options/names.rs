//! Names that the engine knows.

use fewest_engine::EngineError;
use fewest_engine::catalog::{Algorithm, Heuristic};

/// An algorithm's name, or `auto`.
pub(crate) fn algorithm(name: &str) -> Result<String, EngineError> {
    named(name, Algorithm::named)
}

/// A heuristic's name, or `auto`.
pub(crate) fn heuristic(name: &str) -> Result<String, EngineError> {
    named(name, Heuristic::named)
}

fn named<T>(name: &str, find: impl Fn(&str) -> Result<T, EngineError>) -> Result<String, EngineError> {
    if !name.eq_ignore_ascii_case("auto") {
        find(name)?;
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_understood() {
        for name in ["auto", "AUTO", "A*", "AStar", "a-star", "IDA", "IDA*", "idastar", "BFS", "breadth-first"] {
            assert_eq!(algorithm(name).as_deref(), Ok(name));
        }
        assert!(algorithm("NBX").unwrap_err().to_string().contains("there are auto, "));
        assert!(heuristic("md").is_ok() && heuristic("guess").is_err());
    }
}
