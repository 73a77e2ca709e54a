//! How long something took: on the clock, and on the processor.

use std::fs;
use std::time::{Duration, Instant};

/// Runs from its start on.
pub(crate) struct Stopwatch {
    started: Instant,
    processor: Option<Duration>,
}

/// What a stopwatch shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Elapsed {
    /// On the clock.
    pub(crate) wall: Duration,
    /// On all processors together, of the processes that we started and that have ended; `None` where the system does not
    /// tell.
    pub(crate) processor: Option<Duration>,
}

impl Stopwatch {
    /// Starts one.
    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), processor: processor_time() }
    }

    /// What has elapsed so far.
    pub(crate) fn elapsed(&self) -> Elapsed {
        let processor = processor_time().zip(self.processor).map(|(now, then)| now.saturating_sub(then));
        Elapsed { wall: self.started.elapsed(), processor }
    }
}

/// Seconds with one decimal.
pub(crate) fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

/// The processor time of our children and their children, on Linux.
fn processor_time() -> Option<Duration> {
    parse_stat(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// The fields cutime and cstime of `/proc/PID/stat`, in hundredths of a second (proc(5)).
fn parse_stat(stat: &str) -> Option<Duration> {
    // The second field is a name in parentheses, which may contain anything.
    let (_, fields) = stat.rsplit_once(") ")?;
    let times: Vec<u64> = fields.split(' ').skip(13).take(2).map_while(|field| field.parse().ok()).collect();
    let [user, system] = times[..] else { return None };
    let ticks = user + system;
    Some(Duration::from_millis(ticks * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_that_of_the_children() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 100 200 0 0 11 12 130 14 20 0 1 0 5";
        assert_eq!(parse_stat(stat), Some(Duration::from_millis(1440)));
        assert_eq!(parse_stat("7 (a) S 1"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    fn time_passes() {
        let watch = Stopwatch::start();
        let first = watch.elapsed();
        let second = watch.elapsed();
        assert!(second.wall >= first.wall && second.processor >= first.processor);
        assert_eq!(seconds(Duration::from_millis(61_250)), "61.2 s");
    }
}
