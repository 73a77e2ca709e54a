//! Exploring puzzles whose positions are counted, each by its distance.

mod text;

use std::num::NonZeroUsize;

use fewest_search::census::{Census, Counted, End, RankGraph};
use fewest_search::{Cancel, Limits};

use crate::answer::Outcome;
use crate::error::{EngineError, Result};
use crate::event::Event;
use crate::explore::{Exploration, ExploreRequest, Finding, ToGoal};
use crate::kind::KindInfo;
use crate::reporter::Reporter;
use crate::request::SCHEMA_VERSION;

pub use text::tell;

/// Positions by their numbers, and where counting begins.
pub struct CountFrom<'a, G> {
    /// The positions and their neighbours, by number.
    pub graph: G,
    /// Where counting begins.
    pub origin: u64,
    /// The other end, where it is among the positions: a goal, as seen from the start.
    pub other: Option<u64>,
    /// A position as text.
    pub text: Box<dyn Fn(u64) -> String + 'a>,
}

/// What is explored, in words.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The kind of puzzle.
    pub kind: &'static KindInfo,
    /// What it is.
    pub what: String,
    /// What counts as one move.
    pub metric: &'static str,
    /// Absent where everything is counted from the goal.
    pub start: Option<String>,
    /// In normal form.
    pub goal: String,
}

impl Subject {
    /// An exploration that knows nothing yet.
    pub fn nothing(&self) -> Exploration {
        Exploration {
            version: SCHEMA_VERSION,
            puzzle: self.kind.name.to_owned(),
            position: self.start.clone().unwrap_or_else(|| self.goal.clone()),
            goal: Some(self.goal.clone()),
            metric: self.metric.to_owned(),
            reversible: true,
            what: self.what.clone(),
            ..Exploration::default()
        }
    }
}

/// Two counts under one set of limits.
struct Counting<'a, 's> {
    census: Census,
    limits: Limits,
    reporter: Reporter<'s>,
    found: &'a mut Exploration,
}

impl Counting<'_, '_> {
    /// Counts from one side, with what the limits leave.
    fn count<G: RankGraph>(&mut self, side: &CountFrom<'_, G>) -> Result<Counted> {
        let watched: Vec<u64> = side.other.into_iter().collect();
        let counted = self.census.run(&side.graph, &[side.origin], &watched, &self.limits, &mut self.reporter);
        if let End::Disk(error) = &counted.end
            && counted.layers.is_empty()
        {
            return Err(EngineError::Spill(error.to_string()));
        }
        let stats = &counted.stats;
        self.limits.time = self.limits.time.map(|time| time.saturating_sub(stats.elapsed));
        self.limits.expansions = self.limits.expansions.map(|left| left.saturating_sub(stats.expanded));
        self.found.seconds += stats.elapsed.as_secs_f64();
        self.found.peak_memory_bytes = self.found.peak_memory_bytes.max(stats.peak_memory);
        if counted.peak_disk > 0 {
            self.found.peak_disk_bytes = self.found.peak_disk_bytes.max(Some(counted.peak_disk));
        }
        if let Some(limit) = why_not(&counted.end) {
            self.found.limit = Some(limit);
        }
        Ok(counted)
    }
}

/// Why a count did not come to its end, in words.
fn why_not(end: &End) -> Option<String> {
    match end {
        End::Complete => None,
        End::Limit(limit) => Some(limit.to_string()),
        End::Disk(error) => Some(error.to_string()),
    }
}

/// What is to be explored, and who asks.
pub struct CensusTask<'a> {
    /// What is explored, in words.
    pub subject: Subject,
    /// What was asked.
    pub request: &'a ExploreRequest,
    /// Ends it.
    pub cancel: &'a Cancel,
    /// Hears of it.
    pub sink: &'a mut dyn FnMut(Event),
}

