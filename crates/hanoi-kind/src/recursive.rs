//! Solutions that need no search: all on three pegs, and towers on four.

use std::time::Duration;

use web_time::Instant;

use fewest_engine::kit::optima::Optima;
use fewest_engine::kit::{Algorithm, Choice, Reporter, Subject as _, subject};
use fewest_engine::{Answer, EngineError, Event, Moves, Notation, Options, Request, Result, Solutions};
use fewest_hanoi::{Move, Position, Route, Transfer};
use fewest_search::{Outcome, Proof, Run, Solution, Stats};

use crate::asked::Asked;

/// The longest solution that an answer lists: 16 discs.
const MOST_LISTED: u64 = 1 << 16;
/// How many moves of a longer one it lists.
const FIRST: usize = 1000;

/// The best route that is known without a search.
pub(crate) fn route(asked: &Asked) -> Result<Route> {
    Route::best(&asked.start, &asked.goal).map_err(EngineError::internal)
}

/// Whether a request leaves the choice of a search open, and wants to see none.
pub(crate) fn is_free(request: &Request) -> bool {
    let options = Options { threads: None, ..request.options.clone() };
    let is_traced = request.trace_depths || request.trace_tree.is_some();
    request.is_auto() && request.has_auto_heuristic() && options.is_empty() && !is_traced
}

/// The same request for this algorithm by name.
pub(crate) fn named(request: &Request) -> Request {
    Request { algorithm: name().to_owned(), options: Options::default(), ..request.clone() }
}

pub(crate) fn name() -> &'static str {
    Algorithm::Recursive.info().name
}

/// Why nothing else was chosen.
pub(crate) fn because(asked: &Asked) -> String {
    let reason =
        if asked.start.size().pegs() == 3 { "3 pegs need no search" } else { "a tower on 4 pegs needs no search" };
    format!("{}, because {reason}", name())
}

/// Refuses what needs a search.
pub(crate) fn admit(asked: &Asked) -> Result<()> {
    if route(asked)?.is_shortest() {
        return Ok(());
    }
    let reason = format!(
        "these are {}, and it is exact on 3 pegs, and on 4 pegs from one tower to another; choose A*",
        asked.start.size()
    );
    Err(EngineError::AlgorithmUnavailable { name: name(), reason })
}

/// Solves a puzzle that needs no search.
pub(crate) fn solve(asked: &Asked, request: &Request, choice: &Choice, mut reporter: Reporter<'_>) -> Result<Answer> {
    reporter.send(Event::chosen(choice));
    reporter.finish();
    let begun = Instant::now();
    let routes = Route::all(&asked.start, &asked.goal).map_err(EngineError::internal)?;
    let best = &routes[0];
    // On four pegs there may be other solutions of the length that is proven.
    let count = (asked.start.size().pegs() == 3 || best.length() == 0).then_some(routes.len() as u64);
    let (Ok(cost), true) = (u32::try_from(best.length()), best.length() <= MOST_LISTED) else {
        let first: Vec<Transfer> = best.transfers().take(FIRST).collect();
        let elapsed = begun.elapsed();
        let mut answer = subject::too_long(asked, request, choice, best.length(), &first, elapsed)?;
        answer.all = request.all.map(|_| Solutions {
            count,
            reason: Some("the solutions are too long to be listed".to_owned()),
            ..Solutions::default()
        });
        return Ok(answer);
    };
    let moves = best.transfers().collect();
    let all = request.all.map(|most| Optima {
        solutions: routes.iter().take(most as usize).map(|route| route.transfers().collect()).collect(),
        second: None,
        count,
        limit: None,
        stats: Stats::default(),
    });
    let stats = Stats { elapsed: begun.elapsed(), ..Stats::default() };
    let run = Run { outcome: Outcome::Solved { moves, cost, proof: Proof::Optimal }, stats };
    let answer = subject::answer(asked, request, choice, (run, Duration::ZERO), |moves: Vec<Transfer>| moves)?;
    subject::with_all(answer, asked, request, all)
}

/// Gives a search that ended at a limit the best solution that is known without one, where it has found none that is shorter.
pub(crate) fn improve(asked: &Asked, request: &Request, outcome: &mut Outcome<Move>) -> Result<()> {
    let Outcome::LimitReached { lower_bound, best_known, .. } = outcome else { return Ok(()) };
    let route = route(asked)?;
    let (Ok(cost), true) = (u32::try_from(route.length()), route.length() <= MOST_LISTED) else { return Ok(()) };
    if best_known.as_ref().is_some_and(|known| known.cost <= cost) {
        return Ok(());
    }
    let moves = moves_of(&route, &asked.start)?;
    // Who names an algorithm wants to know what it does within the limits.
    if cost <= *lower_bound && request.is_auto() {
        *outcome = Outcome::Solved { moves, cost, proof: Proof::Optimal };
    } else {
        *best_known = Some(Solution { moves, cost });
    }
    Ok(())
}

/// The moves of a route as those of a search.
fn moves_of(route: &Route, start: &Position) -> Result<Vec<Move>> {
    let mut position = start.clone();
    let mv = |Transfer { from, to }: Transfer| {
        let disc = position.stack(from).last().copied();
        position.try_move(Transfer { from, to }).map_err(EngineError::internal)?;
        let byte = |number: usize| u8::try_from(number).map_err(EngineError::internal);
        Ok(Move {
            disc: byte(disc.unwrap_or_default().saturating_sub(1))?,
            from: byte(from.index())?,
            to: byte(to.index())?,
        })
    };
    route.transfers().map(mv).collect()
}

/// All moves of a solution that an answer does not list.
pub(crate) fn moves(asked: &Asked, notation: Notation) -> Result<Option<Moves>> {
    let route = route(asked)?;
    if !route.is_shortest() {
        return Ok(None);
    }
    let mut position = asked.start.clone();
    Ok(Some(Box::new(route.transfers().map(move |transfer| {
        Asked::make(&mut position, &transfer).map_err(EngineError::Internal)?;
        Ok(Asked::write_moves(&[transfer], notation))
    }))))
}
