//! Processor time, and what a hundred of them come to.

use std::time::Duration;

use cpu_time::ProcessTime;

/// Runs something and tells the processor time that it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = ProcessTime::now();
    let result = work();
    (result, begun.elapsed())
}

/// Total, mean and standard deviation, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    pub(crate) count: usize,
    pub(crate) total: f64,
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
}

impl Summary {
    #[expect(clippy::cast_precision_loss, reason = "a count of runs")]
    pub(crate) fn of(times: &[Duration]) -> Self {
        let seconds: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
        let count = seconds.len().max(1) as f64;
        let total: f64 = seconds.iter().sum();
        let mean = total / count;
        let squares: f64 = seconds.iter().map(|second| (second - mean).powi(2)).sum();
        Self { count: seconds.len(), total, mean, deviation: (squares / count).sqrt() }
    }
}
