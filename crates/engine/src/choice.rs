//! Which algorithm and heuristic serve best, and why, in words.

use crate::catalog::{Algorithm, Heuristic};
use crate::error::EngineError;
use crate::request::Request;

/// An algorithm and a heuristic, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Heuristic,
    pub(crate) because: String,
}

/// What a search that remembers positions claims before it has met any: the first pieces of its tables.
const FIRST_BYTES: u64 = 1 << 20;

/// What a puzzle has to say about the choice.
pub(crate) struct Advice {
    /// How many positions there are, where that is known.
    pub(crate) positions: Option<u64>,
    /// About how many bytes a search that remembers positions needs for each.
    pub(crate) bytes_a_position: u64,
    /// The heuristic that solves soonest.
    pub(crate) heuristic: Heuristic,
    /// Why it does.
    pub(crate) because: &'static str,
}

impl Choice {
    /// Takes what the request names, and picks the rest.
    ///
    /// A search that remembers positions expands each of them once and is best where they all fit into memory; where
    /// they do not, IDA*, which needs none, always has an answer in the end.
    pub(crate) fn make(request: &Request, advice: &Advice, memory: u64) -> Result<Self, EngineError> {
        let asked_algorithm = named(&request.algorithm, Algorithm::named)?;
        let asked_heuristic = named(&request.heuristic, Heuristic::named)?;
        let mut because = Vec::new();
        let algorithm = asked_algorithm.unwrap_or_else(|| {
            let all = advice.positions.map(|positions| positions.saturating_mul(advice.bytes_a_position));
            let needed = all.map(|all| all.saturating_add(FIRST_BYTES));
            if needed.is_some_and(|needed| needed <= memory) {
                because.push("A*, because all positions fit into memory".to_owned());
                Algorithm::AStar
            } else {
                because.push("IDA*, because not all positions fit into memory, and it needs none".to_owned());
                Algorithm::IdaStar
            }
        });
        let uses_heuristic = algorithm.info().uses_heuristic;
        let heuristic = match asked_heuristic {
            _ if !uses_heuristic => {
                because.push(format!("no heuristic, because {} uses none", algorithm.info().name));
                Heuristic::Zero
            }
            Some(heuristic) => heuristic,
            None => {
                because.push(format!("{}, because {}", advice.heuristic.info().name, advice.because));
                advice.heuristic
            }
        };
        let because = if because.is_empty() { "as asked for".to_owned() } else { because.join("; ") };
        Ok(Self { algorithm, heuristic, because })
    }
}

/// `None` for `auto`.
fn named<T>(name: &str, find: impl Fn(&str) -> Result<T, EngineError>) -> Result<Option<T>, EngineError> {
    if name.eq_ignore_ascii_case("auto") { Ok(None) } else { find(name).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(algorithm: &str, heuristic: &str, positions: Option<u64>) -> Choice {
        let request =
            Request { algorithm: algorithm.to_owned(), heuristic: heuristic.to_owned(), ..Request::tiles("0/") };
        let advice =
            Advice { positions, bytes_a_position: 30, heuristic: Heuristic::LinearConflict, because: "this is a test" };
        Choice::make(&request, &advice, FIRST_BYTES + 1000).unwrap()
    }

    #[test]
    fn memory_decides_and_names_are_obeyed() {
        assert_eq!(choose("auto", "auto", Some(33)).algorithm, Algorithm::AStar);
        assert_eq!(choose("auto", "auto", Some(34)).algorithm, Algorithm::IdaStar);
        assert_eq!(choose("auto", "auto", None).algorithm, Algorithm::IdaStar);
        let asked = choose("A*", "misplaced", None);
        assert_eq!((asked.algorithm, asked.heuristic), (Algorithm::AStar, Heuristic::Misplaced));
        assert_eq!(asked.because, "as asked for");
        assert_eq!(choose("bfs", "manhattan", None).heuristic, Heuristic::Zero);
    }
}
