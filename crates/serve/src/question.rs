//! Questions, which are answered without a search: what may be asked, and the answer as JSON.
//!
//! One that would take long is refused before it is begun; one that takes long all the same is cancelled.

use fewest_engine::{EngineError, Kinds, Query, RandomRequest, SearchLimits, Session};

use crate::bounds::no_files;
use crate::refusal::Refusal;

/// Steps that all random positions of one question may take together.
const MOST_STEPS: u64 = 1_000_000;

/// Lets a question through, or says what is too much about it.
pub(crate) fn admit(kinds: Kinds, query: &Query) -> Result<(), Refusal> {
    match query {
        Query::Random { request, count } if steps(kinds, request, *count) > MOST_STEPS => Err(Refusal::unprocessable(
            "this is too much for one query; request fewer positions or a shorter shuffle, or use `fewest random`",
        )),
        Query::Explain { options, .. } => no_files(options),
        _ => Ok(()),
    }
}

/// Whether a question may take long within its limits: random positions of some kinds are drawn among all that there are, and
/// an explanation may need tables.
pub(crate) fn is_costly(query: &Query) -> bool {
    matches!(query, Query::Random { .. } | Query::Explain { .. } | Query::Quick { .. })
}

/// About how much work random positions are, in steps of a walk; an unknown kind is refused when it is asked.
fn steps(kinds: Kinds, request: &RandomRequest, count: u32) -> u64 {
    let each = kinds.named(&request.puzzle.kind).map_or(0, |kind| kind.random_cost(request));
    each.saturating_mul(u64::from(count))
}

/// Asks the engine; its reply as JSON.
pub(crate) fn answer(session: &Session, query: &Query, limits: &SearchLimits) -> Result<String, Refusal> {
    let reply = session.query(query, limits).map_err(|error| refused(&error))?;
    Ok(serde_json::to_string(&reply).expect("a reply is plain data"))
}

fn refused(error: &EngineError) -> Refusal {
    match error {
        EngineError::Internal(_) => Refusal::internal(error.to_string()),
        _ => Refusal::unprocessable(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use fewest_engine::Puzzle;
    use fewest_kinds::KINDS;

    use super::*;

    fn sokoban(size: &str, boxes: usize) -> Puzzle {
        Puzzle::empty("sokoban").with("size", size).with("boxes", boxes)
    }

    fn hanoi(discs: usize, pegs: usize) -> Puzzle {
        Puzzle::empty("hanoi").with("discs", discs).with("pegs", pegs)
    }

    fn tiles(shuffle: Option<u64>, count: u32) -> Query {
        let puzzle = Puzzle::empty("tiles").with("size", "4x4");
        Query::Random { request: RandomRequest { puzzle, shuffle, seed: 1 }, count }
    }

    fn with(puzzle: Puzzle, shuffle: Option<u64>) -> Query {
        with_count(puzzle, shuffle, 100)
    }

    fn with_count(puzzle: Puzzle, shuffle: Option<u64>, count: u32) -> Query {
        Query::Random { request: RandomRequest { puzzle, shuffle, seed: 1 }, count }
    }

    #[test]
    fn what_a_page_wants_is_let_through() {
        for query in [tiles(None, 10_000), tiles(Some(100), 10_000), tiles(Some(1_000_000), 1)] {
            assert_eq!(admit(KINDS, &query), Ok(()));
        }
        assert_eq!(admit(KINDS, &with(sokoban("8x8", 4), None)), Ok(()));
        assert_eq!(admit(KINDS, &with(hanoi(8, 4), Some(1000))), Ok(()));
    }

    #[test]
    fn what_would_take_for_ever_is_not() {
        let huge = usize::MAX;
        for query in [
            tiles(Some(101), 10_000),
            tiles(Some(u64::MAX), u32::MAX),
            with_count(Puzzle::empty("tiles").with("size", "16x16"), Some(1_000_000), 1),
            with(sokoban("50x50", 600), None),
            with(sokoban(&format!("{huge}x{huge}"), huge), None),
            with(hanoi(30, 26), Some(1000)),
            with(hanoi(30, huge), Some(1)),
        ] {
            assert!(admit(KINDS, &query).is_err_and(|refusal| refusal.message.contains("too much")), "{query:?}");
        }
    }
}
