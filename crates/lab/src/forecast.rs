//! How long it will take, by what each search took so far.

use std::time::Duration;

use crate::plan::{Job, Plan};

/// What is known of the times of runs. A lane is one search on one group: there runs are most alike.
#[derive(Clone, Debug)]
pub(crate) struct Forecast {
    /// The number of each instance's group.
    groups: Vec<usize>,
    searches: usize,
    lanes: Vec<Lane>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    left: usize,
    done: usize,
    seconds: f64,
}

impl Forecast {
    pub(crate) fn new(plan: &Plan) -> Self {
        let mut names: Vec<&str> = Vec::new();
        let mut number = |group| {
            // Instances of a group stand together.
            names.iter().rposition(|name| *name == group).unwrap_or_else(|| {
                names.push(group);
                names.len() - 1
            })
        };
        let groups: Vec<usize> = plan.instances.iter().map(|instance| number(&instance.group)).collect();
        let searches = plan.searches.len();
        let lanes = vec![Lane::default(); (groups.iter().max().map_or(0, |last| last + 1)) * searches];
        let mut forecast = Self { groups, searches, lanes };
        for &job in &plan.jobs {
            forecast.lane(job).left += 1;
        }
        forecast
    }

    fn lane(&mut self, job: Job) -> &mut Lane {
        &mut self.lanes[self.groups[job.instance as usize] * self.searches + job.search as usize]
    }

    pub(crate) fn done(&mut self, job: Job, seconds: f64) {
        let lane = self.lane(job);
        lane.left = lane.left.saturating_sub(1);
        lane.done += 1;
        lane.seconds += seconds;
    }

    /// The time that the rest will take on so many threads. A lane without a run takes what its search takes elsewhere; a
    /// search without a run what all take.
    pub(crate) fn remaining(&self, threads: usize) -> Option<Duration> {
        let mean = |lanes: &mut dyn Iterator<Item = &Lane>| {
            let (done, seconds) = lanes.fold((0, 0.0), |(done, time), lane| (done + lane.done, time + lane.seconds));
            (done > 0).then(|| seconds / done as f64)
        };
        let overall = mean(&mut self.lanes.iter())?;
        let mut seconds = 0.0;
        for search in 0..self.searches {
            let of_search = || self.lanes.iter().skip(search).step_by(self.searches);
            let usual = mean(&mut of_search()).unwrap_or(overall);
            for lane in of_search() {
                seconds += lane.left as f64 * mean(&mut std::iter::once(lane)).unwrap_or(usual);
            }
        }
        Duration::try_from_secs_f64(seconds / threads as f64).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::plan;

    #[test]
    fn each_search_is_expected_to_take_what_it_took() {
        let plan = plan();
        let mut forecast = Forecast::new(&plan);
        assert_eq!(forecast.remaining(1), None);
        // A* on the first group: 1 s. BFS there: 10 s.
        forecast.done(plan.jobs[0], 1.0);
        forecast.done(plan.jobs[1], 10.0);
        // Five more of A*, five of BFS, and six of WA*, of which nothing is known but the mean of all.
        let expected = 5.0 + 50.0 + 6.0 * 5.5;
        assert_eq!(forecast.remaining(1), Some(Duration::from_secs_f64(expected)));
        assert_eq!(forecast.remaining(2), Some(Duration::from_secs_f64(expected / 2.0)));
        // A* on the second group takes 4 s, and that is what the other two there will take.
        forecast.done(plan.jobs[6], 4.0);
        let expected = 2.0 * 1.0 + 2.0 * 4.0 + 50.0 + 6.0 * 5.0;
        assert_eq!(forecast.remaining(1), Some(Duration::from_secs_f64(expected)));
    }
}
