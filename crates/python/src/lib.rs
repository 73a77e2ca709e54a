//! The engine as a Python module.
//!
//! `fewest._engine` is small and speaks the engine's own schema: requests and answers are JSON texts, so that nothing has to be
//! translated here. The package `fewest` in `python/` makes typed objects of them. What must be fast or must listen to Python
//! is here: waiting for a search without holding the interpreter, Ctrl-C, and spaces whose rules are written in Python.

#![allow(clippy::needless_pass_by_value, reason = "Python hands its arguments over by value")]

mod engine;
mod error;
mod input;
mod lab;
mod space;
mod tables;
mod wait;

use pyo3::prelude::*;

/// The engine of `fewest`.
#[pymodule]
mod _engine {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::lab::{lab_count, lab_results, lab_run, lab_suites};
    #[pymodule_export]
    use crate::space::{Memory, search};
    #[pymodule_export]
    use crate::wait::Stop;

    /// What is known when the module is loaded.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("SCHEMA_VERSION", fewest_engine::SCHEMA_VERSION)
    }
}
