//! Ctrl-C, SIGTERM and SIGHUP: the first asks the search to end with what it knows, the second ends the process.

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
        listen(move || {
            // Whoever waits for input holds no result that could be lost, and would not notice the flag.
            if signalled.waiting.load(Ordering::Relaxed) || signalled.cancel.is_cancelled() {
                std::process::exit(KILLED);
            }
            signalled.cancel.cancel();
        })?;
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

/// Calls a handler at every signal that asks this process to end, from a thread of its own.
pub(crate) fn listen(handler: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    system::listen(handler).context("cannot listen for Ctrl-C")
}

#[cfg(unix)]
mod system {
    use std::{io, mem, ptr, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Signals that were ignored when the process started stay ignored: `nohup` and the shell's `&` ask for that.
    pub(super) fn listen(mut handler: impl FnMut() + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal)))?;
        let wait = move || signals.forever().for_each(|_| handler());
        thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
    }

    fn is_ignored(signal: libc::c_int) -> bool {
        #[expect(unsafe_code, reason = "no safe wrapper reports how a signal is handled without changing it")]
        // SAFETY: `sigaction` with a null action changes nothing and fills `current`, which is a plain C struct.
        unsafe {
            let mut current: libc::sigaction = mem::zeroed();
            libc::sigaction(signal, ptr::null(), &raw mut current) == 0 && current.sa_sigaction == libc::SIG_IGN
        }
    }
}

#[cfg(not(unix))]
mod system {
    pub(super) fn listen(handler: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(handler)
    }
}
