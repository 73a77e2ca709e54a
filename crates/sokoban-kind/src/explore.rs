//! Exploring Sokoban: every position that the rules allow, with a table of all that were met.

use fewest_engine::kit::{Reporter, tell};
use fewest_engine::{Cancel, EngineError, Exploration, ExploreRequest, Finding, Outcome, Result, Sink, ToGoal};
use fewest_search::Limits;
use fewest_search::census::{Reached, reach};
use fewest_sokoban::{Board, Rules};

use crate::INFO;
use crate::asked::{Asked, with_words};

/// Why there is no other way.
const NO_NUMBERS: &str = "its positions are not numbered, so one thread keeps them in memory";

/// Explores a level.
pub(crate) fn explore(request: &ExploreRequest, cancel: &Cancel, sink: &mut Sink<'_>) -> Result<Exploration> {
    request.on_one_thread_in_memory(&INFO, NO_NUMBERS)?;
    if request.quick {
        let reason = "it would leave nothing out";
        return Err(EngineError::UselessForCount { option: "quick", puzzle: INFO.name, reason });
    }
    let asked = Asked::read(&request.puzzle)?;
    if asked.decides {
        let what = "counts of positions in the metrics push-move and move-push";
        return Err(EngineError::NotOffered { what, puzzle: INFO.name });
    }
    let limits = request.limits.for_search(cancel);
    let mut reporter = Reporter::new(sink);
    let found = with_words!(asked, positions(&asked, request.samples, &limits, &mut reporter));
    reporter.finish();
    found
}

fn positions<const W: usize>(
    asked: &Asked,
    samples: usize,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Result<Exploration> {
    let rules = Rules::<W>::new(asked.level.clone(), asked.metric).map_err(EngineError::internal)?;
    let reached = reach(&rules, &rules.start(), samples, limits, reporter);
    let subject = asked.census();
    let mut found = subject.nothing();
    found.limit = reached.limit.map(|limit| limit.to_string());
    found.positions = reached.layers.iter().sum();
    found.goals = reached.goals;
    found.optimum = reached.nearest_goal;
    let layers = u32::try_from(reached.layers.len()).ok();
    (found.outcome, found.lower_bound) = match (reached.nearest_goal, reached.limit) {
        (Some(nearest), _) => (Outcome::Solved, Some(nearest)),
        (None, None) => (Outcome::Unsolvable, None),
        (None, Some(_)) => (Outcome::Limit, layers),
    };
    found.reversible = false;
    found.to_goal = to_goal(&rules, &reached);
    found.seconds = reached.stats.elapsed.as_secs_f64();
    found.peak_memory_bytes = reached.stats.peak_memory;
    found.layers = reached.layers;
    found.text = tell(&subject, &found);
    Ok(found)
}

fn to_goal<const W: usize>(rules: &Rules<W>, reached: &Reached<Board<W>>) -> Finding<ToGoal> {
    match &reached.to_goal {
        Err(limit) if reached.limit.is_some() => Finding::missing(format!("{limit}: not all positions are known")),
        Err(limit) => Finding::missing(format!("{limit}: not all moves were followed back from the goals")),
        Ok(distances) if distances.layers.is_empty() => Finding::missing("no goal can be reached"),
        Ok(distances) => {
            let hardest = distances.hardest.iter().map(|state| rules.position(state).to_string()).collect();
            Finding::Known(ToGoal::new(distances.layers.clone(), hardest, distances.lost))
        }
    }
}
