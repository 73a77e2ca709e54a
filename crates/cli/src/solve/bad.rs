//! A position that the engine cannot be asked about, and how much is said about it where.

use std::fmt;

use anyhow::anyhow;
use fewest_engine::catalog::algorithm_entries;
use fewest_engine::reader::LineFault;
use fewest_engine::{EngineError, Faults};
use fewest_kinds::INFOS;

use crate::options::usage;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    /// The lines are no text.
    Line(LineFault),
    /// The engine refused the request.
    Request(EngineError),
}

/// Faults that are told in a row of a table.
const FEW: usize = 3;

impl Bad {
    /// In one line that does not grow with the number of faults.
    pub(crate) fn in_brief(&self) -> String {
        match self.faults() {
            Some((head, faults)) => {
                let count = faults.iter().count();
                let few: Vec<&str> = faults.iter().take(FEW).map(String::as_str).collect();
                let more = if count > FEW { format!("; and {} more", count - FEW) } else { String::new() };
                format!("{head}: {}{more}", few.join("; "))
            }
            None => self.to_string(),
        }
    }

    /// Every fault on a line of its own, where there are several.
    pub(crate) fn at_length(&self) -> String {
        match self.faults() {
            Some((head, faults)) if faults.iter().nth(1).is_some() => {
                let faults: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
                format!("{head}:{}", faults.concat())
            }
            _ => self.in_brief(),
        }
    }

    /// Whether it would be the same for every position.
    pub(crate) fn is_usage(&self) -> bool {
        matches!(self, Self::Request(error) if error.is_about_the_request())
    }

    /// Whether the position itself is at fault.
    pub(crate) fn is_position(&self) -> bool {
        matches!(self, Self::Request(EngineError::Position(_)))
    }

    fn faults(&self) -> Option<(&'static str, &Faults)> {
        match self {
            Self::Request(EngineError::Position(faults)) => Some(("not a valid position", faults)),
            Self::Request(EngineError::Goal(faults)) => Some(("the goal is not valid", faults)),
            Self::Request(EngineError::Graph(faults)) => Some(("the graph is not valid", faults)),
            Self::Request(EngineError::Pdb(faults)) => Some(("the pattern databases are not valid", faults)),
            Self::Request(EngineError::PdbHere(faults)) => {
                Some(("the pattern databases do not fit this search", faults))
            }
            Self::Request(_) | Self::Line(_) => None,
        }
    }
}

impl fmt::Display for Bad {
    /// In one line, with every fault.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(fault) => fault.fmt(f),
            Self::Request(error) => f.write_str(&dressed(error)),
        }
    }
}

/// An error of the engine, in the form and with the exit code that it has everywhere.
pub(crate) fn refused(error: EngineError) -> anyhow::Error {
    let bad = Bad::Request(error);
    if bad.is_usage() { usage(&bad.at_length()) } else { anyhow!(bad.at_length()) }
}

/// An error of the engine in the words of the command line: options have dashes, and names are listed.
fn dressed(error: &EngineError) -> String {
    let text = error.to_string();
    match error {
        EngineError::UselessParameter { .. }
        | EngineError::ParameterValue { .. }
        | EngineError::MissingParameter { .. }
        | EngineError::UselessPdb { .. }
        | EngineError::UselessForCount { .. } => text.replacen("the option ", "the option --", 1),
        EngineError::TooManyPositions { .. } => text
            .replace("raise the memory limit", "raise --memory-limit")
            .replace("name a folder to count with files", "name a folder with --spill to count with files"),
        EngineError::TooLittleMemory { .. } => text.replace("raise the memory limit", "raise --memory-limit"),
        EngineError::FolderInUse { .. } => format!("{text} with --force"),
        EngineError::NoFolder => format!("{text} with --tables or FEWEST_TABLES"),
        EngineError::Folder { .. } => format!("{text} with --tables"),
        EngineError::ForeignAlgorithm { name, puzzle } => {
            let entries = algorithm_entries(INFOS);
            let serves = entries.iter().find(|entry| entry.info.name == *name).map(|entry| entry.puzzles.join(", "));
            format!("the algorithm {name} does not support {puzzle}; it supports {}", serves.unwrap_or_default())
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use fewest_engine::{Cancel, Request};
    use fewest_kinds::KINDS;

    use super::*;

    fn bad(position: &str) -> Bad {
        Bad::Request(KINDS.solve(&Request::of("tiles", position), &Cancel::new(), &mut |_| ()).unwrap_err())
    }

    #[test]
    fn many_faults_are_listed_or_counted() {
        assert_eq!(bad("1 1/2 0").at_length(), "not a valid position:\n  tile 1 appears 2 times\n  missing: tile 3");
        assert_eq!(bad("1 1/2 0").in_brief(), "not a valid position: tile 1 appears 2 times; missing: tile 3");
        assert!(bad("a b c d 0").in_brief().ends_with("; and 3 more"));
        assert_eq!(Bad::Line(LineFault::Nul(1)).at_length(), LineFault::Nul(1).to_string());
    }
}
