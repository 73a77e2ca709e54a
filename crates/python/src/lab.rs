//! Experiments.

use std::path::PathBuf;
use std::sync::Arc;

use fewest_lab::{How, LabError, Progress, Suite, SuiteError};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::engine::Engine;
use crate::error;
use crate::wait::{succeed, wait};

/// How a suite is run, as Python says it.
#[derive(Clone, Debug, Default, FromPyObject)]
pub(crate) struct AskedHow {
    quick: bool,
    fresh: bool,
    threads: Option<usize>,
    beside: PathBuf,
}

impl From<AskedHow> for How {
    fn from(how: AskedHow) -> Self {
        Self { quick: how.quick, fresh: how.fresh, threads: how.threads, beside: how.beside }
    }
}

fn parse(py: Python<'_>, text: &str) -> PyResult<Suite> {
    Suite::parse(text).map_err(|error| match error {
        SuiteError::Faults(faults) => error::lab(py, LabError::Faults(faults)),
        SuiteError::Toml(error) => error::request(py, error),
    })
}

/// The suites that are built in: names and texts.
#[pyfunction]
pub(crate) fn lab_suites() -> Vec<(&'static str, &'static str)> {
    fewest_lab::builtin().iter().map(|shipped| (shipped.name, shipped.text)).collect()
}

/// How many runs a suite has.
#[pyfunction]
pub(crate) fn lab_count(py: Python<'_>, suite: &str, how: AskedHow) -> PyResult<usize> {
    let (suite, how) = (parse(py, suite)?, How::from(how));
    let (count, _) = succeed(py, wait(py, None, None, |_, _| fewest_lab::count(&suite, &how))?, error::lab)?;
    Ok(count)
}

/// Runs a suite into a folder; the summary, as JSON, and what ended it early.
#[pyfunction]
pub(crate) fn lab_run(
    py: Python<'_>,
    engine: &Engine,
    suite: &str,
    folder: PathBuf,
    how: AskedHow,
    hear: Option<Py<PyAny>>,
) -> PyResult<(String, Option<Py<PyBaseException>>)> {
    let (suite, how, session) = (parse(py, suite)?, How::from(how), Arc::clone(&engine.session));
    let ended = wait(py, hear, None, |cancel, tell| {
        fewest_lab::run(&suite, &folder, &how, &session, cancel, &mut |progress| tell.json(&event(&progress)))
    })?;
    let (summary, raised) = succeed(py, ended, error::lab)?;
    Ok((json!(summary).to_string(), raised))
}

/// The rows of a folder, as JSON, and how many runs are missing.
#[pyfunction]
pub(crate) fn lab_results(py: Python<'_>, folder: PathBuf) -> PyResult<(String, usize)> {
    let results = py.detach(|| fewest_lab::results(&folder)).map_err(|error| error::lab(py, error))?;
    Ok((json!(results.rows).to_string(), results.missing))
}

fn event(progress: &Progress) -> Value {
    match progress {
        Progress::Preparing { group, made, wanted } => {
            json!({ "event": "preparing", "group": group, "made": made, "wanted": wanted })
        }
        Progress::Running { done, total, running, elapsed, remaining } => json!({
            "event": "running",
            "done": done,
            "total": total,
            "running": running,
            "seconds": elapsed.as_secs_f64(),
            "seconds_left": remaining.map(|time| time.as_secs_f64()),
        }),
    }
}
