//! Names that the engine knows.

use fewest_engine::EngineError;
use fewest_engine::catalog::Algorithm;
use fewest_kinds::KINDS;

/// An algorithm's name, or `auto`.
pub(crate) fn algorithm(name: &str) -> Result<String, EngineError> {
    if !is_auto(name) {
        Algorithm::named(name)?;
    }
    Ok(name.to_owned())
}

/// The name of a heuristic of any kind, or `auto`.
pub(crate) fn heuristic(name: &str) -> Result<String, String> {
    if is_auto(name) || KINDS.infos().any(|info| info.heuristic(name).is_ok()) {
        return Ok(name.to_owned());
    }
    let mut known = vec!["auto"];
    for info in KINDS.infos().flat_map(|info| info.heuristics) {
        if !known.contains(&info.name) {
            known.push(info.name);
        }
    }
    Err(format!("there is no heuristic {name:?}; there are {}", known.join(", ")))
}

fn is_auto(name: &str) -> bool {
    name.eq_ignore_ascii_case("auto")
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
