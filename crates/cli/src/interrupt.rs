//! Ctrl-C and SIGTERM: the first asks the search to end with what it knows, the second ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use fewest_engine::Cancel;

use crate::exit::KILLED;

/// The signals of this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    /// Ends a search.
    pub(crate) cancel: Cancel,
    waiting: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes the signals over.
    pub(crate) fn install() -> anyhow::Result<Self> {
        let interrupt = Self::default();
        let signalled = interrupt.clone();
        let handler = move || {
            // Whoever waits for input holds no result that could be lost, and would not notice the flag.
            if signalled.waiting.load(Ordering::Relaxed) || signalled.cancel.is_cancelled() {
                std::process::exit(KILLED);
            }
            signalled.cancel.cancel();
        };
        ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
        Ok(interrupt)
    }

    /// Whether the user asked for the end.
    pub(crate) fn is_raised(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Runs what may wait for input; meanwhile the first signal ends the process.
    pub(crate) fn waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.waiting.store(true, Ordering::Relaxed);
        let result = wait();
        self.waiting.store(false, Ordering::Relaxed);
        result
    }
}
