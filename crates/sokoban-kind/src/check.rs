//! What can be said of a level soon.

use std::time::Duration;

use fewest_search::algorithms::GreedyBestFirst;
use fewest_search::{Heuristic as _, Limits, Outcome, Search};

use crate::catalog::Heuristic;
use crate::check::{Bound, Check};
use crate::error::EngineError;
use crate::memory::default_memory_limit;
use crate::request::{Kind, SokobanMetric, SokobanPuzzle};
use crate::sokoban::game::{Game, Visitor, with_game};
use crate::sokoban::heuristics::AnyHeuristic;
use crate::sokoban::{goal, normal, read, unsolvable, what};

/// How long it is looked for a solution: no theorem says whether there is one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Checks a level. Whether it can be solved is told where a short search finds out.
pub(crate) fn check(puzzle: &SokobanPuzzle) -> Result<Check, EngineError> {
    let level = read(&puzzle.position)?;
    let Verdict { solvable, reason, at_least } = with_game(&level, SokobanMetric::Push, Decide)?;
    let bound = |metric: SokobanMetric| {
        let moves = at_least.filter(|_| solvable != Some(false))?;
        Some(Bound { heuristic: Heuristic::Matching.info().name.to_owned(), metric: metric.to_string(), moves })
    };
    Ok(Check {
        what: Some(what(&level)),
        position: Some(normal(&level)),
        goal: Some(goal(&level)),
        size: Some((level.width(), level.height())),
        solvable,
        reason,
        lower_bounds: [SokobanMetric::Push, SokobanMetric::Move].into_iter().filter_map(bound).collect(),
        ..Check::nothing(Kind::Sokoban)
    })
}

/// What a short search finds out.
struct Verdict {
    solvable: Option<bool>,
    /// Why not, or why it is not known.
    reason: Option<String>,
    /// Pushes.
    at_least: Option<u32>,
}

/// Looks for any solution.
struct Decide;

impl Visitor for Decide {
    type Output = Verdict;

    fn visit<const W: usize>(self, game: &Game<W>) -> Result<Verdict, EngineError> {
        let limits = Limits { time: Some(PATIENCE), memory: default_memory_limit(), ..Limits::default() };
        let matching = AnyHeuristic::new(Heuristic::Matching, game)?;
        let start = game.start();
        let run = GreedyBestFirst::default().run(game, &start, &matching, &limits, &mut ());
        let (solvable, reason) = match run.outcome {
            Outcome::Solved { .. } => (Some(true), None),
            Outcome::Unsolvable { proof } => (Some(false), Some(unsolvable(proof).to_owned())),
            Outcome::LimitReached { .. } => {
                (None, Some("a short search did not find out; `fewest solve` searches on".to_owned()))
            }
        };
        Ok(Verdict { solvable, reason, at_least: matching.estimate(&start) })
    }
}
