//! What can be said of a level soon.

use std::time::Duration;

use fewest_engine::kit::{Reporter, Subject as _};
use fewest_engine::{Bound, Check, Result};
use fewest_search::algorithms::GreedyBestFirst;
use fewest_search::{Heuristic as _, Limits, Outcome, Search};

use crate::asked::{Asked, METRICS, name, unsolvable, with_words};
use crate::game::Game;
use crate::heuristics::{AnyHeuristic, Named};

/// How long it is looked for a solution: no theorem says whether there is one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Checks a level. Whether it can be solved is told where a short search finds out.
pub(crate) fn check(asked: &Asked, limits: &Limits) -> Result<Check> {
    let (solvable, reason, at_least) = with_words!(asked, decide(asked, limits))?;
    let bound = |metric| {
        let moves = at_least.filter(|_| solvable != Some(false))?;
        Some(Bound::new(Named::Matching.info(), name(metric), moves))
    };
    Ok(Check {
        size: Some((asked.level.width(), asked.level.height())),
        solvable,
        reason,
        lower_bounds: METRICS.into_iter().filter_map(bound).collect(),
        ..asked.checked()
    })
}

/// Looks for any solution: whether there is one, why not or why it is not known, and how many pushes it takes at least.
fn decide<const W: usize>(asked: &Asked, limits: &Limits) -> Result<(Option<bool>, Option<String>, Option<u32>)> {
    let game = Game::<W>::by_pushes(&asked.level)?;
    let limits = Limits { time: Some(limits.time.map_or(PATIENCE, |time| time.min(PATIENCE))), ..limits.clone() };
    let matching = AnyHeuristic::new(Named::Matching, &game);
    let start = game.start();
    // With the observer of every other search, so that it is compiled once.
    let mut nobody = |_| ();
    let run = GreedyBestFirst::default().run(&game, &start, &matching, &limits, &mut Reporter::new(&mut nobody));
    let (solvable, reason) = match run.outcome {
        Outcome::Solved { .. } => (Some(true), None),
        Outcome::Unsolvable { proof } => (Some(false), Some(unsolvable(proof))),
        Outcome::LimitReached { .. } => (None, Some("a search of two seconds did not decide it".to_owned())),
    };
    Ok((solvable, reason, matching.estimate(&start)))
}
