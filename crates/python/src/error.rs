//! Faults of the engine as exceptions of the package.

use fewest_engine::EngineError;
use fewest_lab::LabError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Where the package defines its exceptions.
const MODULE: &str = "fewest._errors";

/// What is wrong with a request or a puzzle, as an exception that has every fault.
pub(crate) fn engine(py: Python<'_>, error: EngineError) -> PyErr {
    let message = error.to_string();
    match error {
        EngineError::Position(faults) | EngineError::Goal(faults) | EngineError::Graph(faults) => {
            make(py, "PuzzleError", &message, faults.into_iter().collect())
        }
        EngineError::Pdb(faults) | EngineError::PdbHere(faults) => {
            make(py, "RequestError", &message, faults.into_iter().collect())
        }
        EngineError::Size(_) | EngineError::Notation(_) | EngineError::Format(_) => one(py, "PuzzleError", &message),
        EngineError::Folder { .. }
        | EngineError::NoFolder
        | EngineError::FolderInUse { .. }
        | EngineError::TableChanged { .. }
        | EngineError::Spill(_)
        | EngineError::Hunt(_)
        | EngineError::Certificate(_) => one(py, "StorageError", &message),
        EngineError::Stopped { .. } => one(py, "LimitError", &message),
        EngineError::Internal(_) => one(py, "InternalError", &message),
        _ => one(py, "RequestError", &message),
    }
}

/// What is wrong with a suite, or with the folder of its results.
pub(crate) fn lab(py: Python<'_>, error: LabError) -> PyErr {
    let message = error.to_string();
    match error {
        LabError::Faults(faults) => make(py, "RequestError", &message, faults),
        LabError::Contradiction { .. } => one(py, "InternalError", &message),
        LabError::Suite(..) | LabError::Page(_) | LabError::Plot(..) => one(py, "RequestError", &message),
        _ => one(py, "StorageError", &message),
    }
}

/// A request that is no request of the schema.
pub(crate) fn request(py: Python<'_>, error: impl std::fmt::Display) -> PyErr {
    one(py, "RequestError", &error.to_string())
}

/// A fault of our own.
pub(crate) fn internal(py: Python<'_>, words: &str) -> PyErr {
    let message = format!("internal error: {words}; this is a bug in fewest, please report it with the puzzle");
    one(py, "InternalError", &message)
}

/// An exception with one fault, which is its message.
pub(crate) fn one(py: Python<'_>, class: &str, message: &str) -> PyErr {
    make(py, class, message, vec![message.to_owned()])
}

fn make(py: Python<'_>, class: &str, message: &str, faults: Vec<String>) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let faults = PyTuple::new(py, faults)?;
        Ok(PyErr::from_value(py.import(MODULE)?.getattr(class)?.call1((message, faults))?))
    };
    made().unwrap_or_else(|error| error)
}
