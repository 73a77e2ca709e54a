//! From the search's observer to the engine's events.

use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::{Iteration, Observer, Progress};

use crate::event::Event;

/// The time between two progress events.
const PERIOD: Duration = Duration::from_millis(100);
/// Depths sent together.
const DEPTHS: usize = 1 << 12;

/// Turns what a search reports into events.
pub(crate) struct Reporter<'a> {
    sink: &'a mut dyn FnMut(Event),
    next_progress: Duration,
    depths: Option<Vec<u32>>,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(sink: &'a mut dyn FnMut(Event), trace_depths: bool) -> Self {
        Self { sink, next_progress: PERIOD, depths: trace_depths.then(Vec::new) }
    }

    /// Sends an event now.
    pub(crate) fn send(&mut self, event: Event) {
        (self.sink)(event);
    }

    /// Sends what has gathered.
    pub(crate) fn finish(&mut self) {
        if let Some(depths) = self.depths.as_mut().filter(|depths| !depths.is_empty()) {
            (self.sink)(Event::Depths { depths: std::mem::take(depths) });
        }
    }
}

impl Observer for Reporter<'_> {
    #[inline]
    fn expand(&mut self, depth: u32) {
        if let Some(depths) = &mut self.depths {
            depths.push(depth);
            if depths.len() == DEPTHS {
                self.finish();
            }
        }
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        let Iteration { bound, expanded, generated } = *iteration;
        self.send(Event::Iteration { bound, expanded, generated });
        ControlFlow::Continue(())
    }

    fn improved(&mut self, length: u32, lower_bound: u32) -> ControlFlow<()> {
        self.send(Event::Improved { length, lower_bound });
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.elapsed >= self.next_progress {
            self.next_progress = progress.elapsed + PERIOD;
            self.send(Event::Progress {
                lower_bound: progress.lower_bound,
                expanded: progress.expanded,
                generated: progress.generated,
                memory_bytes: progress.memory,
                seconds: progress.elapsed.as_secs_f64(),
            });
        }
        ControlFlow::Continue(())
    }
}