impl CensusTask<'_> {
    /// That the positions are too many to have numbers.
    pub fn uncountable(&self) -> EngineError {
        EngineError::Uncountable { what: self.subject.what.clone() }
    }

    /// Counts from the start, where there is one, and from the goal, unless it is out of reach.
    ///
    /// # Errors
    /// That the positions do not fit memory, or files cannot be made.
    pub fn explore<G: RankGraph>(
        self,
        from_start: Option<&CountFrom<'_, G>>,
        from_goal: Option<&CountFrom<'_, G>>,
    ) -> Result<Exploration> {
        let Self { subject, request, cancel, sink } = self;
        if request.quick {
            let reason = "it would leave nothing out";
            return Err(EngineError::UselessForCount { option: "quick", puzzle: subject.kind.name, reason });
        }
        let threads = request.threads.and_then(|threads| NonZeroUsize::new(threads as usize));
        let census = Census { samples: request.samples, spill: request.spill.clone(), ..Census::default() };
        let census = Census { threads: threads.unwrap_or(census.threads), ..census };
        let limits = request.limits.for_search(cancel);
        let positions = from_start.or(from_goal).map_or(0, |side| side.graph.count());
        check_room(&subject, &census, positions, limits.memory)?;
        let mut found = subject.nothing();
        let mut counting = Counting { census, limits, reporter: Reporter::new(sink), found: &mut found };
        let reached = from_start.map(|side| counting.count(side)).transpose()?;
        let is_stopped = reached.as_ref().is_some_and(|counted| !counted.is_complete());
        let from_goal = from_goal.filter(|_| !is_stopped);
        let homeward = from_goal.map(|side| counting.count(side).map(|counted| (side, counted))).transpose()?;
        counting.reporter.finish();
        if let Some(counted) = &reached {
            enter_start(&mut found, counted, from_goal.is_some());
        } else if let Some((_, counted)) = &homeward {
            found.layers.clone_from(&counted.layers);
            found.positions = counted.total();
            found.goals = counted.layers.len().min(1) as u64;
        }
        if let Some((side, counted)) = &homeward {
            enter_goal(&mut found, side, counted);
            if reached.is_none() && counted.is_complete() {
                found.outcome = Outcome::Solved;
            }
        } else if !is_stopped {
            found.to_goal = Finding::missing("the goal cannot be reached");
        }
        found.text = tell(&subject, &found);
        Ok(found)
    }
}

/// Refuses what cannot be done, before anything is allocated.
fn check_room(subject: &Subject, census: &Census, positions: u64, limit: u64) -> Result<()> {
    let what = subject.what.clone();
    let needed = census.memory_needed(positions);
    if needed <= limit {
        return Ok(());
    }
    match &census.spill {
        None => Err(EngineError::TooManyPositions { what, positions, needed, limit }),
        Some(_) if census.plan(positions, limit).is_some() => Ok(()),
        Some(_) => Err(EngineError::TooLittleMemory { what, positions, needed: census.least_memory(positions), limit }),
    }
}

/// What counting from the start tells.
fn enter_start(found: &mut Exploration, counted: &Counted, is_solvable: bool) {
    let optimum = counted.met.first().copied().flatten();
    found.layers.clone_from(&counted.layers);
    found.positions = counted.total();
    found.goals = u64::from(optimum.is_some());
    found.optimum = optimum;
    let met = u32::try_from(counted.layers.len()).ok();
    (found.outcome, found.lower_bound) = match optimum {
        Some(optimum) => (Outcome::Solved, Some(optimum)),
        None if is_solvable || !counted.is_complete() => (Outcome::Limit, met),
        None => (Outcome::Unsolvable, None),
    };
}

/// What counting from the goal tells.
fn enter_goal<G>(found: &mut Exploration, side: &CountFrom<'_, G>, counted: &Counted) {
    found.to_goal = if let Some(limit) = why_not(&counted.end) {
        let layers = counted.layers.len();
        Finding::missing(format!("{limit}: {} positions were counted in {layers} layers", counted.total()))
    } else {
        let hardest = counted.deepest.iter().map(|&rank| (side.text)(rank)).collect();
        Finding::Known(ToGoal::new(counted.layers.clone(), hardest, 0))
    };
}
