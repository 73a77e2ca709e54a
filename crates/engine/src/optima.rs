//! Several optimal solutions of one puzzle, and the best of them by a second way of counting: once a search has proven the
//! optimum, a second one goes through all that have it.

use std::collections::HashSet;

use fewest_search::algorithms::optima::{Asked, Optima, Ways, optima};
use fewest_search::capability::Packed;
use fewest_search::{Cost, Heuristic, Limits, Meter, Outcome, Proof, Run, StateSpace};

use crate::answer::{Answer, Solutions};
use crate::error::{EngineError, Result};
use crate::reporter::Reporter;
use crate::request::Request;
use crate::subject::Subject;

/// The most solutions that are listed.
pub(crate) const MOST: u32 = 1_000_000;

/// What tells optimal solutions apart, beside their moves.
pub struct Decision<'a, S: StateSpace> {
    /// A second cost of a move: of solutions of equal length only those of the least second cost count.
    pub second: Option<&'a dyn Fn(S::Move) -> Cost>,
    /// In how many ways people can make a move of the search, where that is not always one.
    pub ways: Option<Ways<'a, S>>,
}

impl<S: StateSpace> Decision<'_, S> {
    /// Nothing: all solutions of equal length are equally good.
    pub const NONE: Self = Self { second: None, ways: None };
}

/// Goes through all optimal solutions, where a search has proven the optimum, and the request asks for several of them or a
/// second cost decides. The first one takes the place of the solution that the search found; what it takes to find them is added
/// to the statistics of the search.
///
/// The space must leave out no move that an optimal solution may have.
///
/// # Errors
/// [`EngineError::Internal`] where there is no solution of the length that was proven.
#[expect(clippy::too_many_arguments, reason = "a search has so many parts")]
pub fn list<S: Packed>(
    request: &Request,
    run: &mut Run<S::Move>,
    space: &S,
    start: &S::State,
    heuristic: &dyn Heuristic<S>,
    decision: &Decision<'_, S>,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<Option<Optima<S::Move>>> {
    let most = match request.all {
        Some(most) => most,
        None if decision.second.is_some() => 1,
        None => return Ok(None),
    };
    let Outcome::Solved { moves, cost, proof: Proof::Optimal } = &mut run.outcome else { return Ok(None) };
    let most = usize::try_from(most).map_err(EngineError::internal)?;
    let limits = Limits {
        time: limits.time.map(|time| time.saturating_sub(run.stats.elapsed)),
        expansions: limits.expansions.map(|allowed| allowed.saturating_sub(run.stats.expanded)),
        ..limits.clone()
    };
    let asked = Asked { cost: *cost, most, second: decision.second, ways: decision.ways };
    let found = optima(space, start, heuristic, &asked, Meter::start(&limits, reporter));
    let stats = &mut run.stats;
    stats.expanded += found.stats.expanded;
    stats.generated += found.stats.generated;
    stats.elapsed += found.stats.elapsed;
    stats.peak_memory = stats.peak_memory.max(found.stats.peak_memory);
    let depths = stats.expanded_by_depth.len().max(found.stats.expanded_by_depth.len());
    stats.expanded_by_depth.resize(depths, 0);
    for (sum, more) in stats.expanded_by_depth.iter_mut().zip(&found.stats.expanded_by_depth) {
        *sum += more;
    }
    match found.solutions.first() {
        Some(first) => moves.clone_from(first),
        None if found.limit.is_none() => {
            let fault = format!("there is no solution of {cost} moves, which was proven to be the optimum");
            return Err(EngineError::Internal(fault));
        }
        None => {}
    }
    Ok(Some(found))
}

/// An answer with the optimal solutions that the request asks for, each replayed.
///
/// # Errors
/// [`EngineError::Internal`] where one of them is no solution, has another length, or is there twice: they are withheld.
pub fn with_all<T: Subject>(
    mut answer: Answer,
    subject: &T,
    request: &Request,
    found: Option<Optima<T::Move>>,
) -> Result<Answer> {
    let (Some(found), Some(most)) = (found, request.all) else { return Ok(answer) };
    let info = subject.kind().metrics.iter().find(|metric| metric.name == subject.metric());
    let then = info.and_then(|metric| metric.then);
    let mut seen = HashSet::new();
    let mut moves = Vec::with_capacity(found.solutions.len());
    for solution in &found.solutions {
        let (text, length, lengths) = subject.replay(solution, request.notation).map_err(EngineError::Internal)?;
        let is_equal = Some(length) == answer.length.map(u64::from)
            && then.is_none_or(|then| lengths.get(then) == answer.lengths.get(then));
        if !is_equal || !seen.insert(text.clone()) {
            return Err(EngineError::Internal(format!("{text} is listed as another solution of {length} moves")));
        }
        moves.push(text);
    }
    if moves.is_empty() {
        moves.extend(answer.moves.clone());
    }
    let listed = moves.len() as u64;
    answer.all = Some(Solutions {
        complete: found.count == Some(listed),
        reason: found
            .limit
            .filter(|_| found.count.is_none() || listed < u64::from(most))
            .map(|limit| limit.to_string()),
        count: found.count,
        moves,
    });
    Ok(answer)
}
