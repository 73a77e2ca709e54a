//! Asking a solver on another thread to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What interrupts a solver from outside.
type Interrupt = Box<dyn Fn() + Send>;

/// A flag that a solver looks at, or a handle by which it is interrupted: solvers differ.
#[derive(Default)]
pub(crate) struct Stop {
    raised: AtomicBool,
    interrupt: Mutex<Option<Interrupt>>,
}

impl Stop {
    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    pub(crate) fn raise(&self) {
        self.raised.store(true, Ordering::SeqCst);
        if let Some(interrupt) = &*self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) {
            interrupt();
        }
    }

    /// Runs a solver that has to be interrupted: `interrupt` is called when a stop is asked for while `work` runs, and
    /// never afterwards, when the solver may be gone.
    #[cfg(any(feature = "glucose", feature = "kissat", feature = "minisat"))]
    pub(crate) fn during<T>(&self, interrupt: impl Fn() + Send + 'static, work: impl FnOnce() -> T) -> T {
        *self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(interrupt));
        let result = work();
        *self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) = None;
        result
    }
}
