//! Waiting for work that Python has no part in: the interpreter goes on with its other threads, a signal is heard within
//! milliseconds, and what the work tells reaches a function of Python.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use fewest_engine::Cancel;
use pyo3::exceptions::{PyBaseException, PyRuntimeError};
use pyo3::prelude::*;
use serde::Serialize;

use crate::error;

/// The time between two looks for a signal.
const NAP: Duration = Duration::from_millis(5);
/// As much as the main thread of a program has: Python decides on which thread it calls.
const STACK: usize = 8 << 20;

/// Asks the work that holds it to stop.
#[pyclass(frozen, module = "fewest._engine")]
#[derive(Default)]
pub(crate) struct Stop(pub(crate) Cancel);

#[pymethods]
impl Stop {
    /// Nobody has asked yet.
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Asks for the end.
    fn stop(&self) {
        self.0.cancel();
    }
}

/// Where work tells what it does.
pub(crate) struct Tell {
    sender: Sender<String>,
    is_heard: bool,
}

impl Tell {
    /// Tells something, as JSON, if anybody listens.
    pub(crate) fn json(&self, event: &impl Serialize) {
        if self.is_heard
            && let Ok(text) = serde_json::to_string(event)
        {
            // Who has stopped listening waits for the end.
            let _ = self.sender.send(text);
        }
    }
}

/// What came of some work, and the exception that ended it early: one that a signal or the function that hears of the work has
/// raised.
pub(crate) type Ended<T> = (T, Option<Py<PyBaseException>>);

/// Does some work on a thread of its own and waits for it.
///
/// # Errors
/// That the work panicked, or that there is no thread for it.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    hear: Option<Py<PyAny>>,
    stop: Option<&Stop>,
    work: impl FnOnce(&Cancel, &Tell) -> T + Send,
) -> PyResult<Ended<T>> {
    let cancel = stop.map_or_else(Cancel::new, |stop| stop.0.clone());
    let (result, raised) = py.detach(|| {
        let (sender, receiver) = mpsc::channel();
        let is_heard = hear.is_some();
        thread::scope(|scope| {
            let inner = cancel.clone();
            let work = move || work(&inner, &Tell { sender, is_heard });
            let worker = thread::Builder::new().name("fewest".to_owned()).stack_size(STACK).spawn_scoped(scope, work);
            let worker = worker.map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
            let mut raised: Option<PyErr> = None;
            loop {
                let event = receiver.recv_timeout(NAP);
                if event == Err(RecvTimeoutError::Disconnected) {
                    break;
                }
                if raised.is_some() {
                    continue; // It has been asked to stop.
                }
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    match (event, &hear) {
                        (Ok(text), Some(hear)) => hear.call1(py, (text,)).map(drop),
                        _ => Ok(()),
                    }
                });
                if let Err(error) = heard {
                    raised = Some(error);
                    cancel.cancel();
                }
            }
            Ok::<_, PyErr>((worker.join(), raised))
        })
    })?;
    match result {
        Ok(result) => Ok((result, raised.map(|error| error.into_value(py)))),
        Err(panic) => {
            let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
            let words = words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            Err(error::internal(py, &words))
        }
    }
}

/// The result of work that could fail. Where a signal ended it before there was anything to tell, that is what is raised.
///
/// # Errors
/// Those of the work.
pub(crate) fn succeed<T, E>(
    py: Python<'_>,
    (result, raised): Ended<Result<T, E>>,
    explain: impl Fn(Python<'_>, E) -> PyErr,
) -> PyResult<Ended<T>> {
    match (result, raised) {
        (Ok(value), raised) => Ok((value, raised)),
        (Err(_), Some(raised)) => Err(PyErr::from_value(raised.into_bound(py).into_any())),
        (Err(error), None) => Err(explain(py, error)),
    }
}
