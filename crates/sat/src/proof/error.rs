//! What a checker says.

use std::{fmt, io};

use fewest_search::LimitKind;

/// A proof that was accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Clauses that were checked, the empty one among them.
    pub lemmas: u64,
    /// Of these, those that only resolution on their first literal justifies.
    pub resolutions: u64,
    /// Clauses that were deleted.
    pub deleted: u64,
    /// Deletions that had no effect: of a clause that is not there, or of one that gives a fixed literal its value, which
    /// checkers of DRAT keep.
    pub ignored_deletions: u64,
}

impl Checked {
    /// Clauses and deletions together.
    pub fn steps(&self) -> u64 {
        self.lemmas + self.deleted + self.ignored_deletions
    }
}

/// Where in a proof something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The step, counted from 1.
    pub step: u64,
    /// Where the step begins.
    pub at: Position,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// The line of a text, counted from 1.
    Line(u64),
    /// The byte of a binary file, counted from 0.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Position::Line(line) => write!(f, "step {}, line {line}", self.step),
            Position::Byte(byte) => write!(f, "step {}, byte {byte}", self.step),
        }
    }
}

/// Why a proof was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It could not be read.
    #[error("the proof cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It is wrong.
    #[error("the proof is wrong at {place}: {fault}")]
    Wrong {
        /// The step that is wrong.
        place: Place,
        /// What, and why.
        fault: Fault,
    },
    /// A limit came first: the proof may be right or wrong.
    #[error("the check was not finished: {0}")]
    Stopped(LimitKind),
}

/// What is wrong with a step of a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is not written as it must be.
    #[error("`{found}` stands where {expected} must be")]
    Malformed {
        /// What is there.
        found: String,
        /// What should be.
        expected: &'static str,
    },
    /// The file ends within a step.
    #[error("the file ends before the 0 that ends the step: it is truncated")]
    CutOff,
    /// The file ends without the empty clause.
    #[error("the proof ends here without deriving the empty clause, so it proves nothing")]
    NoEmptyClause,
    /// A clause does not follow.
    #[error(
        "the clause `{clause}` does not follow: unit propagation does not refute its negation{}",
        against.as_ref().map(|clause| format!(", nor is its resolvent with `{clause}` on the first literal refuted")).unwrap_or_default()
    )]
    NotImplied {
        /// The clause.
        clause: String,
        /// The clause with which the resolvent on the first literal does not follow either.
        against: Option<String>,
    },
    /// A number is given to a second clause.
    #[error("the number {0} already belongs to another clause")]
    Taken(u64),
    /// A number belongs to no clause.
    #[error("there is no clause {0}: it was never derived, or it was deleted")]
    Unknown(u64),
    /// A hint leads nowhere.
    #[error("hint {id}, the clause `{clause}`, is neither false nor unit when it is used: {why}")]
    Idle {
        /// The hint.
        id: u64,
        /// Its clause.
        clause: String,
        /// What it is instead.
        why: &'static str,
    },
    /// The hints are used up, and nothing is refuted.
    #[error("the clause `{0}` does not follow from its hints: after the last one there is no contradiction")]
    HintsEnd(String),
    /// A resolvent has no hints.
    #[error("the clause `{clause}` needs hints for its resolvent with clause {id} on the first literal, but has none")]
    Uncovered {
        /// The clause.
        clause: String,
        /// The clause that has the first literal's negation.
        id: u64,
    },
    /// Hints of a resolvent are for a clause that gives none.
    #[error(
        "the hints for clause {id} are not allowed: it does not have the negation of the first literal of `{clause}`"
    )]
    NoResolvent {
        /// The clause.
        clause: String,
        /// The clause that the hints are for.
        id: u64,
    },
}

/// A clause as DIMACS writes it, without the 0.
pub(super) fn written(literals: impl IntoIterator<Item = i32>) -> String {
    /// More than this nobody reads.
    const MOST: usize = 24;
    let mut words = Vec::new();
    for literal in literals {
        if words.len() == MOST {
            words.push("…".to_owned());
            break;
        }
        words.push(literal.to_string());
    }
    words.join(" ")
}
