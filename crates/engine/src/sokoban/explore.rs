//! Exploring Sokoban: every position that the rules allow, with a table of all that were met.

use std::sync::Arc;

use fewest_search::census::{Reached, mean, reach};
use fewest_search::{Cancel, Limits};
use fewest_sokoban::{Board, Level, Metric as Counting, Rules};

use crate::answer::Outcome;
use crate::census::{Subject, tell};
use crate::error::EngineError;
use crate::event::Event;
use crate::explore::{Exploration, ExploreRequest, Part, ToGoal};
use crate::reporter::Reporter;
use crate::request::{Kind, SokobanMetric, SokobanPuzzle};
use crate::sokoban::{goal, normal, read, what};

/// Why there is no other way.
const NO_NUMBERS: &str = "its positions have no numbers, and are kept in memory by one thread";

/// Explores a level.
pub(crate) fn explore(
    puzzle: &SokobanPuzzle,
    request: &ExploreRequest,
    cancel: &Cancel,
    sink: &mut dyn FnMut(Event),
) -> Result<Exploration, EngineError> {
    request.on_one_thread_in_memory(Kind::Sokoban, NO_NUMBERS)?;
    let level = read(&puzzle.position)?;
    let counting = match puzzle.metric {
        SokobanMetric::Push => Counting::Push,
        SokobanMetric::Move => Counting::Move,
    };
    let subject = Subject {
        kind: Kind::Sokoban,
        what: what(&level),
        metric: puzzle.metric.to_string(),
        start: Some(normal(&level)),
        goal: goal(&level),
    };
    let limits = request.limits.for_search(cancel);
    let task = Task { subject, level, counting, samples: request.samples, limits: &limits };
    let mut reporter = Reporter::new(sink);
    let found = match task.level.floor().len() {
        ..=64 => task.count::<1>(&mut reporter),
        65..=256 => task.count::<4>(&mut reporter),
        _ => task.count::<64>(&mut reporter),
    };
    reporter.finish();
    found
}

struct Task<'a> {
    subject: Subject,
    level: Arc<Level>,
    counting: Counting,
    samples: usize,
    limits: &'a Limits,
}

impl Task<'_> {
    fn count<const W: usize>(&self, reporter: &mut Reporter<'_>) -> Result<Exploration, EngineError> {
        let rules = Rules::<W>::new(self.level.clone(), self.counting).map_err(EngineError::internal)?;
        let reached = reach(&rules, &rules.start(), self.samples, self.limits, reporter);
        let mut found = self.subject.nothing();
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
        found.text = tell(&self.subject, &found);
        Ok(found)
    }
}

fn to_goal<const W: usize>(rules: &Rules<W>, reached: &Reached<Board<W>>) -> Part<ToGoal> {
    match &reached.to_goal {
        Err(limit) if reached.limit.is_some() => Part::missing(format!("{limit}: not every position is known")),
        Err(limit) => Part::missing(format!("{limit}: it came before all moves were followed back from the goals")),
        Ok(distances) => match distances.layers.len().checked_sub(1).and_then(|depth| u32::try_from(depth).ok()) {
            None => Part::missing("no goal can be reached"),
            Some(hardest) => Part::Known(ToGoal {
                layers: distances.layers.clone(),
                mean: mean(&distances.layers),
                hardest,
                hardest_count: distances.layers.last().copied().unwrap_or_default(),
                hardest_starts: distances.hardest.iter().map(|state| rules.position(state).to_string()).collect(),
                lost: distances.lost,
            }),
        },
    }
}
