//! Questions, which are answered without a search: what may be asked, and the answer as JSON.
//!
//! A question cannot be cancelled, so one that would take long is refused before it is begun.

use fewest_engine::{EngineError, Query, RandomPuzzle, RandomRequest, Session};

use crate::bounds::no_files;
use crate::refusal::Refusal;

/// Steps that all random positions of one question may take together.
const MOST_STEPS: u64 = 1_000_000;

/// Lets a question through, or says what is too much about it.
pub(crate) fn admit(query: &Query) -> Result<(), Refusal> {
    match query {
        Query::Random { request, count } if steps(request, *count) > MOST_STEPS => {
            let message = format!(
                "{count} positions of this size, each so far from the goal, are too much for one question; ask for fewer, or \
                 use `fewest random`"
            );
            Err(Refusal::unprocessable(message))
        }
        Query::Explain { options, .. } => no_files(options),
        _ => Ok(()),
    }
}

/// About how much work random positions are, in steps of a walk.
fn steps(request: &RandomRequest, count: u32) -> u64 {
    let each = match (&request.puzzle, request.shuffle) {
        // All pulls of all boxes are tried, over the whole room.
        (RandomPuzzle::Sokoban { width, height, boxes }, _) => {
            [*height, *boxes].iter().fold(*width as u64, |product, &factor| product.saturating_mul(factor as u64))
        }
        // Each step tries every pair of pegs.
        (RandomPuzzle::Hanoi { pegs, .. }, Some(moves)) => {
            moves.saturating_mul((*pegs as u64).saturating_mul(*pegs as u64) / 9)
        }
        (_, Some(moves)) => moves,
        (_, None) => 1,
    };
    each.saturating_mul(u64::from(count))
}

/// Asks the engine; its reply as JSON.
pub(crate) fn answer(session: &Session, query: &Query) -> Result<String, Refusal> {
    let reply = session.query(query).map_err(|error| refused(&error))?;
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
    use super::*;

    fn tiles(shuffle: Option<u64>, count: u32) -> Query {
        let puzzle = RandomPuzzle::Tiles { size: "4x4".into(), goal: "blank-last".into() };
        Query::Random { request: RandomRequest { puzzle, shuffle, seed: 1 }, count }
    }

    fn with(puzzle: RandomPuzzle, shuffle: Option<u64>) -> Query {
        Query::Random { request: RandomRequest { puzzle, shuffle, seed: 1 }, count: 100 }
    }

    #[test]
    fn what_a_page_wants_is_let_through() {
        for query in [tiles(None, 10_000), tiles(Some(100), 10_000), tiles(Some(1_000_000), 1)] {
            assert_eq!(admit(&query), Ok(()));
        }
        assert_eq!(admit(&with(RandomPuzzle::Sokoban { width: 8, height: 8, boxes: 4 }, None)), Ok(()));
        assert_eq!(admit(&with(RandomPuzzle::Hanoi { discs: 8, pegs: 4, goal: "last".into() }, Some(1000))), Ok(()));
    }

    #[test]
    fn what_would_take_for_ever_is_not() {
        let huge = usize::MAX;
        for query in [
            tiles(Some(101), 10_000),
            tiles(Some(u64::MAX), u32::MAX),
            with(RandomPuzzle::Sokoban { width: 50, height: 50, boxes: 600 }, None),
            with(RandomPuzzle::Sokoban { width: huge, height: huge, boxes: huge }, None),
            with(RandomPuzzle::Hanoi { discs: 30, pegs: 26, goal: "last".into() }, Some(1000)),
            with(RandomPuzzle::Hanoi { discs: 30, pegs: huge, goal: "last".into() }, Some(1)),
        ] {
            assert!(admit(&query).is_err_and(|refusal| refusal.message.contains("too much")), "{query:?}");
        }
    }
}
