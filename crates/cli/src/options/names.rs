//! Names that the engine knows.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use fewest_engine::catalog::{Algorithm, algorithm_entries};
use fewest_kinds::{INFOS, KINDS};

use crate::text::did_you_mean;

/// An algorithm's name, or `auto`.
pub(crate) fn algorithm(name: &str) -> Result<String, String> {
    if !is_auto(name) {
        Algorithm::named(name).map_err(|error| format!("{error}.{}", did_you_mean(name, algorithms_known())))?;
    }
    Ok(name.to_owned())
}

/// The name of a heuristic of any kind, or `auto`.
pub(crate) fn heuristic(name: &str) -> Result<String, String> {
    if is_auto(name) || KINDS.infos().any(|info| info.heuristic(name).is_ok()) {
        return Ok(name.to_owned());
    }
    let (known, meant) = (heuristics_known(), did_you_mean(name, heuristics_known()));
    Err(format!("there is no heuristic {name:?}; choose one of {}.{meant}", known.join(", ")))
}

/// Reads an algorithm's name; shells complete it.
pub(crate) fn algorithm_names() -> impl TypedValueParser<Value = String> {
    Hinted { inner: StringValueParser::new().try_map(|name| algorithm(&name)), hints: algorithms_known() }
}

/// Reads a heuristic's name; shells complete it.
pub(crate) fn heuristic_names() -> impl TypedValueParser<Value = String> {
    Hinted { inner: StringValueParser::new().try_map(|name| heuristic(&name)), hints: heuristics_known() }
}

/// The names of the algorithms, as they are listed.
fn algorithms_known() -> Vec<&'static str> {
    let known = algorithm_entries(INFOS).into_iter().map(|entry| entry.info.name);
    std::iter::once("auto").chain(known).collect()
}

fn heuristics_known() -> Vec<&'static str> {
    let mut known = vec!["auto"];
    for info in KINDS.infos().flat_map(|info| info.heuristics) {
        if !known.contains(&info.name) {
            known.push(info.name);
        }
    }
    known
}

/// Values that a shell offers, though others are read as well.
#[derive(Clone)]
pub(crate) struct Hinted<P> {
    pub(crate) inner: P,
    pub(crate) hints: Vec<&'static str>,
}

impl<P: TypedValueParser> TypedValueParser for Hinted<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, clap::Error> {
        self.inner.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.hints.iter().map(PossibleValue::new)))
    }
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
            assert_eq!(algorithm(name), Ok(name.to_owned()));
        }
        assert!(algorithm("NBX").unwrap_err().contains("choose one of auto, "));
        assert!(heuristic("md").is_ok() && heuristic("guess").is_err());
        assert!(heuristic("manhatan").unwrap_err().ends_with(" Did you mean \"manhattan\"?"));
    }
}
