//! One run: from a job of the plan to its row.

use fewest_engine::explain::explain_with;
use fewest_engine::{Answer, Cancel, Event, Outcome, Proof, Request, Session};

use crate::machine::version;
use crate::plan::{Job, Plan};
use crate::row::{Ending, Row};
use crate::suite::Record;

/// The most depths that are kept of a run.
const MOST_STEPS: usize = 200_000;

/// What all searches share while the program runs.
pub(crate) struct Bench<'a> {
    pub(crate) suite: &'a str,
    pub(crate) plan: &'a Plan,
    /// The bytes that a search may hold where the suite says nothing.
    pub(crate) memory: u64,
    pub(crate) abreast: usize,
    pub(crate) session: &'a Session,
    pub(crate) cancel: &'a Cancel,
}

impl Bench<'_> {
    /// Runs a search; nothing comes of one that was told to end before it was done.
    pub(crate) fn run(&self, job: Job) -> Option<Row> {
        let request = self.plan.request(job, self.memory);
        let mut steps = Steps { stride: 1, ..Steps::default() };
        let mut watch = |event: Event| {
            if let Event::Depths { depths } = event {
                steps.extend(&depths);
            }
        };
        let mut row = self.blank(job);
        match self.session.solve(&request, self.cancel, &mut watch) {
            Ok(answer) if self.cancel.is_cancelled() && !is_settled(&answer) => return None,
            Ok(answer) => {
                let record = &self.plan.search(job).record;
                if record.contains(&Record::Estimate) {
                    row.estimate = self.estimate(&request, &answer);
                }
                if record.contains(&Record::Steps) {
                    (row.depth_by_step, row.step_stride) = (Some(steps.depths), Some(steps.stride));
                }
                fill(&mut row, answer, record.contains(&Record::Depths));
            }
            Err(_) if self.cancel.is_cancelled() => return None,
            Err(error) => row.reason = Some(error.to_string()),
        }
        Some(row)
    }

    fn blank(&self, job: Job) -> Row {
        let (instance, search) = (self.plan.instance(job), self.plan.search(job));
        let metric = self.plan.metric(job);
        Row {
            key: self.plan.key(job),
            suite: self.suite.to_owned(),
            group: instance.group.clone(),
            instance: instance.name.clone(),
            shuffle: instance.shuffle,
            distance: instance.optima.get(&metric).copied(),
            seed: instance.seed,
            puzzle: instance.puzzle.kind.clone(),
            position: instance.position.clone(),
            metric,
            search: search.label.clone(),
            algorithm: search.algorithm.clone(),
            heuristic: search.heuristic.clone(),
            repetition: job.repetition,
            outcome: Ending::Refused,
            abreast: self.abreast,
            version: version(),
            ..Row::default()
        }
    }

    /// What the heuristic that was used says of the start; absent where the search used none. Tables are at hand after the
    /// search.
    fn estimate(&self, request: &Request, answer: &Answer) -> Option<u32> {
        if answer.heuristic == "none" {
            return None;
        }
        let kind = self.session.kinds().of(&request.puzzle).ok()?;
        let limits = request.limits.for_search(self.cancel);
        explain_with(kind, &request.puzzle, &answer.heuristic, &request.options, self.session, &limits).ok()?.value
    }
}

/// Whether being told to end made no difference: nothing is left to be found.
fn is_settled(answer: &Answer) -> bool {
    answer.outcome == Outcome::Unsolvable || answer.proof == Proof::Optimal
}

fn fill(row: &mut Row, answer: Answer, with_depths: bool) {
    row.algorithm = answer.algorithm;
    row.heuristic = answer.heuristic;
    row.pdb = answer.pdb;
    row.outcome = match answer.outcome {
        Outcome::Solved => Ending::Solved,
        Outcome::Unsolvable => Ending::Unsolvable,
        Outcome::Limit => Ending::Limit,
    };
    row.length = answer.length;
    row.optimal = answer.proof == Proof::Optimal;
    row.lower_bound = answer.lower_bound;
    row.reason = answer.reason;
    row.expanded = answer.expanded;
    row.generated = answer.generated;
    row.reopened = answer.reopened;
    row.iterations = answer.iterations;
    row.seconds = answer.seconds;
    row.setup_seconds = answer.setup_seconds;
    row.peak_memory_bytes = answer.peak_memory_bytes;
    row.expanded_by_depth = with_depths.then_some(answer.expanded_by_depth);
}

/// Depths of expansions, thinned out evenly when there are too many.
#[derive(Debug, Default)]
struct Steps {
    depths: Vec<u32>,
    /// The first expansion is kept, and from there every so many.
    stride: u32,
    /// Expansions until the next that is kept.
    until: u32,
}

impl Steps {
    fn extend(&mut self, depths: &[u32]) {
        for &depth in depths {
            if self.until > 0 {
                self.until -= 1;
                continue;
            }
            if self.depths.len() == MOST_STEPS {
                // Every second goes; the one at hand would be an even one, and stays.
                let mut index = 0;
                self.depths.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.stride *= 2;
            }
            self.depths.push(depth);
            self.until = self.stride - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_thinned_out_evenly() {
        for count in [0, 1, MOST_STEPS, MOST_STEPS + 1, 3 * MOST_STEPS, 4 * MOST_STEPS + 3] {
            let all: Vec<u32> = (0..u32::try_from(count).unwrap()).collect();
            let mut steps = Steps { stride: 1, ..Steps::default() };
            all.chunks(4096).for_each(|some| steps.extend(some));
            let kept: Vec<u32> = all.iter().copied().step_by(steps.stride as usize).collect();
            assert_eq!(steps.depths, kept, "{count}");
            assert!(kept.len() <= MOST_STEPS && (steps.stride == 1 || kept.len() > MOST_STEPS / 2));
        }
    }
}
